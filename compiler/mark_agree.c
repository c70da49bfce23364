/*
 * Two views of one body.
 *
 * The scan and what md4c saw -> nothing, or an error where they differ,
 * because a page that two renderers show in two ways must be changed before
 * its claims mean anything. Code is compared by the bytes it starts and ends
 * at.
 *
 * The faults of md4c 0.4 that are known are taken out before it reads: a tab
 * behind a closing fence becomes a blank, and the delimiter row of a table
 * with something directly below it becomes blanks, so that its rows are a
 * paragraph, which ends where GitHub ends the table. Offsets stay.
 */
#include <string.h>

#include "arena.h"
#include "diag.h"
#include "mark.h"
#include "mark_parts.h"
#include "scan.h"
#include "source.h"

/* Bytes of a delimiter cell that md4c asks for. */
#define DELIMITER_MIN 3

/* The line of the source with that number, or an empty span. */
static struct span
find_line(const struct block *b, uint32_t line)
{
	return source_line(b->at.source, line);
}

static bool
is_blank_line(struct span line)
{
	struct str s = str_trim(span_str(line));

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] != '>' && !byte_is_blank(s.p[i]))
			return false;
	}
	return true;
}

/* Whether a line that is not blank follows the block directly. */
static bool
has_line_below(const struct block *b)
{
	struct span last = { b->at.source, b->at.at + b->at.n, 0 };

	return !is_blank_line(find_line(b, span_line(last) + 1));
}

/* Whether block i stands directly below a paragraph. */
static bool
has_text_above(const struct scan *s, size_t i)
{
	const struct block *above = i ? &s->blocks[i - 1] : NULL;
	struct span last;

	if (!above || above->kind != BLOCK_TEXT)
		return false;
	last = (struct span){ above->at.source, above->at.at + above->at.n, 0 };
	return span_line(last) + 1 == s->blocks[i].line;
}

/* Whether a delimiter is too short for md4c. */
static bool
has_short_delimiter(const struct block *b)
{
	struct str row = span_str(b->delimiter), cell;

	if (str_starts(row, STR("|")))
		row = str_skip(row, 1);
	if (str_ends(row, STR("|")))
		row.n--;
	while (str_split(&cell, &row, '|')) {
		if (str_trim(cell).n < DELIMITER_MIN)
			return true;
	}
	return false;
}

/* Whether md4c, given agree_text, sees block i as a table. */
static bool
is_seen_table(const struct scan *s, size_t i)
{
	const struct block *b = &s->blocks[i];

	return b->kind == BLOCK_TABLE && !has_line_below(b) &&
	       !has_text_above(s, i) && !has_short_delimiter(b);
}

/* Blanks behind the closing line of a fence that are tabs: where they start,
   and SIZE_MAX if there are none. */
static size_t
find_closing_tabs(const struct block *b)
{
	struct str s = span_str(b->at), end = s;

	while (end.n && byte_is_blank(end.p[end.n - 1]))
		end.n--;
	return str_find_byte(str_skip(s, end.n), '\t') < s.n - end.n ?
		end.n : SIZE_MAX;
}

/* The bytes of a fence or table that md4c must see as blanks. */
static struct span
find_fault(const struct block *b)
{
	size_t tabs;

	if (b->kind == BLOCK_TABLE && has_line_below(b))
		return b->delimiter;
	if (b->kind != BLOCK_FENCE)
		return (struct span){ NULL, 0, 0 };
	tabs = find_closing_tabs(b);
	return tabs == SIZE_MAX ? (struct span){ NULL, 0, 0 } :
				  span_slice(b->at, tabs, b->at.n);
}

/* The body with bytes that md4c must see as blanks; copied at the first. */
struct copy {
	struct arena *arena;
	struct span body;
	char *text;
};

static void
blank_out(struct copy *c, struct span at)
{
	struct str body = span_str(c->body);

	if (!at.source)
		return;
	if (!c->text) {
		c->text = arena_alloc(c->arena, body.n);
		memcpy(c->text, body.p, body.n);
	}
	memset(c->text + (at.at - c->body.at), ' ', at.n);
}

/* The colon of a line that starts a footnote, `[^1]: text`: to md4c it could
   be the definition of a link, which GitHub knows nothing of. */
static struct span
find_note(struct span line)
{
	struct str s = span_str(line), label;
	size_t at = str_find(s, STR("[^")), end;

	for (size_t i = 0; i < at && at < s.n; i++)
		if (!byte_is_digit(s.p[i]) && !byte_is_blank(s.p[i]) &&
		    !byte_among(s.p[i], ">-*+.)"))
			return (struct span){ NULL, 0, 0 };
	label = str_skip(s, at);
	end = at + str_find_byte(label, ']');
	if (end + 1 >= s.n || s.p[end + 1] != ':')
		return (struct span){ NULL, 0, 0 };
	return span_slice(line, end + 1, 1);
}

