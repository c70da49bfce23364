/*
 * Any bytes as a record of the ledger. Promised of one that is taken: each
 * slope is a number above 0 or NaN, a run's bytes lie in the text and start
 * and end as an object does, and the text read again gives the same. Of a
 * refusal: exactly one error is said, at a place of the text. The same bytes
 * are a record of the profiler, and its list of metrics, too: numbers of what
 * is taken are finite.
 */
#include <math.h>

#include "arena.h"
#include "diag.h"
#include "evidence.h"
#include "evidence_counted.h"
#include "evidence_counters.h"
#include "evidence_parts.h"
#include "fuzz.h"
#include "source.h"

static bool
parse(struct arena *a, struct record *out, struct str text, struct diag *d)
{
	return record_parse(a, out, source_make(a, STR("made-1a2b3c4d.json"),
						arena_copy(a, text)), d);
}

static void
expect_run(const struct record *r, size_t i)
{
	const struct run *run = &r->evidence.runs[i];
	struct str text = r->source->text, bytes = r->runs[i];

	expect(run->ndropped <= run->nreplicates);
	for (size_t k = 0; k < run->nreplicates; k++)
		for (size_t c = 0; c < r->evidence.ncases; c++)
			expect(isnan(run->slope[k][c]) ||
			       (run->slope[k][c] > 0 &&
				isfinite(run->slope[k][c])));
	expect(bytes.p >= text.p && bytes.p + bytes.n <= text.p + text.n);
	expect(bytes.n == 0 ||
	       (bytes.p[0] == '{' && bytes.p[bytes.n - 1] == '}'));
}

static void
expect_same(const struct record *x, const struct record *y)
{
	expect(str_equal(x->evidence.name, y->evidence.name));
	expect(x->evidence.ncases == y->evidence.ncases);
	expect(x->evidence.nruns == y->evidence.nruns);
	expect(record_same_cases(x->source, y->source));
}

static void
expect_case(const struct count_case *c)
{
	for (size_t i = 0; i < c->nlaunches; i++)
		for (size_t k = 0; k < c->launches[i].nvalues; k++) {
			const struct count_value *v = &c->launches[i].values[k];

			for (size_t n = 0; n < v->nrounds; n++)
				expect(isfinite(v->rounds[n]));
		}
}

static void
expect_errors(const struct diag *d, bool good, size_t len)
{
	expect(d->n == (good ? 0 : 1));
	for (size_t i = 0; i < d->n; i++)
		expect((size_t)d->items[i].at.at + d->items[i].at.n <= len);
}

/* As what the profiler said, under that name. */
static void
try_profiler(struct arena *a, struct str name, struct str text)
{
	struct diag *d = diag_make(a);
	struct counters_file f;
	bool good = counters_parse(a, &f, source_make(a, name,
					arena_copy(a, text)), d);

	expect_errors(d, good, text.n);
	for (size_t i = 0; good && f.record && i < f.record->nruns; i++)
		for (size_t k = 0; k < f.record->runs[i].ncases; k++)
			expect_case(&f.record->runs[i].cases[k]);
	for (size_t i = 0; good && f.list && i < f.list->nnames; i++)
		expect(f.list->names[i].name.n > 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct str text = { (const char *)data, len };
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct record r, again;
	bool good = parse(a, &r, text, d);

	expect_errors(d, good, len);
	for (size_t i = 0; good && i < r.evidence.nruns; i++)
		expect_run(&r, i);
	if (good) {
		expect(parse(a, &again, text, d));
		expect_same(&r, &again);
	}
	try_profiler(a, STR("made-1a2b3c4d.ncu.json"), text);
	try_profiler(a, STR("metrics.json"), text);
	arena_free(a);
	return 0;
}
