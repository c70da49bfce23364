/*
 * Leaves to blocks.
 *
 * The lines of one leaf, in order -> a complete block of the scan, its
 * markers collected, its faults said. Lines gather in a scratch array that
 * every leaf uses again; closing the leaf copies what it needs.
 *
 * Which leaf a line opens or goes on with is decided in scan.c; this file
 * trusts it, and knows no containers: a cursor comes behind their prefix.
 */
#include <string.h>

#include "arena.h"
#include "scan.h"
#include "scan_html.h"
#include "scan_line.h"
#include "scan_parts.h"
#include "scan_table.h"
#include "source.h"

static struct block *
last_block(const struct leaf *l)
{
	const struct scan *out = l->collector->out;

	return &out->blocks[out->nblocks - 1];
}

static struct block *
add_block(struct leaf *l, enum block_kind kind, const struct cursor *c)
{
	struct scan *out = l->collector->out;
	struct block *b;

	out->blocks = arena_grow(l->collector->scratch, out->blocks,
				 out->nblocks, &l->blocks_cap, sizeof(*b));
	b = &out->blocks[out->nblocks++];
	b->kind = kind;
	b->at = source_span(l->source, c->start, c->end - c->start);
	b->line = l->line;
	b->section = l->section;
	l->end = c->end;
	return b;
}

static void
add_line(struct leaf *l, const struct cursor *c)
{
	l->lines = arena_grow(l->collector->scratch, l->lines, l->nlines,
			      &l->lines_cap, sizeof(*l->lines));
	l->lines[l->nlines++] = source_span(l->source, c->at, c->end - c->at);
	l->end = c->end;
}

static void
add_row(struct leaf *l, struct span line)
{
	struct row *r;

	l->rows = arena_grow(l->collector->scratch, l->rows, l->nrows,
			     &l->rows_cap, sizeof(*r));
	r = &l->rows[l->nrows++];
	r->at = line;
	r->n = row_cells(l->collector->arena, &r->cells, line);
}

static void *
copy_items(struct arena *a, const void *items, size_t size)
{
	return size ? memcpy(arena_alloc(a, size), items, size) : NULL;
}

/* The lines of b, so far in the scratch array, for those who ask for them. */
static void
keep_lines(struct arena *a, struct block *b)
{
	if (b->kind != BLOCK_FENCE && b->kind != BLOCK_COMMENT)
		b->nlines = 0;
	b->lines = copy_items(a, b->lines, b->nlines * sizeof(*b->lines));
}

/* Says what is wrong with the leaf that is being closed. */
static bool
check_leaf(const struct leaf *l, const struct block *b, bool ended)
{
	struct diag *d = l->collector->diag;

	switch (l->kind) {
	case LEAF_TEXT:
		return block_check_text(b, d);
	case LEAF_FENCE:
		return block_check_fence(l, b, ended, d);
	case LEAF_HTML:
		return ended || l->html >= HTML_BLOCK ||
		       block_check_html(b, l->html, d);
	case LEAF_NONE:
	case LEAF_CODE:
	case LEAF_TABLE:
		break;
	}
	return true;
}

void
leaf_close(struct leaf *l, bool ended)
{
	struct arena *a = l->collector->arena;
	struct block *b;

	if (l->kind == LEAF_NONE)
		return;
	b = last_block(l);
	b->at.n = l->end - b->at.at;
	b->nlines = l->nlines;
	b->lines = l->lines;
	b->nrows = l->nrows;
	b->rows = copy_items(a, l->rows, l->nrows * sizeof(*b->rows));
	b->broken = !check_leaf(l, b, ended);
	if (b->broken)
		l->collector->good = false;
	/* In an HTML block that nothing ends, no comment does either. */
	if (l->kind != LEAF_HTML || ended || l->html >= HTML_BLOCK)
		comments_collect(l->collector);
	keep_lines(a, b);
	l->kind = LEAF_NONE;
	l->nlines = l->nrows = 0;
}

void
leaf_open_heading(struct leaf *l, const struct cursor *c, int level,
		  struct str text)
{
	struct block *b = add_block(l, BLOCK_HEADING, c);

	b->level = level;
	b->text = source_span_of(l->source, text);
	b->section = l->section = l->collector->out->nblocks - 1;
	comments_collect(l->collector);
}

void
leaf_open_fence(struct leaf *l, const struct cursor *c, size_t length)
{
	struct str rest = cursor_rest(c);
	struct block *b = add_block(l, BLOCK_FENCE, c);

	b->info = source_span_of(l->source, str_trim(str_skip(rest, length)));
	l->kind = LEAF_FENCE;
	l->mark = rest.p[0];
	l->length = length;
	l->indent = cursor_indent(c);
	l->inner = l->odd = (struct span){ NULL, 0, 0 };
}

