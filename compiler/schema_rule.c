/*
 * One schema object: a map of keywords in, a rule out.
 *
 * One table says which keywords there are and what kind of value each has;
 * one switch says what each means. Everything that could be wrong with a
 * schema is said here, at its place, so that the checker has only pages to
 * complain of: unknown keywords, values of the wrong kind, patterns that are
 * none. What kbc's own keywords (`x-kbc-`) hold is read in schema_keyword.c.
 *
 * It evaluates no expression: what x-kbc-fact says is text until a page
 * binds it.
 */
#include "schema_rule.h"

#include "arena.h"
#include "diag.h"
#include "schema_parts.h"
#include "schema_pattern.h"
#include "slips.h"
#include "yaml.h"

enum keyword {
	KEY_TYPE, KEY_REQUIRED, KEY_PROPERTIES, KEY_ADDITIONAL, KEY_PATTERNS,
	KEY_ITEMS, KEY_ENUM, KEY_CONST, KEY_PATTERN, KEY_MINIMUM, KEY_MAXIMUM,
	KEY_MIN_LENGTH, KEY_MIN_ITEMS, KEY_UNIQUE, KEY_ANY, KEY_ALL,
	KEY_CONTAINS, KEY_IF, KEY_THEN, KEY_ELSE, KEY_FACT, KEY_CHECK,
	KEY_SCOPE, KEY_WRITE, KEY_MAP, KEY_REMARK
};

static const struct {
	const char *name;
	enum keyword keyword;
	unsigned types; /* of its value */
} keywords[] = {
	{ "type", KEY_TYPE, TYPE_STRING | TYPE_LIST },
	{ "required", KEY_REQUIRED, TYPE_LIST },
	{ "properties", KEY_PROPERTIES, TYPE_MAP },
	{ "additionalProperties", KEY_ADDITIONAL, TYPE_BOOLEAN | TYPE_MAP },
	{ "patternProperties", KEY_PATTERNS, TYPE_MAP },
	{ "items", KEY_ITEMS, TYPE_MAP },
	{ "enum", KEY_ENUM, TYPE_LIST },
	{ "const", KEY_CONST, TYPE_NULL | TYPE_BOOLEAN | TYPE_NUMBER |
	  TYPE_STRING },
	{ "pattern", KEY_PATTERN, TYPE_STRING },
	{ "minimum", KEY_MINIMUM, TYPE_NUMBER },
	{ "maximum", KEY_MAXIMUM, TYPE_NUMBER },
	{ "minLength", KEY_MIN_LENGTH, TYPE_INTEGER },
	{ "minItems", KEY_MIN_ITEMS, TYPE_INTEGER },
	{ "uniqueItems", KEY_UNIQUE, TYPE_BOOLEAN },
	{ "anyOf", KEY_ANY, TYPE_LIST },
	{ "allOf", KEY_ALL, TYPE_LIST },
	{ "contains", KEY_CONTAINS, TYPE_MAP },
	{ "if", KEY_IF, TYPE_MAP },
	{ "then", KEY_THEN, TYPE_MAP },
	{ "else", KEY_ELSE, TYPE_MAP },
	{ "x-kbc-fact", KEY_FACT, TYPE_STRING | TYPE_LIST },
	{ "x-kbc-check", KEY_CHECK, TYPE_STRING | TYPE_LIST },
	{ "x-kbc-scope", KEY_SCOPE, TYPE_STRING },
	{ "x-kbc-write", KEY_WRITE, TYPE_STRING },
	{ "x-kbc-map", KEY_MAP, TYPE_MAP },
	{ "description", KEY_REMARK, TYPE_STRING },
	{ "title", KEY_REMARK, TYPE_STRING },
	{ "$schema", KEY_REMARK, TYPE_STRING },
	{ "$id", KEY_REMARK, TYPE_STRING },
	{ "$comment", KEY_REMARK, TYPE_STRING },
	{ "default", KEY_REMARK, 0 },
	{ "examples", KEY_REMARK, TYPE_LIST },
};

