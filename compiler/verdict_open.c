/*
 * An open question: claim and values -> its answer, and the sentence that would
 * bind it.
 *
 * The idea: a question is a claim without an expected value, so what answers it
 * is what would have judged it: a number with the interval of its runs, the
 * truth of a condition, the instructions of a listing. What is offered is
 * bytes that the author can put in the place of the question, and that are
 * confirmed by the same evidence: three digits of a measured number, all that
 * matter of an exact one, and of a false condition its contrary.
 *
 * A question is never a failure: what stands in the way of its answer is told
 * in its place. Only a fault of its expression stays one.
 */
#include "arena.h"
#include "claim.h"
#include "expr.h"
#include "judge.h"
#include "marker.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"
#include "verdict_parts.h"

#include <math.h>

/* --- the finding ---------------------------------------------------------- */

static struct finding
find_value(struct arena *a, const struct value *v)
{
	struct finding f;

	if (v->kind == VALUE_NONE)
		return finding_lack(v);
	if (v->runs)
		return finding_judged(a, v, (struct band){ -INFINITY, INFINITY,
							   VALUE_FLOOR });
	f = finding_truth(true, v);
	f.value = v->kind == VALUE_NUMBER ? v->number : (double)NAN;
	f.share = v->share;
	f.reason = v->nothers > 0 ? v->reason : STR("");
	return f;
}

static struct finding
find_one(struct arena *a, const struct claim *c, const struct expr *e,
	 const struct environment *env)
{
	struct value v;

	if (expr_is_condition(e))
		return finding_condition(a, c, e, env);
	v = value_eval(a, e, env);
	return find_value(a, &v);
}

static bool
is_answered(const struct finding *f)
{
	return f->status == STATUS_CONFIRMED || f->status == STATUS_REFUTED;
}

struct finding
finding_open(struct arena *a, const struct claim *c,
	     const struct environment *env)
{
	struct finding f = find_one(a, c, c->expr, env), second;

	if (c->expr2 && is_answered(&f)) {
		second = find_one(a, c, c->expr2, env);
		if (!is_answered(&second))
			f = second;
	}
	if (f.status == STATUS_ERROR && f.part.source)
		return f; /* of the expression itself */
	f.answered = is_answered(&f);
	f.reason = f.reason.n == 0 ? STR("open") :
		arena_printf(a, "open: " STR_FMT, STR_ARG(f.reason));
	if (!f.answered) {
		f.shown = value_lack(LACK_NOTHING, f.reason);
		f.measured = false;
	}
	f.status = STATUS_NOT_APPLICABLE;
	f.unmeasured = f.uncounted = false;
	return f;
}

/* --- one expression ------------------------------------------------------- */

/* On one line. */
static struct str
one_line(struct arena *a, struct str s)
{
	char *out = arena_alloc(a, s.n + 1);

	for (size_t i = 0; i < s.n; i++)
		out[i] = byte_is_blank(s.p[i]) ? ' ' : s.p[i];
	return (struct str){ out, s.n };
}

/* The page's own number with the digits of what was found. */
static struct str
quantity_written(struct arena *a, const struct claim *c,
		 const struct verdict *v)
{
	const struct quantity *q = c->quantity;
	struct str digits = verdict_digits(a, c, v), whole = span_str(q->at);
	size_t from = q->number.at - q->at.at;

	if (digits.n == 0)
		return digits;
	return one_line(a, arena_printf(a, STR_FMT STR_FMT STR_FMT, (int)from,
			whole.p, STR_ARG(digits),
			STR_ARG(str_skip(whole, from + q->number.n))));
}

/* What came of one expression of the question. */
struct one {
	struct claim claim;     /* with a number only where it can say it */
	const struct expr *expr;
	struct verdict verdict;
	bool truth, is_truth;
	struct str text, written;
};

