/*
 * Foreign text on a terminal: what is safe to print, and how wide it is.
 *
 * Source lines and names in messages are foreign bytes. Control characters,
 * marks that turn the writing direction, what else no eye sees, and bytes that
 * are not UTF-8 are printed as escapes, so that no page can steer the reader's
 * terminal or say more there than is seen.
 *
 * Width is counted as terminals do: wide characters take two columns and
 * combining ones none. The tables hold the blocks that matter in prose; it
 * joins no emoji sequences and knows no fonts.
 */
#include "buf.h"
#include "diag.h"
#include "glyph.h"

static const struct glyph_range wide[] = {
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

static const struct glyph_range zero[] = {
	{ 0x0300, 0x036f }, { 0x0483, 0x0489 }, { 0x0591, 0x05bd },
	{ 0x0610, 0x061a }, { 0x064b, 0x065f }, { 0x1ab0, 0x1aff },
	{ 0x1dc0, 0x1dff }, { 0x20d0, 0x20ff }, { 0xfe00, 0xfe0f },
	{ 0xfe20, 0xfe2f },
};

/* Controls (C0, DEL, C1) and line separators. */
static const struct glyph_range controls[] = {
	{ 0x0000, 0x001f }, { 0x007f, 0x009f }, { 0x2028, 0x2029 },
};

/* What could steer a terminal, or stand on it unseen. Selectors of variants
   belong to the character before them. */
static bool
is_unsafe(uint32_t c)
{
	return glyph_within(c, controls, COUNT_OF(controls)) ||
	       (glyph_is_hidden(c) && (c < 0xfe00 || c > 0xfe0f));
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
		uint32_t c = 0;
		size_t n = plain_length(s);
		bool valid;
		struct str bytes;

		buf_add(out, str_slice(s, 0, n));
		columns += n;
		s = str_skip(s, n);
		if (s.n == 0)
			break;
		n = glyph_decode(s, &c);
		valid = n > 0;
		n = valid ? n : 1; /* a byte that is no part of a character */
		bytes = str_slice(s, 0, n);
		s = str_skip(s, n);
		if (!valid || is_unsafe(c)) {
			columns += emit_escaped(out, bytes);
			continue;
		}
		buf_add(out, bytes);
		if (glyph_within(c, wide, COUNT_OF(wide)))
			columns += 2;
		else
			columns += !glyph_within(c, zero, COUNT_OF(zero));
	}
	return columns;
}
