/*
 * Faults of blocks.
 *
 * A finished block -> nothing, or an error where an author lost something
 * without seeing it: a fence that runs on, a comment that hides the rest of
 * the page, lines that GitHub does not show as the table they look like, cells
 * that it drops.
 *
 * The place is the line that must be changed or, if that is not known, where
 * the block opened; a note names the other line.
 */
#include "diag.h"
#include "scan.h"
#include "scan_html.h"
#include "scan_parts.h"
#include "scan_table.h"
#include "source.h"

bool
block_check_fence(const struct leaf *l, const struct block *b, bool ended,
		  struct diag *d)
{
	struct span at = source_line(b->at.source, b->line);

	if (l->inner.source) {
		diag_error(d, at, "fence opened on line %u contains another "
			   "opening fence on line %u", b->line,
			   span_line(l->inner));
		diag_note(d, l->inner,
			  "a closing fence is missing before this line");
		return false;
	}
	if (ended)
		return true;
	diag_error(d, at, "fence opened on line %u is never closed", b->line);
	if (l->odd.source)
		diag_note(d, l->odd, "this line does not close it: expected "
			  "%zu or more '%c'", l->length, l->mark);
	return false;
}

bool
block_check_html(const struct block *b, int html, struct diag *d)
{
	struct span at = source_line(b->at.source, b->line);
	const char *what = "HTML block";

	if (html == HTML_COMMENT)
		what = str_find(span_str(at), STR("kbc:")) < at.n ?
			"marker" : "comment";
	diag_error(d, at, "%s opened on line %u is never closed", what,
		   b->line);
	return false;
}

static size_t
count_pipes(struct str s)
{
	size_t n = 0, at = 0;

	while ((at += str_find_byte(str_skip(s, at), '|')) < s.n) {
		n++;
		at++;
	}
	return n;
}

/* Whether line i of b begins with a `|`. */
static bool
has_bar(const struct block *b, size_t i)
{
	return i < b->nlines &&
	       str_starts(str_trim(span_str(b->lines[i])), STR("|"));
}

/* Whether line i is written as a row, and not as words between bars, `|x|` and
   `|y|`. */
static bool
is_row_like(const struct block *b, size_t i)
{
	struct str s = str_trim(span_str(b->lines[i]));

	if (!has_bar(b, i) || s.p[s.n - 1] != '|' || count_pipes(s) < 3)
		return false;
	return byte_is_blank(s.p[1]) || has_bar(b, i + 1) ||
	       (i && has_bar(b, i - 1));
}

/* Why line i of a paragraph, which looks like part of a table, is none;
   NULL when it does not look so. */
static const char *
find_odd(const struct block *b, size_t i)
{
	if (row_delimiter(span_str(b->lines[i])))
		return i ? "the row above has another number of cells" :
			   "no header row stands above";
	if (!is_row_like(b, i) ||
	    (i + 1 < b->nlines && row_delimiter(span_str(b->lines[i + 1]))))
		return NULL;
	return "no delimiter row belongs to it";
}

bool
block_check_text(const struct block *b, struct diag *d)
{
	struct str s = span_str(b->at);
	const char *why;

	if (str_find_byte(s, '|') == s.n)
		return true;
	for (size_t i = 0; i < b->nlines; i++) {
		why = find_odd(b, i);
		if (!why)
			continue;
		diag_error(d, b->lines[i],
			   "looks like a table and is none: %s", why);
		return false;
	}
	return true;
}

/* Whether a table is bound: by a marker in a cell, or `table` above. Comments
   before number i belong to blocks further up. */
static bool
has_marker(const struct scan *s, size_t table, size_t i)
{
	for (; i < s->ncomments && s->comments[i].block <= table; i++) {
		const struct comment *c = &s->comments[i];

		if (c->block == table ||
		    (c->alone && str_starts(span_str(c->body), STR("table"))))
			return true;
	}
	return false;
}

/*
 * GitHub drops the cells that a row has too many, with what they say; for one
 * too few it shows an empty cell, which a table with claims must not have by
 * mistake.
 */
static bool
check_row(const struct row *r, size_t n, bool marked, struct diag *d)
{
	if (r->n == n)
		return true;
	if (r->n > n || marked) {
		diag_error(d, r->at, "row has %zu cells, the header of its "
			   "table has %zu", r->n, n);
		return false;
	}
	diag_warning(d, r->at, "short-row", "row has only %zu of %zu cells",
		     r->n, n);
	return true;
}

/* Says the first row that is wrong, and one before it that is only short. */
static bool
check_rows(const struct block *b, bool marked, struct diag *d)
{
	size_t n = b->rows[0].n;
	bool said = false;

	for (size_t i = 1; i < b->nrows; i++) {
		const struct row *r = &b->rows[i];

		if (said && r->n < n)
			continue;
		if (!check_row(r, n, marked, d))
			return false;
		said = said || r->n < n;
	}
	return true;
}

bool
scan_check_tables(const struct scan *s, struct diag *d)
{
	size_t comment = 0;
	bool good = true;

	for (size_t i = 0; i < s->nblocks; i++) {
		if (s->blocks[i].kind != BLOCK_TABLE)
			continue;
		while (comment < s->ncomments &&
		       s->comments[comment].block + 1 < i)
			comment++;
		good = check_rows(&s->blocks[i], has_marker(s, i, comment),
				  d) && good;
	}
	return good;
}
