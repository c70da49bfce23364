/*
 * Characters as readers see them: UTF-8 in, code points out, which of them are
 * hidden, and what a word looks like.
 *
 * The idea: who reviews a page reads its picture, and kbc reads its bytes. Two
 * kinds of characters make them differ, and stand here in tables: those that
 * leave no mark on the page, and letters of other alphabets that look like
 * ours. A key or a marker that is made of such is not what it seems.
 *
 * The table of look-alikes holds the letters that words of kbc are written
 * with; it is no list of all that Unicode has. What is done about any of it,
 * the callers know.
 */
#include "glyph.h"

#include "arena.h"
#include "buf.h"

/* Marks of direction: ALM, LRM, RLM, embeddings, overrides, isolates. */
static const struct glyph_range turning[] = {
	{ 0x061c, 0x061c }, { 0x200e, 0x200f }, { 0x202a, 0x202e },
	{ 0x2066, 0x2069 },
};

/* Without width or shape, and of no use to a text. */
static const struct glyph_range needless[] = {
	{ 0x00ad, 0x00ad },   { 0x034f, 0x034f },   { 0x115f, 0x1160 },
	{ 0x17b4, 0x17b5 },   { 0x180e, 0x180e },   { 0x200b, 0x200b },
	{ 0x2060, 0x2065 },   { 0x206a, 0x206f },   { 0x3164, 0x3164 },
	{ 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },   { 0xfff0, 0xfffb },
	{ 0x1d173, 0x1d17a }, { 0xe0000, 0xe00ff }, { 0xe01f0, 0xe0fff },
};

/* Likewise, but joiners and selectors of variants, which have a use. */
static const struct glyph_range used[] = {
	{ 0x180b, 0x180d }, { 0x200c, 0x200d }, { 0xfe00, 0xfe0f },
	{ 0xe0100, 0xe01ef },
};

/* Cyrillic, Greek and other letters that look like one of ASCII. */
static const struct look {
	uint32_t point;
	char like;
} looks[] = {
	{ 0x0131, 'i' }, { 0x0261, 'g' }, { 0x0391, 'A' }, { 0x0392, 'B' },
	{ 0x0395, 'E' }, { 0x039a, 'K' }, { 0x039c, 'M' }, { 0x039d, 'N' },
	{ 0x039f, 'O' }, { 0x03a1, 'P' }, { 0x03a4, 'T' }, { 0x03a7, 'X' },
	{ 0x03b1, 'a' }, { 0x03b9, 'i' }, { 0x03ba, 'k' }, { 0x03bd, 'v' },
	{ 0x03bf, 'o' }, { 0x03c1, 'p' }, { 0x03c5, 'u' }, { 0x03f2, 'c' },
	{ 0x0405, 'S' }, { 0x0406, 'I' }, { 0x0410, 'A' }, { 0x0412, 'B' },
	{ 0x0415, 'E' }, { 0x041a, 'K' }, { 0x041c, 'M' }, { 0x041d, 'H' },
	{ 0x041e, 'O' }, { 0x0420, 'P' }, { 0x0421, 'C' }, { 0x0422, 'T' },
	{ 0x0425, 'X' }, { 0x042c, 'b' }, { 0x0430, 'a' }, { 0x0432, 'b' },
	{ 0x0435, 'e' }, { 0x043a, 'k' }, { 0x043e, 'o' }, { 0x0440, 'p' },
	{ 0x0441, 'c' }, { 0x0443, 'y' }, { 0x0445, 'x' }, { 0x044c, 'b' },
	{ 0x0455, 's' }, { 0x0456, 'i' }, { 0x0458, 'j' }, { 0x04bb, 'h' },
	{ 0x04cf, 'l' }, { 0x0501, 'd' }, { 0x051b, 'q' }, { 0x051d, 'w' },
	{ 0x0578, 'n' }, { 0x057d, 'u' }, { 0x1d04, 'c' }, { 0x1d0b, 'k' },
	{ 0x2010, '-' }, { 0x2011, '-' }, { 0x2236, ':' }, { 0xa789, ':' },
};

bool
glyph_within(uint32_t c, const struct glyph_range *ranges, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	return false;
}

size_t
glyph_decode(struct str s, uint32_t *point)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char c = (unsigned char)s.p[0];
	size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 :
		c < 0xf5 ? 4 : 0;
	uint32_t value = n == 1 ? c : c & (0x7fu >> n);

	if (n == 0 || n > s.n)
		return 0;
	for (size_t i = 1; i < n; i++) {
		unsigned char next = (unsigned char)s.p[i];

		if ((next & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (next & 0x3fu);
	}
	if (value < least[n] || (value >= 0xd800 && value < 0xe000) ||
	    value > 0x10ffff)
		return 0;
	*point = value;
	return n;
}

bool
glyph_turns(uint32_t point)
{
	return glyph_within(point, turning, COUNT_OF(turning));
}

bool
glyph_is_needless(uint32_t point)
{
	return glyph_turns(point) ||
	       glyph_within(point, needless, COUNT_OF(needless));
}

bool
glyph_is_hidden(uint32_t point)
{
	return glyph_is_needless(point) ||
	       glyph_within(point, used, COUNT_OF(used));
}

/* The byte of ASCII that a character looks like; 0 if none. */
static char
find_look(uint32_t point)
{
	if (point >= 0xff01 && point <= 0xff5e) /* of full width */
		return (char)(point - 0xff00 + 0x20);
	for (size_t i = 0; i < COUNT_OF(looks); i++)
		if (looks[i].point == point)
			return looks[i].like;
	return 0;
}

static bool
is_ascii(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return false;
	return true;
}

struct str
glyph_skeleton(struct arena *a, struct str s)
{
	struct buf b = { 0 };
	struct str out;

	if (is_ascii(s))
		return s;
	while (s.n > 0) {
		uint32_t point = 0;
		size_t n = glyph_decode(s, &point);
		char like = n > 1 ? find_look(point) : 0;

		if (like)
			buf_add_byte(&b, like);
		else if (n == 0 || !glyph_is_hidden(point))
			buf_add(&b, str_slice(s, 0, n ? n : 1));
		s = str_skip(s, n ? n : 1);
	}
	out = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return out;
}

bool
glyph_poses(struct arena *a, struct str s)
{
	return !is_ascii(s) && is_ascii(glyph_skeleton(a, s));
}