/* The quotient of both sides goes with a condition that is measured. */
static struct str
truth_text(struct arena *a, const struct one *o)
{
	const struct verdict *v = &o->verdict;
	const char *truth = o->truth ? "true" : "false";

	if (!v->measured || isnan(v->value))
		return str_of(truth);
	return arena_printf(a, "%s: the quotient of both sides is %.4g "
			    "(%.4g..%.4g)", truth, v->value, v->low, v->high);
}

/* The number of the page is taken where it is one of the same kind. */
static bool
may_say(struct arena *a, const struct claim *c, const struct value *v)
{
	bool fits = false;

	if (c->quantity && v->kind == VALUE_NUMBER)
		finding_written(a, c, v, &fits);
	return fits && !c->expr2;
}

static void
write_number(struct arena *a, struct one *o)
{
	const struct verdict *v = &o->verdict;

	if (!may_say(a, &o->claim, v->shown))
		o->claim.quantity = NULL;
	if (o->claim.quantity) {
		o->written = quantity_written(a, &o->claim, v);
		o->claim.kind = CLAIM_EQUALS;
		o->text = verdict_is(a, &o->claim, v);
		return;
	}
	o->written = verdict_plain(a, &o->claim, v);
	o->text = verdict_plain_is(a, &o->claim, v);
}

static struct one
answer_one(struct arena *a, const struct claim *c, const struct expr *e,
	   const struct environment *env)
{
	struct finding f = find_one(a, c, e, env);
	struct value *shown = arena_alloc(a, sizeof *shown);
	struct one o = { .claim = *c, .expr = e };

	*shown = f.shown;
	o.claim.expr = e;
	o.verdict = (struct verdict){
		.status = STATUS_NOT_APPLICABLE, .shown = shown,
		.measured = f.measured, .value = f.value, .low = f.low,
		.high = f.high,
	};
	o.is_truth = expr_is_condition(e) || shown->kind == VALUE_TRUTH;
	o.truth = expr_is_condition(e) ? f.status == STATUS_CONFIRMED :
					 shown->number > 0;
	if (o.is_truth)
		o.text = truth_text(a, &o);
	else if (shown->kind == VALUE_NUMBER)
		write_number(a, &o);
	else
		o.text = o.written = value_text_of(a, shown);
	return o;
}

/* --- the sentence --------------------------------------------------------- */

/* What stands behind the expression: its options. */
static struct str
options_text(struct arena *a, const struct claim *c)
{
	const struct expr *last = c->expr2 ? c->expr2 : c->expr;
	struct span body = c->marker->body;
	size_t end = last->at.at + last->at.n;

	return one_line(a, str_trim(str_skip(span_str(body), end - body.at)));
}

/* All of it as the marker writes it. */
static struct str
expression_text(struct arena *a, const struct claim *c)
{
	const struct expr *last = c->expr2 ? c->expr2 : c->expr;
	struct span at = c->expr->at;

	at.n = last->at.at + last->at.n - at.at;
	return one_line(a, span_str(at));
}

static enum expr_op
contrary(enum expr_op op)
{
	static const enum expr_op pairs[][2] = {
		{ OP_EQ, OP_NE }, { OP_LT, OP_GE }, { OP_GT, OP_LE },
		{ OP_HAS, OP_LACKS },
	};

	for (size_t i = 0; i < COUNT_OF(pairs); i++)
		for (size_t k = 0; k < 2; k++)
			if (pairs[i][k] == op)
				return pairs[i][1 - k];
	return OP_NONE;
}

/* The condition that is true instead; empty for one that has no such form. */
static struct str
contrary_text(struct arena *a, const struct expr *e)
{
	struct expr *copy;
	enum expr_op op = e->kind == EXPR_BINARY || e->kind == EXPR_LISTING ?
				  contrary(e->op) : OP_NONE;

	if (op == OP_NONE)
		return STR("");
	copy = expr_copy(a, e);
	copy->op = op;
	return expr_text(a, copy);
}

static struct str
with_marker(struct arena *a, const struct claim *c, struct str written,
	    struct str expression)
{
	struct str options = options_text(a, c);

