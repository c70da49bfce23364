/*
 * The id of a page, read off its front matter without a tree of it.
 *
 * The first bytes of a page -> its id, if they leave no doubt about it.
 *
 * The idea: links are resolved by ids, so a wiki reads all of them before its
 * first page; a tree of each front matter would be made twice. Where no line
 * opens a text, a list or a map that it does not close, a line that starts
 * with `id:` is the key and nothing else. Everything else is left to the
 * reader of YAML; it decides, and a fuzz target holds the two together.
 */
#include "page.h"

/* Whether every bracket and quote that the line opens is closed in it. */
static bool
is_balanced(struct str line)
{
	int square = 0, curly = 0;
	bool one = false, two = false;

	for (size_t i = 0; i < line.n; i++) {
		switch (line.p[i]) {
		case '[':
		case ']':
			square += line.p[i] == '[' ? 1 : -1;
			break;
		case '{':
		case '}':
			curly += line.p[i] == '{' ? 1 : -1;
			break;
		case '\'':
			one = !one;
			break;
		case '"':
			two = !two;
			break;
		case '\\':
		case '\t':
		case '\r':
			return false;
		default:
			break;
		}
	}
	return square == 0 && curly == 0 && !one && !two;
}

/* A value that is a text whatever reads it: letters, digits and a hyphen. */
static bool
is_sure(struct str value)
{
	bool hyphen = false;

	for (size_t i = 0; i < value.n; i++) {
		hyphen = hyphen || (value.p[i] == '-' && i > 0);
		if (!byte_is_name(value.p[i]) && value.p[i] != '-')
			return false;
	}
	return hyphen && value.p[0] != '-' && !byte_is_digit(value.p[0]);
}

bool
page_find_id(struct str *id, struct str text)
{
	struct str line, found = STR("");
	bool open = false; /* the value may go on in the next line */

	if (!str_split(&line, &text, '\n') || !str_equal(line, STR("---")))
		return false;
	while (str_split(&line, &text, '\n')) {
		if (str_equal(line, STR("---"))) {
			*id = found;
			return found.n > 0;
		}
		if (!is_balanced(line) || (open && str_starts(line, STR(" "))))
			return false;
		open = open && line.n == 0;
		if (!str_starts(line, STR("id:")))
			continue;
		if (found.n > 0 || !str_starts(line, STR("id: ")))
			return false;
		found = str_trim(str_skip(line, 4));
		if (!is_sure(found))
			return false;
		open = true;
	}
	return false;
}
