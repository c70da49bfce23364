/*
 * What goes on, for somebody who waits at a terminal: one line of standard
 * error that is written over and gone at the end. Elsewhere nothing is said.
 */
#include "str.h"

#include <stdint.h>

struct buf;

struct progress {
	bool waited_for; /* somebody sees it */
	bool shown;      /* there is a line to wipe away */
	int64_t next;    /* time of the next one, in nanoseconds */
};

/* Of a run that begins now, in nanoseconds; whether standard error is a
   terminal. A short run says nothing. */
void progress_begin(struct progress *p, int64_t now, bool terminal);

/* Adds what is to be written now to show that `done` of `total` are, with total
   0 only `what`: nothing if the last time was just before. */
void progress_emit(struct buf *out, struct progress *p, int64_t now,
		   const char *what, size_t done, size_t total);

/* Adds what wipes the line away. */
void progress_wipe(struct buf *out, struct progress *p);

/* These two, on standard error, at this time. */
void progress_tell(struct progress *p, const char *what, size_t done,
		   size_t total);
void progress_end(struct progress *p);
