/*
 * Pages and a cache -> which results are used again, and the next cache.
 *
 * The idea: first what all results come from is compared, then every page with
 * what it was, side by side; a page whose bytes are another takes the results
 * of those that asked it along. What is found anew is put in their place, and
 * the whole is written once more if anything in it is new.
 *
 * It is written only if nothing that it rests on was touched since shortly
 * before the run began: then what was read is what the stamps stand for, at
 * whatever time of the run it was read.
 *
 * It says nothing, and does not know what a result says.
 */
#include "past.h"

#include "arena.h"
#include "buf.h"
#include "crew.h"
#include "file.h"
#include "hash.h"
#include "map.h"
#include "page.h"
#include "path.h"
#include "recall.h"
#include "source.h"
#include "summary.h"
#include "cache.h" /* has structs of file and hash */
#include "past_parts.h"
#include "session.h"
#include "wiki.h"

#include <stdatomic.h>

/* Bytes a page that results may take on the average, beyond the first. */
#define RESULT_MAX ((size_t)4 << 10)
#define RESULTS_MAX ((size_t)1 << 20)

struct past {
	struct arena *arena;
	int64_t began;
	bool usable;            /* there is a place, and all that it takes */
	struct cache_place place;
	struct paths common;
	size_t npages;
	struct cache was;       /* believed; no items: nothing is */
	struct cache_item *items; /* [page]: what is known of it now */
	bool *same;             /* [page]: its bytes are those of was */
	bool *fresh;            /* [page]: found in this run */
	struct buf *kept;       /* [page]: its result then */
	struct str *ids;        /* [page]: its p NULL: not known */
	atomic_size_t bytes;    /* in kept */
	atomic_size_t next;     /* page to compare */
	atomic_bool moved;      /* a stamp is another: to be written */
	bool scanned;           /* all ids are known */
	struct map read;        /* path -> enum looked, of common files */
	struct map places;      /* the same of paths where pages looked */
	struct paths new_places; /* that are not in was */
};

/* A path in was.common; one that is new; and where a page looked, whether a
   file or folder stood there. */
enum looked { KNOWN, NEW, STOOD, GONE };

struct past *
past_make(struct arena *a)
{
	struct past *p = arena_alloc(a, sizeof *p);

	p->arena = p->read.arena = p->places.arena = a;
	p->began = file_clock();
	return p;
}

void
past_close(struct past *p)
{
	for (size_t i = 0; i < p->npages; i++)
		buf_free(&p->kept[i]);
}

/* --- what is believed ----------------------------------------------------- */

/* Whether a file is what it was; a stamp that is another is noted. */
static bool
is_same(struct past *p, struct cache_file *was)
{
	struct file_stamp stamp = was->stamp;

	if (!cache_same(was))
		return false;
	if (!file_stamp_equal(&stamp, &was->stamp))
		p->moved = true;
	return true;
}

static bool
has_these_pages(const struct cache *c, const struct wiki *w)
{
	if (c->nitems != w->npages)
		return false;
	for (size_t i = 0; i < c->nitems; i++)
		if (!str_equal(c->items[i].file.path, w->paths[i]))
			return false;
	return true;
}

static void *
compare_pages(void *shared)
{
	struct past *p = shared;
	size_t i;

	while ((i = p->next++) < p->npages)
		p->same[i] = p->was.items[i].file.stamp.mode != 0 &&
			     is_same(p, &p->was.items[i].file);
	return NULL;
}

/* Whether a page's result is what would be found. */
static bool
holds(const struct past *p, size_t i)
{
	const struct cache_item *item = &p->was.items[i];
	bool good = p->same[i] && item->found;

	for (size_t k = 0; good && k < item->nneeds; k++)
		good = p->same[item->needs[k]];
	return good;
}

static void
take_items(struct past *p)
{
	for (size_t i = 0; i < p->npages; i++) {
		struct cache_item *item = &p->items[i];

		if (!p->same[i])
			continue;
		*item = p->was.items[i];
		p->ids[i] = item->name;
		item->found = holds(p, i);
	}
}

/* Whether all that results have in common is what it was. */
static bool
is_common(struct past *p)
{
	for (size_t i = 0; i < p->was.ncommon; i++) {
		struct cache_file *f = &p->was.common[i];

		if (!is_same(p, f))
			return false;
		map_add(f->place ? &p->places : &p->read, f->path, KNOWN);
	}
	return true;
}

static void
make_pages(struct past *p, size_t n)
{
	p->npages = n;
	p->items = arena_alloc(p->arena, (n + 1) * sizeof *p->items);
	p->same = arena_alloc(p->arena, n + 1);
	p->fresh = arena_alloc(p->arena, n + 1);
	p->kept = arena_alloc(p->arena, (n + 1) * sizeof *p->kept);
	p->ids = arena_alloc(p->arena, (n + 1) * sizeof *p->ids);
}

void
past_read(struct past *p, const struct session *s)
{
	struct str key, run = past_run(p->arena, s);

	make_pages(p, s->wiki->npages);
	if (p->npages >= UINT32_MAX ||
	    !past_files(p->arena, &p->common, s))
		return;
	key = past_key(p->arena, run, &p->common);
	p->usable = past_place(p->arena, &p->place,
			       path_join(p->arena, session_cache(s),
					 STR("check")), run);
	if (p->usable && cache_read(p->arena, &p->was, &p->place, key) &&
	    has_these_pages(&p->was, s->wiki) && is_common(p)) {
		crew_run(session_threads(s), compare_pages, p);
		take_items(p);
		return;
	}
	p->read = p->places = (struct map){ .arena = p->arena };
	p->was = (struct cache){ .key = key };
	for (size_t i = 0; i < p->common.n; i++)
		map_add(&p->read, p->common.items[i], NEW);
}

