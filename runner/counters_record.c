/*
 * What the profiler said, as text: "kbc-metrics 1", in metrics.json, and
 * "kbc-counters 1", in JOB.ncu.json.
 *
 *   {"format":"kbc-metrics 1","profiler":"2025.3.1.0","runner":"0.1.0",
 *    "started":"2026-11-30T14:03:11Z","device":{...},
 *    "metrics":[{"name":"dram__bytes","found":[{"name":"dram__bytes",
 *     "kind":"Counter","unit":"byte","text":"# of bytes ..."}],"left":0,
 *     "near":[]}]}
 *
 *   {"format":"kbc-counters 1","job":"fma_f32","key":"8d2f","harness":"00ff",
 *    "cubin":"SHA-256","target":"sm_90a","toolkit":"13.0.88",
 *    "runner":"0.1.0","device":{...},
 *    "runs":[{"started":...,"ended":...,"profiler":"2025.3.1.0","rounds":2,
 *     "counts":[{"params":{"chains":"4"},"slope":"iterations","launches":[
 *      {"entry":"k_c4","n":64,"metrics":{"smsp__inst_executed.sum":
 *       {"unit":"inst","values":[264,264]}}}]}]}]}
 *
 * A value is a number a round, null where the profiler has none. Where there
 * are several devices, the run says on which it was counted: "gpu":1 before
 * the rounds.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "counters.h"
#include "device.h"
#include "die.h"
#include "fault.h"
#include "file.h"
#include "formula.h"
#include "ncu.h"
#include "number.h"
#include "pack.h"
#include "pack_test.h"
#include "record.h"
#include "results.h"

/* --- names ---------------------------------------------------------------- */

static void
emit_metric(const struct ncu_metric *m, struct buf *out)
{
	buf_addf(out, "{");
	buf_add_text(out, "name", m->name);
	buf_add_text(out, "kind", m->kind);
	buf_add_text(out, "unit", m->unit);
	buf_addf(out, "\"text\":");
	buf_add_json(out, m->text, strlen(m->text));
	buf_addf(out, "}");
}

static void
emit_name(const struct counter_name *n, struct buf *out)
{
	size_t i;

	buf_addf(out, "{");
	buf_add_text(out, "name", n->name);
	buf_addf(out, "\"found\":[");
	for (i = 0; i < n->nfound; i++) {
		buf_addf(out, i ? ",\n" : n->nfound > 1 ? "\n" : "");
		emit_metric(n->found[i], out);
	}
	buf_addf(out, "],\"left\":%zu,\"near\":[", n->left);
	for (i = 0; i < n->nnear; i++) {
		buf_addf(out, i ? "," : "");
		buf_add_json(out, n->near[i], strlen(n->near[i]));
	}
	buf_addf(out, "]}");
}

static void
emit_names(const struct results *r, const struct counters *c, struct buf *out)
{
	size_t i;

	buf_addf(out, "{\"format\":\"kbc-metrics 1\",");
	buf_add_text(out, "profiler", c->ncu->version);
	buf_add_text(out, "runner", KBC_VERSION);
	buf_add_text(out, "started", c->started);
	buf_addf(out, "\n\"device\":");
	record_emit_device(r, out);
	buf_addf(out, ",\n\"metrics\":[");
	for (i = 0; i < c->nnames; i++) {
		buf_addf(out, i ? ",\n" : "\n");
		emit_name(&c->names[i], out);
	}
	buf_addf(out, "]}\n");
}

/* --- values --------------------------------------------------------------- */

static void
emit_rounds(const struct counter_job *j, const struct counter_launch *l,
	    size_t metric, struct buf *out)
{
	unsigned round;

	for (round = 0; round < j->rounds; round++) {
		if (isnan(l->values[round * j->nmetrics + metric])) {
			buf_addf(out, "null");
			return;
		}
	}
	for (round = 0; round < j->rounds; round++)
		buf_addf(out, "%s%.17g", round ? "," : "[",
			 l->values[round * j->nmetrics + metric]);
	buf_addf(out, "]");
}

