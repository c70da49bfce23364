/*
 * What md4c makes of a body.
 *
 * Bytes -> code spans, links, headings with their anchors, and the fences,
 * tables and markers that it saw. md4c gives no positions; what it hands out
 * are mostly pointers into the text it was given, and the distance to the
 * start of that text is the offset. Pointers elsewhere (line breaks, blanks
 * for tabs) are recognised by their value and carry no place.
 *
 * The only user of md4c, and the only file with callbacks: each takes a
 * struct reader and returns 0, which tells md4c to go on.
 *
 * What the scan knows better is not taken from here (mark_agree.c compares).
 */
#include "mark.h"

#include <md4c.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "mark_parts.h"
#include "mark_text.h"
#include "scan.h"
#include "source.h"

/* An open link or image: which, and the one around it. */
struct open_link {
	size_t link;
	bool image;
};

struct reader {
	struct arena *arena;
	struct arena *scratch;   /* for arrays that grow */
	struct mark *out;        /* its arrays lie in scratch until the end */
	struct span body;
	struct str text;         /* what md4c reads: the body or its copy */

	size_t codes_cap, links_cap, headings_cap, comments_cap, fences_cap,
		tables_cap;
	struct open_link *open;  /* links around the text, outermost first */
	size_t nopen, open_cap;
	size_t nimages;          /* of them */

	bool fence, heading, code, table; /* what the text is in */
	struct buf words;        /* of the heading */
	struct anchors anchors;
	uint32_t comment_end;    /* of the last HTML comment */
};

/* The place of bytes that md4c hands out; without source if they are not of
   its text. */
static struct span
find_place(const struct reader *r, const char *p, size_t n)
{
	uintptr_t from = (uintptr_t)r->text.p, at = (uintptr_t)p;

	if (at < from || at - from > r->text.n || n > r->text.n - (at - from))
		return (struct span){ NULL, 0, 0 };
	return span_slice(r->body, at - from, n);
}

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

/* The decoded text of an attribute; slices of the page stay slices. */
static struct str
read_attribute(struct reader *r, const MD_ATTRIBUTE *attribute)
{
	struct str text = { attribute->text, attribute->size }, s;
	struct span at = find_place(r, text.p, text.n);
	struct buf b = { .p = NULL };

	if (text.n == 0)
		return (struct str){ NULL, 0 };
	if (at.source && attribute->substr_offsets[1] == text.n &&
	    attribute->substr_types[0] == MD_TEXT_NORMAL)
		return span_str(at);
	for (size_t i = 0; attribute->substr_offsets[i] < text.n; i++) {
		MD_OFFSET from = attribute->substr_offsets[i];

		s = str_slice(text, from,
			      attribute->substr_offsets[i + 1] - from);
		if (attribute->substr_types[i] == MD_TEXT_ENTITY)
			entity_add(&b, s);
		else
			buf_add(&b, s);
	}
	s = arena_copy(r->arena, buf_str(&b));
	buf_free(&b);
	return s;
}

static struct seen *
add_fence(struct reader *r)
{
	struct mark *m = r->out;

	m->fences = arena_grow(r->scratch, m->fences, m->nfences,
			       &r->fences_cap, sizeof(*m->fences));
	m->fences[m->nfences].at = UINT32_MAX;
	return &m->fences[m->nfences++];
}

static void
open_code(struct reader *r, const MD_BLOCK_CODE_DETAIL *detail)
{
	struct span info = find_place(r, detail->info.text, detail->info.size);

	if (!detail->fence_char)
		return;
	r->fence = true;
	add_fence(r)->at = info.source && info.n ? info.at : UINT32_MAX;
}

static void
open_table(struct reader *r)
{
	struct mark *m = r->out;

	m->tables = arena_grow(r->scratch, m->tables, m->ntables,
			       &r->tables_cap, sizeof(*m->tables));
	m->tables[m->ntables++].at = UINT32_MAX;
	r->table = true;
}

