/*
 * Checks a front matter against its page type: a tree and a rule in, errors
 * and the list of what kbc has to do with the values out.
 *
 * The tree is walked once, in the order of the page. Each value meets the
 * rules that its key has; a rule first judges the value (schema_scalar.c), then
 * notes what its annotations bind (schema_bind.c: a claim, something that
 * must exist, a scope, a key that kbc owns), then goes down. A value of the
 * wrong type is said once and not looked into. `anyOf` tries its rules in
 * order with messages held back, and keeps what the first that fits has bound;
 * what `if` and `contains` ask binds nothing.
 *
 * Nothing is resolved here: whether a page, a file or an intrinsic exists is
 * asked by those who can see them, from the list.
 */
#include "schema.h"

#include "diag.h"
#include "schema_check.h"
#include "schema_pattern.h"
#include "schema_rule.h"
#include "slips.h"
#include "yaml.h"

/*
 * Rules times values: a schema of many forms may be part of what a stranger
 * proposes, and is not to keep a gate busy.
 */
#define JUDGED_MAX 250000

static bool check_value(struct checker *c, const struct rule *rule,
			const struct node *n);
static bool fits(struct checker *c, const struct rule *rule,
		 const struct node *n);

struct str
schema_name(const struct schema *s)
{
	return s->name;
}

const struct schema *
schema_find(const struct schemas *all, struct str type)
{
	for (size_t i = 0; i < all->n; i++) {
		if (str_equal(all->items[i]->name, type))
			return all->items[i];
	}
	return NULL;
}

/* ---- lists and maps ---------------------------------------------------- */

static bool
check_contains(struct checker *c, const struct rule *rule,
	       const struct node *n)
{
	for (const struct node *i = n->child; i; i = i->next)
		if (fits(c, rule->contains, i))
			return true;
	diag_error(c->diag, n->at, "no item has the form that one must have");
	return false;
}

static bool
check_list(struct checker *c, const struct rule *rule, const struct node *n)
{
	const struct node *first = NULL, *again = NULL;
	bool good = n->count >= rule->min_items;

	if (!good)
		diag_error(c->diag, n->at, "expected at least %zu item%s",
			   rule->min_items, rule->min_items == 1 ? "" : "s");
	if (rule->unique)
		again = yaml_repeat(c->arena, n, &first);
	if (again) {
		diag_error(c->diag, again->at, "'" STR_FMT "' is in the list "
			   "already",
			   STR_ARG(short_text(c->arena, again->text)));
		diag_note(c->diag, first->at, "first here");
		good = false;
	}
	for (const struct node *i = n->child; i && rule->items; i = i->next)
		good = check_value(c, rule->items, i) && good;
	return good && (!rule->contains || check_contains(c, rule, n));
}

static struct span
start_of(const struct node *n)
{
	return span_slice(n->at, 0, n->at.n > 0);
}

/* Kbc's own keys, which every page may have: what stands there is looked at by
   page_block.c and page_probe.c. */
static bool
is_own(const struct node *n)
{
	return !n->parent->parent && (str_equal(n->key, STR("verification")) ||
				      str_equal(n->key, STR("probes")));
}

static bool
say_unknown(struct checker *c, const struct rule *rule, const struct node *n)
{
	struct nearest near = { .word = n->key };

	for (const struct key_rule *k = rule->properties; k; k = k->next) {
		if (!yaml_find(n->parent, k->key))
			nearest_add(&near, k->key);
	}
	diag_error(c->diag, n->key_at, "unknown key '" STR_FMT "'",
		   STR_ARG(short_text(c->arena, n->key)));
	if (near.best.n > 0)
		diag_note(c->diag, n->key_at, "did you mean '" STR_FMT "'?",
			  STR_ARG(near.best));
	else if (!n->parent->parent && str_equal(n->key, STR("device")))
		diag_note(c->diag, n->key_at, "the page type takes it with "
			  "'device: {type: string, x-kbc-scope: device}' among "
			  "its properties");
	return false;
}

/* One entry of a map: by its name, by patterns, as other, as kbc's own. */
static bool
check_entry(struct checker *c, const struct rule *rule, const struct node *n)
{
	bool good = true, known = false;

	for (const struct key_rule *k = rule->properties; k; k = k->next) {
		if (!str_equal(k->key, n->key))
			continue;
		known = true;
		good = check_value(c, k->rule, n);
		break;
	}
	for (const struct key_rule *k = rule->patterns; k; k = k->next) {
		if (!pattern_matches(k->pattern, n->key))
			continue;
		known = true;
		good = check_value(c, k->rule, n) && good;
	}
	if (known || is_own(n))
		return good;
	if (rule->other)
		return check_value(c, rule->other, n);
	return !rule->closed || say_unknown(c, rule, n);
}

