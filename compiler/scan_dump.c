/*
 * The blocks of a body as text, for tests.
 *
 * One line a block: the line it is on, its kind, and the bytes of its parts
 * in quotes; rows of a table and the markers in a block stand indented below
 * it. A line break within a part is shown as `\n`, a carriage return not at
 * all, so that a page means the same with either line ending.
 *
 * Nothing reads this back.
 */
#include "scan.h"

#include "buf.h"

static void
dump_span(struct buf *out, const char *what, struct span at)
{
	struct str s = span_str(at);

	buf_printf(out, " %s '", what);
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\n')
			buf_add(out, STR("\\n"));
		else if (s.p[i] != '\r')
			buf_add_byte(out, s.p[i]);
	}
	buf_add_byte(out, '\'');
}

static void
dump_block(struct buf *out, const struct block *b)
{
	static const char *const kinds[] = {
		"text", "heading", "fence", "table", "comment", "html", "code",
	};

	buf_printf(out, "%u %s", b->line, kinds[b->kind]);
	if (b->kind == BLOCK_HEADING) {
		buf_printf(out, " %d", b->level);
		dump_span(out, "text", b->text);
	}
	if (b->kind == BLOCK_FENCE) {
		dump_span(out, "info", b->info);
		for (size_t i = 0; i < b->nlines; i++)
			dump_span(out, "line", b->lines[i]);
	}
	for (size_t i = 0; i < b->nrows; i++) {
		buf_add(out, STR("\n "));
		for (size_t n = 0; n < b->rows[i].n; n++)
			dump_span(out, "cell", b->rows[i].cells[n]);
	}
	buf_add_byte(out, '\n');
}

void
scan_dump(struct buf *out, const struct scan *s)
{
	size_t next = 0;

	for (size_t i = 0; i < s->nblocks; i++) {
		dump_block(out, &s->blocks[i]);
		for (; next < s->ncomments && s->comments[next].block == i;
		     next++) {
			buf_printf(out, "  %s",
				   s->comments[next].alone ? "alone" : "in");
			dump_span(out, "marker", s->comments[next].body);
			buf_add_byte(out, '\n');
		}
	}
}
