/*
 * A map from bytes to numbers. All zero bits but for the arena are an empty
 * one; its keys are borrowed.
 */
#include "str.h"

struct arena;

struct map {
	struct arena *arena;
	struct map_slot *slots;
	size_t n;    /* of keys */
	size_t room; /* for slots: a power of two, or 0 */
};

/* Puts value under key, unless the key has one; the value it has then. */
size_t map_add(struct map *m, struct str key, size_t value);

/* The value under key; SIZE_MAX if there is none. */
size_t map_find(const struct map *m, struct str key);
