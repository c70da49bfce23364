/*
 * The ledger: a folder of evidence -> all of its records, looked up by job and
 * device.
 *
 * The idea: where a file lies says what it is, and what it holds must say the
 * same. DEVICE/NAME-HASH8.json is evidence of job NAME-HASH8 whose key starts
 * with HASH8, measured on a device whose slug is DEVICE; a file that was
 * copied elsewhere or renamed is an error at the byte that tells otherwise,
 * and is left out.
 *
 * A job's name holds the hash of all that it was bound to, so a changed probe
 * is another name: what is left under the name without the hash is stale.
 *
 * It knows no claim and judges nothing; samples become slopes in
 * evidence_read.c and values in evidence_metric.c.
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

/* --- which device -------------------------------------------------------- */

bool
device_is(const struct device_record *v, struct str pattern)
{
	return pattern.n == 0 || str_match_case(pattern, v->slug) ||
	       str_match_case(pattern, v->name);
}

/* Whether x is to be taken before what was found so far. */
static bool
comes_first(const struct device_record *x, const struct device_record *found)
{
	return !found || str_compare(x->slug, found->slug) < 0;
}

/* --- looking up ---------------------------------------------------------- */

const struct evidence *
ledger_find(const struct ledger *l, struct str job, struct str device)
{
	const struct evidence *e = jobs_first(l, job, BY_NAME), *found = NULL;

	for (; e; e = jobs_next(l, e, BY_NAME))
		if (device_is(&e->device, device) &&
		    comes_first(&e->device, found ? &found->device : NULL))
			found = e;
	return record_take(l, found);
}

const struct evidence *
ledger_next(const struct ledger *l, struct str job, const struct evidence *e)
{
	const struct evidence *next = jobs_first(l, job, BY_NAME);

	/* what was given may be what an item stands for */
	while (e && next && !str_equal(next->path, e->path))
		next = jobs_next(l, next, BY_NAME);
	if (e && next)
		next = jobs_next(l, next, BY_NAME);
	while (next && !record_take(l, next))
		next = jobs_next(l, next, BY_NAME);
	return record_take(l, next);
}

const struct evidence *
ledger_find_other(const struct ledger *l, struct str job, struct str sm)
{
	struct str name = job_name(job, sm, BY_FAMILY);
	const struct evidence *e = name.n > 0 ?
				   jobs_first(l, name, BY_FAMILY) : NULL;

	while (e && (e->target.n == 0 || str_equal(e->target, sm)))
		e = jobs_next(l, e, BY_FAMILY);
	return record_take(l, e);
}

const struct evidence *
ledger_find_stale(const struct ledger *l, struct str job, struct str sm,
		  struct str device)
{
	struct str name = job_name(job, sm, BY_STEM);
	const struct evidence *e = name.n > 0 ?
				   jobs_first(l, name, BY_STEM) : NULL;

	while (e && (str_equal(e->name, job) ||
		     (e->target.n > 0 && !str_equal(e->target, sm)) ||
		     !device_is(&e->device, device)))
		e = jobs_next(l, e, BY_STEM);
	return record_take(l, e);
}

const struct device_record *
ledger_device(const struct ledger *l, struct str device)
{
	const struct device_record *found = NULL;

	for (size_t i = 0; i < l->ndevices; i++)
		if (device_is(&l->devices[i], device) &&
		    comes_first(&l->devices[i], found))
			found = &l->devices[i];
	return found;
}

const struct value *
ledger_entry(const struct device_record *v, struct str name)
{
	for (size_t i = 0; i < v->nentries; i++)
		if (str_equal(v->entries[i].name, name))
			return &v->entries[i].value;
	return NULL;
}

double
ledger_number(const struct device_record *v, struct str name)
{
	const struct value *entry = ledger_entry(v, name);

	return entry ? entry->number : 0;
}

/* --- one code ------------------------------------------------------------- */

/* `13.0` and `13.0.88` are of 13.0.88. */
static bool
is_toolkit(struct str version, struct str asked)
{
	return str_starts(version, asked) &&
	       (version.n == asked.n || version.p[asked.n] == '.');
}

/* The newest run that a toolkit built; NULL if none did. */
static const struct run *
newest_run(const struct evidence *e, struct str toolkit)
{
	for (size_t i = e->nruns; i-- > 0;)
		if (toolkit.n == 0 || is_toolkit(e->runs[i].toolkit, toolkit))
			return &e->runs[i];
	return NULL;
}

static void
keep_runs(struct evidence *e, const struct run *of)
{
	struct str cubin = of->cubin, toolkit = of->toolkit;
	size_t n = 0;

	for (size_t i = 0; i < e->nruns; i++)
		if (str_equal(e->runs[i].cubin, cubin))
			e->runs[n++] = e->runs[i];
	e->nruns = n;
	e->cubin = cubin;
	e->toolkit = toolkit;
}

void
evidence_keep_newest(struct evidence *e)
{
	const struct run *run = newest_run(e, STR(""));

	if (run)
		keep_runs(e, run);
}

