/*
 * An owned run of bytes that grows at its end, for text whose length is not
 * known before it is made: what diag, report and the emitters write into.
 *
 * The room doubles, so adding costs a constant on average. A buf of all zero
 * bits is empty and ready; buf_free makes it so again. What buf_str lends is
 * moved by the next call, so a buf must not be added to itself.
 */
#include "buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

/* Most formatted texts fit: they are formatted once. */
#define PRINTF_ROOM 120

/* Room for n bytes more. */
static void
reserve(struct buf *b, size_t n)
{
	size_t cap = b->cap ? b->cap : 256;

	if (n > PTRDIFF_MAX - b->n)
		n = PTRDIFF_MAX - b->n; /* memory_resize refuses it */
	while (cap < b->n + n)
		cap *= 2;
	if (cap == b->cap)
		return;
	b->p = memory_resize(b->p, cap);
	b->cap = cap;
}

void
buf_add(struct buf *b, struct str s)
{
	if (s.n == 0)
		return;
	reserve(b, s.n);
	memcpy(b->p + b->n, s.p, s.n);
	b->n += s.n;
}

void
buf_add_byte(struct buf *b, char c)
{
	reserve(b, 1);
	b->p[b->n++] = c;
}

void
buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap, again;
	size_t room;
	int n;

	reserve(b, PRINTF_ROOM);
	room = b->cap - b->n;
	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(b->p + b->n, room, fmt, ap);
	if (n > 0 && (size_t)n >= room) {
		reserve(b, (size_t)n + 1);
		vsnprintf(b->p + b->n, (size_t)n + 1, fmt, again);
	}
	b->n += n > 0 ? (size_t)n : 0;
	va_end(again);
	va_end(ap);
}

struct str
buf_str(const struct buf *b)
{
	return (struct str){ b->p, b->n };
}

void
buf_clear(struct buf *b)
{
	b->n = 0;
}

void
buf_free(struct buf *b)
{
	free(b->p);
	*b = (struct buf){ 0 };
}
