/*
 * Ratios and rates in prose -> the rows of the page's own table that they are
 * of.
 *
 * The idea: a page says in its table what was measured and in its prose what
 * that comes to. So a ratio is of the two rows whose numbers there have it, and
 * its marker asks for what a probe measures of them, whatever the table says.
 * Digits must tell it from its neighbours.
 */
#include "suggest.h"

#include "arena.h"
#include "quantity.h"
#include "suggest_parts.h"

#include <math.h>

/* Digits that tell a ratio from its neighbours: half a unit of the last one is
   no more than this share of it. */
#define DIGITS_MAX 0.06

enum shape { RATIO, MORE, LESS, SHAPES };

/* What a pair of rates comes to, as a ratio, a gain or a loss. */
static double
worth(const struct rate *x, const struct rate *y, enum shape shape)
{
	double ratio = x->value / y->value;

	return shape == RATIO ? ratio : shape == MORE ? ratio - 1 : 1 - ratio;
}

static struct str
pair_text(struct arena *a, const struct rate *x, const struct rate *y,
	  enum shape shape)
{
	static const char *const heads[SHAPES] = { "", "", "1 - " };
	static const char *const tails[SHAPES] = { "", " - 1", "" };

	return arena_printf(a, "%s" STR_FMT " / " STR_FMT "%s", heads[shape],
			    STR_ARG(x->name), STR_ARG(y->name), tails[shape]);
}

/* The two rows of which `value` is what shape says; those of one format before
   others. */
static struct str
find_pair(const struct finding *f, double value, double half, enum shape shape)
{
	const struct rate *found[2] = { NULL, NULL };
	bool own = false;

	for (size_t i = 0; i < f->nrates; i++)
		for (size_t k = 0; k < f->nrates; k++) {
			const struct rate *x = &f->rates[i], *y = &f->rates[k];
			bool same = str_equal(x->format, y->format);

			if (i == k || (found[0] && (own || !same)) ||
			    fabs(worth(x, y, shape) - value) > half * 1.001)
				continue;
			found[0] = x;
			found[1] = y;
			own = same;
		}
	return found[0] ? pair_text(f->arena, found[0], found[1], shape) :
			  STR("");
}

static struct str
find_range(const struct finding *f, const struct quantity *q)
{
	struct str low = find_pair(f, q->value, q->half_digit, RATIO);
	struct str high = find_pair(f, q->high, q->half_digit, RATIO);

	return low.n == 0 || high.n == 0 ? STR("") :
		arena_printf(f->arena, STR_FMT " to " STR_FMT, STR_ARG(low),
			     STR_ARG(high));
}

/* A rate itself: of those that are so, the one whose format was named last. */
static struct str
find_rate(const struct finding *f, const struct place *x)
{
	struct str named = text_last_format(x->before), found = STR("");
	const struct quantity *q = x->q;

	for (size_t i = 0; i < f->nrates; i++) {
		const struct rate *r = &f->rates[i];
		double off = fabs(r->value / q->unit.scale - q->value);

		if (off <= q->half_digit * 1.001 &&
		    (found.n == 0 || str_equal(r->format, named)))
			found = r->name;
	}
	return found;
}

struct str
suggest_ratio(const struct finding *f, const struct place *x)
{
	const struct quantity *q = x->q;
	struct str after = text_start(x->after, 24);
	bool less = text_has(after, "slower") || text_has(after, "less") ||
		    text_has(after, "lower");

	if (f->nrates == 0 || q->relation != IS_EQUAL || !(q->value > 0) ||
	    q->half_digit > DIGITS_MAX * q->value)
		return STR("");
	if (q->kind == QUANTITY_RANGE)
		return q->factor ? find_range(f, q) : STR("");
	if (q->unit.flop == 1 && q->unit.second == -1)
		return find_rate(f, x);
	if (q->unit.percent)
		return find_pair(f, q->value / 100, q->half_digit / 100,
				 less ? LESS : MORE);
	return q->factor ? find_pair(f, q->value, q->half_digit, RATIO) :
			   STR("");
}
