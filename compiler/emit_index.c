/*
 * generated/INDEX: what was made for which claim.
 *
 *	ilp:ilp1-ilp2:0	ilp.md:57	ilp1 / ilp2	probes/x.cu	x
 *
 * One line a claim, sorted by bytes, so that a change of one page changes its
 * lines alone. Bytes that would break the columns are written as %XX.
 */
#include <stdlib.h>

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "emit.h"
#include "emit_parts.h"
#include "expr.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "source.h"
#include "wiki.h"

struct indexer {
	struct arena *arena;
	const struct plan *plan;
	size_t use;         /* the plan's uses are in order of claims */
	struct str *lines;
	size_t n, cap;
};

/* Text without the bytes that part columns and lines. */
static void
add_clean(struct buf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c < 0x20 || c == 0x7f)
			buf_printf(out, "%%%02X", c);
		else
			buf_add_byte(out, text.p[i]);
	}
}

static const char *
kind_word(enum claim_kind kind)
{
	static const char *const words[] = {
		[CLAIM_EQUALS] = "equals", [CLAIM_TEXT] = "text",
		[CLAIM_HOLDS] = "holds", [CLAIM_OPEN] = "open",
		[CLAIM_CITED] = "cited", [CLAIM_CHECK] = "check",
		[CLAIM_FENCE] = "fence compiles", [CLAIM_TEST] = "test",
		[CLAIM_EQUATION] = "equation", [CLAIM_DERIVED] = "derived",
	};

	return words[kind];
}

static void
add_what(struct buf *out, struct arena *a, const struct claim *c)
{
	if (c->kind == CLAIM_FENCE && c->fence && c->fence->words->fails)
		buf_add(out, STR("fence fails"));
	else if (c->kind == CLAIM_CHECK)
		add_clean(out, c->check);
	else if (c->expr)
		add_clean(out, expr_text(a, c->expr));
	else
		buf_add(out, str_of(kind_word(c->kind)));
	if (c->expr2) {
		buf_add(out, c->range ? STR(" to ") : STR(" & "));
		add_clean(out, expr_text(a, c->expr2));
	}
}

static bool
is_before(const struct use *u, size_t page, size_t claim)
{
	return u->page < page || (u->page == page && u->claim < claim);
}

/* The targets of a claim, in the order of its facts, each once. */
static size_t
collect_targets(struct indexer *x, size_t page, size_t claim,
		const struct target ***out)
{
	size_t n = 0, cap = 0;

	*out = NULL;
	while (x->use < x->plan->nuses && is_before(&x->plan->uses[x->use],
						    page, claim))
		x->use++;
	for (; x->use < x->plan->nuses; x->use++) {
		const struct use *u = &x->plan->uses[x->use];
		const struct target *t = &x->plan->targets[u->target];
		size_t i = 0;

		if (u->page != page || u->claim != claim)
			break;
		while (i < n && (*out)[i] != t)
			i++;
		if (i < n)
			continue;
		*out = arena_grow(x->arena, *out, n, &cap, sizeof(**out));
		(*out)[n++] = t;
	}
	return n;
}

static void
add_sources(struct buf *out, const struct target **targets, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_printf(out, "%s" STR_FMT STR_FMT, i > 0 ? "," : "",
			   STR_ARG(targets[i]->name),
			   STR_ARG(emit_suffix(targets[i])));
	if (n == 0)
		buf_add_byte(out, '-');
}

static void
add_evidence(struct buf *out, const struct target **targets, size_t n)
{
	static const struct str folder = STR_INIT("probes/");
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		struct str name = targets[i]->name;

		if (targets[i]->kind != TARGET_PROBE &&
		    targets[i]->kind != TARGET_RUN)
			continue;
		if (targets[i]->kind == TARGET_PROBE)
			name = str_skip(name, folder.n);
		buf_add(out, any ? STR(",") : STR(""));
		for (size_t k = 0; k < name.n; k++)
			buf_add_byte(out, name.p[k] == '/' ? '-' : name.p[k]);
		any = true;
	}
	if (!any)
		buf_add_byte(out, '-');
}

static void
add_line(struct indexer *x, size_t page, const struct claim *c)
{
	struct buf line = { 0 };
	const struct target **targets;
	size_t n = collect_targets(x, page, c->number, &targets);

	add_clean(&line, claim_id(c));
	buf_add_byte(&line, '\t');
	add_clean(&line, c->page->name);
	buf_printf(&line, ":%u\t", span_line(c->at));
	add_what(&line, x->arena, c);
	buf_add_byte(&line, '\t');
	add_sources(&line, targets, n);
	buf_add_byte(&line, '\t');
	add_evidence(&line, targets, n);
	buf_add_byte(&line, '\n');
	x->lines = arena_grow(x->arena, x->lines, x->n, &x->cap,
			      sizeof(*x->lines));
	x->lines[x->n++] = arena_copy(x->arena, buf_str(&line));
	buf_free(&line);
}

static int
compare_lines(const void *left, const void *right)
{
	const struct str *a = left, *b = right;

	return str_compare(*a, *b);
}

void
emit_index(struct buf *out, const struct plan *p, const struct wiki *w,
	   struct claims *const *claims)
{
	struct indexer x = { .arena = arena_make(), .plan = p };

	for (size_t i = 0; i < w->npages; i++)
		for (size_t k = 0; claims[i] && k < claims[i]->n; k++)
			add_line(&x, i, &claims[i]->items[k]);
	if (x.n > 0)
		qsort(x.lines, x.n, sizeof(*x.lines), compare_lines);
	for (size_t i = 0; i < x.n; i++)
		buf_add(out, x.lines[i]);
	arena_free(x.arena);
}
