/*
 * Results to text and back. Base64 keeps the committed files small; what
 * differs is said by the comparison, in instructions and bits.
 */
#include "results.h"

#include <stdlib.h>
#include <string.h>

enum {
	LINE_BYTES = 57, /* 76 characters */
};

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			     "abcdefghijklmnopqrstuvwxyz0123456789+/";

void
result_write_head(FILE *to, const char *device)
{
	fprintf(to, "kbc-conformance 1\ndevice %s\n", device);
}

static void
write_three(FILE *to, const unsigned char *b, unsigned n)
{
	unsigned x = (unsigned)b[0] << 16;

	if (n > 1)
		x |= (unsigned)b[1] << 8;
	if (n > 2)
		x |= b[2];
	fputc(digits[x >> 18], to);
	fputc(digits[x >> 12 & 63], to);
	fputc(n > 1 ? digits[x >> 6 & 63] : '=', to);
	fputc(n > 2 ? digits[x & 63] : '=', to);
}

void
result_write(FILE *to, const struct result *r)
{
	fprintf(to, "form %s\nprint %08x\n", r->form, r->print);
	for (unsigned i = 0; i < r->size; i += 3) {
		if (i % LINE_BYTES == 0)
			fputc(' ', to);
		write_three(to, r->bytes + i,
			    r->size - i < 3 ? r->size - i : 3);
		if ((i + 3) % LINE_BYTES == 0 || i + 3 >= r->size)
			fputc('\n', to);
	}
}

bool
result_read_head(FILE *from)
{
	char line[400];

	return fgets(line, sizeof(line), from) &&
	       !strcmp(line, "kbc-conformance 1\n") &&
	       fgets(line, sizeof(line), from) &&
	       !strncmp(line, "device ", 7);
}

static bool
read_bytes(struct result *r, const char *line)
{
	unsigned x = 0, n = 0;
	const char *at;

	for (; *line && *line != '\n' && *line != '='; line++) {
		at = strchr(digits, *line);
		if (!at)
			return false;
		x = x << 6 | (unsigned)(at - digits);
		n += 6;
		if (n < 8)
			continue;
		n -= 8;
		if (r->size == RESULT_BYTES)
			return false;
		r->bytes[r->size++] = (unsigned char)(x >> n);
		x &= (1u << n) - 1;
	}
	return true;
}

bool
result_read(FILE *from, struct result *r, bool *bad)
{
	char line[RESULT_NAME + 8];
	int c;

	*bad = true;
	r->size = 0;
	if (!fgets(line, sizeof(line), from)) {
		*bad = false;
		return false;
	}
	if (strncmp(line, "form ", 5) || !strchr(line, '\n'))
		return false;
	line[strcspn(line, "\n")] = '\0';
	snprintf(r->form, sizeof(r->form), "%s", line + 5);
	if (!fgets(line, sizeof(line), from) || strncmp(line, "print ", 6))
		return false;
	r->print = (uint32_t)strtoul(line + 6, NULL, 16);
	while ((c = getc(from)) == ' ')
		if (!fgets(line, sizeof(line), from) || !read_bytes(r, line))
			return false;
	if (c != EOF)
		ungetc(c, from);
	*bad = false;
	return true;
}
