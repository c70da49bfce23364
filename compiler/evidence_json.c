/*
 * The bytes of a value in JSON text.
 *
 * jansson tells what a text means and not where its parts stand. Messages want
 * the place, and a run that goes from one file into another must keep its
 * bytes, so the text is walked a second time here: strings are skipped as
 * wholes, brackets are counted, nothing is converted.
 *
 * It requires text that jansson has taken; of any other it gives something
 * inside the text, or nothing.
 */
#include "evidence.h"

#include "arena.h"
#include "evidence_parts.h"

#include <string.h>

/* Behind the string that starts at `at`. */
static size_t
skip_string(struct str s, size_t at)
{
	for (at++; at < s.n && s.p[at] != '"'; at++)
		if (s.p[at] == '\\')
			at++;
	return at < s.n ? at + 1 : s.n;
}

static size_t
skip_blanks(struct str s, size_t at)
{
	while (at < s.n && byte_is_blank(s.p[at]))
		at++;
	return at;
}

static bool
ends_value(char c)
{
	return c == ',' || c == ']' || c == '}' || byte_is_blank(c);
}

/* Behind the value that starts at `at`. */
static size_t
skip_value(struct str s, size_t at)
{
	size_t depth = 0;

	while (at < s.n) {
		char c = s.p[at];

		if (depth == 0 && ends_value(c))
			break;
		if (c == '"') {
			at = skip_string(s, at);
		} else {
			depth += c == '{' || c == '[';
			depth -= c == '}' || c == ']';
			at++;
		}
		if (depth == 0 && (c == '"' || c == '}' || c == ']'))
			break;
	}
	return at;
}

/* To the next item behind the value that ends at `at`; s.n at the end. */
static size_t
next_item(struct str s, size_t at)
{
	at = skip_blanks(s, at);
	return at < s.n && s.p[at] == ',' ? skip_blanks(s, at + 1) : s.n;
}

static size_t
first_item(struct str s, char bracket)
{
	size_t at = skip_blanks(s, 0);

	return at < s.n && s.p[at] == bracket ? skip_blanks(s, at + 1) : s.n;
}

bool
json_next(struct str s, size_t *at, struct json_pair *out)
{
	size_t end, value;

	if (*at == 0)
		*at = first_item(s, '{');
	if (*at >= s.n || s.p[*at] != '"')
		return false;
	end = skip_string(s, *at);
	value = skip_blanks(s, skip_blanks(s, end) + 1); /* the colon */
	out->key = str_slice(s, *at + 1, end - *at - 2);
	end = skip_value(s, value);
	out->value = str_slice(s, value, end - value);
	*at = next_item(s, end);
	return true;
}

struct str
json_member(struct str s, struct str key)
{
	struct json_pair pair;
	size_t at = 0;

	while (json_next(s, &at, &pair))
		if (str_equal(pair.key, key))
			return pair.value;
	return (struct str){ s.p + s.n, 0 };
}

struct str
json_element(struct str s, size_t i)
{
	size_t at = first_item(s, '[');

	while (at < s.n && s.p[at] != ']') {
		size_t end = skip_value(s, at);

		if (i-- == 0)
			return str_slice(s, at, end - at);
		at = next_item(s, end);
	}
	return (struct str){ s.p + s.n, 0 };
}

struct str
json_bare(struct arena *a, struct str s)
{
	char *p = arena_alloc(a, s.n + 1);
	size_t n = 0, at = 0;

	while (at < s.n) {
		size_t end = s.p[at] == '"' ? skip_string(s, at) : at + 1;

		if (end == at + 1 && byte_is_blank(s.p[at])) {
			at = end;
			continue;
		}
		memcpy(p + n, s.p + at, end - at);
		n += end - at;
		at = end;
	}
	return (struct str){ p, n };
}

/* --- splices ------------------------------------------------------------- */

struct str
json_splice(struct arena *a, struct str text, struct str at, struct str with)
{
	size_t from = (size_t)(at.p - text.p);
	struct str rest = str_skip(text, from + at.n);

	return arena_join(a, (const struct str[]){ { text.p, from }, with,
						   rest }, 3);
}

static struct str
started_of(struct str run)
{
	return json_member(run, STR("started"));
}

struct str
json_insert_run(struct arena *a, struct str text, struct str run)
{
	struct str runs = json_member(text, STR("runs"));
	struct str one, last = str_slice(runs, 0, 1);
	size_t i = 0;

	for (; (one = json_element(runs, i)).n > 0; i++) {
		if (str_compare(started_of(one), started_of(run)) > 0)
			return json_splice(a, text, str_slice(one, 0, 0),
					   arena_printf(a, STR_FMT ",\n",
							STR_ARG(run)));
		last = one;
	}
	return json_splice(a, text, str_slice(str_skip(last, last.n), 0, 0),
			   arena_printf(a, "%s" STR_FMT, i > 0 ? ",\n" : "",
					STR_ARG(run)));
}
