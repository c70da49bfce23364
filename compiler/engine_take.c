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
#include "json.h"
#include "path.h"
#include "proc.h"

#include <jansson.h>

/* Bytes of a pack's list, or of a log or a record that is back: none of a run
   comes near it, and of a larger one nothing is read. */
#define PART_FILE_MAX ((size_t)256 << 20)

/* A program on this machine says its version at once; a file system far away
   may have to bring it first. */
#define VERSION_SECONDS 60

/* The last thing that kbc-run said, if it said anything. */
static struct str
last_words(struct engine *e, const struct part *p)
{
	struct diag *quiet = diag_make(e->arena);
	struct str log;

	if (!file_read(e->arena, &log, arena_printf(e->arena, STR_FMT ".log",
			STR_ARG(engine_records(e, p))), PART_FILE_MAX, quiet))
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

/* What the records of a part fall short of. */
struct shortage {
	size_t lacking;          /* records that are not there */
	struct str other;        /* of one that others have made: of whom */
};

/* The first of what the record says of itself that is not as wanted. */
static struct str
find_other(struct engine *e, struct str record, struct str harness)
{
	json_t *root = json_parse(record);
	struct str is = json_member_text(root, "harness");
	struct str runner = json_member_text(root, "runner");
	struct str other = STR("");

	if (!str_equal(is, harness))
		other = arena_printf(e->arena, "version '" STR_FMT "' of the "
			"harness, its pack is of '" STR_FMT "'", STR_ARG(is),
			STR_ARG(harness));
	else if (e->version.n > 0 && !str_equal(runner, e->version))
		other = arena_printf(e->arena, "kbc-run " STR_FMT
			", the one that was sent is " STR_FMT,
			STR_ARG(runner), STR_ARG(e->version));
	json_decref(root);
	return other;
}

static void
look_at(struct engine *e, const struct part *p, struct str job,
	struct str harness, struct shortage *out)
{
	struct str path = arena_printf(e->arena, STR_FMT "/" STR_FMT ".json",
				       STR_ARG(engine_records(e, p)),
				       STR_ARG(job));
	struct str record;

	if (file_kind(path) != FILE_PLAIN)
		out->lacking++;
	else if (out->other.n == 0 &&
		 file_read(e->arena, &record, path, PART_FILE_MAX,
			   diag_make(e->arena)))
		out->other = find_other(e, record, harness);
}

/* Looks at the records of all jobs of the pack that are to be measured. False
   if the pack cannot be read any more. */
static bool
look_through(struct engine *e, const struct part *p, struct shortage *out)
{
	struct diag *quiet = diag_make(e->arena);
	struct str text, line, job = STR(""), harness = STR("");
	bool counts = false;

	if (!file_read(e->arena, &text, path_join(e->arena, p->folder,
			STR("MANIFEST")), PART_FILE_MAX, quiet))
		return false;
	while (str_split(&line, &text, '\n')) {
		if (str_starts(line, STR("harness ")))
			harness = str_skip(line, 8);
		if (str_starts(line, STR("job "))) {
			job = str_skip(line, 4);
			counts = false;
		}
		counts = counts || str_equal(line, STR("counts only"));
		if (str_equal(line, STR("end")) && !counts)
			look_at(e, p, job, harness, out);
	}
	return true;
}

/* Whether there are all records, by whom they are to be; else why not. */
static bool
is_whole(struct engine *e, struct part *p, struct str *why)
{
	struct shortage s = { 0 };

	if (!look_through(e, p, &s)) {
		*why = STR("its pack is not there any more");
		return false;
	}
	if (s.other.n > 0) {
		*why = arena_printf(e->arena, "its records are of " STR_FMT,
				    STR_ARG(s.other));
		return false;
	}
	if (s.lacking > 0) {
		p->partial = engine_records(e, p);
		*why = arena_printf(e->arena, "%zu of its records are not "
				    "there", s.lacking);
	}
	return s.lacking == 0;
}

struct str
engine_version(struct engine *e)
{
	static const struct str name = STR_INIT("kbc-run ");
	char version[] = "--version";
	char *argv[] = { arena_text(e->arena, e->runner), version, NULL };
	struct proc p = { .argv = argv,
			  .limits = { .seconds = VERSION_SECONDS } };
	struct proc_result r;

	if (!proc_run(e->arena, &r, &p) || !str_starts(r.out, name))
		return STR("");
	return str_trim(str_skip(r.out, name.n));
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
	struct str why;

	if (!ended_well(e, p, &why) || !is_promised(e, p, &why) ||
	    !is_whole(e, p, &why)) {
		engine_lose(p, why);
		return;
	}
	if (!collect(e, engine_records(e, p), said)) {
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
