/*
 * Claim and values -> verdict. Pure: no disk, no clock, no device.
 *
 * The idea: the written text is the expected value. An exact value must agree
 * to the digits written. A measured one gets a band around what is written
 * and goes to `judge`, replicate by replicate. A measured condition A op B is
 * judged as the ratio A/B against 1, so that clocks cancel; `X - 1` and
 * `1 - X` are first moved to the other side, so that `12 % slower` has the
 * band of the ratio and not of a small difference.
 *
 * Not here: finding values (observe), what a page may say of itself
 * (writeback), how it is shown (report).
 */
#include "arena.h"
#include "claim.h"
#include "expr.h"
#include "fact.h"
#include "judge.h"
#include "marker.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"

#include <math.h>

/* Floor f of every class until the ledger has pairs of runs to say more. */
#define FLOOR 0.005
/* Class defaults: cycles, and all else that is measured. */
#define CLASS_CYCLES 0.02
#define CLASS_OTHER 0.03
/* Half a unit of the last digit counts for at most this part of the value. */
#define DIGIT_MAX 0.10
/* Under this share of its ceiling a probe says nothing of the hardware. */
#define SHARE_MIN 0.90
/* Over this share it measured something else: clocks are known to 1 %. */
#define SHARE_MAX 1.02

/* What one comparison came to. */
struct finding {
	enum status status;
	struct str reason;
	double value, low, high; /* NaN: none */
	double share;
	bool measured, firm;
	struct value shown;
};

struct str
status_text(enum status s)
{
	static const struct str names[STATUS_COUNT] = {
		STR_INIT("confirmed"), STR_INIT("refuted"), STR_INIT("inconclusive"),
		STR_INIT("probe-limited"), STR_INIT("stale"), STR_INIT("not run"),
		STR_INIT("n/a"), STR_INIT("error"), STR_INIT("unbound"),
	};

	return names[s];
}

struct str
basis_text(enum basis b)
{
	static const struct str names[] = {
		STR_INIT("nothing"), STR_INIT("arithmetic"), STR_INIT("documentation"),
		STR_INIT("compiler"), STR_INIT("emulator"), STR_INIT("device"),
		STR_INIT("source"),
	};

	return names[b];
}

/* --- findings --------------------------------------------------------------- */

static struct finding
find_status(enum status status, struct str reason)
{
	return (struct finding){ .status = status, .reason = reason,
				 .value = NAN, .low = NAN, .high = NAN };
}

static struct finding
find_lack(const struct value *v)
{
	static const enum status of[] = {
		[LACK_NOTHING] = STATUS_ERROR,
		[LACK_NOT_RUN] = STATUS_NOT_RUN,
		[LACK_OTHER_SCOPE] = STATUS_NOT_APPLICABLE,
		[LACK_STALE] = STATUS_STALE,
		[LACK_INCONCLUSIVE] = STATUS_INCONCLUSIVE,
		[LACK_ERROR] = STATUS_ERROR,
	};

	return find_status(of[v->lack], v->reason);
}

static struct finding
find_truth(bool truth, const struct value *shown)
{
	struct finding f = find_status(truth ? STATUS_CONFIRMED :
				       STATUS_REFUTED, STR(""));

	f.shown = *shown;
	f.firm = true;
	return f;
}

/* Of two findings that must both hold, the one that decides. */
static int
weight(enum status s)
{
	static const int weights[STATUS_COUNT] = {
		[STATUS_CONFIRMED] = 0, [STATUS_NOT_APPLICABLE] = 1,
		[STATUS_NOT_RUN] = 2, [STATUS_STALE] = 3,
		[STATUS_INCONCLUSIVE] = 4, [STATUS_PROBE_LIMITED] = 5,
		[STATUS_ERROR] = 6, [STATUS_REFUTED] = 7,
		[STATUS_UNBOUND] = 0,
	};

	return weights[s];
}

static struct finding
find_worse(struct finding x, struct finding y)
{
	return weight(y.status) > weight(x.status) ? y : x;
}

/* --- bands ------------------------------------------------------------------- */

bool
verdict_digits_agree(double written, double half_digit, double truth)
{
	double slack = 1e-9 * fmax(fabs(written), fabs(truth));

	return fabs(truth - written) <= half_digit + slack;
}

