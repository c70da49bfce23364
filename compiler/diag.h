/*
 * What kbc has to say of an input or of its environment. Who detects a fault
 * speaks, once; everyone above passes false or NULL on in silence.
 *
 *   error    the page is wrong: at a span, and work goes on
 *   warning  as error, has a name in brackets, does not fail the run
 *   note     a second place or the remedy of the message before it
 *   fail     the environment: something cannot be opened, started, written
 *   die      out of memory or usage: ends the program with status 2
 *   bug      our own fault: ends the program with file and line
 */
#include "str.h"
#include <stdio.h>

struct arena;
struct buf;

enum diag_level { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR, DIAG_FAIL };

struct message {
	enum diag_level level;
	struct span at;   /* without source: printed as `kbc: …` */
	struct str name;  /* of a warning */
	struct str text;  /* one line, lower case, no full stop */
};

struct diag {
	struct arena *arena;
	struct message *items;
	size_t n, cap;
	size_t count[DIAG_FAIL + 1];
};

/* Errors of one page beyond this many are counted, not shown. */
#define DIAG_PAGE_MAX 20

/* An empty list of messages, which with their texts lie on a. */
struct diag *diag_make(struct arena *a);

/*
 * Add one message each, its text formatted; the words above say when. A note
 * belongs to the message added last. `name` of a warning is a literal.
 */
void diag_error(struct diag *d, struct span at, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void diag_warning(struct diag *d, struct span at, const char *name,
		  const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void diag_note(struct diag *d, struct span at, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void diag_fail(struct diag *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Appends the messages of `from` to d, in order. Their texts and sources stay
 * where they are and must outlive d.
 */
void diag_join(struct diag *d, const struct diag *from);

/* Whether an error or a failure has been said. */
bool diag_failed(const struct diag *d);

/*
 * All messages as text: `name:line:col: error: …`, the source line, and a
 * caret line under the span, placed by display width.
 */
void diag_emit(struct buf *out, const struct diag *d);

/* One message, likewise; `word` replaces the level's (`refuted`). */
void diag_emit_at(struct buf *out, struct span at, struct str word,
		  struct str text);

/* Adds a text of others fit for a terminal, on one line: a byte that could
   steer it becomes an escape. Gives the columns that it takes. */
size_t diag_emit_text(struct buf *out, struct str s);

/* Says `kbc: …` on standard error at once: how far work is that takes long. */
void diag_tell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Says `kbc: …` on standard error and ends the program with status 2. */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Ends the program over a fault of its own, which lies at this very line. */
_Noreturn void bug_at(const char *file, int line, const char *what);
#define bug(what) bug_at(__FILE__, __LINE__, what)
