/*
 * Files -> a tar archive.
 *
 * The idea: an archive is blocks of 512 bytes, a head and then the file's own,
 * filled up with zeros. A head is a row of fields of fixed places, numbers in
 * octal digits; its sum is taken with blanks in place of the sum. A name of
 * more than 100 bytes goes before its file as a record of pax, which says how
 * long it is, itself included.
 *
 * No owner and no time are kept: who unpacks it owns it. It reads no archives.
 */
#include "tar.h"

#include "buf.h"

enum {
	BLOCK = 512,
	NAME_MAX_USTAR = 100,
	AT_MODE = 100, AT_OWNER = 108, AT_GROUP = 116, AT_SIZE = 124,
	AT_TIME = 136, AT_SUM = 148, AT_KIND = 156, AT_MAGIC = 257,
};

/* A field: digits in octal and the NUL behind them. */
static void
set_number(char *head, size_t at, int digits, size_t value)
{
	for (int i = digits; i-- > 0; value >>= 3)
		head[at + (size_t)i] = (char)('0' + (value & 7));
	head[at + (size_t)digits] = '\0';
}

/* What a head says of a file beside its name. */
struct entry {
	size_t size;
	unsigned mode;
	char kind; /* '0' a file, 'x' a record about the next one */
};

static void
add_head(struct buf *out, struct str name, const struct entry *e)
{
	char head[BLOCK] = { 0 };
	size_t sum = 0;

	memcpy(head, name.p, name.n < NAME_MAX_USTAR ? name.n :
						       NAME_MAX_USTAR);
	set_number(head, AT_MODE, 7, e->mode);
	set_number(head, AT_OWNER, 7, 0);
	set_number(head, AT_GROUP, 7, 0);
	set_number(head, AT_SIZE, 11, e->size);
	set_number(head, AT_TIME, 11, 0);
	head[AT_KIND] = e->kind;
	memcpy(head + AT_MAGIC, "ustar\00000", 8);
	memset(head + AT_SUM, ' ', 8);
	for (size_t i = 0; i < BLOCK; i++)
		sum += (unsigned char)head[i];
	set_number(head, AT_SUM, 6, sum);
	buf_add(out, (struct str){ head, BLOCK });
}

/* A file's bytes, up to the end of a block. */
static void
add_bytes(struct buf *out, struct str bytes)
{
	buf_add(out, bytes);
	for (size_t n = bytes.n; n % BLOCK != 0; n++)
		buf_add_byte(out, '\0');
}

/* How many bytes a record ` path=NAME\n` has with its own length before it. */
static size_t
record_length(size_t name)
{
	size_t rest = name + sizeof " path=\n" - 1, length = rest;

	for (int i = 0; i < 3; i++) {
		size_t digits = 1;

		for (size_t n = length; n >= 10; n /= 10)
			digits++;
		length = rest + digits;
	}
	return length;
}

void
tar_add(struct buf *out, struct str name, struct str bytes, bool program)
{
	struct buf record = { 0 };

	if (name.n > NAME_MAX_USTAR) {
		buf_printf(&record, "%zu path=" STR_FMT "\n",
			   record_length(name.n), STR_ARG(name));
		add_head(out, STR("name"),
			 &(struct entry){ record.n, 0644, 'x' });
		add_bytes(out, buf_str(&record));
		buf_free(&record);
	}
	add_head(out, name, &(struct entry){ bytes.n, program ? 0755 : 0644,
					     '0' });
	add_bytes(out, bytes);
}

void
tar_end(struct buf *out)
{
	const char nothing[BLOCK] = { 0 };

	buf_add(out, (struct str){ nothing, BLOCK });
	buf_add(out, (struct str){ nothing, BLOCK });
}
