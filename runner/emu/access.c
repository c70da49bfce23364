/*
 * From addresses to memory, with all checks.
 *
 * A generic address is in one of three windows or global; the threads of an
 * instruction are taken space by space. Each byte of a space has a bit that
 * says whether it belongs to something and one that says whether it was
 * written; races are race.c's. A thread whose access is refused is told once
 * and does nothing: the others go on, so that one run finds more than one
 * fault.
 */
#include <inttypes.h>
#include <string.h>

#include "access.h"
#include "code.h"
#include "decode.h"
#include "device.h"
#include "finding.h"
#include "int.h"
#include "machine.h"
#include "memory.h"
#include "ptx.h"
#include "race.h"
#include "touch.h"
#include "vec.h"

void
access_make(struct warp *w, const struct insn *i, uint32_t mask,
	    struct access *x)
{
	const uint64_t *wide = warp_at(w, i->ref[0]);
	const uint32_t *narrow = warp_at(w, i->ref[0]);
	uint64_t offset = (uint64_t)i->offset;
	unsigned lane;

	x->i = i;
	x->mask = mask;
	x->space = i->space;
	x->values = NULL;
	if (i->flags & ADDRESS_FRAME)
		offset += w->frame->local;
	if (i->flags & ADDRESS_PARAM)
		offset += w->block->launch->params_address;
	if (i->flags & (ADDRESS_NONE | ADDRESS_PARAM | ADDRESS_FRAME)) {
		for (lane = 0; lane < LANES; lane++)
			x->at[lane] = offset;
	} else if (i->flags & ADDRESS_WIDE) {
		for (lane = 0; lane < LANES; lane++)
			x->at[lane] = wide[lane] + offset;
	} else {
		for (lane = 0; lane < LANES; lane++)
			x->at[lane] = (uint32_t)(narrow[lane] + offset);
	}
}

static unsigned
space_of(uint64_t address, uint64_t *window)
{
	*window = 0;
	if (address - SHARED_WINDOW < UINT64_C(1) << 32) {
		*window = SHARED_WINDOW;
		return SPACE_SHARED;
	}
	if (address - LOCAL_WINDOW < UINT64_C(1) << 32) {
		*window = LOCAL_WINDOW;
		return SPACE_LOCAL;
	}
	return SPACE_GLOBAL;
}

bool
access_take(struct warp *w, struct access *all, struct access *x)
{
	uint64_t window, other;
	unsigned lane;

	(void)w;
	if (!all->mask)
		return false;
	if (all->space != SPACE_GENERIC) {
		*x = *all;
		all->mask = 0;
		return true;
	}
	x->i = all->i;
	x->mask = 0;
	x->bytes = all->bytes;
	x->kind = all->kind;
	x->values = all->values;
	x->space = space_of(all->at[first_lane(all->mask)], &window);
	for (lane = 0; lane < LANES; lane++) {
		x->at[lane] = all->at[lane] - window;
		if (all->mask >> lane & 1 &&
		    space_of(all->at[lane], &other) == x->space)
			x->mask |= UINT32_C(1) << lane;
	}
	all->mask &= ~x->mask;
	return true;
}

bool
access_bits(const uint64_t *bits, uint64_t at, uint64_t count)
{
	uint64_t part, mask;

	while (count) {
		part = 64 - at % 64 < count ? 64 - at % 64 : count;
		mask = (part == 64 ? 0 : UINT64_C(1) << part) - 1;
		if ((bits[at / 64] >> at % 64 & mask) != mask)
			return false;
		at += part;
		count -= part;
	}
	return true;
}

static const char *
word_of(const struct access *x)
{
	if (x->kind & TOUCH_READ)
		return x->kind & TOUCH_WRITE ? "atomic update" : "read";
	return "write";
}

static void
tell_global(struct warp *w, const struct access *x, unsigned lane)
{
	uint64_t at = x->at[lane], past;
	const struct memory_block *b =
		at < MEMORY_BASE ? NULL
				 : memory_near(w->block->launch->memory, at);

	if (!b) {
		finding_add(w, x->i, lane, FINDING_BOUNDS,
			    "%s of %u bytes at 0x%" PRIx64
			    ", which is no memory",
			    word_of(x), x->bytes, at);
		return;
	}
	past = at - MEMORY_BASE - b->at;
	finding_add(w, x->i, lane, FINDING_BOUNDS,
		    "%s of %u bytes at offset %" PRIu64 " of %s%s%s of %" PRIu64
		    " bytes",
		    word_of(x), x->bytes, past, b->name ? "'" : "",
		    b->name ? b->name : "a buffer", b->name ? "'" : "",
		    b->bytes);
}

static void
tell_bounds(struct warp *w, const struct access *x, unsigned lane)
{
	if (x->space == SPACE_GLOBAL) {
		tell_global(w, x, lane);
		return;
	}
	finding_add(w, x->i, lane, FINDING_BOUNDS,
		    "%s of %u bytes at 0x%" PRIx64 " of %s memory, outside of "
		    "what the kernel has there",
		    word_of(x), x->bytes, x->at[lane],
		    x->space == SPACE_SHARED ? "shared" : "local");
}

/* The bits of the space and of LANE in it. */
struct bits {
	const uint64_t *valid; /* NULL: see first and end */
	uint64_t *written;
	uint64_t base; /* address of the first bit */
	uint64_t first, end, size; /* addresses that are valid */
};

static void
find_bits(const struct warp *w, const struct access *x, unsigned lane,
	  struct bits *b)
{
	const struct memory *m = w->block->launch->memory;
	const struct function *f = w->frame->function;

