/*
 * HTML comments.
 *
 * A finished block -> its comments that start `kbc:`. In text, code spans and
 * tags are stepped over as renderers do, leftmost first; in raw HTML a
 * comment is where its bytes are. In a table each cell is a text of its own.
 *
 * The one idea: a comment is where a renderer sees one and nowhere else, so
 * that a page can show markers as samples in code.
 *
 * What is wrong with a comment is said in scan_marker.c.
 */
#include "arena.h"
#include "diag.h"
#include "scan.h"
#include "scan_html.h"
#include "scan_parts.h"

#include <limits.h>

/* Code spans with longer runs of backticks are looked for each time anew. */
#define RUN_KNOWN 64

/* A text being walked: a paragraph, a heading, a cell, or raw HTML. */
struct walk {
	struct collector *k;
	struct span text;
	struct str s;
	size_t at;
	/* Runs of this length have no partner from here on. */
	bool lonely[RUN_KNOWN];
};

static struct block *
last_block(const struct collector *k)
{
	return &k->out->blocks[k->out->nblocks - 1];
}

static void
add_comment(struct collector *k, struct span at, bool alone)
{
	struct scan *out = k->out;
	struct str s = span_str(at), body;
	struct comment *c;

	body = str_trim(str_slice(s, 4, s.n - 7));
	body = str_trim(str_skip(body, 4));
	out->comments = arena_grow(k->scratch, out->comments,
				   out->ncomments, &k->comments_cap,
				   sizeof(*c));
	c = &out->comments[out->ncomments++];
	c->at = at;
	c->body = span_slice(at, (size_t)(body.p - s.p), body.n);
	c->block = out->nblocks - 1;
	c->alone = alone;
}

/* An inline comment at w->at; moves behind it. */
static void
walk_comment(struct walk *w)
{
	struct span rest = span_slice(w->text, w->at, w->text.n - w->at), at;
	struct str s = span_str(rest);
	size_t length = comment_length(s);

	if (length == 0) {
		comment_report_open(w->k, rest);
		w->at += COMMENT_START.n;
		return;
	}
	at = span_slice(rest, 0, length);
	w->at += length;
	if (comment_check(w->k, at) &&
	    (last_block(w->k)->kind == BLOCK_HTML ||
	     comment_check_inline(w->k, last_block(w->k), at)))
		add_comment(w->k, at, false);
}

static size_t
run_length(struct str s, size_t at)
{
	size_t n = 0;

	while (at + n < s.n && s.p[at + n] == '`')
		n++;
	return n;
}

/* A code span at w->at, or only its backticks when nothing closes it. */
static void
walk_code(struct walk *w)
{
	size_t length = run_length(w->s, w->at), at = w->at + length, n;

	w->at = at;
	if (length < RUN_KNOWN && w->lonely[length])
		return;
	while (at < w->s.n) {
		at += str_find_byte(str_skip(w->s, at), '`');
		n = run_length(w->s, at);
		at += n;
		if (n == length) {
			w->at = at;
			return;
		}
	}
	if (length < RUN_KNOWN)
		w->lonely[length] = true;
}

/* The next byte from `at` on that may begin a code span, a tag, a comment or
   an escape. */
static size_t
next_mark(struct str s, size_t at)
{
	static const bool marks[UCHAR_MAX + 1] = { ['`'] = true, ['<'] = true,
						   ['\\'] = true };

	while (at < s.n && !marks[(unsigned char)s.p[at]])
		at += at + 8 <= s.n && !str_eight_have(s.p + at, '`') &&
		      !str_eight_have(s.p + at, '<') &&
		      !str_eight_have(s.p + at, '\\') ? 8 : 1;
	return at;
}

/* Markers of a text in which code spans and tags hide `<!--`. */
static void
walk_text(struct walk *w)
{
	size_t tag;

	while ((w->at = next_mark(w->s, w->at)) < w->s.n) {
		struct str rest = str_skip(w->s, w->at);

		switch (rest.p[0]) {
		case '\\':
			w->at += 2;
			break;
		case '`':
			walk_code(w);
			break;
		default:
			if (str_starts(rest, COMMENT_START)) {
				walk_comment(w);
				break;
			}
			tag = html_tag(rest);
			w->at += tag ? tag : 1;
		}
	}
}

static bool
has_comment(struct str s)
{
	return str_find(s, COMMENT_START) < s.n;
}

static void
collect_text(struct collector *k, struct span text)
{
	struct walk w = { .k = k, .text = text, .s = span_str(text) };

	if (has_comment(w.s))
		walk_text(&w);
}

