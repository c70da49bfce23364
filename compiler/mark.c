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
 * struct reader and returns 0, which tells md4c to go on. They only put its
 * words into ours; what comes of them is noted in mark_notes.c.
 *
 * What the scan knows better is not taken from here (mark_agree.c compares).
 */
#include "mark.h"

#include <md4c.h>

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "mark_parts.h"
#include "mark_text.h"
#include "source.h"

struct reader {
	struct arena *arena;
	struct span body;
	struct str text;         /* what md4c reads: the body or its copy */
	struct notes notes;
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

/* The decoded text of an attribute; slices of the page stay slices. */
static struct str
read_attribute(const struct reader *r, const MD_ATTRIBUTE *attribute)
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

/* Indented code is no fence. */
static void
open_code(struct reader *r, const MD_BLOCK_CODE_DETAIL *detail)
{
	if (detail->fence_char)
		notes_open_fence(&r->notes, find_place(r, detail->info.text,
						       detail->info.size));
}

static int
enter_block(MD_BLOCKTYPE type, void *detail, void *data)
{
	struct reader *r = data;

	if (type == MD_BLOCK_CODE)
		open_code(r, detail);
	else if (type == MD_BLOCK_H)
		notes_open_heading(&r->notes,
				   (int)((MD_BLOCK_H_DETAIL *)detail)->level);
	else if (type == MD_BLOCK_TABLE)
		notes_open_table(&r->notes);
	return 0;
}

static int
leave_block(MD_BLOCKTYPE type, void *detail, void *data)
{
	struct reader *r = data;

	(void)detail;
	if (type == MD_BLOCK_CODE)
		notes_close_fence(&r->notes);
	else if (type == MD_BLOCK_H)
		notes_close_heading(&r->notes);
	else if (type == MD_BLOCK_TABLE)
		notes_close_table(&r->notes);
	return 0;
}

static void
open_link(struct reader *r, const MD_ATTRIBUTE *href, bool image)
{
	notes_open_link(&r->notes, read_attribute(r, href), image);
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
		notes_open_code(&r->notes);
	return 0;
}

static int
leave_span(MD_SPANTYPE type, void *detail, void *data)
{
	struct reader *r = data;

	(void)detail;
	if (type == MD_SPAN_A || type == MD_SPAN_IMG)
		notes_close_link(&r->notes);
	else if (type == MD_SPAN_CODE)
		notes_close_code(&r->notes);
	return 0;
}

static enum text_kind
kind_of(MD_TEXTTYPE type)
{
	if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR)
		return TEXT_BREAK;
	if (type == MD_TEXT_ENTITY)
		return TEXT_ENTITY;
	return type == MD_TEXT_HTML ? TEXT_HTML : TEXT_WORDS;
}

static int
read_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *data)
{
	struct reader *r = data;

	notes_add_text(&r->notes, kind_of(type), (struct str){ text, size },
		       find_place(r, text, size));
	return 0;
}

bool
mark_body(struct arena *a, struct mark *out, const struct scan *s,
	  struct span body, struct diag *d)
{
	struct arena *scratch = arena_make();
	struct anchors anchors = { .arena = scratch };
	struct buf words = { .p = NULL };
	struct reader r = {
		.arena = a,
		.body = body,
		.text = agree_text(scratch, s, body),
		.notes = { .arena = a, .body = body, .out = out,
			   .scratch = scratch, .anchors = &anchors,
			   .words = &words },
	};
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
	if (r.text.n)
		status = md_parse(r.text.p, (MD_SIZE)r.text.n, &parser, &r);
	notes_keep(&r.notes);
	buf_free(&words);
	arena_free(scratch);
	if (status == 0)
		return true;
	diag_fail(d, "markdown parser failed on '" STR_FMT "'",
		  STR_ARG(body.source->name));
	return false;
}
