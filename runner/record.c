/*
 * Evidence as text: "kbc-evidence 1".
 *
 * The layout is fixed: one line for the head, one for each case and one for
 * each replicate, so that a difference between two files can be read. It
 * holds no name of the machine, no serial number and no path. What is not
 * known is null. Samples are written as they came, ten for each case.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "die.h"
#include "fault.h"
#include "file.h"
#include "formula.h"
#include "number.h"
#include "pack.h"
#include "pack_test.h"
#include "record.h"
#include "report.h"
#include "results.h"
#include "trial_outcome.h"

enum { HALF = REPORT_VALUES / 2 };

void
record_emit_device(const struct results *r, struct buf *out)
{
	const struct device_attributes *d = &r->device;

	buf_addf(out, "{");
	buf_add_text(out, "name", d->name);
	buf_addf(out, "\"cc\":\"%" PRId64 ".%" PRId64 "\",", d->cc_major,
		 d->cc_minor);
	buf_add_number(out, "sm_count", d->sm_count);
	buf_add_number(out, "warp_size", d->warp_size);
	buf_add_number(out, "l2_bytes", d->l2_bytes);
	buf_add_number(out, "clock_khz", d->clock_khz);
	buf_add_number(out, "memory_clock_khz", d->memory_clock_khz);
	buf_add_number(out, "memory_bus_bits", d->memory_bus_bits);
	buf_add_number(out, "memory_bytes", d->memory_bytes);
	buf_add_number(out, "shared_per_sm", d->shared_per_sm);
	buf_add_number(out, "shared_per_block_optin",
		       d->shared_per_block_optin);
	buf_add_number(out, "registers_per_sm", d->registers_per_sm);
	buf_add_number(out, "max_threads_per_sm", d->max_threads_per_sm);
	buf_add_number(out, "max_blocks_per_sm", d->max_blocks_per_sm);
	buf_add_text(out, "driver", d->driver);
	buf_add_flag(out, "ecc", d->ecc);
	buf_add_flag(out, "mig", d->mig);
	buf_addf(out, "\"date\":\"%.10s\"}", r->started);
}

static void
emit_grid(const struct results *r, const struct case_launch *c,
	  struct buf *out)
{
	uint64_t grid[3] = { 0 };
	int i;

	for (i = 0; i < 3; i++) {
		if (!pack_size_find(&c->grid[i], &r->device, &grid[i]))
			grid[i] = 0;
	}
	buf_addf(out, "\"grid\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "],",
		 grid[0], grid[1], grid[2]);
	buf_addf(out, "\"block\":[%u,%u,%u]", c->block[0], c->block[1],
		 c->block[2]);
}

/* The launches behind the first one. */
static void
emit_then(const struct results *r, const struct pack_case *c, struct buf *out)
{
	size_t i;

	for (i = 1; i < c->nlaunches; i++) {
		buf_addf(out, i == 1 ? ",\"then\":[{" : ",{");
		buf_add_text(out, "entry", c->launches[i].entry);
		emit_grid(r, &c->launches[i], out);
		buf_addf(out, "}");
	}
	if (c->nlaunches > 1)
		buf_addf(out, "]");
}

/* The buffers that were written anew, by their names. */
static void
emit_fresh(const struct pack_case *c, unsigned mask, struct buf *out)
{
	const char *comma = "";
	size_t i;

	if (!mask)
		return;
	buf_addf(out, ",\"fresh\":[");
	for (i = 0; i < c->nbuffers; i++) {
		if (!(mask >> i & 1))
			continue;
		buf_addf(out, "%s", comma);
		buf_add_json(out, c->buffers[i].name,
			     strlen(c->buffers[i].name));
		comma = ",";
	}
	buf_addf(out, "]");
}

void
record_emit_params(const struct pack_case *c, struct buf *out)
{
	size_t i;

	buf_addf(out, "\"params\":{");
	for (i = 0; c && i < c->nparams; i++) {
		buf_addf(out, i ? "," : "");
		buf_add_json(out, c->params[i].name, strlen(c->params[i].name));
		buf_addf(out, ":");
		buf_add_json(out, c->params[i].value,
			     strlen(c->params[i].value));
	}
	buf_addf(out, "},");
}

