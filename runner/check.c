/*
 * The checks of a case, on what the last launch left on the device.
 *
 * A buffer is read back in pieces, the next one while this one is looked at:
 * a few periods, so that the host finds them in its cache. What it is compared
 * with has the period of the random data and is never read back: the data
 * itself ('same'), or a period of the output that was found right number by
 * number ('affine'), in this case or an earlier one. Bytes that differ from the
 * latter are looked at number by number too, so that the fast way rejects
 * nothing that the slow one would take. A reference that was not filled with
 * random data is read back.
 *
 * A device that can compare large buffers itself is asked first. What it finds
 * good needs no reading; for the rest the host says what is wrong and where.
 *
 * References are computed in double on the host. Comparisons are written so
 * that NaN fails them.
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
#include "pattern.h"
#include "probe.h"

#include "check_parts.h"

enum {
	PIECE = 2 * FILL_PERIOD,
	SLOT = CHECK_PINNED / 4, /* two pieces in use, two under way */
	BLOCK = 1024,		 /* words looked at together */
	WORD = sizeof(uint32_t),
};

_Static_assert((int)PIECE <= (int)SLOT, "a piece fits its slot");

bool
check_fail(struct fault *f, const char *name)
{
	snprintf(f->name, sizeof(f->name), "%s", name);
	return false;
}

/* In a block of fixed size, for compilers that know vectors. */
static bool
has_poison(const unsigned char *block, uint32_t poison)
{
	uint32_t word, found = 0;
	size_t i;

	for (i = 0; i < BLOCK; i++) {
		memcpy(&word, block + i * WORD, WORD);
		found |= word == poison;
	}
	return found != 0;
}

static bool
check_written(const struct part *part, const struct checking *c,
	      struct fault *f)
{
	uint32_t poison = c->probe->poison;
	size_t i = 0, n = WORD;

	while (part->bytes - i >= BLOCK * WORD &&
	       !has_poison(part->out + i, poison))
		i += BLOCK * WORD;
	for (; i < part->bytes; i += n) {
		if (part->bytes - i < WORD)
			n = part->bytes - i;
		if (memcmp(part->out + i, &poison, n))
			continue;
		fault_set(f, FAULT_CHECK, "%s was not written at byte %" PRIu64,
			  c->name, part->offset + i);
		return check_fail(f, CHECK_UNWRITTEN);
	}
	return true;
}

/* Values of several threads that became one. */
static bool
check_varied(const struct part *part, const struct checking *c, struct fault *f)
{
	const size_t step = sizeof(uint64_t);

	if (!check_written(part, c, f))
		return false;
	if (part->bytes < 2 * step ||
	    memcmp(part->out, part->out + step, part->bytes - step))
		return true;
	fault_set(f, FAULT_CHECK,
		  "%s is the same everywhere from byte %" PRIu64 " on: its "
		  "values have settled",
		  c->name, part->offset);
	return check_fail(f, "settled");
}

static bool
check_same(const struct part *part, const char *name, struct fault *f)
{
	size_t i;

	if (!memcmp(part->out, part->in, part->bytes))
		return true;
	for (i = 0; part->out[i] == part->in[i]; i++)
		;
	fault_set(f, FAULT_CHECK,
		  "%s differs at byte %" PRIu64 ": %02x, "
		  "expected %02x",
		  name, part->offset + i, part->out[i], part->in[i]);
	return check_fail(f, "different");
}

/* Bytes equal to those that were found right need no arithmetic. */
static bool
check_affine_part(struct checking *c, const struct part *part, struct fault *f)
{
	struct probe *p = c->probe;

	if (part->bytes <= p->right_bytes &&
	    !memcmp(part->out, p->right, part->bytes))
		return true;
	if (!check_numbers(c->check, part, c->name, f))
		return false;
	if (!c->pattern || part->bytes < p->right_bytes)
		return true;
	memcpy(p->right, part->out, part->bytes);
	p->right_bytes = part->bytes;
	return true;
}

/* The sum of the 4-byte words; what is left of one has zeros behind it. */
static uint32_t
add_words(const unsigned char *at, size_t bytes)
{
	uint32_t word, sum = 0;
	size_t i;

	for (i = 0; i + WORD <= bytes; i += WORD) {
		memcpy(&word, at + i, WORD);
		sum += word;
	}
	word = 0;
	memcpy(&word, at + i, bytes - i);
	return sum + word;
}

static bool
check_part(struct checking *c, const struct part *part, struct fault *f)
{
	if (c->check->kind == CHECK_WRITTEN)
		return check_written(part, c, f);
	if (c->check->kind == CHECK_VARIED)
		return check_varied(part, c, f);
	if (c->check->kind == CHECK_SAME)
		return check_same(part, c->name, f);
	if (c->check->kind == CHECK_TOTAL) {
		c->total += add_words(part->out, part->bytes);
		return true;
	}
	return check_affine_part(c, part, f);
}

static size_t
piece_bytes(uint64_t offset, uint64_t end)
{
	return end - offset < PIECE ? (size_t)(end - offset) : PIECE;
}

static unsigned char *
find_slot(const struct probe *p, uint64_t offset)
{
	return p->pinned + offset / PIECE % 2 * (2 * SLOT);
}

/* Begin to read a piece, with its reference if that is not known. */
static bool
start_piece(const struct checking *c, uint64_t offset, uint64_t end,
	    struct fault *f)
{
	const struct probe_buffer *buffers = c->probe->buffers;
	unsigned char *slot = find_slot(c->probe, offset);
	size_t bytes = piece_bytes(offset, end);
	struct device *d = c->probe->device;
	int code = 0;

