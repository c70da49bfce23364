/*
 * What the ledger lacks, measured: a pack, kbc-run, and its records taken in.
 * A machine without a device is no fault unless one was asked for.
 */
#include "arena.h"
#include "built.h"
#include "claim.h"
#include "diag.h"
#include "engine.h"
#include "evidence.h"
#include "fact.h"
#include "judge.h"
#include "observe.h"
#include "pack.h"
#include "path.h"
#include "plan.h"
#include "proc.h"
#include "quantity.h"
#include "recall.h"
#include "session.h"
#include "session_parts.h"
#include "toolkit.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* A whole batch on a slow card; a single job has its own limit. */
#define RUN_SECONDS 7200.0

/* Runs of one job in a verify: of 10, 20, 40, 80, 160, and second ones. */
#define ROUNDS_MAX 8

/* kbc-run as the environment names it, else the one beside this program. */
struct str
session_runner(const struct session *s)
{
	struct str given = proc_env(STR("KBC_RUN"));

	if (given.n > 0)
		return given;
	return path_join(s->arena, path_dir(s->kbc), STR("kbc-run"));
}

/* Of what is wanted only what the device runs; how much that is. */
static size_t
keep_runnable(const struct session *s, size_t *wanted, struct str sm)
{
	size_t n = 0;

	for (size_t i = 0; i < s->plan->ntargets; i++) {
		if (sm.n > 0 && !arch_runs(sm, s->plan->targets[i].sm))
			wanted[i] = 0;
		n += wanted[i] > 0;
	}
	return n;
}

static bool
run_pack(struct session *s, struct str pack, struct str out)
{
	char *argv[] = { NULL, NULL, NULL, NULL, NULL, NULL, NULL };
	struct proc p = { .argv = argv, .show = true,
			  .limits = { .seconds = RUN_SECONDS } };
	struct proc_result r;

	argv[0] = arena_text(s->arena, session_runner(s));
	argv[1] = arena_text(s->arena, pack);
	argv[2] = arena_text(s->arena, STR("-o"));
	argv[3] = arena_text(s->arena, out);
	if (session_asks(s)) {
		argv[4] = arena_text(s->arena, STR("--device"));
		argv[5] = arena_text(s->arena, s->given.device);
	}
	proc_run(s->arena, &r, &p);
	if (r.started && (r.status == 0 || r.status == 1))
		return true; /* 1: some job had an error, and says so */
	diag_fail(s->diag, "kbc-run could not measure (status %d)", r.status);
	return false;
}

bool
session_knows_device(struct session *s)
{
	struct str name = s->given.on;

	if (name.n == 0 || devices_find(s->wiki->devices, name) ||
	    ledger_device(s->ledger, name))
		return true;
	diag_fail(s->diag, "no device '" STR_FMT "' is documented, and the "
		  "ledger has none", STR_ARG(name));
	return false;
}

size_t
session_built_probes(const struct session *s, size_t **wanted)
{
	size_t n = 0;

	*wanted = arena_alloc(s->arena, (s->plan->ntargets + 1) *
						sizeof **wanted);
	for (size_t i = 0; i < s->plan->ntargets; i++)
		if (observe_runnable(s->arena, s->world, i)) {
			(*wanted)[i] = JUDGE_REPLICATES;
			n++;
		}
	return n;
}

size_t
session_uncounted(const struct session *s, bool **counts)
{
	size_t n = 0;

	observe_uncounted(s->arena, s->world, s->wiki->config.device, counts);
	for (size_t i = 0; i < s->plan->ntargets; i++) {
		if (s->given.force && s->plan->targets[i].ncounts > 0)
			(*counts)[i] = observe_runnable(s->arena, s->world, i);
		if (s->recount && s->recount[i])
			(*counts)[i] = true;
		n += (*counts)[i];
	}
	return n;
}

bool
session_unlisted(const struct session *s)
{
	return (s->given.force && s->plan->nmetrics > 0) ||
	       observe_unlisted(s->world, s->wiki->config.device);
}

/* Which targets to measure: what the ledger lacks, or all. */
static size_t
choose(const struct session *s, size_t **wanted)
{
	if (s->given.force)
		return session_built_probes(s, wanted);
	return observe_missing(s->arena, s->world, s->wiki->config.device,
			       wanted);
}

/* What the profiler is to say, if there is one; false if nothing. */
static bool
want_counters(const struct session *s, const struct machine *here,
	      struct pack_wants *wants)
{
	bool *counts;

	if (!here->counters)
		return false;
	if (session_uncounted(s, &counts) > 0)
		wants->counts = counts;
	wants->metrics = session_unlisted(s);
	return wants->counts || wants->metrics;
}

/* Of a later round: what claims want counted once more. */
static bool
want_recount(const struct session *s, const struct machine *here,
	     struct pack_wants *wants)
{
	for (size_t i = 0; here->counters && i < s->plan->ntargets; i++)
		if (s->recount[i])
			wants->counts = s->recount;
	return wants->counts != NULL;
}

static bool
measure_here(struct session *s, const struct pack_wants *wants)
{
	struct str pack = path_join(s->arena, s->folder, STR(".build/pack"));
	struct str out = path_join(s->arena, pack, STR("evidence"));
	size_t taken = 0;

	return pack_write(s->arena, pack, s->plan, s->built, wants,
			  s->toolkit, s->diag) &&
	       run_pack(s, pack, out) &&
	       ledger_collect(s->arena, s->wiki->config.evidence, out, &taken,
			      s->diag);
}

/* What is wanted of a machine, from here or to be started with the rest. */
static bool
measure(struct session *s, const struct means *by,
	const struct machine *here, const struct pack_wants *wants)
{
	observe_keep(s->world, s->wiki->config.device);
	s->known = NULL; /* there will be more */
	return by->engine ? session_share(s, by->engine, here, wants) :
			    measure_here(s, wants);
}

