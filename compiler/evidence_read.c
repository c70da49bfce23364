/*
 * One file of the ledger -> struct evidence; device.json -> struct
 * device_record.
 *
 * The idea: nothing is believed that can be worked out again. Of a replicate
 * only raw samples are read, and a slope is made of them here: five samples at
 * N and five at 4N, interleaved; the difference of their medians over 3 N. The
 * median and not the least: the least is biased. A replicate that was dropped
 * for its conditions, and a slope that is not above 0, is NaN.
 *
 *	{"format":"kbc-evidence 1","job":NAME,"key":HEX,"harness":HEX, ...
 *	"device":{"name":"NVIDIA H200","cc":"9.0","sm_count":132, ...},
 *	"cases":[{"params":{"chains":"4"},"n":1024,"unit":"ns", ...}],
 *	"runs":[{"started":"2026-11-30T03:20:11Z","replicates":[
 *	{"valid":true,"dropped":null,"samples":[[[5 at N],[5 at 4N]]]}]}],
 *	"error":null}
 *
 * A run may have an `n` of its own, a number a case, and a `driver`: a file
 * that has grown by a run that differed there.
 *
 * A fault is told at the byte: while the tree is walked, the way to the place
 * is kept, and evidence_json.c finds it in the text.
 */
#include "evidence.h"

#include "arena.h"
#include "diag.h"
#include "evidence_parts.h"
#include "file.h"
#include "judge.h"
#include "library.h"
#include "quantity.h"
#include "source.h"
#include "value.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>

#define FORMAT "kbc-evidence 1"
#define SAMPLES 5
#define CASES_MAX 1000
#define SETTINGS_MAX 64
#define RUNS_MAX 1000
#define REPLICATES_MAX 10000
#define HASH8 8
#define STEPS_MAX 8

/* One step of the way to a value: a member, or an element without a key. */
struct step {
	const char *key;
	size_t index;
};

struct reader {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	struct step steps[STEPS_MAX];
	size_t nsteps;
	size_t replicates; /* so far */
	struct str driver; /* of the file's head */
};

/* --- the way, and faults on it ----------------------------------------- */

static void
enter(struct reader *r, const char *key, size_t index)
{
	if (r->nsteps == STEPS_MAX)
		bug("evidence is nested deeper than it is read");
	r->steps[r->nsteps++] = (struct step){ key, index };
}

static void
leave(struct reader *r)
{
	r->nsteps--;
}

static struct str
place(const struct reader *r)
{
	struct str at = r->source->text;

	for (size_t i = 0; i < r->nsteps; i++)
		at = r->steps[i].key ?
			json_member(at, str_of(r->steps[i].key)) :
			json_element(at, r->steps[i].index);
	return at;
}

__attribute__((format(printf, 2, 3))) static bool
refuse(const struct reader *r, const char *fmt, ...)
{
	struct str text;
	va_list ap;

	va_start(ap, fmt);
	text = arena_vprintf(r->arena, fmt, ap);
	va_end(ap);
	diag_error(r->diag, source_span_of(r->source, place(r)), STR_FMT,
		   STR_ARG(text));
	return false;
}

static bool
refuse_member(struct reader *r, const json_t *object, const char *key,
	      const char *want)
{
	bool there = json_object_get(object, key) != NULL;

	if (!there)
		return refuse(r, "expected a member '%s', %s", key, want);
	enter(r, key, 0);
	refuse(r, "expected '%s' to be %s", key, want);
	leave(r);
	return false;
}

/* --- members ----------------------------------------------------------- */

static struct str
text_of(struct reader *r, const json_t *j)
{
	return arena_copy(r->arena, (struct str){ json_string_value(j),
						  json_string_length(j) });
}

static bool
take_text(struct reader *r, struct str *out, const json_t *o, const char *key)
{
	const json_t *j = json_object_get(o, key);

	if (!json_is_string(j) || json_string_length(j) == 0)
		return refuse_member(r, o, key, "a text");
	*out = text_of(r, j);
	return true;
}

