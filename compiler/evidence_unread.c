/*
 * Records of a ledger that are read when they are asked for.
 *
 * The idea: a file's name says its job and its folder the device, so what
 * nobody asks for need not be opened. Of records of the wiki's ledger an
 * earlier run must have said that there is nothing wrong with them, and what
 * else they are looked up by: their files are as they were then, and one that
 * is another by the time it is read spoils the run. What the emulator has left
 * is only a cache: a record that is none is as if it were not there.
 *
 * Any thread may ask; a record is read once, by one of them, into memory that
 * all share. The stub that stands for it in the ledger stays as it is, so that
 * others may look at it meanwhile.
 */
#include "evidence.h"

#include "arena.h"
#include "diag.h"
#include "evidence_parts.h"
#include "file.h"
#include "path.h"

#include <pthread.h>

struct unread {
	pthread_mutex_t lock;
	struct arena *arena;
	bool missed;
};

/* Of a ledger's items. */
struct stubs {
	struct unread *shared;
	const struct ledger_known *known;
	struct stub {
		const struct known_record *known; /* NULL: nothing is */
		const struct evidence *is;        /* NULL: not read, or none */
		bool tried;
	} *items;
	size_t cap;
};

struct unread *
unread_make(void)
{
	struct arena *a = arena_make();
	struct unread *u = arena_alloc(a, sizeof *u);

	u->arena = a;
	pthread_mutex_init(&u->lock, NULL);
	return u;
}

void
unread_free(struct unread *u)
{
	if (!u)
		return;
	pthread_mutex_destroy(&u->lock);
	arena_free(u->arena);
}

bool
unread_missed(const struct unread *u)
{
	return u->missed;
}

struct stubs *
stubs_make(struct arena *a, const struct ledger_known *known)
{
	struct stubs *s = arena_alloc(a, sizeof *s);

	s->shared = known->unread;
	s->known = known;
	return s;
}

/* What is known of the file at path; NULL: nothing. */
static const struct known_record *
find_known(const struct ledger_known *all, struct str path)
{
	size_t low = 0, high = all->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = str_compare(all->records[middle].path, path);

		if (order == 0)
			return &all->records[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

void
stubs_add(struct arena *a, struct ledger *l, struct str path)
{
	struct stubs *s = l->stubs;
	const struct known_record *k = find_known(s->known, path);
	struct str name = path_base(path);
	struct evidence *e;

	s->items = arena_grow(a, s->items, l->n, &s->cap, sizeof *s->items);
	s->items[l->n] = (struct stub){ .known = k };
	l->items = arena_grow(a, l->items, l->n, &l->cap, sizeof *l->items);
	e = &l->items[l->n++];
	*e = (struct evidence){ .path = path };
	e->name = str_slice(name, 0, name.n - STR(".json").n);
	e->device.slug = path_base(path_dir(path));
	if (k) {
		e->target = k->target;
		e->device.name = k->device;
	}
}

/* Whether the file is, after it was read, the one that is known. */
static bool
is_as_known(const struct stub *s)
{
	struct file_stamp now;

	return !s->known || (file_stamp(&now, s->known->path) &&
			     file_stamp_equal(&now, s->known->stamp));
}

static const struct evidence *
read_record(struct arena *a, const struct evidence *stub,
	    const struct stub *s)
{
	struct record *r = arena_alloc(a, sizeof *r);

	if (!record_read(a, r, stub->path, diag_make(a)) || !is_as_known(s) ||
	    !str_equal(r->evidence.device.slug, stub->device.slug))
		return NULL;
	if (s->known)
		evidence_keep_newest(&r->evidence);
	return &r->evidence;
}

const struct evidence *
record_take(const struct ledger *l, const struct evidence *e)
{
	struct stub *s = l->stubs && e ? &l->stubs->items[e - l->items] : NULL;
	struct unread *u;
	const struct evidence *is;

	if (!s)
		return e;
	u = l->stubs->shared;
	pthread_mutex_lock(&u->lock);
	if (!s->tried) {
		s->tried = true;
		s->is = read_record(u->arena, e, s);
		u->missed = u->missed || (s->known && !s->is);
	}
	is = s->is;
	pthread_mutex_unlock(&u->lock);
	return is;
}
