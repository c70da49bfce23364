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

		if (c == '\n' || c == '|' ||
		    (c == '>' && str_ends(str_slice(s, 0, start), STR("-->"))))
			break;
		if (byte_is_blank(c) && start < end && ++words == WORDS_MAX)
			break;
	}
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

/* The bytes of s that are words, where any blanks of either are the same; 0
   if s does not start so. */
static size_t
match_words(struct str s, struct str words)
{
	size_t at = 0, i = 0;

	while (i < words.n) {
		if (at == s.n)
			return 0;
		if (byte_is_blank(words.p[i]) && byte_is_blank(s.p[at])) {
			while (i < words.n && byte_is_blank(words.p[i]))
				i++;
			while (at < s.n && byte_is_blank(s.p[at]))
				at++;
		} else if (words.p[i++] != s.p[at++]) {
			return 0;
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

	for (size_t at = 0; words.n > 0 && at < s.n; at++) {
		at += str_find_byte(str_skip(s, at), words.p[0]);
		n = match_words(str_skip(s, at), words);
		if (n > 0 && !goes_on(s, at) && !goes_on(s, at + n))
			return true;
	}
	return false;
}
