/*
 * Notes of what a reader of markdown meets: its steps in, a struct mark out.
 *
 * The steps come in the order of the text and nest. A text belongs to all
 * that is open around it: the heading, the links, the code span, the fence,
 * the table; each of them grows to the end of the last text in it. A text
 * that is not the page's own bytes (a line break, an entity) has words for a
 * heading, but no place.
 *
 * Who reads, and how it finds places, is not known here (mark.c).
 */
#include "mark.h"

#include <string.h>

#include "arena.h"
#include "buf.h"
#include "mark_parts.h"
#include "mark_text.h"

/* all, from its first byte to the end of part. */
static struct span
join(struct span all, struct span part)
{
	if (!part.source)
		return all;
	if (!all.source)
		return part;
	all.n = part.at + part.n - all.at;
	return all;
}

void
notes_open_fence(struct notes *n, struct span info)
{
	struct mark *m = n->out;

	m->fences = arena_grow(n->scratch, m->fences, m->nfences,
			       &n->fences_cap, sizeof(*m->fences));
	m->fences[m->nfences++].at = info.source && info.n ? info.at :
							     UINT32_MAX;
	n->fence = true;
}

void
notes_close_fence(struct notes *n)
{
	n->fence = false;
}

void
notes_open_table(struct notes *n)
{
	struct mark *m = n->out;

	m->tables = arena_grow(n->scratch, m->tables, m->ntables,
			       &n->tables_cap, sizeof(*m->tables));
	m->tables[m->ntables++].at = UINT32_MAX;
	n->table = true;
}

void
notes_close_table(struct notes *n)
{
	n->table = false;
}

void
notes_open_heading(struct notes *n, int level)
{
	struct mark *m = n->out;

	m->headings = arena_grow(n->scratch, m->headings, m->nheadings,
				 &n->headings_cap, sizeof(*m->headings));
	m->headings[m->nheadings++].level = level;
	n->heading = true;
	buf_clear(n->words);
}

void
notes_close_heading(struct notes *n)
{
	struct heading *h = &n->out->headings[n->out->nheadings - 1];
	struct str words = buf_str(n->words);
	char *p;

	h->anchor = anchor_make(n->arena, n->anchors, words);
	h->text = arena_copy(n->arena, str_trim(words));
	p = (char *)(uintptr_t)h->text.p;
	for (size_t i = 0; i < h->text.n; i++) {
		if (p[i] == '\n')
			p[i] = ' ';
	}
	n->heading = false;
}

void
notes_open_link(struct notes *n, struct str href, bool image)
{
	struct mark *m = n->out;
	struct link *l;

	m->links = arena_grow(n->scratch, m->links, m->nlinks, &n->links_cap,
			      sizeof(*l));
	l = &m->links[m->nlinks];
	l->href = href;
	l->image = image;
	n->open = arena_grow(n->scratch, n->open, n->nopen, &n->open_cap,
			     sizeof(*n->open));
	n->open[n->nopen++] = (struct open_link){ m->nlinks++, image };
	n->nimages += image;
}

/* The text of a link within another is part of the other's text. */
void
notes_close_link(struct notes *n)
{
	struct link *links = n->out->links;
	struct open_link done = n->open[--n->nopen];
	struct link *outer;

	n->nimages -= done.image;
	if (n->nopen == 0)
		return;
	outer = &links[n->open[n->nopen - 1].link];
	outer->text = join(outer->text, links[done.link].text);
}

void
notes_open_code(struct notes *n)
{
	struct mark *m = n->out;

	m->codes = arena_grow(n->scratch, m->codes, m->ncodes, &n->codes_cap,
			      sizeof(*m->codes));
	m->ncodes++;
	n->code = true;
}

void
notes_close_code(struct notes *n)
{
	struct mark *m = n->out;

	n->code = false;
	/* Nothing of it could be placed: it is of no use to anyone. */
	if (!m->codes[m->ncodes - 1].source)
		m->ncodes--;
}

static void
add_comment(struct notes *n, uint32_t at)
{
	struct mark *m = n->out;

	m->comments = arena_grow(n->scratch, m->comments, m->ncomments,
				 &n->comments_cap, sizeof(*m->comments));
	m->comments[m->ncomments++] = at;
}

/* Markers that start in a piece of HTML. One piece may hold only the first
   line of a comment, so its end is looked for in the whole body. */
static void
read_html(struct notes *n, struct span at)
{
	struct str s = span_str(at), body = span_str(n->body), rest;
	size_t i = 0, end;

	for (; (i += str_find(str_skip(s, i), STR("<!--"))) < s.n; i += 4) {
		if (at.at + i < n->comment_end)
			continue;
		rest = str_skip(body, at.at + i - n->body.at);
		end = str_find(str_skip(rest, 4), STR("-->")) + 4;
		n->comment_end = at.at + (uint32_t)(i + end);
		if (str_starts(str_trim(str_slice(rest, 4, end)),
			       STR("kbc:")))
			add_comment(n, at.at + (uint32_t)i);
	}
}

/* Words of a heading, as a renderer's text has them. */
static void
read_words(struct notes *n, enum text_kind kind, struct str s)
{
	if (kind == TEXT_BREAK)
		buf_add_byte(n->words, '\n');
	else if (kind == TEXT_ENTITY)
		entity_add(n->words, s);
	else if (kind == TEXT_WORDS)
		buf_add(n->words, s);
}

static void
read_fence(struct notes *n, struct span at)
{
	struct seen *fence = &n->out->fences[n->out->nfences - 1];

	fence->code = agree_code(fence->code, at);
	if (fence->at == UINT32_MAX && at.source)
		fence->at = at.at;
}

void
notes_add_text(struct notes *n, enum text_kind kind, struct str s,
	       struct span at)
{
	struct mark *m = n->out;

	if (n->fence) {
		read_fence(n, at);
		return;
	}
	if (n->heading) {
		struct heading *h = &m->headings[m->nheadings - 1];

		h->at = join(h->at, at);
		if (!n->nimages)
			read_words(n, kind, s);
	}
	if (!at.source)
		return;
	if (n->table && m->tables[m->ntables - 1].at == UINT32_MAX)
		m->tables[m->ntables - 1].at = at.at;
	if (kind == TEXT_HTML)
		read_html(n, at);
	if (n->code)
		m->codes[m->ncodes - 1] = join(m->codes[m->ncodes - 1], at);
	if (n->nopen) {
		struct link *l = &m->links[n->open[n->nopen - 1].link];

		l->text = join(l->text, at);
	}
}

static void *
copy_items(struct arena *a, const void *items, size_t size)
{
	return size ? memcpy(arena_alloc(a, size), items, size) : NULL;
}

void
notes_keep(struct notes *n)
{
	struct arena *a = n->arena;
	struct mark *m = n->out;

	m->codes = copy_items(a, m->codes, m->ncodes * sizeof(*m->codes));
	m->links = copy_items(a, m->links, m->nlinks * sizeof(*m->links));
	m->headings = copy_items(a, m->headings,
				 m->nheadings * sizeof(*m->headings));
	m->comments = copy_items(a, m->comments,
				 m->ncomments * sizeof(*m->comments));
	m->fences = copy_items(a, m->fences, m->nfences * sizeof(*m->fences));
	m->tables = copy_items(a, m->tables, m->ntables * sizeof(*m->tables));
}
