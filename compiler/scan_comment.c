/*
 * HTML comments.
 *
 * A finished block -> its comments that start `kbc:`. In text, code spans and
 * tags are stepped over as renderers do, leftmost first; in raw HTML a
 * comment is where its bytes are. In a table each cell is a text of its own.
 *
 * The one idea: where renderers differ on what a comment is (first on a line
 * of a paragraph, `--` within it, a `|` in a table), a marker is an error, so
 * that what is left means the same to all of them.
 *
 * What stands behind `kbc:` is not read here.
 */
#include "scan_comment.h"

#include "arena.h"
#include "diag.h"
#include "scan.h"
#include "scan_html.h"
#include "source.h"

#define OPENING STR("<!--")
#define CLOSING STR("-->")

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

/* Blanks and the no-break space, which looks like one. */
static struct str
skip_blanks(struct str s)
{
	for (;;) {
		if (s.n && byte_is_blank(s.p[0]))
			s = str_skip(s, 1);
		else if (str_starts(s, STR("\xc2\xa0")))
			s = str_skip(s, 2);
		else
			return s;
	}
}

/* Whether the comment's text starts with a word that is meant to be `kbc:`
   and is not: `KBC:`, `kbc :`, `kcb:`. */
static bool
is_near_marker(struct str s)
{
	static const char *const swaps[] = { "kcb", "bkc", "ckb", "bck",
					     "cbk" };
	struct str word = s;

	word.n = 0;
	while (word.n < s.n && byte_is_name(s.p[word.n]))
		word.n++;
	if (str_equal_case(word, STR("kbc")))
		return true;
	for (size_t i = 0; i < COUNT_OF(swaps); i++) {
		if (str_equal_case(word, str_of(swaps[i])))
			return word.n < s.n && s.p[word.n] == ':';
	}
	return false;
}

/* Length of the comment that s starts with; 0 when it has no end. */
static size_t
comment_length(struct str s)
{
	size_t end;

	if (str_starts(s, STR("<!-->")))
		return 5;
	if (str_starts(s, STR("<!--->")))
		return 6;
	end = OPENING.n + str_find(str_skip(s, OPENING.n), CLOSING);
	return end < s.n ? end + CLOSING.n : 0;
}

static void
report(struct collector *k, struct span at, const char *text)
{
	diag_error(k->diag, at, "%s", text);
	k->good = false;
}

static bool
is_marker(struct str comment)
{
	return str_starts(str_trim(str_skip(comment, OPENING.n)),
			  STR("kbc:"));
}

/* Whether the comment (from `<!--` on) is a marker; one that only seems to be
   is said. */
static bool
check_marker(struct collector *k, struct span comment)
{
	struct str s = span_str(comment), text = skip_blanks(str_skip(s, 4));

	if (is_marker(s))
		return true;
	if (!is_near_marker(text))
		return false;
	diag_error(k->diag,
		   span_slice(comment, (size_t)(text.p - s.p), 4),
		   "expected 'kbc:' at the start of a marker");
	k->good = false;
	return false;
}

/* Says what another comment inside of this one shows: its end is missing. */
static bool
check_nested(struct collector *k, struct span comment)
{
	struct str s = span_str(comment);
	size_t inner = str_find(str_skip(s, 4), OPENING) + 4;
	struct span at;

	if (inner >= s.n ||
	    (!is_marker(s) && !is_marker(str_skip(s, inner))))
		return true;
	at = span_slice(comment, inner, OPENING.n);
	diag_error(k->diag, span_slice(comment, 0, OPENING.n),
		   "comment opened on line %u contains another on line %u",
		   span_line(comment), span_line(at));
	diag_note(k->diag, at, "a '-->' is missing before this line");
	k->good = false;
	return false;
}

static void
add_comment(struct collector *k, struct span at, bool alone)
{
	struct scan *out = k->out;
	struct str s = span_str(at), body;
	struct comment *c;

	body = str_trim(str_slice(s, 4, s.n - 7));
	body = str_trim(str_skip(body, 4));
	out->comments = arena_grow(k->arena, out->comments, out->ncomments,
				   &k->cap, sizeof(*c));
	c = &out->comments[out->ncomments++];
	c->at = at;
	c->body = span_slice(at, (size_t)(body.p - s.p), body.n);
	c->block = out->nblocks - 1;
	c->alone = alone;
}

