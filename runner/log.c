/*
 * A head and a ring: what a program says first and last is what tells why it
 * failed; the megabytes between are counted and dropped. Bytes leave only in
 * visible form (buf.h).
 */
#include <string.h>

#include "buf.h"
#include "log.h"

void
log_add(struct log *l, const char *bytes, size_t len)
{
	size_t at, n;

	for (; len; bytes += n, len -= n, l->len += n) {
		if (l->len < LOG_HALF) {
			n = LOG_HALF - l->len;
			n = n < len ? n : len;
			memcpy(l->head + l->len, bytes, n);
			continue;
		}
		at = l->len % LOG_HALF;
		n = LOG_HALF - at;
		n = n < len ? n : len;
		memcpy(l->tail + at, bytes, n);
	}
}

/* The last N bytes of the log, N <= LOG_HALF, in order. */
static void
copy_end(const struct log *l, size_t n, char *out)
{
	size_t i, at;

	for (i = 0; i < n; i++) {
		at = l->len - n + i;
		out[i] = at < LOG_HALF ? l->head[at] : l->tail[at % LOG_HALF];
	}
}

void
log_emit_end(const struct log *l, size_t most, struct buf *out)
{
	struct buf end = { 0 };
	size_t n = l->len < most ? l->len : most, i;

	if (!n)
		return;
	for (i = 0; i < n; i++)
		buf_add(&end, "", 1);
	copy_end(l, n, end.data);
	buf_add_visible(out, end.data, n);
	buf_free(&end);
}

void
log_emit(const struct log *l, struct buf *out)
{
	size_t rest;

	buf_add_visible(out, l->head, l->len < LOG_HALF ? l->len : LOG_HALF);
	if (l->len <= LOG_HALF)
		return;
	rest = l->len - LOG_HALF;
	if (rest > LOG_HALF) {
		buf_addf(out, "\n[%zu bytes left out]\n", rest - LOG_HALF);
		rest = LOG_HALF;
	}
	log_emit_end(l, rest, out);
}
