/*
 * What the profiler said -> struct counter_record, struct metric_list.
 *
 *	{"format":"kbc-counters 1","job":NAME,"key":HEX,"harness":HEX,
 *	"cubin":SHA-256,"target":"sm_90a","toolkit":"13.0.88","runner":"0.1.0",
 *	"device":{...},"runs":[{"started":"2026-11-30T14:03:11Z",
 *	"profiler":"2025.3.1.0","rounds":2,"counts":[{"params":{"chains":"4"},
 *	"slope":"iterations","launches":[{"entry":"k","n":64,"metrics":{
 *	"smsp__inst_executed.sum":{"unit":"inst","values":[264,264]}}}]}]}]}
 *
 *	{"format":"kbc-metrics 1","profiler":"2025.3.1.0","device":{...},
 *	"metrics":[{"name":"dram__bytes","found":[{"name":"dram__bytes",
 *	"kind":"Counter","unit":"byte","text":"…"}],"left":0,"near":[]}]}
 *
 * The idea: a record is bound to its job by name and key as evidence is; a
 * list is of a device. Nothing is worked out here.
 */
#include "evidence.h"

#include "arena.h"
#include "evidence_counted.h"
#include "evidence_counters.h"
#include "evidence_parts.h"
#include "evidence_reader.h"
#include "file.h"
#include "path.h"
#include "source.h"

#include <math.h>

#define FORMAT "kbc-counters 1"
#define LIST_FORMAT "kbc-metrics 1"
#define RECORD_TAIL ".ncu.json"
#define LIST_NAME "metrics.json"
/* Digits of the key in a file's name. */
#define HASH8 8
/* More of anything is refused: a record has no use for it. */
#define RUNS_MAX 1000
#define CASES_MAX 1000
#define LAUNCHES_MAX 1000
#define ROUNDS_MAX 1000
#define NAMES_MAX 10000

bool
counters_is_record(struct str path)
{
	return str_ends(path, STR(RECORD_TAIL));
}

bool
counters_is_list(struct str path)
{
	return str_equal(path_base(path), STR(LIST_NAME));
}

/* --- a launch ------------------------------------------------------------ */

static bool
read_rounds(struct record_reader *r, struct count_value *v, const json_t *o)
{
	const json_t *list = json_object_get(o, "values");
	size_t n = json_array_size(list);

	if (json_is_null(list))
		return true;
	if (!json_is_array(list) || n == 0 || n > ROUNDS_MAX)
		return record_refuse_member(r, o, "values",
					    "a list of numbers, or null");
	v->rounds = arena_alloc(r->arena, n * sizeof *v->rounds);
	for (; v->nrounds < n; v->nrounds++) {
		const json_t *j = json_array_get(list, v->nrounds);

		if (!json_is_number(j) || !isfinite(json_number_value(j)))
			return record_refuse_member(r, o, "values",
						    "a list of numbers");
		v->rounds[v->nrounds] = json_number_value(j);
	}
	return true;
}

static bool
read_values(struct record_reader *r, struct count_launch *l, const json_t *o)
{
	json_t *all = json_object_get(o, "metrics"), *one;
	const char *key;
	bool good = true;

	if (!json_is_object(all) || json_object_size(all) > NAMES_MAX)
		return record_refuse_member(r, o, "metrics", "an object");
	l->values = arena_alloc(r->arena, (json_object_size(all) + 1) *
						  sizeof *l->values);
	record_enter(r, "metrics", 0);
	json_object_foreach(all, key, one)
	{
		struct count_value *v = &l->values[l->nvalues++];

		v->metric = arena_copy(r->arena, str_of(key));
		record_enter(r, v->metric.p, 0);
		good = good && record_maybe(r, &v->unit, one, "unit") &&
		       read_rounds(r, v, one);
		record_leave(r);
	}
	record_leave(r);
	return good;
}

static bool
read_launch(struct record_reader *r, struct count_launch *l, const json_t *o)
{
	const json_t *n = json_object_get(o, "n");

	if (!json_is_number(n) || !(json_number_value(n) >= 0))
		return record_refuse_member(r, o, "n", "a number of at least "
					    "0");
	l->n = json_number_value(n);
	return record_text(r, &l->entry, o, "entry") && read_values(r, l, o);
}

/* --- lists of things ------------------------------------------------------ */

static bool
read_case(struct record_reader *r, struct count_case *c, const json_t *o)
{
	struct record_walk w;
	struct str slope;

	if (!record_text(r, &slope, o, "slope"))
		return false;
	if (!str_equal(slope, STR("iterations")) &&
	    !str_equal(slope, STR("launches")))
		return record_refuse_member(r, o, "slope", "'iterations' or "
					    "'launches'");
	if (!record_settings(r, &c->settings, &c->nsettings, o) ||
	    !record_walk(r, &w, o, "launches", LAUNCHES_MAX))
		return false;
	c->iterations = str_equal(slope, STR("iterations"));
	c->launches = arena_alloc(r->arena, (w.n + 1) * sizeof *c->launches);
	while (record_next(r, &w))
		if (!read_launch(r, &c->launches[c->nlaunches++], w.item))
			return false;
	return true;
}

static bool
read_run(struct record_reader *r, struct count_run *run, const json_t *o)
{
	struct record_walk w;

	if (!record_text(r, &run->started, o, "started") ||
	    !record_text(r, &run->profiler, o, "profiler") ||
	    !record_gpu(r, &run->gpu, o) ||
	    !record_walk(r, &w, o, "counts", CASES_MAX))
		return false;
	run->cases = arena_alloc(r->arena, (w.n + 1) * sizeof *run->cases);
	while (record_next(r, &w))
		if (!read_case(r, &run->cases[run->ncases++], w.item))
			return false;
	return true;
}

