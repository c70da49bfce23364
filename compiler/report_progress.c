/*
 * How far a long run is: `12000 of 100000 pages` -> a line of the terminal.
 *
 * The idea: a line comes only when nothing was said for a moment, so a short
 * run shows none and a long one does not wait for its terminal. It ends in no
 * line feed and the next one is written over it; whoever prints anything else
 * wipes it away first.
 */
#include "report_progress.h"

#include <stdio.h>

#include "buf.h"
#include "file.h"

/* Nanoseconds between two lines, and before the first. */
#define PAUSE ((int64_t)200000000)

/* To the start of the line, and nothing behind it. */
#define WIPE "\r\033[K"

void
progress_begin(struct progress *p, int64_t now, bool terminal)
{
	*p = (struct progress){ .waited_for = terminal, .next = now + PAUSE };
}

void
progress_emit(struct buf *out, struct progress *p, int64_t now,
	      const char *what, size_t done, size_t total)
{
	if (!p->waited_for || now < p->next)
		return;
	p->next = now + PAUSE;
	p->shown = true;
	if (total > 0)
		buf_printf(out, WIPE "%zu of %zu %s", done, total, what);
	else
		buf_printf(out, WIPE "%s", what);
}

void
progress_wipe(struct buf *out, struct progress *p)
{
	if (p->shown)
		buf_add(out, STR(WIPE));
	p->shown = false;
}

static void
write_out(struct buf *out)
{
	if (out->n > 0) {
		fwrite(out->p, 1, out->n, stderr);
		fflush(stderr);
	}
	buf_free(out);
}

void
progress_tell(struct progress *p, const char *what, size_t done, size_t total)
{
	struct buf out = { 0 };

	if (!p->waited_for)
		return;
	progress_emit(&out, p, file_clock(), what, done, total);
	write_out(&out);
}

void
progress_end(struct progress *p)
{
	struct buf out = { 0 };

	progress_wipe(&out, p);
	write_out(&out);
}
