/*
 * An anchor of a citation -> the part of a stored source that it names.
 *
 * The idea: an anchor is lines (`L10-L20`), a heading, by its text or as it is
 * linked, whose section goes on to the next one of its level, or words that
 * only must stand in the source (`Table 3`). Words are looked for whole, with
 * any blanks between them.
 *
 * Headings under `===` are words like any other. What must stand at the place
 * is observe_cited.c.
 */
#include "observe_parts.h"
#include "page.h"
#include "source.h"

bool
observe_parse_lines(struct str anchor, uint64_t *first, uint64_t *last)
{
	size_t dash = str_find_byte(anchor, '-');
	struct str from = str_slice(anchor, 0, dash);
	struct str to = dash < anchor.n ? str_skip(anchor, dash + 1) : from;

	return str_starts(from, STR("L")) && str_starts(to, STR("L")) &&
	       str_unsigned(str_skip(from, 1), first) &&
	       str_unsigned(str_skip(to, 1), last) && *first >= 1 &&
	       *first <= *last;
}

/* --- places -------------------------------------------------------------- */

static char
next_letter(struct str *s)
{
	while (s->n > 0) {
		char c = s->p[0];

		*s = str_skip(*s, 1);
		if (c >= 'A' && c <= 'Z')
			return (char)(c - 'A' + 'a');
		if ((c >= 'a' && c <= 'z') || byte_is_digit(c) ||
		    (unsigned char)c >= 0x80)
			return c;
	}
	return '\0';
}

/* Whether two texts have the same letters and digits: a heading and its
   anchor. */
static bool
same_letters(struct str a, struct str b)
{
	char c;

	do {
		c = next_letter(&a);
		if (c != next_letter(&b))
			return false;
	} while (c != '\0');
	return true;
}

/* The level of a heading's line; 0 for any other. */
static size_t
heading_level(struct str line)
{
	size_t n = 0;

	while (n < line.n && line.p[n] == '#')
		n++;
	return n <= 6 && n < line.n && byte_is_blank(line.p[n]) ? n : 0;
}

static bool
is_fence(struct str line)
{
	struct str s = str_trim(line);

	return str_starts(s, STR("```")) || str_starts(s, STR("~~~"));
}

/* The section below the first heading that is so called; empty if none. */
static struct span
section_of(const struct source *s, struct str anchor)
{
	struct span out = { 0 };
	size_t level = 0;
	bool code = false;

	for (size_t i = 1; i <= s->nlines; i++) {
		struct span line = source_line(s, i);
		size_t n = heading_level(span_str(line));

		if (is_fence(span_str(line)))
			code = !code;
		if (n == 0 || code)
			continue;
		if (level > 0 && n <= level)
			return source_span(s, out.at, line.at - out.at);
		if (level == 0 && same_letters(span_str(line), anchor)) {
			level = n;
			out = line;
		}
	}
	return level > 0 ? source_span(s, out.at, s->text.n - out.at) : out;
}

bool
observe_has_heading(const struct source *s, struct str anchor)
{
	return anchor.n > 0 && section_of(s, anchor).n > 0;
}

struct span
observe_place(const struct source *s, struct str anchor, struct str *why)
{
	struct span all = source_span(s, 0, s->text.n), from, to;
	uint64_t first, last;

	if (anchor.n == 0)
		return all;
	if (observe_parse_lines(anchor, &first, &last)) {
		*why = STR("the source has no such lines");
		if (last > s->nlines)
			return (struct span){ 0 };
		from = source_line(s, (size_t)first);
		to = source_line(s, (size_t)last);
		return source_span(s, from.at, to.at + to.n - from.at);
	}
	*why = STR("the source has neither a heading nor words like its "
		   "anchor");
	from = section_of(s, anchor);
	if (from.n > 0)
		return from;
	return page_holds_words(s->text, anchor) ? all : (struct span){ 0 };
}
