/*
 * The visit of a job, in the order in which things can go wrong: the cubin is
 * read and must have the hash that the pack says; it is loaded; then for each
 * case buffers, entry, one launch to see whether it works, the measurement,
 * one more launch over poisoned outputs during which the device's conditions
 * are read, and the checks on what that launch left.
 *
 * Nothing is retried. The first fault ends the visit.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arena.h"
#include "buf.h"
#include "check.h"
#include "conditions.h"
#include "device.h"
#include "fault.h"
#include "file.h"
#include "fill.h"
#include "formula.h"
#include "fresh.h"
#include "measure.h"
#include "number.h"
#include "nvml.h"
#include "orders.h"
#include "pack.h"
#include "pack_test.h"
#include "probe.h"
#include "random.h"
#include "report.h"
#include "sha256.h"
#include "trial.h"
#include "trial_outcome.h"
#include "visit.h"

enum { IMAGE_BYTES = 256 << 20 };

struct bench {
	struct arena arena;
	const struct visit *visit;
	const struct pack_job *job;
	const struct order *order;
	struct probe probe;
	struct conditions conditions;
	struct outcome *outcome; /* of a test */
	struct buf image; /* of which the module is */
	void *module;
};

/* The file that this device runs; NULL if the job has none. */
static const char *
find_image(const struct bench *b, const char **sha256)
{
	bool ptx = b->visit->device->ops->image == DEVICE_PTX;

	*sha256 = ptx ? b->job->ptx_sha256 : b->job->sha256;
	return ptx ? b->job->ptx : b->job->cubin;
}

static bool
read_image(struct bench *b, struct buf *image, struct fault *f)
{
	const char *sha256, *name = find_image(b, &sha256);
	char hash[SHA256_TEXT];
	struct buf path = { 0 };
	bool ok;

	if (!name) {
		fault_set(f, FAULT_LOAD, "the job has no PTX for this device");
		return false;
	}
	buf_addf(&path, "%s/%s", b->visit->pack->folder, name);
	ok = file_read(path.data, IMAGE_BYTES, image);
	buf_free(&path);
	if (!ok) {
		fault_set(f, FAULT_LOAD, "cannot read '%s': %s", name,
			  strerror(errno));
		return false;
	}
	sha256_text(image->data, image->len, hash);
	if (!strcasecmp(hash, sha256))
		return true;
	fault_set(f, FAULT_LOAD,
		  "'%s' is not the file of the manifest: its "
		  "SHA-256 is %s",
		  name, hash);
	return false;
}

/* Whether a test's image cannot be loaded since the device lacks something;
   that is then its outcome. */
static bool
is_lacking(struct bench *b)
{
	const int64_t point[TEST_RANGES] = { 0 };
	struct device *d = b->visit->device;
	struct finding found;
	bool lacks = false;

	while (b->job->test && d->ops->finding &&
	       d->ops->finding(d, &found)) {
		outcome_add_finding(b->outcome, &found, point);
		lacks = true;
	}
	return lacks;
}

/* A code from loading leaves the process usable; say what was wanted. */
static bool
fail_load(struct bench *b, struct fault *f, const char *what, int code)
{
	const struct device_attributes *d = &b->visit->device->attributes;

	probe_fail(&b->probe, f, what, code);
	f->poisoned = false;
	if (f->kind == FAULT_LAUNCH)
		f->kind = FAULT_LOAD;
	if (f->kind == FAULT_NO_IMAGE)
		snprintf(f->text, sizeof(f->text),
			 "no kernel image for this "
			 "device: '%s' is built for %s, the device is "
			 "sm_%" PRId64 "%" PRId64 " (%s), driver %s",
			 b->job->cubin, b->job->target, d->cc_major,
			 d->cc_minor, d->name, d->driver);
	return false;
}

static bool
load_image(struct bench *b, struct fault *f)
{
	struct device *d = b->visit->device;
	bool ok;
	int code;

	if (d->ops->image == DEVICE_CUBIN &&
	    !device_runs(&d->attributes, b->job->target)) {
		fault_set(f, FAULT_NO_IMAGE, "needs %s", b->job->target);
		return false;
	}
	ok = read_image(b, &b->image, f);
	if (ok) {
		code = d->ops->load(d, b->image.data, &b->module);
		if (code) {
			b->module = NULL;
			ok = is_lacking(b) ||
			     fail_load(b, f, "loading the image", code);
		}
	}
	return ok;
}

/* One untimed launch over fresh outputs, the device watched meanwhile. */
static bool
run_checked(struct bench *b, const struct pack_case *c, uint32_t n,
	    struct fault *f)
{
	struct probe *p = &b->probe;
	int code = fresh_start(p);

	if (code)
		return probe_fail(p, f, "filling a buffer", code);
	if (!probe_poison(p, c, f) || !measure_start(p, n, f))
		return false;
	if (b->visit->nvml)
		nvml_sample(b->visit->nvml, &b->conditions);
	return measure_wait(p, f) && check_run(c, p, f);
}

/* What looks like the poison may be a number: then it is so over another one,
   too. */
static bool
run_last(struct bench *b, const struct pack_case *c, uint32_t n,
	 struct fault *f)
{
	bool good;

