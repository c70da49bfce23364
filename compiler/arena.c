/*
 * Memory of one unit of work.
 *
 * A list of zeroed chunks, the newest first; an allocation takes the next
 * aligned bytes of the newest chunk, or a new chunk when there is no room.
 * Chunks start at 16 KiB and double up to 1 MiB; an allocation larger than a
 * chunk gets one of its own. Nothing is given back before arena_clear, which
 * keeps the newest chunk, and arena_free.
 *
 * Built with KBC_DEBUG_ARENA, every allocation is a chunk of its own with
 * exactly the room asked for, so that valgrind and ASan see each overrun.
 *
 * memory_resize is the only place that asks the system for memory and the
 * only one that ends the program when there is none. It speaks by itself:
 * diag.c builds on this file.
 */
#include "arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef KBC_DEBUG_ARENA
#define CHUNK_FIRST 0
#define CHUNK_LAST 0
#else
#define CHUNK_FIRST ((size_t)16 << 10)
#define CHUNK_LAST ((size_t)1 << 20)
#endif

struct chunk {
	struct chunk *next;
	size_t used, room;
	alignas(max_align_t) char bytes[];
};

struct arena {
	struct chunk *chunks;
	size_t next_room; /* of the next chunk, at least */
	size_t size;      /* bytes given out */
};

static _Noreturn void
out_of_memory(void)
{
	fputs("kbc: out of memory\n", stderr);
	exit(2);
}

void *
memory_resize(void *old, size_t size)
{
	void *p = size < PTRDIFF_MAX ? realloc(old, size ? size : 1) : NULL;

	if (!p)
		out_of_memory();
	return p;
}

void
memory_free(void *p)
{
	free(p);
}

struct arena *
arena_make(void)
{
	struct arena *a = memory_resize(NULL, sizeof(*a));

	*a = (struct arena){ .next_room = CHUNK_FIRST };
	return a;
}

static void
free_chunks(struct chunk *c)
{
	struct chunk *next;

	for (; c; c = next) {
		next = c->next;
		free(c);
	}
}

void
arena_free(struct arena *a)
{
	if (!a)
		return;
	free_chunks(a->chunks);
	free(a);
}

void
arena_clear(struct arena *a)
{
	struct chunk *c = a->chunks;

	a->size = 0;
	if (!c)
		return;
	free_chunks(c->next);
	c->next = NULL;
	if (CHUNK_LAST == 0 || c->room > CHUNK_LAST) {
		free(c);
		a->chunks = NULL;
		return;
	}
	memset(c->bytes, 0, c->used);
	c->used = 0;
}

/* Large ones come from the system as zeros, and take no memory before they are
   written to. */
static void *
take_zeroed(size_t size)
{
	void *p = calloc(1, size);

	if (!p)
		out_of_memory();
	return p;
}

/* A zeroed chunk with room for size bytes, put in front. */
static struct chunk *
add_chunk(struct arena *a, size_t size)
{
	size_t room = size > a->next_room ? size : a->next_room;
	struct chunk *c;

	if (room > PTRDIFF_MAX - sizeof(*c))
		out_of_memory();
	c = take_zeroed(sizeof(*c) + room);
	c->room = room;
	c->next = a->chunks;
	a->chunks = c;
	if (a->next_room != CHUNK_LAST)
		a->next_room *= 2;
	return c;
}

void *
arena_alloc(struct arena *a, size_t size)
{
	const size_t step = alignof(max_align_t);
	struct chunk *c = a->chunks;
	size_t at = c ? (c->used + step - 1) / step * step : 0;

	if (!c || at > c->room || size > c->room - at) {
		c = add_chunk(a, size);
		at = 0;
	}
	/* An allocation without bytes must not share its place. */
	c->used = at + (size ? size : 1);
	a->size += size;
	return c->bytes + at;
}

char *
arena_text(struct arena *a, struct str s)
{
	char *p = arena_alloc(a, s.n + 1);

	if (s.n > 0)
		memcpy(p, s.p, s.n);
	return p;
}

struct str
arena_copy(struct arena *a, struct str s)
{
	return (struct str){ arena_text(a, s), s.n };
}

struct str
arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
	char most[256]; /* nearly all texts: formatted once */
	va_list again;
	char *p;
	int n;

	va_copy(again, ap);
	n = vsnprintf(most, sizeof most, fmt, ap);
	if (n < 0)
		out_of_memory();
	p = arena_alloc(a, (size_t)n + 1);
	if ((size_t)n < sizeof most)
		memcpy(p, most, (size_t)n);
	else
		vsnprintf(p, (size_t)n + 1, fmt, again);
	va_end(again);
	return (struct str){ p, (size_t)n };
}

struct str
arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	struct str s;

	va_start(ap, fmt);
	s = arena_vprintf(a, fmt, ap);
	va_end(ap);
	return s;
}

struct str
arena_join(struct arena *a, const struct str *parts, size_t count)
{
	size_t n = 0;
	char *p, *at;

	for (size_t i = 0; i < count; i++)
		n += parts[i].n;
	p = at = arena_alloc(a, n + 1);
	for (size_t i = 0; i < count; i++) {
		if (parts[i].n > 0)
			memcpy(at, parts[i].p, parts[i].n);
		at += parts[i].n;
	}
	return (struct str){ p, n };
}

void *
arena_grow(struct arena *a, void *old, size_t n, size_t *cap, size_t size)
{
	char *p = old;

	if (n >= *cap) {
		*cap = n < 8 ? 8 : n * 2;
		if (*cap > PTRDIFF_MAX / size)
			out_of_memory();
		p = arena_alloc(a, *cap * size);
		if (n)
			memcpy(p, old, n * size);
	}
	memset(p + n * size, 0, size);
	return p;
}

size_t
arena_size(const struct arena *a)
{
	return a->size;
}