/* Whether offset `at` is the first byte of a line's content. */
static bool
is_first(const struct block *b, uint32_t at)
{
	size_t low = 0, high = b->nlines;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (b->lines[middle].at <= at)
			low = middle;
		else
			high = middle;
	}
	return low < high &&
	       str_trim(span_str(b->lines[low])).p ==
		       b->at.source->text.p + at;
}

static void
report_first(struct collector *k, struct span at)
{
	diag_error(k->diag, at, "marker is first on its line in a paragraph: "
		   "it opens an HTML block");
	diag_note(k->diag, at, "a formatter may have moved it: "
		  "put it back behind the words it speaks of");
	k->good = false;
}

/* Whether an inline marker means the same to all renderers. */
static bool
check_inline(struct collector *k, struct span at)
{
	const struct block *b = last_block(k);
	struct str s = span_str(at), inner = str_slice(s, 4, s.n - 7);
	size_t dashes = str_find(inner, STR("--"));
	size_t pipe = str_find_byte(inner, '|');

	if (b->kind == BLOCK_TEXT && is_first(b, at.at)) {
		report_first(k, at);
		return false;
	}
	if (inner.n && inner.p[inner.n - 1] == '-' && dashes == inner.n)
		dashes = inner.n - 1;
	if (dashes < inner.n) {
		report(k, span_slice(at, 4 + dashes, 2),
		       "marker within a line holds '--': "
		       "to some renderers it is no comment");
		return false;
	}
	if (b->kind == BLOCK_TABLE && pipe < inner.n) {
		report(k, span_slice(at, 4 + pipe, 1),
		       "marker in a table holds '|', which splits the cell");
		return false;
	}
	return true;
}

/* An inline comment at w->at; moves behind it. */
static void
walk_comment(struct walk *w)
{
	struct span rest = span_slice(w->text, w->at, w->text.n - w->at), at;
	struct str s = span_str(rest);
	size_t length = comment_length(s);

	if (length == 0) {
		if (is_marker(s))
			report(w->k, span_slice(rest, 0, OPENING.n),
			       "marker is never closed in its paragraph, "
			       "cell or heading");
		else
			check_marker(w->k, rest);
		w->at += OPENING.n;
		return;
	}
	at = span_slice(rest, 0, length);
	w->at += length;
	if (check_nested(w->k, at) && check_marker(w->k, at) &&
	    (last_block(w->k)->kind == BLOCK_HTML ||
	     check_inline(w->k, at)))
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

/* Markers of a text in which code spans and tags hide `<!--`. */
static void
walk_text(struct walk *w)
{
	size_t tag;

	while (w->at < w->s.n) {
		struct str rest = str_skip(w->s, w->at);

		switch (rest.p[0]) {
		case '\\':
			w->at += 2;
			break;
		case '`':
			walk_code(w);
			break;
		case '<':
			if (str_starts(rest, OPENING)) {
				walk_comment(w);
				break;
			}
			tag = html_tag(rest);
			w->at += tag ? tag : 1;
			break;
		default:
			w->at++;
		}
	}
}

static bool
has_comment(struct str s)
{
	return str_find(s, OPENING) < s.n;
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
		w.at += str_find(str_skip(w.s, w.at), OPENING);
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

	while ((at += str_find(str_skip(s, at), OPENING)) < s.n) {
		n = comment_length(str_skip(s, at));
		if (n == 0 || !is_marker(str_skip(s, at)))
			return true;
		if (str_find_byte(str_slice(s, at, n), '|') < n)
			return check_inline(k, span_slice(row, at, n));
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
	size_t n = str_starts(s, OPENING) ? comment_length(s) : 0;

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

		if (check_nested(k, one) && check_marker(k, one))
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
	if (str_starts(s, OPENING) && is_marker(s)) {
		report_first(k, span_slice(at, 0, OPENING.n));
		prefix += OPENING.n;
	}
	if (has_comment(s))
		collect_raw(k, prefix);
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
	case BLOCK_FENCE:
	case BLOCK_CODE:
	case BLOCK_COMMENT:
		break;
	}
}
