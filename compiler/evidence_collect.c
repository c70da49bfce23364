/*
 * The output of kbc-run -> the ledger: new files are taken as they are, runs
 * of a job that is there already are put into its file.
 *
 * The idea: raw samples keep their bytes. A run's object is cut out of the one
 * text and spliced into the other, among the runs by time, with what it must
 * say that the head of that file does not (evidence_adapt.c).
 *
 * What a verdict is worth depends on runs being runs: the same key and harness,
 * of one toolkit the same cubin, one device, the same cases; a run that was
 * there before is passed over, one that has its time and not its samples, or
 * its samples at another time, is refused. The merged text is read again before
 * it is written.
 *
 * It cannot see that samples were made up; a signature can.
 */
#include "evidence.h"

#include "arena.h"
#include "diag.h"
#include "evidence_counted.h"
#include "evidence_counters.h"
#include "evidence_parts.h"
#include "file.h"
#include "path.h"
#include "source.h"
#include "value.h"

/* One file on its way into the ledger. */
struct taking {
	struct arena *arena;
	struct diag *diag;
	struct str folder;               /* the ledger's */
	const struct device_record *device;
};

static struct str
started_of(struct str run)
{
	return json_member(run, STR("started"));
}

/* --- whether it may ------------------------------------------------------ */

static bool
refuse(const struct taking *t, const struct record *r, struct str at,
       struct str text)
{
	diag_error(t->diag, source_span_of(r->source, at), STR_FMT,
		   STR_ARG(text));
	return false;
}

/* One toolkit makes one code of a source. */
static bool
check_code(const struct taking *t, const struct record *old,
	   const struct record *new)
{
	const struct evidence *x = &old->evidence, *y = &new->evidence;

	for (size_t i = 0; i < x->nruns; i++) {
		const struct run *run = &x->runs[i];

		if (str_equal(run->toolkit, y->toolkit) &&
		    !str_equal(run->cubin, y->cubin))
			return refuse(t, new, json_member(new->source->text,
				STR("cubin")), arena_printf(t->arena,
				"another 'cubin' than in '" STR_FMT "', of "
				"the same toolkit: \"" STR_FMT "\"",
				STR_ARG(x->path), STR_ARG(run->cubin)));
	}
	return true;
}

/* Members of the head that all runs of a file share. */
static bool
check_head(const struct taking *t, const struct record *old,
	   const struct record *new)
{
	static const struct str keys[] = {
		STR_INIT("key"), STR_INIT("harness"), STR_INIT("target"),
	};

	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		struct str was = json_member(old->source->text, keys[i]);
		struct str is = json_member(new->source->text, keys[i]);

		if (!str_equal(was, is))
			return refuse(t, new, is, arena_printf(t->arena,
				"another '" STR_FMT "' than in '" STR_FMT
				"': " STR_FMT, STR_ARG(keys[i]),
				STR_ARG(old->evidence.path), STR_ARG(was)));
	}
	if (!check_code(t, old, new))
		return false;
	if (record_same_cases(old->source, new->source))
		return true;
	return refuse(t, new, json_member(new->source->text, STR("cases")),
		      arena_printf(t->arena, "other cases than in '" STR_FMT
				   "'", STR_ARG(old->evidence.path)));
}

/* Whether a run is in the file already. False in *good with an error when it
   is there in part: its time without its samples, or the reverse. */
static bool
has_run(const struct taking *t, const struct record *old,
	const struct record *new, size_t i, bool *good)
{
	static const struct str key = STR_INIT("replicates");
	struct str run = new->runs[i];
	struct str samples = json_member(run, key);

	for (size_t k = 0; k < old->evidence.nruns; k++) {
		bool time = str_equal(old->evidence.runs[k].started,
				      new->evidence.runs[i].started);
		bool same = str_equal(json_member(old->runs[k], key), samples);

		if (time && same)
			return true;
		if (!time && (!same || old->evidence.runs[k].nreplicates == 0))
			continue;
		*good = refuse(t, new, started_of(run), arena_printf(t->arena,
			"the run that started at " STR_FMT " is in '" STR_FMT
			"' %s", STR_ARG(old->evidence.runs[k].started),
			STR_ARG(old->evidence.path), time ?
			"with other samples" : "with the same samples"));
		return true;
	}
	return false;
}

