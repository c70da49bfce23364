/*
 * A probe's head and the settings of a point -> numbers.
 *
 * The idea: one evaluator serves two places. Where a pack is made no device is
 * known, so `sm` and `l2` stay symbols and an expression comes to a number
 * times powers of them: products and quotients keep the powers, sums and
 * functions want plain numbers. Where evidence is judged the device is known,
 * both are numbers, and the same expressions come to numbers.
 *
 * A name is a parameter (its setting is an expression of its own), a word of
 * the row that a value stands for, a name under `let`, `sm` or `l2`; names lead
 * to names, to a bound. `$NAME` in a text is replaced by the setting before it
 * is parsed.
 *
 * It does not know what an entry means.
 */
#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "library.h"
#include "source.h"
#include "value.h"
#include "yaml.h"

#include "pack_head.h"

#include <math.h>

/* Names lead to names at most this deep. */
#define NAMES_MAX 16
/* More than the factors of any product that a pack can hold. */
#define POWER_MAX 8

static bool eval_name(struct product *out, const struct head *h,
		      const struct expr *e, int names);

/* --- entries ------------------------------------------------------------- */

const struct node *
head_find(const struct head *h, struct str path)
{
	const struct node *at = h->probe->head;
	struct str part;

	while (at && str_split(&part, &path, '.'))
		at = yaml_find(at, part);
	return probe_resolve(h->probe, at, h->settings, h->nsettings);
}

/* The text as a source of its own, named after where it comes from. */
static struct span
made_span(const struct head *h, struct str from, struct str text)
{
	struct str name = arena_printf(h->arena, STR_FMT "(" STR_FMT ")",
				       STR_ARG(h->probe->name),
				       STR_ARG(from));

	text = arena_copy(h->arena, text);
	return source_span(source_make(h->arena, name, text), 0, text.n);
}

/* The bytes of a scalar in the head, or its text elsewhere where these are
   not the same. */
static struct span
node_span(const struct head *h, const struct node *n)
{
	struct str text = head_text(h, n);
	struct span at = n->at;

	if (n->style == NODE_SINGLE || n->style == NODE_DOUBLE)
		at = span_slice(at, 1, at.n > 1 ? at.n - 2 : 0);
	if (str_equal(span_str(at), text))
		return at;
	return made_span(h, n->key.n ? n->key : STR("head"), text);
}

static struct expr *
parse_whole(const struct head *h, struct span text)
{
	struct span rest = text;
	struct expr *e = expr_parse(h->arena, &rest, h->diag);

	if (!e || str_trim(span_str(rest)).n == 0)
		return e;
	diag_error(h->diag, rest, "expected the end of the expression");
	return NULL;
}

const struct expr *
head_parse(const struct head *h, const struct node *n)
{
	if (n->kind == NODE_SCALAR)
		return parse_whole(h, node_span(h, n));
	diag_error(h->diag, n->at, "expected an expression, or a map by the "
		   "values of a parameter");
	return NULL;
}

/* --- products ------------------------------------------------------------ */

static bool
is_plain(const struct product *p)
{
	return p->sm == 0 && p->l2 == 0;
}

static bool
refuse(const struct head *h, const struct expr *e, const char *why)
{
	diag_error(h->diag, e->at, "'" STR_FMT "' %s",
		   STR_ARG(expr_text(h->arena, e)), why);
	return false;
}

/* A number from what value_eval or value_combine say of plain numbers. */
static bool
keep_value(struct product *out, const struct head *h, const struct expr *e,
	   const struct value *v)
{
	*out = (struct product){ v->number, 0, 0 };
	if (v->kind == VALUE_NUMBER && isfinite(v->number))
		return true;
	if (v->kind == VALUE_NONE)
		diag_error(h->diag, e->at, STR_FMT, STR_ARG(v->reason));
	else
		refuse(h, e, "is no number");
	return false;
}

static bool
raise(struct product *out, const struct product *x, double power)
{
	int times = (int)power;

	if (!(fabs(power) <= POWER_MAX) || (double)times < power ||
	    (double)times > power)
		return false;
	*out = (struct product){ pow(x->number, times), x->sm * times,
				 x->l2 * times };
	return true;
}

static bool
combine_symbols(struct product *out, const struct head *h,
		const struct expr *e, const struct product *x,
		const struct product *y)
{
	int sign = e->op == OP_DIV ? -1 : 1;

	if (e->op == OP_POW && is_plain(y) && raise(out, x, y->number))
		return true;
	if (e->op != OP_MUL && e->op != OP_DIV)
		return refuse(h, e, "is known on a device only: with 'sm' and "
			      "'l2' there are products and quotients alone");
	if (e->op == OP_DIV && !(fabs(y->number) > 0))
		return refuse(h, e, "divides by zero");
	out->number = sign > 0 ? x->number * y->number :
				 x->number / y->number;
	out->sm = x->sm + sign * y->sm;
	out->l2 = x->l2 + sign * y->l2;
	return isfinite(out->number) || refuse(h, e, "is too large");
}

static bool eval(struct product *out, const struct head *h,
		 const struct expr *e, int names);