	memset(b, 0, sizeof(*b));
	switch ((int)x->space) {
	case SPACE_SHARED:
		b->valid = w->block->launch->shared_valid;
		b->written = w->block->shared_written;
		b->end = SHARED_BYTES;
		break;
	case SPACE_LOCAL:
		b->written = w->local_written +
			     (size_t)lane * LOCAL_STRIDE / 64;
		b->first = LOCAL_START;
		b->end = w->frame->local + f->local_bytes;
		break;
	default:
		b->valid = m->valid;
		b->written = m->written;
		b->base = MEMORY_BASE;
		b->first = MEMORY_BASE;
		b->end = MEMORY_BASE + m->size;
	}
}

/* Parameters have no bits of their own: they count as written. */
static bool
is_written(const struct warp *w, const struct access *x, unsigned lane,
	   const struct bits *b)
{
	const struct frame *f = w->frame;
	uint64_t at = x->at[lane];

	if (x->space == SPACE_LOCAL) {
		for (; f; f = f->parent) {
			if (at >= f->local)
				break;
		}
		if (!f || at < f->local + f->function->depot ||
		    at + x->bytes > f->local + f->function->depot +
					    f->function->depot_bytes)
			return true;
	}
	return access_bits(b->written, at - b->base, x->bytes);
}

static bool
check_lane(struct warp *w, struct access *x, unsigned lane)
{
	uint64_t at = x->at[lane];
	struct bits b;

	find_bits(w, x, lane, &b);
	if (at < b.first || at > b.end || b.end - at < x->bytes ||
	    (b.valid && !access_bits(b.valid, at - b.base, x->bytes))) {
		tell_bounds(w, x, lane);
		return false;
	}
	if (at & (x->bytes - 1)) {
		finding_add(w, x->i, lane, FINDING_ALIGN,
			    "%s of %u bytes at 0x%" PRIx64
			    ", no multiple of %u",
			    word_of(x), x->bytes, at, x->bytes);
		return false;
	}
	if (x->kind & TOUCH_READ && !is_written(w, x, lane, &b))
		finding_add(w, x->i, lane, FINDING_UNWRITTEN,
			    "%s of %u bytes of %s memory that was never "
			    "written",
			    word_of(x), x->bytes,
			    x->space == SPACE_SHARED  ? "shared"
			    : x->space == SPACE_LOCAL ? "local"
						      : "global");
	if (x->space != SPACE_LOCAL)
		race_check(w, x, lane);
	if ((x->kind & (TOUCH_WRITE | TOUCH_LATER)) == TOUCH_WRITE)
		memory_set_bits(b.written, at - b.base, x->bytes, true);
	return true;
}

void
access_check(struct warp *w, struct access *x)
{
	uint32_t mask = x->mask;
	unsigned lane;

	if (x->kind & TOUCH_UNCHECKED)
		return;
	for (; mask; mask &= mask - 1) {
		lane = first_lane(mask);
		if (!check_lane(w, x, lane))
			x->mask &= ~(UINT32_C(1) << lane);
	}
}

/* The address of the first lane of MASK, if all are in line or the same. */
static bool
find_line(struct warp *w, const struct insn *i, uint32_t mask, struct line *l)
{
	const uint64_t *wide = warp_at(w, i->ref[0]);
	const uint32_t *narrow = warp_at(w, i->ref[0]);
	uint32_t run = mask >> l->first;
	enum pattern p;

	l->n = (unsigned)__builtin_popcount(mask);
	if (i->flags & ADDRESS_NONE) {
		p = PATTERN_SAME;
		l->at = (uint64_t)i->offset;
	} else if (i->flags & ADDRESS_WIDE) {
		p = w->vectors->pattern64(wide, mask, l->bytes);
		l->at = wide[l->first] + (uint64_t)i->offset;
	} else {
		p = w->vectors->pattern32(narrow, mask, l->bytes);
		l->at = (uint32_t)(narrow[l->first] + (uint64_t)i->offset);
	}
	l->same = p == PATTERN_SAME;
	if (l->same)
		return !(l->kind & TOUCH_WRITE) || l->n == 1;
	return p == PATTERN_LINE && !(run & (run + 1));
}

/* Are the bytes of the line all there, and written if they are read? */
static bool
check_line(const struct line *l, uint64_t *valid, uint64_t *written,
	   uint64_t at)
{
	uint64_t bytes = (uint64_t)(l->same ? 1 : l->n) * l->bytes;

	if (l->at & (l->bytes - 1))
		return false;
	if (l->kind & TOUCH_READ)
		return access_bits(written, at, bytes);
	return access_bits(valid, at, bytes);
}

unsigned char *
access_line(struct warp *w, const struct insn *i, uint32_t mask, struct line *l)
{
	const struct launch *launch = w->block->launch;
	const struct memory *m = launch->memory;
	uint64_t window = 0, *written, at, size, *valid;
	bool shared;

	l->first = first_lane(mask);
	l->space = i->space;
	if (!find_line(w, i, mask, l))
		return NULL;
	if (l->space == SPACE_GENERIC)
		l->space = space_of(l->at, &window);
	if (l->space == SPACE_LOCAL)
		return NULL;
	shared = l->space == SPACE_SHARED;
	l->at -= window;
	at = l->at - (shared ? 0 : MEMORY_BASE);
	size = (uint64_t)l->n * l->bytes;
	if (at >= (shared ? SHARED_BYTES : m->size) ||
	    (shared ? SHARED_BYTES : m->size) - at < size)
		return NULL;
	valid = shared ? launch->shared_valid : m->valid;
	written = shared ? w->block->shared_written : m->written;
	if (!check_line(l, valid, written, at) || !race_line(w, l))
		return NULL;
	if (l->kind & TOUCH_WRITE)
		memory_set_bits(written, at, size, true);
	return (shared ? w->block->shared : m->bytes) + at;
}
