/*
 * Equations in prose (`128 / 32 = 4`), and the numbers nothing speaks of.
 *
 * The idea: an equation is checked as it stands, so it is only taken for one
 * when nothing is left open: numbers, operators with blanks around them, `=`
 * or `≈`, a number; no name or bracket next to it. Words that count may stand
 * behind a number.
 *
 *   128 / 32 = 4 warps        1000 × 4.88e-4 ≈ 0.5        2 x 3 + 1 = 7
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "expr.h"
#include "mark.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "value.h"

#include <math.h>

#define TERMS_MAX 16

/* The terms of one side: products are joined first. */
struct side {
	double terms[TERMS_MAX];
	char ops[TERMS_MAX];     /* before each term */
	size_t n;
	double slack;            /* relative, of the rounding of its numbers */
};

static const struct {
	struct str sign;
	char op;
} operators[] = {
	{ STR_INIT("+"), '+' }, { STR_INIT("-"), '-' },
	{ STR_INIT("\xe2\x88\x92"), '-' }, { STR_INIT("*"), '*' },
	{ STR_INIT("x"), '*' }, { STR_INIT("\xc3\x97"), '*' },
	{ STR_INIT("/"), '/' }, { STR_INIT("\xc3\xb7"), '/' },
	{ STR_INIT("="), '=' }, { STR_INIT("\xe2\x89\x88"), '~' },
};

/* The operator at s, with a blank on either side; its length, else 0. */
static size_t
read_operator(struct str s, char *op)
{
	for (size_t i = 0; i < COUNT_OF(operators); i++) {
		struct str sign = operators[i].sign;

		if (s.n > sign.n + 2 && s.p[0] == ' ' &&
		    s.p[sign.n + 1] == ' ' &&
		    str_starts(str_skip(s, 1), sign)) {
			*op = operators[i].op;
			return sign.n + 2;
		}
	}
	return 0;
}

static bool
add_term(struct side *s, char op, const struct quantity *q)
{
	double scale = q->unit.scale > 0 ? q->unit.scale : 1;

	if (s->n == TERMS_MAX || q->kind != QUANTITY_NUMBER ||
	    !(fabs(q->value) > 0) || q->relation != IS_EQUAL)
		return false;
	s->ops[s->n] = op;
	s->terms[s->n++] = q->value * scale;
	if (nearbyint(q->value) != q->value) /* whole numbers are exact */
		s->slack += q->half_digit / fabs(q->value);
	return true;
}

static double
side_value(const struct side *s)
{
	double sum = 0, product = s->terms[0];
	char sign = '+';

	for (size_t i = 1; i < s->n; i++) {
		if (s->ops[i] == '*') {
			product *= s->terms[i];
		} else if (s->ops[i] == '/') {
			product /= s->terms[i];
		} else {
			sum += sign == '-' ? -product : product;
			sign = s->ops[i];
			product = s->terms[i];
		}
	}
	return sum + (sign == '-' ? -product : product);
}

/* Whether a byte next to an equation shows that it is part of more. */
static bool
leaves_open(struct str text, size_t at)
{
	return at < text.n &&
	       str_find_byte(STR("()[]{}^*/+=<>_%&|"), text.p[at]) < 17;
}

/* Whether the text before the first number ends in an operator or name that
   belongs to it: `n * 4 = …`, `f(4) / 2 = …`. */
static bool
starts_late(struct str text, size_t at)
{
	char op;

	while (at > 0 && (text.p[at - 1] == '`' || text.p[at - 1] == '*'))
		at--;
	if (at > 0 && text.p[at - 1] != ' ' && text.p[at - 1] != '\n' &&
	    text.p[at - 1] != '(' && text.p[at - 1] != '|')
		return true;
	for (size_t back = 3; back <= 5 && back <= at; back++)
		if (read_operator(str_slice(text, at - back, back + 1), &op) ==
		    back)
			return true;
	return false;
}

/* Reads `number op number … = number` from at; the end, or 0. */
static size_t
read_equation(struct span text, size_t at, struct side *left,
	      struct quantity *right, bool *about)
{
	struct str s = span_str(text);
	size_t end, taken;
	char op = '+';

	for (;;) {
		struct quantity q;

		if (!quantity_read(&q, text, at, &end) || !add_term(left, op,
								    &q))
			return 0;
		taken = read_operator(str_skip(s, end), &op);
		if (taken == 0)
			return 0;
		at = end + taken;
		if (op == '=' || op == '~')
			break;
	}
	*about = op == '~';
	if (left->n < 2 || !quantity_read(right, text, at, &end) ||
	    right->kind != QUANTITY_NUMBER || leaves_open(s, end) ||
	    read_operator(str_skip(s, end), &op) > 0)
		return 0;
	return end;
}