static void
open_heading(struct reader *r, const MD_BLOCK_H_DETAIL *detail)
{
	struct mark *m = r->out;

	m->headings = arena_grow(r->scratch, m->headings, m->nheadings,
				 &r->headings_cap, sizeof(*m->headings));
	m->headings[m->nheadings++].level = (int)detail->level;
	r->heading = true;
	buf_clear(&r->words);
}

static void
close_heading(struct reader *r)
{
	struct heading *h = &r->out->headings[r->out->nheadings - 1];
	struct str words = buf_str(&r->words);
	char *p;

	h->anchor = anchor_make(r->arena, &r->anchors, words);
	h->text = arena_copy(r->arena, str_trim(words));
	p = (char *)(uintptr_t)h->text.p;
	for (size_t i = 0; i < h->text.n; i++) {
		if (p[i] == '\n')
			p[i] = ' ';
	}
	r->heading = false;
}

static int
enter_block(MD_BLOCKTYPE type, void *detail, void *data)
{
	struct reader *r = data;

	if (type == MD_BLOCK_CODE)
		open_code(r, detail);
	else if (type == MD_BLOCK_H)
		open_heading(r, detail);
	else if (type == MD_BLOCK_TABLE)
		open_table(r);
	return 0;
}

static int
leave_block(MD_BLOCKTYPE type, void *detail, void *data)
{
	struct reader *r = data;

	(void)detail;
	if (type == MD_BLOCK_CODE)
		r->fence = false;
	else if (type == MD_BLOCK_H)
		close_heading(r);
	else if (type == MD_BLOCK_TABLE)
		r->table = false;
	return 0;
}

static void
open_link(struct reader *r, const MD_ATTRIBUTE *href, bool image)
{
	struct mark *m = r->out;
	struct link *l;

	m->links = arena_grow(r->scratch, m->links, m->nlinks, &r->links_cap,
			      sizeof(*l));
	l = &m->links[m->nlinks];
	l->href = read_attribute(r, href);
	l->image = image;
	r->open = arena_grow(r->scratch, r->open, r->nopen, &r->open_cap,
			     sizeof(*r->open));
	r->open[r->nopen++] = (struct open_link){ m->nlinks++, image };
	r->nimages += image;
}

/* The text of a link within another is part of the other's text. */
static void
close_link(struct reader *r)
{
	struct link *links = r->out->links;
	struct open_link done = r->open[--r->nopen];
	struct link *outer;

	r->nimages -= done.image;
	if (r->nopen == 0)
		return;
	outer = &links[r->open[r->nopen - 1].link];
	outer->text = join(outer->text, links[done.link].text);
}

static void
open_span_code(struct reader *r)
{
	struct mark *m = r->out;

	m->codes = arena_grow(r->scratch, m->codes, m->ncodes, &r->codes_cap,
			      sizeof(*m->codes));
	m->ncodes++;
	r->code = true;
}

static int
enter_span(MD_SPANTYPE type, void *detail, void *data)
{
	struct reader *r = data;

	if (type == MD_SPAN_A)
		open_link(r, &((MD_SPAN_A_DETAIL *)detail)->href, false);
	else if (type == MD_SPAN_IMG)
		open_link(r, &((MD_SPAN_IMG_DETAIL *)detail)->src, true);
	else if (type == MD_SPAN_CODE)
		open_span_code(r);
	return 0;
}

static int
leave_span(MD_SPANTYPE type, void *detail, void *data)
{
	struct reader *r = data;
	struct mark *m = r->out;

	(void)detail;
	if (type == MD_SPAN_A || type == MD_SPAN_IMG)
		close_link(r);
	if (type != MD_SPAN_CODE)
		return 0;
	r->code = false;
	/* Nothing of it could be placed: it is of no use to anyone. */
	if (!m->codes[m->ncodes - 1].source)
		m->ncodes--;
	return 0;
}

static void
add_comment(struct reader *r, uint32_t at)
{
	struct mark *m = r->out;

	m->comments = arena_grow(r->scratch, m->comments, m->ncomments,
				 &r->comments_cap, sizeof(*m->comments));
	m->comments[m->ncomments++] = at;
}

/* Markers that start in a piece of HTML. One piece may hold only the first
   line of a comment, so its end is looked for in the whole body. */
