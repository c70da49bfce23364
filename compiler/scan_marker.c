/*
 * Comments that are markers, or that were meant to be.
 *
 * A comment -> whether it is a marker; and an error where renderers differ on
 * it (first on a line of a paragraph, `--` within it, a `|` in a table), or
 * where its author missed the form by a letter or forgot the end of another:
 * what is passed over here would be a claim that nobody checks.
 *
 * What stands behind `kbc:` is read in marker.c.
 */
#include "diag.h"
#include "glyph.h"
#include "scan.h"
#include "scan_parts.h"
#include "source.h"

/* Of a comment's text, the bytes that are looked at as a reader sees them:
   few and hidden ones. */
#define SEEN_MAX 64

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
   and is not: `KBC:`, `kbc :`, `kcb:`, one with letters that only look like
   these. */
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

size_t
comment_length(struct str s)
{
	size_t end;

	if (str_starts(s, STR("<!-->")))
		return 5;
	if (str_starts(s, STR("<!--->")))
		return 6;
	end = COMMENT_START.n;
	end += str_find(str_skip(s, end), COMMENT_END);
	return end < s.n ? end + COMMENT_END.n : 0;
}

static void
report(struct collector *k, struct span at, const char *text)
{
	diag_error(k->diag, at, "%s", text);
	k->good = false;
}

bool
comment_is_marker(struct str comment)
{
	return str_starts(str_trim(str_skip(comment, COMMENT_START.n)),
			  STR("kbc:"));
}

/* Whether the comment (from `<!--` on) is a marker; one that only seems to be
   is said. */
static bool
check_marker(struct collector *k, struct span comment)
{
	struct str s = span_str(comment), text = skip_blanks(str_skip(s, 4));
	struct str word = text;

	if (comment_is_marker(s))
		return true;
	while (word.n > 0 && word.p[0] == '-') /* `<!---` */
		word = skip_blanks(str_skip(word, 1));
	word = glyph_skeleton(k->scratch, str_slice(word, 0, SEEN_MAX));
	if (!is_near_marker(word))
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
	size_t inner = str_find(str_skip(s, 4), COMMENT_START) + 4;
	struct span at;

	if (inner >= s.n ||
	    (!comment_is_marker(s) && !comment_is_marker(str_skip(s, inner))))
		return true;
	at = span_slice(comment, inner, COMMENT_START.n);
	diag_error(k->diag, span_slice(comment, 0, COMMENT_START.n),
		   "comment opened on line %u contains another on line %u",
		   span_line(comment), span_line(at));
	diag_note(k->diag, at, "a '-->' is missing before this line");
	k->good = false;
	return false;
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

void
comment_report_first(struct collector *k, struct span at)
{
	diag_error(k->diag, at, "marker is first on its line in a paragraph: "
		   "it opens an HTML block");
	diag_note(k->diag, at, "a formatter may have moved it: "
		  "put it back behind the words it speaks of");
	k->good = false;
}

bool
comment_check_inline(struct collector *k, const struct block *b,
		     struct span at)
{
	struct str s = span_str(at), inner = str_slice(s, 4, s.n - 7);
	size_t dashes = str_find(inner, STR("--"));
	size_t pipe = str_find_byte(inner, '|');

	if (b->kind == BLOCK_TEXT && is_first(b, at.at)) {
		comment_report_first(k, at);
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

bool
comment_check(struct collector *k, struct span comment)
{
	return check_nested(k, comment) && check_marker(k, comment);
}

void
comment_report_open(struct collector *k, struct span at)
{
	if (comment_is_marker(span_str(at)))
		report(k, span_slice(at, 0, COMMENT_START.n),
		       "marker is never closed in its paragraph, "
		       "cell or heading");
	else
		check_marker(k, at);
}
