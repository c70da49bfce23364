/*
 * What the profiler counted for launches of a record's best case -> a table.
 *
 *	| Metric | `k`, N = 64 | `k`, N = 256 |
 *	|---|--:|--:|
 *	| `smsp__inst_executed.sum` | 264 inst | 1032 inst |
 *
 * The idea: numbers are those of the profiler, launch by launch; what is made
 * of them is said where a page asks. Of a counter that was not the same in all
 * rounds the least and the most are told. Of several runs each metric is taken
 * from the newest that has it.
 */
#include "arena.h"
#include "buf.h"
#include "evidence.h"
#include "evidence_counters.h"
#include "library.h"
#include "protocol_parts.h"

/* The case of a run that has the settings of one of the record. */
static const struct count_case *
find_case(const struct count_run *run, const struct sample_case *c)
{
	for (size_t i = 0; i < run->ncases; i++)
		if (count_case_has(&run->cases[i], c->settings, c->nsettings))
			return &run->cases[i];
	return NULL;
}

static void
add_value(struct buf *out, const struct count_value *v)
{
	double least, most;

	if (!v || v->nrounds == 0) {
		buf_add(out, STR(" none |"));
		return;
	}
	least = most = v->rounds[0];
	for (size_t i = 1; i < v->nrounds; i++) {
		least = v->rounds[i] < least ? v->rounds[i] : least;
		most = v->rounds[i] > most ? v->rounds[i] : most;
	}
	buf_printf(out, " %.15g", least);
	if (least < most)
		buf_printf(out, " .. %.15g", most);
	buf_printf(out, "%s" STR_FMT " |", v->unit.n > 0 ? " " : "",
		   STR_ARG(v->unit));
}

static void
add_head(const struct writing *w, const struct count_run *run,
	 const struct count_case *c)
{
	buf_printf(w->out, "\nBy ncu " STR_FMT ", " STR_FMT,
		   STR_ARG(run->profiler), STR_ARG(run->started));
	if (run->gpu >= 0)
		buf_printf(w->out, ", on gpu %d", run->gpu);
	buf_add(w->out, STR(":\n\n"));
	buf_add(w->out, STR("| Metric |"));
	for (size_t i = 0; i < c->nlaunches; i++) {
		buf_printf(w->out, " `" STR_FMT "`",
			   STR_ARG(c->launches[i].entry));
		if (c->iterations)
			buf_printf(w->out, ", N = %.0f", c->launches[i].n);
		buf_add(w->out, STR(" |"));
	}
	buf_add(w->out, STR("\n|---|"));
	for (size_t i = 0; i < c->nlaunches; i++)
		buf_add(w->out, STR("--:|"));
	buf_add_byte(w->out, '\n');
}

static void
add_metric(const struct writing *w, const struct count_case *c,
	   struct str metric)
{
	buf_printf(w->out, "| `" STR_FMT "` |", STR_ARG(metric));
	for (size_t i = 0; i < c->nlaunches; i++)
		add_value(w->out, count_find(&c->launches[i], metric));
	buf_add_byte(w->out, '\n');
}

/* The metrics of a run that no later one has. */
static void
add_run(const struct writing *w, const struct counter_record *r, size_t run,
	const struct sample_case *of)
{
	const struct count_run *counted = &r->runs[run];
	const struct count_case *c = find_case(counted, of);
	const struct count_launch *first = c && c->nlaunches > 0 ?
					   c->launches : NULL;
	bool any = false;

	for (size_t i = 0; first && i < first->nvalues; i++) {
		struct str metric = first->values[i].metric;

		if (counter_run(r, metric) != counted)
			continue;
		if (!any)
			add_head(w, counted, c);
		any = true;
		add_metric(w, c, metric);
	}
}

void
protocol_counters(const struct writing *w, const struct ledger *l, size_t c)
{
	const struct evidence *e = w->asked->evidence;
	const struct counter_record *r = ledger_counters(l, e->name,
							 e->device.slug);

	if (!r || c >= e->ncases || !str_equal(r->cubin, e->cubin))
		return;
	buf_add(w->out, STR("\n## Counters\n"));
	for (size_t i = 0; i < r->nruns; i++)
		add_run(w, r, i, &e->cases[c]);
}
