/*
 * Foreign text on a terminal: what is safe to print, and how wide it is.
 *
 * Source lines and names in messages are foreign bytes. Control characters,
 * marks that turn the writing direction, and bytes that are not UTF-8 are
 * printed as escapes, so that no page can steer the reader's terminal.
 *
 * Width is counted as terminals do: wide characters take two columns and
 * combining ones none. The tables hold the blocks that matter in prose; it
 * joins no emoji sequences and knows no fonts.
 */
#include "buf.h"
#include "diag.h"

/* What decode gives for a byte that starts no character. */
#define NOT_UTF8 UINT32_MAX

struct range {
	uint32_t first, last;
};

static const struct range wide[] = {
	{ 0x1100, 0x115f },   { 0x231a, 0x231b },   { 0x23e9, 0x23ec },
	{ 0x2614, 0x2615 },   { 0x26a1, 0x26a1 },   { 0x26d4, 0x26d4 },
	{ 0x2705, 0x2705 },   { 0x2728, 0x2728 },   { 0x274c, 0x274c },
	{ 0x274e, 0x274e },   { 0x2753, 0x2755 },   { 0x2757, 0x2757 },
	{ 0x2795, 0x2797 },   { 0x2b1b, 0x2b1c },   { 0x2b50, 0x2b50 },
	{ 0x2b55, 0x2b55 },   { 0x2e80, 0x303e },   { 0x3041, 0xa4cf },
	{ 0xa960, 0xa97c },   { 0xac00, 0xd7a3 },   { 0xf900, 0xfaff },
	{ 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },   { 0xffe0, 0xffe6 },
	{ 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff }, { 0x1f7e0, 0x1f7eb },
	{ 0x1f900, 0x1f9ff }, { 0x1fa70, 0x1faff }, { 0x20000, 0x3fffd },
};

static const struct range zero[] = {
	{ 0x0300, 0x036f }, { 0x0483, 0x0489 }, { 0x0591, 0x05bd },
	{ 0x0610, 0x061a }, { 0x064b, 0x065f }, { 0x1ab0, 0x1aff },
	{ 0x1dc0, 0x1dff }, { 0x200b, 0x200d }, { 0x20d0, 0x20ff },
	{ 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f }, { 0xfeff, 0xfeff },
	{ 0xe0100, 0xe01ef },
};

/* Controls (C0, DEL, C1), line separators and marks of direction. */
static const struct range unsafe[] = {
	{ 0x0000, 0x001f }, { 0x007f, 0x009f }, { 0x061c, 0x061c },
	{ 0x200e, 0x200f }, { 0x2028, 0x202e }, { 0x2066, 0x2069 },
};

static bool
is_within(uint32_t c, const struct range *ranges, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	}
	return false;
}

/* Bytes of the character that a first byte announces; 0 for none. */
static size_t
announced(unsigned char c)
{
	if (c < 0x80)
		return 1;
	if (c >= 0xc2 && c <= 0xdf)
		return 2;
	if (c >= 0xe0 && c <= 0xef)
		return 3;
	return c >= 0xf0 && c <= 0xf4 ? 4 : 0;
}

/*
 * The first character of s, which has bytes, and its length; NOT_UTF8 and 1
 * for a byte that is no part of a character (RFC 3629).
 */
static size_t
decode(struct str s, uint32_t *c)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char first = (unsigned char)s.p[0];
	size_t n = announced(first);
	uint32_t value = n < 2 ? first : first & (0x7fu >> n);

	*c = NOT_UTF8;
	if (n == 0 || n > s.n)
		return 1;
	for (size_t i = 1; i < n; i++) {
		unsigned char next = (unsigned char)s.p[i];

		if ((next & 0xc0) != 0x80)
			return 1;
		value = value << 6 | (next & 0x3f);
	}
	if (value < least[n] || value > 0x10ffff ||
	    (value >= 0xd800 && value <= 0xdfff))
		return 1;
	*c = value;
	return n;
}

/* Adds the bytes of s as \n, \r, \t or \xNN; the columns that takes. */
static size_t
emit_escaped(struct buf *out, struct str s)
{
	size_t before = out->n;

	for (size_t i = 0; i < s.n; i++) {
		size_t known = str_find_byte(STR("\n\r\t"), s.p[i]);

		if (known < 3)
			buf_printf(out, "\\%c", "nrt"[known]);
		else
			buf_printf(out, "\\x%02x", (unsigned char)s.p[i]);
	}
	return out->n - before;
}

/* Bytes at the start of s that are printed as they are, a column each. */
static size_t
plain_length(struct str s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] >= ' ' && s.p[n] <= '~')
		n++;
	return n;
}

size_t
diag_emit_text(struct buf *out, struct str s)
{
	size_t columns = 0;

	for (;;) {
		uint32_t c;
		size_t n = plain_length(s);
		struct str bytes;

		buf_add(out, str_slice(s, 0, n));
		columns += n;
		s = str_skip(s, n);
		if (s.n == 0)
			break;
		n = decode(s, &c);
		bytes = str_slice(s, 0, n);
		s = str_skip(s, n);
		if (c == NOT_UTF8 || is_within(c, unsafe, COUNT_OF(unsafe))) {
			columns += emit_escaped(out, bytes);
			continue;
		}
		buf_add(out, bytes);
		if (is_within(c, wide, COUNT_OF(wide)))
			columns += 2;
		else
			columns += !is_within(c, zero, COUNT_OF(zero));
	}
	return columns;
}
