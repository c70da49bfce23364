/*
 * Tests on the emulator of kbc-run: a pack of those that it has not run yet,
 * and its records kept beside the build's outputs.
 *
 * The idea: the emulator gives the same answer on every machine, so its
 * records are a cache and no part of the wiki. They lie in a folder that is
 * named by the runner's own bytes, since another runner may answer otherwise,
 * and each is bound to its code and its test by the key, like any evidence.
 *
 * A kbc-run that cannot be started, or fails, is no verdict about a page.
 */
#include "arena.h"
#include "built.h"
#include "diag.h"
#include "engine.h"
#include "evidence.h"
#include "file.h"
#include "hash.h"
#include "observe.h"
#include "pack.h"
#include "path.h"
#include "plan.h"
#include "proc.h"
#include "recall.h"
#include "session.h"
#include "session_parts.h"
#include "toolkit.h"
#include "value.h"
#include "wiki.h"

/* All tests of a wiki; a single one has its own limit. */
#define RUN_SECONDS 7200.0
#define RUNNER_MAX ((size_t)256 << 20)

struct str
session_emulated(const struct session *s)
{
	struct arena *a = arena_make(); /* for a whole program */
	struct str bytes, name = STR("");

	if (s->folder.n > 0 &&
	    file_read(a, &bytes, session_runner(s), RUNNER_MAX, diag_make(a)))
		name = str_slice(hash_hex(s->arena, bytes), 0, 16);
	arena_free(a);
	if (name.n == 0)
		return STR("");
	return path_join(s->arena, path_join(s->arena, s->folder,
					     STR(".build/emulated")), name);
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
	argv[4] = arena_text(s->arena, STR("--device"));
	argv[5] = arena_text(s->arena, STR("emu"));
	p.show = false;
	proc_run(s->arena, &r, &p);
	if (r.started && (r.status == 0 || r.status == 1))
		return true; /* 1: some test could not be run, and says so */
	diag_fail(s->diag, "kbc-run could not run the tests on its emulator "
		  "(status %d): " STR_FMT, r.status, STR_ARG(str_trim(r.err)));
	return false;
}

/* What is there of the wanted tests is of other code: it goes. */
static bool
forget(struct session *s, const size_t *wanted)
{
	bool good = true;

	for (size_t i = 0; good && i < s->plan->ntargets; i++) {
		const struct evidence *e = !wanted[i] ? NULL :
			ledger_find(s->world->emulated,
				    recall_job(s->world->recall,
					       &s->plan->targets[i]), STR(""));

		if (e)
			good = file_remove(e->path, s->diag);
	}
	return good;
}

/* On this machine. */
static bool
emulate_here(struct session *s, const struct pack_wants *wants, struct str into)
{
	struct str pack = path_join(s->arena, s->folder, STR(".build/tests"));
	struct str out = path_join(s->arena, pack, STR("evidence"));
	size_t taken = 0;

	/* what another runner left there would be taken for this one's */
	return file_remove_tree(out, s->diag) &&
	       pack_write(s->arena, pack, s->plan, s->built, wants,
			  s->toolkit, s->diag) &&
	       run_pack(s, pack, out) &&
	       ledger_collect_emulated(s->arena, into, out, &taken, s->diag);
}

/* On those of an engine, which are all alike in this; what some of them have
   not done is not run. */
static bool
emulate_away(struct session *s, struct engine *e,
	     const struct pack_wants *wants)
{
	struct machine *all = arena_alloc(s->arena, (e->nsites + 1) *
							    sizeof *all);

	if (engine_machines(e, all) == 0 ||
	    !session_share(s, e, &all[0], wants))
		return false;
	engine_run(e);
	return true;
}

bool
session_emulate(struct session *s)
{
	struct str into = session_emulated(s);
	struct pack_wants wants = { 0 };
	struct engine *away = NULL;
	size_t *wanted;

	if (str_equal(s->given.device, STR("none")) || !s->built ||
	    into.n == 0)
		return true;
	if (session_away(s) && str_equal(s->given.device, STR("emu")) &&
	    !session_engine(s, &away, into))
		return false;
	if (!session_ledger(s) ||
	    observe_untried(s->arena, s->world, &wanted) == 0)
		return true;
	wants.replicates = wanted;
	return file_make_folder(into, s->diag) && forget(s, wanted) &&
	       (away ? emulate_away(s, away, &wants) :
		       emulate_here(s, &wants, into));
}
