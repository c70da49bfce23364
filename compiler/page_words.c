/*
 * Words of a page: those that a marker speaks of, and whether a text has some.
 *
 * The idea: where no number ends at a marker, it speaks of the code span there
 * or of the last few words. Both who summarises a page for others and who
 * collects its claims ask for them. Words are found in another text whole,
 * with any blanks between them.
 *
 * What they mean is nobody's business here.
 */
#include "mark.h"
#include "page.h"
#include "scan.h"

/* At most this many before the marker. */
#define WORDS_MAX 6

/* --- before a marker ----------------------------------------------------- */

/* The bytes of a mark of a list, a task or a heading that s begins with. */
static size_t
mark_length(struct str s)
{
	size_t n = 0;

	if (str_starts(s, STR("[ ]")) || str_starts(s, STR("[x]")))
		return 3;
	if (s.n > 0 && byte_among(s.p[0], "-*+"))
		return 1;
	while (n < s.n && byte_is_digit(s.p[n]))
		n++;
	if (n > 0)
		return n < s.n && byte_among(s.p[n], ".)") ? n + 1 : 0;
	while (n < s.n && s.p[n] == '#')
		n++;
	return n;
}

/* Behind the marks, quotes' too, that a line begins with at `at`. */
static size_t
skip_marks(struct str s, size_t at)
{
	for (;;) {
		size_t n;

		while (at < s.n && byte_among(s.p[at], " \t>"))
			at++;
		n = mark_length(str_skip(s, at));
		if (n == 0 || at + n >= s.n || !byte_is_blank(s.p[at + n]))
			return at;
		at += n;
	}
}

/* Whether a sentence begins at `at`, behind a blank. */
static bool
opens_sentence(struct str s, size_t at)
{
	return at > 1 && at < s.n && byte_is_blank(s.p[at - 1]) &&
	       byte_among(s.p[at - 2], ".!?") && byte_is_letter(s.p[at]) &&
	       s.p[at] != byte_lower(s.p[at]);
}

/* The last few words that end there. */
static struct span
last_words(struct span before)
{
	struct str s = span_str(before);
	size_t end = s.n, start, words = 0;

	while (end > 0 && byte_is_blank(s.p[end - 1]))
		end--;
	if (end == 0)
		return span_slice(before, s.n, 0);
	for (start = end; start > 0; start--) {
		char c = s.p[start - 1];

		if (c == '\n' || c == '|' || opens_sentence(s, start) ||
		    (c == '>' && str_ends(str_slice(s, 0, start), STR("-->"))))
			break;
		if (byte_is_blank(c) && start < end && ++words == WORDS_MAX)
			break;
	}
	if (start == 0 || s.p[start - 1] == '\n')
		start = skip_marks(str_slice(s, 0, end), start);
	while (start < end && byte_among(s.p[start], " \t\r\n,;:.)"))
		start++;
	return span_slice(before, start, end - start);
}

struct span
page_words(const struct page *p, size_t comment)
{
	const struct comment *c = &p->scan->comments[comment];
	struct span in = page_stretch(p, c);
	struct span before = span_slice(in, 0, c->at.at - in.at);
	struct str s = span_str(before);
	size_t end = s.n;
	const struct span *code;

	while (end > 0 && (byte_is_blank(s.p[end - 1]) ||
			   s.p[end - 1] == '*' || s.p[end - 1] == '_'))
		end--;
	if (end > 0 && s.p[end - 1] == '`') {
		code = mark_code_at(p->mark,
				    (uint32_t)(before.at + end - 1));
		if (code)
			return *code;
	}
	return last_words(before);
}

/* --- in a text ----------------------------------------------------------- */

/* Behind stars and backticks at `at`, where no name is torn by them. */
static size_t
skip_emphasis(struct str s, size_t at)
{
	size_t end = at;

	while (end < s.n && byte_among(s.p[end], "*`"))
		end++;
	return at == 0 || end == s.n || !byte_is_name(s.p[at - 1]) ||
			       !byte_is_name(s.p[end]) ? end : at;
}

/* The bytes of s that are words, where any blanks of either are the same,
   emphasis is none, and a sentence may begin; 0 if s does not start so. */
static size_t
match_words(struct str s, struct str words)
{
	size_t at = 0, i = 0;

	while ((i = skip_emphasis(words, i)) < words.n) {
		at = skip_emphasis(s, at);
		if (at == s.n)
			return 0;
		if (byte_is_blank(words.p[i]) && byte_is_blank(s.p[at])) {
			while (i < words.n && byte_is_blank(words.p[i]))
				i++;
			while (at < s.n && byte_is_blank(s.p[at]))
				at++;
		} else if (i > 0 ? words.p[i] != s.p[at] :
			   byte_lower(words.p[i]) != byte_lower(s.p[at])) {
			return 0;
		} else {
			i++;
			at++;
		}
	}
	return at;
}

/* Whether a word or number goes on from one byte to the next: `2.5`, `ab`. */
static bool
goes_on(struct str s, size_t at)
{
	char left, right;

	if (at == 0 || at >= s.n)
		return false;
	left = s.p[at - 1];
	right = s.p[at];
	if (right == '.' || right == ',')
		return byte_is_digit(left) && at + 1 < s.n &&
		       byte_is_digit(s.p[at + 1]);
	if (left == '.' || left == ',')
		return byte_is_digit(right) && at > 1 &&
		       byte_is_digit(s.p[at - 2]);
	return byte_is_name(left) && byte_is_name(right);
}

bool
page_holds_words(struct str s, struct str words)
{
	size_t n;

	words = str_skip(words, skip_emphasis(words, 0));
	for (size_t at = 0; words.n > 0 && at < s.n; at++) {
		if (byte_lower(s.p[at]) != byte_lower(words.p[0]))
			continue;
		n = match_words(str_skip(s, at), words);
		if (n > 0 && !goes_on(s, at) && !goes_on(s, at + n))
			return true;
	}
	return false;
}
