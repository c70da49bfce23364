/*
 * Text of others for an HTML document: bytes of pages and records to bytes
 * that show them and do nothing else.
 *
 * The idea: everything that kbc did not write itself goes through one function
 * here. It leaves letters alone, writes what HTML reads as an entity, and puts
 * U+FFFD for bytes that are no UTF-8, control characters, and what no eye sees,
 * with which a page could look as if it said something else.
 */
#include "report_html.h"

#include "arena.h"
#include "buf.h"
#include "glyph.h"
#include "report_html_parts.h"

#define REPLACEMENT STR("\xef\xbf\xbd")

/* Controls, and what no eye sees or what sets the direction of text. */
static bool
steers(uint32_t c)
{
	return (c < 0x20 && c != '\n' && c != '\t') ||
	       (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
	       glyph_is_needless(c) || c == 0x200c || c == 0x200d ||
	       (c & 0xfffe) == 0xfffe;
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
		uint32_t glyph = 0;
		size_t n = glyph_decode(s, &glyph);
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
