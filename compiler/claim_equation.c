/*
 * Equations in prose (`128 / 32 = 4`): the text of a page to claims that are
 * right or wrong by themselves.
 *
 * The idea: an equation is checked as it stands, so it is only taken for one
 * when nothing is left open: numbers, operators with blanks around them, `=`
 * or `≈`, a number; no name or bracket next to it, but for one pair around all
 * of it. Words that count may stand behind a number.
 *
 *   128 / 32 = 4 warps        1000 × 4.88e-4 ≈ 0.5        2 x 3 + 1 = 7
 *
 * A marker behind one of its numbers is read over: what it binds is known by
 * itself, and then tells which side is right.
 *
 * Those whose text speaks of rounding are no equations that could be checked.
 * Whether the sides agree is claim_side.c.
 *
 * Numbers that stand in no equation are not looked at (claim_unbound.c).
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "value.h"

#include "claim_side.h"

#include <math.h>

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

/* Behind the markers that stand at `at`. */
static size_t
skip_markers(struct str s, size_t at)
{
	while (str_starts(str_skip(s, at), STR("<!--"))) {
		size_t n = str_find(str_skip(s, at), STR("-->"));

		if (at + n == s.n)
			break;
		at += n + 3;
	}
	return at;
}

static bool
add_term(struct side *s, char op, const struct quantity *q)
{
	if (s->n == TERMS_MAX || q->kind != QUANTITY_NUMBER ||
	    !(fabs(q->value) > 0) || q->relation != IS_EQUAL)
		return false;
	s->ops[s->n] = op;
	s->terms[s->n++] = *q;
	if (nearbyint(q->value) != q->value) /* whole numbers are exact */
		s->slack += q->half_digit / fabs(q->value);
	return true;
}

/* Whether what is behind an equation shows that it is part of more; the marks
   around all of it, `(`, `**`, are no more. */
static bool
leaves_open(struct str text, size_t start, size_t at)
{
	while (start > 0 && at < text.n && text.p[start - 1] == text.p[at] &&
	       byte_among(text.p[at], "*_`")) {
		start--;
		at++;
	}
	if (start > 0 && at < text.n && text.p[start - 1] == '(' &&
	    text.p[at] == ')')
		at++;
	return at < text.n &&
	       byte_among(text.p[at], "()[]{}^*/+=<>_%&|");
}

/* Whether the words behind speak of rounding: `= 4 (rounded up)`. */
static bool
is_rounded(struct str text, size_t at)
{
	static const struct str words[] = {
		STR_INIT("round"), STR_INIT("ceil"), STR_INIT("floor"),
		STR_INIT("integer"), STR_INIT("remainder"),
		STR_INIT("truncat"), STR_INIT("at most"),
		STR_INIT("at least"), STR_INIT("whole"),
	};
	struct str rest = str_slice(text, at, 60);

	rest.n = str_find_byte(rest, '\n');
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_find(rest, words[i]) < rest.n)
			return true;
	return false;
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
	size_t start = at, end, taken;
	char op = '+';

	for (;;) {
		struct quantity q;

		if (!quantity_read(&q, text, at, &end) || !add_term(left, op,
								    &q))
			return 0;
		end = skip_markers(s, end);
		taken = read_operator(str_skip(s, end), &op);
		if (taken == 0)
			return 0;
		at = end + taken;
		if (op == '=' || op == '~')
			break;
	}
	*about = op == '~';
	if (left->n < 2 || !quantity_read(right, text, at, &end))
		return 0;
	end = skip_markers(s, end);
	if (right->kind != QUANTITY_NUMBER || leaves_open(s, start, end) ||
	    is_rounded(s, end) || read_operator(str_skip(s, end), &op) > 0)
		return 0;
	return end;
}

/* Its text without markers. */
static struct str
bare_equation(struct arena *a, struct str s)
{
	char *out = arena_alloc(a, s.n + 1);
	size_t n = 0, at = 0;

	while ((at = skip_markers(s, at)) < s.n)
		out[n++] = s.p[at++];
	return (struct str){ out, n };
}

/* Which of its sides markers speak of. */
static const struct equation *
make_equation(struct gather *g, const struct side *left,
	      const struct quantity *right)
{
	struct equation *e = arena_alloc(g->arena, sizeof *e);
	struct quantity *kept = arena_alloc(g->arena, sizeof *kept);

	*kept = *right;
	e->right = kept;
	e->left = side_worth(left, right);
	e->right_bound = gather_is_covered(g, right->at);
	for (size_t i = 0; i < left->n; i++)
		e->left_bound |= gather_is_covered(g, left->terms[i].at);
	return e;
}

static void
claim_equation(struct gather *g, struct span at, const struct side *left,
	       const struct quantity *right, bool about)
{
	bool sure, good = side_agrees(left, right, about, &sure);
	struct value *known = arena_alloc(g->arena, sizeof *known);
	struct claim *c;

	if (!good && !sure)
		return;
	c = gather_claim(g, CLAIM_EQUATION, at);
	*known = value_truth(good);
	known->reason = side_text(g->arena, left, right);
	c->known = known;
	c->text = bare_equation(g->arena, span_str(at));
	c->equation = make_equation(g, left, right);
	gather_cover(g, at);
}

/* Whether there is ` = ` or `≈`: most texts have neither and need no further
   look. */
static bool
holds_equation(struct str s)
{
	for (size_t at = 0; at < s.n; at++) {
		at += str_find_byte(str_skip(s, at), '=');
		/* `kbc: = ` is a marker */
		if (at > 1 && at + 1 < s.n && s.p[at - 1] == ' ' &&
		    s.p[at - 2] != ':' && s.p[at + 1] == ' ')
			return true;
	}
	return str_find(s, STR("\xe2\x89\x88")) < s.n;
}

/* Claims the equation that starts with the digit at `at`; where it ends. */
static size_t
take_equation(struct gather *g, struct span text, size_t at)
{
	struct side left = { .n = 0 };
	struct quantity right;
	bool about = false;
	size_t end = read_equation(text, at, &left, &right, &about);

	if (end == 0)
		return at;
	claim_equation(g, span_slice(text, at, end - at), &left, &right,
		       about);
	return end;
}

static void
equations_of(struct gather *g, struct span text)
{
	struct str s = span_str(text);
	size_t at = holds_equation(s) ? 0 : s.n, end;

	while (at < s.n) {
		end = at;
		if (byte_is_digit(s.p[at]) &&
		    !gather_in_comment(g, text.at + at) && !starts_late(s, at))
			end = take_equation(g, text, at);
		if (end > at)
			at = end;
		else
			while (at < s.n && byte_is_name(s.p[at++]))
				;
	}
}

static void
equations_of_cells(struct gather *g, const struct block *b)
{
	for (size_t r = 1; r < b->nrows; r++)
		for (size_t k = 0; k < b->rows[r].n; k++)
			equations_of(g, b->rows[r].cells[k]);
}

void
gather_equations(struct gather *g)
{
	const struct scan *s = g->page->scan;

	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];

		if (b->kind == BLOCK_TEXT)
			equations_of(g, b->at);
		else if (b->kind == BLOCK_TABLE &&
			 holds_equation(span_str(b->at)))
			equations_of_cells(g, b);
	}
}