/* A case, number K of its job, and what it came to. */
static void
emit_case(const struct results *r, const struct pack_case *c,
	  const struct job_result *j, size_t k, struct buf *out)
{
	uint32_t n = j->n[k];
	bool cycles = c->measure == MEASURE_CYCLES;
	bool launches = c->measure == MEASURE_LAUNCHES;

	buf_addf(out, "{");
	record_emit_params(c, out);
	buf_add_text(out, "entry", c->launches[0].entry);
	emit_grid(r, &c->launches[0], out);
	emit_then(r, c, out);
	emit_fresh(c, j->fresh[k], out);
	buf_addf(out,
		 ",\"n\":%" PRIu32 ",\"measure\":\"%s\","
		 "\"slope\":\"%s\",\"unit\":\"%s\"}",
		 n ? n : c->n, cycles ? "cycles" : "events",
		 launches ? "launches" : "iterations",
		 cycles ? "cycles" : "ns");
}

static void
emit_values(const double *values, struct buf *out)
{
	int i;

	for (i = 0; i < REPORT_VALUES; i++)
		buf_addf(out, "%s%.9g",
			 i == 0	     ? "[["
			 : i == HALF ? "],["
				     : ",",
			 values[i]);
	buf_addf(out, "]]");
}

/* The host's share of the time, where launches follow one another. */
static void
emit_issue(const struct replicate *rep, const struct pack_job *job,
	   struct buf *out)
{
	size_t i;

	for (i = 0; i < job->ncases; i++) {
		if (job->cases[i].measure == MEASURE_LAUNCHES)
			break;
	}
	if (i == job->ncases)
		return;
	for (i = 0; i < job->ncases; i++)
		buf_addf(out, "%s%.3g", i ? "," : ",\"issue\":[",
			 rep->issue[i]);
	buf_addf(out, "]");
}

/* Two lists of five for each case, or null where it was left out. */
static void
emit_samples(const struct replicate *rep, const struct pack_job *job,
	     struct buf *out)
{
	size_t i;

	for (i = 0; i < job->ncases; i++) {
		if (i)
			buf_addf(out, ",");
		if (rep->seen[i])
			emit_values(rep->values + i * REPORT_VALUES, out);
		else
			buf_addf(out, "null");
	}
}

static void
emit_replicate(const struct results *r, const struct replicate *rep,
	       const struct pack_job *job, struct buf *out)
{
	const char *dropped = conditions_dropped(&rep->conditions);

	buf_addf(out, "{\"valid\":%s,", dropped ? "false" : "true");
	if (r->ndevices > 1)
		buf_add_number(out, "gpu", rep->device);
	buf_add_text(out, "dropped", dropped);
	buf_addf(out, "\"conditions\":");
	conditions_emit(&rep->conditions, out);
	emit_issue(rep, job, out);
	buf_addf(out, ",\"samples\":[");
	emit_samples(rep, job, out);
	buf_addf(out, "]}");
}

/* A fault, with what its worker had printed, if that is known. */
static void
emit_fault(const struct fault *f, const char *output, struct buf *out)
{
	struct buf text = { 0 };

	if (f->kind == FAULT_NONE) {
		buf_addf(out, "null");
		return;
	}
	buf_addf(out, "{\"kind\":\"%s\",", fault_word(f->kind));
	if (f->code)
		buf_addf(out, "\"code\":%d,", f->code);
	else
		buf_addf(out, "\"code\":null,");
	buf_add_text(out, "name", f->name);
	buf_add_number(out, "case", f->kase);
	buf_add(&text, f->text, strlen(f->text));
	if (output)
		buf_addf(&text, "; it had printed:\n%s", output);
	buf_addf(out, "\"text\":");
	buf_add_json(out, text.data, text.len);
	buf_addf(out, "}");
	buf_free(&text);
}

/* The cases that the device does not take. */
static void
emit_refused(const struct job_result *j, size_t ncases, struct buf *out)
{
	size_t i, n = 0;

	for (i = 0; i < ncases; i++) {
		if (j->refused[i].kind == FAULT_NONE)
			continue;
		buf_addf(out, n++ ? ",\n" : ",\n\"refused\":[\n");
		emit_fault(&j->refused[i], NULL, out);
	}
	if (n)
		buf_addf(out, "]");
}

