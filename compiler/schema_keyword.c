/*
 * kbc's own keywords: values of `x-kbc-…` in, fields of a rule out.
 *
 * JSON Schema leaves unknown keywords alone, so these are what a page type
 * adds to it: a value that is a claim, one that must name something that
 * exists, a scope, a key that kbc writes. Each is text with a form of its own
 * which is checked here, so that a page never meets a wrong one.
 *
 * What the text means (an expression, a field) is not known here.
 */
#include "arena.h"
#include "diag.h"
#include "schema.h"
#include "schema_parts.h"
#include "schema_rule.h"
#include "slips.h"
#include "yaml.h"

enum argument { ARGUMENT_NONE, ARGUMENT_MAY, ARGUMENT_MUST };

/* Kinds of x-kbc-check, and whether one has an argument. */
static const struct {
	const char *name;
	enum argument argument;
} checks[] = {
	{ "page", ARGUMENT_NONE },       { "heading", ARGUMENT_NONE },
	{ "source", ARGUMENT_NONE },     { "file", ARGUMENT_MAY },
	{ "lines", ARGUMENT_NONE },      { "api", ARGUMENT_NONE },
	{ "metric", ARGUMENT_NONE },     { "arch", ARGUMENT_NONE },
	{ "feature", ARGUMENT_NONE },    { "vocabulary", ARGUMENT_MUST },
	{ "folder", ARGUMENT_MUST },     { "listed", ARGUMENT_MUST },
	{ "gathers", ARGUMENT_MUST },    { "gpu", ARGUMENT_MAY },
	{ "rung", ARGUMENT_MUST },       { "there", ARGUMENT_MUST },
	{ "sha256", ARGUMENT_MUST },     { "size", ARGUMENT_MUST },
	{ "lists", ARGUMENT_MUST },      { "count", ARGUMENT_MUST },
	{ "unique", ARGUMENT_MUST },     { "row", ARGUMENT_MUST },
	{ "until", ARGUMENT_MUST },      { "mentions", ARGUMENT_MUST },
	{ "placed", ARGUMENT_MUST },     { "same", ARGUMENT_MUST },
};

void
rule_say_unknown(struct rule_reader *r, struct span at, const char *what,
		 const struct nearest *n)
{
	diag_error(r->diag, at, "unknown %s '" STR_FMT "'", what,
		   STR_ARG(n->word));
	if (n->best.n > 0)
		diag_note(r->diag, at, "did you mean '" STR_FMT "'?",
			  STR_ARG(n->best));
}

bool
rule_check_items(struct rule_reader *r, const struct node *list,
		 unsigned wanted)
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

static void
say_no_check(struct rule_reader *r, struct str kind, const struct node *n)
{
	struct nearest near = { .word = kind };

	for (size_t i = 0; i < COUNT_OF(checks); i++)
		nearest_add(&near, str_of(checks[i].name));
	rule_say_unknown(r, n->at, "check", &near);
}

/* Whether what stands behind a kind has the form that it needs. */
static void
check_argument(struct rule_reader *r, const struct check_rule *k,
	       const struct node *n)
{
	struct str rest = k->argument;
	struct schema_name_part part;
	uint64_t bytes;

	if (str_equal(k->kind, STR("size")) && !schema_size(&bytes, &rest))
		diag_error(r->diag, n->at, "expected a size behind 'size': "
			   "1 MiB");
	rest = k->argument;
	while ((rest = str_skip(rest, str_find_byte(rest, '$'))).n > 0)
		if (!schema_name_part(&part, &rest)) {
			diag_error(r->diag, n->at, "expected a name behind "
				   "'$': $NAME, ${NAME##*/}, ${NAME#TEXT} or "
				   "${NAME%%%%TEXT*}");
			return;
		}
}

/* The kind and argument of one text; false, said, if it has no such kind. */
static bool
parse_one(struct rule_reader *r, struct check_rule *k, struct str rest,
	  const struct node *n)
{
	str_split(&k->kind, &rest, ' ');
	k->argument = str_trim(rest);
	for (size_t i = 0; i < COUNT_OF(checks); i++) {
		enum argument takes = checks[i].argument;
		bool given = k->argument.n > 0;

		if (!str_equal(str_of(checks[i].name), k->kind))
			continue;
		if (given && takes == ARGUMENT_NONE)
			diag_error(r->diag, n->at, "nothing stands behind '%s'",
				   checks[i].name);
		else if (!given && takes == ARGUMENT_MUST)
			diag_error(r->diag, n->at, "expected what it is about "
				   "behind '%s'", checks[i].name);
		check_argument(r, k, n);
		return true;
	}
	say_no_check(r, k->kind, n);
	return false;
}

/* All that ` or ` stands between. */
static bool
parse_check(struct rule_reader *r, struct check_rule *k, const struct node *n)
{
	struct str or = STR(" or "), rest = n->text;

	for (;;) {
		size_t at = str_find(rest, or);

		if (!parse_one(r, k, str_trim(str_slice(rest, 0, at)), n))
			return false;
		if (at == rest.n)
			return true;
		rest = str_skip(rest, at + or.n);
		k->otherwise = arena_alloc(r->arena, sizeof *k);
		k = k->otherwise;
	}
}

void
keyword_parse_check(struct rule_reader *r, struct rule *rule,
		    const struct node *n)
{
	struct check_rule **end = &rule->checks;

	if (n->kind == NODE_LIST && !rule_check_items(r, n, TYPE_STRING))
		return;
	for (const struct node *one = n->kind == NODE_LIST ? n->child : n; one;
	     one = one == n ? NULL : one->next) {
		struct check_rule *k = arena_alloc(r->arena, sizeof *k);

		if (!parse_check(r, k, one))
			continue;
		*end = k;
		end = &k->next;
	}
}

void
keyword_parse_scope(struct rule_reader *r, struct rule *rule,
		    const struct node *n)
{
	rule->scope = n->text;
	if (!str_equal(n->text, STR("device")) &&
	    !str_equal(n->text, STR("sm")))
		diag_error(r->diag, n->at, "expected 'device' or 'sm'");
}

void
keyword_parse_write(struct rule_reader *r, struct rule *rule,
		    const struct node *n)
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
check_fact(struct rule_reader *r, const struct node *n)
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

void
keyword_parse_fact(struct rule_reader *r, struct rule *rule,
		   const struct node *n)
{
	rule->fact = n;
	if (n->kind == NODE_SCALAR)
		check_fact(r, n);
	else if (rule_check_items(r, n, TYPE_STRING)) {
		for (const struct node *c = n->child; c; c = c->next)
			check_fact(r, c);
	}
}

void
keyword_check_map(struct rule_reader *r, const struct rule *rule)
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
