/*
 * What the worker and ncu said of a job -> its launches and their values.
 *
 * The idea: the worker says which cases it launched and for how many
 * iterations, ncu what it saw, launch by launch; the order of both is known
 * beforehand (visit_count.c), and each launch that ncu saw must be of the
 * kernel that was launched. What the worker knows of a failure is nearer to the
 * cause than what ncu says.
 */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "counters.h"
#include "counters_parts.h"
#include "device.h"
#include "fault.h"
#include "formula.h"
#include "ncu.h"
#include "number.h"
#include "pack.h"
#include "pack_test.h"
#include "report.h"

/* --- what was launched ---------------------------------------------------- */

static void
add_launch(struct arena *a, struct counter_job *j, size_t kase, size_t index,
	   uint32_t n)
{
	j->launches = arena_grow(a, j->launches, j->nlaunches,
				 sizeof(*j->launches));
	j->launches[j->nlaunches++] =
		(struct counter_launch){ kase, index, n, NULL };
}

/* The launches of a round of a case, as visit_count.c makes them. */
static void
add_case(struct arena *a, struct counter_job *j, const struct pack_case *c,
	 const struct report *r)
{
	bool slope = c->measure != MEASURE_LAUNCHES;
	size_t i, k;

	for (k = 0; k < (slope ? 2 : 1); k++) {
		for (i = 0; i < c->nlaunches; i++)
			add_launch(a, j, r->kase, i, k ? 4 * r->n : r->n);
	}
}

static void
add_test(struct arena *a, struct counter_job *j, const struct pack_test *t)
{
	size_t i;

	for (i = 0; i < t->nlaunches; i++)
		add_launch(a, j, 0, i, 0);
}

static bool
take_report(struct arena *a, struct counter_job *j, const struct pack_job *p,
	    const struct report *r)
{
	if (r->kind != REPORT_COUNTED)
		return true;
	if (p->test)
		add_test(a, j, p->test);
	else if (r->kase < p->ncases)
		add_case(a, j, &p->cases[r->kase], r);
	else
		return false;
	return true;
}

/* What the worker said: its launches, or its fault; it must have come to its
   last word. */
static bool
read_reports(struct arena *a, struct counter_job *j, const struct pack_job *p,
	     const struct buf *text, struct fault *f)
{
	char *line = arena_copy(a, text->len ? text->data : "", text->len);
	bool bye = false, good = true;
	struct report r;
	char *next;

	for (; good && (next = strchr(line, '\n')); line = next) {
		*next++ = '\0';
		good = report_parse(line, &r) && take_report(a, j, p, &r);
		if (good && r.kind == REPORT_FAULT && f->kind == FAULT_NONE)
			*f = r.fault;
		bye = bye || (good && r.kind == REPORT_BYE);
	}
	if (f->kind == FAULT_NONE && (!good || !bye))
		fault_set(f, FAULT_CRASH, "the worker ended without its last "
			  "report");
	return f->kind == FAULT_NONE;
}

/* --- values --------------------------------------------------------------- */

/* What a launch's kernel is called in the image. */
static const char *
find_symbol(const struct pack_job *p, const struct counter_launch *l)
{
	const struct pack_test *t = p->test;
	const struct pack_symbol *symbol;
	const char *entry;

	if (t)
		return t->symbols[t->launches[l->index].symbol].symbol;
	entry = p->cases[l->kase].launches[l->index].entry;
	symbol = test_find_symbol(p->symbols, entry);
	return symbol ? symbol->symbol : entry;
}

static size_t
count_launches(const struct counter_job *j, const struct pack_job *p, size_t k)
{
	size_t n = 0;

	if (p->test)
		return j->nlaunches;
	while (k + n < j->nlaunches &&
	       j->launches[k + n].kase == j->launches[k].kase)
		n++;
	return n;
}

/* The I-th launch that was seen must be of this one's kernel. */
static bool
take_launch(const struct pack_job *p, struct counter_job *j, size_t k,
	    const struct ncu_launch *seen, unsigned round)
{
	struct counter_launch *l = &j->launches[k];

	if (strcmp(seen->kernel, find_symbol(p, l)))
		return false;
	memcpy(l->values + round * j->nmetrics, seen->values,
	       j->nmetrics * sizeof(*l->values));
	return true;
}

/* Rounds follow one another within a case, cases within the job. */
static void
add_values(struct arena *a, const struct pack_job *p, struct counter_job *j,
	    const struct ncu_values *v, struct fault *f)
{
	size_t k, n, i, at = 0;
	unsigned round;
	bool good = v->nlaunches == j->nlaunches * j->rounds;

	for (k = 0; k < j->nlaunches; k++)
		j->launches[k].values = arena_make(a, (j->rounds * j->nmetrics +
						       1) * sizeof(double));
	for (k = 0; good && k < j->nlaunches; k += n) {
		n = count_launches(j, p, k);
		for (round = 0; round < j->rounds; round++) {
			for (i = 0; good && i < n; i++)
				good = take_launch(p, j, k + i,
						   &v->launches[at++], round);
		}
	}
	j->units = v->units;
	if (!good)
		fault_set(f, FAULT_MACHINE, "ncu saw %zu launches, and not the "
			  "%zu that were made", v->nlaunches,
			  j->nlaunches * j->rounds);
}

static bool
is_same(double x, double y)
{
	return (isnan(x) && isnan(y)) || !(x < y || x > y || isnan(x) ||
					   isnan(y));
}

bool
counters_are_steady(const struct counter_job *j)
{
	size_t k, i;

	for (k = 0; k < j->nlaunches; k++) {
		const double *v = j->launches[k].values;

		for (i = j->nmetrics; i < j->rounds * j->nmetrics; i++) {
			if (!is_same(v[i], v[i - j->nmetrics]))
				return false;
		}
	}
	return true;
}

void
counters_take(struct arena *a, const struct pack_job *p, struct counter_job *j,
	      struct ncu_count *seen)
{
	bool counted = seen->fault.kind == FAULT_NONE;
	struct fault theirs = { 0 };

	j->launches = NULL;
	j->nlaunches = 0;
	if (!read_reports(a, j, p, &seen->reports, &theirs) &&
	    (counted || theirs.kind != FAULT_CRASH))
		seen->fault = theirs;
	if (seen->fault.kind == FAULT_NONE)
		add_values(a, p, j, &seen->values, &seen->fault);
}
