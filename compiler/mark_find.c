/*
 * Looking things up in a mark, and its text for tests.
 *
 * An offset -> the code span there, by bisection: spans come in the order of
 * the page and do not overlap. A span holds its contents; its backticks are
 * found in the source around it.
 */
#include "buf.h"
#include "mark.h"
#include "source.h"

/* A code span with what its backticks enclose: one blank at either end is not
   part of its contents. */
static struct span
with_backticks(struct span code)
{
	struct str text = code.source->text;
	size_t from = code.at, to = code.at + code.n;

	if (from > 1 && text.p[from - 1] == ' ' && text.p[from - 2] == '`')
		from--;
	if (to + 1 < text.n && text.p[to] == ' ' && text.p[to + 1] == '`')
		to++;
	while (from && text.p[from - 1] == '`')
		from--;
	while (to < text.n && text.p[to] == '`')
		to++;
	return source_span(code.source, from, to - from);
}

const struct span *
mark_code_at(const struct mark *m, uint32_t at)
{
	size_t low = 0, high = m->ncodes;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct span whole = with_backticks(m->codes[middle]);

		if (at > whole.at + whole.n)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < m->ncodes && with_backticks(m->codes[low]).at <= at)
		return &m->codes[low];
	return NULL;
}

static void
dump_span(struct buf *out, const char *what, struct span at)
{
	buf_printf(out, "%s %u+%u '" STR_FMT "'", what, at.at, at.n,
		   STR_ARG(span_str(at)));
}

void
mark_dump(struct buf *out, const struct mark *m)
{
	for (size_t i = 0; i < m->nheadings; i++) {
		const struct heading *h = &m->headings[i];

		dump_span(out, "heading", h->at);
		buf_printf(out, " %d '" STR_FMT "' #" STR_FMT "\n", h->level,
			   STR_ARG(h->text), STR_ARG(h->anchor));
	}
	for (size_t i = 0; i < m->ncodes; i++) {
		dump_span(out, "code", m->codes[i]);
		buf_add_byte(out, '\n');
	}
	for (size_t i = 0; i < m->nlinks; i++) {
		dump_span(out, m->links[i].image ? "image" : "link",
			  m->links[i].text);
		buf_printf(out, " -> '" STR_FMT "'\n",
			   STR_ARG(m->links[i].href));
	}
	buf_printf(out, "fences %zu tables %zu markers %zu\n", m->nfences,
		   m->ntables, m->ncomments);
}