static bool
eval_binary(struct product *out, const struct head *h, const struct expr *e,
	    int names)
{
	struct product x, y;
	struct value v;

	if (!eval(&x, h, e->left, names) || !eval(&y, h, e->right, names))
		return false;
	if (!is_plain(&x) || !is_plain(&y))
		return combine_symbols(out, h, e, &x, &y);
	v = value_combine(h->arena, (int)e->op, value_number(x.number, NULL),
			  value_number(y.number, NULL));
	return keep_value(out, h, e, &v);
}

/* The call with its arguments as numbers, for value_eval. */
static bool
eval_call(struct product *out, const struct head *h, const struct expr *e,
	  int names)
{
	const struct environment none = { NULL, 0, NULL, 0 };
	struct expr call = *e, **end = &call.args;
	struct value v;

	for (const struct expr *arg = e->args; arg; arg = arg->next) {
		struct expr *number = arena_alloc(h->arena, sizeof *number);
		struct product x;

		if (!eval(&x, h, arg, names))
			return false;
		if (!is_plain(&x))
			return refuse(h, arg, "is known on a device only");
		*number = (struct expr){ .kind = EXPR_NUMBER, .at = arg->at,
			.number = x.number, .fact = -1, .height = 1 };
		*end = number;
		end = &number->next;
	}
	*end = NULL;
	v = value_eval(h->arena, &call, &none);
	return keep_value(out, h, e, &v);
}

static bool
eval(struct product *out, const struct head *h, const struct expr *e,
     int names)
{
	switch ((int)e->kind) {
	case EXPR_NUMBER:
		*out = (struct product){ e->number, 0, 0 };
		return true;
	case EXPR_NAME:
		return eval_name(out, h, e, names);
	case EXPR_BINARY:
		return eval_binary(out, h, e, names);
	case EXPR_CALL:
		return eval_call(out, h, e, names);
	case EXPR_UNARY:
		if (e->op != OP_NEG || !eval(out, h, e->left, names))
			break;
		out->number = -out->number;
		return true;
	default:
		break;
	}
	return refuse(h, e, "has no place in a probe's head");
}

/* --- names --------------------------------------------------------------- */

static struct product
symbol(double known, int sm, int l2)
{
	if (known > 0)
		return (struct product){ known, 0, 0 };
	return (struct product){ 1, sm, l2 };
}

static const struct node *
find_let(const struct head *h, struct str name)
{
	const struct node *let = yaml_find(h->probe->head, STR("let"));

	return probe_resolve(h->probe, yaml_find(let, name), h->settings,
			     h->nsettings);
}

static bool
eval_text(struct product *out, const struct head *h, const struct setting *s,
	  int names)
{
	const struct expr *e = parse_whole(h, made_span(h, s->name, s->value));

	return e && eval(out, h, e, names);
}

static bool
eval_name(struct product *out, const struct head *h, const struct expr *e,
	  int names)
{
	struct setting s = { .name = e->text };
	bool said = probe_says(h->probe, h->settings, h->nsettings, e->text,
			       &s.value);
	const struct node *let = find_let(h, e->text);
	const struct expr *inner;

	if (names == 0)
		return refuse(h, e, "leads from name to name without an end");
	if (e->page.n > 0)
		return refuse(h, e, "has no place in a probe's head");
	if (said)
		return eval_text(out, h, &s, names - 1);
	if (let) {
		inner = head_parse(h, let);
		return inner && eval(out, h, inner, names - 1);
	}
	if (str_equal(e->text, STR("sm")))
		*out = symbol(h->sm, 1, 0);
	else if (str_equal(e->text, STR("l2")))
		*out = symbol(h->l2, 0, 1);
	else
		return refuse(h, e, "is an unknown name");
	return true;
}

bool
head_eval(struct product *out, const struct head *h, const struct node *n)
{
	const struct expr *e = head_parse(h, n);

	return e && eval(out, h, e, NAMES_MAX);
}

bool
head_setting(struct product *out, const struct head *h,
	     const struct setting *s)
{
	return eval_text(out, h, s, NAMES_MAX);
}

bool
head_name(struct product *out, const struct head *h, struct str name)
{
	const struct expr e = { .kind = EXPR_NAME, .text = name, .fact = -1,
				.height = 1 };

	return eval_name(out, h, &e, NAMES_MAX);
}

/* --- texts --------------------------------------------------------------- */

/* What `$name` stands for; empty if that is nothing. */
static struct str
named_text(const struct head *h, struct str name)
{
	struct product p;
	struct str said;

	if (probe_says(h->probe, h->settings, h->nsettings, name, &said))
		return said;
	if (!find_let(h, name) || !head_name(&p, h, name) || p.sm || p.l2)
		return STR("");
	return arena_printf(h->arena, "%.17g", p.number);
}

struct str
head_text(const struct head *h, const struct node *n)
{
	struct str rest = n->text, text = STR("");
	size_t at;

	while ((at = str_find_byte(rest, '$')) < rest.n) {
		struct str name = str_skip(rest, at + 1), value;

		name.n = str_name_length(name);
		value = named_text(h, name);
		text = arena_printf(h->arena, STR_FMT STR_FMT STR_FMT,
				    STR_ARG(text), (int)at, rest.p,
				    STR_ARG(value.n ? value : STR("$")));
		rest = str_skip(rest, at + 1 + (value.n ? name.n : 0));
	}
	return text.n ? arena_printf(h->arena, STR_FMT STR_FMT, STR_ARG(text),
				     STR_ARG(rest)) : rest;
}
