/*
 * MANIFEST lines of references and checks: what must be so after the launches
 * of a test.
 *
 * A reference is a formula of a function that reference.c knows or what another
 * launch leaves; a check's lines are of the last one that was begun.
 */
#include <string.h>

#include "arena.h"
#include "formula.h"
#include "manifest.h"
#include "number.h"
#include "pack_test.h"
#include "pack_test_parts.h"
#include "reference.h"

struct pack_reference *
test_add_reference(struct arena *a, const struct line *l, struct pack_test *t)
{
	if (t->nreferences == TEST_REFERENCES) {
		line_fail(l, "more than %d references", TEST_REFERENCES);
		return NULL;
	}
	if (!t->references)
		t->references = arena_make(a, TEST_REFERENCES *
						      sizeof(*t->references));
	return &t->references[t->nreferences];
}

bool
test_parse_let(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_reference *r = test_add_reference(a, l, t);
	struct parts p = parts_of(a, l, t);
	size_t nargs = 0;

	if (!r || l->nwords < 2)
		return r && line_fail(l, "expected 'let FUNCTION ; ...'");
	r->function = reference_find(l->words[1], &nargs);
	if (r->function < 0)
		return line_fail(l, "unknown function '%s'", l->words[1]);
	for (r->nargs = 0; r->nargs < nargs; r->nargs++) {
		if (!parts_take(&p, &r->args[r->nargs]))
			return false;
	}
	t->nreferences++;
	return parts_end(&p);
}

bool
test_parse_check(struct arena *a, const struct line *l, struct pack_test *t)
{
	static const char *const words[] = {
		"eq", "ne", "lt", "le", "gt", "ge",
	};
	struct parts p = parts_of(a, l, t);
	struct pack_assertion *c;
	size_t i;

	if (t->nchecks == TEST_CHECKS)
		return line_fail(l, "more than %d checks", TEST_CHECKS);
	t->checks = arena_grow(a, t->checks, t->nchecks, sizeof(*c));
	c = &t->checks[t->nchecks++];
	c->array = -1;
	c->text = "";
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (l->nwords < 2 || strcmp(words[i], l->words[1]))
			continue;
		c->comparison = (enum comparison)i;
		return parts_take(&p, &c->count) && parts_take(&p, &c->left) &&
		       parts_end(&p);
	}
	return line_fail(l, "expected 'check eq', or ne lt le gt ge");
}

static bool
parse_at(struct arena *a, const struct line *l, struct pack_test *t,
	 struct pack_assertion *c)
{
	struct parts p = parts_of(a, l, t);

	c->array = l->nwords > 1 ? test_find_variable(t, l->words[1]) : -1;
	if (c->array < 0)
		return line_fail(l, "expected 'at ARRAY ; INDEX'");
	return parts_take(&p, &c->index) && parts_end(&p);
}

bool
test_parse_more(struct arena *a, const struct line *l, struct pack_test *t)
{
	struct pack_assertion *c;
	const char *word = l->words[0];

	if (!t->nchecks)
		return line_fail(l, "'%s' without a check", word);
	c = &t->checks[t->nchecks - 1];
	if (!strcmp(word, "at"))
		return parse_at(a, l, t, c);
	if (!strcmp(word, "text")) {
		c->text = l->nwords > 1 ? line_rest(l, 1) : "";
		return true;
	}
	if (!strcmp(word, "right"))
		return parts_whole(a, l, t, &c->right) &&
		       (c->has_right = true);
	if (!strcmp(word, "rel"))
		return parts_whole(a, l, t, &c->rel) && (c->has_rel = true);
	if (!strcmp(word, "abs"))
		return parts_whole(a, l, t, &c->abs) && (c->has_abs = true);
	return parts_whole(a, l, t, &c->ulp) && (c->has_ulp = true);
}
