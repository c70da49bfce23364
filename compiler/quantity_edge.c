/*
 * The two ends of a number: whether what touches it belongs to it.
 *
 * Input: text and an offset where a number starts or ends. Output: yes or no.
 *
 * The idea: a number is read whole or not at all. Markup joins text when it
 * is rendered (`33<sub>1</sub>`, `128*64`, `~~33~~35`), so a piece of such a
 * run is never the number that the reader sees. Tags that part lines, cells
 * and blocks join nothing: quantity_tag.c.
 *
 * Blanks part everything here; what two numbers with a blank between them
 * mean is for the callers.
 */
#include "quantity_parts.h"

static char
byte_at(struct str s, size_t at)
{
	return at < s.n ? s.p[at] : '\0';
}

/* Whether a word, a number or a letter of any script ends at `at`. */
static bool
word_ends(struct str s, size_t at)
{
	uint32_t glyph;

	if (glyph_before(&glyph, s, at) == 0)
		return false;
	if (glyph < 0x80)
		return byte_is_name((char)glyph) || glyph == '%';
	return !glyph_is_blank(glyph) && !glyph_is_mark(glyph);
}

/* `&minus;5` is -5 to the reader; `&lt;5` a comparison that lead_read knows. */
static bool
closes_entity(struct str s, size_t at)
{
	static const char *const good[] = { "&lt;", "&gt;", "&le;", "&ge;",
					    "&asymp;", "&nbsp;" };
	size_t i = at - 1;

	while (i > 0 && (byte_is_name(s.p[i - 1]) || s.p[i - 1] == '#'))
		i--;
	if (i == 0 || s.p[i - 1] != '&')
		return false;
	for (size_t k = 0; k < COUNT_OF(good); k++) {
		if (str_equal(str_slice(s, i - 1, at - i + 1),
			      str_of(good[k])))
			return false;
	}
	return true;
}

static bool
starts_behind(struct str s, size_t at)
{
	char c = s.p[at - 1];
	char before = at >= 2 ? s.p[at - 2] : '\0';

	switch (c) {
	case '~':
		return before != '~' && !word_ends(s, at - 1);
	case '>':
		return !tag_closes(s, at) || tag_parts_before(s, at);
	case ';':
		return !closes_entity(s, at);
	case '(':
		return !byte_is_name(before);
	case ':':
		return before != ':' && !byte_is_digit(before);
	case ',':
		return !byte_is_digit(before);
	case '\'':
		return !word_ends(s, at - 1);
	case '-':
		return before == '-';
	default:
		return byte_among(c, "<=[{|\"!?") || byte_is_blank(c);
	}
}

bool
edge_starts(struct str s, size_t at)
{
	size_t open = at;
	uint32_t glyph;

	while (open > 0 && byte_among(s.p[open - 1], "*_"))
		open--;
	if (open < at)
		return open == 0 || !word_ends(s, open);
	if (glyph_before(&glyph, s, at) == 0)
		return at == 0;
	if (glyph >= 0x80)
		return glyph_is_blank(glyph) || glyph_is_mark(glyph);
	return starts_behind(s, at);
}

size_t
edge_sign(struct str s, size_t digit)
{
	size_t n = 0;

	if (digit >= 1 && byte_among(s.p[digit - 1], "-+"))
		n = 1;
	else if (digit >= 3 && bytes_at(s, digit - 3, "\xe2\x88\x92"))
		n = 3;
	return n && !(n == 1 && digit >= 2 && s.p[digit - 2] == '-') &&
			       edge_starts(s, digit - n) ?
		       digit - n :
		       digit;
}

/* Behind `33`: a digit, a letter, an underscore that opens a name. */
static bool
continues(struct str s, size_t at, bool name)
{
	uint32_t glyph;
	size_t n = glyph_at(&glyph, s, at);

	if (n == 0)
		return false;
	if (glyph < 0x80)
		return name ? byte_is_name((char)glyph) :
			      byte_is_digit((char)glyph);
	return name && !glyph_is_blank(glyph) && !glyph_is_mark(glyph);
}

/* Behind a run of `*` or `_`, which is emphasis only if it closes here. */
static bool
ends_emphasis(struct str s, size_t at)
{
	while (byte_among(byte_at(s, at), "*_"))
		at++;
	return !continues(s, at, true);
}

static bool
ends_glyph(struct str s, size_t at)
{
	uint32_t glyph;
	size_t n = glyph_at(&glyph, s, at);

	if (glyph == 0x2012 || glyph == 0x2013)
		return !continues(s, at + n, true);
	return glyph_is_blank(glyph) || glyph_is_mark(glyph);
}

bool
edge_ends(struct str s, size_t at)
{
	char c = byte_at(s, at), next = byte_at(s, at + 1);

	if (at >= s.n || byte_is_blank(c))
		return true;
	if ((unsigned char)c >= 0x80)
		return ends_glyph(s, at);
	switch (c) {
	case '*':
	case '_':
		return ends_emphasis(s, at);
	case '~':
		return next != '~' && !continues(s, at + 1, true);
	case '<':
		return bytes_at(s, at, "<!--") || tag_parts(s, at) ||
		       !(byte_is_letter(next) || next == '/' || next == '!');
	case '-':
	case '+':
	case '/':
	case '.':
	case '\'':
		return !continues(s, at + 1, true);
	case ':':
	case ',':
		return !continues(s, at + 1, false);
	default:
		return byte_among(c, " =>()]{}|\"!?;");
	}
}
