/*
 * Pages of the wiki -> the pages that they were at the base.
 *
 * The idea: a page is known by its name, else by what git takes for a rename,
 * else by its id or its bytes, the surer ones first; none is taken twice. A
 * page that is left has no other side: it is new, or gone.
 */
#include "arena.h"
#include "cmd_gate.h"
#include "git.h"
#include "map.h"
#include "page.h"
#include "path.h"
#include "session.h"
#include "source.h"
#include "wiki.h"

struct pairing {
	struct session *now;
	const struct gate_base *base;
	size_t *was;   /* [page of now]: of base; SIZE_MAX: none */
	bool *paired;  /* [page of base] */
};

/* Pairs page i with one of the base that is nobody's; false if it is. */
static bool
pair_page(struct pairing *m, size_t i, size_t k)
{
	if (k == SIZE_MAX || m->paired[k] || m->was[i] != SIZE_MAX)
		return false;
	m->was[i] = k;
	m->paired[k] = true;
	return true;
}

static size_t
find_name(const struct wiki *w, struct str name)
{
	for (size_t k = 0; k < w->npages; k++)
		if (str_equal(wiki_name(w, k), name))
			return k;
	return SIZE_MAX;
}

static void
pair_names(struct pairing *m)
{
	const struct wiki *now = m->now->wiki, *was = m->base->session->wiki;
	struct map names = { .arena = m->now->arena };

	for (size_t k = 0; k < was->npages; k++)
		map_add(&names, wiki_name(was, k), k);
	for (size_t i = 0; i < now->npages; i++)
		pair_page(m, i, map_find(&names, wiki_name(now, i)));
}

/* A path from the top of the work tree as the name of a page. */
static struct str
page_name(const struct git *g, struct str path)
{
	if (g->prefix.n == 0 || !path_is_under(path, g->prefix))
		return path;
	return path_below(path, g->prefix);
}

static void
pair_renamed(struct pairing *m)
{
	const struct git *g = m->base->git;

	for (size_t c = 0; c < g->nchanges; c++) {
		size_t i = find_name(m->now->wiki,
				     page_name(g, g->changes[c].to));

		if (i != SIZE_MAX && !g->changes[c].module)
			pair_page(m, i, find_name(m->base->session->wiki,
					page_name(g, g->changes[c].from)));
	}
}

/* Whether two pages are one by what is in them. */
static bool
is_same_page(const struct page *x, const struct page *y)
{
	return (x->id.n > 0 && str_equal(x->id, y->id)) ||
	       str_equal(x->source->text, y->source->text);
}

/* What was moved without telling git. */
static void
pair_moved(struct pairing *m)
{
	const struct wiki *now = m->now->wiki, *was = m->base->session->wiki;

	for (size_t k = 0; k < was->npages; k++)
		for (size_t i = 0; !m->paired[k] && i < now->npages; i++)
			if (m->was[i] == SIZE_MAX &&
			    is_same_page(now->pages[i], was->pages[k]))
				pair_page(m, i, k);
}

void
gate_pair_pages(struct gate_pages *out, struct session *now,
		const struct gate_base *b)
{
	struct pairing m = { .now = now, .base = b };
	size_t n = now->wiki->npages;

	m.was = arena_alloc(now->arena, (n + 1) * sizeof *m.was);
	for (size_t i = 0; i < n; i++)
		m.was[i] = SIZE_MAX;
	*out = (struct gate_pages){ m.was, NULL };
	if (!b->there)
		return;
	m.paired = arena_alloc(now->arena, b->session->wiki->npages + 1);
	out->paired = m.paired;
	pair_names(&m);
	pair_renamed(&m);
	pair_moved(&m);
}
