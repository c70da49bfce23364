/*
 * Any bytes as an expression that is worth something. Promised: a number is
 * finite, a lack has its reason and a place within the text; the value is the
 * same a second time, of a copy, and of the canonical text; an exact value
 * with the names it was given has no runs, and one of runs as many as those
 * that its parts share at most.
 */
#include <math.h>

#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "fuzz.h"
#include "quantity.h"
#include "source.h"
#include "value.h"

static double one[] = { 1.98, 2.0, 2.01 };
static double two[] = { 3.5, (double)NAN, 3.25 };
static const struct series runs[] = {
	{ STR_INIT("2026-11-30"), one, COUNT_OF(one) },
	{ STR_INIT("2026-12-01"), two, COUNT_OF(two) },
};

static struct value
measured(void)
{
	struct value v = value_number(2, NULL);

	v.runs = runs;
	v.nruns = COUNT_OF(runs);
	return v;
}

static struct str
worth(struct arena *a, const struct expr *e, struct value *out)
{
	const struct binding names[] = {
		{ STR_INIT("x"), value_number(3, NULL) },
		{ STR_INIT("zero"), value_number(0, NULL) },
		{ STR_INIT("large"), value_number(1e300, NULL) },
		{ STR_INIT("m"), measured() },
		{ STR_INIT("true"), value_truth(true) },
		{ STR_INIT("text"), value_text(STR("wgmma")) },
		{ STR_INIT("arch"), value_arch(STR("sm_90a")) },
		{ STR_INIT("gone"), value_lack(LACK_STALE, STR("is old")) },
	};
	const struct environment env = { .bindings = names,
					 .nbindings = COUNT_OF(names) };

	*out = value_eval(a, e, &env);
	return value_text_of(a, out);
}

static void
expect_runs(const struct value *v)
{
	expect(v->nruns <= COUNT_OF(runs));
	expect((v->runs != NULL) == (v->nruns > 0));
	for (size_t i = 0; i < v->nruns; i++)
		expect(v->runs[i].n <= COUNT_OF(one));
}

static void
expect_value(const struct value *v, size_t len)
{
	switch (v->kind) {
	case VALUE_NUMBER:
		expect(isfinite(v->number));
		expect_runs(v);
		break;
	case VALUE_NONE:
		expect(v->lack != LACK_NOTHING && v->reason.n > 0);
		expect((size_t)v->part.at + v->part.n <= len);
		break;
	case VALUE_TRUTH:
	case VALUE_TEXT:
	case VALUE_ARCH:
		break;
	}
}

static struct expr *
parse(struct arena *a, struct str text)
{
	struct source *s = source_make(a, STR("page.md"), arena_copy(a, text));
	struct span rest = source_span(s, 0, text.n);

	return expr_parse(a, &rest, diag_make(a));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_make();
	struct expr *e = parse(a, (struct str){ (const char *)data, len });
	struct value v, other;
	struct str says;

	if (e) {
		says = worth(a, e, &v);
		expect_value(&v, len);
		expect(says.n > 0 || v.kind == VALUE_TEXT);
		expect(str_equal(says, worth(a, e, &other)));
		expect(str_equal(says, worth(a, expr_copy(a, e), &other)));
		e = parse(a, expr_text(a, e));
		expect(e != NULL);
		expect(str_equal(says, worth(a, e, &other)));
		expect(v.kind == other.kind && v.nruns == other.nruns);
	}
	arena_free(a);
	return 0;
}