	if (offset >= end)
		return true;
	code = d->ops->copy_out_start(
		d, slot, buffers[c->check->out].address + offset, bytes);
	if (!code && c->check->in != PACK_NONE && !c->pattern)
		code = d->ops->copy_out_start(
			d, slot + SLOT, buffers[c->check->in].address + offset,
			bytes);
	return code ? probe_fail(c->probe, f, "reading a buffer", code) : true;
}

static bool
wait_piece(const struct checking *c, struct fault *f)
{
	int code = c->probe->device->ops->synchronise(c->probe->device);

	return code ? probe_fail(c->probe, f, "reading a buffer", code) : true;
}

static bool
check_piece(struct checking *c, uint64_t offset, size_t bytes, struct fault *f)
{
	const unsigned char *slot = find_slot(c->probe, offset);
	struct part part = { 0 };
	size_t at;

	for (at = 0; at < bytes; at += part.bytes) {
		part.offset = offset + at;
		part.bytes = bytes - at;
		if (part.bytes > FILL_PERIOD)
			part.bytes = FILL_PERIOD;
		part.out = slot + at;
		if (c->check->in != PACK_NONE)
			part.in = c->pattern ? c->pattern : slot + SLOT + at;
		part.second = c->second;
		if (!check_part(c, &part, f))
			return false;
	}
	return true;
}

/* All of a buffer up to END, piece by piece. */
static bool
check_pieces(struct checking *c, uint64_t end, struct fault *f)
{
	uint64_t offset;

	if (!start_piece(c, 0, end, f))
		return false;
	for (offset = 0; offset < end; offset += PIECE) {
		if (!wait_piece(c, f) ||
		    !start_piece(c, offset + PIECE, end, f) ||
		    !check_piece(c, offset, piece_bytes(offset, end), f))
			return false;
	}
	return true;
}

/* The sum of buffer I as it is now. */
static bool
read_total(const struct pack_case *k, struct probe *p, int i, uint32_t *total,
	   struct fault *f)
{
	const struct pack_check add = { .kind = CHECK_TOTAL, .out = i,
					.in = PACK_NONE, .second = PACK_NONE };
	struct checking c = { .probe = p, .check = &add,
			      .name = k->buffers[i].name };

	if (!check_pieces(&c, p->buffers[i].bytes, f))
		return false;
	*total = c.total;
	return true;
}

/* The sum of buffer I, of random data as it was filled. */
static bool
find_total(const struct pack_case *k, struct probe *p, int i, uint32_t *total,
	   struct fault *f)
{
	const unsigned char *period = probe_pattern(p, k, (size_t)i);
	uint64_t bytes = p->buffers[i].bytes;

	if (!period)
		return read_total(k, p, i, total, f);
	*total = add_words(period, (size_t)(bytes % FILL_PERIOD));
	if (bytes >= FILL_PERIOD)
		*total += add_words(period, FILL_PERIOD) *
			  (uint32_t)(bytes / FILL_PERIOD);
	return true;
}

static bool
check_total(const struct pack_case *k, const struct pack_check *check,
	    struct probe *p, struct fault *f)
{
	uint32_t found, expected;

	if (!read_total(k, p, check->out, &found, f) ||
	    !find_total(k, p, check->in, &expected, f))
		return false;
	expected *= (uint32_t)check->a;
	if (found == expected)
		return true;
	fault_set(f, FAULT_CHECK, "the words of %s add up to %08" PRIx32
		  ", expected %08" PRIx32, k->buffers[check->out].name, found,
		  expected);
	return check_fail(f, "wrong");
}

/* Find a period right, if none is, so that the device can go on from it. */
static bool
find_right(struct checking *c, uint64_t end, struct fault *f)
{
	struct probe *p = c->probe;

	if (!check_is_known_right(c))
		p->right_bytes = 0;
	p->right_by = c->check;
	p->right_of[0] = c->pattern;
	p->right_of[1] = c->second;
	p->right_dropped = p->patterns->dropped;
	if (end < CHECK_LARGE || p->right_bytes == FILL_PERIOD || !c->pattern)
		return true;
	return check_pieces(c, FILL_PERIOD, f);
}

static bool
check_one(const struct pack_case *k, const struct pack_check *check,
	  struct probe *p, struct fault *f)
{
	struct checking c = { .probe = p, .check = check };
	uint64_t end = p->buffers[check->out].bytes;

	if (check->kind == CHECK_TOTAL)
		return check_total(k, check, p, f);
	c.name = k->buffers[check->out].name;
	if (check->in != PACK_NONE) {
		c.pattern = probe_pattern(p, k, (size_t)check->in);
		if (p->buffers[check->in].bytes < end)
			end = p->buffers[check->in].bytes;
	}
	if (check->second != PACK_NONE) {
		c.second = probe_pattern(p, k, (size_t)check->second);
		if (p->buffers[check->second].bytes < end)
			end = p->buffers[check->second].bytes;
	}
	if (check_has_numbers(check) && !find_right(&c, end, f))
		return false;
	return check_is_known(&c, end) || check_pieces(&c, end, f);
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

bool
check_changed(const struct pack_case *c, struct probe *p, size_t i,
	      bool *changed, struct fault *f)
{
	struct pack_check same = { .kind = CHECK_SAME, .out = (int)i,
				   .in = (int)i, .second = PACK_NONE };
	struct checking k = { .probe = p, .check = &same,
			      .name = c->buffers[i].name };
	struct fault found = { 0 };

	k.pattern = probe_pattern(p, c, i);
	if (!k.pattern) {
		p->right_bytes = 0;
		memset(p->right, 0, FILL_PERIOD);
		k.pattern = p->right;
	}
	*changed = !check_is_known(&k, p->buffers[i].bytes) &&
		   !check_pieces(&k, p->buffers[i].bytes, &found);
	if (!*changed || found.kind == FAULT_CHECK)
		return true;
	*f = found;
	return false;
}