size_t
ledger_keep(struct arena *a, struct ledger *l, struct str toolkit)
{
	size_t n = 0;

	if (l->stubs) /* who names a toolkit has all read */
		return l->n;
	for (size_t i = 0; i < l->n; i++) {
		struct evidence *e = &l->items[i];
		const struct run *run = newest_run(e, toolkit);

		if (!run && toolkit.n > 0)
			continue;
		if (run)
			keep_runs(e, run);
		l->items[n++] = *e;
	}
	l->n = n;
	jobs_make(a, l);
	return n;
}

/* --- reading ------------------------------------------------------------- */

/* The folder of a file must be the slug of its device. */
static bool
check_folder(struct str path, struct str slug, const struct source *s,
	     struct diag *d)
{
	struct str folder = path_base(path_dir(path));
	struct str name;

	if (str_equal(folder, slug))
		return true;
	name = json_member(json_member(s->text, STR("device")), STR("name"));
	diag_error(d, source_span_of(s, name), "evidence of this device lies "
		   "in the folder '" STR_FMT "', not in '" STR_FMT "'",
		   STR_ARG(slug), STR_ARG(folder));
	return false;
}

static bool
has_device(const struct ledger *l, struct str slug)
{
	for (size_t i = 0; i < l->ndevices; i++)
		if (str_equal(l->devices[i].slug, slug))
			return true;
	return false;
}

static void
add_device(struct arena *a, struct ledger *l, const struct device_record *v)
{
	if (has_device(l, v->slug))
		return;
	l->devices = arena_grow(a, l->devices, l->ndevices, &l->capdevices,
				sizeof *l->devices);
	l->devices[l->ndevices++] = *v;
}

static void
read_evidence(struct arena *a, struct ledger *l, struct str path,
	      struct diag *d)
{
	struct record r;

	if (!record_read(a, &r, path, d) ||
	    !check_folder(path, r.evidence.device.slug, r.source, d))
		return;
	l->items = arena_grow(a, l->items, l->n, &l->cap, sizeof *l->items);
	l->items[l->n++] = r.evidence;
}

static void
read_device(struct arena *a, struct ledger *l, struct str path, struct diag *d)
{
	struct device_record v;

	if (!record_read_device(a, &v, path, d))
		return;
	if (str_equal(path_base(path_dir(path)), v.slug))
		add_device(a, l, &v);
	else
		diag_fail(d, "'" STR_FMT "' describes a device whose folder is "
			  "'" STR_FMT "'", STR_ARG(path), STR_ARG(v.slug));
}

static void
read_counters(struct arena *a, struct ledger *l, struct str path,
	      struct diag *d)
{
	struct counters_file f;

	if (!counters_read(a, &f, path, d) ||
	    !check_folder(path, counters_device(&f)->slug, f.source, d))
		return;
	if (f.list) {
		l->metrics = arena_grow(a, l->metrics, l->nmetrics,
					&l->capmetrics, sizeof *l->metrics);
		l->metrics[l->nmetrics++] = *f.list;
		return;
	}
	l->counters = arena_grow(a, l->counters, l->ncounters, &l->capcounters,
				 sizeof *l->counters);
	l->counters[l->ncounters++] = *f.record;
}

/* Whether path is folder/DEVICE/NAME. */
static bool
is_in_device(struct str path, struct str folder)
{
	struct str rest = str_skip(path, folder.n), part;
	size_t nparts = 0;

	while (str_split(&part, &rest, '/'))
		nparts += part.n > 0 ? 1 : 0;
	return nparts == 2;
}

/* The devices that have no file of their own. */
static void
add_devices(struct arena *a, struct ledger *l)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct evidence *e = &l->items[i];

		if (has_device(l, e->device.slug))
			continue;
		e = record_take(l, e);
		if (e)
			add_device(a, l, &e->device);
	}
}

static bool
read_ledger(struct arena *a, struct ledger *out, struct str folder,
	    struct diag *d)
{
	struct paths files = { 0 };

	if (file_kind(folder) == FILE_NONE)
		return true;
	if (!file_walk_within(a, &files, folder, STR(".json"), d))
		return false;
	for (size_t i = 0; i < files.n; i++) {
		struct str path = files.items[i];

		if (!is_in_device(path, folder))
			diag_fail(d, "'" STR_FMT "' lies in no device's "
				  "folder", STR_ARG(path));
		else if (str_equal(path_base(path), STR("device.json")))
			read_device(a, out, path, d);
		else if (counters_is_list(path) || counters_is_record(path))
			read_counters(a, out, path, d);
		else if (out->stubs)
			stubs_add(a, out, path);
		else
			read_evidence(a, out, path, d);
	}
	add_devices(a, out);
	jobs_make(a, out);
	return true;
}

bool
ledger_read(struct arena *a, struct ledger *out, struct str folder,
	    struct diag *d)
{
	*out = (struct ledger){ 0 };
	return read_ledger(a, out, folder, d);
}

bool
ledger_read_known(struct arena *a, struct ledger *out, struct str folder,
		  const struct ledger_known *known, struct diag *d)
{
	*out = (struct ledger){ .stubs = stubs_make(a, known) };
	return read_ledger(a, out, folder, d);
}
