/*
 * Claims that are gone, and the tombstones that say so.
 *
 * The idea: what a page once stated and nobody found wrong is not lost in
 * silence. A tombstone, `retired ID WHY`, stands on any page of the wiki; its
 * ID is that of the claim, a pattern for several, or a page's name for all of
 * them. Only what an author stated needs one: marked numbers and words, tests,
 * citations, fences with an id. A question may be answered or dropped, and
 * what kbc finds by itself (links, equations, columns) goes with its text.
 */
#include "arena.h"
#include "claim.h"
#include "gate.h"
#include "gate_parts.h"
#include "marker.h"
#include "page.h"
#include "scan.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

static bool
is_stated(const struct claim *c)
{
	switch (c->kind) {
	case CLAIM_EQUALS:
	case CLAIM_TEXT:
	case CLAIM_HOLDS:
	case CLAIM_TEST:
	case CLAIM_CITED:
		return c->trouble.n == 0;
	case CLAIM_FENCE:
		return c->fence->words->id.n > 0;
	case CLAIM_OPEN:
	case CLAIM_CHECK:
	case CLAIM_EQUATION:
	case CLAIM_DERIVED:
		break;
	}
	return false;
}

static struct str
bare_name(const struct page *p)
{
	return str_ends(p->name, STR(".md")) ?
		       str_slice(p->name, 0, p->name.n - 3) : p->name;
}

/* Whether an ID of a tombstone on page `on` means the claim. */
static bool
buries(struct str id, const struct page *on, const struct page *home,
       const struct claim *c)
{
	const struct page *was = c->page;

	if (id.n == 0)
		return false;
	if (str_match(id, claim_id(c)) || str_equal(id, bare_name(was)) ||
	    str_equal(id, was->name) || str_equal(id, was->id))
		return true;
	return on == home && (str_equal(id, c->name) ||
			      (c->kind == CLAIM_FENCE &&
			       str_equal(id, c->fence->words->id)));
}

struct tombstones {
	struct tombstone {
		const struct page *on;
		struct str id;
	} *items;
	size_t n, cap;
};

/* Adds the tombstones of a page. */
static void
add_tombstones(struct arena *a, struct tombstones *t, const struct page *on)
{
	for (size_t i = 0; on->scan && i < on->scan->ncomments; i++) {
		const struct marker *m = on->markers[i];

		if (!m || m->kind != MARKER_RETIRED)
			continue;
		t->items = arena_grow(a, t->items, t->n, &t->cap,
				      sizeof *t->items);
		t->items[t->n++] = (struct tombstone){ on, m->name };
	}
}

static const struct tombstones *
find_tombstones(struct gate *g)
{
	if (g->tombstones)
		return g->tombstones;
	g->tombstones = arena_alloc(g->arena, sizeof *g->tombstones);
	for (size_t i = 0; i < g->now.wiki->npages; i++)
		add_tombstones(g->arena, g->tombstones,
			       g->now.wiki->pages[i]);
	return g->tombstones;
}

/* Whether some page has a tombstone for the claim; home is its own. */
static bool
is_retired(struct gate *g, const struct page *home, const struct claim *c)
{
	const struct tombstones *all = find_tombstones(g);

	for (size_t i = 0; i < all->n; i++)
		if (buries(all->items[i].id, all->items[i].on, home, c))
			return true;
	return false;
}

/* Where to look: the start of the page as it is, else its place before. */
static struct span
place_of(struct gate *g, const struct page *home, const struct claim *c,
	 struct str path)
{
	const struct page *was = c->page;

	if (home)
		return source_span(home->source, 0, 0);
	return source_span(source_make(g->arena, path, was->source->text),
			   c->at.at, c->at.n);
}

/* `#NAME` as a page's own tombstone has it, else the whole id, quoted. */
static struct str
tombstone_id(struct arena *a, const struct claim *c)
{
	return c->name.n > 0 ? c->name :
			       arena_printf(a, "\"" STR_FMT "\"",
					    STR_ARG(claim_id(c)));
}

static void
say_removed(struct gate *g, const struct page *home, const struct claim *c,
	    const struct verdict *v, struct str path)
{
	struct gate_finding f = { .rule = GATE_REMOVED, .fails = true,
				  .at = place_of(g, home, c, path),
				  .id = claim_id(c) };

	gate_add(g, &f, "the claim '" STR_FMT "' is gone, which line %u of "
		 STR_FMT " made: keep `kbc: retired " STR_FMT " WHY`",
		 STR_ARG(v->says), span_line(c->at), STR_ARG(g->rev),
		 STR_ARG(tombstone_id(g->arena, c)));
}

/* A page that is gone, whose claims are said in one. */
static void
say_gone(struct gate *g, const struct claim *first, size_t n, struct str path)
{
	struct gate_finding f = { .rule = GATE_REMOVED, .fails = true,
				  .at = place_of(g, NULL, first, path) };

	gate_add(g, &f, "the page is gone with %zu claim%s: keep `kbc: retired "
		 STR_FMT " WHY` on another", n, n == 1 ? "" : "s",
		 STR_ARG(bare_name(first->page)));
}

void
gate_removed(struct gate *g, const struct gate_pair *p, struct str path,
	     const bool *kept)
{
	const struct claims *old = p->before->claims;
	const struct page *home = gate_page_now(g, p);
	const struct claim *first = NULL;
	size_t n = 0;

	for (size_t i = 0; i < old->n; i++) {
		const struct claim *c = &old->items[i];

		if (kept[i] || !is_stated(c) || is_retired(g, home, c))
			continue;
		if (home)
			say_removed(g, home, c, &p->before->verdicts[i], path);
		else if (n++ == 0)
			first = c;
	}
	if (first)
		say_gone(g, first, n, path);
}
