/*
 * A number as a page would write it, where no number of the page shows how.
 *
 * Claim and value -> `1.97x`, `28.6 TFLOP/s`, `473 us`.
 *
 * The idea: a measured number has three digits, which is what its band allows,
 * and a unit in which it is neither long nor all zeros; an exact one has all
 * digits of a whole number, else four. `in UNIT` says the unit.
 */
#include "arena.h"
#include "claim.h"
#include "expr.h"
#include "marker.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"
#include "verdict_parts.h"

#include <math.h>

/* Significant digits of a measured number, and of one that is no whole one. */
#define DIGITS_MEASURED 3
#define DIGITS_EXACT 4

/* How a number is to be written that no number of the page shows. */
struct form {
	double scale;       /* of its unit */
	struct str unit;    /* with the blank or sign before it, ` us`, `x` */
	bool known;         /* that unit is all of it */
};

/* The largest step that the number reaches, else the last. */
static struct form
prefixed(double number, const struct str *names, const double *scales,
	 size_t n)
{
	size_t i = 0;

	while (i + 1 < n && fabs(number) < scales[i])
		i++;
	return (struct form){ scales[i], names[i], true };
}

static struct form
rate_form(double number, bool flop)
{
	static const double scales[] = { 1e12, 1e9, 1e6, 1 };
	static const struct str names[2][4] = {
		{ STR_INIT(" TB/s"), STR_INIT(" GB/s"), STR_INIT(" MB/s"),
		  STR_INIT(" B/s") },
		{ STR_INIT(" TFLOP/s"), STR_INIT(" GFLOP/s"),
		  STR_INIT(" MFLOP/s"), STR_INIT(" FLOP/s") },
	};

	return prefixed(number, names[flop], scales, COUNT_OF(scales));
}

static struct form
time_form(double number)
{
	static const double scales[] = { 1, 1e-3, 1e-6, 1e-9 };
	static const struct str names[] = {
		STR_INIT(" s"), STR_INIT(" ms"), STR_INIT(" us"),
		STR_INIT(" ns"),
	};

	return prefixed(number, names, scales, COUNT_OF(scales));
}

/* A quotient of what is alike: people say `1.02x`. */
static bool
is_quotient(const struct claim *c, const struct value *v)
{
	return !v->unit && v->runs && c->expr->kind == EXPR_BINARY &&
	       c->expr->op == OP_DIV;
}

static bool
has_dimensions(const struct unit *u, int second, int byte, int flop, int cycle)
{
	return u->second == second && u->byte == byte && u->flop == flop &&
	       u->cycle == cycle;
}

static struct form
unit_form(struct arena *a, const struct unit *u, double number)
{
	if (has_dimensions(u, -1, 0, 1, 0) || has_dimensions(u, -1, 1, 0, 0))
		return rate_form(number, u->flop == 1);
	if (has_dimensions(u, 1, 0, 0, 0))
		return time_form(number);
	if (has_dimensions(u, 0, 1, 0, 0))
		return (struct form){ 1, STR(" B"), true };
	if (has_dimensions(u, 0, 0, 0, 1))
		return (struct form){ 1, STR(" cycles"), true };
	if (u->text.n > 0 && u->scale > 0)
		return (struct form){ u->scale, arena_printf(a, " " STR_FMT,
						STR_ARG(u->text)), true };
	return (struct form){ 1, STR(""), false };
}

/* By `in UNIT`, else by what the value is. */
static struct form
find_form(struct arena *a, const struct claim *c, const struct value *v)
{
	struct unit u;

	if (c->options && c->options->in.n > 0 &&
	    unit_parse(&u, c->options->in) && u.scale > 0)
		return (struct form){ u.scale, u.percent ? STR(" %") :
			arena_printf(a, " " STR_FMT, STR_ARG(c->options->in)),
			true };
	if (v->unit)
		return unit_form(a, v->unit, v->number);
	return (struct form){ 1, is_quotient(c, v) ? STR("x") : STR(""),
			      true };
}

/* So many significant digits, as people write them. */
static struct str
digits_of(struct arena *a, double x, int significant)
{
	int whole = fabs(x) > 0 ? (int)floor(log10(fabs(x))) + 1 : 1;
	double step = pow(10, significant - whole);

	if (!isfinite(x))
		return STR("");
	if (fabs(x) > 0 && (whole < -3 || whole > 7))
		return arena_printf(a, "%.*e", significant - 1, x);
	if (whole > significant) /* nothing of it is invented */
		return arena_printf(a, "%.0f", round(x * step) / step);
	return arena_printf(a, "%.*f", significant - whole, x);
}

struct str
verdict_number(struct arena *a, const struct unit *u, double number,
	       int significant)
{
	struct form form = { 1, STR(""), true };

	if (u)
		form = unit_form(a, u, number);
	return arena_printf(a, STR_FMT STR_FMT,
			    STR_ARG(digits_of(a, number / form.scale,
					      significant)),
			    STR_ARG(form.unit));
}

/* A whole number is written whole. */
static struct str
exact_digits(struct arena *a, double x)
{
	if (fabs(x) < 1e15 && !(fabs(x - round(x)) > 0))
		return arena_printf(a, "%.0f", x);
	return digits_of(a, x, DIGITS_EXACT);
}

struct str
verdict_plain(struct arena *a, const struct claim *c, const struct verdict *v)
{
	struct form form = find_form(a, c, v->shown);
	double number = v->measured ? v->value : v->shown->number;
	struct str digits = v->measured ?
		digits_of(a, number / form.scale, DIGITS_MEASURED) :
		exact_digits(a, number / form.scale);

	if (!form.known || digits.n == 0)
		return STR("");
	return arena_printf(a, STR_FMT STR_FMT, STR_ARG(digits),
			    STR_ARG(form.unit));
}

struct str
verdict_plain_is(struct arena *a, const struct claim *c,
		 const struct verdict *v)
{
	struct form form = find_form(a, c, v->shown);
	struct str written = verdict_plain(a, c, v);

	if (written.n == 0)
		written = value_text_of(a, v->shown);
	if (!v->measured || isnan(v->low))
		return written;
	return arena_printf(a, STR_FMT " (%.4g..%.4g)", STR_ARG(written),
			    v->low / form.scale, v->high / form.scale);
}