static bool
agrees(const struct side *left, const struct quantity *right, bool about)
{
	double scale = right->unit.scale > 0 ? right->unit.scale : 1;
	double value = side_value(left), w = right->value * scale;
	double half = right->half_digit * scale * (about ? 2 : 1) +
		      left->slack * fabs(value);

	if (quantity_agrees(w, half, value))
		return true;
	return right->unit.binary_may &&
	       quantity_agrees(w * right->unit.binary,
				    half * right->unit.binary, value);
}

static void
claim_equation(struct gather *g, struct span at, const struct side *left,
	       const struct quantity *right, bool about)
{
	struct claim *c = gather_claim(g, CLAIM_EQUATION, at);
	struct value *known = arena_alloc(g->arena, sizeof *known);

	*known = value_truth(agrees(left, right, about));
	known->reason = arena_printf(g->arena, "the left side is %.6g",
				     side_value(left));
	c->known = known;
	gather_cover(g, at);
}

static bool
in_comment(const struct gather *g, size_t at)
{
	const struct scan *s = g->page->scan;

	for (size_t i = 0; i < s->ncomments; i++)
		if (at >= s->comments[i].at.at &&
		    at < s->comments[i].at.at + s->comments[i].at.n)
			return true;
	return false;
}

/* Whether there is an equals sign that an equation could have: most texts
   have none and need no further look. */
static bool
holds_equation(struct str s)
{
	return str_find(s, STR(" = ")) < s.n ||
	       str_find(s, STR(" \xe2\x89\x88 ")) < s.n;
}

static void
equations_of(struct gather *g, struct span text)
{
	struct str s = span_str(text);
	size_t at = holds_equation(s) ? 0 : s.n;

	while (at < s.n) {
		struct side left = { .n = 0 };
		struct quantity right;
		bool about = false;
		size_t end = 0;

		if (byte_is_digit(s.p[at]) && !in_comment(g, text.at + at) &&
		    !starts_late(s, at))
			end = read_equation(text, at, &left, &right, &about);
		if (end > 0)
			claim_equation(g, span_slice(text, at, end - at),
				       &left, &right, about);
		if (end > at)
			at = end;
		else
			while (at < s.n && byte_is_name(s.p[at++]))
				;
	}
}

/* Calls `equations_of` on the prose of the page: texts and cells. */
void
gather_equations(struct gather *g)
{
	const struct scan *s = g->page->scan;

	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];

		if (b->kind == BLOCK_TEXT)
			equations_of(g, b->at);
		for (size_t r = 1; b->kind == BLOCK_TABLE && r < b->nrows; r++)
			for (size_t k = 0; k < b->rows[r].n; k++)
				equations_of(g, b->rows[r].cells[k]);
	}
}

/* --- numbers nothing speaks of ----------------------------------------------- */

static bool
is_covered(const struct gather *g, struct span at)
{
	for (size_t i = 0; i < g->ncovered; i++)
		if (g->covered[i].at < at.at + at.n &&
		    at.at < g->covered[i].at + g->covered[i].n)
			return true;
	return false;
}

static bool
in_link(const struct gather *g, struct span at)
{
	const struct mark *m = g->page->mark;

	for (size_t i = 0; i < m->nlinks; i++)
		if (m->links[i].text.at <= at.at + at.n &&
		    at.at <= m->links[i].text.at + m->links[i].text.n +
			     m->links[i].href.n + 4)
			return true;
	return false;
}

static void
count_unbound(struct gather *g, struct span text)
{
	struct claims *out = g->out;
	struct quantity *all;
	size_t n = quantity_collect(g->arena, &all, text);

	for (size_t i = 0; i < n; i++) {
		if (is_covered(g, all[i].at) || in_comment(g, all[i].at.at) ||
		    mark_code_at(g->page->mark, all[i].at.at) ||
		    in_link(g, all[i].at))
			continue;
		out->nunbound++;
	}
}

void
gather_unbound(struct gather *g)
{
	const struct scan *s = g->page->scan;

	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];

		if (b->kind == BLOCK_TEXT)
			count_unbound(g, b->at);
		for (size_t r = 1; b->kind == BLOCK_TABLE && r < b->nrows; r++)
			for (size_t k = 0; k < b->rows[r].n; k++)
				count_unbound(g, b->rows[r].cells[k]);
	}
}
