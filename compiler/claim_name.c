/*
 * Names that a page gives: `let NAME`, `id=NAME`, tests, probes.
 *
 * The idea: an expression knows names only, so no two things of a page may
 * share one; which of them is meant would depend on where kbc looks first.
 * The later one is the error, the earlier one the note.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "map.h"
#include "marker.h"
#include "page.h"
#include "scan.h"

struct given {
	struct str name;
	struct span at;
};

struct givens {
	struct given *items;
	size_t n, cap;
};

static void
add_given(const struct gather *g, struct givens *all, struct str name,
	  struct span at)
{
	if (name.n == 0)
		return;
	all->items = arena_grow(g->arena, all->items, all->n, &all->cap,
				sizeof *all->items);
	all->items[all->n++] = (struct given){ name, at };
}

static void
add_marker(const struct gather *g, struct givens *all, const struct marker *m)
{
	if (m->kind == MARKER_LET || m->kind == MARKER_PROBE)
		add_given(g, all, m->name, m->at);
	else
		add_given(g, all, m->options.id, m->options.id_at);
}

/* Probes first, which share a name with no other probe. */
static void
add_all(const struct gather *g, struct givens *all)
{
	for (size_t i = 0; i < g->page->nprobes; i++)
		add_given(g, all, g->page->probes[i].name,
			  g->page->probes[i].at);
	for (size_t i = 0; i < g->page->scan->ncomments; i++) {
		const struct marker *m = g->page->markers[i];

		if (!m)
			continue;
		add_marker(g, all, m);
		for (const struct marker *item = m->items; item;
		     item = item->next)
			add_marker(g, all, item);
	}
}

static void
say_taken(const struct gather *g, const struct given *later,
	  struct span earlier)
{
	diag_error(g->page->diag, later->at, "the name '" STR_FMT
		   "' is taken on this page", STR_ARG(later->name));
	diag_note(g->page->diag, earlier, "it is here");
}

void
gather_check_names(const struct gather *g)
{
	struct givens all = { 0 };
	struct map firsts = { .arena = g->arena };

	add_all(g, &all);
	for (size_t i = 0; i < all.n; i++) {
		size_t first = map_add(&firsts, all.items[i].name, i);

		if (first < i && i >= g->page->nprobes)
			say_taken(g, &all.items[i], all.items[first].at);
	}
}
