/*
 * Files that list pages (`indices` of kbc.yaml) -> whether they are up to date.
 *
 * The idea: a listing is a text with links. Each page below its folder must be
 * linked from it under the title that the page has now, and each link to below
 * that folder must lead to a page. Links are read once, into a map by the name
 * of their page, so that a page costs the same in a wiki of any size.
 *
 * What else stands in a listing (columns, headings) is not compared: only
 * those who made it know how.
 */
#include "arena.h"
#include "diag.h"
#include "file.h"
#include "map.h"
#include "page.h"
#include "path.h"
#include "source.h"
#include "wiki.h"
#include "wiki_parts.h"
#include "yaml.h"

/* One link of a listing. */
struct entry {
	struct str page;   /* from the root */
	struct span text, at;
};

struct listing_file {
	const struct source *source;
	struct str name, folder;   /* from the root */
	struct map by_page;
	struct entry *entries;
	size_t n, cap;
};

struct listings {
	struct listing_file *items;
	size_t n;
};

/* The bytes of a link's text that ends at `end`; empty if none starts on the
   line. Brackets within are in pairs. */
static struct span
text_before(const struct source *s, size_t end)
{
	size_t depth = 1, at = end;

	while (at > 0 && depth > 0 && s->text.p[at - 1] != '\n') {
		at--;
		depth += s->text.p[at] == ']';
		depth -= s->text.p[at] == '[';
	}
	if (depth > 0)
		return source_span(s, end, 0);
	return source_span(s, at + 1, end - at - 1);
}

/* Where a link's target leads, from the root; empty: to no file of the wiki. */
static struct str
lead(struct arena *a, const struct listing_file *l, struct str target)
{
	struct str path = str_slice(target, 0, str_find_byte(target, '#'));

	if (path.n == 0 || str_find(path, STR("://")) < path.n)
		return STR("");
	return path_clean(a, path_join(a, path_dir(l->name), path));
}

static void
read_entry(struct arena *a, struct listing_file *l, size_t end)
{
	struct str rest = str_skip(l->source->text, end + 2);
	size_t n = str_find_byte(rest, ')');
	struct entry *e;

	if (n == rest.n)
		return;
	l->entries = arena_grow(a, l->entries, l->n, &l->cap,
				sizeof *l->entries);
	e = &l->entries[l->n];
	e->page = lead(a, l, str_slice(rest, 0, n));
	e->text = text_before(l->source, end);
	e->at = source_span(l->source, end + 2, n);
	if (path_is_under(e->page, l->folder))
		map_add(&l->by_page, e->page, l->n++);
}

static bool
read_listing(struct wiki *w, struct listing_file *l, const struct node *n)
{
	struct arena *a = w->arena;
	struct str path = path_clean(a, path_join(a, w->root, n->key)), text;
	struct str mark = STR("](");

	*l = (struct listing_file){ .name = path_clean(a, n->key),
				    .folder = path_clean(a, n->text),
				    .by_page.arena = a };
	if (file_kind(path) != FILE_PLAIN) {
		diag_error(w->diag, n->key_at, "there is no file '" STR_FMT "'",
			   STR_ARG(path));
		return false;
	}
	if (!file_read(a, &text, path, SOURCE_MAX, w->diag))
		return false;
	l->source = source_make(a, path, text);
	for (size_t at = 0; (at += str_find(str_skip(text, at), mark)) < text.n;
	     at += mark.n)
		read_entry(a, l, at);
	return true;
}

bool
listings_read(struct wiki *w)
{
	const struct node *n = w->config.indices;
	struct listings *all;
	bool good = true;

	if (!n || n->kind != NODE_MAP)
		return true;
	all = arena_alloc(w->arena, sizeof *all);
	all->items = arena_alloc(w->arena, (n->count + 1) *
						   sizeof *all->items);
	for (n = n->child; n; n = n->next)
		if (read_listing(w, &all->items[all->n], n))
			all->n++;
		else
			good = false;
	w->listings = all;
	return good;
}

/* --- what they say -------------------------------------------------------- */

/* Where a page says its title, else its first line. */
static struct span
title_place(const struct page *p)
{
	const struct node *n = yaml_find(p->front, STR("title"));

	return n ? n->at : source_line(p->source, 1);
}

static void
check_listed(const struct listing_file *l, const struct page *p)
{
	size_t i = map_find(&l->by_page, p->name);
	struct span said;

	if (i == SIZE_MAX) {
		diag_error(p->diag, title_place(p), "'" STR_FMT "' does not "
			   "list this page", STR_ARG(l->name));
		return;
	}
	said = l->entries[i].text;
	if (p->title.n == 0 || str_equal(span_str(said), p->title))
		return;
	diag_error(p->diag, title_place(p), "'" STR_FMT "' lists this page "
		   "by another title", STR_ARG(l->name));
	diag_note(p->diag, said, "it is here");
}

void
wiki_check_listed(struct wiki *w, size_t i)
{
	const struct page *p = w->pages[i];

	for (size_t k = 0; !p->record && w->listings && k < w->listings->n;
	     k++)
		if (path_is_under(p->name, w->listings->items[k].folder))
			check_listed(&w->listings->items[k], p);
}

void
wiki_check_listings(const struct wiki *w, struct diag *d)
{
	for (size_t k = 0; w->listings && k < w->listings->n; k++) {
		const struct listing_file *l = &w->listings->items[k];

		for (size_t i = 0; i < l->n; i++)
			if (index_name(w, l->entries[i].page) == SIZE_MAX)
				diag_error(d, l->entries[i].at, "there is no "
					   "page '" STR_FMT "'",
					   STR_ARG(l->entries[i].page));
	}
}
