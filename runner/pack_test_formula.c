/*
 * The formulas of a MANIFEST line of a test, one after the other.
 *
 * A line has words, then formulas behind ` ; ` each, or it is one formula from
 * its second word on. They speak of the variables that stand above.
 */
#include <string.h>

#include "formula.h"
#include "manifest.h"
#include "number.h"
#include "pack_test.h"
#include "pack_test_parts.h"

int
test_find_variable(const struct pack_test *t, const char *name)
{
	size_t i;

	for (i = 0; i < t->nvariables; i++) {
		if (!strcmp(t->names[i], name))
			return (int)i;
	}
	return -1;
}

struct parts
parts_of(struct arena *a, const struct line *l, const struct pack_test *t)
{
	const char *at = strstr(l->text, " ; ");

	return (struct parts){ a, l, t, at ? at + 3 : NULL };
}

bool
parts_take(struct parts *p, struct formula *f)
{
	const struct formula_names names = { p->test->names,
					     p->test->nvariables,
					     p->test->nreferences };
	const char *end, *why = "";
	size_t len;

	if (!p->rest)
		return line_fail(p->line, "expected a formula behind ' ; '");
	end = strstr(p->rest, " ; ");
	len = end ? (size_t)(end - p->rest) : strlen(p->rest);
	if (!formula_parse(p->arena, p->rest, len, &names, f, &why))
		return line_fail(p->line, "bad formula: %s", why);
	p->rest = end ? end + 3 : NULL;
	return true;
}

bool
parts_take_some(struct parts *p, struct formula *f, size_t n, size_t *count)
{
	for (*count = 0; *count == 0 || (p->rest && *count < n); ++*count) {
		if (!parts_take(p, &f[*count]))
			return false;
	}
	return true;
}

bool
parts_end(const struct parts *p)
{
	return !p->rest || line_fail(p->line, "more formulas than expected");
}

bool
parts_whole(struct arena *a, const struct line *l, const struct pack_test *t,
	    struct formula *f)
{
	struct parts p = { a, l, t, l->nwords > 1 ? line_rest(l, 1) : NULL };

	return parts_take(&p, f) && parts_end(&p);
}