/* Whether a fence line is the start of one more: an info string shows it. */
static bool
is_opening(const struct leaf *l, struct str line, size_t run)
{
	struct str info = str_trim(str_skip(line, run));

	return info.n && line.p[0] == l->mark && run >= l->length &&
	       (byte_is_name(info.p[0]) || info.p[0] == '{');
}

void
leaf_add_fenced(struct leaf *l, struct cursor *c)
{
	struct str rest = cursor_rest(c);
	bool near = cursor_indent(c) <= INDENT_MAX;
	size_t run = near ? line_fence(rest) : 0;

	if (near && line_closes_fence(rest, l->mark, l->length)) {
		l->end = c->end;
		leaf_close(l, true);
		return;
	}
	if (run && !l->inner.source && is_opening(l, rest, run))
		l->inner = source_span_of(l->source, rest);
	else if (run && !l->odd.source && !str_trim(str_skip(rest, run)).n)
		l->odd = source_span_of(l->source, rest);
	cursor_skip(c, l->indent);
	add_line(l, c);
}

void
leaf_open_html(struct leaf *l, const struct cursor *c, int html)
{
	add_block(l, BLOCK_HTML, c);
	l->kind = LEAF_HTML;
	l->html = html;
	leaf_add_html(l, c);
}

void
leaf_add_html(struct leaf *l, const struct cursor *c)
{
	add_line(l, c);
	if (html_block_ends(l->html, cursor_rest(c)))
		leaf_close(l, true);
}

void
leaf_open_text(struct leaf *l, struct cursor *c)
{
	add_block(l, BLOCK_TEXT, c);
	l->kind = LEAF_TEXT;
	l->refused = false;
	leaf_add_text(l, c);
}

void
leaf_add_text(struct leaf *l, struct cursor *c)
{
	cursor_skip(c, UINT32_MAX);
	add_line(l, c);
}

void
leaf_open_code(struct leaf *l, struct cursor *c)
{
	add_block(l, BLOCK_CODE, c);
	l->kind = LEAF_CODE;
	leaf_add_code(l, c);
}

void
leaf_add_code(struct leaf *l, struct cursor *c)
{
	cursor_skip(c, INDENT_MAX + 1);
	add_line(l, c);
}

void
leaf_add_row(struct leaf *l, const struct cursor *c)
{
	add_row(l, source_span_of(l->source, cursor_rest(c)));
	l->end = c->end;
}

bool
leaf_has_words(const struct leaf *l)
{
	for (size_t i = 0; i < l->nlines; i++) {
		if (!line_is_definition(span_str(l->lines[i])))
			return true;
	}
	return false;
}

void
leaf_underline(struct leaf *l, const struct cursor *c, int level)
{
	struct block *b = last_block(l);
	struct span first = l->lines[0], last = l->lines[l->nlines - 1];
	struct span whole = source_span(l->source, first.at,
					last.at + last.n - first.at);

	b->kind = BLOCK_HEADING;
	b->level = level;
	b->text = source_span_of(l->source, str_trim(span_str(whole)));
	b->section = l->section = l->collector->out->nblocks - 1;
	l->end = c->end;
	l->kind = LEAF_CODE; /* its lines can be no odd table */
	leaf_close(l, true);
}

/* Ends the open paragraph before its last line; without a line before that,
   there was no paragraph. */
static void
cut_last_line(struct leaf *l)
{
	struct span before;

	if (--l->nlines == 0) {
		l->collector->out->nblocks--;
		l->kind = LEAF_NONE;
		return;
	}
	before = l->lines[l->nlines - 1];
	l->end = before.at + before.n;
	leaf_close(l, true);
}

bool
leaf_open_table(struct leaf *l, const struct cursor *c)
{
	struct str rest = str_trim(cursor_rest(c));
	size_t n = row_delimiter(rest);
	struct span head, line;
	struct cursor above;

	if (n == 0 || l->refused)
		return false;
	head = l->lines[l->nlines - 1];
	l->refused = row_count(span_str(head)) != n;
	if (l->refused)
		return false;
	cut_last_line(l);
	line = source_line(l->source, l->line - 1);
	above = (struct cursor){ .start = line.at > l->start ? line.at :
							      l->start,
				 .end = line.at + line.n };
	add_block(l, BLOCK_TABLE, &above);
	last_block(l)->line--;
	last_block(l)->delimiter = source_span_of(l->source, rest);
	l->kind = LEAF_TABLE;
	add_row(l, head);
	l->end = c->end;
	return true;
}
