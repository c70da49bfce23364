/*
 * A page's markers, tables, schema, fences and prose -> its claims.
 *
 * The idea: everything that a page states and kbc can decide is one struct,
 * whatever it was written as. Claims are gathered kind by kind, sorted by
 * place, and numbered.
 *
 * Requires parsed pages and the wiki's summaries. Leaves every claim with its
 * expression's names resolved to facts, or with `trouble` and an error said.
 * Not here: what a fact is worth, and any judgement.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "map.h"
#include "marker.h"
#include "page.h"
#include "scan.h"
#include "source.h"
#include "summary.h"
#include "wiki.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Claims of front matter and fences that a page has, two more a marker. */
#define CLAIMS_USUAL 24

struct claim *
gather_claim(struct gather *g, int kind, struct span at)
{
	struct claims *all = g->out;
	struct claim *c;

	all->items = arena_grow(g->arena, all->items, all->n, &all->cap,
				sizeof *all->items);
	c = &all->items[all->n++];
	c->kind = (enum claim_kind)kind;
	c->page = g->page;
	c->at = at;
	c->text = span_str(at);
	c->device = g->device;
	c->sm = g->sm;
	return c;
}

void
gather_cover(struct gather *g, struct span at)
{
	if (at.source == g->page->source)
		memset(g->covered + at.at, true, at.n);
}

void
gather_speak(struct gather *g, int kind, struct span at, struct str why)
{
	struct claims *all = g->out;

	gather_cover(g, at);
	all->spoken = arena_grow(g->arena, all->spoken, all->nspoken,
				 &all->capspoken, sizeof *all->spoken);
	all->spoken[all->nspoken++] = (struct spoken){
		(enum spoken_kind)kind, at, why
	};
}

void
gather_trouble(struct gather *g, struct claim *c, struct span at,
	       const char *fmt, ...)
{
	char text[400];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	diag_error(g->page->diag, at, "%s", text);
	c->trouble = arena_copy(g->arena, str_of(text));
}

bool
gather_is_covered(const struct gather *g, struct span at)
{
	for (size_t i = 0; i < at.n; i++)
		if (g->covered[at.at + i])
			return true;
	return false;
}

bool
gather_is_all_covered(const struct gather *g, struct span at)
{
	for (size_t i = 0; i < at.n; i++)
		if (!g->covered[at.at + i])
			return false;
	return at.n > 0;
}

/* The comments are in order of their places. */
bool
gather_in_comment(const struct gather *g, size_t at)
{
	const struct scan *s = g->page->scan;
	size_t low = 0, high = s->ncomments;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->comments[middle].at.at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && at < s->comments[low - 1].at.at +
				       s->comments[low - 1].at.n;
}

/* --- order --------------------------------------------------------------- */

