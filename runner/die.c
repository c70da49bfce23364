/*
 * One place that speaks to the person at the terminal.
 *
 * warn() tells and goes on, die() tells and leaves with status 2: out of
 * memory, wrong usage, an environment in which nothing can be measured. What
 * is wrong with a job is neither; it is recorded in the job's evidence. The
 * manifest's errors are printed by manifest.c, which knows the line.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "die.h"

static void tell(const char *format, va_list ap)
	__attribute__((format(printf, 1, 0)));

static void
tell(const char *format, va_list ap)
{
	fputs("kbc-run: ", stderr);
	vfprintf(stderr, format, ap);
	fputc('\n', stderr);
}

void
warn(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	tell(format, ap);
	va_end(ap);
}

void
die(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	tell(format, ap);
	va_end(ap);
	exit(2);
}
