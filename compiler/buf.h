/*
 * An owned run of bytes that grows at its end. All zero bits are an empty one.
 * Beside the arena the only place that frees memory; out of memory ends the
 * program.
 */
#include "str.h"

struct buf {
	char *p;
	size_t n, cap;
};

/* Adds the bytes of s, which must not be b's own. */
void buf_add(struct buf *b, struct str s);

/* Adds one byte. */
void buf_add_byte(struct buf *b, char c);

/* Adds a formatted text. */
void buf_printf(struct buf *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The bytes so far, borrowed until the next call on b. */
struct str buf_str(const struct buf *b);

/* Forgets the bytes and keeps the memory. */
void buf_clear(struct buf *b);

/* Frees the memory; b is empty then and may be used again. */
void buf_free(struct buf *b);
