/*
 * Places and names as the protocol has them: line and character to an offset
 * and back, `file:` URI to a path and back.
 *
 * The idea: an editor counts lines from 0 and in a line units of UTF-16, if it
 * does not offer bytes. Lines end in LF, CR LF or a lone CR here, which is not
 * what a page's lines are: these are the editor's, and both lead to the same
 * offset. Whatever a position says, the offset lies in the text and at the
 * start of a character.
 *
 * Bytes of a URI are those of the path. Only whether the name of an untitled
 * text is free is seen on the disk.
 */
#include "arena.h"
#include "buf.h"
#include "file.h"
#include "glyph.h"
#include "json.h"
#include "path.h"
#include "session.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */


/* Bytes of a line, less than in most pages. */
#define LINE_USUAL 24

/* Bytes of a line after which what is before is noted, so that a page of one
   long line with many places takes no longer than another. */
#define LINE_LONG 256

/* Bytes and units of the character that starts s; a byte that is no UTF-8 is
   one by itself. */
static size_t
character_of(struct str s, enum units units, size_t *takes)
{
	uint32_t point;
	size_t n = glyph_decode(s, &point);

	if (n == 0)
		n = 1;
	*takes = units == UNITS_UTF8 ? n :
		 units == UNITS_UTF16 && n == 4 ? 2 : 1;
	return n;
}

/* Behind the line that starts at `at`, with its ending. */
static size_t
line_end(struct str s, size_t at)
{
	while (at < s.n && s.p[at] != '\n' && s.p[at] != '\r')
		at++;
	if (at + 1 < s.n && s.p[at] == '\r' && s.p[at + 1] == '\n')
		at++;
	return at < s.n ? at + 1 : at;
}

static bool
has_ending(struct str s, size_t end)
{
	return end > 0 && (s.p[end - 1] == '\n' || s.p[end - 1] == '\r');
}

/* Notes places of a line from byte `from` to `to`. */
static void
note_halfway(struct arena *a, struct lines *l, size_t from, size_t to)
{
	size_t at = from, last = from, units = 0;

	while (to - from > LINE_LONG && at < to) {
		size_t takes;

		at += character_of(str_slice(l->text, at, to - at), l->units,
				   &takes);
		units += takes;
		if (at - last < LINE_LONG)
			continue;
		l->halfway = arena_grow(a, l->halfway, l->nhalfway,
					&l->caphalfway, sizeof *l->halfway);
		l->halfway[l->nhalfway++] = (struct halfway){
			(uint32_t)at, (uint32_t)units };
		last = at;
	}
}

void
lines_make(struct arena *a, struct lines *out, struct str text,
	   enum units units)
{
	size_t room = text.n / LINE_USUAL + 2, at = 0, from = 0;

	*out = (struct lines){ .text = text, .units = units };
	out->starts = arena_alloc(a, room * sizeof *out->starts);
	out->n = 1;
	while ((at = line_end(text, at)) < text.n || has_ending(text, at)) {
		note_halfway(a, out, from, at);
		from = at;
		out->starts = arena_grow(a, out->starts, out->n, &room,
					 sizeof *out->starts);
		out->starts[out->n++] = (uint32_t)at;
		if (at == text.n)
			return;
	}
	note_halfway(a, out, from, text.n);
}

/* The line without its ending. */
static struct str
line_text(const struct lines *l, size_t line)
{
	size_t from = l->starts[line];
	size_t to = line + 1 < l->n ? l->starts[line + 1] : l->text.n;

	while (to > from && (l->text.p[to - 1] == '\n' ||
			     l->text.p[to - 1] == '\r'))
		to--;
	return str_slice(l->text, from, to - from);
}

/* --- positions ------------------------------------------------------------ */

/* A member that is a whole number from 0; false if it is none. */
static bool
take_number(const json_t *o, const char *key, uint64_t *out)
{
	const json_t *j = json_object_get(o, key);

	if (!json_is_integer(j) || json_integer_value(j) < 0)
		return false;
	*out = (uint64_t)json_integer_value(j);
	return true;
}

bool
lines_offset(const struct lines *l, const json_t *position, size_t *at)
{
	uint64_t line, character;
	struct str s;

	if (!take_number(position, "line", &line) ||
	    !take_number(position, "character", &character))
		return false;
	*at = l->text.n;
	if (line >= l->n)
		return true;
	s = line_text(l, line);
	*at = l->starts[line];
	while (s.n > 0) {
		size_t takes, n = character_of(s, l->units, &takes);

		if (takes > character)
			break;
		character -= takes;
		s = str_skip(s, n);
		*at += n;
	}
	return true;
}

