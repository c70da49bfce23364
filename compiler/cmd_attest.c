/*
 * kbc attest: what is verified of a page, as a statement of in-toto.
 *
 * The idea: pages and ledger are judged as they are here, nothing is built, so
 * the same bytes give the same statement on every machine. It names the page
 * and the records by their hashes, and no place outside of the wiki.
 *
 * Who signs it, and how, is for other tools; its form is
 * schemas/attestation.schema.json.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "cmd.h"
#include "diag.h"
#include "evidence.h"
#include "evidence_counters.h"
#include "fact.h"
#include "file.h"
#include "hash.h"
#include "json.h"
#include "observe.h"
#include "page.h"
#include "path.h"
#include "plan.h"
#include "recall.h"
#include "session.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include <jansson.h>
#include <stdio.h>

#define STATEMENT STR("https://in-toto.io/Statement/v1")
#define PREDICATE STR("urn:kbc:verification:1")
#define RECORD_MAX ((size_t)1 << 20)

/* `{"sha256":"…"}` of a file; NULL with a fail. */
static json_t *
digest_of(struct session *s, struct str path, size_t most)
{
	struct str text;
	json_t *o;

	if (!file_read(s->arena, &text, path, most, s->diag))
		return NULL;
	o = json_object();
	json_set(o, "sha256", hash_hex(s->arena, text));
	return o;
}

/* Adds a named file; false with a fail. */
static bool
add_file(struct session *s, json_t *list, struct str name, struct str path)
{
	json_t *o = json_object(), *digest = digest_of(s, path, RECORD_MAX);

	json_set(o, "name", name);
	if (digest)
		json_object_set_new(o, "digest", digest);
	json_array_append_new(list, o);
	return digest != NULL;
}

/* --- claims --------------------------------------------------------------- */

/* Ids by verdict, each verdict that some claim has. */
static json_t *
claims_object(const struct page_verdicts *v)
{
	json_t *all = json_object();

	for (int k = 0; k < STATUS_COUNT; k++) {
		json_t *ids = json_array();

		for (size_t i = 0; i < v->claims->n; i++)
			if (v->verdicts[i].status == (enum status)k)
				json_array_append_new(ids, json_text(claim_id(
					&v->claims->items[i])));
		if (json_array_size(ids) > 0)
			json_object_set(all, status_text((enum status)k).p,
					ids);
		json_decref(ids);
	}
	return all;
}

/* --- evidence ------------------------------------------------------------- */

/* A file of the ledger that claims rest on. */
struct record {
	struct str path, device, toolkit, cubin;
};

struct used {
	bool *evidence, *counters, *metrics; /* of the ledger's */
};

static void
mark_metrics(const struct ledger *l, const struct used *u,
	     const struct claim *c)
{
	for (size_t i = 0; i < c->nfacts; i++)
		for (size_t k = 0; k < l->nmetrics; k++)
			if (c->facts[i].family == FACT_COUNTER &&
			    l->metrics[k].lacks.n == 0 &&
			    device_is(&l->metrics[k].device, c->device))
				u->metrics[k] = true;
}

/* What was measured of a target, or for a counter counted of it. */
static void
mark_target(const struct session *s, const struct used *u,
	    const struct claim *c, const struct use *one)
{
	const struct target *t = &s->plan->targets[one->target];
	struct str job = recall_job(s->world->recall, t);
	const struct ledger *l = s->ledger;
	const struct evidence *e = ledger_find(l, job, c->device);
	const struct counter_record *r = ledger_counters(l, job, c->device);
	bool counted = one->fact < c->nfacts &&
		       c->facts[one->fact].family == FACT_COUNTER;

	if (e && e->lacks.n == 0 && !counted)
		u->evidence[e - l->items] = true;
	if (r && r->lacks.n == 0 && counted)
		u->counters[r - l->counters] = true;
}

static void
mark_records(const struct session *s, const struct used *u,
	     const struct page_verdicts *v)
{
	for (size_t i = 0; i < v->claims->n; i++)
		mark_metrics(s->ledger, u, &v->claims->items[i]);
	for (size_t i = 0; i < s->plan->nuses; i++) {
		const struct use *one = &s->plan->uses[i];
		const struct target *t = &s->plan->targets[one->target];

		if (one->page == v->page &&
		    (t->kind == TARGET_PROBE || t->kind == TARGET_RUN))
			mark_target(s, u, &v->claims->items[one->claim], one);
	}
}