static const char *
find_entry(const struct pack_job *p, const struct counter_launch *l)
{
	const struct pack_test *t = p->test;

	return t ? t->symbols[t->launches[l->index].symbol].name :
		   p->cases[l->kase].launches[l->index].entry;
}

static void
emit_launch(const struct pack_job *p, const struct counter_job *j,
	    const struct counter_launch *l, struct buf *out)
{
	size_t i;

	buf_addf(out, "{");
	buf_add_text(out, "entry", find_entry(p, l));
	buf_addf(out, "\"n\":%" PRIu32 ",\"metrics\":{", l->n);
	for (i = 0; i < j->nmetrics; i++) {
		buf_addf(out, i ? "," : "");
		buf_add_json(out, j->metrics[i], strlen(j->metrics[i]));
		buf_addf(out, ":{");
		buf_add_text(out, "unit", j->units[i]);
		buf_addf(out, "\"values\":");
		emit_rounds(j, l, i, out);
		buf_addf(out, "}");
	}
	buf_addf(out, "}}");
}

static void
begin_count(const struct pack_job *p, size_t kase, struct buf *out)
{
	const struct pack_case *c = p->test ? NULL : &p->cases[kase];

	buf_addf(out, "{");
	record_emit_params(c, out);
	buf_addf(out, "\"slope\":\"%s\",\"launches\":[\n",
		 c && c->measure != MEASURE_LAUNCHES ? "iterations" :
						       "launches");
}

/* The launches of one case stand together. */
static void
emit_counts(const struct pack_job *p, const struct counter_job *j,
	    struct buf *out)
{
	size_t i;
	bool first;

	for (i = 0; i < j->nlaunches; i++) {
		first = !i || j->launches[i].kase != j->launches[i - 1].kase;
		if (first) {
			buf_addf(out, i ? "]},\n" : "\n");
			begin_count(p, j->launches[i].kase, out);
		} else {
			buf_addf(out, ",\n");
		}
		emit_launch(p, j, &j->launches[i], out);
	}
	buf_addf(out, j->nlaunches ? "]}" : "");
}

static void
emit_job(const struct results *r, const struct counters *c,
	 const struct counter_job *j, struct buf *out)
{
	const struct pack_job *p = &r->pack->jobs[j->job];

	buf_addf(out, "{\"format\":\"kbc-counters 1\",");
	buf_add_text(out, "job", p->name);
	buf_add_text(out, "key", p->key);
	buf_add_text(out, "harness", r->pack->harness);
	buf_add_text(out, "cubin", p->sha256);
	buf_add_text(out, "target", p->target);
	buf_add_text(out, "toolkit", r->pack->toolkit);
	buf_add_text(out, "runner", KBC_VERSION);
	buf_addf(out, "\n\"device\":");
	record_emit_device(r, out);
	buf_addf(out, ",\n\"runs\":[{\"started\":\"%s\",\"ended\":\"%s\",",
		 j->started, j->ended);
	buf_add_text(out, "profiler", c->ncu->version);
	if (r->ndevices > 1)
		buf_add_number(out, "gpu", j->device);
	buf_addf(out, "\"rounds\":%u,\n\"counts\":[", j->rounds);
	emit_counts(p, j, out);
	buf_addf(out, "]}]}\n");
}

/* --- files ---------------------------------------------------------------- */

static bool
write_job(const struct results *r, const struct counters *c,
	  const struct counter_job *j, const char *folder)
{
	struct buf name = { 0 }, text = { 0 };
	bool ok;

	buf_addf(&name, "%s.ncu", r->pack->jobs[j->job].name);
	emit_job(r, c, j, &text);
	ok = record_write_text(folder, name.data, &text);
	buf_free(&name);
	buf_free(&text);
	return ok;
}

bool
counters_write(const struct results *r, const struct counters *c,
	       const char *folder)
{
	struct buf text = { 0 };
	bool ok = true;
	size_t i;

	if (c->nnames) {
		emit_names(r, c, &text);
		ok = record_write_text(folder, "metrics", &text);
	}
	for (i = 0; ok && i < c->njobs; i++)
		ok = write_job(r, c, &c->jobs[i], folder);
	buf_free(&text);
	return ok;
}