bool
lines_range(const struct lines *l, const json_t *range, size_t *from,
	    size_t *to)
{
	return lines_offset(l, json_object_get(range, "start"), from) &&
	       lines_offset(l, json_object_get(range, "end"), to) &&
	       *from <= *to;
}

static size_t
find_line(const struct lines *l, size_t at)
{
	size_t low = 0, high = l->n;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (l->starts[middle] <= at)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The last place noted in the line that starts at `from` which is not behind
   an offset; NULL for none. */
static const struct halfway *
find_halfway(const struct lines *l, size_t from, size_t at)
{
	size_t low = 0, high = l->nhalfway;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (l->halfway[middle].at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && l->halfway[low - 1].at > from ?
		&l->halfway[low - 1] : NULL;
}

static json_t *
position_json(const struct lines *l, size_t at)
{
	size_t line = find_line(l, at), from = l->starts[line], units = 0;
	const struct halfway *h = find_halfway(l, from, at);
	struct str s = line_text(l, line);
	size_t left = at - from;

	if (h) {
		units = h->units;
		left = at - h->at;
		s = str_skip(s, h->at - from);
	}
	while (s.n > 0) {
		size_t takes, n = character_of(s, l->units, &takes);

		if (n > left)
			break;
		left -= n;
		units += takes;
		s = str_skip(s, n);
	}
	return json_pack("{s:I, s:I}", "line", (json_int_t)line, "character",
			 (json_int_t)units);
}

json_t *
lines_json(const struct lines *l, size_t at, size_t n)
{
	size_t from = at < l->text.n ? at : l->text.n;
	size_t to = n < l->text.n - from ? from + n : l->text.n;

	return json_pack("{s:o, s:o}", "start", position_json(l, from), "end",
			 position_json(l, to));
}

/* --- URIs ----------------------------------------------------------------- */

/* Adds the bytes that a part of a URI stands for; false for a bad escape and
   for a byte that no path has. */
static bool
decode(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '%') {
			unsigned high = i + 2 < s.n ?
				byte_digit(s.p[i + 1]) : 16;
			unsigned low = high < 16 ? byte_digit(s.p[i + 2]) : 16;

			if (low == 16)
				return false;
			c = (char)(high * 16 + low);
			i += 2;
		}
		if (c == '\0')
			return false;
		buf_add_byte(out, c);
	}
	return true;
}

/* What stands behind `file:` and the name of this machine; false if it is
   another one. */
static bool
cut_authority(struct str *s)
{
	static const struct str scheme = STR_INIT("file:");
	size_t slash;

	if (!str_equal_case(str_slice(*s, 0, scheme.n), scheme))
		return false;
	*s = str_skip(*s, scheme.n);
	if (!str_starts(*s, STR("//")))
		return true;
	*s = str_skip(*s, 2);
	slash = str_find_byte(*s, '/');
	if (slash > 0 && !str_equal_case(str_slice(*s, 0, slash),
					 STR("localhost")))
		return false;
	*s = str_skip(*s, slash);
	return true;
}

bool
uri_path(struct arena *a, struct str *path, struct str uri)
{
	struct buf out = { 0 };
	bool good;

	*path = STR("");
	if (!cut_authority(&uri) || !str_starts(uri, STR("/")))
		return false;
	uri = str_slice(uri, 0, str_find_byte(uri, '?'));
	uri = str_slice(uri, 0, str_find_byte(uri, '#'));
	good = decode(&out, uri);
	if (good)
		*path = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return good;
}

bool
unsaved_path(struct arena *a, struct str *path, struct str folder,
	     struct str uri)
{
	static const struct str scheme = STR_INIT("untitled:");
	struct str name = str_skip(uri, scheme.n);
	struct buf out = { 0 };
	bool good = str_starts(uri, scheme) && decode(&out, name) && out.n > 0;

	name = arena_copy(a, buf_str(&out));
	buf_free(&out);
	if (!str_starts(name, STR("/")) &&
	    (folder.n == 0 || str_find_byte(name, '/') < name.n))
		good = false;
	*path = STR("");
	if (!good)
		return false;
	*path = path_join(a, folder, str_ends(name, STR(".md")) ? name :
			  arena_printf(a, STR_FMT ".md", STR_ARG(name)));
	if (file_kind(*path) != FILE_NONE)
		*path = STR("");
	return path->n > 0;
}

struct str
uri_make(struct arena *a, struct str path)
{
	struct buf out = { 0 };
	struct str uri;

	buf_add(&out, STR("file://"));
	for (size_t i = 0; i < path.n; i++)
		if (byte_is_name(path.p[i]) || byte_among(path.p[i], "/-.~"))
			buf_add_byte(&out, path.p[i]);
		else
			buf_printf(&out, "%%%02X",
				   (unsigned)(unsigned char)path.p[i]);
	uri = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return uri;
}
