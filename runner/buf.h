/*
 * Text that grows: files being read or written, JSON, what a worker printed.
 */
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised: empty. DATA is NUL-terminated once anything was added. */
struct buf {
	char *data;
	size_t len, cap;
};

/* Append LEN bytes; dies when there is no memory. */
void buf_add(struct buf *b, const void *bytes, size_t len);

/* Append formatted text. */
void buf_addf(struct buf *b, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Append LEN bytes as a JSON string with its quotes. Control characters and
 * bytes that are not UTF-8 are made visible as "\x1b", so that the result is
 * valid JSON and colours no terminal.
 */
void buf_add_json(struct buf *b, const char *text, size_t len);

/* Append `"NAME":"TEXT",`, or null for an empty or no TEXT. */
void buf_add_text(struct buf *b, const char *name, const char *text);

/* Append `"NAME":VALUE,`, or null for a value below 0: not known. */
void buf_add_number(struct buf *b, const char *name, int64_t value);

/* Likewise true or false. */
void buf_add_flag(struct buf *b, const char *name, int64_t value);

/* Append LEN bytes as plain lines, with the same bytes made visible. */
void buf_add_visible(struct buf *b, const char *text, size_t len);

/* Drop the contents and the memory. */
void buf_free(struct buf *b);
