/*
 * Pools: many small allocations, one free.
 *
 * Blocks are chained, the newest first; an allocation that does not fit gets
 * a new block, at least as large as itself. Nothing is ever given back singly,
 * so arena_grow() leaves the old array behind: doubling bounds the waste by
 * the size of the final array. Out of memory ends the program here and in
 * buf.c, nowhere else.
 */
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "die.h"

enum { BLOCK_BYTES = 64 * 1024 - 64 };

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	alignas(max_align_t) unsigned char bytes[];
};

static void
add_block(struct arena *a, size_t size)
{
	struct arena_block *b;

	if (size > SIZE_MAX - sizeof(*b))
		die("out of memory");
	b = calloc(1, sizeof(*b) + size);
	if (!b)
		die("out of memory");
	b->size = size;
	b->next = a->blocks;
	a->blocks = b;
}

void *
arena_make(struct arena *a, size_t bytes)
{
	size_t align = alignof(max_align_t);
	struct arena_block *b = a->blocks;
	void *at;

	if (bytes > SIZE_MAX / 2)
		die("out of memory");
	bytes = (bytes + align - 1) / align * align;
	if (!b || b->size - b->used < bytes) {
		add_block(a, bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES);
		b = a->blocks;
	}
	at = b->bytes + b->used;
	b->used += bytes;
	return at;
}

char *
arena_copy(struct arena *a, const char *text, size_t len)
{
	char *copy = arena_make(a, len + 1);

	memcpy(copy, text, len);
	return copy;
}

void *
arena_grow(struct arena *a, void *items, size_t used, size_t size)
{
	void *more;

	if (used & (used - 1))
		return items; /* not a power of two: there is room */
	if (used > SIZE_MAX / 4 / size)
		die("out of memory");
	more = arena_make(a, (used ? 2 * used : 1) * size);
	if (used)
		memcpy(more, items, used * size);
	return more;
}

void
arena_free(struct arena *a)
{
	struct arena_block *b, *next;

	for (b = a->blocks; b; b = next) {
		next = b->next;
		free(b);
	}
	a->blocks = NULL;
}
