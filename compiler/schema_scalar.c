/*
 * One value by itself: a rule and a node in, true or an error at the node out.
 *
 * What can be told without looking at what is around or below a value: its
 * type, its text, its number. Messages name what was expected in the words of
 * a page (`a text`, `a list`), and the nearest word where a word is wrong.
 *
 * Lists and maps have only a type here; their items and keys are walked in
 * schema.c.
 */
#include "schema.h"

#include "arena.h"
#include "diag.h"
#include "schema_check.h"
#include "schema_pattern.h"
#include "schema_rule.h"
#include "slips.h"
#include "yaml.h"

bool
check_type(struct checker *c, const struct rule *rule, const struct node *n)
{
	unsigned type = node_type(n);

	if (!rule->types || (rule->types & type))
		return true;
	diag_error(c->diag, n->at, "expected " STR_FMT ", found " STR_FMT,
		   STR_ARG(types_text(c->arena, rule->types)),
		   STR_ARG(types_text(c->arena, type)));
	if ((rule->types & TYPE_STRING) && n->kind == NODE_SCALAR &&
	    n->text.n > 0)
		diag_note(c->diag, n->at, "a text in quotes: '" STR_FMT "'",
			  STR_ARG(short_text(c->arena, n->text)));
	return false;
}

/* The words of a list of scalars: `a, b, c`. */
static struct str
list_text(struct arena *a, const struct node *list)
{
	struct str text = STR("");

	for (const struct node *c = list->child; c; c = c->next)
		text = arena_printf(a, STR_FMT STR_FMT "%s", STR_ARG(text),
				    STR_ARG(c->text), c->next ? ", " : "");
	return text;
}

static bool
check_enum(struct checker *c, const struct rule *rule, const struct node *n)
{
	struct nearest near = { .word = n->text };

	for (const struct node *w = rule->enumeration->child; w; w = w->next) {
		if (node_equal(w, n))
			return true;
	}
	for (const struct node *w = rule->enumeration->child; w; w = w->next)
		nearest_add(&near, w->text);
	diag_error(c->diag, n->at, "'" STR_FMT "' is none of " STR_FMT,
		   STR_ARG(short_text(c->arena, n->text)),
		   STR_ARG(list_text(c->arena, rule->enumeration)));
	if (near.best.n > 0 && !str_equal(near.best, n->text))
		diag_note(c->diag, n->at, "did you mean '" STR_FMT "'?",
			  STR_ARG(near.best));
	return false;
}

static bool
check_text(struct checker *c, const struct rule *rule, const struct node *n)
{
	if (rule->pattern && !pattern_matches(rule->pattern, n->text)) {
		diag_error(c->diag, n->at, "'" STR_FMT "' does not match "
			   STR_FMT, STR_ARG(short_text(c->arena, n->text)),
			   STR_ARG(rule->pattern_text));
		return false;
	}
	if (str_characters(n->text) >= rule->min_length)
		return true;
	if (n->text.n == 0)
		diag_error(c->diag, n->at, "expected a text that is not empty");
	else
		diag_error(c->diag, n->at, "expected at least %zu characters",
			   rule->min_length);
	return false;
}

static bool
check_range(struct checker *c, const struct rule *rule, const struct node *n)
{
	double value = 0;

	yaml_number(n, &value);
	if (rule->minimum && value < rule->least)
		diag_error(c->diag, n->at, STR_FMT " is below " STR_FMT,
			   STR_ARG(n->text), STR_ARG(rule->minimum->text));
	else if (rule->maximum && value > rule->most)
		diag_error(c->diag, n->at, STR_FMT " is above " STR_FMT,
			   STR_ARG(n->text), STR_ARG(rule->maximum->text));
	else
		return true;
	return false;
}

bool
check_scalar(struct checker *c, const struct rule *rule, const struct node *n)
{
	unsigned type = node_type(n);

	if (rule->constant && !node_equal(rule->constant, n)) {
		diag_error(c->diag, n->at, "expected '" STR_FMT "'",
			   STR_ARG(rule->constant->text));
		return false;
	}
	if (rule->enumeration && !check_enum(c, rule, n))
		return false;
	if (type & TYPE_STRING)
		return check_text(c, rule, n);
	return !(type & TYPE_NUMBER) || check_range(c, rule, n);
}