static bool
read_runs(struct record_reader *r, struct counter_record *c,
	  const json_t *root)
{
	struct record_walk w;

	if (!record_walk(r, &w, root, "runs", RUNS_MAX))
		return false;
	c->runs = arena_alloc(r->arena, (w.n + 1) * sizeof *c->runs);
	while (record_next(r, &w))
		if (!read_run(r, &c->runs[c->nruns++], w.item))
			return false;
	return true;
}

/* --- the record ----------------------------------------------------------- */

static bool
read_device(struct record_reader *r, struct device_record *out,
	    const json_t *root)
{
	const json_t *device = json_object_get(root, "device");
	bool good;

	if (!device)
		return record_refuse_member(r, root, "device", "an object");
	record_enter(r, "device", 0);
	good = record_device(r, out, device);
	record_leave(r);
	if (good)
		record_device_driver(out);
	return good;
}

/* NAME-HASH8.ncu.json: the job, and the start of its key. */
static bool
check_name(struct record_reader *r, const struct counter_record *c,
	   const json_t *root)
{
	struct str stem = path_base(c->path);

	stem.n -= STR(RECORD_TAIL).n;
	if (!str_equal(stem, c->name))
		return record_refuse_member(r, root, "job",
					    "what the file is named for");
	if (stem.n > HASH8 && c->key.n >= HASH8 &&
	    str_starts(c->key, str_skip(stem, stem.n - HASH8)))
		return true;
	return record_refuse_member(r, root, "key", "what the file's name "
				    "ends in the first digits of");
}

static bool
read_record(struct record_reader *r, struct counter_record *c,
	    const json_t *root)
{
	return record_format(r, root, STR(FORMAT)) &&
	       record_text(r, &c->name, root, "job") &&
	       record_text(r, &c->key, root, "key") &&
	       record_text(r, &c->harness, root, "harness") &&
	       record_text(r, &c->cubin, root, "cubin") &&
	       record_maybe(r, &c->toolkit, root, "toolkit") &&
	       check_name(r, c, root) &&
	       read_device(r, &c->device, root) && read_runs(r, c, root);
}

/* --- the list ------------------------------------------------------------- */

static bool
read_metric(struct record_reader *r, struct listed_metric *m, const json_t *o)
{
	return record_text(r, &m->name, o, "name") &&
	       record_maybe(r, &m->kind, o, "kind") &&
	       record_maybe(r, &m->unit, o, "unit") &&
	       record_maybe(r, &m->text, o, "text");
}

static bool
read_near(struct record_reader *r, struct listed_name *name, const json_t *o)
{
	struct record_walk w;

	if (!record_walk(r, &w, o, "near", NAMES_MAX))
		return false;
	name->near = arena_alloc(r->arena, (w.n + 1) * sizeof *name->near);
	while (record_next(r, &w)) {
		if (!json_is_string(w.item))
			return record_refuse(r, "expected a text");
		name->near[name->nnear++] = record_copy(r, w.item);
	}
	return true;
}

static bool
read_name(struct record_reader *r, struct listed_name *name, const json_t *o)
{
	struct record_walk w;

	if (!record_text(r, &name->name, o, "name") || !read_near(r, name, o) ||
	    !record_walk(r, &w, o, "found", NAMES_MAX))
		return false;
	name->left = json_number_value(json_object_get(o, "left"));
	name->found = arena_alloc(r->arena, (w.n + 1) * sizeof *name->found);
	while (record_next(r, &w))
		if (!read_metric(r, &name->found[name->nfound++], w.item))
			return false;
	return true;
}

static bool
read_list(struct record_reader *r, struct metric_list *l, const json_t *root)
{
	struct record_walk w;

	if (!record_format(r, root, STR(LIST_FORMAT)) ||
	    !record_text(r, &l->profiler, root, "profiler") ||
	    !read_device(r, &l->device, root) ||
	    !record_walk(r, &w, root, "metrics", NAMES_MAX))
		return false;
	l->names = arena_alloc(r->arena, (w.n + 1) * sizeof *l->names);
	while (record_next(r, &w))
		if (!read_name(r, &l->names[l->nnames++], w.item))
			return false;
	return true;
}

/* --- a file --------------------------------------------------------------- */

static bool
read_any(struct record_reader *r, struct counters_file *f, struct str path,
	 const json_t *root)
{
	if (counters_is_list(path)) {
		f->list = arena_alloc(r->arena, sizeof *f->list);
		f->list->path = path;
		return read_list(r, f->list, root);
	}
	f->record = arena_alloc(r->arena, sizeof *f->record);
	f->record->path = path;
	return read_record(r, f->record, root);
}

bool
counters_parse(struct arena *a, struct counters_file *out,
	       const struct source *s, struct diag *d)
{
	struct record_reader r = { .arena = a, .diag = d, .source = s };
	json_t *root = record_load(&r);
	bool good;

	*out = (struct counters_file){ .source = s };
	good = root && read_any(&r, out, s->name, root);
	json_decref(root);
	return good;
}

bool
counters_read(struct arena *a, struct counters_file *out, struct str path,
	      struct diag *d)
{
	const struct source *s = record_source(a, path, d);

	return s && counters_parse(a, out, s, d);
}

const struct device_record *
counters_device(const struct counters_file *f)
{
	return f->list ? &f->list->device : &f->record->device;
}
