/*
 * The bytes of one file and the places in them.
 *
 * A source keeps its text as read and an array of the offsets at which lines
 * start; line and column of an offset are looked up by bisection only when a
 * message is printed, so that everything else carries plain offsets.
 *
 * A line ends in LF or CR LF. A LF at the very end opens no further line, and
 * an empty text has one empty line. Columns count bytes, not characters.
 *
 * When a page has been written its bytes here stay those that were read: spans
 * lead into them. Moves say where its lines are in the file since then.
 *
 * It does not read the file (file.c) and does not judge its bytes.
 */
#include "source.h"

#include <assert.h>
#include <string.h>

#include "arena.h"

struct moves {
	struct move {
		size_t at;
		long lines;
	} *items;
	size_t n, cap;
};

struct source *
source_make(struct arena *a, struct str name, struct str text)
{
	struct source *s = arena_alloc(a, sizeof(*s));

	assert(text.n < UINT32_MAX); /* spans count in 32 bits */
	s->name = name;
	s->text = text;
	s->moves = arena_alloc(a, sizeof(*s->moves));
	s->lines = arena_alloc(a, (str_count_byte(text, '\n') + 1) *
					  sizeof(*s->lines));
	s->lines[s->nlines++] = 0;
	for (size_t at = 0; at < text.n;) {
		at += str_find_byte(str_skip(text, at), '\n') + 1;
		if (at >= text.n)
			break;
		s->lines[s->nlines++] = (uint32_t)at;
	}
	return s;
}

void
source_place(const struct source *s, size_t at, uint32_t *line,
	     uint32_t *column)
{
	size_t low = 0, high = s->nlines;

	if (at > s->text.n)
		at = s->text.n;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (s->lines[middle] <= at)
			low = middle;
		else
			high = middle;
	}
	*line = (uint32_t)(low + 1);
	*column = (uint32_t)(at - s->lines[low] + 1);
}

void
source_move(struct arena *a, const struct source *s, size_t at, long lines)
{
	struct moves *m = s->moves;

	m->items = arena_grow(a, m->items, m->n, &m->cap, sizeof(*m->items));
	m->items[m->n++] = (struct move){ at, lines };
}

void
source_place_now(const struct source *s, size_t at, uint32_t *line,
		 uint32_t *column)
{
	long now;

	source_place(s, at, line, column);
	now = *line;
	for (size_t i = 0; i < s->moves->n; i++)
		if (at >= s->moves->items[i].at)
			now += s->moves->items[i].lines;
	*line = (uint32_t)now;
}

uint32_t
source_line_now(const struct source *s, uint32_t n)
{
	uint32_t line, column;

	source_place_now(s, source_line(s, n).at, &line, &column);
	return line;
}

uint32_t
span_line(struct span at)
{
	uint32_t line, column;

	if (!at.source)
		return 0;
	source_place(at.source, at.at, &line, &column);
	return line;
}

struct span
source_line(const struct source *s, size_t n)
{
	size_t from, to;

	if (n == 0 || n > s->nlines)
		return source_span(s, s->text.n, 0);
	from = s->lines[n - 1];
	to = n < s->nlines ? s->lines[n] : s->text.n;
	if (to > from && s->text.p[to - 1] == '\n')
		to--;
	if (to > from && s->text.p[to - 1] == '\r')
		to--;
	return source_span(s, from, to - from);
}

struct span
source_span(const struct source *s, size_t at, size_t n)
{
	if (at > s->text.n)
		at = s->text.n;
	if (n > s->text.n - at)
		n = s->text.n - at;
	return (struct span){ s, (uint32_t)at, (uint32_t)n };
}

struct str
span_str(struct span at)
{
	if (!at.source)
		return (struct str){ NULL, 0 };
	return str_slice(at.source->text, at.at, at.n);
}

struct span
source_span_of(const struct source *s, struct str part)
{
	/* Pointers to different objects may only be compared as numbers. */
	uintptr_t from = (uintptr_t)s->text.p, at = (uintptr_t)part.p;

	assert(at >= from && at - from <= s->text.n &&
	       part.n <= s->text.n - (at - from));
	return source_span(s, at - from, part.n);
}

