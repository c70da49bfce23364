/*
 * A hash table with open addressing: a power of two of slots, at most half of
 * them taken, so that a search ends at the first free one. It grows by moving
 * all to a table four times as large; the old one stays behind in the arena.
 * Nothing is ever removed, and nothing depends on the order of the slots.
 */
#include "map.h"

#include "arena.h"

#define ROOM_FIRST 64

struct map_slot {
	struct str key;
	uint64_t hash; /* 0: free */
	size_t value;
};

/* FNV-1a with a word in place of a byte, whose upper half is folded in. */
static uint64_t
hash_of(struct str key)
{
	uint64_t h = 0xcbf29ce484222325u ^ key.n, word;

	for (size_t i = 0; i < key.n; i += sizeof word) {
		size_t left = key.n - i;

		word = 0;
		memcpy(&word, key.p + i,
		       left < sizeof word ? left : sizeof word);
		h = (h ^ word) * 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	return h ? h : 1;
}

/* The slot of the key, or the free one where it would be. */
static struct map_slot *
find_slot(const struct map *m, struct str key, uint64_t hash)
{
	size_t at = (hash ^ hash >> 32) & (m->room - 1);

	while (m->slots[at].hash != 0 &&
	       (m->slots[at].hash != hash ||
		!str_equal(m->slots[at].key, key)))
		at = (at + 1) & (m->room - 1);
	return &m->slots[at];
}

static void
grow(struct map *m)
{
	const struct map was = *m;

	m->room = was.room ? was.room * 4 : ROOM_FIRST;
	m->slots = arena_alloc(m->arena, m->room * sizeof *m->slots);
	for (size_t i = 0; i < was.room; i++)
		if (was.slots[i].hash != 0)
			*find_slot(m, was.slots[i].key, was.slots[i].hash) =
				was.slots[i];
}

size_t
map_add(struct map *m, struct str key, size_t value)
{
	uint64_t hash = hash_of(key);
	struct map_slot *s;

	if (m->n * 2 >= m->room)
		grow(m);
	s = find_slot(m, key, hash);
	if (s->hash != 0)
		return s->value;
	*s = (struct map_slot){ key, hash, value };
	m->n++;
	return value;
}

size_t
map_find(const struct map *m, struct str key)
{
	const struct map_slot *s;

	if (m->room == 0)
		return SIZE_MAX;
	s = find_slot(m, key, hash_of(key));
	return s->hash != 0 ? s->value : SIZE_MAX;
}