static void
emit_head(const struct results *r, const struct pack_job *job, struct buf *out)
{
	buf_addf(out, "{\"format\":\"kbc-evidence 1\",");
	buf_add_text(out, "job", job->name);
	buf_add_text(out, "key", job->key);
	buf_add_text(out, "harness", r->pack->harness);
	buf_add_text(out, "cubin", job->sha256);
	if (job->test && job->ptx)
		buf_add_text(out, "ptx", job->ptx_sha256);
	buf_add_text(out, "target", job->target);
	buf_add_text(out, "toolkit", r->pack->toolkit);
	buf_add_text(out, "runner", KBC_VERSION);
	buf_addf(out, "\n\"device\":");
	record_emit_device(r, out);
}

static void
emit_job(const struct results *r, size_t job, struct buf *out)
{
	const struct pack_job *p = &r->pack->jobs[job];
	const struct job_result *j = &r->jobs[job];
	size_t i;

	emit_head(r, p, out);
	buf_addf(out, ",\n\"cases\":[");
	for (i = 0; i < p->ncases; i++) {
		buf_addf(out, i ? ",\n" : "\n");
		emit_case(r, &p->cases[i], j, i, out);
	}
	buf_addf(out,
		 "],\n\"runs\":[{\"started\":\"%s\",\"ended\":\"%s\","
		 "\"replicates\":[",
		 r->started, r->ended);
	for (i = 0; i < j->nreplicates; i++) {
		buf_addf(out, i ? ",\n" : "\n");
		emit_replicate(r, &j->replicates[i], p, out);
	}
	buf_addf(out, "]");
	emit_refused(j, p->ncases, out);
	if (p->npoints && j->pilot) {
		buf_addf(out, ",\n\"pilot\":[");
		emit_samples(j->pilot, p, out);
		buf_addf(out, "]");
	}
	if (j->outcome) {
		buf_addf(out, ",\n\"test\":");
		outcome_emit(j->outcome, p->test, out);
	}
	buf_addf(out, "}],\n\"error\":");
	emit_fault(&j->fault, j->output, out);
	buf_addf(out, "}\n");
}

void
record_emit_cost(const struct results *r, struct buf *out)
{
	const struct job_result *j;
	size_t i, part;

	buf_addf(out, "job\tvisits\tpoints\tall_ms\tkernels_ms\tload_ms\t"
		 "fill_ms\tcheck_ms\twatch_ms\n");
	for (i = 0; i < r->pack->njobs; i++) {
		j = &r->jobs[i];
		if (!j->visits)
			continue;
		buf_addf(out, "%s\t%zu\t%zu", r->pack->jobs[i].name, j->visits,
			 j->points);
		for (part = 0; part < COST_PARTS; part++)
			buf_addf(out, "\t%.3f", j->cost.ns[part] / 1e6);
		buf_addf(out, "\n");
	}
	buf_addf(out, "workers\t%zu\t\t%.3f\n", r->workers,
		 r->workers_ns / 1e6);
	buf_addf(out, "opening\t%zu\t\t%.3f\n", r->workers,
		 r->opening_ns / 1e6);
	buf_addf(out, "closing\t%zu\t\t%.3f\n", r->workers,
		 r->closing_ns / 1e6);
}

bool
record_write_text(const char *folder, const char *name, const struct buf *text)
{
	struct buf path = { 0 };
	bool ok;

	buf_addf(&path, "%s/%s.json", folder, name);
	ok = file_replace(path.data, text);
	if (!ok)
		warn("cannot write '%s': %s", path.data, strerror(errno));
	buf_free(&path);
	return ok;
}

bool
record_write(const struct results *r, const char *folder)
{
	struct buf text = { 0 };
	bool ok;
	size_t i;

	record_emit_device(r, &text);
	buf_addf(&text, "\n");
	ok = record_write_text(folder, "device", &text);
	for (i = 0; i < r->pack->njobs && ok; i++) {
		if (!r->jobs[i].wanted)
			continue;
		text.len = 0;
		emit_job(r, i, &text);
		ok = record_write_text(folder, r->pack->jobs[i].name, &text);
	}
	buf_free(&text);
	return ok;
}
