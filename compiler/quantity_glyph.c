/*
 * Bytes as characters, as far as numbers need it: which glyphs are blank,
 * which may touch a number without being part of it, which are raised digits.
 *
 * Input: a str and an offset. Output: one code point and its length.
 *
 * The idea: everything that is not known to be harmless joins the number and
 * spoils it. A letter of any script, a vulgar fraction, a byte that is no
 * UTF-8 behind `33` means that the number is not 33.
 *
 * It knows no case, no display width, no normal forms, and no locale.
 */
#include "quantity_parts.h"

/* First and last code point of each stretch. */
struct stretch {
	uint32_t first, last;
};

static const struct stretch blanks[] = {
	{ '\t', '\n' },     { '\r', '\r' },     { ' ', ' ' },
	{ 0x00a0, 0x00a0 }, { 0x2002, 0x200a }, { 0x202f, 0x202f },
};

/* Not here: U+2012 to U+2013 and U+2212, which may be signs; × ÷ ± ½ °. */
static const struct stretch marks[] = {
	{ 0x00ab, 0x00ab }, { 0x00b7, 0x00b7 }, { 0x00bb, 0x00bb },
	{ 0x2010, 0x2011 }, { 0x2014, 0x2027 }, { 0x2030, 0x2043 },
	{ 0x2045, 0x205e }, { 0x2190, 0x2211 }, { 0x2215, 0x22ff },
	{ 0x2300, 0x2bff }, { 0x3001, 0x3011 }, { 0xff08, 0xff0c },
};

static bool
is_within(const struct stretch *list, size_t n, uint32_t glyph)
{
	for (size_t i = 0; i < n; i++) {
		if (glyph >= list[i].first && glyph <= list[i].last)
			return true;
	}
	return false;
}

bool
glyph_is_blank(uint32_t glyph)
{
	return is_within(blanks, COUNT_OF(blanks), glyph);
}

bool
glyph_is_mark(uint32_t glyph)
{
	return is_within(marks, COUNT_OF(marks), glyph);
}

int
glyph_superscript(uint32_t glyph)
{
	switch (glyph) {
	case 0x00b9:
		return 1;
	case 0x00b2:
		return 2;
	case 0x00b3:
		return 3;
	case 0x2070:
		return 0;
	default:
		return glyph >= 0x2074 && glyph <= 0x2079 ?
			       (int)(glyph - 0x2070) :
			       -1;
	}
}

/* Of a code point beyond ASCII; 0: none begins so. */
static size_t
sequence_length(unsigned char lead)
{
	if (lead >= 0xc2 && lead < 0xe0)
		return 2;
	if (lead >= 0xe0 && lead < 0xf0)
		return 3;
	return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

size_t
glyph_at(uint32_t *glyph, struct str s, size_t at)
{
	unsigned char lead;
	size_t n;

	*glyph = 0;
	if (at >= s.n)
		return 0;
	lead = (unsigned char)s.p[at];
	if (lead < 0x80) {
		*glyph = lead;
		return 1;
	}
	n = sequence_length(lead);
	*glyph = n ? lead & (0x7fu >> n) : GLYPH_BAD;
	for (size_t i = 1; i < n; i++) {
		unsigned char next =
			at + i < s.n ? (unsigned char)s.p[at + i] : 0;

		if ((next & 0xc0) != 0x80) {
			*glyph = GLYPH_BAD;
			return 1;
		}
		*glyph = *glyph << 6 | (next & 0x3f);
	}
	return n ? n : 1;
}

size_t
glyph_before(uint32_t *glyph, struct str s, size_t at)
{
	if (at > 0 && (unsigned char)s.p[at - 1] < 0x80) {
		*glyph = (unsigned char)s.p[at - 1];
		return 1;
	}
	for (size_t n = at < 4 ? at : 4; n > 0; n--) {
		if (glyph_at(glyph, str_slice(s, 0, at), at - n) == n)
			return n;
	}
	*glyph = 0;
	return 0;
}

size_t
glyph_blanks_after(struct str s, size_t at)
{
	uint32_t glyph;
	size_t n;
	int lines = 0;

	while ((n = glyph_at(&glyph, s, at)) > 0 && glyph_is_blank(glyph)) {
		lines += glyph == '\n';
		if (lines > 1)
			break;
		at += n;
	}
	return at;
}

size_t
glyph_blanks_before(struct str s, size_t at)
{
	uint32_t glyph;
	size_t n;
	int lines = 0;

	while ((n = glyph_before(&glyph, s, at)) > 0 && glyph_is_blank(glyph)) {
		lines += glyph == '\n';
		if (lines > 1)
			break;
		at -= n;
	}
	return at;
}

/* A run of `_` is emphasis only where no name goes on through it. */
static bool
joins_names(struct str s, size_t at, size_t end)
{
	return at > 0 && byte_is_name(s.p[at - 1]) && end < s.n &&
	       byte_is_name(s.p[end]);
}

size_t
emphasis_after(struct str s, size_t at)
{
	for (;;) {
		size_t start = at = blanks_after(s, at);

		while (at < s.n && (s.p[at] == '*' || s.p[at] == '_'))
			at++;
		if (at == start)
			return at;
		if (s.p[start] == '_' && joins_names(s, start, at))
			return start;
	}
}

size_t
emphasis_before(struct str s, size_t at)
{
	for (;;) {
		size_t end = at = blanks_before(s, at);

		while (at > 0 && (s.p[at - 1] == '*' || s.p[at - 1] == '_'))
			at--;
		if (at == end)
			return at;
		if (s.p[end - 1] == '_' && joins_names(s, at, end))
			return end;
	}
}