/* --- as often as it takes ------------------------------------------------ */

/* Marks what a claim is measured by, if that was on the device here; NULL: on
   any. */
static void
want_again(struct session *s, const struct machine *here,
	   const struct page_verdicts *v, size_t k, size_t *wanted)
{
	const struct claim *c = &v->claims->items[k];

	for (size_t i = 0; i < c->nfacts; i++) {
		const struct target *t = plan_find(s->plan, v->page,
						   c->number, i);
		const struct evidence *e = !t || c->facts[i].family !=
				FACT_MEASURED ? NULL :
			ledger_find(s->ledger,
				    recall_job(s->world->recall, t),
				    c->device);
		size_t *of = t ? &wanted[t - s->plan->targets] : NULL;

		if (t && c->facts[i].family == FACT_COUNTER)
			s->recount[t - s->plan->targets] = true;
		if (e && (!here || str_equal(e->device.name, here->name)) &&
		    *of < v->verdicts[k].wants)
			*of = v->verdicts[k].wants;
	}
}

/* Adds what claims want more replicates of, by the ledger as it is now. */
static void
add_again(struct session *s, const struct machine *here, size_t *wanted)
{
	s->recount = arena_alloc(s->arena, (s->plan->ntargets + 1) *
						   sizeof *s->recount);
	session_judge(s);
	for (size_t i = 0; i < s->nselected; i++)
		for (size_t k = 0; k < s->verdicts[i].claims->n; k++)
			if (s->verdicts[i].verdicts[k].wants > 0)
				want_again(s, here, &s->verdicts[i], k,
					   wanted);
}

static size_t *
want_nothing(const struct session *s)
{
	return arena_alloc(s->arena, (s->plan->ntargets + 1) *
					     sizeof(size_t));
}

size_t
session_lacking(struct session *s, size_t **wanted)
{
	size_t n = 0;

	observe_missing(s->arena, s->world, s->wiki->config.device, wanted);
	add_again(s, NULL, *wanted);
	s->verdicts = NULL; /* nobody asked for them */
	for (size_t i = 0; i < s->plan->ntargets; i++)
		n += (*wanted)[i] > 0;
	return n;
}

/* What claims want once more of such a machine, if anything. */
static bool
want_more(struct session *s, const struct machine *here,
	  struct pack_wants *wants)
{
	size_t *wanted = want_nothing(s);
	bool counters;

	add_again(s, here, wanted);
	counters = want_recount(s, here, wants);
	wants->replicates = wanted;
	return keep_runnable(s, wanted, here->sm) > 0 || counters;
}

/* Who asked to measure again and does not get it is told. */
static bool
leave(struct session *s, const char *why)
{
	if (s->given.force)
		diag_warning(s->diag, (struct span){ 0 }, "unmeasured",
			     "--force measures nothing again: %s", why);
	return true;
}

/* What is not measured yet of what such a machine runs, if anything. */
static bool
want_first(struct session *s, const struct machine *here,
	   struct pack_wants *wants)
{
	bool counters = want_counters(s, here, wants);
	size_t *wanted;

	if (choose(s, &wanted) == 0 && !counters)
		return false;
	wants->replicates = wanted;
	if (keep_runnable(s, wanted, here->sm) > 0 || counters)
		return true;
	leave(s, "the device runs none of the code");
	return false;
}

/* One round on all machines; *any: something was measured. */
static bool
measure_round(struct session *s, const struct means *by, int round, bool *any)
{
	*any = false;
	for (size_t i = 0; i < by->n; i++) {
		const struct machine *here = &by->machines[i];
		struct pack_wants wants = { 0 };

		if (!(round == 0 ? want_first(s, here, &wants) :
				   want_more(s, here, &wants)))
			continue;
		*any = true;
		if (!measure(s, by, here, &wants))
			return false;
	}
	if (*any && by->engine && !engine_run(by->engine))
		*any = false; /* what is there is judged */
	return true;
}

/* Runs until every claim is decided that more runs can decide. */
static bool
measure_all(struct session *s, const struct means *by)
{
	bool any = true;

	for (int i = 0; any && i < ROUNDS_MAX; i++) {
		if (i > 0 && !session_ledger(s))
			return false;
		if (!measure_round(s, by, i, &any))
			return false;
		if (i == 0 && session_status(s) != EXIT_UNABLE)
			any = true; /* what was there may not be enough */
	}
	return true;
}

bool
session_measure(struct session *s)
{
	bool asked = session_asks(s) && !session_away(s), *counts;
	struct means by;
	size_t *wanted;

	if (str_equal(s->given.device, STR("none")) ||
	    str_equal(s->given.device, STR("emu")))
		return leave(s, "--device says so");
	if (asked && !session_device(s, &by)) {
		diag_fail(s->diag, "no device '" STR_FMT "': see "
			  "kbc-run --doctor", STR_ARG(s->given.device));
		return false;
	}
	if (!s->built)
		return leave(s, "nothing was built");
	if (s->given.dry_run && !asked)
		return leave(s, "--dry-run measures with --device cuda:N only");
	/* before all is judged to find what it lacks */
	if (!asked && !session_means(s, &by))
		return !session_away(s) &&
		       leave(s, "there is no device (kbc doctor)");
	if (!session_ledger(s))
		return false;
	if ((s->given.force ? session_built_probes(s, &wanted) :
			      session_lacking(s, &wanted)) == 0 &&
	    session_uncounted(s, &counts) == 0 && !session_unlisted(s))
		return leave(s, "there is nothing to measure");
	return measure_all(s, &by);
}