/* As take_text; null and a member that is not there leave *out. */
static bool
take_maybe(struct reader *r, struct str *out, const json_t *o, const char *key)
{
	const json_t *j = json_object_get(o, key);

	if (!j || json_is_null(j))
		return true;
	if (!json_is_string(j))
		return refuse_member(r, o, key, "a text or null");
	*out = text_of(r, j);
	return true;
}

static const json_t *
take_array(struct reader *r, const json_t *o, const char *key, size_t most)
{
	const json_t *j = json_object_get(o, key);

	if (!json_is_array(j) || json_array_size(j) > most) {
		refuse_member(r, o, key, "a list that is not too long");
		return NULL;
	}
	return j;
}

/* --- the device -------------------------------------------------------- */

/* What kbc-run calls it, what documents call it. */
static const struct {
	const char *key, *name;
	double scale;
	struct str unit;
} entries[] = {
	{ "sm_count", "device.sm_count", 1, STR_INIT("") },
	{ "warp_size", "device.warp_size", 1, STR_INIT("") },
	{ "l2_bytes", "device.l2_bytes", 1, STR_INIT("B") },
	{ "clock_khz", "device.clock_hz", 1000, STR_INIT("Hz") },
	{ "memory_clock_khz", "device.memory_clock_hz", 1000, STR_INIT("Hz") },
	{ "memory_bus_bits", "device.memory_bus_bits", 1, STR_INIT("") },
	{ "memory_bytes", "device.memory_bytes", 1, STR_INIT("B") },
	{ "shared_per_sm", "device.shared_per_sm_bytes", 1, STR_INIT("B") },
	{ "shared_per_block_optin", "device.shared_per_block_bytes", 1,
	  STR_INIT("B") },
	{ "registers_per_sm", "device.registers_per_sm", 1, STR_INIT("") },
	{ "max_threads_per_sm", "device.threads_per_sm", 1, STR_INIT("") },
	{ "max_blocks_per_sm", "device.blocks_per_sm", 1, STR_INIT("") },
};

static const struct unit *
unit_of(struct arena *a, struct str text)
{
	struct unit *u = arena_alloc(a, sizeof *u);

	return text.n > 0 && unit_parse(u, text) ? u : NULL;
}

static void
add_entry(struct device_record *v, const char *name, struct value value)
{
	v->entries[v->nentries++] = (struct binding){ str_of(name), value };
}

static bool
read_entries(struct reader *r, struct device_record *v, const json_t *o)
{
	v->entries = arena_alloc(r->arena, (COUNT_OF(entries) + 3) *
						   sizeof *v->entries);
	for (size_t i = 0; i < COUNT_OF(entries); i++) {
		const json_t *j = json_object_get(o, entries[i].key);

		if (!j || json_is_null(j))
			continue;
		if (!json_is_number(j) || !(json_number_value(j) > 0))
			return refuse_member(r, o, entries[i].key,
					     "a number above 0, or null");
		add_entry(v, entries[i].name, value_number(
			json_number_value(j) * entries[i].scale,
			unit_of(r->arena, entries[i].unit)));
	}
	add_entry(v, "device.name", value_text(v->name));
	add_entry(v, "device.cc", value_text(v->cc));
	return true;
}

/* Once the runs are read: the newest has the last word. */
static void
add_driver(struct device_record *v)
{
	if (v->driver.n > 0)
		add_entry(v, "driver", value_text(v->driver));
}

/* `9.0` is `sm_90`. */
static struct str
sm_of(struct arena *a, struct str cc)
{
	size_t dot = str_find_byte(cc, '.');
	struct str out = STR(""), minor = str_skip(cc, dot + 1);
	uint64_t number;

	if (minor.n == 1 && str_unsigned(minor, &number) &&
	    str_unsigned(str_slice(cc, 0, dot), &number))
		out = arena_printf(a, "sm_" STR_FMT STR_FMT, (int)dot, cc.p,
				   STR_ARG(minor));
	return out;
}

