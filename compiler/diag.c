/*
 * Messages: collected while a page is worked on, printed at the end.
 *
 * A message is a level, a span and a text, kept in the order in which faults
 * were found; nobody sorts them. What is counted by level here is what the
 * exit status is made of.
 *
 * Two words end the program instead: `die` for what the user must change,
 * `bug` for what we must. Neither unwinds anything; a file half written is
 * nobody's worry, since none is written in place.
 *
 * How messages look is diag_emit.c.
 */
#include "diag.h"

#include <stdarg.h>
#include <stdlib.h>

#include "arena.h"

struct diag *
diag_make(struct arena *a)
{
	struct diag *d = arena_alloc(a, sizeof(*d));

	d->arena = a;
	return d;
}

static void
add(struct diag *d, struct message m)
{
	d->items = arena_grow(d->arena, d->items, d->n, &d->cap, sizeof(m));
	d->items[d->n++] = m;
	d->count[m.level]++;
}

void
diag_error(struct diag *d, struct span at, const char *fmt, ...)
{
	struct message m = { .level = DIAG_ERROR, .at = at };
	va_list ap;

	va_start(ap, fmt);
	m.text = arena_vprintf(d->arena, fmt, ap);
	va_end(ap);
	add(d, m);
}

void
diag_warning(struct diag *d, struct span at, const char *name, const char *fmt,
	     ...)
{
	struct message m = { .level = DIAG_WARNING, .at = at };
	va_list ap;

	va_start(ap, fmt);
	m.text = arena_vprintf(d->arena, fmt, ap);
	va_end(ap);
	m.name = arena_copy(d->arena, str_of(name));
	add(d, m);
}

void
diag_note(struct diag *d, struct span at, const char *fmt, ...)
{
	struct message m = { .level = DIAG_NOTE, .at = at };
	va_list ap;

	va_start(ap, fmt);
	m.text = arena_vprintf(d->arena, fmt, ap);
	va_end(ap);
	add(d, m);
}

void
diag_fail(struct diag *d, const char *fmt, ...)
{
	struct message m = { .level = DIAG_FAIL };
	va_list ap;

	va_start(ap, fmt);
	m.text = arena_vprintf(d->arena, fmt, ap);
	va_end(ap);
	add(d, m);
}

void
diag_join(struct diag *d, const struct diag *from)
{
	for (size_t i = 0; i < from->n; i++)
		add(d, from->items[i]);
}

bool
diag_failed(const struct diag *d)
{
	return d->count[DIAG_ERROR] > 0 || d->count[DIAG_FAIL] > 0;
}

/* A line of our own on standard error. */
static void __attribute__((format(printf, 1, 0)))
say(const char *fmt, va_list ap)
{
	fputs("kbc: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
}

void
diag_tell(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

void
die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	exit(2);
}

void
bug_at(const char *file, int line, const char *what)
{
	fprintf(stderr, "kbc: bug: %s:%d: %s\n", file, line, what);
	abort();
}