static int
compare_places(const void *left, const void *right)
{
	const struct claim *a = left, *b = right;

	if (a->at.at != b->at.at)
		return a->at.at < b->at.at ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* The numbers of the claims, once they are in order. */
static void
number_claims(struct claims *all)
{
	for (size_t i = 0; i < all->n; i++) {
		all->items[i].number = all->items[i].rank = i;
		all->items[i].all = all;
	}
}

/* --- the page ------------------------------------------------------------ */

static void
gather_comment(struct gather *g, size_t i, bool repeats)
{
	const struct comment *c = &g->page->scan->comments[i];
	const struct marker *m = g->page->markers[i];

	if (!m)
		return;
	switch (m->kind) {
	case MARKER_AT:
		gather_at(g, m, c->block, repeats);
		break;
	case MARKER_TABLE:
		gather_table(g, m, c->block);
		break;
	case MARKER_GIVEN:
	case MARKER_FENCE:
	case MARKER_CODE:
	case MARKER_TEST:
	case MARKER_PROBE:
		break; /* parts of fences */
	case MARKER_EQUALS:
	case MARKER_HOLDS:
	case MARKER_REPEAT:
	case MARKER_LET:
	case MARKER_CITES:
	case MARKER_IGNORE:
		if (c->alone) /* said by page */
			break;
		gather_marker(g, m, i);
		break;
	case MARKER_OPEN:
	case MARKER_RETIRED:
	default:
		gather_marker(g, m, i);
	}
}

/* `=` needs the claims it may repeat: first all others, then those. */
static void
gather_comments(struct gather *g, bool repeats)
{
	for (size_t i = 0; i < g->page->scan->ncomments; i++) {
		const struct marker *m = g->page->markers[i];

		if (m && (m->kind == MARKER_AT ||
			  (m->kind == MARKER_REPEAT) == repeats))
			gather_comment(g, i, repeats);
	}
}

bool
claim_asks_sass(const struct fact *f)
{
	const struct expr *e = f->expr;

	if (e->kind == EXPR_LISTING)
		e = e->left;
	return str_equal(e->text, STR("sass"));
}

bool
claim_is_substance(const struct claim *c)
{
	return c->kind != CLAIM_CHECK && c->kind != CLAIM_OPEN &&
	       c->kind != CLAIM_CITED;
}

static struct map *
index_values(struct arena *a, const struct summary *s)
{
	struct map *values = arena_alloc(a, sizeof *values);

	values->arena = a;
	for (size_t k = 0; k < s->nvalues; k++)
		map_add(values, s->values[k].name, k);
	return values;
}

void
claim_collect(struct arena *a, struct claims *out, struct wiki *w, size_t i)
{
	struct gather g = { .arena = a, .wiki = w, .index = i,
			    .page = w->pages[i], .out = out };

	*out = (struct claims){ .arena = a,
				.cap = CLAIMS_USUAL +
				       2 * g.page->scan->ncomments };
	out->items = arena_alloc(a, out->cap * sizeof *out->items);
	g.values = index_values(a, wiki_summary(w, i));
	g.covered = arena_alloc(a, g.page->source->text.n + 1);
	g.probe_used = arena_alloc(a, g.page->nprobes + 1);
	gather_front(&g);
	out->schema = g.schema;
	gather_check_names(&g);
	gather_comments(&g, false);
	gather_comments(&g, true);
	gather_schema(&g);
	gather_fences(&g);
	gather_derived(&g);
	gather_equations(&g);
	gather_code_names(&g);
	gather_unbound(&g);
	gather_unused(&g);
	gather_untyped(&g);
	gather_own_key(&g);
	for (size_t k = 0; k < out->n; k++)
		out->items[k].number = k;
	if (out->n > 0)
		qsort(out->items, out->n, sizeof *out->items, compare_places);
	gather_check_cells(&g);
	gather_check_beside(&g);
	number_claims(out);
}

/* --- for tests ----------------------------------------------------------- */

static const char *const kind_words[] = {
	[CLAIM_EQUALS] = "equals", [CLAIM_TEXT] = "text",
	[CLAIM_HOLDS] = "holds", [CLAIM_OPEN] = "open",
	[CLAIM_CITED] = "cited", [CLAIM_CHECK] = "check",
	[CLAIM_FENCE] = "fence", [CLAIM_TEST] = "test",
	[CLAIM_EQUATION] = "equation", [CLAIM_DERIVED] = "derived",
};

void
claim_dump(struct buf *out, const struct claim *c)
{
	buf_printf(out, "%u %s '" STR_FMT "' " STR_FMT, span_line(c->at),
		   kind_words[c->kind], STR_ARG(c->text), STR_ARG(claim_id(c)));
	if (c->device.n > 0)
		buf_printf(out, " on " STR_FMT, STR_ARG(c->device));
	buf_printf(out, " on " STR_FMT, STR_ARG(c->sm));
	for (size_t i = 0; i < c->nfacts; i++)
		buf_printf(out, "\n\tfact %d " STR_FMT, c->facts[i].family,
			   STR_ARG(claim_fact(c->all->arena, &c->facts[i])));
	if (c->trouble.n > 0)
		buf_printf(out, "\n\ttrouble " STR_FMT, STR_ARG(c->trouble));
	buf_add_byte(out, '\n');
}
