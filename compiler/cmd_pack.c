/*
 * kbc pack: what there is to measure, as a folder for kbc-run. kbc collect:
 * its records into the ledger. kbc doctor: what this machine can do.
 */
#include "arena.h"
#include "built.h"
#include "cmd.h"
#include "diag.h"
#include "evidence.h"
#include "observe.h"
#include "pack.h"
#include "plan.h"
#include "proc.h"
#include "session.h"
#include "toolkit.h"
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

/* What goes into the pack: with --missing what the ledger lacks. */
static size_t
choose(struct session *s, struct pack_wants *wants)
{
	bool missing = s->given.missing, *counts;
	size_t *replicates, n;

	n = missing ? session_lacking(s, &replicates) :
		      session_built_probes(s, &replicates);
	s->given.force = !missing; /* names and counts likewise */
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

int
cmd_pack(struct session *s)
{
	struct pack_wants wants = { 0 };
	size_t n;

	if (s->given.out.n == 0)
		die("kbc pack needs -o FOLDER");
	if (!session_read(s) || !session_claims(s) || !session_make(s, true))
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
		printf("%zu jobs in " STR_FMT "\n", n, STR_ARG(s->given.out));
	return cmd_finish(s);
}

int
cmd_collect(struct session *s)
{
	struct wiki *w = arena_alloc(s->arena, sizeof *w);
	struct str from;
	size_t taken = 0;
	bool good;

	if (s->given.npaths == 0 || s->given.npaths > 2)
		die("kbc collect takes the folder that kbc-run wrote, and the "
		    "wiki");
	cmd_take_first(s, &from);
	if (!session_paths(s))
		return cmd_finish(s);
	good = wiki_open(s->arena, w, s->given.paths[0], s->data);
	diag_join(s->diag, w->diag);
	if (good && ledger_collect(s->arena, w->config.evidence, from,
				   &taken, s->diag))
		printf("%zu records taken into " STR_FMT "\n", taken,
		       STR_ARG(w->config.evidence));
	wiki_close(w);
	return cmd_finish(s);
}

/* --- doctor -------------------------------------------------------------- */

static void
say_tool(const char *name, const struct tool *t, const char *without)
{
	if (t->path.n > 0)
		printf("%-10s " STR_FMT "%s" STR_FMT "\n", name,
		       STR_ARG(t->version), t->version.n ? "  " : "",
		       STR_ARG(t->path));
	else
		printf("%-10s missing: %s\n", name, without);
}

/* What kbc-run says of a profiler, on its second line. */
static void
say_counters(struct str said)
{
	struct str word = STR("counters: ");
	struct str line = str_trim(str_skip(said, str_find(said, word)));

	if (str_starts(line, word))
		printf("counters   " STR_FMT "\n",
		       STR_ARG(str_skip(line, word.n)));
}

static void
say_device(const struct session *s)
{
	struct proc_result r;
	struct str said;
	bool found;

	found = session_doctor(s, &r);
	if (!r.started) {
		printf("device     kbc-run is missing: it is neither beside "
		       "kbc nor what KBC_RUN names\n");
		return;
	}
	said = str_trim(r.out.n ? r.out : r.err);
	printf("device     " STR_FMT "%s\n",
	       STR_ARG(str_slice(said, 0, str_find_byte(said, '\n'))),
	       found ? "" :
	       "\n           without one a measured claim is judged by "
	       "the records of the wiki,\n           else `not run`; "
	       "tests run on the emulator");
	say_counters(said);
}

int
cmd_doctor(struct session *s)
{
	struct toolkit t;

	if (!toolkit_find(s->arena, &t, s->fetched, s->diag))
		return cmd_finish(s);
	say_tool("nvcc", &t.nvcc, "nothing is built; fences, listings and "
		 "names are `not run`");
	say_tool("ptxas", &t.ptxas, "nothing is built, as without nvcc");
	say_tool("nvdisasm", &t.nvdisasm, "claims about SASS are `not run`");
	say_tool("cuobjdump", &t.cuobjdump, "no claim needs it");
	say_tool("ninja", &t.ninja, "nothing is built, as without nvcc");
	say_device(s);
	return cmd_finish(s);
}
