/*
 * Reads page types: a folder of YAML files in, one rule tree a file out.
 *
 * One table says which keywords there are and what kind of value each has;
 * one switch says what each means. Everything that could be wrong with a
 * schema is said here, at its place, so that the checker has only pages to
 * complain of: unknown keywords, patterns that are none, words of x-kbc-map
 * that the enum lacks.
 *
 * It evaluates no expression: what x-kbc-fact says is text until a page
 * binds it.
 */
#include "schema.h"

#include "arena.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "schema_pattern.h"
#include "schema_rule.h"
#include "source.h"
#include "yaml.h"

/* A schema is written by hand. */
#define SCHEMA_MAX (1u << 20)

enum keyword {
	KEY_TYPE, KEY_REQUIRED, KEY_PROPERTIES, KEY_ADDITIONAL, KEY_PATTERNS,
	KEY_ITEMS, KEY_ENUM, KEY_CONST, KEY_PATTERN, KEY_MINIMUM, KEY_MAXIMUM,
	KEY_MIN_LENGTH, KEY_MIN_ITEMS, KEY_UNIQUE, KEY_ANY, KEY_FACT,
	KEY_CHECK, KEY_SCOPE, KEY_WRITE, KEY_MAP, KEY_REMARK
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
	{ "x-kbc-fact", KEY_FACT, TYPE_STRING | TYPE_LIST },
	{ "x-kbc-check", KEY_CHECK, TYPE_STRING },
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

/* Kinds of x-kbc-check; with an argument or without. */
static const struct {
	const char *name;
	bool argument;
} checks[] = {
	{ "page", false },   { "heading", false }, { "source", false },
	{ "file", false },   { "lines", false },   { "api", false },
	{ "metric", false }, { "arch", false },    { "feature", false },
	{ "vocabulary", true },
};

struct reader {
	struct arena *arena;
	struct diag *diag;
};

/* ---- single keywords --------------------------------------------------- */

static void
unknown(struct reader *r, struct span at, const char *what,
	const struct nearest *n)
{
	diag_error(r->diag, at, "unknown %s '" STR_FMT "'", what,
		   STR_ARG(n->word));
	if (n->best.n > 0)
		diag_note(r->diag, at, "did you mean '" STR_FMT "'?",
			  STR_ARG(n->best));
}

/* The type named by a text of the schema; 0 with an error. */
static unsigned
parse_type(struct reader *r, const struct node *n)
{
	struct nearest near = { .word = n->text };

	for (size_t i = 0; i < COUNT_OF(types); i++) {
		if (str_equal(str_of(types[i].name), n->text))
			return types[i].type;
		nearest_add(&near, str_of(types[i].name));
	}
	unknown(r, n->at, "type", &near);
	return 0;
}

static void
parse_types(struct reader *r, struct rule *rule, const struct node *n)
{
	if (n->kind == NODE_SCALAR) {
		rule->types = parse_type(r, n);
		return;
	}
	for (const struct node *c = n->child; c; c = c->next)
		rule->types |= parse_type(r, c);
}

/* Whether all items of a list are of the types. */
static bool
check_items(struct reader *r, const struct node *list, unsigned wanted)
{
	bool good = true;

	for (const struct node *c = list->child; c; c = c->next) {
		if (node_type(c) & wanted)
			continue;
		diag_error(r->diag, c->at, "expected " STR_FMT,
			   STR_ARG(types_text(r->arena, wanted)));
		good = false;
	}
	if (list->count == 0) {
		diag_error(r->diag, list->at, "an empty list says nothing");
		good = false;
	}
	return good;
}

static struct pattern *
parse_pattern(struct reader *r, struct str text, struct span at)
{
	const char *why = NULL;
	struct pattern *p = pattern_parse(r->arena, text, &why);

	if (!p)
		diag_error(r->diag, at, "no pattern: %s", why);
	return p;
}

/* Properties or patternProperties, in their order. */
static struct key_rule *
parse_keys(struct reader *r, const struct node *map, bool patterns)
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
parse_any(struct reader *r, const struct node *list)
{
	struct rule *first = NULL, **end = &first;

	if (!check_items(r, list, TYPE_MAP))
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
parse_count(struct reader *r, const struct node *n)
{
	double value = 0;

	if (yaml_number(n, &value) && value >= 0 && value <= UINT32_MAX)
		return (size_t)value;
	diag_error(r->diag, n->at, "expected a count");
	return 0;
}

static void
parse_check(struct reader *r, struct rule *rule, const struct node *n)
{
	struct str rest = n->text, kind = STR("");
	struct nearest near = { 0 };

	str_split(&kind, &rest, ' ');
	near.word = kind;
	rule->check = kind;
	rule->argument = str_trim(rest);
	for (size_t i = 0; i < COUNT_OF(checks); i++) {
		nearest_add(&near, str_of(checks[i].name));
		if (!str_equal(str_of(checks[i].name), kind))
			continue;
		if (checks[i].argument != (rule->argument.n > 0))
			diag_error(r->diag, n->at, checks[i].argument ?
				   "expected a file behind '%s'" :
				   "nothing stands behind '%s'",
				   checks[i].name);
		return;
	}
	unknown(r, n->at, "check", &near);
}

static void
parse_scope(struct reader *r, struct rule *rule, const struct node *n)
{
	rule->scope = n->text;
	if (!str_equal(n->text, STR("device")) &&
	    !str_equal(n->text, STR("sm")))
		diag_error(r->diag, n->at, "expected 'device' or 'sm'");
}

/* A field, or a text with fields in braces that open and close. */
static void
parse_write(struct reader *r, struct rule *rule, const struct node *n)
{
	bool open = false, good = n->text.n > 0;
	size_t since = 0;

	rule->write = n->text;
	for (size_t i = 0; i < n->text.n; i++) {
		char c = n->text.p[i];

		if (c == '{') {
			good = good && !open;
			open = true;
			since = i;
		} else if (c == '}') {
			good = good && open && i > since + 1;
			open = false;
		}
	}
	if (!good || open)
		diag_error(r->diag, n->at, "expected a field, or a text with "
			   "fields in braces");
}

/* Whether every `$` of an expression starts a name. */
static void
check_fact(struct reader *r, const struct node *n)
{
	bool good = n->text.n > 0;

	for (size_t i = 0; i < n->text.n; i++) {
		if (n->text.p[i] == '$')
			good = good && i + 1 < n->text.n &&
				byte_is_name(n->text.p[i + 1]) &&
				!byte_is_digit(n->text.p[i + 1]);
	}
	if (!good)
		diag_error(r->diag, n->at, "expected an expression; a '$' "
			   "starts a name");
}

static void
parse_fact(struct reader *r, struct rule *rule, const struct node *n)
{
	rule->fact = n;
	if (n->kind == NODE_SCALAR)
		check_fact(r, n);
	else if (check_items(r, n, TYPE_STRING)) {
		for (const struct node *c = n->child; c; c = c->next)
			check_fact(r, c);
	}
}

static void
parse_additional(struct reader *r, struct rule *rule, const struct node *n)
{
	bool allowed = true;

	if (n->kind == NODE_MAP)
		rule->other = rule_parse(r->arena, n, r->diag);
	else if (yaml_bool(n, &allowed))
		rule->closed = !allowed;
}

/* ---- rules ------------------------------------------------------------- */

static void
parse_keyword(struct reader *r, struct rule *rule, enum keyword keyword,
	      const struct node *n)
{
	switch (keyword) {
	case KEY_TYPE:
		parse_types(r, rule, n);
		break;
	case KEY_REQUIRED:
		check_items(r, n, TYPE_STRING);
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
		check_items(r, n, ~(unsigned)(TYPE_LIST | TYPE_MAP));
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
		rule->any = parse_any(r, n);
		break;
	case KEY_FACT:
		parse_fact(r, rule, n);
		break;
	case KEY_CHECK:
		parse_check(r, rule, n);
		break;
	case KEY_SCOPE:
		parse_scope(r, rule, n);
		break;
	case KEY_WRITE:
		parse_write(r, rule, n);
		break;
	case KEY_MAP:
		check_items(r, n, TYPE_STRING);
		rule->map = n;
		break;
	case KEY_REMARK:
		break;
	}
}

/* Finds the keyword of one entry of a schema object and parses its value. */
static void
parse_entry(struct reader *r, struct rule *rule, const struct node *n)
{
	struct nearest near = { .word = n->key };

	for (size_t i = 0; i < COUNT_OF(keywords); i++) {
		nearest_add(&near, str_of(keywords[i].name));
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
	unknown(r, n->key_at, "keyword", &near);
}

/* Whether the words kbc would write are words that the schema allows. */
static void
check_map(struct reader *r, const struct rule *rule)
{
	if (!rule->map)
		return;
	if (rule->write.n == 0)
		diag_error(r->diag, rule->map->key_at,
			   "x-kbc-map without x-kbc-write");
	for (const struct node *c = rule->map->child; c; c = c->next) {
		const struct node *word = rule->enumeration ?
			rule->enumeration->child : NULL;

		while (word && !node_equal(word, c))
			word = word->next;
		if (rule->enumeration && !word)
			diag_error(r->diag, c->at, "'" STR_FMT "' is not in "
				   "the enum", STR_ARG(c->text));
	}
}

/*
 * Goes as deep as the tree of the schema, which is at most YAML_DEPTH_MAX.
 */
struct rule *
rule_parse(struct arena *a, const struct node *n, struct diag *d)
{
	struct reader r = { a, d };
	size_t errors = d->count[DIAG_ERROR];
	struct rule *rule = arena_alloc(a, sizeof(*rule));

	rule->node = n;
	if (n->kind != NODE_MAP) {
		diag_error(d, n->at, "expected a schema: a map of keywords");
		return NULL;
	}
	for (const struct node *c = n->child; c; c = c->next)
		parse_entry(&r, rule, c);
	check_map(&r, rule);
	return d->count[DIAG_ERROR] == errors ? rule : NULL;
}

struct schema *
schema_parse(struct arena *a, struct span text, struct diag *d)
{
	struct node *root = yaml_parse(a, text, d);
	struct schema *s = arena_alloc(a, sizeof(*s));
	struct str name = path_base(text.source->name);

	if (!root)
		return NULL;
	if (str_ends(name, STR(".yaml")))
		name = str_slice(name, 0, name.n - 5);
	s->name = name;
	s->root = rule_parse(a, root, d);
	return s->root ? s : NULL;
}

bool
schema_read(struct arena *a, struct schemas *out, struct str folder,
	    struct diag *d)
{
	struct paths paths = { 0 };
	bool good = true;

	if (!file_walk(a, &paths, folder, STR(".yaml"), d))
		return false;
	for (size_t i = 0; i < paths.n; i++) {
		struct schema *s = NULL;
		struct str text;

		if (file_read(a, &text, paths.items[i], SCHEMA_MAX, d)) {
			const struct source *source =
				source_make(a, paths.items[i], text);

			s = schema_parse(a, source_span(source, 0, text.n), d);
		}
		good = good && s;
		if (!s)
			continue;
		out->items = arena_grow(a, out->items, out->n, &out->cap,
					sizeof(struct schema *));
		out->items[out->n++] = s;
	}
	return good;
}