static bool
read_device(struct reader *r, struct device_record *v, const json_t *o)
{
	if (!json_is_object(o))
		return refuse(r, "expected the device as an object");
	if (!take_text(r, &v->name, o, "name") || !take_text(r, &v->cc, o, "cc"))
		return false;
	if (!take_maybe(r, &v->driver, o, "driver") ||
	    !take_maybe(r, &v->date, o, "date"))
		return false;
	v->slug = record_slug(r->arena, v->name);
	v->sm = sm_of(r->arena, v->cc);
	if (v->slug.n == 0)
		return refuse_member(r, o, "name", "a device's name");
	if (v->sm.n == 0)
		return refuse_member(r, o, "cc", "a compute capability");
	return read_entries(r, v, o);
}

/* --- cases ------------------------------------------------------------- */

static bool
read_settings(struct reader *r, struct sample_case *c, const json_t *o)
{
	json_t *params = json_object_get(o, "params");
	const char *key;
	json_t *value;

	if (!json_is_object(params) ||
	    json_object_size(params) > SETTINGS_MAX)
		return refuse_member(r, o, "params", "an object of texts");
	c->settings = arena_alloc(r->arena, (json_object_size(params) + 1) *
						    sizeof *c->settings);
	json_object_foreach(params, key, value) {
		if (!json_is_string(value))
			return refuse_member(r, o, "params",
					     "an object of texts");
		c->settings[c->nsettings++] = (struct setting){
			arena_copy(r->arena, str_of(key)), text_of(r, value)
		};
	}
	return true;
}

static bool
read_case(struct reader *r, struct sample_case *c, const json_t *o)
{
	const json_t *n = json_object_get(o, "n");
	struct str unit;

	if (!json_is_object(o))
		return refuse(r, "expected a case as an object");
	if (!json_is_number(n) || !(json_number_value(n) >= 1))
		return refuse_member(r, o, "n", "a number of at least 1");
	c->n = json_number_value(n);
	if (!take_text(r, &unit, o, "unit"))
		return false;
	c->cycles = str_equal(unit, STR("cycles"));
	if (!c->cycles && !str_equal(unit, STR("ns")))
		return refuse_member(r, o, "unit", "'ns' or 'cycles'");
	return read_settings(r, c, o);
}

static bool
read_cases(struct reader *r, struct evidence *e, const json_t *root)
{
	const json_t *list = take_array(r, root, "cases", CASES_MAX);
	bool good = list != NULL;

	if (!list)
		return false;
	e->cases = arena_alloc(r->arena, (json_array_size(list) + 1) *
						 sizeof *e->cases);
	enter(r, "cases", 0);
	for (size_t i = 0; good && i < json_array_size(list); i++) {
		enter(r, NULL, i);
		good = read_case(r, &e->cases[e->ncases++],
				 json_array_get(list, i));
		leave(r);
	}
	if (good && e->ncases == 0)
		good = refuse(r, "expected at least one case");
	leave(r);
	return good;
}

/* --- samples ----------------------------------------------------------- */

static bool
read_half(double *v, const json_t *list)
{
	if (!json_is_array(list) || json_array_size(list) != SAMPLES)
		return false;
	for (size_t i = 0; i < SAMPLES; i++) {
		const json_t *j = json_array_get(list, i);

		v[i] = json_number_value(j);
		if (!json_is_number(j) || !(v[i] >= 0))
			return false;
	}
	return true;
}

/* Of five samples at n and five at 4 n; NaN when it is not above 0. */
static double
slope_of(double *at_n, double *at_4n, double n, double unit)
{
	double rise = judge_median(at_4n, SAMPLES) -
		      judge_median(at_n, SAMPLES);
	double slope = rise / (3 * n) * unit;

	return slope > 0 && isfinite(slope) ? slope : NAN;
}

static bool
read_slopes(struct reader *r, const struct evidence *e, const double *n,
	    double *out, const json_t *list)
{
	double at_n[SAMPLES], at_4n[SAMPLES];

	for (size_t c = 0; c < e->ncases; c++) {
		const json_t *pair = json_array_get(list, c);

		if (!json_is_array(pair) || json_array_size(pair) != 2 ||
		    !read_half(at_n, json_array_get(pair, 0)) ||
		    !read_half(at_4n, json_array_get(pair, 1))) {
			enter(r, "samples", 0);
			enter(r, NULL, c);
			refuse(r, "expected %d samples at N and %d at 4N",
			       SAMPLES, SAMPLES);
			leave(r);
			leave(r);
			return false;
		}
		out[c] = slope_of(at_n, at_4n, n[c],
				  e->cases[c].cycles ? 1 : 1e-9);
	}
	return true;
}

