/*
 * A name or a citation -> whether what it leads to ends somewhere.
 *
 * The idea: a value that is named elsewhere, and a number or words that another
 * page is cited for, are only worth what stands behind them there. Followed
 * from marker to marker the way must end in a statement that leans on nobody: a
 * measurement, a format, an input, a source that is no page. A way that comes
 * back to where it was is a circle, in which everybody confirms everybody.
 *
 *	a.md: 7<!-- kbc: b#y id=x -->      b.md: 7<!-- kbc: a#x id=y -->
 *
 * A step is a statement of a summary, so pages may come and go. Ways are
 * walked with a stack of their own; what was found to end is not walked twice.
 * Values are no concern here, nor is whether a source says it (observe).
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "summary.h"
#include "wiki.h"

#include <stdint.h>

/* Longer ways than this are as good as none. */
#define WAY_MAX 64

/* One statement on the way, and which of its leanings is next. */
struct step {
	size_t page;
	const struct statement *says;
	size_t next;
};

struct walk {
	struct gather *g;
	struct step way[WAY_MAX];
	size_t n;
	const struct statement **done; /* lead to no circle */
	size_t ndone, capdone;
	struct str circle;             /* `a#x, b#y`; empty: none so far */
};

static struct str
place_text(struct walk *w, const struct step *s)
{
	struct str page = w->g->wiki->summaries[s->page].id;

	if (page.n == 0)
		page = w->g->wiki->summaries[s->page].name;
	return s->says->name.n == 0 ? page :
		arena_printf(w->g->arena, STR_FMT "#" STR_FMT, STR_ARG(page),
			     STR_ARG(s->says->name));
}

static void
tell_circle(struct walk *w, size_t from)
{
	for (size_t i = from; i < w->n; i++)
		w->circle = arena_printf(w->g->arena, STR_FMT "%s" STR_FMT,
			STR_ARG(w->circle), i > from ? ", " : "",
			STR_ARG(place_text(w, &w->way[i])));
}

static bool
is_done(const struct walk *w, const struct statement *s)
{
	for (size_t i = 0; i < w->ndone; i++)
		if (w->done[i] == s)
			return true;
	return false;
}

/* Goes on to a statement, unless it is known to end; tells a circle when it is
   on the way already. */
static void
enter(struct walk *w, size_t page, const struct statement *s)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->way[i].says == s) {
			tell_circle(w, i);
			return;
		}
	if (is_done(w, s))
		return;
	if (w->n == WAY_MAX)
		w->circle = arena_printf(w->g->arena, "no end within %d steps",
					 WAY_MAX);
	else
		w->way[w->n++] = (struct step){ page, s, 0 };
}

static void
leave(struct walk *w)
{
	w->done = arena_grow(w->g->arena, w->done, w->ndone, &w->capdone,
			     sizeof *w->done);
	w->done[w->ndone++] = w->way[--w->n].says;
}

static void
enter_name(struct walk *w, size_t page, struct str name)
{
	const struct named_value *v = gather_value(w->g, page, name);

	if (v && v->statement != SIZE_MAX)
		enter(w, page, &wiki_summary(w->g->wiki, page)->
				statements[v->statement]);
}

/* What a page says the same of: one statement that leans on nobody is enough,
   else the first. */
static void
enter_same(struct walk *w, size_t page, const struct said *what)
{
	const struct summary *s = wiki_summary(w->g->wiki, page);
	const struct statement *first = NULL;

	for (size_t i = 0; i < s->nstatements; i++) {
		const struct statement *one = &s->statements[i];

		if (!summary_same(what, &one->what))
			continue;
		if (one->nleans == 0)
			return;
		first = first ? first : one;
	}
	if (first)
		enter(w, page, first);
}

/* The page that is a source of that name, by its id or as a file; SIZE_MAX if
   the source is no page. */
static size_t
source_page(const struct walk *w, struct str source, size_t from)
{
	const struct wiki *wiki = w->g->wiki;
	size_t low = 0, high = wiki->npages, i = wiki_find(wiki, source, from);
	struct str path;

	if (i != SIZE_MAX && str_equal(wiki->summaries[i].id, source))
		return i;
	path = wiki_file(w->g->arena, wiki, source, from);
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = str_compare(wiki->paths[middle], path);

		if (order == 0)
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return SIZE_MAX;
}

/* what: that the source of a citation is asked for. */
static void
enter_leaning(struct walk *w, size_t from, const struct leaning *l,
	      const struct said *what)
{
	size_t page = from;

	if (l->name.n == 0)
		page = source_page(w, l->page, from);
	else if (l->page.n > 0)
		page = wiki_find(w->g->wiki, l->page, from);
	if (page == SIZE_MAX)
		return;
	if (l->name.n > 0)
		enter_name(w, page, l->name);
	else
		enter_same(w, page, what);
}

/* Walks all that is ahead; the circle's text, or empty. */
static struct str
walk_on(struct walk *w)
{
	while (w->n > 0 && w->circle.n == 0) {
		struct step *s = &w->way[w->n - 1];

		if (s->next == s->says->nleans)
			leave(w);
		else
			enter_leaning(w, s->page, &s->says->leans[s->next++],
				      &s->says->what);
	}
	return w->circle;
}

struct str
gather_circle(struct gather *g, const struct claim *c, struct str page,
	      struct str name)
{
	struct leaning first = { page, name };
	struct walk w = { .g = g };
	struct said what = summary_said(c->quantity, c->text.n > 0 ? c->text :
						     span_str(c->at));

	enter_leaning(&w, g->index, &first, &what);
	return walk_on(&w);
}

void
gather_cited(struct gather *g, struct claim *c)
{
	struct str circle = gather_circle(g, c, c->source, STR(""));

	if (circle.n > 0)
		gather_trouble(g, c, c->marker_at.n ? c->marker_at : c->at,
			       "the citation leads in a circle and to no "
			       "source: " STR_FMT, STR_ARG(circle));
}
