/*
 * Lines of a buffer -> one cycle through all of them in random order.
 *
 * The idea: where a load gets its address from the load before it, no load is
 * overlapped with another and no prefetcher knows the next line; what is timed
 * is the latency of the memory that the buffer lies in. One cycle, and not a
 * random function, so that a chase never falls into a short loop. The second
 * address of a line makes the order known where it is needed: a kernel that
 * starts on the k-th line and makes n steps must end on the (k+n)-th, and
 * kernels that start a share of the lines apart never meet.
 *
 * It doesn't know how many steps anyone makes.
 */
#include <string.h>

#include "arena.h"
#include "cycle.h"
#include "device.h"
#include "random.h"

/* Bytes that are copied to the device at a time. */
enum { PIECE = 1 << 20 };

bool
cycle_fits(const struct cycle *c)
{
	return c->bytes % c->stride == 0 && c->bytes / c->stride >= 2 &&
	       c->bytes / c->stride <= CYCLE_LINES_MOST;
}

/* The order of the lines, and which one is behind each. */
struct ring {
	const struct cycle *cycle;
	size_t n;
	size_t *order, *next;
};

static struct ring
make_ring(const struct cycle *c, struct random *r, struct arena *a)
{
	struct ring ring = { .cycle = c };
	size_t i, n = (size_t)(c->bytes / c->stride);

	ring.n = n;
	ring.order = arena_make(a, n * sizeof(*ring.order));
	ring.next = arena_make(a, n * sizeof(*ring.next));
	for (i = 0; i < n; i++)
		ring.order[i] = i;
	random_shuffle(r, ring.order, n);
	for (i = 0; i < n; i++)
		ring.next[ring.order[i]] = ring.order[i + 1 < n ? i + 1 : 0];
	return ring;
}

/* Lines FIRST to END, to OUT. */
static void
make_lines(const struct ring *ring, size_t first, size_t end,
	   unsigned char *out)
{
	const struct cycle *c = ring->cycle;
	uint64_t line[2];

	for (; first < end; first++, out += c->stride) {
		line[0] = c->address + ring->next[first] * c->stride;
		line[1] = c->address + ring->order[first] * c->stride;
		memcpy(out, line, sizeof(line));
	}
}

int
cycle_fill(struct device *d, const struct cycle *c, struct random *r,
	   struct arena *a)
{
	struct ring ring = make_ring(c, r, a);
	unsigned char *piece = arena_make(a, PIECE);
	size_t step = PIECE / (size_t)c->stride, first, end;
	int code = 0;

	for (first = 0; first < ring.n && !code; first = end) {
		end = ring.n - first < step ? ring.n : first + step;
		make_lines(&ring, first, end, piece);
		code = d->ops->copy_in(d, c->address + first * c->stride, piece,
				       (end - first) * (size_t)c->stride);
	}
	return code;
}
