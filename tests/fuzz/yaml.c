/*
 * Any bytes as a YAML text. Promised of a tree: every span lies in the text
 * and in its parent's, siblings come in order, a key stands before its value,
 * a scalar's own bytes read alone give the same text, two readings dump the
 * same, and the text written anew reads back. Both readers of YAML agree. Of
 * a refusal: an error is said, at a place of the text.
 */
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "fuzz.h"
#include "source.h"
#include "yaml.h"
#include "yaml_bytes.h"
#include "yaml_parts.h"

static struct node *
parse(struct arena *a, struct str text, struct diag *d)
{
	const struct source *s = source_make(a, STR("fuzz.yaml"),
					     arena_copy(a, text));

	return yaml_parse(a, source_span(s, 0, text.n), d);
}

static size_t
end_of(struct span at)
{
	return (size_t)at.at + at.n;
}

static bool
has_any(struct str s, struct str bytes)
{
	for (size_t i = 0; i < bytes.n; i++) {
		if (str_find_byte(s, bytes.p[i]) < s.n)
			return true;
	}
	return false;
}

/*
 * The bytes under a scalar say the same when they stand alone. In a block
 * list a comma is nothing special, in a flow list the indent of further lines
 * is not; a plain text that needs both is left out.
 */
static void
expect_alone(struct arena *a, const struct node *n)
{
	struct diag *d = diag_make(a);
	struct str own = span_str(n->at);
	bool flow = own.n == 1 || has_any(own, STR("\n"));
	struct node *again;

	if (n->style == NODE_BLOCK || own.n == 0 ||
	    (flow && n->style == NODE_PLAIN &&
	     has_any(own, STR(",[]{}:?"))))
		return;
	again = parse(a, arena_printf(a, flow ? "[" STR_FMT "]" :
				      "- " STR_FMT "\n", STR_ARG(own)), d);
	expect(again != NULL);
	again = again->child;
	expect(again && again->kind == NODE_SCALAR && !again->next);
	expect(str_equal(again->text, n->text));
	expect(str_equal(span_str(again->at), own));
}

static void
expect_written(struct arena *a, const struct node *n)
{
	static const enum node_style styles[] = { NODE_PLAIN, NODE_SINGLE,
						  NODE_DOUBLE };

	for (size_t i = 0; i < 3; i++) {
		struct diag *d = diag_make(a);
		struct str out = yaml_scalar(a, n->text, styles[i]);
		struct node *again = parse(a, arena_printf(a, "[{k: " STR_FMT
			", j: }]", STR_ARG(out)), d);

		expect(again != NULL);
		again = yaml_find(again->child, STR("k"));
		expect(again && str_equal(again->text, n->text));
	}
}

static void
expect_node(struct arena *a, const struct node *n, size_t size)
{
	const struct node *p = n->parent;
	size_t before = n->at.at;

	expect(end_of(n->at) <= size);
	if (p && p->kind == NODE_MAP) {
		expect(n->key_at.n > 0 && end_of(n->key_at) <= n->at.at);
		before = n->key_at.at;
	}
	if (p)
		expect(before >= p->at.at && end_of(n->at) <= end_of(p->at));
	if (n->next)
		expect(end_of(n->at) <= (p->kind == NODE_MAP ?
					 n->next->key_at.at : n->next->at.at));
	if (n->kind == NODE_SCALAR) {
		expect(!n->child && n->count == 0);
		expect_alone(a, n);
		expect_written(a, n);
	}
}

static void
expect_tree(struct arena *a, const struct node *root, size_t size)
{
	const struct node *n = root;
	size_t checked = 0;

	while (n && checked++ < 200) {
		expect_node(a, n, size);
		if (n->child) {
			n = n->child;
			continue;
		}
		while (n != root && !n->next)
			n = n->parent;
		n = n == root ? NULL : n->next;
	}
}

/* What the quick reader takes, libyaml takes for the same. */
static void
expect_agreement(struct arena *a, struct str text)
{
	struct diag *d = diag_make(a);
	struct builder quick = { .arena = a, .most = YAML_NODES_MAX };
	struct builder full = quick;
	struct buf one = { 0 }, two = { 0 };
	bool ascii;

	quick.at = source_span(source_make(a, STR("fuzz.yaml"), text), 0,
			       text.n);
	quick.text = full.text = text;
	full.at = quick.at;
	if (str_starts(text, STR("\xef\xbb\xbf")) ||
	    !bytes_check(quick.at, &ascii, d) || !simple_read(&quick))
		return;
	expect(event_read(&full, ascii, d));
	yaml_dump(&one, build_end(&quick));
	yaml_dump(&two, build_end(&full));
	expect(str_equal(buf_str(&one), buf_str(&two)));
	buf_free(&one);
	buf_free(&two);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct str text = { (const char *)data, len };
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct node *root = parse(a, text, d);
	struct buf first = { 0 }, second = { 0 };

	expect((root == NULL) == diag_failed(d));
	expect_agreement(a, arena_copy(a, text));
	for (size_t i = 0; i < d->n; i++)
		expect(end_of(d->items[i].at) <= len);
	if (root) {
		expect_tree(a, root, len);
		yaml_dump(&first, root);
		yaml_dump(&second, parse(a, text, d));
		expect(str_equal(buf_str(&first), buf_str(&second)));
	}
	buf_free(&first);
	buf_free(&second);
	arena_free(a);
	return 0;
}
