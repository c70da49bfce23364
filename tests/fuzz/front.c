/*
 * Any bytes as a front matter, each value of which is set to others. Promised:
 * what is not edited keeps its bytes; what edit_verify lets pass holds the
 * value that was set, and the same set again is no edit; a value of an
 * ordinary map or list, on the line of its key, is let pass.
 */
#include "arena.h"
#include "diag.h"
#include "edit.h"
#include "fuzz.h"
#include "page.h"
#include "source.h"
#include "yaml.h"

/* A page is parsed again for each. */
#define NODES_MAX 12

static const struct str values[] = {
	STR_INIT("verified"), STR_INIT("12.10"), STR_INIT("it's: #1"),
	STR_INIT(""), STR_INIT("- \"\\\xc3\x97, [x]"),
};

static struct page *
read(struct arena *a, struct str text)
{
	return page_parse(a, source_make(a, STR("page.md"),
					 arena_copy(a, text)), STR("page.md"));
}

/* The next node of a walk in order, or NULL. */
static const struct node *
next(const struct node *n)
{
	if (n->child)
		return n->child;
	while (n && !n->next)
		n = n->parent;
	return n ? n->next : NULL;
}

static const struct node *
find(const struct node *root, size_t i)
{
	while (root && i-- > 0)
		root = next(root);
	return root;
}

/* Whether the value stands behind its key's colon, as people write it. A line
   of blanks with a tab may follow only a plain value that is no longer one. */
static bool
is_ordinary(const struct page *p, const struct node *n)
{
	struct str text = p->source->text;
	size_t from = n->key_at.at + n->key_at.n;

	return n->parent == p->front && p->front->style == NODE_BLOCK &&
	       n->style != NODE_BLOCK && n->at.n > 0 &&
	       str_equal(str_trim(str_slice(text, from, n->at.at - from)),
			 STR(":")) && from < text.n && text.p[from] == ':' &&
	       str_find_byte(text, '\t') == text.n &&
	       n->key_at.n == n->key.n && span_line(n->at) ==
	       span_line(source_span(p->source, n->at.at + n->at.n, 0));
}

static void
expect_kept(const struct page *p, struct span at, struct str now)
{
	struct str was = p->source->text;
	struct str tail = str_skip(was, (size_t)at.at + at.n);

	expect(str_starts(now, str_slice(was, 0, at.at)));
	expect(now.n >= at.at + tail.n && str_ends(now, tail));
}

static void
try_value(struct arena *a, const struct page *p, size_t i, struct str value)
{
	const struct node *n = find(p->front, i), *now_n;
	struct edits e = { 0 }, none = { 0 };
	const struct edit_owned owned = { .values = &e };
	struct page *q;
	struct str now;

	if (!edit_set_value(a, &e, n, value)) {
		expect(n->kind != NODE_SCALAR || n->style == NODE_BLOCK);
		return;
	}
	now = edit_apply(a, p, &e);
	expect_kept(p, n->at, now);
	if (!edit_verify(a, p, now, &owned, diag_make(a))) {
		expect(!is_ordinary(p, n));
		return;
	}
	q = read(a, now);
	now_n = find(q->front, i);
	expect(now_n && str_equal(now_n->text, value));
	expect(edit_set_value(a, &none, now_n, value) && none.n == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_make();
	struct str front = { (const char *)data, len };
	struct page *p = read(a, arena_printf(a, "---\n" STR_FMT "\n---\n# A\n",
					      STR_ARG(front)));
	const struct node *n = p->front;

	for (size_t i = 0; page_is_good(p) && n && i < NODES_MAX; i++) {
		for (size_t k = 0; k < COUNT_OF(values); k++)
			try_value(a, p, i, values[k]);
		n = next(n);
	}
	arena_free(a);
	return 0;
}
