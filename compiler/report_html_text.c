/*
 * Text of others for an HTML document: bytes of pages and records to bytes
 * that show them and do nothing else.
 *
 * The idea: everything that kbc did not write itself goes through one function
 * here. It leaves letters alone, writes what HTML reads as an entity, and puts
 * U+FFFD for bytes that are no UTF-8, control characters, and the marks that
 * turn the direction of text around, with which a page could look as if it
 * said something else.
 */
#include "report_html.h"

#include "arena.h"
#include "buf.h"
#include "report_html_parts.h"

#define REPLACEMENT STR("\xef\xbf\xbd")

/* Bytes of the UTF-8 sequence that begins at s and its code point; 0 for bytes
   that are none. */
static size_t
read_glyph(struct str s, uint32_t *out)
{
	static const struct {
		unsigned char mask, lead;
		uint32_t least;
	} forms[] = { { 0x80, 0x00, 0 }, { 0xe0, 0xc0, 0x80 },
		      { 0xf0, 0xe0, 0x800 }, { 0xf8, 0xf0, 0x10000 } };
	unsigned char first = (unsigned char)s.p[0];

	for (size_t n = 0; n < COUNT_OF(forms); n++) {
		uint32_t c = first & (unsigned char)~forms[n].mask;

		if ((first & forms[n].mask) != forms[n].lead || s.n < n + 1)
			continue;
		for (size_t i = 1; i <= n; i++) {
			if (((unsigned char)s.p[i] & 0xc0) != 0x80)
				return 0;
			c = c << 6 | ((unsigned char)s.p[i] & 0x3f);
		}
		*out = c;
		return c < forms[n].least || c > 0x10ffff ||
				       (c >= 0xd800 && c < 0xe000) ?
			       0 :
			       n + 1;
	}
	return 0;
}

/* Controls, and what sets the direction of text. */
static bool
steers(uint32_t c)
{
	return (c < 0x20 && c != '\n' && c != '\t') ||
	       (c >= 0x7f && c < 0xa0) || (c >= 0x200b && c <= 0x200f) ||
	       (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
	       c == 0x061c || c == 0xfeff || (c & 0xfffe) == 0xfffe;
}

static struct str
entity_of(char c)
{
	switch (c) {
	case '&':
		return STR("&amp;");
	case '<':
		return STR("&lt;");
	case '>':
		return STR("&gt;");
	case '"':
		return STR("&quot;");
	case '\'':
		return STR("&#39;");
	default:
		return STR("");
	}
}

struct str
html_escape(struct arena *a, struct str s)
{
	struct buf b = { 0 };
	struct str out;

	while (s.n > 0) {
		uint32_t glyph;
		size_t n = read_glyph(s, &glyph);
		struct str entity = entity_of(s.p[0]);

		if (n == 0 || steers(glyph))
			buf_add(&b, REPLACEMENT);
		else if (entity.n > 0)
			buf_add(&b, entity);
		else
			buf_add(&b, str_slice(s, 0, n));
		s = str_skip(s, n ? n : 1);
	}
	out = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return out;
}
