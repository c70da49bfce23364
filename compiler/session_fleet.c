/*
 * What measures: this machine, or those of an engine, which get what is wanted
 * of them as packs of their own.
 *
 * The idea: an engine knows packs and places, fleet who needs what; here one is
 * given to the other. What an earlier run began is taken in before anything is
 * decided, so that what is missing then is missing.
 */
#include "arena.h"
#include "diag.h"
#include "engine.h"
#include "file.h"
#include "fleet.h"
#include "pack.h"
#include "path.h"
#include "plan.h"
#include "proc.h"
#include "session.h"
#include "session_parts.h"
#include "wiki.h"

/* Where the parts of this wiki lie until they are done with; nodes of a cluster
   must see the folder, too. */
static struct str
find_root(const struct session *s)
{
	struct str shared = proc_env(STR("KBC_FLEET"));

	if (shared.n > 0)
		return path_join(s->arena, shared,
				 path_base(session_cache(s)));
	return path_join(s->arena, s->folder, STR(".build/fleet"));
}

/* What kbc-run's --device is to say there. */
static struct str
find_device(const struct session *s)
{
	return str_equal(s->given.device, STR("auto")) ? STR("") :
							 s->given.device;
}

bool
session_asks(const struct session *s)
{
	return str_starts(s->given.device, STR("cuda:")) ||
	       str_equal(s->given.device, STR("all"));
}

bool
session_away(const struct session *s)
{
	return s->given.engine.n > 0 &&
	       !str_equal(s->given.engine, STR("local"));
}

bool
session_engine(struct session *s, struct engine **out, struct str ledger)
{
	struct engine *e = *out = arena_alloc(s->arena, sizeof *e);

	*e = (struct engine){
		.arena = s->arena, .diag = s->diag,
		.row = engine_find(s->given.engine),
		.config = &s->wiki->config, .devices = s->wiki->devices,
		.hosts = s->given.hosts,
		.device = find_device(s), .data = s->data,
		.runner = session_runner(s), .ledger = ledger,
		.emulated = str_equal(s->given.device, STR("emu")),
	};
	if (!file_make_folder(find_root(s), s->diag))
		return false;
	e->root = file_real(s->arena, find_root(s));
	if (!engine_open(e))
		return false;
	if (e->nparts > 0)
		engine_run(e);
	return true;
}

bool
session_doctor(const struct session *s, struct proc_result *r)
{
	char doctor[] = "--doctor", device[] = "--device";
	char *argv[] = { arena_text(s->arena, session_runner(s)), doctor,
			 NULL, NULL, NULL };
	struct proc p = { .argv = argv, .limits = { .seconds = 60 } };

	if (session_asks(s)) {
		argv[2] = device;
		argv[3] = arena_text(s->arena, s->given.device);
	}
	return proc_run(s->arena, r, &p);
}

struct str
session_doctor_text(struct arena *a, const struct proc_result *r)
{
	return arena_printf(a, "%d %d %d\n" STR_FMT, r->started, r->status,
			    r->signal, STR_ARG(r->out));
}

bool
session_device(struct session *s, struct means *out)
{
	struct proc_result r;
	bool good = session_doctor(s, &r);

	*out = (struct means){ NULL, NULL, 0 };
	s->doctor = session_doctor_text(s->arena, &r);
	if (!good)
		return false;
	out->machines = arena_alloc(s->arena, sizeof *out->machines);
	out->n = 1;
	machine_read(&out->machines[0], r.out);
	return true;
}

bool
session_means(struct session *s, struct means *out)
{
	if (!session_away(s))
		return session_device(s, out);
	if (!session_engine(s, &out->engine, s->wiki->config.evidence))
		return false;
	out->machines = arena_alloc(s->arena, (out->engine->nsites + 1) *
						      sizeof *out->machines);
	out->n = engine_machines(out->engine, out->machines);
	return true;
}

bool
session_share(struct session *s, struct engine *e, const struct machine *m,
	      const struct pack_wants *wants)
{
	struct fleet_share share = { .ntargets = s->plan->ntargets };
	struct fleet_split split;

	fleet_split(s->arena, &split, s->plan, wants, engine_width(e, m));
	share.replicates = arena_alloc(s->arena, (share.ntargets + 1) *
						  sizeof *share.replicates);
	share.counts = arena_alloc(s->arena, (share.ntargets + 1) *
						     sizeof *share.counts);
	for (size_t i = 0; i < split.n; i++) {
		struct part *p = engine_add(e, m);
		struct pack_wants of;

		fleet_wants(&share, &split, i, wants);
		of = (struct pack_wants){ share.replicates, share.counts,
					  share.metrics };
		p->njobs = split.parts[i].njobs;
		if (!pack_write(s->arena, p->folder, s->plan, s->built, &of,
				s->toolkit, s->diag))
			return false;
	}
	return true;
}
