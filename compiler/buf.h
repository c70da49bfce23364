/* An owned, growing run of bytes; the only other place that frees memory. */
#include "str.h"

struct buf {
	char *p;
	size_t n, cap;
};

void buf_add(struct buf *b, struct str s);
void buf_add_byte(struct buf *b, char c);
void buf_printf(struct buf *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The bytes so far, borrowed until the next call on b. */
struct str buf_str(const struct buf *b);

/* Forgets the bytes and keeps the memory. */
void buf_clear(struct buf *b);
void buf_free(struct buf *b);
