/*
 * What a worker printed, bounded: the head and the tail are kept.
 */
#include <stddef.h>

struct buf;

enum { LOG_HALF = 32 * 1024 };

/* Zero-initialised: empty. */
struct log {
	char head[LOG_HALF], tail[LOG_HALF];
	size_t len; /* of all that was printed */
};

/* Take LEN more bytes. */
void log_add(struct log *l, const char *bytes, size_t len);

/* Append what was kept, with a line for the bytes that were left out. */
void log_emit(const struct log *l, struct buf *out);

/* Append at most the last MOST bytes, most <= LOG_HALF, made visible. */
void log_emit_end(const struct log *l, size_t most, struct buf *out);
