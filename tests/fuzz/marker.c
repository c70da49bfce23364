/*
 * Any bytes as the body of a marker, as an expression and as an info string.
 * Promised of what is understood: nothing is said against it, every span lies
 * in the text, trees are not higher than allowed, a second reading dumps the
 * same, and the canonical text of every expression reads back as the same
 * tree, whose canonical text is itself. Of a refusal: an error is said, at a
 * place of the text.
 */

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "expr.h"
#include "fuzz.h"
#include "marker.h"
#include "scan.h"
#include "source.h"

struct run {
	struct arena *arena;
	const struct source *source;
};

static void
expect_inside(const struct run *r, struct span at)
{
	if (!at.source)
		return;
	expect(at.source == r->source);
	expect((size_t)at.at + at.n <= r->source->text.n);
}

static struct str
dump(struct arena *a, const struct expr *e)
{
	struct buf out = { NULL, 0, 0 };
	struct str text;

	expr_dump(&out, e);
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static void
expect_tree(const struct run *r, const struct expr *e)
{
	expect_inside(r, e->at);
	expect(e->height >= 1 && e->height <= EXPR_DEPTH_MAX);
	expect(e->fact == -1);
	if (e->left) {
		expect(e->left->height < e->height);
		expect_tree(r, e->left);
	}
	if (e->right) {
		expect(e->right->height < e->height);
		expect_tree(r, e->right);
	}
	for (const struct expr *arg = e->args; arg; arg = arg->next) {
		expect(arg->height < e->height);
		expect_tree(r, arg);
	}
}

/* Raw text may lose blanks, so trees are compared from the first text on. */
static void
expect_fixed(struct arena *a, const struct expr *e)
{
	struct str first = expr_text(a, e);
	const struct source *s = source_make(a, STR("text"),
					     arena_copy(a, first));
	struct span rest = source_span(s, 0, first.n);
	struct diag *d = diag_make(a);
	struct expr *again = expr_parse(a, &rest, d), *third;
	struct str second;

	expect(again && rest.n == 0 && d->n == 0);
	second = expr_text(a, again);
	expect(str_equal(first, second));
	rest = source_span(s, 0, first.n);
	third = expr_parse(a, &rest, d);
	expect(str_equal(dump(a, again), dump(a, third)));
	expect(again->height == e->height && again->kind == e->kind);
}

static void
expect_exprs(const struct run *r, const struct expr *e)
{
	for (; e; e = e->next) {
		bool range = e->kind == EXPR_BINARY && e->op == OP_NONE;

		expect_tree(r, e);
		expect_fixed(r->arena, range ? e->left : e);
	}
}

static void
expect_refusal(const struct run *r, const struct diag *d)
{
	expect(d->count[DIAG_ERROR] > 0);
	for (size_t i = 0; i < d->n; i++)
		expect_inside(r, d->items[i].at);
}

static void
expect_options(const struct run *r, const struct options *o)
{
	expect_exprs(r, o->within);
	expect_exprs(r, o->low);
	expect_exprs(r, o->high);
	expect_inside(r, o->id_at);
}

static void
expect_columns(const struct run *r, const struct column *c)
{
	for (; c; c = c->next) {
		expect_inside(r, c->at);
		expect_exprs(r, c->expr);
		expect_options(r, &c->options);
	}
}

static void
expect_launches(const struct run *r, const struct launch *l)
{
	for (; l; l = l->next) {
		expect(l->kernel.n > 0);
		expect_inside(r, l->at);
		expect_exprs(r, l->grid);
		expect_exprs(r, l->block);
		expect_exprs(r, l->shared);
		expect_exprs(r, l->args);
		expect_exprs(r, l->target);
	}
}

static void
expect_test(const struct run *r, const struct marker *m)
{
	for (const struct variable *v = m->variables; v; v = v->next) {
		expect(v->type.n > 0 && v->name.n > 0);
		expect_inside(r, v->at);
		expect_exprs(r, v->size);
		expect_exprs(r, v->init);
		expect_exprs(r, v->ranges);
	}
	expect_launches(r, m->launches);
	for (const struct check *c = m->checks; c; c = c->next) {
		expect_inside(r, c->at);
		expect_exprs(r, c->left);
		expect_exprs(r, c->right);
		expect_launches(r, c->oracle);
		expect_exprs(r, c->rel);
		expect_exprs(r, c->abs);
		expect_exprs(r, c->ulp);
	}
	expect_exprs(r, m->work);
}

static void
expect_marker(const struct run *r, const struct marker *m)
{
	const struct span places[] = {
		m->at, m->body, m->text_at, m->rows_at, m->before, m->after,
		m->words, m->code,
	};

	for (size_t i = 0; i < COUNT_OF(places); i++)
		expect_inside(r, places[i]);
	expect_exprs(r, m->expr);
	expect_exprs(r, m->expr2);
	expect_exprs(r, m->rows_prefix);
	expect_options(r, &m->options);
	expect_columns(r, m->row_names);
	expect_columns(r, m->columns);
	for (size_t i = 0; i < m->nparameters; i++)
		expect(m->parameters[i].n > 0);
	expect_test(r, m);
	for (const struct marker *item = m->items; item; item = item->next) {
		expect(!item->items && item->text.n > 0);
		expect_marker(r, item);
	}
}

static struct str
read_marker(const struct run *r, const struct comment *c)
{
	struct diag *d = diag_make(r->arena);
	struct marker *m = marker_parse(r->arena, c, d);
	struct buf out = { NULL, 0, 0 };
	struct str text;

	if (m) {
		expect(d->n == 0);
		expect_marker(r, m);
		marker_dump(&out, m);
	} else {
		expect_refusal(r, d);
		diag_emit(&out, d);
	}
	text = arena_copy(r->arena, buf_str(&out));
	buf_free(&out);
	return text;
}

static void
read_expr(const struct run *r, struct span text)
{
	struct diag *d = diag_make(r->arena);
	struct span rest = text;
	struct expr *e = expr_parse(r->arena, &rest, d);

	if (e) {
		expect(d->n == 0);
		expect(rest.at >= e->at.at + e->at.n);
		expect_exprs(r, e);
	} else {
		expect_refusal(r, d);
	}
}

static void
read_info(const struct run *r, struct span text, bool marked)
{
	struct diag *d = diag_make(r->arena);
	struct fence_words w;

	if (fence_words_parse(r->arena, &w, text, marked, d))
		expect(d->n == 0 && !(w.sketch && w.fails));
	else
		expect_refusal(r, d);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_make();
	struct str bytes = { (const char *)data, len };
	struct run r = { a, NULL };
	struct comment c = { .alone = true };

	r.source = source_make(a, STR("fuzz.md"), arena_copy(a, bytes));
	c.at = source_span(r.source, 0, len);
	c.body = source_span_of(r.source, str_trim(r.source->text));
	expect(str_equal(read_marker(&r, &c), read_marker(&r, &c)));
	read_expr(&r, c.body);
	read_info(&r, c.body, false);
	read_info(&r, c.body, true);
	arena_free(a);
	return 0;
}
