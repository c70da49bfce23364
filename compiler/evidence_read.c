/*
 * One file of the ledger -> struct evidence; device.json -> struct
 * device_record.
 *
 * The idea: nothing is believed that can be worked out again. A file holds no
 * verdict, no median and no rate; its name says which job it is of and how its
 * key starts, and both must be so.
 *
 *	{"format":"kbc-evidence 1","job":NAME,"key":HEX,"harness":HEX,
 *	"cubin":SHA-256,"target":"sm_90a","toolkit":"13.0.88","runner":"0.1.0",
 *	"device":{...},"cases":[...],"runs":[...],"error":null}
 *
 * The parts are read by evidence_device.c and evidence_runs.c.
 */
#include "evidence.h"

#include "arena.h"
#include "evidence_parts.h"
#include "evidence_reader.h"
#include "file.h"
#include "path.h"
#include "quantity.h"
#include "source.h"

#define FORMAT "kbc-evidence 1"
/* Digits of the key in a file's name. */
#define HASH8 8

/* `{"kind":"crash","text":"…"}` as `crash: …` */
static bool
read_error(struct record_reader *r, struct evidence *e, const json_t *root)
{
	const json_t *o = json_object_get(root, "error");
	struct str kind = STR(""), text = STR("");
	bool good;

	if (!o || json_is_null(o))
		return true;
	if (!json_is_object(o))
		return record_refuse_member(r, root, "error",
					    "an object or null");
	record_enter(r, "error", 0);
	good = record_text(r, &kind, o, "kind") &&
	       record_maybe(r, &text, o, "text");
	record_leave(r);
	text = str_slice(text, 0, str_find_byte(text, '\n'));
	e->error = text.n == 0 ? kind
			       : arena_printf(r->arena, STR_FMT ": " STR_FMT,
					      STR_ARG(kind), STR_ARG(text));
	return good;
}

static bool
is_hex(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_hex(s.p[i]))
			return false;
	return s.n > 0;
}

/* fma_throughput-fp16-1a2b3c4d.json: the job, and the start of its key. */
static bool
check_name(struct record_reader *r, const struct evidence *e,
	   const json_t *root)
{
	struct str stem = path_base(e->path), hash;

	stem = str_slice(stem, 0, stem.n - STR(".json").n);
	if (!str_equal(e->name, stem)) {
		record_enter(r, "job", 0);
		record_refuse(r,
			      "the evidence of job '" STR_FMT
			      "' lies in a file "
			      "named '" STR_FMT "'",
			      STR_ARG(e->name), STR_ARG(stem));
		record_leave(r);
		return false;
	}
	if (!is_hex(e->key) || e->key.n < HASH8)
		return record_refuse_member(r, root, "key",
					    "lower-case hexadecimal");
	hash = str_skip(stem, stem.n > HASH8 ? stem.n - HASH8 : 0);
	if (str_starts(e->key, hash) && stem.n > HASH8 + 1 &&
	    stem.p[stem.n - HASH8 - 1] == '-')
		return true;
	record_enter(r, "key", 0);
	record_refuse(
		r,
		"the file's name does not end in the first %d digits of its "
		"key",
		HASH8);
	record_leave(r);
	return false;
}

static bool
read_head(struct record_reader *r, struct evidence *e, const json_t *root)
{
	bool good = record_format(r, root, STR(FORMAT));

	good = good && record_text(r, &e->name, root, "job") &&
	       record_text(r, &e->key, root, "key") &&
	       record_text(r, &e->harness, root, "harness") &&
	       record_text(r, &e->cubin, root, "cubin") &&
	       record_text(r, &e->target, root, "target") &&
	       record_maybe(r, &e->toolkit, root, "toolkit") &&
	       record_maybe(r, &e->runner, root, "runner") &&
	       record_maybe(r, &e->ptx, root, "ptx") &&
	       check_name(r, e, root);
	if (!good || !json_object_get(root, "device"))
		return good &&
		       record_refuse_member(r, root, "device", "an object");
	record_enter(r, "device", 0);
	good = record_device(r, &e->device, json_object_get(root, "device"));
	record_leave(r);
	r->clock_mhz = json_number_value(json_object_get(
		json_object_get(root, "device"), "clock_khz")) / 1000;
	return good;
}

bool
device_is_emulated(const struct device_record *v)
{
	return str_starts(v->name, STR("PTX emulator"));
}

/* What ran must be of what the device runs; where no image was one for it,
   the record says so. */
static bool
check_target(struct record_reader *r, const struct evidence *e)
{
	if (e->target.n == 0 || e->error.n > 0 ||
	    device_is_emulated(&e->device) ||
	    arch_runs(e->device.sm, e->target))
		return true;
	record_enter(r, "target", 0);
	record_refuse(r, "no code of '" STR_FMT "' runs on a device of "
		      STR_FMT, STR_ARG(e->target), STR_ARG(e->device.sm));
	record_leave(r);
	return false;
}

bool
record_parse(struct arena *a, struct record *out, const struct source *s,
	     struct diag *d)
{
	struct record_reader r = { .arena = a, .diag = d, .source = s };
	struct evidence *e = &out->evidence;
	json_t *root = record_load(&r);
	struct str runs;
	bool good;

	*out = (struct record){ .source = s };
	e->path = s->name;
	good = root && read_head(&r, e, root) && record_cases(&r, e, root);
	r.driver = e->device.driver;
	r.toolkit = e->toolkit;
	r.cubin = e->cubin;
	good = good && record_runs(&r, e, root) && read_error(&r, e, root) &&
	       check_target(&r, e);
	json_decref(root);
	if (!good)
		return false;
	record_device_driver(&e->device);
	runs = json_member(s->text, STR("runs"));
	out->runs = arena_alloc(a, (e->nruns + 1) * sizeof *out->runs);
	for (size_t i = 0; i < e->nruns; i++)
		out->runs[i] = json_element(runs, i);
	return true;
}

const struct source *
record_source(struct arena *a, struct str path, struct diag *d)
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
	const struct source *s = record_source(a, path, d);

	return s && record_parse(a, out, s, d);
}

bool
record_read_device(struct arena *a, struct device_record *out, struct str path,
		   struct diag *d)
{
	struct record_reader r = { .arena = a, .diag = d };
	json_t *root;
	bool good;

	*out = (struct device_record){ 0 };
	r.source = record_source(a, path, d);
	root = r.source ? record_load(&r) : NULL;
	good = root && record_device(&r, out, root);
	json_decref(root);
	if (good)
		record_device_driver(out);
	return good;
}

/* A file's cases without the lengths of their launches. */
static json_t *
bare_cases(const struct source *s)
{
	struct str text = json_member(s->text, STR("cases"));
	json_t *cases = json_loadb(text.p, text.n, 0, NULL), *one;
	size_t i;

	json_array_foreach(cases, i, one) json_object_del(one, "n");
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
