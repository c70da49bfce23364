/*
 * Any bytes as a page. Promised: every span lies in the source; blocks come in
 * order and do not overlap, their lines, rows and cells lie in them, in order;
 * a marker lies in its block; a fence's lines are lines of the page; code
 * spans, links and headings lie in the body; two readings dump the same; a
 * page without an error has a marker for every comment, and the id that the
 * first look finds.
 */
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "fuzz.h"
#include "mark.h"
#include "marker.h"
#include "page.h"
#include "scan.h"
#include "source.h"

static size_t
end_of(struct span at)
{
	return (size_t)at.at + at.n;
}

static bool
is_within(struct span inner, struct span outer)
{
	return inner.source == outer.source && inner.at >= outer.at &&
	       end_of(inner) <= end_of(outer);
}

static void
expect_lines(const struct block *b)
{
	size_t from = b->at.at;

	for (size_t i = 0; i < b->nlines; i++) {
		expect(is_within(b->lines[i], b->at));
		expect(b->lines[i].at >= from);
		expect(str_find_byte(span_str(b->lines[i]), '\n') ==
		       b->lines[i].n);
		from = end_of(b->lines[i]);
	}
}

static void
expect_rows(const struct block *b)
{
	size_t from = b->at.at;

	for (size_t i = 0; i < b->nrows; i++) {
		const struct row *r = &b->rows[i];

		expect(is_within(r->at, b->at) && r->at.at >= from && r->n);
		from = r->at.at;
		for (size_t c = 0; c < r->n; c++) {
			expect(is_within(r->cells[c], r->at));
			expect(r->cells[c].at >= from);
			from = end_of(r->cells[c]);
		}
		from = end_of(r->at);
	}
}

static void
expect_block(const struct scan *s, size_t i, struct span body)
{
	const struct block *b = &s->blocks[i], *before = b - 1;

	expect(is_within(b->at, body));
	expect(b->line == span_line(b->at));
	expect(i == 0 || end_of(before->at) <= b->at.at);
	expect(i == 0 || before->line < b->line);
	expect(b->section == SIZE_MAX ||
	       (b->section <= i &&
		s->blocks[b->section].kind == BLOCK_HEADING));
	if (b->kind == BLOCK_HEADING)
		expect(is_within(b->text, b->at) && b->section == i);
	if (b->kind == BLOCK_FENCE)
		expect(is_within(b->info, b->at));
	if (b->kind == BLOCK_TABLE)
		expect(b->nrows && is_within(b->delimiter, b->at));
	expect_lines(b);
	expect_rows(b);
}

static void
expect_scan(const struct page *p)
{
	const struct scan *s = p->scan;
	size_t from = 0;

	for (size_t i = 0; i < s->nblocks; i++)
		expect_block(s, i, p->body);
	for (size_t i = 0; i < s->ncomments; i++) {
		const struct comment *c = &s->comments[i];

		expect(c->block < s->nblocks && c->at.at >= from);
		expect(is_within(c->at, s->blocks[c->block].at));
		expect(is_within(c->body, c->at));
		expect(str_starts(span_str(c->at), STR("<!--")) &&
		       str_ends(span_str(c->at), STR("-->")));
		expect(c->alone ==
		       (s->blocks[c->block].kind == BLOCK_COMMENT));
		from = end_of(c->at);
	}
}

static void
expect_mark(const struct page *p)
{
	const struct mark *m = p->mark;

	for (size_t i = 0; i < m->ncodes; i++) {
		expect(is_within(m->codes[i], p->body));
		expect(i == 0 ||
		       end_of(m->codes[i - 1]) <= m->codes[i].at);
		expect(mark_code_at(m, m->codes[i].at) == &m->codes[i]);
	}
	for (size_t i = 0; i < m->nlinks; i++)
		expect(!m->links[i].text.source ||
		       is_within(m->links[i].text, p->body));
	for (size_t i = 0; i < m->nheadings; i++)
		expect(!m->headings[i].at.source ||
		       is_within(m->headings[i].at, p->body));
}

static void
expect_fences(const struct page *p)
{
	for (size_t i = 0; i < p->nfences; i++) {
		const struct fence *f = &p->fences[i];

		expect((f->block != NULL) != (f->code != NULL));
		expect(is_within(f->at, p->body));
		expect(i == 0 || end_of(f[-1].at) <= f->at.at);
		for (size_t n = 0; n < f->nlines; n++) {
			struct span line = source_line(p->source,
						       f->line_numbers[n]);

			expect(is_within(source_span_of(p->source,
							f->lines[n]), line));
		}
		for (size_t n = 0; n < f->ntests; n++)
			expect(f->tests[n]->at.at >= end_of(f->at));
	}
}

static struct page *
parse(struct arena *a, struct str text)
{
	return page_parse(a, source_make(a, STR("fuzz.md"),
					 arena_copy(a, text)),
			  STR("fuzz.md"));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct str text = { (const char *)data, len }, id;
	struct arena *a = arena_make();
	struct page *p = parse(a, text);
	struct buf first = { 0 }, second = { 0 };

	for (size_t i = 0; i < p->diag->n; i++)
		expect(end_of(p->diag->items[i].at) <= len);
	expect_scan(p);
	expect_mark(p);
	expect_fences(p);
	for (size_t i = 0; page_is_good(p) && i < p->scan->ncomments; i++)
		expect(p->markers[i] != NULL);
	if (page_find_id(&id, text) && page_is_good(p))
		expect(str_equal(id, p->id));
	page_dump(&first, p);
	diag_emit(&first, p->diag);
	p = parse(a, text);
	page_dump(&second, p);
	diag_emit(&second, p->diag);
	expect(str_equal(buf_str(&first), buf_str(&second)));
	buf_free(&first);
	buf_free(&second);
	arena_free(a);
	return 0;
}