static double
class_of(const struct value *v)
{
	const struct unit *u = v->unit;

	return u && u->cycle != 0 && u->second == 0 && u->flop == 0 &&
	       u->byte == 0 ? CLASS_CYCLES : CLASS_OTHER;
}

/* A number of an option (`within 0.5`), which needs no facts. */
static double
option_number(struct arena *a, const struct expr *e)
{
	static const struct environment none = { 0 };
	struct value v = value_eval(a, e, &none);

	return v.kind == VALUE_NUMBER ? v.number : NAN;
}

/* What is written, as numbers in coherent units. */
struct written {
	double value, high;     /* high: of a range, else value */
	double half_digit, plus_minus;
	const struct unit *unit;
	double scale;
	enum relation relation;
	bool approximate;
};

/* Tolerance that the author gave: `within`, `±`; NaN without. */
static double
given_tolerance(struct arena *a, const struct written *w,
		const struct options *o)
{
	if (o && o->within) {
		double t = option_number(a, o->within);

		return o->within_percent ? t * fabs(w->value) : t * w->scale;
	}
	return w->plus_minus > 0 ? w->plus_minus : NAN;
}

/* Half-width t of a measured band around a written value. */
static double
measured_tolerance(const struct written *w, double class)
{
	double size = fabs(w->value);
	double h = fmin(w->half_digit, DIGIT_MAX * size);
	double t = fmax(class * size, h + FLOOR * size);

	return w->approximate ? 2 * t : t;
}

static struct band
make_band(struct arena *a, const struct written *w, const struct options *o,
	  double tolerance)
{
	double t = given_tolerance(a, w, o);
	struct band b = { 0, 0, FLOOR };

	if (o && o->low) {
		b.low = option_number(a, o->low) * w->scale;
		b.high = option_number(a, o->high) * w->scale;
		return b;
	}
	if (isnan(t))
		t = tolerance;
	b.low = w->value - t;
	b.high = w->high + t;
	if (w->relation == IS_AT_LEAST || w->relation == IS_MORE)
		b = (struct band){ w->value, INFINITY, FLOOR };
	if (w->relation == IS_AT_MOST || w->relation == IS_LESS)
		b = (struct band){ -INFINITY, w->value, FLOOR };
	return b;
}

/* --- measured ------------------------------------------------------------------ */

static struct finding
find_judged(struct arena *a, const struct value *v, struct band band)
{
	static const enum status of[] = {
		[JUDGE_CONFIRMED] = STATUS_CONFIRMED,
		[JUDGE_REFUTED] = STATUS_REFUTED,
		[JUDGE_INCONCLUSIVE] = STATUS_INCONCLUSIVE,
		[JUDGE_AGAIN] = STATUS_INCONCLUSIVE,
		[JUDGE_MORE] = STATUS_INCONCLUSIVE,
	};
	struct finding f;
	struct judged j;

	judge_fold(a, &j, band, v->runs, v->nruns);
	f = find_status(of[j.verdict], j.reason);
	if (j.verdict == JUDGE_AGAIN)
		f.reason = STR("outside the band in one run; needs a second");
	if (j.verdict == JUDGE_MORE)
		f.reason = STR("needs more replicates");
	f.value = j.middle;
	f.low = j.low;
	f.high = j.high;
	f.share = v->share;
	f.firm = j.firm;
	f.measured = true;
	f.shown = *v;
	if (v->share > SHARE_MAX)
		f = find_status(STATUS_ERROR,
				arena_printf(a, "measured %.0f %% of the "
					     "physical limit",
					     100 * v->share));
	else if (v->share > 0 && v->share < SHARE_MIN && !v->pinned) {
		f.status = STATUS_PROBE_LIMITED;
		f.reason = arena_printf(a, "the probe reached %.0f %% of the "
					"ceiling", 100 * v->share);
	}
	return f;
}

/* --- a quantity against a value -------------------------------------------------- */

static bool
counts(const struct unit *u)
{
	return u->second == 0 && u->byte == 0 && u->flop == 0;
}

/* The unit that is meant: written, or the option `in`, or none. False with a
   reason when the value's is of another kind. */