/* --- results -------------------------------------------------------------- */

bool
past_has_all(const struct past *p, const struct session *s)
{
	for (size_t i = 0; i < p->npages; i++)
		if (s->selected[i] && !p->items[i].found)
			return false;
	return true;
}

const struct str *
past_ids(const struct past *p)
{
	return p->ids;
}

void
past_check_ids(struct past *p, const struct wiki *w)
{
	bool same = p->was.nitems == p->npages;

	p->scanned = true;
	for (size_t i = 0; same && i < p->npages; i++)
		same = str_equal(p->was.items[i].name, w->summaries[i].id);
	for (size_t i = 0; i < p->npages; i++) {
		p->items[i].name = w->summaries[i].id;
		p->items[i].file.path = w->paths[i];
		if (!same)
			p->items[i].found = false;
	}
}

bool
past_result(const struct past *p, size_t i, struct str *out)
{
	*out = p->items[i].result;
	return p->items[i].found && !p->fresh[i];
}

void
past_forget(struct past *p)
{
	p->usable = false;
}

/* The pages that the view's page needs, of this run. */
static void
keep_needs(struct cache_item *item, const struct wiki *view)
{
	const uint32_t *needs;
	uint32_t *copy;

	item->nneeds = wiki_needs(view, &needs);
	copy = arena_alloc(view->arena, item->nneeds * sizeof *copy);
	if (item->nneeds > 0)
		memcpy(copy, needs, item->nneeds * sizeof *copy);
	item->needs = copy;
}

void
past_keep(struct past *p, const struct wiki *view, size_t i,
	  struct buf *result)
{
	const struct page *page = view->pages[i];
	struct cache_item *item = &p->items[i];

	p->bytes += result->n;
	if (!p->usable || p->bytes > RESULTS_MAX + p->npages * RESULT_MAX) {
		buf_free(result);
		return;
	}
	p->kept[i] = *result;
	p->fresh[i] = item->found = true;
	item->result = buf_str(result);
	hash_bytes(&item->file.digest, page->source->text);
	if (!file_stamp(&item->file.stamp, item->file.path) ||
	    !str_equal(item->name, page->id)) /* changed just then */
		item->found = false;
	keep_needs(item, view);
}

/* Notes a path in the map, and in the list if it is new there. */
static void
add_looked(struct past *p, struct map *m, struct paths *to, struct str path,
	   enum looked how)
{
	if (map_find(m, path) != SIZE_MAX)
		return;
	path = arena_copy(p->arena, path);
	map_add(m, path, how);
	paths_add(p->arena, to, path);
}

void
past_looked(struct past *p, const struct wiki *view,
	    const struct recall *recall)
{
	const struct paths *looked = wiki_looked(view);
	const struct paths *read = recall_files(recall);

	for (size_t i = 0; i < read->n; i++)
		add_looked(p, &p->read, &p->common, read->items[i], NEW);
	for (size_t i = 0; i < looked->n; i++) {
		struct str path = looked->items[i];

		add_looked(p, &p->places, &p->new_places, path,
			   wiki_stood(view, path) ? STOOD : GONE);
	}
	if (wiki_missed(view) || recall_missed(recall))
		past_forget(p);
}

/* --- the next cache ------------------------------------------------------- */

/* Whether no page was touched meanwhile, before it had its stamp; one that is
   touched later has another. What is not known of a page is nothing. */
static bool
settle_pages(const struct past *p)
{
	for (size_t i = 0; i < p->npages; i++)
		if ((p->fresh[i] && !p->items[i].found) ||
		    !file_stamp_settled(&p->items[i].file.stamp, p->began))
			return false;
	return true;
}

/* The places where pages looked are what they were then; a look may have
   failed. */
static bool
settle_places(const struct past *p, struct cache *now)
{
	for (size_t i = 0; i < p->new_places.n; i++) {
		struct cache_file *f = &now->common[now->ncommon++];
		struct str path = p->new_places.items[i];
		bool stands;

		cache_look_place(f, path);
		stands = file_stamp_plain(&f->stamp) ||
			 file_stamp_folder(&f->stamp);
		if (stands != (map_find(&p->places, path) == STOOD))
			return false;
	}
	return true;
}

/* All that there was in common and what was looked at besides. */
static bool
settle_common(struct past *p, struct cache *now)
{
	size_t n = p->was.ncommon + p->common.n + p->new_places.n;

	now->common = arena_alloc(p->arena, (n + 1) * sizeof *now->common);
	for (size_t i = 0; i < p->was.ncommon; i++)
		now->common[now->ncommon++] = p->was.common[i];
	for (size_t i = 0; i < p->common.n; i++) {
		struct str path = p->common.items[i];

		if (map_find(&p->read, path) == NEW)
			cache_look(&now->common[now->ncommon++], path);
	}
	for (size_t i = 0; i < now->ncommon; i++)
		if (!file_stamp_settled(&now->common[i].stamp, p->began))
			return false;
	return settle_places(p, now);
}

/* Of a page that was neither read nor is what it was nothing is known. */
static bool
has_news(const struct past *p)
{
	bool all = true;

	for (size_t i = 0; i < p->npages; i++)
		all = all && p->same[i];
	return p->scanned || (p->moved && all);
}

void
past_write(struct past *p, const struct session *s)
{
	struct cache now = { .key = p->was.key, .items = p->items,
			     .nitems = p->npages };

	if (!p->usable || !has_news(p) || !settle_pages(p) ||
	    !settle_common(p, &now))
		return;
	cache_write(p->arena, &p->place, &now);
	past_prune(&p->place);
	session_prune(s);
}
