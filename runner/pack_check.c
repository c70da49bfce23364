/*
 * "check OUT KIND ..." to struct pack_check.
 *
 * Names become indices of the case's buffers here. What a buffer is filled
 * with is not looked at before the case is complete, since a later line may
 * replace it: check_fits().
 */
#include <string.h>

#include "arena.h"
#include "manifest.h"
#include "number.h"
#include "pack.h"
#include "pack_parts.h"

/* By enum check_kind. */
static const char *const kinds[] = { "same", "affine", "linear", "total",
				     "written", "varied" };

enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

static bool
parse_tolerance(const struct line *l, size_t i, struct pack_check *k)
{
	if (!line_number(l, i, &k->tolerance))
		return false;
	if (k->tolerance < 0 || k->tolerance >= 1)
		return line_fail(l, "tolerance '%s' is not in [0, 1)",
				 l->words[i]);
	return true;
}

static bool
parse_affine(const struct line *l, struct pack_case *c, struct pack_check *k)
{
	return line_expect(l, 8, "check OUT affine TYPE IN A B TOL") &&
	       storage_parse_type(l, 3, &k->type) &&
	       case_parse_buffer(l, 4, c, &k->in) &&
	       line_number(l, 5, &k->a) && line_number(l, 6, &k->b) &&
	       parse_tolerance(l, 7, k);
}

static bool
parse_linear(const struct line *l, struct pack_case *c, struct pack_check *k)
{
	return line_expect(l, 9, "check OUT linear TYPE X A Y B TOL") &&
	       storage_parse_type(l, 3, &k->type) &&
	       case_parse_buffer(l, 4, c, &k->in) &&
	       line_number(l, 5, &k->a) &&
	       case_parse_buffer(l, 6, c, &k->second) &&
	       line_number(l, 7, &k->b) && parse_tolerance(l, 8, k);
}

static bool
parse_same(const struct line *l, struct pack_case *c, struct pack_check *k)
{
	return line_expect(l, 4, "check OUT same IN") &&
	       case_parse_buffer(l, 3, c, &k->in);
}

static bool
parse_total(const struct line *l, struct pack_case *c, struct pack_check *k)
{
	const uint64_t range[2] = { 1, UINT32_MAX };
	uint64_t times;

	if (!line_expect(l, 5, "check OUT total IN TIMES") ||
	    !case_parse_buffer(l, 3, c, &k->in) ||
	    !line_whole(l, 4, range, &times))
		return false;
	k->a = (double)times;
	return true;
}

/* The words behind 'check OUT KIND'. */
static bool
parse_check_words(const struct line *l, struct pack_case *c,
		  struct pack_check *k)
{
	switch (k->kind) {
	case CHECK_SAME:
		return parse_same(l, c, k);
	case CHECK_AFFINE:
		return parse_affine(l, c, k);
	case CHECK_LINEAR:
		return parse_linear(l, c, k);
	case CHECK_TOTAL:
		return parse_total(l, c, k);
	case CHECK_WRITTEN:
		return line_expect(l, 3, "check OUT written");
	case CHECK_VARIED:
		break;
	}
	return line_expect(l, 3, "check OUT varied");
}

bool
check_parse(struct arena *a, const struct line *l, struct pack_case *c)
{
	const char *kind = l->nwords > 2 ? l->words[2] : "";
	struct pack_check k = { .in = PACK_NONE, .second = PACK_NONE };
	size_t i = 0;

	if (c->nchecks == PACK_CHECKS)
		return line_fail(l, "more than %d checks", PACK_CHECKS);
	while (i < KINDS && strcmp(kind, kinds[i]))
		i++;
	if (i == KINDS)
		return line_fail(l,
				 "unknown check '%s': same, affine, linear, "
				 "total, written, varied",
				 kind);
	k.kind = (enum check_kind)i;
	if (!parse_check_words(l, c, &k) ||
	    !case_parse_buffer(l, 1, c, &k.out))
		return false;
	c->checks = arena_grow(a, c->checks, c->nchecks, sizeof(k));
	c->checks[c->nchecks++] = k;
	return true;
}

/* Whether the buffer holds a period of random data. */
static bool
is_random(const struct pack_case *c, int buffer)
{
	enum fill_kind kind = c->buffers[buffer].fill.kind;

	return kind == FILL_RANDOM || kind == FILL_BITS || kind == FILL_GRID;
}

bool
check_fits(const struct line *l, const struct pack_case *c)
{
	size_t i;

	for (i = 0; i < c->nchecks; i++) {
		const struct pack_check *k = &c->checks[i];

		if (k->kind == CHECK_LINEAR &&
		    !(is_random(c, k->in) && is_random(c, k->second)))
			return line_fail(l, "the case of line %lu has a check "
					 "'linear' of data that are not random",
					 c->line);
	}
	return true;
}
