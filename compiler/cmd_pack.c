/*
 * kbc pack: what there is to measure, as a folder for kbc-run. kbc collect:
 * its records into the ledger. kbc doctor: what this machine can do.
 */
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "cmd.h"
#include "diag.h"
#include "evidence.h"
#include "observe.h"
#include "pack.h"
#include "path.h"
#include "plan.h"
#include "proc.h"
#include "session.h"
#include "toolkit.h"
#include "value.h"
#include "wiki.h"

#include <stdio.h>

static int
finish(struct session *s)
{
	session_say(s);
	return (int)session_status(s);
}

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

static size_t
choose_probes(const struct session *s, bool *wanted)
{
	size_t n = 0;

	for (size_t i = 0; i < s->plan->ntargets; i++)
		if (is_run(&s->plan->targets[i]) &&
		    observe_runnable(s->arena, s->world, i)) {
			wanted[i] = true;
			n++;
		}
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

int
cmd_pack(struct session *s)
{
	bool *wanted;
	size_t n;

	if (s->given.out.n == 0)
		die("kbc pack needs -o FOLDER");
	if (s->given.npaths == 0)
		s->given.paths[s->given.npaths++] = STR(".");
	if (!session_read(s) || !session_claims(s) || !session_make(s, true))
		return finish(s);
	if (count_probes(s->plan) == 0 || !s->built) {
		diag_fail(s->diag, count_probes(s->plan) == 0 ?
			  "no claim here is measured or run: nothing to pack" :
			  "a pack needs nvcc, ptxas and ninja (kbc doctor)");
		return finish(s);
	}
	session_ledger(s);
	wanted = arena_alloc(s->arena, s->plan->ntargets + 1);
	n = choose_probes(s, wanted);
	say_broken(s);
	if (n > 0 &&
	    pack_write(s->arena, s->given.out, s->plan, s->built, wanted,
		       s->toolkit, s->diag))
		printf("%zu jobs in " STR_FMT "\n", n, STR_ARG(s->given.out));
	return finish(s);
}

int
cmd_collect(struct session *s)
{
	struct wiki *w = arena_alloc(s->arena, sizeof *w);
	struct str from;
	size_t taken = 0;

	if (s->given.npaths == 0 || s->given.npaths > 2)
		die("kbc collect takes the folder that kbc-run wrote, and the "
		    "wiki");
	from = s->given.paths[0];
	if (!wiki_open(s->arena, w, s->given.npaths > 1 ? s->given.paths[1] :
		       STR("."), s->data))
		diag_join(s->diag, w->diag);
	else if (ledger_collect(s->arena, w->config.evidence, from, &taken,
				s->diag))
		printf("%zu records taken into " STR_FMT "\n", taken,
		       STR_ARG(w->config.evidence));
	wiki_close(w);
	return finish(s);
}

/* --- doctor -------------------------------------------------------------- */

static void
say_tool(const char *name, const struct tool *t, const char *without)
{
	if (t->path.n > 0)
		printf("%-10s " STR_FMT "  " STR_FMT "\n", name,
		       STR_ARG(t->version), STR_ARG(t->path));
	else
		printf("%-10s missing: %s\n", name, without);
}

static void
say_device(struct session *s)
{
	struct str runner = path_join(s->arena, path_dir(s->kbc),
				      STR("kbc-run"));
	char *argv[] = { arena_text(s->arena, runner),
			 arena_text(s->arena, STR("--doctor")), NULL };
	struct proc p = { .argv = argv, .limits = { .seconds = 60 } };
	struct proc_result r;

	proc_run(s->arena, &r, &p);
	if (!r.started)
		printf("device     kbc-run is missing beside kbc\n");
	else
		printf("device     " STR_FMT "\n",
		       STR_ARG(str_trim(r.out.n ? r.out : r.err)));
}

int
cmd_doctor(struct session *s)
{
	struct toolkit t;

	if (!toolkit_find(s->arena, &t, s->diag))
		return finish(s);
	say_tool("nvcc", &t.nvcc, "nothing is built; fences, listings and "
		 "names are `not run`");
	say_tool("ptxas", &t.ptxas, "nothing is built");
	say_tool("nvdisasm", &t.nvdisasm, "claims about SASS are `not run`");
	say_tool("ninja", &t.ninja, "nothing is built");
	say_device(s);
	return finish(s);
}