static bool
meant_unit(struct arena *a, struct written *w, const struct claim *c,
	   const struct value *v)
{
	static const struct unit bare = { .scale = 1 };
	const struct unit *theirs = v->unit ? v->unit : &bare;
	struct unit *mine = arena_alloc(a, sizeof *mine);

	*mine = c->quantity->unit;
	if (mine->text.n == 0 && !mine->percent && c->options &&
	    c->options->in.n > 0 && !unit_parse(mine, c->options->in))
		return false;
	if (!(mine->scale > 0))
		mine->scale = 1;
	w->unit = mine;
	w->scale = mine->scale;
	return unit_same_kind(mine, theirs) ||
	       (counts(mine) && counts(theirs));
}

static struct written
read_written(struct arena *a, const struct claim *c, const struct value *v,
	     bool *fits)
{
	const struct quantity *q = c->quantity;
	struct written w = { 0 };

	*fits = meant_unit(a, &w, c, v);
	w.value = q->value * w.scale;
	w.high = q->kind == QUANTITY_RANGE ? q->high * w.scale : w.value;
	w.half_digit = q->half_digit * w.scale;
	w.plus_minus = q->plus_minus * w.scale;
	w.relation = q->relation;
	w.approximate = q->approximate;
	return w;
}

static bool
in_band(double x, struct band b)
{
	double slack = 1e-9 * fabs(x);

	return x >= b.low - slack && x <= b.high + slack;
}

/* KB, MB, GB of a capacity may be meant in powers of 1024. */
static double
binary_factor(const struct unit *u)
{
	double steps = round(log(u->scale) / log(1000));

	return pow(1.024, steps);
}

static struct finding
find_exact(struct arena *a, struct written w, const struct claim *c,
	   const struct value *v)
{
	double t = (w.approximate ? 2 : 1) * w.half_digit + c->slack;
	bool agrees = in_band(v->number, make_band(a, &w, c->options, t));

	if (!agrees && w.unit->binary_may) {
		double k = binary_factor(w.unit);

		w.value *= k;
		w.high *= k;
		agrees = in_band(v->number, make_band(a, &w, c->options,
						      t * k));
	}
	struct finding f = find_truth(agrees, v);
	f.value = v->number;
	f.share = v->share;
	return f;
}

static struct finding
find_number(struct arena *a, const struct claim *c, const struct value *v,
	    const struct written *w)
{
	double t = measured_tolerance(w, class_of(v));

	if (v->runs)
		return find_judged(a, v, make_band(a, w, c->options, t));
	return find_exact(a, *w, c, v);
}

/* `12 %` bound to 1 - a/b: the band is that of a/b. */
static const struct expr *
small_difference(const struct expr *e, int *sign)
{
	if (e->kind != EXPR_BINARY || e->op != OP_SUB)
		return NULL;
	if (e->left->kind == EXPR_NUMBER && e->left->number == 1.0) {
		*sign = -1;
		return e->right;
	}
	if (e->right->kind == EXPR_NUMBER && e->right->number == 1.0) {
		*sign = 1;
		return e->left;
	}
	return NULL;
}

/* The finding told again in the terms of the page: 1 - x or x - 1. */
static struct finding
shift_finding(struct finding f, int sign)
{
	double low = f.low, high = f.high;

	f.value = sign < 0 ? 1 - f.value : f.value - 1;
	f.low = sign < 0 ? 1 - high : low - 1;
	f.high = sign < 0 ? 1 - low : high - 1;
	return f;
}

static struct finding
find_difference(struct arena *a, const struct claim *c,
		const struct value *ratio, struct written w, int sign)
{
	double low = w.value, high = w.high, t;

	w.value = sign < 0 ? 1 - high : 1 + low;
	w.high = sign < 0 ? 1 - low : 1 + high;
	if (sign < 0 && w.relation != IS_EQUAL)
		w.relation = w.relation == IS_AT_LEAST ||
			     w.relation == IS_MORE ? IS_AT_MOST : IS_AT_LEAST;
	t = measured_tolerance(&w, class_of(ratio));
	return shift_finding(find_judged(a, ratio,
			make_band(a, &w, c->options, t)), sign);
}

