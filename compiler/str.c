/*
 * Slices of bytes: comparing, cutting, searching, and reading numbers.
 *
 * A str is a pointer and a length, passed by value; nothing here allocates,
 * and nothing reads behind the length. A str without bytes may have a NULL
 * pointer, so memcmp and memchr are reached only when there are some.
 *
 * Numbers: the syntax is checked here byte by byte, only then does strtod in
 * the C locale see a copy, because it alone rounds correctly and it alone
 * would also take blanks, hexadecimal, inf and nan.
 *
 * It knows no characters, only bytes: display width is a matter of diag.c.
 */
#include "str.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest exact decimal of a double has 767 digits; more say nothing. */
#define NUMBER_MAX 1100
/* Digits below 2^53. */
#define SMALL_MAX 15
/* memmem prepares a table that a text shorter than this does not repay. */
#define SHORT_MAX 1024

struct str
str_of(const char *text)
{
	return (struct str){ text, text ? strlen(text) : 0 };
}

bool
str_equal_case(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++) {
		if (byte_lower(a.p[i]) != byte_lower(b.p[i]))
			return false;
	}
	return true;
}

int
str_compare(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.p, b.p, n) : 0;

	return order ? order : (a.n > b.n) - (a.n < b.n);
}

struct str
str_trim(struct str s)
{
	while (s.n && byte_is_blank(s.p[0]))
		s = str_skip(s, 1);
	while (s.n && byte_is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

static size_t
find_short(struct str s, struct str needle)
{
	const char *p = s.p, *end = s.p + (s.n - needle.n) + 1;

	while ((p = memchr(p, needle.p[0], (size_t)(end - p))) != NULL) {
		if (memcmp(p, needle.p, needle.n) == 0)
			return (size_t)(p - s.p);
		if (++p == end)
			break;
	}
	return s.n;
}

size_t
str_find(struct str s, struct str needle)
{
	const char *found;

	if (needle.n == 0)
		return 0;
	if (s.n < needle.n)
		return s.n;
	if (s.n < SHORT_MAX)
		return find_short(s, needle);
	found = memmem(s.p, s.n, needle.p, needle.n);
	return found ? (size_t)(found - s.p) : s.n;
}

size_t
str_find_byte(struct str s, char c)
{
	const char *found = s.n ? memchr(s.p, c, s.n) : NULL;

	return found ? (size_t)(found - s.p) : s.n;
}

size_t
str_count_byte(struct str s, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == c;
	return n;
}

bool
str_is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_name(s.p[i]) || byte_is_upper(s.p[i]))
			return false;
	return s.n > 0 && byte_is_lower(s.p[0]);
}

bool
str_is_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

bool
str_has_digit(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (byte_is_digit(s.p[i]))
			return true;
	return false;
}

bool
str_split(struct str *part, struct str *rest, char c)
{
	size_t at;

	if (!rest->p)
		return false;
	at = str_find_byte(*rest, c);
	*part = str_slice(*rest, 0, at);
	if (at == rest->n)
		*rest = (struct str){ NULL, 0 };
	else
		*rest = str_skip(*rest, at + 1);
	return true;
}

/*
 * A star first takes nothing; each time the rest fails to match, the last
 * star takes one byte more. Earlier stars never need another try, so the
 * time is at most the product of both lengths.
 */
static bool
match(struct str glob, struct str s, bool any_case)
{
	size_t g = 0, i = 0, star = SIZE_MAX, taken = 0;

	while (i < s.n) {
		if (g < glob.n && glob.p[g] == '*') {
			star = g++;
			taken = i;
		} else if (g < glob.n &&
			   (glob.p[g] == '?' || glob.p[g] == s.p[i] ||
			    (any_case &&
			     byte_lower(glob.p[g]) == byte_lower(s.p[i])))) {
			g++;
			i++;
		} else if (star != SIZE_MAX) {
			g = star + 1;
			i = ++taken;
		} else {
			return false;
		}
	}
	while (g < glob.n && glob.p[g] == '*')
		g++;
	return g == glob.n;
}

bool
str_match(struct str glob, struct str s)
{
	return match(glob, s, false);
}

bool
str_match_case(struct str glob, struct str s)
{
	return match(glob, s, true);
}

size_t
str_characters(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += ((unsigned char)s.p[i] & 0xc0) != 0x80;
	return n;
}

/* The number of digits at the start of s. */
static size_t
count_digits(struct str s)
{
	size_t n = 0;

	while (n < s.n && byte_is_digit(s.p[n]))
		n++;
	return n;
}

bool
str_take_unsigned(struct str *s, uint64_t *out)
{
	size_t digits = count_digits(*s);

	if (!str_unsigned(str_slice(*s, 0, digits), out))
		return false;
	*s = str_skip(*s, digits);
	return true;
}

static struct str
skip_sign(struct str s)
{
	return s.n && (s.p[0] == '+' || s.p[0] == '-') ? str_skip(s, 1) : s;
}

/* Whether s is [sign] digits [. digits] [e [sign] digits]. */
static bool
is_number(struct str s)
{
	size_t whole, part = 0;

	s = skip_sign(s);
	whole = count_digits(s);
	s = str_skip(s, whole);
	if (s.n && s.p[0] == '.') {
		s = str_skip(s, 1);
		part = count_digits(s);
		s = str_skip(s, part);
	}
	if (whole + part == 0)
		return false;
	if (s.n && (s.p[0] == 'e' || s.p[0] == 'E')) {
		s = skip_sign(str_skip(s, 1));
		return s.n && count_digits(s) == s.n;
	}
	return s.n == 0;
}

/*
 * Few digits over a small power of ten: both are exact doubles, so their
 * quotient is rounded once, as strtod would. False for all other numbers.
 */
static bool
small_number(struct str s, int power, double *out)
{
	static const double tens[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5,
				       1e6, 1e7, 1e8, 1e9, 1e10 };
	uint64_t whole = 0;

	if (s.n > SMALL_MAX)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '.')
			power -= (int)(s.n - i - 1);
		else if (byte_is_digit(s.p[i]))
			whole = whole * 10 + (uint64_t)(s.p[i] - '0');
		else
			return false;
	}
	if (power > 0 || power <= -(int)COUNT_OF(tens))
		return false;
	*out = (double)whole / tens[-power];
	return true;
}

bool
str_number(struct str s, double *out)
{
	char text[NUMBER_MAX + 1];
	locale_t c;
	double value;

	if (s.n > NUMBER_MAX || !is_number(s))
		return false;
	if (small_number(s, 0, out))
		return true;
	memcpy(text, s.p, s.n);
	text[s.n] = '\0';
	c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!c)
		return false;
	value = strtod_l(text, NULL, c);
	freelocale(c);
	if (!isfinite(value))
		return false;
	*out = value;
	return true;
}

bool
str_scaled(struct str s, int power, double *out)
{
	char text[NUMBER_MAX + 1];
	int n;

	if (is_number(s) && small_number(s, power, out))
		return true;
	n = snprintf(text, sizeof text, STR_FMT "e%d", STR_ARG(s), power);
	return n > 0 && (size_t)n < sizeof text &&
	       str_number((struct str){ text, (size_t)n }, out);
}

bool
str_unsigned(struct str s, uint64_t *out)
{
	uint64_t value = 0;

	if (s.n == 0 || count_digits(s) != s.n)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		uint64_t digit = (uint64_t)(s.p[i] - '0');

		if (value > (UINT64_MAX - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	*out = value;
	return true;
}
