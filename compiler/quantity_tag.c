/*
 * Tags between numbers: which of them part what stands on their two sides.
 *
 * Input: text and the place of a tag. Output: yes or no.
 *
 * The idea: `33<sub>1</sub>` is one run of glyphs to the reader, but a new
 * line, a cell or a block begins at `<br>`, `<td>` and `</p>`, and a number
 * ends there as at a blank. A tag that is not known joins.
 *
 * Attributes are not looked at, nor whether a tag is ever closed.
 */
#include "quantity_parts.h"

/* Bytes of a tag. */
#define TAG_MAX 2048

/* The `<` of the tag that ends at `at`; SIZE_MAX if none does. */
static size_t
tag_start(struct str s, size_t at)
{
	size_t i = at - 1, limit = at > TAG_MAX ? at - TAG_MAX : 0;

	while (i > limit && s.p[i - 1] != '<' && s.p[i - 1] != '>' &&
	       !(s.p[i - 1] == '\n' && s.p[i] == '\n'))
		i--;
	return i > limit && s.p[i - 1] == '<' &&
			       (byte_is_letter(s.p[i]) ||
				byte_among(s.p[i], "/?")) ?
		       i - 1 :
		       SIZE_MAX;
}

bool
tag_closes(struct str s, size_t at)
{
	return tag_start(s, at) != SIZE_MAX;
}

bool
tag_parts(struct str s, size_t at)
{
	static const char *const names[] = {
		"address", "article", "aside", "blockquote", "br", "caption",
		"center", "dd", "details", "dialog", "div", "dl", "dt",
		"fieldset", "figcaption", "figure", "footer", "form", "h1",
		"h2", "h3", "h4", "h5", "h6", "header", "hr", "legend", "li",
		"main", "nav", "ol", "option", "p", "pre", "section",
		"summary", "table", "tbody", "td", "tfoot", "th", "thead",
		"tr", "ul",
	};
	struct str name = str_skip(s, at + 1);
	size_t n = 0;

	name = str_skip(name, str_starts(name, STR("/")) ? 1 : 0);
	while (n < name.n && byte_is_name(name.p[n]))
		n++;
	return n < name.n && byte_among(name.p[n], "> /\t\n") &&
	       word_among(str_slice(name, 0, n), names, COUNT_OF(names));
}

bool
tag_parts_before(struct str s, size_t at)
{
	size_t start = tag_start(s, at);

	return start != SIZE_MAX && tag_parts(s, start);
}
