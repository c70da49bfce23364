/*
 * Bytes of a YAML text before anybody parses them: a span in, a verdict out.
 *
 * Refused are what is not UTF-8, characters that only YAML takes for the end
 * of a line (a comment could hide a key behind one) and what a reviewer does
 * not see. The bytes are looked at in runs of a fixed length that a compiler
 * turns into vector code; a run with anything but visible ASCII and line
 * feeds is looked at again, one character at a time.
 *
 * It does not know what YAML means.
 */
#include "yaml_bytes.h"

#include "diag.h"
#include "glyph.h"

struct refusal {
	uint32_t first, last;
	const char *why;
};

static const struct refusal refusals[] = {
	{ 0x0000, 0x0008, "a control character" },
	{ 0x000b, 0x000c, "a control character" },
	{ 0x000d, 0x000d, "a line break for YAML alone" },
	{ 0x000e, 0x001f, "a control character" },
	{ 0x007f, 0x0084, "a control character" },
	{ 0x0085, 0x0085, "a line break for YAML alone" },
	{ 0x0086, 0x009f, "a control character" },
	{ 0x2028, 0x2029, "a line break for YAML alone" },
	{ 0xfeff, 0xfeff, "a byte-order mark inside the text" },
	{ 0xfffe, 0xffff, "no character" },
};

/* Bytes that are judged at once; a constant, for the compiler's vectors. */
#define BYTES_AT_ONCE 32

const char *
bytes_refusal(uint32_t point)
{
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		if (point > refusals[i].last)
			continue;
		if (point >= refusals[i].first)
			return refusals[i].why;
		break;
	}
	if (glyph_turns(point))
		return "an invisible mark that turns text around";
	return glyph_is_needless(point) ? "an invisible character" : NULL;
}

/* Judges the character at `at` of the span; its length, or 0 with an error. */
static size_t
check_character(struct span text, size_t at, struct diag *d)
{
	struct str rest = str_skip(span_str(text), at);
	const char *why;
	uint32_t point = 0;
	size_t n = glyph_decode(rest, &point);

	if (n == 0) {
		diag_error(d, span_slice(text, at, 1),
			   "byte 0x%02x is not UTF-8",
			   (unsigned)(unsigned char)rest.p[0]);
		return 0;
	}
	why = bytes_refusal(point);
	if (!why || (point == '\r' && rest.n > 1 && rest.p[1] == '\n'))
		return n;
	if (point == '\r')
		diag_error(d, span_slice(text, at, n), "lone CR: %s", why);
	else
		diag_error(d, span_slice(text, at, n), "U+%04X: %s",
			   (unsigned)point, why);
	return 0;
}

/* Whether the next BYTES_AT_ONCE are there, and visible ASCII or LF. */
static bool
are_simple(struct str s, size_t at)
{
	unsigned odd = 0;

	if (s.n - at < BYTES_AT_ONCE)
		return false;
	for (size_t i = 0; i < BYTES_AT_ONCE; i++) {
		unsigned char c = (unsigned char)s.p[at + i];

		odd |= (unsigned)(c >= 0x7f) |
			(unsigned)((c < ' ') & (c != '\n'));
	}
	return odd == 0;
}

bool
bytes_check(struct span at, bool *ascii, struct diag *d)
{
	struct str s = span_str(at);
	size_t i = 0;

	*ascii = true;
	while (i < s.n) {
		size_t stop = i + BYTES_AT_ONCE;

		if (are_simple(s, i)) {
			i = stop;
			continue;
		}
		while (i < stop && i < s.n) {
			unsigned char c = (unsigned char)s.p[i];
			bool odd = c >= 0x7f || (c < ' ' && c != '\n');
			size_t n = odd ? check_character(at, i, d) : 1;

			if (n == 0)
				return false;
			*ascii = *ascii && n == 1;
			i += n;
		}
	}
	return true;
}