static struct finding
find_arch(const struct claim *c, const struct value *v)
{
	const struct quantity *q = c->quantity;

	if (q->kind != QUANTITY_ARCH || v->kind != VALUE_ARCH)
		return find_status(STATUS_ERROR,
				   STR("one side is an architecture, the "
				       "other is none"));
	return find_truth(arch_compare(q->arch, v->text) == 0, v);
}

static struct finding
find_unit_error(struct arena *a, const struct value *v)
{
	return find_status(STATUS_ERROR, arena_printf(a,
		"the value is " STR_FMT ", the page's unit is of another "
		"kind (`in UNIT` names one)",
		STR_ARG(value_text_of(a, v))));
}

/* One end of the quantity (or all of it) against one expression. */
static struct finding
find_equal(struct arena *a, const struct claim *c, const struct expr *e,
	   const struct environment *env)
{
	struct value v = value_eval(a, e, env);
	struct written w;
	int sign = 0;
	bool fits;

	if (v.kind == VALUE_NONE)
		return find_lack(&v);
	if (v.kind == VALUE_ARCH || c->quantity->kind == QUANTITY_ARCH)
		return find_arch(c, &v);
	if (v.kind == VALUE_TEXT)
		return find_status(STATUS_ERROR,
				   STR("the expression is a text"));
	w = read_written(a, c, &v, &fits);
	if (!fits)
		return find_unit_error(a, &v);
	if (v.runs && small_difference(e, &sign)) {
		v = value_eval(a, small_difference(e, &sign), env);
		return find_difference(a, c, &v, w, sign);
	}
	return find_number(a, c, &v, &w);
}

/* `3–5` bound to `A to B`: each end against its expression. */
static struct finding
find_range(struct arena *a, const struct claim *c,
	   const struct environment *env)
{
	struct quantity low = *c->quantity, high = *c->quantity;
	struct claim end = *c;
	struct finding f;

	if (c->quantity->kind != QUANTITY_RANGE)
		return find_status(STATUS_ERROR,
				   STR("'to' needs a range as `3–5`"));
	low.kind = high.kind = QUANTITY_NUMBER;
	high.value = high.high;
	end.quantity = &low;
	f = find_equal(a, &end, c->expr, env);
	end.quantity = &high;
	return find_worse(f, find_equal(a, &end, c->expr2, env));
}

static struct finding
find_quantity(struct arena *a, const struct claim *c,
	      const struct environment *env)
{
	struct finding f;

	if (c->range)
		return find_range(a, c, env);
	f = find_equal(a, c, c->expr, env);
	if (c->expr2)
		f = find_worse(f, find_equal(a, c, c->expr2, env));
	return f;
}

/* --- conditions --------------------------------------------------------------------- */

static enum expr_op
mirror(enum expr_op op)
{
	switch ((int)op) {
	case OP_LT:
		return OP_GT;
	case OP_LE:
		return OP_GE;
	case OP_GT:
		return OP_LT;
	case OP_GE:
		return OP_LE;
	default:
		return op;
	}
}

/* The ratio of both sides against 1. */
static struct band
ratio_band(struct arena *a, const struct claim *c, enum expr_op op,
	   double class)
{
	struct written one = { 1, 1, 0, 0, NULL, 1, IS_EQUAL, false };

	if (op == OP_EQ || op == OP_NE)
		return make_band(a, &one, c->options, class);
	if (op == OP_LT || op == OP_LE)
		return (struct band){ -INFINITY, 1, FLOOR };
	return (struct band){ 1, INFINITY, FLOOR };
}

static struct finding
negate_finding(struct finding f)
{
	if (f.status == STATUS_CONFIRMED)
		f.status = STATUS_REFUTED;
	else if (f.status == STATUS_REFUTED)
		f.status = STATUS_CONFIRMED;
	return f;
}

/* `X - 1 < k` is `X < 1 + k`; `1 - X < k` is `X > 1 - k`. */
static void
move_one(struct arena *a, const struct expr *side,
	 const struct environment *env, struct value *left,
	 struct value *right, enum expr_op *op)
{
	struct value one = value_number(1, NULL);
	int sign = 0;
	const struct expr *x = small_difference(side, &sign);

	if (!x || !left->runs)
		return;
	*left = value_eval(a, x, env);
	*right = value_combine(a, sign < 0 ? OP_SUB : OP_ADD, one, *right);
	if (sign < 0)
		*op = mirror(*op);
}

