/*
 * Any bytes as a page type and, behind a line `%%`, a front matter. Promised
 * of a schema that is taken: nothing is said against it; of the front matter,
 * that what is bound lies in it, that something is said exactly when it does
 * not fit, at a place of either text; and the same a second time. A refusal
 * says an error. The same bytes are a regular expression and its text: no
 * pattern has a reason, and one that matches everything matches its text.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "fuzz.h"
#include "schema.h"
#include "schema_pattern.h"
#include "source.h"
#include "yaml.h"

#include "halves.h"

static struct span
span_of(struct arena *a, const char *name, struct str text)
{
	return source_span(source_make(a, str_of(name), arena_copy(a, text)),
			   0, text.n);
}

static void
expect_said(const struct diag *d)
{
	for (size_t i = 0; i < d->n; i++) {
		struct span at = d->items[i].at;

		expect(at.source && (size_t)at.at + at.n <= at.source->text.n);
		expect(d->items[i].text.n > 0);
	}
}

static void
expect_bound(const struct schema_result *r, struct span front)
{
	for (const struct schema_fact *f = r->facts; f; f = f->next)
		expect(f->value->at.source == front.source && f->expr.n > 0);
	for (const struct schema_check *c = r->checks; c; c = c->next)
		expect(c->value->at.source == front.source && c->kind.n > 0);
	for (const struct schema_write *w = r->writes; w; w = w->next)
		expect(w->owner && w->key.n > 0 && w->field.n > 0);
	for (const struct schema_scope *s = r->scopes; s; s = s->next)
		expect(s->value->at.source == front.source);
}

/* What is said of a front matter. */
static struct str
check(struct arena *a, const struct schema *s, struct str text)
{
	struct span at = span_of(a, "page.md", text);
	struct diag *d = diag_make(a);
	struct node *front = yaml_parse(a, at, d);
	struct schema_result r = { 0 };
	struct buf out = { 0 };
	struct str said;

	if (front) {
		expect(schema_check(a, &r, s, front, d) == !diag_failed(d));
		expect_bound(&r, at);
	}
	expect_said(d);
	diag_emit(&out, d);
	said = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return said;
}

static void
try_schema(struct arena *a, struct str type, struct str front)
{
	struct diag *d = diag_make(a);
	struct span at = span_of(a, "skill.yaml", type);
	struct schema *s = schema_parse(a, at, d);

	expect((s != NULL) == !diag_failed(d));
	expect_said(d);
	if (!s)
		return;
	expect(str_equal(schema_name(s), STR("skill")));
	expect(str_equal(check(a, s, front), check(a, s, front)));
}

static void
try_pattern(struct arena *a, struct str text, struct str subject)
{
	const char *why = NULL;
	struct pattern *p = pattern_parse(a, text, &why);

	expect(p || (why && *why));
	if (!p)
		return;
	expect(pattern_matches(p, subject) == pattern_matches(p, subject));
	p = pattern_parse(a, arena_printf(a, "(" STR_FMT ")|.*",
					  STR_ARG(text)), &why);
	expect(!p || pattern_matches(p, subject));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_make();
	struct str rest = { (const char *)data, len };
	struct str type = take_half(&rest);

	try_schema(a, type, rest);
	try_pattern(a, str_slice(type, 0, 200), str_slice(rest, 0, 2000));
	arena_free(a);
	return 0;
}