static void
drop(struct run *run, struct str why, double *slopes, size_t ncases)
{
	if (run->ndropped++ == 0)
		run->dropped = why.n ? why : STR("dropped");
	for (size_t c = 0; c < ncases; c++)
		slopes[c] = NAN;
}

static void
count_faults(struct run *run, const double *slopes, size_t ncases)
{
	for (size_t c = 0; c < ncases; c++)
		run->nfaults += isnan(slopes[c]) ? 1 : 0;
}

static bool
read_replicate(struct reader *r, const struct evidence *e, struct run *run,
	       const double *n, const json_t *o)
{
	const json_t *valid = json_object_get(o, "valid"), *samples;
	double *slopes = arena_alloc(r->arena, e->ncases * sizeof *slopes);
	struct str dropped = STR("");

	if (!json_is_object(o))
		return refuse(r, "expected a replicate as an object");
	if (!json_is_boolean(valid))
		return refuse_member(r, o, "valid", "true or false");
	if (!take_maybe(r, &dropped, o, "dropped"))
		return false;
	samples = take_array(r, o, "samples", e->ncases);
	if (!samples || json_array_size(samples) != e->ncases)
		return samples && refuse_member(r, o, "samples",
						"one pair a case");
	if (!read_slopes(r, e, n, slopes, samples))
		return false;
	if (!json_is_true(valid) || dropped.n > 0)
		drop(run, dropped, slopes, e->ncases);
	else
		count_faults(run, slopes, e->ncases);
	run->slope[run->nreplicates++] = slopes;
	return true;
}

static bool
read_replicates(struct reader *r, const struct evidence *e, struct run *run,
		const double *n, const json_t *o)
{
	const json_t *list = take_array(r, o, "replicates",
					REPLICATES_MAX - r->replicates);
	bool good = list != NULL;

	if (!list)
		return false;
	r->replicates += json_array_size(list);
	run->slope = arena_alloc(r->arena, (json_array_size(list) + 1) *
						   sizeof *run->slope);
	enter(r, "replicates", 0);
	for (size_t i = 0; good && i < json_array_size(list); i++) {
		enter(r, NULL, i);
		good = read_replicate(r, e, run, n, json_array_get(list, i));
		leave(r);
	}
	leave(r);
	return good;
}

/* --- runs -------------------------------------------------------------- */

/* `2026-11-30T03:20:11Z` */
static bool
is_time(struct str s)
{
	static const char form[] = "dddd-dd-ddTdd:dd:ddZ";

	if (s.n != sizeof form - 1)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (form[i] == 'd' ? !byte_is_digit(s.p[i]) :
				     s.p[i] != form[i])
			return false;
	return true;
}

/* N of each case, of the run or of the file. */
static double *
read_lengths(struct reader *r, const struct evidence *e, const json_t *o)
{
	const json_t *list = json_object_get(o, "n");
	double *n = arena_alloc(r->arena, e->ncases * sizeof *n);

	for (size_t c = 0; c < e->ncases; c++) {
		const json_t *j = json_array_get(list, c);

		n[c] = list ? json_number_value(j) : e->cases[c].n;
		if (!(n[c] >= 1) || (list && json_array_size(list) !=
						     e->ncases)) {
			refuse_member(r, o, "n", "a number of at least 1 a "
				      "case");
			return NULL;
		}
	}
	return n;
}

static bool
is_repeated(const struct evidence *e, struct str started)
{
	for (size_t i = 0; i < e->nruns; i++)
		if (str_equal(e->runs[i].started, started))
			return true;
	return false;
}