static struct finding
find_comparison(struct arena *a, const struct claim *c, const struct expr *e,
		const struct environment *env)
{
	struct value left = value_eval(a, e->left, env);
	struct value right = value_eval(a, e->right, env);
	struct value ratio;
	enum expr_op op = e->op;
	struct finding f;

	move_one(a, e->left, env, &left, &right, &op);
	ratio = value_combine(a, OP_DIV, left, right);
	if (ratio.kind == VALUE_NONE)
		return find_lack(&ratio);
	f = find_judged(a, &ratio, ratio_band(a, c, op, class_of(&left)));
	return op == OP_NE ? negate_finding(f) : f;
}

static bool
is_comparison(enum expr_op op)
{
	return op == OP_EQ || op == OP_NE || op == OP_LT || op == OP_LE ||
	       op == OP_GT || op == OP_GE;
}

/* Whether an operand of a comparison is measured. */
static bool
is_measured(struct arena *a, const struct expr *e,
	    const struct environment *env)
{
	return value_eval(a, e, env).runs != NULL;
}

static struct finding
find_condition(struct arena *a, const struct claim *c, const struct expr *e,
	       const struct environment *env)
{
	struct value v;

	if (e->kind == EXPR_BINARY && e->op == OP_AND)
		return find_worse(find_condition(a, c, e->left, env),
				  find_condition(a, c, e->right, env));
	if (e->kind == EXPR_BINARY && is_comparison(e->op) &&
	    (is_measured(a, e->left, env) || is_measured(a, e->right, env)))
		return find_comparison(a, c, e, env);
	v = value_eval(a, e, env);
	if (v.kind == VALUE_NONE)
		return find_lack(&v);
	if (v.kind != VALUE_TRUTH)
		return find_status(STATUS_ERROR, STR("is no condition"));
	return find_truth(v.number > 0, &v);
}

/* --- texts ----------------------------------------------------------------------------- */

/* Whether the version written is the one there is, to the parts written. */
static bool
version_agrees(struct str written, struct str is)
{
	size_t i = written.n;

	while (i > 0 && written.p[i - 1] != ' ')
		i--;
	written = str_skip(written, i);
	return written.n > 0 && str_starts(is, written) &&
	       (is.n == written.n || is.p[written.n] == '.');
}

static struct finding
find_text(struct arena *a, const struct claim *c,
	  const struct environment *env)
{
	struct value v = value_eval(a, c->expr, env);

	if (v.kind == VALUE_NONE)
		return find_lack(&v);
	if (v.kind == VALUE_TRUTH)
		return find_truth(v.number > 0, &v);
	if (v.kind == VALUE_TEXT)
		return find_truth(version_agrees(str_trim(c->text), v.text),
				  &v);
	return find_status(STATUS_ERROR,
			   STR("a number is bound to words; `holds` binds a "
			       "condition"));
}

static struct finding
find_own(const struct value *own)
{
	if (!own)
		return find_status(STATUS_NOT_RUN, STR(""));
	if (own->kind == VALUE_NONE)
		return find_lack(own);
	struct finding f = find_truth(own->number > 0, own);
	f.reason = own->reason;
	return f;
}

static struct finding
find_cited(const struct value *own)
{
	struct finding f = find_own(own);

	if (f.status == STATUS_CONFIRMED)
		return find_status(STATUS_NOT_APPLICABLE, STR("cited"));
	return f;
}

static struct finding
find_open(struct arena *a, const struct claim *c,
	  const struct environment *env)
{
	struct value v = value_eval(a, c->expr, env);
	struct finding f;

	if (v.kind == VALUE_NONE)
		return find_lack(&v);
	f = find_status(STATUS_NOT_APPLICABLE, STR("open"));
	f.shown = v;
	f.value = v.number;
	f.share = v.share;
	return f;
}

static struct finding
find_known(struct arena *a, const struct claim *c)
{
	struct written w;
	bool fits;

	if (!c->known)
		return find_status(STATUS_ERROR, c->trouble);
	if (c->known->kind == VALUE_NONE)
		return find_lack(c->known);
	if (c->known->kind == VALUE_TRUTH || !c->quantity)
		return find_truth(c->known->number > 0, c->known);
	w = read_written(a, c, c->known, &fits);
	return find_exact(a, w, c, c->known);
}