/* Keys that must be there, and keys that kbc would write. */
static bool
check_missing(struct checker *c, const struct rule *rule, const struct node *n)
{
	const struct node *must = rule->required ? rule->required->child : NULL;
	bool good = true;

	for (; must; must = must->next) {
		if (yaml_find(n, must->text))
			continue;
		diag_error(c->diag, start_of(n), "key '" STR_FMT "' is missing",
			   STR_ARG(must->text));
		good = false;
	}
	for (const struct key_rule *k = rule->properties; k; k = k->next) {
		if (k->rule->write.n > 0 && !yaml_find(n, k->key))
			check_adds_write(c, k->rule, k->key, n);
	}
	return good;
}

static bool
check_map(struct checker *c, const struct rule *rule, const struct node *n)
{
	bool good = true;

	for (const struct node *e = n->child; e; e = e->next)
		good = check_entry(c, rule, e) && good;
	return check_missing(c, rule, n) && good;
}

/* ---- rules ------------------------------------------------------------- */

/* Forgets what was bound behind `ends`. */
static void
restore(struct checker *c, struct ends ends)
{
	*ends.facts = NULL;
	*ends.checks = NULL;
	*ends.writes = NULL;
	*ends.scopes = NULL;
	c->ends = ends;
}

/* Whether one of the rules fits; if only one has the type, its errors stay. */
static bool
check_any(struct checker *c, const struct rule *rule, const struct node *n)
{
	struct ends ends = c->ends;
	struct diag *d = c->diag, *last = NULL;
	unsigned types = 0;
	size_t fitting = 0;

	for (const struct rule *r = rule->any; r; r = r->next) {
		bool good;

		c->diag = diag_make(c->arena);
		good = check_value(c, r, n);
		if (!r->types || (r->types & node_type(n))) {
			fitting++;
			last = c->diag;
		}
		types |= r->types;
		c->diag = d;
		if (good)
			return true;
		restore(c, ends);
	}
	if (fitting == 1)
		diag_join(d, last);
	else if (fitting == 0)
		diag_error(d, n->at, "expected " STR_FMT ", found " STR_FMT,
			   STR_ARG(types_text(c->arena, types)),
			   STR_ARG(types_text(c->arena, node_type(n))));
	else
		diag_error(d, n->at, "this value has none of the %zu forms "
			   "that it may have", fitting);
	return false;
}

/* Whether a rule fits, with nothing said and nothing bound. */
static bool
fits(struct checker *c, const struct rule *rule, const struct node *n)
{
	struct ends ends = c->ends;
	struct diag *d = c->diag;
	bool good;

	c->diag = diag_make(c->arena);
	good = check_value(c, rule, n);
	c->diag = d;
	restore(c, ends);
	return good;
}

/* `then` and `else`; what the schema says of the one that is broken is the
   remedy. */
static bool
check_branch(struct checker *c, const struct rule *rule, const struct node *n)
{
	const struct rule *branch = fits(c, rule->when, n) ? rule->then :
							   rule->otherwise;
	struct str why = STR("");

	if (!branch || check_value(c, branch, n))
		return true;
	why = yaml_text(branch->node, STR("description"));
	if (why.n > 0)
		diag_note(c->diag, start_of(n), STR_FMT, STR_ARG(why));
	return false;
}

/* Counts; the one past the limit is said, also where messages are held. */
static bool
may_judge(struct checker *c, const struct node *n)
{
	if (c->judged < JUDGED_MAX) {
		c->judged++;
		return true;
	}
	if (!c->stopped)
		diag_error(c->said, n->at, "the schema has too many forms of "
			   "this value to try");
	c->stopped = true;
	return false;
}

/*
 * One rule on one value. Goes as deep as the page's tree is, once for each
 * anyOf on the way; both are at most YAML_DEPTH_MAX deep.
 */
static bool
check_value(struct checker *c, const struct rule *rule, const struct node *n)
{
	bool good = true;

	if (!may_judge(c, n) || !check_type(c, rule, n))
		return false;
	if (n->kind == NODE_SCALAR)
		good = check_scalar(c, rule, n);
	else if (rule->enumeration || rule->constant) {
		diag_error(c->diag, n->at, "expected one word");
		return false;
	}
	good = check_binds(c, rule, n) && good;
	if (n->kind == NODE_LIST)
		good = check_list(c, rule, n) && good;
	if (n->kind == NODE_MAP)
		good = check_map(c, rule, n) && good;
	for (const struct rule *r = rule->all; r; r = r->next)
		good = check_value(c, r, n) && good;
	if (rule->when)
		good = check_branch(c, rule, n) && good;
	return (!rule->any || check_any(c, rule, n)) && good;
}

bool
schema_check(struct arena *a, struct schema_result *out, const struct schema *s,
	     const struct node *front, struct diag *d)
{
	struct checker c = { .arena = a, .diag = d, .said = d,
			     .root = s->root };

	*out = (struct schema_result){ 0 };
	c.ends = (struct ends){ &out->facts, &out->checks, &out->writes,
				&out->scopes };
	return check_value(&c, s->root, front);
}