/* What the claims of the page rest on, each file once: records, what was
   counted, what the profiler lists. */
static struct record *
find_records(const struct session *s, const struct page_verdicts *v, size_t *n)
{
	const struct ledger *l = s->ledger;
	struct arena *a = s->arena;
	struct used u = { arena_alloc(a, l->n + 1),
			  arena_alloc(a, l->ncounters + 1),
			  arena_alloc(a, l->nmetrics + 1) };
	struct record *out = arena_alloc(a, (l->n + l->ncounters +
					     l->nmetrics + 1) * sizeof *out);

	mark_records(s, &u, v);
	*n = 0;
	for (size_t i = 0; i < l->n; i++)
		if (u.evidence[i])
			out[(*n)++] = (struct record){ l->items[i].path,
				l->items[i].device.name, l->items[i].toolkit,
				l->items[i].cubin };
	for (size_t i = 0; i < l->ncounters; i++)
		if (u.counters[i])
			out[(*n)++] = (struct record){ l->counters[i].path,
				l->counters[i].device.name,
				l->counters[i].toolkit, l->counters[i].cubin };
	for (size_t i = 0; i < l->nmetrics; i++)
		if (u.metrics[i])
			out[(*n)++] = (struct record){ l->metrics[i].path,
				l->metrics[i].device.name, STR(""), STR("") };
	return out;
}

/* `h200/NAME.json` */
static struct str
record_name(struct arena *a, struct str path)
{
	return arena_printf(a, STR_FMT "/" STR_FMT,
			    STR_ARG(path_base(path_dir(path))),
			    STR_ARG(path_base(path)));
}

static json_t *
evidence_array(struct session *s, const struct page_verdicts *v)
{
	size_t n;
	const struct record *all = find_records(s, v, &n);
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++) {
		json_t *o;

		add_file(s, list, record_name(s->arena, all[i].path),
			 all[i].path);
		o = json_array_get(list, i);
		json_set(o, "device", all[i].device);
		json_set(o, "toolkit", all[i].toolkit);
		json_set(o, "cubin", all[i].cubin);
	}
	return list;
}

/* --- the statement -------------------------------------------------------- */

static json_t *
statement(struct session *s, const struct page_verdicts *v)
{
	const struct page *page = s->wiki->pages[v->page];
	json_t *o = json_object(), *subject = json_array();
	json_t *predicate = json_object(), *verifier = json_object();

	json_set(o, "_type", STATEMENT);
	add_file(s, subject, wiki_name(s->wiki, v->page), page->path);
	json_object_set_new(o, "subject", subject);
	json_set(o, "predicateType", PREDICATE);
	json_set(verifier, "name", STR("kbc"));
	json_set(verifier, "version", STR(KBC_VERSION));
	json_object_set_new(predicate, "verifier", verifier);
	json_set(predicate, "status", writeback_status(v));
	json_object_set_new(predicate, "claims", claims_object(v));
	json_object_set_new(predicate, "evidence", evidence_array(s, v));
	json_object_set_new(o, "predicate", predicate);
	return o;
}

int
cmd_attest(struct session *s)
{
	struct buf out = { 0 };

	if (s->given.npaths != 1)
		die("kbc attest takes one page");
	if (!session_judge_unbuilt(s))
		return cmd_finish(s);
	if (s->nselected != 1)
		die("kbc attest takes one page, not %zu", s->nselected);
	if (page_is_good(s->wiki->pages[s->verdicts[0].page]))
		json_emit(&out, statement(s, &s->verdicts[0]));
	if (out.n > 0)
		buf_add_byte(&out, '\n');
	if (s->diag->count[DIAG_FAIL] > 0)
		out.n = 0;
	if (out.n > 0 && s->given.out.n > 0)
		file_update(s->given.out, buf_str(&out), s->diag);
	else if (out.n > 0)
		fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
	return cmd_finish(s);
}