static struct finding
find_claim(struct arena *a, const struct claim *c,
	   const struct environment *env, const struct value *own)
{
	if (c->trouble.n > 0)
		return find_status(STATUS_ERROR, c->trouble);
	switch (c->kind) {
	case CLAIM_EQUALS:
		return find_quantity(a, c, env);
	case CLAIM_TEXT:
		return find_text(a, c, env);
	case CLAIM_HOLDS:
		return find_condition(a, c, c->expr, env);
	case CLAIM_OPEN:
		return find_open(a, c, env);
	case CLAIM_CITED:
		return find_cited(own);
	case CLAIM_EQUATION:
	case CLAIM_DERIVED:
		return find_known(a, c);
	case CLAIM_CHECK:
	case CLAIM_FENCE:
	case CLAIM_TEST:
	default:
		return find_own(own);
	}
}

/* --- for people ----------------------------------------------------------------------------- */

static enum basis
fact_basis(int family)
{
	switch (family) {
	case FACT_FORMAT:
	case FACT_OCCUPANCY:
	case FACT_CLAIM:
	case FACT_TABLE:
		return BASIS_ARITHMETIC;
	case FACT_DOCUMENTED:
		return BASIS_DOCUMENTED;
	case FACT_API:
	case FACT_LISTING:
	case FACT_RESOURCES:
		return BASIS_BUILT;
	case FACT_RUN:
		return BASIS_EMULATED;
	case FACT_DEVICE:
	case FACT_MEASURED:
	case FACT_COUNTER:
		return BASIS_MEASURED;
	default:
		return BASIS_NONE;
	}
}

static enum basis
claim_basis(const struct claim *c)
{
	enum basis best = BASIS_ARITHMETIC;

	if (c->kind == CLAIM_CITED)
		return BASIS_CITED;
	if (c->kind == CLAIM_FENCE)
		return BASIS_BUILT;
	if (c->kind == CLAIM_CHECK)
		return str_equal(c->check, STR("api")) ? BASIS_BUILT :
							 BASIS_DOCUMENTED;
	for (size_t i = 0; i < c->nfacts; i++)
		if (fact_basis(c->facts[i].family) > best)
			best = fact_basis(c->facts[i].family);
	return best;
}

/* A number as the claim writes its own: digits, `x`, unit. */
static struct str
like_written(struct arena *a, const struct claim *c, double value)
{
	const struct quantity *q = c->quantity;
	struct str digits;

	if (!q || q->kind == QUANTITY_ARCH)
		return arena_printf(a, "%.4g", value);
	digits = quantity_write(a, q, value);
	if (q->factor)
		return arena_printf(a, STR_FMT "x", STR_ARG(digits));
	if (q->unit.percent)
		return arena_printf(a, STR_FMT "%%", STR_ARG(digits));
	if (q->unit.text.n > 0)
		return arena_printf(a, STR_FMT " " STR_FMT, STR_ARG(digits),
				    STR_ARG(q->unit.text));
	return digits;
}

static struct str
say_found(struct arena *a, const struct claim *c, const struct finding *f)
{
	if (f->shown.kind == VALUE_NONE && !f->measured)
		return STR("");
	if (f->measured && !isnan(f->value))
		return arena_printf(a, STR_FMT " (" STR_FMT ".." STR_FMT ")",
			STR_ARG(like_written(a, c, f->value)),
			STR_ARG(like_written(a, c, f->low)),
			STR_ARG(like_written(a, c, f->high)));
	if (f->shown.kind == VALUE_NUMBER && c->quantity &&
	    c->quantity->kind != QUANTITY_ARCH)
		return like_written(a, c, f->shown.number);
	return value_text_of(a, &f->shown);
}

void
verdict_judge(struct arena *a, struct verdict *out, const struct claim *c,
	      const struct environment *env, const struct value *own)
{
	struct finding f = find_claim(a, c, env, own);

	*out = (struct verdict){
		.status = f.status, .basis = claim_basis(c),
		.reason = f.reason, .value = f.value, .low = f.low,
		.high = f.high, .share = f.share, .firm = f.firm,
	};
	out->says = str_trim(c->text.n ? c->text : span_str(c->at));
	out->is = say_found(a, c, &f);
}
