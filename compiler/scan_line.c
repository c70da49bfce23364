/*
 * The shapes of lines.
 *
 * Bytes of one line -> columns, and which block the line would open. The one
 * idea: a tab of which a container takes only a part leaves its other columns
 * in `spare`, so that every later question counts them as blanks, while the
 * place in the bytes stays exact.
 *
 * Here is nothing of what is open: whether a list item may interrupt a
 * paragraph, or a line belongs to a fence, is for scan.c to say.
 */
#include "scan_line.h"

#define TAB 4

/* An ordered item has at most so many digits: browsers overflow on more. */
#define ITEM_DIGITS_MAX 9

#define HEADING_LEVEL_MAX 6
#define FENCE_LENGTH_MIN 3

static bool
is_space(char c)
{
	return c == ' ' || c == '\t';
}

uint32_t
cursor_indent(const struct cursor *c)
{
	uint32_t column = c->column + c->spare;

	for (uint32_t at = c->at; at < c->end && is_space(c->text[at]); at++)
		column += c->text[at] == '\t' ? TAB - column % TAB : 1;
	return column - c->column;
}

void
cursor_skip(struct cursor *c, uint32_t columns)
{
	uint32_t width;

	while (columns && (c->spare || (c->at < c->end &&
					is_space(c->text[c->at])))) {
		width = c->spare;
		if (width == 0) {
			width = c->text[c->at] == '\t' ?
				TAB - c->column % TAB : 1;
			c->at++;
		}
		c->spare = width > columns ? width - columns : 0;
		c->column += width - c->spare;
		columns -= width - c->spare;
	}
}

void
cursor_take(struct cursor *c, size_t bytes)
{
	c->at += (uint32_t)bytes;
	c->column += (uint32_t)bytes;
}

struct str
cursor_rest(const struct cursor *c)
{
	uint32_t at = c->at;

	while (at < c->end && is_space(c->text[at]))
		at++;
	return (struct str){ c->text + at, c->end - at };
}

/* How often s starts with c. */
static size_t
count_run(struct str s, char c)
{
	size_t n = 0;

	while (n < s.n && s.p[n] == c)
		n++;
	return n;
}

/* Offset behind the blanks of s that start at `at`. */
static size_t
skip_spaces(struct str s, size_t at)
{
	while (at < s.n && is_space(s.p[at]))
		at++;
	return at;
}

static bool
is_blank_from(struct str s, size_t at)
{
	return skip_spaces(s, at) == s.n;
}

/* Whether s ends at `at` or has a blank there. */
static bool
breaks_at(struct str s, size_t at)
{
	return at >= s.n || is_space(s.p[at]);
}

bool
line_item(struct str s, struct item *out)
{
	size_t n = 0;

	while (n < s.n && n < ITEM_DIGITS_MAX && byte_is_digit(s.p[n]))
		n++;
	if (n == s.n)
		return false;
	if (n == 0) {
		if (s.p[0] != '-' && s.p[0] != '+' && s.p[0] != '*')
			return false;
		out->one = true;
	} else {
		if (s.p[n] != '.' && s.p[n] != ')')
			return false;
		out->one = n == 1 && s.p[0] == '1';
	}
	out->width = (uint32_t)n + 1;
	out->empty = is_blank_from(s, n + 1);
	return breaks_at(s, n + 1);
}

/* s without the closing run of `#` that stands behind a blank. */
static struct str
cut_closing(struct str s)
{
	size_t n = s.n;

	while (n && s.p[n - 1] == '#')
		n--;
	if (n == 0)
		return (struct str){ s.p, 0 };
	if (n < s.n && is_space(s.p[n - 1]))
		s.n = n;
	return str_trim(s);
}

int
line_heading(struct str s, struct str *text)
{
	size_t level = count_run(s, '#');

	if (level == 0 || level > HEADING_LEVEL_MAX || !breaks_at(s, level))
		return 0;
	*text = cut_closing(str_trim(str_skip(s, level)));
	return (int)level;
}

int
line_underline(struct str s)
{
	size_t n;

	if (s.n == 0 || (s.p[0] != '=' && s.p[0] != '-'))
		return 0;
	n = count_run(s, s.p[0]);
	if (!is_blank_from(s, n))
		return 0;
	return s.p[0] == '=' ? 1 : 2;
}

bool
line_is_rule(struct str s)
{
	size_t n = 0;

	if (s.n == 0 || (s.p[0] != '-' && s.p[0] != '*' && s.p[0] != '_'))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == s.p[0])
			n++;
		else if (!is_space(s.p[i]))
			return false;
	}
	return n >= 3;
}

size_t
line_fence(struct str s)
{
	size_t n;

	if (s.n == 0 || (s.p[0] != '`' && s.p[0] != '~'))
		return 0;
	n = count_run(s, s.p[0]);
	if (n < FENCE_LENGTH_MIN)
		return 0;
	if (s.p[0] == '`' && str_find_byte(str_skip(s, n), '`') < s.n - n)
		return 0;
	return n;
}

bool
line_closes_fence(struct str s, char mark, size_t length)
{
	size_t n = count_run(s, mark);

	return n >= length && is_blank_from(s, n);
}

/* Whether s is a title: between quotes of one kind, or parentheses. */
static bool
is_title(struct str s)
{
	size_t kind = s.n > 1 ? str_find_byte(STR("\"'("), s.p[0]) : 3;

	return kind < 3 && s.p[s.n - 1] == "\"')"[kind];
}

bool
line_is_definition(struct str s)
{
	size_t at = str_find(s, STR("]:")), end;

	if (s.n == 0 || s.p[0] != '[' || at < 2 || at == s.n ||
	    s.p[1] == '^') /* a footnote has words */
		return false;
	at = end = skip_spaces(s, at + 2);
	while (end < s.n && !is_space(s.p[end]))
		end++;
	if (at < s.n && s.p[at] == '<')
		end = at + str_find_byte(str_skip(s, at), '>') + 1;
	if (end == at || end > s.n)
		return false;
	s = str_trim(str_skip(s, end));
	return s.n == 0 || is_title(s);
}
