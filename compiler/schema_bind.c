/*
 * What a value binds: annotations of its rule in, entries of the result out.
 *
 * x-kbc-fact makes a claim, with the names of its surroundings put into the
 * expression; x-kbc-check asks that something exists; x-kbc-scope says what
 * hardware the page is about; x-kbc-write gives a key to kbc. An empty text
 * claims nothing. Entries go to the end of their list, so that lists keep the
 * order of the page.
 *
 * The expression stays text: this floor knows no facts.
 */
#include "schema.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "schema_check.h"
#include "schema_rule.h"
#include "yaml.h"

/* The key that a node stands under, itself or the list it is in. */
static struct str
own_key(const struct node *n)
{
	while (n && n->parent && n->parent->kind == NODE_LIST)
		n = n->parent;
	return n ? n->key : STR("");
}

/* What `$name` means beside a value; false if there is no such thing. */
static bool
find_name(const struct node *n, struct str name, struct str *out)
{
	const struct node *map = n->parent, *sibling;

	while (map && map->kind == NODE_LIST)
		map = map->parent;
	if (str_equal(name, STR("key")))
		*out = own_key(n);
	else if (str_equal(name, STR("parent")))
		*out = own_key(map);
	else {
		sibling = yaml_find(map, name);
		if (!sibling || sibling->kind != NODE_SCALAR)
			return false;
		*out = sibling->text;
	}
	return out->n > 0;
}

/* The expression with every `$name` put in; false with an error. */
static bool
put_names(struct checker *c, struct str *out, const struct node *value,
	  struct str text)
{
	struct buf b = { 0 };
	bool good = true;

	while (text.n > 0 && good) {
		size_t at = str_find_byte(text, '$'), n;
		struct str name, meant = STR("");

		buf_add(&b, str_slice(text, 0, at));
		text = str_skip(text, at);
		if (text.n == 0)
			break;
		text = str_skip(text, 1);
		n = str_name_length(text);
		name = str_slice(text, 0, n);
		text = str_skip(text, n);
		good = find_name(value, name, &meant);
		buf_add(&b, meant);
		if (!good)
			diag_error(c->diag, value->at, "this value is checked "
				   "with the key '" STR_FMT "' beside it, "
				   "which is missing", STR_ARG(name));
	}
	*out = arena_copy(c->arena, buf_str(&b));
	buf_free(&b);
	return good;
}

static bool
add_fact(struct checker *c, const struct node *value, const struct node *expr,
	 size_t index)
{
	struct schema_fact *f = arena_alloc(c->arena, sizeof(*f));

	f->value = value;
	f->expr_at = expr->at;
	f->index = index;
	f->listed = expr->parent->kind == NODE_LIST;
	if (!put_names(c, &f->expr, value, expr->text))
		return false;
	*c->ends.facts = f;
	c->ends.facts = &f->next;
	return true;
}

static bool
add_facts(struct checker *c, const struct rule *rule, const struct node *value)
{
	const struct node *expr = rule->fact;
	bool good = true;
	size_t index = 0;

	if (expr->kind == NODE_SCALAR)
		return add_fact(c, value, expr, 0);
	for (expr = expr->child; expr; expr = expr->next)
		good = add_fact(c, value, expr, index++) && good;
	return good;
}

/* A check with those that will do, too. */
static struct schema_check *
make_check(struct checker *c, const struct check_rule *rule,
	   const struct node *value)
{
	struct schema_check *first = NULL, *last = NULL;

	for (; rule; rule = rule->otherwise) {
		struct schema_check *k = arena_alloc(c->arena, sizeof(*k));

		k->value = value;
		k->kind = rule->kind;
		k->argument = rule->argument;
		if (last)
			last->otherwise = k;
		else
			first = k;
		last = k;
	}
	return first;
}

static void
add_check(struct checker *c, const struct check_rule *rule,
	  const struct node *value)
{
	struct schema_check *k = make_check(c, rule, value);

	*c->ends.checks = k;
	c->ends.checks = &k->next;
}

/* `rung A=compiles, B=runs`: what the value is to stand on; false: nothing. */
static bool
find_rung(struct str argument, struct str value, struct str *needs)
{
	struct str one;

	while (str_split(&one, &argument, ',')) {
		one = str_trim(one);
		*needs = str_skip(one, str_find_byte(one, '=') + 1);
		if (str_equal(value, str_slice(one, 0,
					       str_find_byte(one, '='))))
			return true;
		if (!argument.p)
			break;
	}
	return false;
}

/* What a rung needs is all that its check goes on with. */
static void
add_rung(struct checker *c, const struct check_rule *rule,
	 const struct node *value)
{
	struct check_rule found = *rule;

	if (value->kind == NODE_SCALAR &&
	    find_rung(rule->argument, value->text, &found.argument))
		add_check(c, &found, value);
}

/* Whether a check is one on a list as a whole. */
static bool
is_whole(const struct check_rule *rule)
{
	static const struct str kinds[] = {
		STR_INIT("gathers"), STR_INIT("lists"), STR_INIT("size"),
		STR_INIT("unique"),
	};

	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (str_equal(rule->kind, kinds[i]))
			return true;
	return false;
}

/* Any other check on a list is one on each of its texts. */
static void
add_checks(struct checker *c, const struct check_rule *rule,
	   const struct node *n)
{
	if (str_equal(rule->kind, STR("rung"))) {
		add_rung(c, rule, n);
		return;
	}
	if ((n->kind == NODE_LIST && is_whole(rule)) ||
	    (n->kind == NODE_SCALAR && n->text.n > 0))
		add_check(c, rule, n);
	else if (n->kind == NODE_LIST)
		for (const struct node *i = n->child; i; i = i->next)
			if (i->kind == NODE_SCALAR && i->text.n > 0)
				add_check(c, rule, i);
}

static void
add_scope(struct checker *c, const struct rule *rule, const struct node *value)
{
	struct schema_scope *s = arena_alloc(c->arena, sizeof(*s));

	s->value = value;
	s->kind = rule->scope;
	*c->ends.scopes = s;
	c->ends.scopes = &s->next;
}

void
check_adds_write(struct checker *c, const struct rule *rule, struct str key,
		 const struct node *owner)
{
	struct schema_write *w = arena_alloc(c->arena, sizeof(*w));

	w->value = yaml_find(owner, key);
	w->owner = owner;
	w->key = key;
	w->field = rule->write;
	w->map = rule->map;
	w->enumeration = rule->enumeration;
	*c->ends.writes = w;
	c->ends.writes = &w->next;
}

bool
check_binds(struct checker *c, const struct rule *rule, const struct node *n)
{
	bool empty = n->kind == NODE_SCALAR && n->text.n == 0;

	if (rule->scope.n > 0 && !empty)
		add_scope(c, rule, n);
	if (rule->write.n > 0 && n->parent && n->parent->kind == NODE_MAP)
		check_adds_write(c, rule, n->key, n->parent);
	for (const struct check_rule *k = rule->checks; k; k = k->next)
		add_checks(c, k, n);
	if (!rule->fact || empty)
		return true;
	if (n->kind == NODE_SCALAR)
		return add_facts(c, rule, n);
	diag_error(c->diag, n->at, "expected one value, to be checked as a "
		   "claim");
	return false;
}
