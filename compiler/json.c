/*
 * JSON: a tree of jansson's to bytes, and bytes of programs to a tree.
 *
 * The idea: a report is read by programs and compared by people, so the same
 * tree is always the same bytes: keys in the order in which they were set, no
 * blanks, twelve digits of a real. What a page holds may be no UTF-8, which
 * jansson refuses; each such byte is told as U+FFFD.
 *
 * Records are read by evidence_reader.c, which knows the place of each value.
 */
#include "json.h"

#include "arena.h"
#include "buf.h"
#include "glyph.h"

#include <jansson.h>

/* The bytes of s, and U+FFFD for each that is no UTF-8. */
static void
add_valid(struct buf *out, struct str s)
{
	uint32_t point;

	while (s.n > 0) {
		size_t n = glyph_decode(s, &point);

		buf_add(out, n > 0 ? str_slice(s, 0, n) : STR("\xef\xbf\xbd"));
		s = str_skip(s, n > 0 ? n : 1);
	}
}

json_t *
json_text(struct str s)
{
	json_t *j = s.n > 0 ? json_stringn(s.p, s.n) : json_string("");
	struct buf b = { 0 };

	if (j)
		return j;
	add_valid(&b, s);
	j = json_stringn(b.p, b.n);
	buf_free(&b);
	return j;
}

void
json_set(json_t *o, const char *key, struct str s)
{
	json_object_set_new(o, key, json_text(s));
}

struct str
json_member_text(const json_t *o, const char *key)
{
	const json_t *j = json_object_get(o, key);

	return json_is_string(j) ? (struct str){ json_string_value(j),
						 json_string_length(j) } :
				   STR("");
}

json_t *
json_parse(struct str text)
{
	return json_loadb(text.p, text.n, JSON_ALLOW_NUL, NULL);
}

void
json_emit(struct buf *out, json_t *o)
{
	size_t flags = JSON_COMPACT | JSON_PRESERVE_ORDER |
		       JSON_REAL_PRECISION(12);
	size_t n = json_dumpb(o, NULL, 0, flags);
	struct arena *a = arena_make();
	char *text = arena_alloc(a, n + 1);

	json_dumpb(o, text, n, flags);
	buf_add(out, (struct str){ text, n });
	arena_free(a);
	json_decref(o);
}