/* Markers anywhere in raw HTML from offset `from` on. */
static void
collect_raw(struct collector *k, size_t from)
{
	struct span at = last_block(k)->at;
	struct walk w = { .k = k, .text = at, .s = span_str(at), .at = from };

	while (w.at < w.s.n) {
		w.at += str_find(str_skip(w.s, w.at), COMMENT_START);
		if (w.at < w.s.n)
			walk_comment(&w);
	}
}

/* In a row whose marker is cut by a `|`: that is said, and its cells are not
   looked at. */
static bool
check_row(struct collector *k, struct span row)
{
	struct str s = span_str(row);
	size_t at = 0, n;

	while ((at += str_find(str_skip(s, at), COMMENT_START)) < s.n) {
		n = comment_length(str_skip(s, at));
		if (n == 0 || !comment_is_marker(str_skip(s, at)))
			return true;
		if (str_find_byte(str_slice(s, at, n), '|') < n)
			return comment_check_inline(k, last_block(k),
						    span_slice(row, at, n));
		at += n;
	}
	return true;
}

static void
collect_table(struct collector *k)
{
	const struct block *b = last_block(k);

	for (size_t i = 0; i < b->nrows; i++) {
		const struct row *r = &b->rows[i];

		if (!has_comment(span_str(r->at)) || !check_row(k, r->at))
			continue;
		for (size_t c = 0; c < r->n; c++)
			collect_text(k, r->cells[c]);
	}
}

/* s behind the comment it starts with and blanks; NULL when it starts with
   none. */
static struct str
skip_comment(struct str s)
{
	size_t n = str_starts(s, COMMENT_START) ? comment_length(s) : 0;

	if (n == 0)
		return (struct str){ NULL, 0 };
	s = str_skip(s, n);
	while (s.n && byte_is_blank(s.p[0]))
		s = str_skip(s, 1);
	return s;
}

/* Whether s is comments and blanks and nothing else. */
static bool
is_comments_only(struct str s)
{
	do {
		s = skip_comment(s);
	} while (s.n);
	return s.p;
}

/* A block of comments and nothing else, from its first `<!--` on. */
static void
collect_alone(struct collector *k, struct span at)
{
	last_block(k)->kind = BLOCK_COMMENT;
	while (at.n) {
		struct str s = span_str(at), rest = skip_comment(s);
		struct span one = span_slice(at, 0, comment_length(s));

		if (comment_check(k, one))
			add_comment(k, one, true);
		at = span_slice(at, s.n - rest.n, rest.n);
	}
}

static void
collect_html(struct collector *k)
{
	const struct block *b = last_block(k);
	size_t prefix = b->lines[0].at - b->at.at;
	struct span at = span_slice(b->at, prefix, b->at.n - prefix);
	struct str s = span_str(at);

	while (s.n && byte_is_blank(s.p[0]))
		s = str_skip(s, 1);
	prefix += at.n - s.n;
	at = span_slice(b->at, prefix, s.n);
	if (is_comments_only(s)) {
		collect_alone(k, at);
		return;
	}
	if (str_starts(s, COMMENT_START) && comment_is_marker(s)) {
		comment_report_first(k, span_slice(at, 0, COMMENT_START.n));
		prefix += COMMENT_START.n;
	}
	if (has_comment(s))
		collect_raw(k, prefix);
}

/* An indented block is code, which its author may not have meant. */
static void
warn_of_code(struct collector *k)
{
	struct span block = last_block(k)->at;
	struct str s = span_str(block);
	size_t at = 0;

	while ((at += str_find(str_skip(s, at), COMMENT_START)) < s.n) {
		if (comment_is_marker(str_skip(s, at)))
			diag_warning(k->diag, span_slice(block, at,
						 COMMENT_START.n), "code",
				     "marker in an indented block of code: it "
				     "is shown to readers and binds nothing");
		at += COMMENT_START.n;
	}
}

void
comments_collect(struct collector *k)
{
	const struct block *b = last_block(k);

	switch (b->kind) {
	case BLOCK_TEXT:
	case BLOCK_HEADING:
		collect_text(k, b->at);
		break;
	case BLOCK_TABLE:
		collect_table(k);
		break;
	case BLOCK_HTML:
		collect_html(k);
		break;
	case BLOCK_CODE:
		warn_of_code(k);
		break;
	case BLOCK_FENCE:
	case BLOCK_COMMENT:
		break;
	}
}