static void
read_html(struct reader *r, struct span at)
{
	struct str s = span_str(at), body = span_str(r->body), rest;
	size_t i = 0, end;

	for (; (i += str_find(str_skip(s, i), STR("<!--"))) < s.n; i += 4) {
		if (at.at + i < r->comment_end)
			continue;
		rest = str_skip(body, at.at + i - r->body.at);
		end = str_find(str_skip(rest, 4), STR("-->")) + 4;
		r->comment_end = at.at + (uint32_t)(i + end);
		if (str_starts(str_trim(str_slice(rest, 4, end)),
			       STR("kbc:")))
			add_comment(r, at.at + (uint32_t)i);
	}
}

/* Words of a heading, as a renderer's text has them. */
static void
read_words(struct reader *r, MD_TEXTTYPE type, struct str s)
{
	if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR)
		buf_add_byte(&r->words, '\n');
	else if (type == MD_TEXT_ENTITY)
		entity_add(&r->words, s);
	else if (type != MD_TEXT_HTML)
		buf_add(&r->words, s);
}

static void
read_fence(struct reader *r, struct span at)
{
	struct seen *fence = &r->out->fences[r->out->nfences - 1];

	fence->code = agree_code(fence->code, at);
	if (fence->at == UINT32_MAX && at.source)
		fence->at = at.at;
}

static int
read_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *data)
{
	struct reader *r = data;
	struct mark *m = r->out;
	struct str s = { text, size };
	struct span at = find_place(r, text, size);

	if (r->fence) {
		read_fence(r, at);
		return 0;
	}
	if (r->heading) {
		struct heading *h = &m->headings[m->nheadings - 1];

		h->at = join(h->at, at);
		if (!r->nimages)
			read_words(r, type, s);
	}
	if (!at.source)
		return 0;
	if (r->table && m->tables[m->ntables - 1].at == UINT32_MAX)
		m->tables[m->ntables - 1].at = at.at;
	if (type == MD_TEXT_HTML)
		read_html(r, at);
	if (r->code)
		m->codes[m->ncodes - 1] = join(m->codes[m->ncodes - 1], at);
	if (r->nopen) {
		struct link *l = &m->links[r->open[r->nopen - 1].link];

		l->text = join(l->text, at);
	}
	return 0;
}

static void *
copy_items(struct arena *a, const void *items, size_t size)
{
	return size ? memcpy(arena_alloc(a, size), items, size) : NULL;
}

/* Moves the arrays of m to a. */
static void
keep(struct arena *a, struct mark *m)
{
	m->codes = copy_items(a, m->codes, m->ncodes * sizeof(*m->codes));
	m->links = copy_items(a, m->links, m->nlinks * sizeof(*m->links));
	m->headings = copy_items(a, m->headings,
				 m->nheadings * sizeof(*m->headings));
	m->comments = copy_items(a, m->comments,
				 m->ncomments * sizeof(*m->comments));
	m->fences = copy_items(a, m->fences, m->nfences * sizeof(*m->fences));
	m->tables = copy_items(a, m->tables, m->ntables * sizeof(*m->tables));
}

bool
mark_body(struct arena *a, struct mark *out, const struct scan *s,
	  struct span body, struct diag *d)
{
	struct reader r = { .arena = a, .scratch = arena_make(), .out = out,
			    .body = body };
	const MD_PARSER parser = {
		.flags = MD_DIALECT_GITHUB,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = enter_span,
		.leave_span = leave_span,
		.text = read_text,
	};
	int status = 0;

	*out = (struct mark){ .codes = NULL };
	r.anchors.arena = r.scratch;
	r.text = agree_text(r.scratch, s, body);
	if (r.text.n)
		status = md_parse(r.text.p, (MD_SIZE)r.text.n, &parser, &r);
	keep(a, out);
	buf_free(&r.words);
	arena_free(r.scratch);
	if (status == 0)
		return true;
	diag_fail(d, "markdown parser failed on '" STR_FMT "'",
		  STR_ARG(body.source->name));
	return false;
}
