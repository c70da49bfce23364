/*
 * Any bytes as a record of the ledger. Promised of one that is taken: each
 * slope is a number above 0 or NaN, a run's bytes lie in the text and start
 * and end as an object does, and the text read again gives the same. Of a
 * refusal: exactly one error is said, at a place of the text.
 */
#include <math.h>
#include <stdlib.h>

#include "arena.h"
#include "diag.h"
#include "evidence.h"
#include "evidence_parts.h"
#include "fuzz.h"
#include "source.h"

static void
expect(bool good)
{
	if (!good)
		abort();
}

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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct str text = { (const char *)data, len };
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct record r, again;
	bool good = parse(a, &r, text, d);

	expect(d->n == (good ? 0 : 1));
	for (size_t i = 0; i < d->n; i++)
		expect((size_t)d->items[i].at.at + d->items[i].at.n <= len);
	for (size_t i = 0; good && i < r.evidence.nruns; i++)
		expect_run(&r, i);
	if (good) {
		expect(parse(a, &again, text, d));
		expect_same(&r, &again);
	}
	arena_free(a);
	return 0;
}
