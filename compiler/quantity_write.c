/*
 * A value written the way another number is: its decimals, separators, kind
 * of minus and of exponent.
 *
 * Input: the struct number of the old digits, a value. Output: the new digits.
 *
 * The idea: the looks say how exactly the author meant it, so they are kept,
 * and what cannot be said that way (0.37 as a power of two) takes three
 * digits. Read again, the text is within half a unit of its last digit.
 *
 * The unit stays where it is: only the digits are made anew.
 */
#include "arena.h"
#include "quantity.h"
#include "quantity_parts.h"

#include <math.h>

/* Decimals of a double that say something; the limit of exponents. */
#define DECIMALS_MAX 17
#define POWER_MAX 400

static int
count_digits(struct str s)
{
	int n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += byte_is_digit(s.p[i]);
	return n;
}

static int
clip(int value, int low, int high)
{
	return value < low ? low : value > high ? high : value;
}

static struct str
format_any(struct arena *a, char how, int decimals, double size)
{
	struct str out = how == 'e' ? arena_printf(a, "%.*e", decimals, size) :
				      arena_printf(a, "%.*f", decimals, size);
	char *text = arena_alloc(a, out.n + 1);

	/* Whatever the locale's point is, ours is a point. */
	for (size_t i = 0; i < out.n; i++) {
		char c = out.p[i];

		text[i] = byte_is_digit(c) || c == 'e' || c == '-' || c == '+' ?
				  c :
				  '.';
	}
	return (struct str){ text, out.n };
}

static struct str
whole_digits(struct arena *a, uint32_t value)
{
	char digits[10];
	size_t at = sizeof digits;

	for (; value > 0; value /= 10)
		digits[--at] = (char)('0' + value % 10);
	return arena_copy(a, (struct str){ digits + at, sizeof digits - at });
}

/* Digits of |value|: fixed with decimals, or as mantissa and exponent. Most
   are whole numbers, which need no printf. */
static struct str
format(struct arena *a, char how, int decimals, double value)
{
	double size = fabs(value);

	if (how == 'f' && decimals == 0 && size >= 1 && size < 1e9 &&
	    !((double)(uint32_t)size < size))
		return whole_digits(a, (uint32_t)size);
	return format_any(a, how, decimals, size);
}

static struct str
write_sign(const struct number *n, double value, struct str digits)
{
	bool zero = true;

	for (size_t i = 0; i < digits.n; i++)
		zero = zero && !(digits.p[i] >= '1' && digits.p[i] <= '9');
	if (n->sign.n && (n->sign.p[0] == '+') == !(value < 0) && !zero)
		return n->sign;
	return value < 0 && !zero ? STR("-") : STR("");
}

/* Puts the separator between groups of three of the whole digits. */
static struct str
group(struct arena *a, struct str digits, struct str separator)
{
	size_t whole = str_find_byte(digits, '.');
	struct str out = { "", 0 };

	if (!separator.n)
		return digits;
	for (size_t i = 0; i < whole; i++) {
		bool first = i > 0 && (whole - i) % 3 == 0;

		out = arena_printf(a, STR_FMT STR_FMT "%c", STR_ARG(out),
				   first ? (int)separator.n : 0, separator.p,
				   digits.p[i]);
	}
	return arena_printf(a, STR_FMT STR_FMT, STR_ARG(out),
			    STR_ARG(str_skip(digits, whole)));
}

/* Decimals as written; more only where all digits would be lost, and fewer
   where a number that is far larger would get more than one digit more: 4.26
   says how exactly it is meant, and so does 4266. */
static int
decimals_of(const struct number *n, double size)
{
	int first;

	if (!(size > 0) || (n->decimals == 0 && !(size < n->half_digit)))
		return n->decimals;
	first = (int)floor(log10(size));
	if (size < n->half_digit)
		return clip(n->digits - 1 - first, n->decimals, 340);
	return first + 1 + n->decimals > n->digits + 1 ?
		       clip(n->digits - 1 - first, 0, n->decimals) :
		       n->decimals;
}

static struct str
write_plain(struct arena *a, const struct number *n, double value)
{
	struct str digits = format(a, 'f', decimals_of(n, fabs(value)), value);

	digits = group(a, digits, n->separator);
	return arena_join(a, (const struct str[]){
			  write_sign(n, value, digits), digits }, 2);
}

static struct str
raise(struct arena *a, int power)
{
	static const char *const raised[] = {
		"\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",
		"\xe2\x81\xb4", "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7",
		"\xe2\x81\xb8", "\xe2\x81\xb9",
	};
	struct str digits = arena_printf(a, "%d", power);
	struct str out = { "", 0 };

	for (size_t i = 0; i < digits.n; i++) {
		const char *glyph = digits.p[i] == '-' ?
					    "\xe2\x81\xbb" :
					    raised[digits.p[i] - '0'];

		out = arena_printf(a, STR_FMT "%s", STR_ARG(out), glyph);
	}
	return out;
}

