/*
 * printf and assert of the device.
 *
 * printf gets the address of its format and of a buffer with the arguments,
 * each in eight bytes or four as C promotes it. The text goes to the block's
 * output, which is written when the launch has ended, so that blocks do not
 * mix. An assertion that fails ends the launch.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "code.h"
#include "device.h"
#include "finding.h"
#include "machine.h"
#include "memory.h"
#include "system.h"

enum { STRING_MOST = 1024, SPEC_MOST = 32 };

/* The host's memory at a generic ADDRESS; NULL if it is none. */
static const unsigned char *
find_host(const struct warp *w, unsigned lane, uint64_t address, size_t bytes)
{
	uint64_t at;

	if (address - LOCAL_WINDOW < LOCAL_BYTES - bytes) {
		at = address - LOCAL_WINDOW;
		return w->local + (size_t)lane * LOCAL_STRIDE + at;
	}
	at = address - SHARED_WINDOW;
	if (at < SHARED_BYTES - bytes)
		return w->block->shared + at;
	return memory_find(w->block->launch->memory, address, bytes);
}

static void
read_string(const struct warp *w, unsigned lane, uint64_t address,
	    char text[STRING_MOST])
{
	const unsigned char *at;
	size_t i;

	for (i = 0; i + 1 < STRING_MOST; i++) {
		at = find_host(w, lane, address + i, 1);
		if (!at || !*at)
			break;
		text[i] = (char)*at;
	}
	text[i] = '\0';
}

/* One conversion of a format and where its argument is. */
struct conversion {
	char spec[SPEC_MOST]; /* "%-5" without length and letter */
	char letter;
	bool wide; /* an argument of 8 bytes */
};

/* Parse at '%'; gives what is behind. */
static const char *
parse_conversion(const char *at, struct conversion *c)
{
	size_t n = 1 + strspn(at + 1, "-+ #0123456789.*");

	memset(c, 0, sizeof(*c));
	if (n > SPEC_MOST - 8)
		n = SPEC_MOST - 8;
	memcpy(c->spec, at, n);
	for (at += n; *at && strchr("hljzt", *at); at++)
		c->wide |= *at != 'h';
	c->letter = *at;
	if (*at && strchr("fFeEgGaAsp", *at))
		c->wide = true;
	return *at ? at + 1 : at;
}

static uint64_t
next_argument(const struct warp *w, unsigned lane, uint64_t *at, bool wide)
{
	size_t bytes = wide ? 8 : 4;
	const unsigned char *from;
	uint64_t value = 0;

	*at = (*at + bytes - 1) / bytes * bytes;
	from = find_host(w, lane, *at, bytes);
	if (from)
		memcpy(&value, from, bytes);
	*at += bytes;
	return value;
}

/* Put the values of stars into the specification. */
static void
fill_stars(const struct warp *w, unsigned lane, uint64_t *at,
	   struct conversion *c)
{
	char text[SPEC_MOST], *star;
	int value;

	while ((star = strchr(c->spec, '*'))) {
		value = (int)next_argument(w, lane, at, false);
		*star = '\0';
		snprintf(text, sizeof(text), "%.12s%d%.12s", c->spec,
			 value % 1000, star + 1);
		memcpy(c->spec, text, sizeof(text));
	}
}

/* Formats are built here, from parts that were looked at. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void
print_number(struct buf *out, struct conversion *c, uint64_t value)
{
	size_t n = strlen(c->spec);
	double real;

	if (strchr("diuxXo", c->letter)) {
		c->spec[n++] = 'l';
		c->spec[n++] = 'l';
	}
	c->spec[n++] = c->letter;
	c->spec[n] = '\0';
	if (strchr("fFeEgGaA", c->letter)) {
		memcpy(&real, &value, sizeof(real));
		buf_addf(out, c->spec, real);
	} else if (c->letter == 'p') {
		buf_addf(out, "0x%llx", (unsigned long long)value);
	} else if (c->letter == 'c') {
		buf_addf(out, c->spec, (int)value);
	} else if (strchr("di", c->letter)) {
		buf_addf(out, c->spec,
			 c->wide ? (long long)value : (int)value);
	} else {
		buf_addf(out, c->spec, (unsigned long long)value);
	}
}

static void
print_string(struct buf *out, struct conversion *c, const char *text)
{
	size_t n = strlen(c->spec);

	c->spec[n] = 's';
	c->spec[n + 1] = '\0';
	buf_addf(out, c->spec, text);
}

#pragma GCC diagnostic pop

static void
print_conversion(struct warp *w, unsigned lane, struct conversion *c,
		 uint64_t *args)
{
	char text[STRING_MOST];
	uint64_t value;

	fill_stars(w, lane, args, c);
	if (!c->letter || !strchr("diuxXofFeEgGaAscp", c->letter))
		return;
	value = next_argument(w, lane, args, c->wide);
	if (c->letter == 's') {
		read_string(w, lane, value, text);
		print_string(w->block->out, c, text);
	} else {
		print_number(w->block->out, c, value);
	}
}

static enum next
call_vprintf(struct warp *w, const struct insn *i, unsigned lane,
	     uint64_t v[SYSTEM_ARGS])
{
	char format[STRING_MOST];
	struct buf *out = w->block->out;
	struct conversion c;
	uint64_t args = v[1];
	const char *at, *end;
	unsigned n = 0;

	(void)i;
	read_string(w, lane, v[0], format);
	for (at = format; *at; at = end) {
		end = at + strcspn(at, "%");
		if (end > at) {
			buf_add(out, at, (size_t)(end - at));
		} else if (at[1] == '%') {
			buf_add(out, "%", 1);
			end = at + 2;
		} else {
			end = parse_conversion(at, &c);
			print_conversion(w, lane, &c, &args);
			n++;
		}
	}
	v[0] = n;
	return NEXT_ON;
}

/* __assertfail(message, file, line, function, size of a character) */
static enum next
call_assert(struct warp *w, const struct insn *i, unsigned lane,
	    uint64_t v[SYSTEM_ARGS])
{
	char message[STRING_MOST];

	read_string(w, lane, v[0], message);
	finding_add(w, i, lane, FINDING_ASSERT, "assertion failed: %s",
		    message);
	return NEXT_STOP;
}

const struct system_call *
system_find(const char *name)
{
	static const struct system_call calls[] = {
		{ "vprintf", call_vprintf },
		{ "__assertfail", call_assert },
	};
	size_t i;

	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		if (!strcmp(calls[i].name, name))
			return &calls[i];
	}
	return NULL;
}
