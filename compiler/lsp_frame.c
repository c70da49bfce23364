/*
 * Bytes of a stream -> messages with a header, and back.
 *
 *	Content-Length: 17\r\n
 *	\r\n
 *	{"jsonrpc":"2.0"}
 *
 * The idea: a length that is wrong must not be the end. A header that is none
 * is thrown away up to the next `Content-Length:`, wherever it stands, so that
 * the messages behind it are read again. A body beyond the bound is read and
 * thrown away as it comes.
 *
 * All that waits is read at once: who answers sees then what has been
 * overtaken. What the bodies hold is lsp.c.
 */
#include "buf.h"
#include "json.h"
#include "session.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

/* A body: a page of 4 MiB, each byte of it escaped, and more. */
#define BODY_MAX ((size_t)32 << 20)

/* Bytes read before they are worked on. */
#define WAITING_MAX ((size_t)1 << 20)

/* Bytes of a header; who sends more sends none. */
#define HEADER_MAX 4096

static const struct str length_name = STR_INIT("Content-Length:");

static struct str
rest_of(const struct frames *f)
{
	return str_skip(buf_str(&f->in), f->at);
}

/* Throws away what is no header, up to the next one: at the end of what was
   read that may have only begun. */
static void
resynchronize(struct frames *f)
{
	struct str s = rest_of(f);
	size_t to = 1;

	while (to < s.n) {
		struct str start = str_slice(s, to, length_name.n);

		if (str_equal_case(start, str_slice(length_name, 0, start.n)))
			break;
		to++;
	}
	f->at += to;
}

/* The length that a header says; false for none, or several. */
static bool
parse_header(struct str header, uint64_t *length)
{
	struct str line;
	bool found = false;

	while (str_split(&line, &header, '\n')) {
		if (!str_equal_case(str_slice(line, 0, length_name.n),
				    length_name)) {
			if (str_find_byte(line, ':') == line.n)
				return false;
			continue;
		}
		line = str_trim(str_skip(line, length_name.n));
		if (found || !str_unsigned(line, length))
			return false;
		found = true;
	}
	return found;
}

/* The header at the start of s, without the empty line; how many bytes it
   takes with it, 0 if it does not end yet. */
static size_t
cut_header(struct str s, struct str *header)
{
	size_t end = str_find(s, STR("\r\n\r\n"));

	*header = str_slice(s, 0, end);
	return end < s.n ? end + 4 : 0;
}

/* Throws away what is left of a body that is too long. */
static void
skip_body(struct frames *f)
{
	size_t n = rest_of(f).n < f->skip ? rest_of(f).n : f->skip;

	f->at += n;
	f->skip -= n;
}

enum frame
frame_next(struct frames *f, struct str *text)
{
	struct str s, header;
	uint64_t length;
	size_t n;

	skip_body(f);
	s = rest_of(f);
	n = cut_header(s, &header);
	if (n == 0 && s.n <= HEADER_MAX)
		return FRAME_NONE;
	if (n == 0 || !parse_header(header, &length)) {
		resynchronize(f);
		return FRAME_BAD;
	}
	if (length > BODY_MAX) {
		f->at += n;
		f->skip = length;
		skip_body(f);
		return FRAME_BAD;
	}
	if (s.n - n < length)
		return FRAME_NONE;
	*text = str_slice(s, n, length);
	f->at += n + length;
	return FRAME_TEXT;
}

bool
frame_waits(const struct frames *f)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	return !f->ended && poll(&p, 1, 0) > 0;
}

/* Moves what is not yet taken to the front. */
static void
compact(struct frames *f)
{
	struct str s = rest_of(f);

	if (f->at == 0)
		return;
	if (s.n > 0)
		memmove(f->in.p, s.p, s.n);
	f->in.n = s.n;
	f->at = 0;
}

/* Reads once, waiting; false at the end. */
static bool
read_some(struct frames *f)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
	char bytes[1 << 13];
	ssize_t n;

	do {
		poll(&p, 1, -1); /* an editor may leave it without waiting */
		n = read(STDIN_FILENO, bytes, sizeof bytes);
	} while (n < 0 && (errno == EINTR || errno == EAGAIN));
	if (n > 0)
		buf_add(&f->in, (struct str){ bytes, (size_t)n });
	return n > 0;
}

void
frame_read(struct frames *f)
{
	compact(f);
	do
		f->ended = !read_some(f);
	while (f->in.n < WAITING_MAX && frame_waits(f));
}

void
frame_write(struct buf *scratch, json_t *message)
{
	char header[64];
	int n;

	buf_clear(scratch);
	json_emit(scratch, message);
	n = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n",
		     scratch->n);
	fwrite(header, 1, (size_t)n, stdout);
	fwrite(scratch->p, 1, scratch->n, stdout);
	fflush(stdout);
}