/* An exponent in the manner of the old one: width, plus, minus. */
static struct str
write_exponent(struct arena *a, const struct number *n, int power)
{
	bool typographic = bytes_at(n->exponent, 0, "\xe2\x88\x92");
	int width = clip(count_digits(n->exponent), 1, 3);
	const char *minus = typographic ? "\xe2\x88\x92" : "-";
	const char *plus = bytes_at(n->exponent, 0, "+") ? "+" : "";

	if (n->raised)
		return raise(a, power);
	return arena_printf(a, "%s%0*d", power < 0 ? minus : plus, width,
			    power < 0 ? -power : power);
}

/* Decimals of the mantissa, so that 9.99e4 does not become 10.0e4. */
static struct str
write_scientific(struct arena *a, const struct number *n, double value)
{
	int decimals = clip(n->digits - 1, 0, DECIMALS_MAX);
	struct str digits = format(a, 'e', decimals, value);
	size_t e = str_find_byte(digits, 'e');
	struct str mantissa = str_slice(digits, 0, e);
	double power = 0;

	str_number(str_skip(digits, e + 1), &power);
	return arena_printf(a, STR_FMT STR_FMT STR_FMT STR_FMT,
			    STR_ARG(write_sign(n, value, mantissa)),
			    STR_ARG(mantissa), STR_ARG(n->link),
			    STR_ARG(write_exponent(a, n, (int)power)));
}

/* Three digits, for what cannot be said in the old form. */
static struct str
write_freely(struct arena *a, double value)
{
	static const struct number three = { .digits = 3, .link = { "e", 1 } };
	struct number fixed = three;
	double size = fabs(value);

	if (size > 0 && (size < 1e-4 || size >= 1e6))
		return write_scientific(a, &three, value);
	fixed.decimals = size > 0 ? clip(2 - (int)floor(log10(size)), 0, 6) : 0;
	return write_plain(a, &fixed, value);
}

static bool
nearly_whole(double value)
{
	return fabs(value) < 1e6 &&
	       fabs(value - round(value)) <= 1e-9 * fabs(value);
}

static struct str
write_power(struct arena *a, const struct number *n, double value)
{
	double power = value > 0 && n->base > 1 ? log(value) / log(n->base) : 0;
	const char *hat = n->raised ? "" : "^";

	if (fabs(power) > 0 && nearly_whole(power) &&
	    fabs(power) < POWER_MAX)
		return arena_printf(a, "%.0f%s" STR_FMT, n->base, hat,
				    STR_ARG(write_exponent(
					    a, n, (int)round(power))));
	return write_freely(a, value);
}

/* With the same lower half, or as one over something. */
static struct str
write_fraction(struct arena *a, const struct number *n, double value)
{
	double size = fabs(value), lower = 1;

	str_number(n->exponent, &lower);
	if (!nearly_whole(size * lower) || size * lower < 1) {
		lower = size > 0 ? round(1 / size) : 0;
		if (!(lower > 0) || !nearly_whole(1 / size))
			return write_freely(a, value);
	}
	return arena_printf(a, "%s%.0f/%.0f", value < 0 ? "-" : "",
			    round(size * lower), lower);
}

struct str
number_write(struct arena *a, const struct number *n, double value)
{
	switch (n->form) {
	case NUMBER_EXPONENT:
	case NUMBER_TENS:
		return write_scientific(a, n, value);
	case NUMBER_POWER:
		return write_power(a, n, value);
	case NUMBER_FRACTION:
		return write_fraction(a, n, value);
	case NUMBER_PLAIN:
	case NUMBER_VERSION:
		break;
	}
	return write_plain(a, n, value);
}

/* --- quantities ---------------------------------------------------------- */

/* What `k` behind the number of q, or of a range behind its end, is worth. */
static double
multiple_of(const struct quantity *q, struct str *text)
{
	struct str s = span_str(q->at);
	size_t behind = q->number.at - q->at.at + q->number.n, end;
	double multiple = multiple_at(s, behind, &end);

	if (multiple < 2 && q->kind == QUANTITY_RANGE) {
		behind = q->number_high.at - q->at.at + q->number_high.n;
		multiple = multiple_at(s, behind, &end);
	}
	*text = str_slice(s, behind, end - behind);
	return multiple;
}

struct str
quantity_multiple(const struct quantity *q)
{
	struct str text;

	multiple_of(q, &text);
	return text;
}

struct str
quantity_write(struct arena *a, const struct quantity *q, double value)
{
	struct str text = span_str(q->number), ignored;
	struct number n;

	value /= q->unit.scale;
	if (q->kind > QUANTITY_RANGE || text.n == 0 || !isfinite(value))
		return STR("");
	if (!number_read(&n, text))
		return word_write(a, text, value);
	return number_write(a, &n, value / multiple_of(q, &ignored));
}
