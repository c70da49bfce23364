/*
 * What a pack asks of the profiler: names of metrics, and jobs that are wanted
 * for their counters alone.
 *
 * A name goes on a command line of the profiler among others, with commas
 * between: it has no bytes that mean anything there or to the shell.
 */
#include <string.h>

#include "arena.h"
#include "manifest.h"
#include "number.h"
#include "pack.h"
#include "pack_parts.h"

bool
count_parse_name(struct arena *a, const struct line *l, const char ***names,
		 size_t *n)
{
	const char *allowed = "abcdefghijklmnopqrstuvwxyz"
			      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.*";

	if (!line_expect(l, 2, *l->words[0] == 'm' ? "metric NAME" :
						     "count NAME"))
		return false;
	if (l->words[1][strspn(l->words[1], allowed)])
		return line_fail(l, "'%s' is no name of a metric", l->words[1]);
	*names = arena_grow(a, *names, *n, sizeof(**names));
	(*names)[(*n)++] = l->words[1];
	return true;
}

bool
count_parse_only(const struct line *l, struct pack_job *job)
{
	job->counts_only = true;
	return line_expect(l, 2, "counts only") &&
	       (!strcmp(l->words[1], "only") ||
		line_fail(l, "expected 'counts only'"));
}
