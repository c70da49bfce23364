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
 * A right one must never be called wrong: KB may be binary, then in all of the
 * equation; a unit on one side alone counts what the other gives; a factor of
 * 8 may be what turns bits into bytes; sides of different kinds that do not
 * agree, and those whose text speaks of rounding, are no equations that could
 * be checked.
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

#include <math.h>

#define TERMS_MAX 16

/* The terms of one side: products are joined first. */
struct side {
	struct quantity terms[TERMS_MAX];
	char ops[TERMS_MAX];     /* before each term */
	size_t n;
	double slack;            /* relative, of the rounding of its numbers */
};

/* How the numbers of a side are taken. */
enum reading { AS_UNITS, AS_BINARY, AS_DIGITS };

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
	if (s->n == TERMS_MAX || q->kind != QUANTITY_NUMBER ||
	    !(fabs(q->value) > 0) || q->relation != IS_EQUAL)
		return false;
	s->ops[s->n] = op;
	s->terms[s->n++] = *q;
	if (nearbyint(q->value) != q->value) /* whole numbers are exact */
		s->slack += q->half_digit / fabs(q->value);
	return true;
}

static double
factor_of(const struct quantity *q, enum reading how)
{
	if (how == AS_DIGITS)
		return q->unit.percent ? 0.01 : 1;
	if (how == AS_BINARY && q->unit.binary_may)
		return q->unit.scale * q->unit.binary;
	return q->unit.scale > 0 ? q->unit.scale : 1;
}

static double
term_value(const struct side *s, size_t i, enum reading how)
{
	return s->terms[i].value * factor_of(&s->terms[i], how);
}

static double
side_value(const struct side *s, enum reading how)
{
	double sum = 0, product = term_value(s, 0, how);
	char sign = '+';

	for (size_t i = 1; i < s->n; i++) {
		if (s->ops[i] == '*') {
			product *= term_value(s, i, how);
		} else if (s->ops[i] == '/') {
			product /= term_value(s, i, how);
		} else {
			sum += sign == '-' ? -product : product;
			sign = s->ops[i];
			product = term_value(s, i, how);
		}
	}
	return sum + (sign == '-' ? -product : product);
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
		taken = read_operator(str_skip(s, end), &op);
		if (taken == 0)
			return 0;
		at = end + taken;
		if (op == '=' || op == '~')
			break;
	}
	*about = op == '~';
	if (left->n < 2 || !quantity_read(right, text, at, &end) ||
	    right->kind != QUANTITY_NUMBER || leaves_open(s, start, end) ||
	    is_rounded(s, end) || read_operator(str_skip(s, end), &op) > 0)
		return 0;
	return end;
}

/* The unit of a side; false when its terms are of different kinds. */
static bool
side_unit(const struct side *s, struct unit *out)
{
	*out = s->terms[0].unit;
	for (size_t i = 1; i < s->n; i++) {
		if (s->ops[i] == '*' || s->ops[i] == '/')
			*out = unit_combine(out, &s->terms[i].unit,
					    s->ops[i] == '*' ? 1 : -1);
		else if (!unit_same_kind(out, &s->terms[i].unit))
			return false;
	}
	return true;
}

static bool
is_bare(const struct unit *u)
{
	return u->second == 0 && u->byte == 0 && u->flop == 0 && u->cycle == 0;
}

static bool
is_bits(const struct unit *u)
{
	return u->byte != 0 && u->scale < 1;
}

/* Whether an 8 turns bits into bytes or back: `16 bits / 8 = 2 bytes` is meant
   as digits. */
static bool
turns_bits(const struct side *left, const struct quantity *right)
{
	bool bits = is_bits(&right->unit), eight = false;
	bool bytes = right->unit.byte != 0 && !bits;

	for (size_t i = 0; i < left->n; i++) {
		const struct quantity *q = &left->terms[i];

		bits = bits || is_bits(&q->unit);
		bytes = bytes || (q->unit.byte != 0 && !is_bits(&q->unit));
		eight = eight || (q->unit.byte == 0 &&
				  fabs(q->value - 8) < 0.5);
	}
	return bits && bytes && eight;
}

static bool
agrees_as(const struct side *left, const struct quantity *right,
	  enum reading how, bool about)
{
	double scale = factor_of(right, how), value = side_value(left, how);
	double half = right->half_digit * scale * (about ? 2 : 1) +
		      left->slack * fabs(value);

	return quantity_agrees(right->value * scale, half, value);
}

/* Whether the sides agree; *sure is false when units tell that a difference
   may be no fault. */
static bool
agrees(const struct side *left, const struct quantity *right, bool about,
       bool *sure)
{
	struct unit u;
	bool plain = side_unit(left, &u);

	*sure = plain && !turns_bits(left, right) &&
		(unit_same_kind(&u, &right->unit) || is_bare(&u) ||
		 is_bare(&right->unit));
	if (agrees_as(left, right, AS_UNITS, about) ||
	    agrees_as(left, right, AS_BINARY, about))
		return true;
	return (is_bare(&u) != is_bare(&right->unit) || !*sure) &&
	       agrees_as(left, right, AS_DIGITS, about);
}

/* What the left side is worth, in the unit of the right one if it has that. */
static struct str
left_text(struct arena *a, const struct side *left,
	  const struct quantity *right)
{
	double value = side_value(left, AS_UNITS);
	struct str name = right->unit.text;
	struct unit u;

	if (name.n == 0 || !side_unit(left, &u) ||
	    !unit_same_kind(&u, &right->unit))
		return arena_printf(a, "the left side is %.6g", value);
	return arena_printf(a, "the left side is %.6g%s" STR_FMT,
			    value / factor_of(right, AS_UNITS),
			    name.p[0] == '%' ? "" : " ", STR_ARG(name));
}

static void
claim_equation(struct gather *g, struct span at, const struct side *left,
	       const struct quantity *right, bool about)
{
	bool sure, good = agrees(left, right, about, &sure);
	struct value *known = arena_alloc(g->arena, sizeof *known);
	struct claim *c;

	if (!good && !sure)
		return;
	c = gather_claim(g, CLAIM_EQUATION, at);
	*known = value_truth(good);
	known->reason = left_text(g->arena, left, right);
	c->known = known;
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