/* A newer run says whether there still is an error. */
static struct str
take_error(struct arena *a, struct str text, const struct record *old,
	   const struct record *new)
{
	const struct evidence *x = &old->evidence, *y = &new->evidence;

	if (x->nruns > 0 && (y->nruns == 0 ||
	    str_compare(x->runs[x->nruns - 1].started,
			y->runs[y->nruns - 1].started) >= 0))
		return text;
	return json_splice(a, text, json_member(text, STR("error")),
		      json_member(new->source->text, STR("error")));
}

/* --- files --------------------------------------------------------------- */

/* Both in one text; p is NULL after an error. */
static struct str
merge(const struct taking *t, const struct record *old,
      const struct record *new)
{
	const struct str none = { NULL, 0 };
	struct str text = old->source->text;
	struct record again;
	bool good = true;

	if (!check_head(t, old, new))
		return none;
	for (size_t i = 0; good && i < new->evidence.nruns; i++)
		if (!has_run(t, old, new, i, &good))
			text = json_insert_run(t->arena, text,
					       record_adapt_run(t->arena, old,
							new, i));
	if (!good)
		return none;
	text = take_error(t->arena, text, old, new);
	if (text.n > EVIDENCE_MAX) {
		diag_fail(t->diag, "'" STR_FMT "' would be larger than %zu "
			  "bytes", STR_ARG(old->evidence.path), EVIDENCE_MAX);
		return none;
	}
	return record_parse(t->arena, &again, source_make(t->arena,
		old->source->name, text), t->diag) ? text : none;
}

/* Writes a record into the ledger; *written when its file changed. */
static bool
write_record(const struct taking *t, const struct record *new, bool *written)
{
	struct str path = path_join(t->arena, t->folder, path_base(
						new->evidence.path));
	struct str none = { NULL, 0 }, text;
	struct record old;

	*written = false;
	if (file_kind(path) == FILE_NONE) {
		*written = file_replace(path, new->source->text, none,
					t->diag);
		return *written;
	}
	if (!record_read(t->arena, &old, path, t->diag))
		return false;
	text = merge(t, &old, new);
	if (!text.p)
		return false;
	if (str_equal(text, old.source->text))
		return true;
	*written = file_replace(path, text, old.source->text, t->diag);
	return *written;
}

static double
sm_count(const struct device_record *v)
{
	return ledger_number(v, STR("device.sm_count"));
}

/* Whether a record speaks of the device of its folder. */
static bool
check_device(const struct taking *t, const struct record *r)
{
	const struct device_record *v = &r->evidence.device;
	struct str at = json_member(r->source->text, STR("device"));

	if (str_equal(v->name, t->device->name) &&
	    !(sm_count(v) < sm_count(t->device)) &&
	    !(sm_count(v) > sm_count(t->device)))
		return true;
	return refuse(t, r, json_member(at, STR("name")), arena_printf(
		t->arena, "measured on another device than device.json is of, "
		STR_FMT " with %.0f multiprocessors",
		STR_ARG(t->device->name), sm_count(t->device)));
}

/* A job that was not come to, or a machine that failed, is no evidence. */
static bool
is_empty(const struct taking *t, const struct evidence *e, bool *good)
{
	if (str_starts(e->error, STR("machine"))) {
		diag_fail(t->diag, "'" STR_FMT "': " STR_FMT,
			  STR_ARG(e->path), STR_ARG(e->error));
		*good = false;
		return true;
	}
	for (size_t r = 0; r < e->nruns; r++)
		if (e->runs[r].nreplicates > 0 || e->runs[r].test)
			return false;
	return e->error.n == 0;
}

