/*
 * Growable text, and the two ways in which foreign bytes enter it.
 *
 * What a worker prints may be anything. It enters JSON and logs only through
 * buf_add_json() and buf_add_visible(), which keep well-formed UTF-8 and show
 * every other byte as an escape. Numbers are formatted by the C library in
 * the C locale, which this program never leaves.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "die.h"

static void
make_room(struct buf *b, size_t more)
{
	size_t cap = b->cap ? b->cap : 256;
	char *data;

	if (more > SIZE_MAX / 4 || b->len > SIZE_MAX / 4)
		die("out of memory");
	while (cap < b->len + more + 1)
		cap *= 2;
	if (cap == b->cap)
		return;
	data = realloc(b->data, cap);
	if (!data)
		die("out of memory");
	b->data = data;
	b->cap = cap;
}

void
buf_add(struct buf *b, const void *bytes, size_t len)
{
	make_room(b, len);
	if (len)
		memcpy(b->data + b->len, bytes, len);
	b->len += len;
	b->data[b->len] = '\0';
}

void
buf_addf(struct buf *b, const char *format, ...)
{
	va_list ap;
	int len;

	va_start(ap, format);
	len = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	if (len < 0)
		die("cannot format '%s'", format);
	make_room(b, (size_t)len);
	va_start(ap, format);
	vsnprintf(b->data + b->len, (size_t)len + 1, format, ap);
	va_end(ap);
	b->len += (size_t)len;
}

/* Length of the UTF-8 sequence at AT, or 0 if it is not well-formed. */
static size_t
utf8_length(const unsigned char *at, size_t left)
{
	size_t i, n;

	if (at[0] < 0x80)
		return 1;
	if (at[0] < 0xc2 || at[0] > 0xf4)
		return 0;
	n = at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
	if (left < n)
		return 0;
	for (i = 1; i < n; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	}
	if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f))
		return 0; /* too long a form; a surrogate */
	if ((at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f))
		return 0; /* too long a form; above the last code point */
	if (at[0] == 0xc2 && at[1] < 0xa0)
		return 0; /* a C1 control character */
	return n;
}

static void
add_json_byte(struct buf *b, unsigned char c)
{
	switch (c) {
	case '"':
		buf_addf(b, "\\\"");
		break;
	case '\\':
		buf_addf(b, "\\\\");
		break;
	case '\n':
		buf_addf(b, "\\n");
		break;
	case '\t':
		buf_addf(b, "\\t");
		break;
	default:
		buf_addf(b, "\\\\x%02x", c);
	}
}

void
buf_add_json(struct buf *b, const char *text, size_t len)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t n;

	buf_add(b, "\"", 1);
	for (; len; at += n, len -= n) {
		n = utf8_length(at, len);
		if (n == 0 || *at < 0x20 || *at == 0x7f || *at == '"' ||
		    *at == '\\') {
			add_json_byte(b, *at);
			n = 1;
		} else {
			buf_add(b, at, n);
		}
	}
	buf_add(b, "\"", 1);
}

void
buf_add_visible(struct buf *b, const char *text, size_t len)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t n;

	for (; len; at += n, len -= n) {
		n = utf8_length(at, len);
		if (n == 0 || *at == 0x7f ||
		    (*at < 0x20 && *at != '\n' && *at != '\t')) {
			buf_addf(b, "\\x%02x", *at);
			n = 1;
		} else {
			buf_add(b, at, n);
		}
	}
}

void
buf_free(struct buf *b)
{
	free(b->data);
	memset(b, 0, sizeof(*b));
}

void
buf_add_text(struct buf *b, const char *name, const char *text)
{
	buf_addf(b, "\"%s\":", name);
	if (text && *text)
		buf_add_json(b, text, strlen(text));
	else
		buf_addf(b, "null");
	buf_addf(b, ",");
}

void
buf_add_number(struct buf *b, const char *name, int64_t value)
{
	if (value < 0)
		buf_addf(b, "\"%s\":null,", name);
	else
		buf_addf(b, "\"%s\":%" PRId64 ",", name, value);
}

void
buf_add_flag(struct buf *b, const char *name, int64_t value)
{
	buf_addf(b, "\"%s\":%s,", name,
		 value < 0 ? "null"
		 : value   ? "true"
			   : "false");
}
