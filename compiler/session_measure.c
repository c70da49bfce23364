/*
 * What the ledger lacks, measured: a pack, kbc-run, and its records taken in.
 * A machine without a device is no fault unless one was asked for.
 */
#include "arena.h"
#include "built.h"
#include "diag.h"
#include "evidence.h"
#include "observe.h"
#include "pack.h"
#include "path.h"
#include "plan.h"
#include "proc.h"
#include "quantity.h"
#include "session.h"
#include "session_parts.h"
#include "toolkit.h"
#include "value.h"
#include "wiki.h"

/* A whole batch on a slow card; a single job has its own limit. */
#define RUN_SECONDS 7200.0

/* kbc-run as the environment names it, else the one beside this program. */
struct str
session_runner(const struct session *s)
{
	struct str given = proc_env(STR("KBC_RUN"));

	if (given.n > 0)
		return given;
	return path_join(s->arena, path_dir(s->kbc), STR("kbc-run"));
}

bool
session_doctor(const struct session *s, struct proc_result *r)
{
	char doctor[] = "--doctor";
	char *argv[] = { arena_text(s->arena, session_runner(s)), doctor,
			 NULL };
	struct proc p = { .argv = argv, .limits = { .seconds = 60 } };

	return proc_run(s->arena, r, &p);
}

/* The architecture of the device that is here, as kbc-run says it: `cuda:0:
   NVIDIA H200 (sm_90), …`; false without a device. */
static bool
find_device(const struct session *s, struct str *sm)
{
	struct proc_result r;
	struct str rest;
	int number;
	char suffix;

	*sm = STR("");
	if (!session_doctor(s, &r))
		return false;
	rest = str_skip(r.out, str_find(r.out, STR("(sm_")) + 1);
	rest = str_slice(rest, 0, str_find_byte(rest, ')'));
	if (!arch_parse(sm, &number, &suffix, rest))
		*sm = STR("");
	return true;
}

/* Of what is wanted only what the device runs; how much that is. */
static size_t
keep_runnable(const struct session *s, bool *wanted, struct str sm)
{
	size_t n = 0;

	for (size_t i = 0; i < s->plan->ntargets; i++) {
		struct str code = s->plan->targets[i].sm;

		wanted[i] = wanted[i] && (sm.n == 0 || arch_runs(sm, code));
		n += wanted[i];
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
	if (str_starts(s->given.device, STR("cuda:"))) {
		argv[4] = arena_text(s->arena, STR("--device"));
		argv[5] = arena_text(s->arena, s->given.device);
	}
	proc_run(s->arena, &r, &p);
	if (r.started && (r.status == 0 || r.status == 1))
		return true; /* 1: some job had an error, and says so */
	diag_fail(s->diag, "kbc-run could not measure (status %d)", r.status);
	return false;
}

size_t
session_built_probes(const struct session *s, bool **wanted)
{
	size_t n = 0;

	*wanted = arena_alloc(s->arena, s->plan->ntargets + 1);
	for (size_t i = 0; i < s->plan->ntargets; i++)
		if (observe_runnable(s->arena, s->world, i)) {
			(*wanted)[i] = true;
			n++;
		}
	return n;
}

/* Which targets to measure: what the ledger lacks, or all. */
static size_t
choose(const struct session *s, bool **wanted)
{
	if (s->given.force)
		return session_built_probes(s, wanted);
	return observe_missing(s->arena, s->world, s->wiki->config.device,
			       wanted);
}

static bool
measure(struct session *s, const bool *wanted)
{
	struct str pack = path_join(s->arena, s->folder, STR(".build/pack"));
	struct str out = path_join(s->arena, pack, STR("evidence"));
	size_t taken = 0;

	return pack_write(s->arena, pack, s->plan, s->built, wanted,
			  s->toolkit, s->diag) &&
	       run_pack(s, pack, out) &&
	       ledger_collect(s->arena, s->wiki->config.evidence, out, &taken,
			      s->diag);
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

bool
session_measure(struct session *s)
{
	bool asked = str_starts(s->given.device, STR("cuda:"));
	struct str sm = STR("");
	bool *wanted;

	if (str_equal(s->given.device, STR("none")) ||
	    str_equal(s->given.device, STR("emu")))
		return leave(s, "--device says so");
	if (asked && !find_device(s, &sm)) {
		diag_fail(s->diag, "no device '" STR_FMT "': see "
			  "kbc-run --doctor", STR_ARG(s->given.device));
		return false;
	}
	if (!s->built)
		return leave(s, "nothing was built");
	if (s->given.dry_run && !asked)
		return leave(s, "--dry-run measures with --device cuda:N only");
	if (!session_ledger(s))
		return false;
	if (choose(s, &wanted) == 0)
		return leave(s, "there is nothing to measure");
	if (!asked && !find_device(s, &sm))
		return leave(s, "there is no device (kbc doctor)");
	if (keep_runnable(s, wanted, sm) == 0)
		return leave(s, "the device runs none of the code");
	return measure(s, wanted);
}