static const struct {
	const char *name;
	unsigned type;
} types[] = {
	{ "null", TYPE_NULL },     { "boolean", TYPE_BOOLEAN },
	{ "integer", TYPE_INTEGER }, { "number", TYPE_NUMBER },
	{ "string", TYPE_STRING }, { "array", TYPE_LIST },
	{ "object", TYPE_MAP },
};

/* ---- single keywords --------------------------------------------------- */

/* The type named by a text of the schema; 0 with an error. */
static unsigned
parse_type(struct rule_reader *r, const struct node *n)
{
	struct nearest near = { .word = n->text };

	for (size_t i = 0; i < COUNT_OF(types); i++) {
		if (str_equal(str_of(types[i].name), n->text))
			return types[i].type;
		nearest_add(&near, str_of(types[i].name));
	}
	rule_say_unknown(r, n->at, "type", &near);
	return 0;
}

static void
parse_types(struct rule_reader *r, struct rule *rule, const struct node *n)
{
	if (n->kind == NODE_SCALAR) {
		rule->types = parse_type(r, n);
		return;
	}
	for (const struct node *c = n->child; c; c = c->next)
		rule->types |= parse_type(r, c);
}

static struct pattern *
parse_pattern(struct rule_reader *r, struct str text, struct span at)
{
	const char *why = NULL;
	struct pattern *p = pattern_parse(r->arena, text, &why);

	if (!p)
		diag_error(r->diag, at, "no pattern: %s", why);
	return p;
}

/* Properties or patternProperties, in their order. */
static struct key_rule *
parse_keys(struct rule_reader *r, const struct node *map, bool patterns)
{
	struct key_rule *first = NULL, **end = &first;

	for (const struct node *c = map->child; c; c = c->next) {
		struct key_rule *k = arena_alloc(r->arena, sizeof(*k));

		k->key = c->key;
		if (patterns)
			k->pattern = parse_pattern(r, c->key, c->key_at);
		k->rule = rule_parse(r->arena, c, r->diag);
		*end = k;
		end = &k->next;
	}
	return first;
}

static struct rule *
parse_rules(struct rule_reader *r, const struct node *list)
{
	struct rule *first = NULL, **end = &first;

	if (!rule_check_items(r, list, TYPE_MAP))
		return NULL;
	for (const struct node *c = list->child; c; c = c->next) {
		*end = rule_parse(r->arena, c, r->diag);
		if (!*end)
			return NULL;
		end = &(*end)->next;
	}
	return first;
}

static size_t
parse_count(struct rule_reader *r, const struct node *n)
{
	double value = 0;

	if (yaml_number(n, &value) && value >= 0 && value <= UINT32_MAX)
		return (size_t)value;
	diag_error(r->diag, n->at, "expected a count");
	return 0;
}

static void
parse_additional(struct rule_reader *r, struct rule *rule, const struct node *n)
{
	bool allowed = true;

	if (n->kind == NODE_MAP)
		rule->other = rule_parse(r->arena, n, r->diag);
	else if (yaml_bool(n, &allowed))
		rule->closed = !allowed;
}

/* ---- rules ------------------------------------------------------------- */

