/*
 * "buffer NAME BYTES FILL" to struct pack_buffer, and the sizes that grids
 * use too.
 *
 * A size stays symbolic (4096*sm): the pack is read where no device is known.
 * The bounds of a grid fill become whole numbers of steps here, once.
 */
#include <ctype.h>
#include <string.h>

#include "arena.h"
#include "cycle.h"
#include "manifest.h"
#include "number.h"
#include "pack.h"
#include "pack_parts.h"

enum { SIZE_FACTORS = 3 };

int
storage_find(const struct pack_buffer *b, size_t n, const char *name)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (!strcmp(b[i].name, name))
			return (int)i;
	}
	return PACK_NONE;
}

static bool
parse_factor(const char *at, size_t len, struct pack_size *s)
{
	uint64_t value = 0;
	size_t i;

	if (len == 2 && !memcmp(at, "sm", 2)) {
		s->sm++;
		return true;
	}
	if (len == 2 && !memcmp(at, "l2", 2)) {
		s->l2++;
		return true;
	}
	for (i = 0; i < len; i++) {
		if (!isdigit((unsigned char)at[i]) || value > INT64_MAX / 10)
			return false;
		value = value * 10 + (uint64_t)(at[i] - '0');
	}
	if (!len || !value || value > INT64_MAX / s->number)
		return false;
	s->number *= value;
	return true;
}

bool
storage_parse_size(const struct line *l, size_t i, struct pack_size *s)
{
	const char *at = l->words[i], *star;
	unsigned factors;
	size_t len;

	*s = (struct pack_size){ .number = 1 };
	for (factors = 0; at; factors++, at = star ? star + 1 : NULL) {
		star = strchr(at, '*');
		len = star ? (size_t)(star - at) : strlen(at);
		if (factors == SIZE_FACTORS || !parse_factor(at, len, s))
			return line_fail(
				l,
				"expected a product of at most %d "
				"of numbers above 0, 'sm' and 'l2', found '%s'",
				SIZE_FACTORS, l->words[i]);
	}
	return true;
}

bool
storage_parse_type(const struct line *l, size_t i, enum number_type *type)
{
	if (number_find(l->words[i], type))
		return true;
	return line_fail(l, "unknown type '%s': f64 f32 f16 bf16, s or u "
			 "with 8 16 32 64", l->words[i]);
}

static bool
parse_range(const struct line *l, struct pack_fill *f)
{
	uint64_t kept[2] = { 0 };

	if (!storage_parse_type(l, 4, &f->type) ||
	    !line_number(l, 5, &f->low) || !line_number(l, 6, &f->high))
		return false;
	if (f->low > f->high)
		return line_fail(l, "empty range %s..%s", l->words[5],
				 l->words[6]);
	number_store(f->type, kept, f->low);
	number_store(f->type, kept + 1, f->high);
	if (number_is_whole(f->type) &&
	    (number_load(f->type, kept) > f->low ||
	     number_load(f->type, kept + 1) < f->high))
		return line_fail(l, "%s..%s is no range of %s", l->words[5],
				 l->words[6], l->words[4]);
	return true;
}

/* The least whole number not below X, for |X| below 2^53. */
static double
round_up(double x)
{
	double whole = (double)(int64_t)x;

	return whole < x ? whole + 1 : whole;
}

static bool
parse_grid_fill(const struct line *l, struct pack_fill *f)
{
	f->kind = FILL_GRID;
	if (!line_expect(l, 8, "buffer NAME BYTES grid TYPE LO HI STEP") ||
	    !parse_range(l, f) || !line_number(l, 7, &f->step))
		return false;
	if (f->step <= 0)
		return line_fail(l, "step '%s' is not above 0", l->words[7]);
	if (f->low / f->step < -1e15 || f->high / f->step > 1e15)
		return line_fail(l, "more than 1e15 steps");
	f->low = round_up(f->low / f->step);
	f->high = -round_up(-f->high / f->step);
	if (f->low > f->high)
		return line_fail(l, "no multiple of %s in %s..%s", l->words[7],
				 l->words[5], l->words[6]);
	return true;
}

static bool
parse_cycle_fill(const struct line *l, struct pack_fill *f)
{
	const uint64_t range[2] = { CYCLE_STRIDE_LEAST, CYCLE_STRIDE_MOST };
	uint64_t stride;

	f->kind = FILL_CYCLE;
	if (!line_expect(l, 5, "buffer NAME BYTES cycle STRIDE") ||
	    !line_whole(l, 4, range, &stride))
		return false;
	if (stride % 8)
		return line_fail(l, "stride '%s' is no multiple of 8",
				 l->words[4]);
	f->step = (double)stride;
	return true;
}

static bool
parse_fill(const struct line *l, struct pack_fill *f)
{
	const char *word = l->nwords > 3 ? l->words[3] : "";

	memset(f, 0, sizeof(*f));
	if (!strcmp(word, "grid"))
		return parse_grid_fill(l, f);
	if (!strcmp(word, "cycle"))
		return parse_cycle_fill(l, f);
	if (!strcmp(word, "random") && l->nwords == 5 &&
	    !strcmp(l->words[4], "bits")) {
		f->kind = FILL_BITS;
		return true;
	}
	if (!strcmp(word, "random")) {
		f->kind = FILL_RANDOM;
		return line_expect(l, 7,
				   "buffer NAME BYTES random TYPE "
				   "LO HI") &&
		       parse_range(l, f);
	}
	if (strcmp(word, "poison") && strcmp(word, "zero"))
		return line_fail(l, "expected 'buffer NAME BYTES FILL' with "
				    "fill random, grid, cycle, poison or zero");
	f->kind = word[0] == 'p' ? FILL_POISON : FILL_ZERO;
	return line_expect(l, 4, "buffer NAME BYTES poison (or zero)");
}

bool
storage_parse(struct arena *a, const struct line *l,
	      struct pack_buffer **buffers, size_t *n)
{
	struct pack_buffer b;
	int old;

	if (!parse_fill(l, &b.fill) || !line_name(l, 1) ||
	    !storage_parse_size(l, 2, &b.bytes))
		return false;
	b.name = l->words[1];
	old = storage_find(*buffers, *n, b.name);
	if (old != PACK_NONE) {
		(*buffers)[old] = b;
		return true;
	}
	if (*n == PACK_BUFFERS)
		return line_fail(l, "more than %d buffers", PACK_BUFFERS);
	*buffers = arena_grow(a, *buffers, *n, sizeof(b));
	(*buffers)[(*n)++] = b;
	return true;
}
