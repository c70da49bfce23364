/*
 * The checks of a case, on what the last launch left on the device.
 *
 * Buffers are read back in pieces of the two halves of the probe's scratch
 * memory. References are computed in double on the host. Comparisons are
 * written so that NaN fails them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "device.h"
#include "fault.h"
#include "fill.h"
#include "number.h"
#include "pack.h"
#include "probe.h"

enum { PIECE = 1 << 20 }; /* at most FILL_PERIOD */

_Static_assert((int)PIECE <= (int)FILL_PERIOD, "a piece fits half a scratch");

struct piece {
	uint64_t offset; /* of both parts in their buffers */
	size_t bytes;
	const unsigned char *out, *in; /* in: NULL for 'written' */
};

static bool
fail_check(struct fault *f, const char *name)
{
	snprintf(f->name, sizeof(f->name), "%s", name);
	return false;
}

static bool
check_written(const struct piece *piece, const char *name, struct fault *f)
{
	uint32_t word;
	size_t i;

	for (i = 0; i + sizeof(word) <= piece->bytes; i += sizeof(word)) {
		memcpy(&word, piece->out + i, sizeof(word));
		if (word != PACK_POISON)
			continue;
		fault_set(f, FAULT_CHECK, "%s was not written at byte %" PRIu64,
			  name, piece->offset + i);
		return fail_check(f, "unwritten");
	}
	return true;
}

static bool
check_same(const struct piece *piece, const char *name, struct fault *f)
{
	size_t i;

	if (!memcmp(piece->out, piece->in, piece->bytes))
		return true;
	for (i = 0; piece->out[i] == piece->in[i]; i++)
		;
	fault_set(f, FAULT_CHECK,
		  "%s differs at byte %" PRIu64 ": %02x, "
		  "expected %02x",
		  name, piece->offset + i, piece->out[i], piece->in[i]);
	return fail_check(f, "different");
}

static double
magnitude(double x)
{
	return x < 0 ? -x : x;
}

static bool
check_affine(const struct pack_check *k, const struct piece *piece,
	     const char *name, struct fault *f)
{
	size_t size = number_size(k->type), i;
	double out, product, slack;

	for (i = 0; i + size <= piece->bytes; i += size) {
		out = number_load(k->type, piece->out + i);
		product = k->a * number_load(k->type, piece->in + i);
		slack = k->tolerance * (magnitude(product) + magnitude(k->b));
		if (magnitude(out - (product + k->b)) <= slack)
			continue;
		fault_set(f, FAULT_CHECK,
			  "%s[%" PRIu64 "] is %.9g, expected "
			  "%.9g",
			  name, (piece->offset + i) / size, out,
			  product + k->b);
		return fail_check(f, "wrong");
	}
	return true;
}

static bool
read_piece(struct probe *p, const struct pack_check *k, struct piece *piece,
	   struct fault *f)
{
	struct device *d = p->device;
	int code;

	piece->out = p->scratch;
	piece->in = p->scratch + FILL_PERIOD;
	code = d->ops->copy_out(d, p->scratch,
				p->buffers[k->out].address + piece->offset,
				piece->bytes);
	if (!code && k->in != PACK_NONE)
		code = d->ops->copy_out(d, p->scratch + FILL_PERIOD,
					p->buffers[k->in].address +
						piece->offset,
					piece->bytes);
	return code ? probe_fail(p, f, "reading a buffer", code) : true;
}

static bool
check_piece(const struct pack_check *k, const struct piece *piece,
	    const char *name, struct fault *f)
{
	if (k->kind == CHECK_WRITTEN)
		return check_written(piece, name, f);
	if (k->kind == CHECK_SAME)
		return check_same(piece, name, f);
	return check_affine(k, piece, name, f);
}

static bool
check_one(const struct pack_case *c, const struct pack_check *k,
	  struct probe *p, struct fault *f)
{
	uint64_t bytes = p->buffers[k->out].bytes, left;
	struct piece piece = { 0 };

	if (k->in != PACK_NONE && p->buffers[k->in].bytes < bytes)
		bytes = p->buffers[k->in].bytes;
	for (; piece.offset < bytes; piece.offset += piece.bytes) {
		left = bytes - piece.offset;
		piece.bytes = left < PIECE ? (size_t)left : PIECE;
		if (!read_piece(p, k, &piece, f) ||
		    !check_piece(k, &piece, c->buffers[k->out].name, f))
			return false;
	}
	return true;
}

bool
check_run(const struct pack_case *c, struct probe *p, struct fault *f)
{
	size_t i;

	for (i = 0; i < c->nchecks; i++) {
		if (!check_one(c, &c->checks[i], p, f))
			return false;
	}
	return true;
}