static void
parse_keyword(struct rule_reader *r, struct rule *rule, enum keyword keyword,
	      const struct node *n)
{
	switch (keyword) {
	case KEY_TYPE:
		parse_types(r, rule, n);
		break;
	case KEY_REQUIRED:
		rule_check_items(r, n, TYPE_STRING);
		rule->required = n;
		break;
	case KEY_PROPERTIES:
		rule->properties = parse_keys(r, n, false);
		break;
	case KEY_ADDITIONAL:
		parse_additional(r, rule, n);
		break;
	case KEY_PATTERNS:
		rule->patterns = parse_keys(r, n, true);
		break;
	case KEY_ITEMS:
		rule->items = rule_parse(r->arena, n, r->diag);
		break;
	case KEY_ENUM:
		rule_check_items(r, n, ~(unsigned)(TYPE_LIST | TYPE_MAP));
		rule->enumeration = n;
		break;
	case KEY_CONST:
		rule->constant = n;
		break;
	case KEY_PATTERN:
		rule->pattern = parse_pattern(r, n->text, n->at);
		rule->pattern_text = n->text;
		break;
	case KEY_MINIMUM:
		rule->minimum = n;
		yaml_number(n, &rule->least);
		break;
	case KEY_MAXIMUM:
		rule->maximum = n;
		yaml_number(n, &rule->most);
		break;
	case KEY_MIN_LENGTH:
		rule->min_length = parse_count(r, n);
		break;
	case KEY_MIN_ITEMS:
		rule->min_items = parse_count(r, n);
		break;
	case KEY_UNIQUE:
		yaml_bool(n, &rule->unique);
		break;
	case KEY_ANY:
		rule->any = parse_rules(r, n);
		break;
	case KEY_ALL:
		rule->all = parse_rules(r, n);
		break;
	case KEY_CONTAINS:
		rule->contains = rule_parse(r->arena, n, r->diag);
		break;
	case KEY_IF:
		rule->when = rule_parse(r->arena, n, r->diag);
		break;
	case KEY_THEN:
		rule->then = rule_parse(r->arena, n, r->diag);
		break;
	case KEY_ELSE:
		rule->otherwise = rule_parse(r->arena, n, r->diag);
		break;
	case KEY_FACT:
		keyword_parse_fact(r, rule, n);
		break;
	case KEY_CHECK:
		keyword_parse_check(r, rule, n);
		break;
	case KEY_SCOPE:
		keyword_parse_scope(r, rule, n);
		break;
	case KEY_WRITE:
		keyword_parse_write(r, rule, n);
		break;
	case KEY_MAP:
		rule_check_items(r, n, TYPE_STRING);
		rule->map = n;
		break;
	case KEY_REMARK:
		break;
	}
}

static void
say_no_keyword(struct rule_reader *r, const struct node *n)
{
	struct nearest near = { .word = n->key };

	for (size_t i = 0; i < COUNT_OF(keywords); i++)
		nearest_add(&near, str_of(keywords[i].name));
	rule_say_unknown(r, n->key_at, "keyword", &near);
}

/* Finds the keyword of one entry of a schema object and parses its value. */
static void
parse_entry(struct rule_reader *r, struct rule *rule, const struct node *n)
{
	for (size_t i = 0; i < COUNT_OF(keywords); i++) {
		if (!str_equal(str_of(keywords[i].name), n->key))
			continue;
		if (!keywords[i].types || (node_type(n) & keywords[i].types))
			parse_keyword(r, rule, keywords[i].keyword, n);
		else
			diag_error(r->diag, n->at, "expected " STR_FMT,
				   STR_ARG(types_text(r->arena,
						      keywords[i].types)));
		return;
	}
	say_no_keyword(r, n);
}

/*
 * Goes as deep as the tree of the schema, which is at most YAML_DEPTH_MAX.
 */
struct rule *
rule_parse(struct arena *a, const struct node *n, struct diag *d)
{
	struct rule_reader r = { a, d };
	size_t errors = d->count[DIAG_ERROR];
	struct rule *rule = arena_alloc(a, sizeof(*rule));

	rule->node = n;
	if (n->kind != NODE_MAP) {
		diag_error(d, n->at, "expected a schema: a map of keywords");
		return NULL;
	}
	for (const struct node *c = n->child; c; c = c->next)
		parse_entry(&r, rule, c);
	keyword_check_map(&r, rule);
	return d->count[DIAG_ERROR] == errors ? rule : NULL;
}
