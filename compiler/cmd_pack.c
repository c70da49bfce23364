/*
 * kbc pack: what there is to measure, as a folder for kbc-run; kbc collect:
 * its records into the ledger.
 *
 * The idea: both only choose. What is in a pack is pack's to write, and what
 * may stand in the ledger is for evidence to say.
 */
#include "arena.h"
#include "built.h"
#include "cmd.h"
#include "diag.h"
#include "evidence.h"
#include "file.h"
#include "observe.h"
#include "pack.h"
#include "path.h"
#include "plan.h"
#include "session.h"
#include "wiki.h"

#include <stdio.h>

static bool
is_run(const struct target *t)
{
	return t->kind == TARGET_PROBE || t->kind == TARGET_RUN;
}

static size_t
count_probes(const struct plan *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->ntargets; i++)
		n += is_run(&p->targets[i]);
	return n;
}

static void
say_broken(struct session *s)
{
	for (size_t i = 0; i < s->plan->ntargets; i++)
		if (is_run(&s->plan->targets[i]) && !s->built[i].ok)
			diag_fail(s->diag, STR_FMT " does not build: " STR_FMT,
				  STR_ARG(s->plan->targets[i].name),
				  STR_ARG(s->built[i].why));
}

/* What goes into the pack: with --missing what the ledger lacks, else all, of
   names and counts too; how many jobs. */
static size_t
choose(struct session *s, struct pack_wants *wants)
{
	bool missing = s->given.missing, *counts;
	size_t *replicates, n;

	n = missing ? session_lacking(s, &replicates) :
		      session_built_probes(s, &replicates);
	s->given.force = !missing; /* for session_uncounted and _unlisted */
	if (session_uncounted(s, &counts) > 0)
		wants->counts = counts;
	wants->metrics = session_unlisted(s);
	wants->replicates = replicates;
	for (size_t i = 0; wants->counts && i < s->plan->ntargets; i++)
		n += counts[i] && replicates[i] == 0;
	return n;
}

/* Whether a claim is about something that runs, or that the profiler knows. */
static bool
has_something(const struct plan *p)
{
	return count_probes(p) > 0 || p->nmetrics > 0;
}

/* Whether a folder is the other or lies in it, as it is written or as the disk
   has it. */
static bool
is_in(struct arena *a, struct str path, struct str folder)
{
	struct str real = file_real(a, path), of = file_real(a, folder);

	return path_is_under(path_clean(a, path), path_clean(a, folder)) ||
	       (real.n > 0 && of.n > 0 && path_is_under(real, of));
}

/* The ledger and generated code are kbc's, but no place for a pack. */
static bool
may_pack(struct session *s)
{
	const struct config *c = &s->wiki->config;
	bool code = c->generated.n > 0 &&
		    is_in(s->arena, s->given.out, c->generated);

	if (!code && !is_in(s->arena, s->given.out, c->evidence))
		return pack_may_write(s->arena, s->given.out, s->diag);
	diag_fail(s->diag, "'" STR_FMT "' is of the wiki's %s: name a folder "
		  "for the pack beside it", STR_ARG(s->given.out), code ?
		  "generated code" : "ledger");
	return false;
}

int
cmd_pack(struct session *s)
{
	struct pack_wants wants = { 0 };
	size_t n;

	if (s->given.out.n == 0)
		die("kbc pack needs -o FOLDER");
	if (!session_read(s) || !may_pack(s) || !session_claims(s) ||
	    !session_make(s, true))
		return cmd_finish(s);
	if (!has_something(s->plan) || !s->built) {
		diag_fail(s->diag, !has_something(s->plan) ?
			  "no claim here is measured or run: nothing to pack" :
			  "a pack needs nvcc, ptxas and ninja (kbc doctor)");
		return cmd_finish(s);
	}
	if (!session_ledger(s) || !session_knows_device(s))
		return cmd_finish(s);
	n = choose(s, &wants);
	say_broken(s);
	if (n == 0 && !wants.metrics && s->given.missing)
		printf("the ledger has all there is to measure\n");
	observe_keep(s->world, s->wiki->config.device);
	if ((n > 0 || wants.metrics) &&
	    pack_write(s->arena, s->given.out, s->plan, s->built, &wants,
		       s->toolkit, s->diag))
		printf("%zu job%s in " STR_FMT "\n", n,
		       n == 1 ? "" : "s", STR_ARG(s->given.out));
	return cmd_finish(s);
}

int
cmd_collect(struct session *s)
{
	struct wiki *w = arena_alloc(s->arena, sizeof *w);
	struct str from;
	size_t taken = 0;
	bool good;

	if (s->given.npaths == 0)
		die("kbc collect takes the folder that kbc-run wrote, and the "
		    "wiki");
	cmd_take_first(s, &from);
	if (!session_paths(s))
		return cmd_finish(s);
	s->wiki = w;
	good = wiki_open(s->arena, w, s->given.paths[0], s->data);
	diag_join(s->diag, w->diag);
	good = good && session_lock(s) &&
	       ledger_collect(s->arena, w->config.evidence, from, &taken,
			      s->diag);
	if (good)
		printf("%zu records taken into " STR_FMT "\n", taken,
		       STR_ARG(w->config.evidence));
	return cmd_finish(s);
}