	if (run_checked(b, c, n, f))
		return true;
	if (f->kind != FAULT_CHECK || strcmp(f->name, CHECK_UNWRITTEN))
		return false;
	memset(f, 0, sizeof(*f));
	b->probe.poison = PACK_OTHER_POISON;
	good = run_checked(b, c, n, f);
	b->probe.poison = PACK_POISON;
	return good;
}

static const struct pack_symbol *
find_symbol(const struct pack_job *job, const char *name)
{
	size_t i;

	for (i = 0; job->symbols && i < job->symbols->nsymbols; i++) {
		if (!strcmp(job->symbols->symbols[i].name, name))
			return &job->symbols->symbols[i];
	}
	return NULL;
}

static bool
prepare_launch(struct bench *b, const struct case_launch *l, struct fault *f)
{
	const struct pack_symbol *symbol = find_symbol(b->job, l->entry);
	struct device *d = b->visit->device;
	void *entry = NULL;
	int code;

	code = d->ops->find(d, b->module, symbol ? symbol->symbol : l->entry,
			    &entry);
	if (code)
		return fail_load(b, f, "finding the entry", code);
	return probe_add(&b->probe, l, entry, symbol, f);
}

static bool
prepare_case(struct bench *b, const struct pack_case *c, struct fault *f)
{
	size_t i;

	if (!probe_allocate(&b->probe, c, f) || !probe_bind(&b->probe, c, f))
		return false;
	for (i = 0; i < c->nlaunches; i++) {
		if (!prepare_launch(b, &c->launches[i], f))
			return false;
	}
	return probe_fill(&b->probe, c, f);
}

static bool
visit_case(struct bench *b, size_t index, struct fault *f)
{
	const struct pack_case *c = &b->job->cases[index];
	struct report r = { .job = b->order->job };
	bool found = b->order->n[index] != 0;

	r.kind = REPORT_CASE;
	r.kase = index;
	report_send(&r, b->visit->out);
	r.n = found ? b->order->n[index] : c->n;
	if (!prepare_case(b, c, f) || !measure_warm(&b->probe, r.n, f) ||
	    !fresh_find(&b->probe, c, f))
		return false;
	if (!found && !measure_grow(&b->probe, &r.n, f))
		return false;
	if (!measure_settle(&b->probe, 4 * r.n, f) ||
	    !measure_issue(&b->probe, r.n, &r.issue, f) ||
	    !measure_pairs(&b->probe, r.n, r.values, f) ||
	    !run_last(b, c, 4 * r.n, f))
		return false;
	r.kind = REPORT_SAMPLE;
	r.fresh = fresh_mask(&b->probe);
	report_send(&r, b->visit->out);
	return true;
}

/* Run the job's test, unless the device has said that it cannot. */
static bool
visit_test(struct bench *b, struct fault *f)
{
	const struct pack_test *t = b->job->test;
	struct report r = { .kind = REPORT_OUTCOME, .job = b->order->job };
	struct trial_image m = { b->image.data, b->image.len, b->module };
	struct buf words = { 0 };
	bool ran = true;

	if (b->module)
		ran = trial_run(b->visit->device, &m, t, b->visit->pack->seed,
				b->outcome, f);
	b->module = m.module;
	if (!ran)
		return false;
	outcome_dump(b->outcome, t, &words);
	r.text = words.data;
	report_send(&r, b->visit->out);
	buf_free(&words);
	return true;
}

static bool
visit_cases(struct bench *b, struct fault *f)
{
	struct random r = random_make(b->visit->pack->seed, b->visit->replicate,
				      ~(uint64_t)b->order->job);
	size_t n = b->job->ncases, i;
	size_t *order = arena_make(&b->arena, n * sizeof(*order));

	for (i = 0; i < n; i++)
		order[i] = i;
	random_shuffle(&r, order, n);
	for (i = 0; i < n; i++) {
		if (!visit_case(b, order[i], f)) {
			f->kase = (long)order[i];
			return false;
		}
	}
	return true;
}

static void
say_conditions(struct bench *b)
{
	struct report r = { .kind = REPORT_CONDITIONS, .job = b->order->job };

	r.conditions = b->conditions;
	report_send(&r, b->visit->out);
}

static void
make_probe(struct bench *b)
{
	struct random r = random_make(b->visit->pack->seed, b->visit->replicate,
				      b->order->job);

	b->probe.arena = &b->arena;
	b->probe.device = b->visit->device;
	b->probe.seed = random_next(&r);
	b->probe.poison = PACK_POISON;
	b->probe.pinned = b->visit->pinned;
	b->probe.right = arena_make(&b->arena, FILL_PERIOD);
	b->outcome = arena_make(&b->arena, sizeof(*b->outcome));
}

bool
visit_run(const struct visit *v, const struct order *o, struct fault *f)
{
	struct bench b = { .visit = v, .order = o };
	bool ok;

	b.job = &v->pack->jobs[o->job];
	make_probe(&b);
	if (v->nvml)
		nvml_begin(v->nvml);
	b.conditions = conditions_make();
	b.conditions.mps = v->mps;
	ok = load_image(&b, f) && (b.job->test ? visit_test(&b, f)
					       : visit_cases(&b, f));
	arena_free(&b.arena);
	buf_free(&b.image);
	if (ok)
		say_conditions(&b);
	if (f->poisoned)
		return false; /* a call into this context may never return */
	probe_release(&b.probe);
	if (b.module)
		v->device->ops->unload(v->device, b.module);
	return ok;
}