static bool
take_file(const struct taking *t, struct str path, size_t *taken)
{
	bool good = true, written = false;
	struct record r;

	if (!record_read(t->arena, &r, path, t->diag) || !check_device(t, &r))
		return false;
	if (is_empty(t, &r.evidence, &good))
		return good;
	good = write_record(t, &r, &written);
	*taken += written ? 1 : 0;
	return good;
}

/* Writes device.json, unless the ledger has another device of that name. */
static bool
write_device(const struct taking *t, struct str path)
{
	struct str to = path_join(t->arena, t->folder, STR("device.json"));
	struct device_record old;
	struct str text;

	if (file_kind(to) != FILE_NONE) {
		if (!record_read_device(t->arena, &old, to, t->diag))
			return false;
		if (sm_count(&old) < sm_count(t->device) ||
		    sm_count(&old) > sm_count(t->device)) {
			diag_fail(t->diag, "'" STR_FMT "': %.0f "
				  "multiprocessors, in the ledger " STR_FMT
				  " has %.0f", STR_ARG(path),
				  sm_count(t->device), STR_ARG(old.name),
				  sm_count(&old));
			return false;
		}
		if (str_compare(old.date, t->device->date) > 0)
			return true;
	}
	return file_read(t->arena, &text, path, EVIDENCE_MAX, t->diag) &&
	       file_update(to, text, t->diag);
}

static bool
is_device_file(struct str path)
{
	return str_equal(path_base(path), STR("device.json"));
}

/* Whether nothing of the ledger leads elsewhere, where it would be written. */
static bool
check_folder(const struct taking *t, struct str folder)
{
	struct paths files = { 0 };

	if (file_kind(folder) == FILE_NONE)
		return true;
	return file_walk_within(t->arena, &files, folder, STR(".json"),
				t->diag) &&
	       file_may_write(t->arena, t->folder, folder, t->diag);
}

static bool
collect(struct taking *t, struct str folder, struct str from, size_t *taken)
{
	struct str path = path_join(t->arena, from, STR("device.json"));
	struct arena *a = t->arena;
	struct paths files = { 0 };
	bool good = true;

	if (!file_walk(a, &files, from, STR(".json"), t->diag))
		return false;
	t->folder = path_join(a, folder, t->device->slug);
	if (!check_folder(t, folder))
		return false;
	if (!write_device(t, path))
		return false;
	for (size_t i = 0; i < files.n; i++) {
		struct str file = files.items[i];

		if (counters_is_list(file) || counters_is_record(file) ?
		    !counters_take(a, t->folder, file, taken, t->diag) :
		    !is_device_file(file) && !take_file(t, file, taken))
			good = false;
	}
	return good;
}

bool
device_of_run(struct arena *a, struct device_record *out, struct str folder,
	      struct diag *d)
{
	return record_read_device(a, out, path_join(a, folder,
						    STR("device.json")), d);
}

bool
ledger_collect(struct arena *a, struct str folder, struct str from,
	       size_t *taken, struct diag *d)
{
	struct device_record v;
	struct taking t = { .arena = a, .diag = d, .device = &v };

	*taken = 0;
	if (!device_of_run(a, &v, from, d))
		return false;
	if (!device_is_emulated(&v))
		return collect(&t, folder, from, taken);
	diag_fail(d, "'" STR_FMT "' holds records of the emulator: they are no "
		  "evidence of a device, and every machine makes its own",
		  STR_ARG(from));
	return false;
}

bool
ledger_collect_emulated(struct arena *a, struct str folder, struct str from,
			size_t *taken, struct diag *d)
{
	struct device_record v;
	struct taking t = { .arena = a, .diag = d, .device = &v };

	*taken = 0;
	return device_of_run(a, &v, from, d) &&
	       collect(&t, folder, from, taken);
}
