/*
 * A ledger and a cache -> what is known of its records; and the next cache.
 *
 * The idea: a floor follows from all records together, so it can be used again
 * only if not one of them has changed, come or gone; but then none needs to be
 * read for it. By stamps alone that is asked of each; where one is another the
 * ledger is read as a whole, as without this.
 *
 * The cache has the form of a check's: files of records as items, with the
 * driver's name of the device as name and the target as result; behind them an
 * item that is no file, whose result is the floors as they lie in memory. It
 * rests on kbc and its probes, too. Kept is only what was read without a word,
 * where nobody signs and no toolkit was named.
 */
#include "past_ledger.h"

#include "arena.h"
#include "diag.h"
#include "evidence.h"
#include "file.h"
#include "hash.h"
#include "path.h"
#include "value.h"
#include "cache.h" /* has structs of file and hash */
#include "past_parts.h"
#include "session.h"
#include "wiki.h"

struct past_ledger {
	struct arena *arena;
	int64_t began;
	bool usable;
	struct cache_place place;
	struct paths common;
	struct cache was;
	struct str key;
};

struct past_ledger *
past_ledger_make(struct arena *a)
{
	struct past_ledger *p = arena_alloc(a, sizeof *p);

	p->arena = a;
	p->began = file_clock();
	return p;
}

/* Whether ledgers of this run are of a kind that is kept. */
static bool
is_kept(const struct session *s)
{
	const struct config *c = &s->wiki->config;

	return c->signers.n == 0 && c->revoked.n == 0 &&
	       !c->require_signature && s->given.toolkit.n == 0 && !s->instead;
}

static struct str
make_run(struct past_ledger *p, const struct session *s)
{
	return arena_printf(p->arena, "kbc " KBC_VERSION "\nin " STR_FMT
			    "\nledger " STR_FMT "\ndata " STR_FMT "\n",
			    STR_ARG(file_real(p->arena, STR("."))),
			    STR_ARG(s->wiki->config.evidence),
			    STR_ARG(s->data));
}

/* Whether a file would be read as a record of a job. */
static bool
is_record(struct str path)
{
	struct str name = path_base(path);

	return !str_equal(name, STR("device.json")) &&
	       !str_equal(name, STR("metrics.json")) &&
	       !str_ends(name, STR(".ncu.json"));
}

/* Whether the cache is of these files, and of floors behind them. */
static bool
has_these_records(struct past_ledger *p, const struct session *s)
{
	struct str folder = s->wiki->config.evidence;
	struct paths files = { 0 };
	size_t n = 0;

	if (file_kind(folder) == FILE_NONE ||
	    !file_walk_within(p->arena, &files, folder, STR(".json"),
			      diag_make(p->arena)))
		return false;
	for (size_t i = 0; i < files.n; i++) {
		if (!is_record(files.items[i]))
			continue;
		if (n + 1 >= p->was.nitems ||
		    !str_equal(p->was.items[n].file.path, files.items[i]))
			return false;
		n++;
	}
	return n + 1 == p->was.nitems;
}

/* The cache as the session wants it. */
static struct ledger_known *
make_known(struct past_ledger *p)
{
	struct ledger_known *k = arena_alloc(p->arena, sizeof *k);
	struct str floors = p->was.items[p->was.nitems - 1].result;
	struct floors *copy = arena_alloc(p->arena, floors.n);

	k->n = p->was.nitems - 1;
	k->records = arena_alloc(p->arena, (k->n + 1) * sizeof *k->records);
	for (size_t i = 0; i < k->n; i++) {
		const struct cache_item *item = &p->was.items[i];

		k->records[i] = (struct known_record){
			.path = item->file.path, .target = item->result,
			.device = item->name, .stamp = &item->file.stamp,
		};
	}
	k->ndevices = floors.n / sizeof *copy;
	if (floors.n > 0)
		memcpy(copy, floors.p, k->ndevices * sizeof *copy);
	k->floors = copy;
	return k;
}

void
past_ledger_find(struct past_ledger *p, struct session *s)
{
	struct str run = make_run(p, s);
	struct ledger_known *known;

	if (!is_kept(s) || !past_program(p->arena, &p->common, s))
		return;
	p->key = past_key(p->arena, run, &p->common);
	p->usable = past_place(p->arena, &p->place,
			       path_join(p->arena, session_cache(s),
					 STR("ledger")), run);
	if (!p->usable ||
	    !cache_read(p->arena, &p->was, &p->place, p->key) ||
	    p->was.nitems == 0 || !has_these_records(p, s))
		return;
	if (!cache_all_same(&p->was, p->was.nitems - 1, session_threads(s)))
		return;
	s->unread = unread_make();
	known = make_known(p);
	known->unread = s->unread;
	s->known = known;
}

/* --- the next cache ------------------------------------------------------- */

/* What is kept of the records; false if one was touched meanwhile. */
static bool
make_items(struct past_ledger *p, struct cache *now, const struct ledger *l)
{
	struct cache_item *floors;

	now->nitems = l->n + 1;
	now->items = arena_alloc(p->arena, now->nitems * sizeof *now->items);
	for (size_t i = 0; i < l->n; i++) {
		const struct evidence *e = &l->items[i];
		struct cache_item *item = &now->items[i];

		cache_look_stamp(&item->file, e->path);
		if (!file_stamp_settled(&item->file.stamp, p->began))
			return false;
		item->name = e->device.name;
		item->result = e->target;
	}
	floors = &now->items[l->n];
	floors->result = (struct str){ (const char *)l->floors,
				       l->ndevices * sizeof *l->floors };
	return true;
}

/* Records stand in the order of their paths. */
void
past_ledger_keep(struct past_ledger *p, const struct session *s)
{
	struct cache now = { .key = p->key };

	if (!p->usable || s->known || !s->sound || !s->ledger ||
	    !s->ledger->floors || !make_items(p, &now, s->ledger))
		return;
	now.common = arena_alloc(p->arena, (p->common.n + 1) *
						   sizeof *now.common);
	for (; now.ncommon < p->common.n; now.ncommon++) {
		struct cache_file *f = &now.common[now.ncommon];

		cache_look_stamp(f, p->common.items[now.ncommon]);
		if (!file_stamp_settled(&f->stamp, p->began))
			return;
	}
	cache_write(p->arena, &p->place, &now);
	past_prune(&p->place);
}
