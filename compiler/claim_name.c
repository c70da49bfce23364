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
add_name(const struct gather *g, struct givens *all, const struct marker *m)
{
	struct given one = { m->options.id, m->options.id_at };

	if (m->kind == MARKER_LET || m->kind == MARKER_PROBE)
		one = (struct given){ m->name, m->at };
	if (one.name.n == 0)
		return;
	all->items = arena_grow(g->arena, all->items, all->n, &all->cap,
				sizeof *all->items);
	all->items[all->n++] = one;
}

static void
say_taken(const struct gather *g, const struct given *later,
	  struct span earlier)
{
	diag_error(g->page->diag, later->at, "the name '" STR_FMT
		   "' is taken on this page", STR_ARG(later->name));
	diag_note(g->page->diag, earlier, "it is here");
}

static void
check_name(const struct gather *g, const struct givens *all, size_t i)
{
	const struct given *one = &all->items[i];

	for (size_t k = 0; k < g->page->nprobes; k++)
		if (str_equal(g->page->probes[k].name, one->name)) {
			say_taken(g, one, g->page->probes[k].at);
			return;
		}
	for (size_t k = 0; k < i; k++)
		if (str_equal(all->items[k].name, one->name)) {
			say_taken(g, one, all->items[k].at);
			return;
		}
}

void
gather_check_names(const struct gather *g)
{
	struct givens all = { 0 };

	for (size_t i = 0; i < g->page->scan->ncomments; i++) {
		const struct marker *m = g->page->markers[i];

		if (!m)
			continue;
		add_name(g, &all, m);
		for (const struct marker *item = m->items; item;
		     item = item->next)
			add_name(g, &all, item);
	}
	for (size_t i = 0; i < all.n; i++)
		check_name(g, &all, i);
}
