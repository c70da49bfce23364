/*
 * Views of a wiki that come and go -> one list of what all of them have looked
 * at.
 *
 * The idea: a result rests on every file that was opened for it and on every
 * place where one was looked for in vain. Views know that of themselves, but
 * are closed long before the run is at its end; so each is asked when its work
 * is done.
 *
 * Pages, what all results rest on (past_files.c) and what the run makes are
 * not here. It compares nothing.
 */
#include "session_seen.h"

#include "arena.h"
#include "file.h"
#include "map.h"
#include "recall.h"
#include "wiki.h"

#include <pthread.h>

struct seen {
	struct arena *arena;
	pthread_mutex_t lock;
	struct map known_files, known_places; /* a place: whether it stood */
	struct paths files, places;
	bool missed;
};

struct seen *
seen_make(void)
{
	struct arena *a = arena_make();
	struct seen *s = arena_alloc(a, sizeof *s);

	*s = (struct seen){ .arena = a };
	s->known_files.arena = s->known_places.arena = a;
	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void
seen_free(struct seen *s)
{
	if (!s)
		return;
	pthread_mutex_destroy(&s->lock);
	arena_free(s->arena);
}

static void
add_path(struct seen *s, struct map *m, struct paths *to, struct str path,
	 size_t value)
{
	if (map_find(m, path) != SIZE_MAX)
		return;
	path = arena_copy(s->arena, path);
	map_add(m, path, value);
	paths_add(s->arena, to, path);
}

static void
add_place(struct seen *s, struct str path, bool stood)
{
	size_t known = map_find(&s->known_places, path);

	if (known != SIZE_MAX && (known == 1) != stood)
		s->missed = true;
	add_path(s, &s->known_places, &s->places, path, stood);
}

void
seen_add(struct seen *s, const struct wiki *view, const struct recall *recall)
{
	const struct paths *looked, *read;

	if (!s)
		return;
	looked = wiki_looked(view);
	pthread_mutex_lock(&s->lock);
	for (size_t i = 0; i < looked->n; i++)
		add_place(s, looked->items[i],
			  wiki_stood(view, looked->items[i]));
	read = recall ? recall_files(recall) : NULL;
	for (size_t i = 0; read && i < read->n; i++)
		add_path(s, &s->known_files, &s->files, read->items[i], 0);
	s->missed = s->missed || wiki_missed(view) ||
		    (recall && recall_missed(recall));
	pthread_mutex_unlock(&s->lock);
}

void
seen_file(struct seen *s, struct str path)
{
	if (!s)
		return;
	pthread_mutex_lock(&s->lock);
	add_path(s, &s->known_files, &s->files, path, 0);
	pthread_mutex_unlock(&s->lock);
}

const struct paths *
seen_files(const struct seen *s)
{
	return &s->files;
}

const struct paths *
seen_places(const struct seen *s)
{
	return &s->places;
}

bool
seen_stood(const struct seen *s, size_t place)
{
	return map_find(&s->known_places, s->places.items[place]) == 1;
}

bool
seen_missed(const struct seen *s)
{
	return s->missed;
}
