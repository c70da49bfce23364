/*
 * Orders, written by the supervisor and read by the worker, which is the same
 * program: so the reader is strict and says nothing about what is wrong.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "orders.h"

void
orders_dump(const struct orders *o, struct buf *out)
{
	size_t i, j;

	buf_addf(out, "folder %s\nmanifest %s\ndevice %d\nreplicate %u\n",
		 o->folder, o->manifest, o->device, o->replicate);
	if (o->rounds)
		buf_addf(out, "rounds %u\n", o->rounds);
	for (i = 0; i < o->njobs; i++) {
		buf_addf(out, "job %zu", o->jobs[i].job);
		for (j = 0; j < o->jobs[i].ncases; j++) {
			if (o->jobs[i].n[j] == ORDER_LEFT)
				buf_addf(out, " -");
			else
				buf_addf(out, " %" PRIu32, o->jobs[i].n[j]);
		}
		buf_addf(out, "\n");
	}
	buf_addf(out, "go\n");
}

static bool
parse_job(struct arena *a, const char *text, struct order *o)
{
	char *end;

	memset(o, 0, sizeof(*o));
	o->job = strtoul(text, &end, 10);
	if (end == text)
		return false;
	for (; *end == ' '; o->ncases++) {
		o->n = arena_grow(a, o->n, o->ncases, sizeof(*o->n));
		if (end[1] == '-') {
			o->n[o->ncases] = ORDER_LEFT;
			end += 2;
		} else {
			o->n[o->ncases] = (uint32_t)strtoul(end + 1, &end, 10);
		}
	}
	return *end == '\0';
}

static bool
parse_line(struct arena *a, const char *word, const char *rest,
	   struct orders *o)
{
	if (!strcmp(word, "folder"))
		o->folder = rest;
	else if (!strcmp(word, "manifest"))
		o->manifest = rest;
	else if (!strcmp(word, "device"))
		o->device = (int)strtol(rest, NULL, 10);
	else if (!strcmp(word, "replicate"))
		o->replicate = (unsigned)strtoul(rest, NULL, 10);
	else if (!strcmp(word, "rounds"))
		o->rounds = (unsigned)strtoul(rest, NULL, 10);
	else if (!strcmp(word, "job")) {
		o->jobs = arena_grow(a, o->jobs, o->njobs, sizeof(*o->jobs));
		return parse_job(a, rest, &o->jobs[o->njobs++]);
	} else {
		return false;
	}
	return true;
}

bool
orders_parse(struct arena *a, const char *text, struct orders *o)
{
	char *line = arena_copy(a, text, strlen(text));
	char *next, *space;

	memset(o, 0, sizeof(*o));
	for (; (next = strchr(line, '\n')); line = next) {
		*next++ = '\0';
		if (!strcmp(line, "go"))
			return o->folder && o->manifest && !*next;
		space = strchr(line, ' ');
		if (!space)
			return false;
		*space++ = '\0';
		if (!parse_line(a, line, space, o))
			return false;
	}
	return false;
}
