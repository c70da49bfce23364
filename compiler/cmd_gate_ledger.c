/*
 * The files of the ledger, as they are and as they were at the base -> what was
 * done to them that nobody may.
 *
 * The idea: a record only grows, and it goes when nothing is left that could
 * ask for it: no claim of the wiki rests on its job any more, because it was
 * retired or its probe is another. That is known of a whole wiki only, so of a
 * part of one no record may go. What a device said of itself goes with the last
 * of its records.
 *
 * A run that has yet to start, by the clock of this machine, was not measured;
 * a day is allowed for clocks that differ. And where the code was compiled
 * here, by the toolkit of a record, the record is of its cubin or of another.
 */
#include "arena.h"
#include "built.h"
#include "cmd_gate.h"
#include "evidence.h"
#include "evidence_counters.h"
#include "file.h"
#include "gate.h"
#include "git.h"
#include "observe.h"
#include "path.h"
#include "plan.h"
#include "proc.h"
#include "recall.h"
#include "session.h"
#include "source.h"
#include "toolkit.h"
#include "value.h"
#include "wiki.h"

#define CLOCK_SLACK 86400 /* seconds that clocks may differ by */

/* --- what is gone --------------------------------------------------------- */

/* The job that a file is a record of; empty if it is none. */
static struct str
job_of(struct str path)
{
	static const struct str tails[] = { STR_INIT(".ncu.json"),
					    STR_INIT(".json") };
	struct str name = path_base(path);

	if (str_equal(name, STR("device.json")) ||
	    str_equal(name, STR("metrics.json")))
		return STR("");
	for (size_t i = 0; i < COUNT_OF(tails); i++)
		if (str_ends(name, tails[i]))
			return str_slice(name, 0, name.n - tails[i].n);
	return STR("");
}

static bool
is_whole(const struct session *s)
{
	return s->nselected == s->wiki->npages && s->given.only.n == 0;
}

static bool
is_asked_for(const struct session *s, struct str job)
{
	for (size_t i = 0; i < s->plan->ntargets; i++) {
		const struct target *t = &s->plan->targets[i];

		if ((t->kind == TARGET_PROBE || t->kind == TARGET_RUN) &&
		    str_equal(recall_job(s->world->recall, t), job))
			return true;
	}
	return false;
}

/* Whether a file of the base that is not here need not be. */
static bool
may_go(const struct session *s, struct str path)
{
	struct str job = job_of(path);
	struct paths left = { 0 };

	if (job.n > 0)
		return is_whole(s) && !is_asked_for(s, job);
	if (file_kind(path_dir(path)) == FILE_NONE)
		return true;
	return file_walk(s->arena, &left, path_dir(path), STR(".json"),
			 s->diag) && left.n == 0;
}

static void
check_gone(struct session *s, struct gate *g, struct gate_finding *f)
{
	struct str job = job_of(f->path);

	if (!may_go(s, f->path))
		gate_add(g, f, "this file of the ledger is gone%s: `git "
			 "checkout " STR_FMT "` it", job.n == 0 ? "" :
			 is_whole(s) ? ", on which claims rest" :
			 ", which only a gate of the whole wiki can let go",
			 STR_ARG(g->rev));
}

/* --- what is there -------------------------------------------------------- */

static void
check_file(const struct gate_base *b, size_t i, struct session *s,
	   struct gate *g)
{
	struct str below = path_below(b->files->items[i].path, b->evidence);
	struct gate_finding f = {
		.rule = GATE_ALTERED, .fails = true,
		.path = path_join(s->arena, s->wiki->config.evidence, below),
	};
	struct str now, lost;

	if (file_kind(f.path) != FILE_PLAIN) {
		check_gone(s, g, &f);
		return;
	}
	if (!file_read(s->arena, &now, f.path, SOURCE_MAX, s->diag) ||
	    str_equal(now, b->texts[i]))
		return;
	lost = evidence_lost(s->arena, b->texts[i], now);
	if (lost.n > 0)
		gate_add(g, &f, STR_FMT ": records only grow", STR_ARG(lost));
}

/* Says of a file that one of its runs starts behind `last`. */
static bool
check_start(struct gate *g, struct str path, struct str started,
	    struct str last)
{
	struct gate_finding f = { .rule = GATE_ALTERED, .fails = true,
				  .path = path };

	if (str_compare(started, last) <= 0)
		return true;
	gate_add(g, &f, "a run of it starts on " STR_FMT ", which is yet to "
		 "come", STR_ARG(str_slice(started, 0, 10)));
	return false;
}

static void
check_clock(const struct session *s, struct gate *g)
{
	struct str last = proc_time(s->arena, CLOCK_SLACK);
	const struct ledger *l = s->ledger;

	for (size_t i = 0; i < l->n; i++)
		for (size_t k = l->items[i].nruns; k-- > 0;)
			if (!check_start(g, l->items[i].path,
					 l->items[i].runs[k].started, last))
				break;
	for (size_t i = 0; i < l->ncounters; i++)
		for (size_t k = l->counters[i].nruns; k-- > 0;)
			if (!check_start(g, l->counters[i].path,
					 l->counters[i].runs[k].started, last))
				break;
}

void
gate_ledger(const struct gate_base *b, struct session *s, struct gate *g)
{
	for (size_t i = 0; i < b->files->n; i++)
		if (str_ends(b->files->items[i].path, STR(".json")) &&
		    b->evidence.n > 0 &&
		    path_is_under(b->files->items[i].path, b->evidence))
			check_file(b, i, s, g);
	check_clock(s, g);
}

/* --- what was compiled here ----------------------------------------------- */

static void
compare_cubin(const struct session *s, struct gate *g, const struct built *b,
	      const struct evidence *e)
{
	struct gate_finding f = { .rule = GATE_ALTERED, .fails = true,
				  .path = e->path };

	if (!str_equal(s->toolkit->nvcc.version, e->toolkit))
		g->other_toolkit++;
	else if (str_equal(b->cubin_hash, e->cubin))
		g->rebuilt++;
	else
		gate_add(g, &f, "its cubin is not the one that nvcc " STR_FMT
			 " makes of this code", STR_ARG(e->toolkit));
}

void
gate_rebuilt(const struct session *s, struct gate *g)
{
	for (size_t i = 0; i < s->plan->ntargets; i++) {
		struct str job;

		if (s->built[i].cubin_hash.n == 0 ||
		    (s->plan->targets[i].kind != TARGET_PROBE &&
		     s->plan->targets[i].kind != TARGET_RUN))
			continue;
		job = recall_job(s->world->recall, &s->plan->targets[i]);
		for (size_t k = 0; k < s->ledger->n; k++)
			if (str_equal(s->ledger->items[k].name, job))
				compare_cubin(s, g, &s->built[i],
					      &s->ledger->items[k]);
	}
}