static void
blank_notes(struct copy *c, const struct block *b)
{
	struct str rest = span_str(b->at), line;
	struct span at = b->at;

	if (str_find(rest, STR("[^")) == rest.n)
		return;
	while (str_split(&line, &rest, '\n')) {
		blank_out(c, find_note(span_slice(at, 0, line.n)));
		at = span_slice(at, line.n + 1, at.n);
	}
}

struct str
agree_text(struct arena *a, const struct scan *s, struct span body)
{
	struct copy c = { .arena = a, .body = body };

	for (size_t i = 0; i < s->nblocks; i++) {
		blank_out(&c, find_fault(&s->blocks[i]));
		if (s->blocks[i].kind == BLOCK_TEXT)
			blank_notes(&c, &s->blocks[i]);
	}
	return c.text ? (struct str){ c.text, body.n } : span_str(body);
}

struct span
agree_code(struct span code, struct span line)
{
	struct str s = str_trim(span_str(line));

	if (s.n == 0)
		return code;
	line = source_span_of(line.source, s);
	if (!code.source)
		return line;
	code.n = line.at + line.n - code.at;
	return code;
}

/* Whether b is a fence with the code that md4c saw: where both start and end
   at the same bytes, the lines between are the same. */
static bool
is_same_code(const struct block *b, const struct seen *seen)
{
	struct span code = { NULL, 0, 0 };

	for (size_t i = 0; i < b->nlines && !code.source; i++)
		code = agree_code(code, b->lines[i]);
	for (size_t i = b->nlines; i-- > 0;) {
		struct span last = agree_code(code, b->lines[i]);

		if (last.n > code.n) {
			code = last;
			break;
		}
	}
	return code.source == seen->code.source && code.at == seen->code.at &&
	       code.n == seen->code.n;
}

/* The first line of a block, to point at. */
static struct span
first_line(const struct block *b)
{
	return find_line(b, b->line);
}

static void
report_seen(const struct scan *s, const struct seen *seen, const char *what,
	    struct diag *d)
{
	const struct source *source = s->nblocks ? s->blocks[0].at.source :
						   NULL;
	struct span at = { NULL, 0, 0 };

	if (source && seen->at != UINT32_MAX)
		at = source_span(source, seen->at, 1);
	diag_error(d, at, "renderers differ on this page: "
		   "some show %s here", what);
}

static bool
check_fences(const struct mark *m, const struct scan *s, struct diag *d)
{
	size_t n = 0;

	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];

		if (b->kind != BLOCK_FENCE)
			continue;
		if (n < m->nfences && is_same_code(b, &m->fences[n])) {
			n++;
			continue;
		}
		diag_error(d, first_line(b), "renderers differ on this fence: "
			   "some show %s", n < m->nfences ?
			   "other code" : "no code");
		return false;
	}
	if (n < m->nfences)
		report_seen(s, &m->fences[n], "code", d);
	return n == m->nfences;
}

/* Whether what md4c saw as a table can be block b. */
static bool
is_within(const struct seen *seen, const struct block *b)
{
	return seen->at == UINT32_MAX ||
	       (seen->at >= b->at.at && seen->at - b->at.at <= b->at.n);
}

static bool
check_tables(const struct mark *m, const struct scan *s, struct diag *d)
{
	size_t n = 0;

	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];

		if (!is_seen_table(s, i))
			continue;
		if (n < m->ntables && is_within(&m->tables[n], b)) {
			n++;
			continue;
		}
		diag_error(d, first_line(b), "renderers differ on this table: "
			   "some show it as text");
		return false;
	}
	if (n < m->ntables)
		report_seen(s, &m->tables[n], "a table", d);
	return n == m->ntables;
}

static bool
check_comments(const struct mark *m, const struct scan *s, struct diag *d)
{
	size_t n = 0;

	while (n < m->ncomments && n < s->ncomments &&
	       m->comments[n] == s->comments[n].at.at)
		n++;
	if (n == m->ncomments && n == s->ncomments)
		return true;
	if (n < s->ncomments && (n == m->ncomments ||
				 m->comments[n] > s->comments[n].at.at)) {
		diag_error(d, s->comments[n].at, "renderers differ on this "
			   "marker: some show it to the reader");
		return false;
	}
	report_seen(s, &(struct seen){ .at = m->comments[n] }, "no marker", d);
	return false;
}

bool
mark_agrees(const struct mark *m, const struct scan *s, struct diag *d)
{
	/* One fault mostly shows in all three: the first is enough. */
	return check_fences(m, s, d) && check_tables(m, s, d) &&
	       check_comments(m, s, d);
}