static bool
read_run(struct reader *r, struct evidence *e, const json_t *o)
{
	struct run *run = &e->runs[e->nruns];
	const double *n;

	e->device.driver = r->driver;
	if (!json_is_object(o))
		return refuse(r, "expected a run as an object");
	if (!take_text(r, &run->started, o, "started") ||
	    !take_maybe(r, &e->device.driver, o, "driver"))
		return false;
	if (!is_time(run->started))
		return refuse_member(r, o, "started",
				     "a time, as 2026-11-30T03:20:11Z");
	if (is_repeated(e, run->started))
		return refuse(r, "a second run that started at " STR_FMT,
			      STR_ARG(run->started));
	n = read_lengths(r, e, o);
	if (!n || !read_replicates(r, e, run, n, o))
		return false;
	e->device.date = str_slice(run->started, 0, 10);
	e->nruns++;
	return true;
}

static bool
read_runs(struct reader *r, struct evidence *e, const json_t *root)
{
	const json_t *list = take_array(r, root, "runs", RUNS_MAX);
	bool good = list != NULL;

	if (!list)
		return false;
	e->runs = arena_alloc(r->arena, (json_array_size(list) + 1) *
						sizeof *e->runs);
	enter(r, "runs", 0);
	for (size_t i = 0; good && i < json_array_size(list); i++) {
		enter(r, NULL, i);
		good = read_run(r, e, json_array_get(list, i));
		leave(r);
	}
	leave(r);
	return good;
}

/* `{"kind":"crash","text":"…"}` as `crash: …` */
static bool
read_error(struct reader *r, struct evidence *e, const json_t *root)
{
	const json_t *o = json_object_get(root, "error");
	struct str kind = STR(""), text = STR("");
	bool good;

	if (!o || json_is_null(o))
		return true;
	if (!json_is_object(o))
		return refuse_member(r, root, "error", "an object or null");
	enter(r, "error", 0);
	good = take_text(r, &kind, o, "kind") &&
	       take_maybe(r, &text, o, "text");
	leave(r);
	text = str_slice(text, 0, str_find_byte(text, '\n'));
	e->error = text.n == 0 ? kind : arena_printf(r->arena, STR_FMT ": "
				STR_FMT, STR_ARG(kind), STR_ARG(text));
	return good;
}

/* --- the file ---------------------------------------------------------- */

static bool
is_hex(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_digit(s.p[i]) && !(s.p[i] >= 'a' &&
						s.p[i] <= 'f'))
			return false;
	return s.n > 0;
}

/* fma_throughput-fp16-1a2b3c4d.json: the job, and the start of its key. */
static bool
check_name(struct reader *r, const struct evidence *e, const json_t *root)
{
	struct str stem = path_base(e->path), hash;

	stem = str_slice(stem, 0, stem.n - STR(".json").n);
	if (!str_equal(e->name, stem)) {
		enter(r, "job", 0);
		refuse(r, "the evidence of job '" STR_FMT "' lies in a file "
		       "named '" STR_FMT "'", STR_ARG(e->name), STR_ARG(stem));
		leave(r);
		return false;
	}
	if (!is_hex(e->key) || e->key.n < HASH8)
		return refuse_member(r, root, "key", "lower-case hexadecimal");
	hash = str_skip(stem, stem.n > HASH8 ? stem.n - HASH8 : 0);
	if (str_starts(e->key, hash) && stem.n > HASH8 + 1 &&
	    stem.p[stem.n - HASH8 - 1] == '-')
		return true;
	enter(r, "key", 0);
	refuse(r, "the file's name does not end in the first %d digits of its "
	       "key", HASH8);
	leave(r);
	return false;
}

