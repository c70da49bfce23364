/*
 * Times in, sums out: a worker adds up the parts of a visit and tells them
 * with its end, the supervisor adds up the visits of a job.
 *
 * Nothing is judged by it, no part of it is evidence. It answers what a run
 * takes beyond the kernels, and which of the things around them to mend.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buf.h"
#include "cost.h"

double
cost_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double
cost_add(struct cost *c, enum cost_part part, double since)
{
	double now = cost_now();

	c->ns[part] += now - since;
	return now;
}

void
cost_sum(struct cost *c, const struct cost *more)
{
	size_t i;

	for (i = 0; i < COST_PARTS; i++)
		c->ns[i] += more->ns[i];
}

void
cost_dump(const struct cost *c, struct buf *out)
{
	size_t i;

	for (i = 0; i < COST_PARTS; i++)
		buf_addf(out, " %.0f", c->ns[i]);
}

bool
cost_parse(const char *text, struct cost *c)
{
	char *end;
	size_t i;

	for (i = 0; i < COST_PARTS; i++, text = end) {
		c->ns[i] = strtod(text, &end);
		if (end == text || !(c->ns[i] >= 0 && c->ns[i] < 1e300))
			return false;
	}
	return *text == '\0';
}