	if (expression.n == 0)
		return STR("");
	return arena_join(a, (const struct str[]){
		written, STR("<!-- kbc: "), expression,
		options.n > 0 ? STR(" ") : STR(""), options, STR(" -->") }, 6);
}

/* Whether the code span before the marker is part of what is asked. */
static bool
is_of_span(const struct expr *e)
{
	return e->kind == EXPR_LISTING ? !e->text_given :
	       e->kind == EXPR_NAME && str_equal(e->text, STR("exists"));
}

/* A condition is of any words, `holds` says so; else of the code span. */
static struct str
offer_truth(struct arena *a, const struct claim *c, bool truth)
{
	struct str e = truth ? expression_text(a, c) :
			       contrary_text(a, c->expr);

	if (is_of_span(c->expr))
		return with_marker(a, c, arena_printf(a, "`" STR_FMT "`",
				   STR_ARG(str_trim(c->text))), e);
	return with_marker(a, c, STR(""), e.n == 0 ? e :
			   arena_printf(a, "holds " STR_FMT, STR_ARG(e)));
}

/* Whether the words before the marker are bound to the text itself. */
static bool
is_version(const struct expr *e)
{
	return e->kind == EXPR_NAME && (str_equal(e->text, STR("toolkit")) ||
					str_equal(e->text, STR("driver")));
}

static struct str
offer_one(struct arena *a, const struct claim *c, const struct one *o)
{
	struct str e = expression_text(a, c);

	if (o->is_truth)
		return offer_truth(a, c, o->truth);
	if (o->written.n == 0)
		return STR("");
	if (c->expr->kind == EXPR_RAW && o->verdict.shown->lines.n > 0)
		e = arena_printf(a, STR_FMT " count \"*\"", STR_ARG(e));
	else if (o->verdict.shown->kind == VALUE_TEXT && !is_version(c->expr))
		e = arena_printf(a, "holds " STR_FMT " == \"" STR_FMT "\"",
				 STR_ARG(e), STR_ARG(o->written));
	return with_marker(a, c, o->written, e);
}

/* `3–5` of two that are in order, or the one number that both are. */
static struct str
offer_both(struct arena *a, const struct claim *c, const struct one *x,
	   const struct one *y)
{
	struct str first = x->written;

	if (c->range && x->verdict.value < y->verdict.value) {
		first = str_slice(first, 0, str_find_byte(first, ' '));
		return with_marker(a, c, arena_printf(a, STR_FMT "\xe2\x80\x93"
			STR_FMT, STR_ARG(first), STR_ARG(y->written)),
			expression_text(a, c));
	}
	if (c->range || !str_equal(first, y->written))
		return STR("");
	return with_marker(a, c, first, expression_text(a, c));
}

/* The instructions that the question's facts speak of. */
static struct str
lines_of(struct arena *a, const struct environment *env)
{
	struct str out = STR("");

	for (size_t i = 0; i < env->nfacts; i++)
		if (env->facts[i].lines.n > 0)
			out = arena_printf(a, STR_FMT "%s" STR_FMT,
					   STR_ARG(out), out.n > 0 ? "\n" : "",
					   STR_ARG(env->facts[i].lines));
	return out;
}

const struct answer *
verdict_answer(struct arena *a, const struct claim *c,
	       const struct environment *env)
{
	struct answer *out = arena_alloc(a, sizeof *out);
	struct one x = answer_one(a, c, c->expr, env), y;
	bool whole = c->marker && c->marker->kind == MARKER_OPEN;

	*out = (struct answer){ .text = x.text, .written = x.written,
				.lines = lines_of(a, env) };
	if (c->expr2) {
		y = answer_one(a, c, c->expr2, env);
		out->text = arena_printf(a, STR_FMT "%s" STR_FMT,
			STR_ARG(x.text), c->range ? " to " : " & ",
			STR_ARG(y.text));
		out->offer = whole ? offer_both(a, c, &x, &y) : STR("");
	} else if (whole) {
		out->offer = offer_one(a, c, &x);
	}
	return out;
}