static bool
read_head(struct reader *r, struct evidence *e, const json_t *root)
{
	struct str format = STR("");
	bool good;

	if (!json_is_object(root))
		return refuse(r, "expected an object");
	if (!take_text(r, &format, root, "format"))
		return false;
	if (!str_equal(format, STR(FORMAT)))
		return refuse_member(r, root, "format", "'" FORMAT "'");
	good = take_text(r, &e->name, root, "job") &&
	       take_text(r, &e->key, root, "key") &&
	       take_text(r, &e->harness, root, "harness") &&
	       take_text(r, &e->cubin, root, "cubin") &&
	       take_maybe(r, &e->target, root, "target") &&
	       take_maybe(r, &e->toolkit, root, "toolkit") &&
	       take_maybe(r, &e->runner, root, "runner") &&
	       check_name(r, e, root);
	if (!good || !json_object_get(root, "device"))
		return good && refuse_member(r, root, "device", "an object");
	enter(r, "device", 0);
	good = read_device(r, &e->device, json_object_get(root, "device"));
	leave(r);
	return good;
}

/* The JSON of a source; the caller lets it go. NULL with an error. */
static json_t *
load(struct reader *r)
{
	struct str text = r->source->text;
	json_error_t error;
	json_t *root = json_loadb(text.p, text.n, JSON_REJECT_DUPLICATES,
				  &error);
	size_t at;

	if (root)
		return root;
	at = error.position > 0 ? (size_t)error.position - 1 : 0;
	diag_error(r->diag, source_span(r->source, at, 1), "no JSON: %s",
		   error.text);
	return NULL;
}

bool
record_parse(struct arena *a, struct record *out, const struct source *s,
	     struct diag *d)
{
	struct reader r = { .arena = a, .diag = d, .source = s };
	struct evidence *e = &out->evidence;
	json_t *root = load(&r);
	struct str runs;
	bool good;

	*out = (struct record){ .source = s };
	e->path = s->name;
	good = root && read_head(&r, e, root) && read_cases(&r, e, root);
	out->driver = r.driver = e->device.driver;
	good = good && read_runs(&r, e, root) && read_error(&r, e, root);
	json_decref(root);
	if (!good)
		return false;
	add_driver(&e->device);
	runs = json_member(s->text, STR("runs"));
	out->runs = arena_alloc(a, (e->nruns + 1) * sizeof *out->runs);
	for (size_t i = 0; i < e->nruns; i++)
		out->runs[i] = json_element(runs, i);
	return true;
}

static const struct source *
read_source(struct arena *a, struct str path, struct diag *d)
{
	struct str text;

	if (!file_read(a, &text, path, EVIDENCE_MAX, d))
		return NULL;
	return source_make(a, path, text);
}

bool
record_read(struct arena *a, struct record *out, struct str path,
	    struct diag *d)
{
	const struct source *s = read_source(a, path, d);

	return s && record_parse(a, out, s, d);
}

bool
record_read_device(struct arena *a, struct device_record *out, struct str path,
		   struct diag *d)
{
	struct reader r = { .arena = a, .diag = d };
	json_t *root;
	bool good;

	*out = (struct device_record){ 0 };
	r.source = read_source(a, path, d);
	root = r.source ? load(&r) : NULL;
	good = root && read_device(&r, out, root);
	json_decref(root);
	if (good)
		add_driver(out);
	return good;
}

struct str
record_slug(struct arena *a, struct str name)
{
	static const struct str vendor = STR_INIT("NVIDIA ");
	struct str slug;
	char *p;
	size_t n = 0;

	if (str_equal_case(str_slice(name, 0, vendor.n), vendor))
		name = str_skip(name, vendor.n);
	p = arena_alloc(a, name.n + 1);
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (byte_is_name(c))
			p[n++] = c;
		else if (n > 0 && p[n - 1] != '-')
			p[n++] = '-';
	}
	slug = (struct str){ p, n };
	return str_ends(slug, STR("-")) ? str_slice(slug, 0, n - 1) : slug;
}

/* A file's cases without the lengths of their launches. */
static json_t *
bare_cases(const struct source *s)
{
	struct str text = json_member(s->text, STR("cases"));
	json_t *cases = json_loadb(text.p, text.n, 0, NULL), *one;
	size_t i;

	json_array_foreach(cases, i, one)
		json_object_del(one, "n");
	return cases;
}

bool
record_same_cases(const struct source *x, const struct source *y)
{
	json_t *a = bare_cases(x), *b = bare_cases(y);
	bool same = a && b && json_equal(a, b);

	json_decref(a);
	json_decref(b);
	return same;
}
