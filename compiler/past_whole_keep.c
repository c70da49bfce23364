/*
 * What a verify has looked at, made and said -> the next cache.
 *
 * The idea: as for a check it is written only if nothing that it rests on was
 * touched since shortly before the run began: then what was read is what the
 * stamps stand for. So a run that writes something keeps nothing, and the one
 * after it does. Of what can be made again only stamps are known; where they
 * move all is found anew.
 *
 * What the folder's lock and a run leave there at every turn is no part of it.
 */
#include "past_whole.h"

#include "arena.h"
#include "buf.h"
#include "file.h"
#include "graph.h"
#include "hash.h"
#include "map.h"
#include "page.h"
#include "path.h"
#include "source.h"
#include "cache.h" /* has structs of file and hash */
#include "past_parts.h"
#include "past_whole_parts.h"
#include "session.h"
#include "session_seen.h"
#include "wiki.h"

/* The list of what all rests on, each path once. */
struct rest_list {
	struct past_whole *past;
	struct map known;
	struct cache_file *items;
	size_t n, cap;
};

/* How much of a file is to be known. */
enum looks { LOOK_BYTES, LOOK_STAMP, LOOK_PLACE };

static void
add_file(struct rest_list *l, struct str path, enum looks how)
{
	struct arena *a = l->past->arena;
	struct cache_file *f;

	if (how != LOOK_PLACE && map_find(&l->known, path) != SIZE_MAX)
		return;
	if (how != LOOK_PLACE)
		map_add(&l->known, path, 0);
	l->items = arena_grow(a, l->items, l->n, &l->cap, sizeof *l->items);
	f = &l->items[l->n++];
	if (how == LOOK_BYTES)
		cache_look(f, path);
	else if (how == LOOK_STAMP)
		cache_look_stamp(f, path);
	else
		cache_look_place(f, path);
}

static void
add_files(struct rest_list *l, const struct paths *all, enum looks how)
{
	for (size_t i = 0; i < all->n; i++)
		add_file(l, all->items[i], how);
}

/* Whether a path of the folder changes in every run, or is a cache like
   ours. */
static bool
changes_each_run(struct str path, struct str folder)
{
	static const struct str names[] = {
		STR_INIT(".build"), STR_INIT(".build/lock"),
		STR_INIT("check"), STR_INIT("ledger"), STR_INIT("owner"),
		STR_INIT("verify"),
	};
	struct str below = path_below(path, folder);

	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_equal(below, names[i]))
			return true;
	return str_starts(below, STR("check/")) ||
	       str_starts(below, STR("ledger/")) ||
	       str_starts(below, STR("verify/"));
}

/* All that lies in a folder of sources, and its own stamp: no name is to come
   or to go. That of a cache folder changes with what is no source. */
static bool
add_made(struct rest_list *l, const struct session *s, struct str folder)
{
	struct paths all = { 0 };

	if (folder.n == 0 || file_kind(folder) == FILE_NONE)
		return true;
	if (!file_below(l->past->arena, &all, folder))
		return false;
	if (!str_equal(folder, session_cache(s)))
		add_file(l, folder, LOOK_STAMP);
	for (size_t i = 0; i < all.n; i++)
		if (!changes_each_run(all.items[i], folder))
			add_file(l, all.items[i], LOOK_STAMP);
	return true;
}

/* The places where pages have looked; what stood there then does now. */
static bool
add_places(struct rest_list *l, const struct seen *seen)
{
	const struct paths *all = seen_places(seen);

	for (size_t i = 0; i < all->n; i++) {
		const struct file_stamp *stamp;

		add_file(l, all->items[i], LOOK_PLACE);
		stamp = &l->items[l->n - 1].stamp;
		if ((file_stamp_plain(stamp) || file_stamp_folder(stamp)) !=
		    seen_stood(seen, i))
			return false;
	}
	return true;
}

static bool
make_list(struct rest_list *l, const struct session *s)
{
	struct past_whole *p = l->past;
	struct str generated = s->wiki->config.generated;
	struct paths compiled = { 0 };

	add_files(l, &p->common, LOOK_STAMP);
	add_files(l, seen_files(s->seen), LOOK_BYTES);
	if (!graph_compiled(p->arena, &compiled, s->folder) ||
	    !add_made(l, s, s->folder) || !add_made(l, s, generated))
		return false;
	add_files(l, &compiled, LOOK_STAMP);
	return add_places(l, s->seen);
}

static bool
is_settled(const struct past_whole *p, const struct cache_file *f)
{
	return f->place || file_stamp_settled(&f->stamp, p->began);
}

/* The pages, by the bytes that were read. */
static bool
make_items(struct past_whole *p, struct cache *now, const struct wiki *w)
{
	now->nitems = w->npages + 1;
	now->items = arena_alloc(p->arena, now->nitems * sizeof *now->items);
	for (size_t i = 0; i < w->npages; i++) {
		struct cache_file *f = &now->items[i].file;

		f->path = w->paths[i];
		if (!file_stamp(&f->stamp, f->path) || !is_settled(p, f))
			return false;
		if (w->pages[i])
			hash_bytes(&f->digest, w->pages[i]->source->text);
		else
			f->digest = w->digests[i];
	}
	return true;
}

static struct str
emit_told(struct arena *a, const struct told *told)
{
	const uint64_t head[2] = { (uint64_t)told->status, told->report.n };
	struct buf text = { 0 };
	struct str out;

	buf_add(&text, (struct str){ (const char *)head, sizeof head });
	buf_add(&text, told->report);
	buf_add(&text, told->messages);
	out = arena_copy(a, buf_str(&text));
	buf_free(&text);
	return out;
}

void
past_whole_keep(struct past_whole *p, const struct session *s,
		const struct told *told)
{
	struct rest_list l = { .past = p, .known = { .arena = p->arena } };
	struct cache now = { .key = p->key };
	struct cache_item *run;

	if (!p->usable || !s->seen || s->shown || seen_missed(s->seen) ||
	    told->status == EXIT_UNABLE || !make_items(p, &now, s->wiki) ||
	    !make_list(&l, s))
		return;
	for (size_t i = 0; i < l.n; i++)
		if (!is_settled(p, &l.items[i]))
			return;
	now.common = l.items;
	now.ncommon = l.n;
	run = &now.items[s->wiki->npages];
	run->name = s->doctor;
	run->result = emit_told(p->arena, told);
	cache_write(p->arena, &p->place, &now);
	past_prune(&p->place);
}
