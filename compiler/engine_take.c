/*
 * A part that is back -> records in the ledger, or the reason why not.
 *
 * The idea: what comes home is not believed before it is looked at. It must
 * have been made by the kbc-run that was sent, have ended by itself, be of the
 * device that was promised, and have a record of every job of its pack. Only
 * one try of a part is ever taken, so nothing counts twice; of a part that
 * failed for good, what there is of its records is.
 *
 * Whether a record is a record, and whether its run is in the ledger already,
 * is for evidence to say.
 */
#include "arena.h"
#include "diag.h"
#include "engine.h"
#include "engine_parts.h"
#include "evidence.h"
#include "file.h"
#include "path.h"

#define MANIFEST_MAX ((size_t)256 << 20)

/* The last thing that kbc-run said, if it said anything. */
static struct str
last_words(struct engine *e, const struct part *p)
{
	struct diag *quiet = diag_make(e->arena);
	struct str log;

	if (!file_read(e->arena, &log, arena_printf(e->arena, STR_FMT ".log",
			STR_ARG(engine_records(e, p))), MANIFEST_MAX, quiet))
		return STR("");
	return engine_last_line(log);
}

/* Whether kbc-run ended as it does when it has measured; else why not. */
static bool
ended_well(struct engine *e, const struct part *p, struct str *why)
{
	struct str said = p->said;

	if (str_equal(said, STR("ended 0")) || str_equal(said, STR("ended 1")))
		return true; /* 1: some job had an error, and says so */
	if (str_starts(said, STR("runner ")))
		*why = arena_printf(e->arena, "another kbc-run was there, not "
				    "the one that was sent");
	else
		*why = arena_printf(e->arena, "kbc-run " STR_FMT ": " STR_FMT,
				    STR_ARG(said),
				    STR_ARG(last_words(e, p)));
	return false;
}

/* Whether the records are of the device that was promised. */
static bool
is_promised(struct engine *e, const struct part *p, struct str *why)
{
	struct str promised = e->emulated ? STR("the emulator") :
					    p->machine.name;
	struct diag *quiet = diag_make(e->arena);
	struct device_record v;

	if (!device_of_run(e->arena, &v, engine_records(e, p), quiet)) {
		*why = STR("it brought no record of its device");
		return false;
	}
	if (e->emulated ? device_is_emulated(&v) :
			  str_equal(v.name, p->machine.name))
		return true;
	*why = arena_printf(e->arena, "it was to measure on " STR_FMT ", its "
			    "records are of " STR_FMT, STR_ARG(promised),
			    STR_ARG(v.name));
	return false;
}

/* How many jobs of the pack that are to be measured have no record. */
static size_t
count_lacking(struct engine *e, const struct part *p)
{
	struct diag *quiet = diag_make(e->arena);
	struct str text, line, job = STR("");
	bool counts = false;
	size_t n = 0;

	if (!file_read(e->arena, &text, path_join(e->arena, p->folder,
			STR("MANIFEST")), MANIFEST_MAX, quiet))
		return SIZE_MAX;
	while (str_split(&line, &text, '\n')) {
		if (str_starts(line, STR("job "))) {
			job = str_skip(line, 4);
			counts = false;
		}
		counts = counts || str_equal(line, STR("counts only"));
		if (str_equal(line, STR("end")) && !counts &&
		    file_kind(arena_printf(e->arena, STR_FMT "/" STR_FMT
				".json", STR_ARG(engine_records(e, p)),
				STR_ARG(job))) != FILE_PLAIN)
			n++;
	}
	return n;
}

static bool
collect(struct engine *e, struct str from, struct diag *d)
{
	size_t taken = 0;
	bool good = e->emulated ?
		ledger_collect_emulated(e->arena, e->ledger, from, &taken, d) :
		ledger_collect(e->arena, e->ledger, from, &taken, d);

	e->taken += taken;
	return good;
}

void
engine_take(struct engine *e, struct part *p)
{
	struct diag *said = diag_make(e->arena);
	struct str from = engine_records(e, p), why;
	size_t lacking;

	if (!ended_well(e, p, &why) || !is_promised(e, p, &why)) {
		engine_lose(p, why);
		return;
	}
	lacking = count_lacking(e, p);
	if (lacking > 0) {
		p->partial = from;
		engine_lose(p, arena_printf(e->arena, "%zu of its records are "
					    "not there", lacking));
		return;
	}
	if (!collect(e, from, said)) {
		engine_lose(p, said->n > 0 ? said->items[0].text : STR(""));
		return;
	}
	p->state = PART_TAKEN;
	engine_forget(e, p);
}

void
engine_take_some(struct engine *e, struct part *p)
{
	if (p->partial.n > 0)
		collect(e, p->partial, e->diag);
}
