#ifndef KBC_STR_H
#define KBC_STR_H
/*
 * Borrowed bytes. A str never ends in NUL by promise and never owns what it
 * points to; the arena, buffer or source that owns the bytes outlives it.
 * A span is a place in a source: every struct on the corridor leads back to
 * one, so any floor can complain at the very bytes.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct str {
	const char *p;
	size_t n;
};

/* The bytes of one file as read, with its name and where its lines start;
   source.h has what is done with them. */
struct source {
	struct str name;     /* as the user wrote it, `/`-separated */
	struct str text;     /* a NUL guard byte follows */
	uint32_t *lines;     /* offsets of line starts, the first is 0 */
	size_t nlines;
	struct moves *moves; /* what a write did to lines of the file */
};

struct span {
	const struct source *source; /* NULL: no place (made by kbc) */
	uint32_t at;                 /* byte offset, from 0 */
	uint32_t n;                  /* bytes; 0 is a position */
};

#define STR(literal) ((struct str){ "" literal, sizeof(literal) - 1 })
#define STR_INIT(literal) { "" literal, sizeof(literal) - 1 } /* in tables */
#define STR_FMT "%.*s"
#define STR_ARG(s) (int)(s).n, (s).p
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/*
 * What is called for every byte of a page is inline; the rest is in str.c.
 */

/* The str of a NUL-terminated text; NULL gives an empty one. */
struct str str_of(const char *text);

/* Whether both hold the same bytes; most texts part at the first. */
static inline bool
str_equal(struct str a, struct str b)
{
	return a.n == b.n &&
	       (a.n == 0 ||
		(a.p[0] == b.p[0] && memcmp(a.p, b.p, a.n) == 0));
}

/* Whether both hold the same bytes but for the case of A-Z. */
bool str_equal_case(struct str a, struct str b);

/* Byte order, as memcmp; a prefix comes first. */
int str_compare(struct str a, struct str b);

/* s without the first n bytes, clipped. */
static inline struct str
str_skip(struct str s, size_t n)
{
	if (n > s.n)
		n = s.n;
	if (n)
		s.p += n;
	s.n -= n;
	return s;
}

/* n bytes from at, clipped to s. */
static inline struct str
str_slice(struct str s, size_t at, size_t n)
{
	s = str_skip(s, at);
	if (s.n > n)
		s.n = n;
	return s;
}

/* Whether the first, or the last, bytes of s are those. */
static inline bool
str_starts(struct str s, struct str prefix)
{
	return s.n >= prefix.n && str_equal(str_slice(s, 0, prefix.n), prefix);
}

static inline bool
str_ends(struct str s, struct str suffix)
{
	return s.n >= suffix.n &&
	       str_equal(str_skip(s, s.n - suffix.n), suffix);
}

/* s without blanks (space, tab, CR, LF) at both ends. */
struct str str_trim(struct str s);

/* Offset of the first needle in s; s.n if there is none. */
size_t str_find(struct str s, struct str needle);

/* Offset of the first byte c in s; s.n if there is none. */
size_t str_find_byte(struct str s, char c);

/* Whether c is one of the bytes of set; never, if c is 0. */
static inline bool
byte_among(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

/* Whether one of the eight bytes at p is c: a byte that is 0 once c is taken
   from it borrows from its high bit. */
static inline bool
str_eight_have(const char *p, char c)
{
	const uint64_t each = 0x0101010101010101;
	uint64_t bytes;

	memcpy(&bytes, p, sizeof bytes);
	bytes ^= (unsigned char)c * each;
	return ((bytes - each) & ~bytes & 0x80 * each) != 0;
}

/* How many bytes of s are c. */
size_t str_count_byte(struct str s, char c);

/* Whether s is a name as pages give one: [a-z][a-z0-9_]*. */
bool str_is_name(struct str s);

/* Whether s is digits and nothing else, one at least. */
bool str_is_digits(struct str s);

/* Whether a byte of s is a digit. */
bool str_has_digit(struct str s);

/*
 * Takes the part of *rest before the next c into *part and moves *rest behind
 * it. False when *rest is used up (its p is NULL then).
 */
bool str_split(struct str *part, struct str *rest, char c);

/* Whether s matches a glob of literal bytes, `*` (any bytes) and `?` (one). */
bool str_match(struct str glob, struct str s);

/* Likewise but for the case of A-Z. */
bool str_match_case(struct str glob, struct str s);

/* Characters of UTF-8, by the bytes that begin one. */
size_t str_characters(struct str s);

/*
 * The whole of s as a decimal number: digits, `.`, exponent, leading sign.
 * The C locale always; no hexadecimal, no inf, no nan, no blanks. False
 * otherwise, with *out untouched.
 */
bool str_number(struct str s, double *out);

/* Likewise times ten to the power; s itself has no exponent. */
bool str_scaled(struct str s, int power, double *out);

/* The whole of s as decimal digits below 2^64. False otherwise. */
bool str_unsigned(struct str s, uint64_t *out);

/* As str_unsigned, of the digits that s starts with, which it is moved past;
   s stays when there is no such number. */
bool str_take_unsigned(struct str *s, uint64_t *out);

/* The str under a span; empty for a span without source. */
struct str span_str(struct span at);

/* n bytes from offset at of a span, clipped to it. */
static inline struct span
span_slice(struct span s, size_t at, size_t n)
{
	if (at > s.n)
		at = s.n;
	if (n > s.n - at)
		n = s.n - at;
	return (struct span){ s.source, s.at + (uint32_t)at, (uint32_t)n };
}

/* 0-9 */
static inline bool
byte_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
byte_is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool
byte_is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

/* 0-9 a-f, as hashes are written */
static inline bool
byte_is_hex(char c)
{
	return byte_is_digit(c) || (c >= 'a' && c <= 'f');
}

/* a-z A-Z */
static inline bool
byte_is_letter(char c)
{
	return (unsigned char)((c | 0x20) - 'a') < 26;
}

/* The small letter of A-Z; any other byte itself. */
static inline char
byte_lower(char c)
{
	return byte_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

/* The value of a hexadecimal digit; 16 of any other byte. */
static inline unsigned
byte_digit(char c)
{
	char small = byte_lower(c);

	if (byte_is_digit(c))
		return (unsigned)(c - '0');
	return byte_is_hex(small) ? (unsigned)(small - 'a') + 10 : 16;
}

/* a-z A-Z 0-9 _ */
static inline bool
byte_is_name(char c)
{
	return byte_is_letter(c) || byte_is_digit(c) || c == '_';
}

/* Bytes of the name that s starts with. */
static inline size_t
str_name_length(struct str s)
{
	size_t n = 0;

	while (n < s.n && byte_is_name(s.p[n]))
		n++;
	return n;
}

/* space, tab, CR, LF */
static inline bool
byte_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

#endif
