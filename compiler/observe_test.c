/*
 * Tests, and `value(EXPR)`: which of their runs counts, and what it says.
 *
 * The idea: a device's record of the same code counts before the emulator's,
 * but nothing is confirmed that either of them has seen to be wrong. Numbers
 * that approximate instructions leave open come with what else they may be.
 *
 * What the emulator alone can see (bounds, races) and no device has reported
 * is not decided by a device.
 */
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "claim.h"
#include "evidence.h"
#include "expr.h"
#include "listing.h"
#include "marker.h"
#include "pack.h"
#include "pack_run.h"
#include "page.h"
#include "plan.h"
#include "recall.h"
#include "toolkit.h"
#include "value.h"
#include "observe.h"
#include "observe_parts.h"

#include <math.h>

/* --- evidence ------------------------------------------------------------ */

static const struct test_result *
newest_result(const struct evidence *e)
{
	const struct test_result *t = NULL;

	for (size_t i = 0; i < e->nruns; i++)
		t = e->runs[i].test ? e->runs[i].test : t;
	return t;
}

/* Made of the code that this toolkit makes, where that can be told. What the
   emulator says names lines, which are in the PTX alone. */
static bool
is_of_code(const struct world *w, const struct built *b,
	   const struct evidence *e, bool emulated)
{
	if (emulated && b && b->ok)
		return str_equal(b->ptx_hash, e->ptx);
	return !b || !b->ok || b->cubin_hash.n == 0 || e->cubin.n == 0 ||
	       (w->toolkit && !str_equal(w->toolkit->nvcc.version,
					 e->toolkit)) ||
	       str_equal(b->cubin_hash, e->cubin);
}

static const struct evidence *
find_evidence(struct arena *a, const struct world *w, const struct ledger *l,
	      const struct target *t, struct str device)
{
	const struct evidence *e = l ? ledger_find(l, recall_job(w->recall, t),
						   device) : NULL;

	if (!e || e->lacks.n > 0 || !str_equal(e->key, pack_key(a, t)) ||
	    !str_equal(e->harness, STR(PACK_HARNESS)) ||
	    !is_of_code(w, observe_built(w, t), e, l == w->emulated))
		return NULL;
	return e;
}

static bool
is_hang(const struct claim *c, const struct evidence *e)
{
	const struct check *first = c->marker->checks;

	return first && first->kind == CHECK_FAILS &&
	       str_equal(first->fails, STR("hang")) &&
	       str_starts(e->error, STR("hang"));
}

/* A test that cannot be run as it stands is the page's fault, and so is what a
   device ends in; where the emulator itself ends, nothing is known. */
static struct value
error_lack(const struct evidence *e, bool emulated)
{
	static const struct str others[] = {
		STR_INIT("memory"), STR_INIT("no-image"),
	};
	bool page = !emulated || str_starts(e->error, STR("check"));

	for (size_t i = 0; i < COUNT_OF(others); i++)
		page = page && !str_starts(e->error, others[i]);
	return value_lack(page ? LACK_ERROR : LACK_INCONCLUSIVE, e->error);
}

static struct value
judge_evidence(struct arena *a, const struct claim *c,
	       const struct evidence *e, bool emulated)
{
	const struct test_result *t = newest_result(e);
	struct value v;

	if (is_hang(c, e))
		v = observe_answer(true, STR(""));
	else if (e->error.n > 0 || !t)
		v = error_lack(e, emulated);
	else
		v = observe_outcome(a, c, t, emulated);
	v.ran = emulated ? RAN_EMULATOR : RAN_DEVICE;
	return v;
}

/* Of a device's answer and the emulator's, that which counts. */
static struct value
choose(struct value device, struct value emulated)
{
	if (device.kind == VALUE_NONE)
		return emulated;
	if (emulated.kind == VALUE_TRUTH && !(emulated.number > 0))
		return emulated;
	return device;
}

struct value
observe_test(struct arena *a, const struct world *w, const struct target *t,
	     const struct claim *c)
{
	const struct evidence *device, *emulated, *lacking;
	const struct built *b = observe_built(w, t);
	struct str why = STR(""), device_pattern = c->device;
	struct buf none = { 0 };
	bool symbols;

	if (t && t->missing.n > 0)
		return value_lack(LACK_ERROR, arena_printf(a, "no fence of "
			"the page has a kernel '" STR_FMT "'",
			STR_ARG(t->missing)));
	if (!t || (b && b->tried && !b->ok))
		return observe_built_lack(a, w, t);
	if (b && b->ok) {
		symbols = pack_symbols(&none, a, t, b, &why);
		buf_free(&none);
		if (!symbols)
			return value_lack(LACK_ERROR, why);
	}
	device = find_evidence(a, w, w->ledger, t, device_pattern);
	emulated = find_evidence(a, w, w->emulated, t, STR(""));
	if (device && emulated)
		return choose(judge_evidence(a, c, device, false),
			      judge_evidence(a, c, emulated, true));
	if (device || emulated)
		return judge_evidence(a, c, device ? device : emulated,
				      !device);
	lacking = ledger_find(w->ledger, recall_job(w->recall, t), c->device);
	if (lacking && lacking->lacks.n > 0)
		return value_lack(LACK_UNMEASURED, lacking->lacks);
	if (!b || !b->tried)
		return observe_lacks_tool(STR("needs nvcc"));
	if (ledger_find_stale(w->ledger, recall_job(w->recall, t), t->sm,
			      c->device))
		return value_lack(LACK_STALE, STR("the test changed since it "
						  "was run"));
	return observe_lacks_tool(STR("needs emu or gpu"));
}

/* --- facts --------------------------------------------------------------- */

/* The largest of a test's checks; lean: as it is where instructions lean. */
static double
most(const struct test_result *t, struct str member, size_t lean)
{
	double x = 0;

	for (size_t i = 0; i < t->nchecks; i++) {
		const struct test_check *c = &t->checks[i];
		struct test_lean of = { .max_rel = c->max_rel,
					.max_abs = c->max_abs,
					.max_ulp = c->max_ulp };

		if (lean < c->nleaned)
			of = c->leaned[lean];
		x = fmax(x, str_equal(member, STR("max_rel")) ? of.max_rel :
			 str_equal(member, STR("max_abs")) ? of.max_abs :
			 of.max_ulp);
	}
	return x;
}

/* Numbers that approximate instructions leave open. */
static size_t
count_leans(const struct test_result *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->nchecks; i++)
		n = t->checks[i].nleaned > n ? t->checks[i].nleaned : n;
	return n;
}

/* A number of a test, with what else it may be on a device. */
static struct value
read_most(struct arena *a, const struct test_result *t, struct str member)
{
	size_t n = count_leans(t);
	struct value v = value_number(most(t, member, SIZE_MAX), NULL);
	double *others = n > 0 ? arena_alloc(a, n * sizeof *others) : NULL;

	for (size_t i = 0; i < n; i++)
		others[i] = most(t, member, i);
	v.others = others;
	v.nothers = n;
	v.reason = n > 0 ? observe_needs_gpu(a, t->promise).reason : STR("");
	return v;
}

/* A claim that speaks of a test by name is judged as the test's own would. */
static struct value
observe_named(struct arena *a, const struct world *w, const struct target *t,
	      const struct claim *c)
{
	struct claim of_test = *c;

	of_test.marker = t->run;
	return observe_test(a, w, t, &of_test);
}

/* Whole numbers from here on come as the double that is nearest to them. */
#define EXACT_MAX 0x1p53

/* Of a number that may have been rounded: those on both sides of it. */
static void
add_neighbours(struct value *v, double *others)
{
	if (!isfinite(v->number) || fabs(v->number) < EXACT_MAX)
		return;
	others[v->nothers++] = nextafter(v->number, -INFINITY);
	others[v->nothers++] = nextafter(v->number, INFINITY);
	if (v->reason.n == 0)
		v->reason = STR("beyond 2^53: value() comes as a double, "
				"which does not tell every digit");
}

/* Its test expects 0: what came instead is what it is worth. */
static struct value
read_got(struct arena *a, const struct test_result *t)
{
	const struct test_check *c = &t->checks[0];
	struct value v = read_most(a, t, STR("max_abs"));
	double *others = arena_alloc(a, (c->nleaned + 2) * sizeof *others);

	v.number = c->bad > 0 ? c->first.got.value : 0;
	for (size_t i = 0; i < c->nleaned; i++)
		others[i] = c->leaned[i].bad > 0 ? c->leaned[i].got : 0;
	v.others = others;
	add_neighbours(&v, others);
	return v;
}

static struct value
read_value(struct arena *a, const struct evidence *e, bool emulated)
{
	const struct test_result *r = newest_result(e);
	const struct test_finding *lack = r ?
		observe_finding(r, STR("unsupported")) : NULL;
	struct value v;

	if (lack)
		return observe_needs_gpu(a, lack->text);
	if (e->error.n > 0 || !r || r->nchecks != 1)
		return value_lack(LACK_ERROR, e->error.n > 0 ? e->error :
				  STR("its record has no value"));
	v = read_got(a, r);
	v.ran = emulated ? RAN_EMULATOR : RAN_DEVICE;
	return v;
}

static struct value
observe_value(struct arena *a, const struct world *w, const struct target *t,
	      const struct claim *c)
{
	const struct built *b = observe_built(w, t);
	const struct evidence *e;

	if (b && b->tried && !b->ok)
		return observe_built_lack(a, w, t);
	e = find_evidence(a, w, w->ledger, t, c->device);
	if (e)
		return read_value(a, e, false);
	e = find_evidence(a, w, w->emulated, t, STR(""));
	if (e)
		return read_value(a, e, true);
	return observe_lacks_tool(b && b->tried ?
				  STR("needs emu or gpu") : STR("needs nvcc"));
}

struct value
observe_run(struct arena *a, const struct world *w, const struct target *t,
	    const struct claim *c, const struct fact *f)
{
	struct value v = t->value.n > 0 ? observe_value(a, w, t, c) :
					  observe_named(a, w, t, c);
	const struct evidence *e;

	if (f->expr->kind != EXPR_MEMBER || v.kind == VALUE_NONE)
		return v;
	e = v.ran == RAN_DEVICE ?
		find_evidence(a, w, w->ledger, t, c->device) :
		find_evidence(a, w, w->emulated, t, STR(""));
	if (e && newest_result(e)) {
		enum value_ran ran = v.ran;

		v = read_most(a, newest_result(e), f->expr->text);
		v.ran = ran;
	}
	return v;
}

bool
observe_runnable(struct arena *a, const struct world *w, size_t i)
{
	const struct target *t = &w->plan->targets[i];
	struct buf none = { 0 };
	struct str why = STR("");
	bool good;

	if (!w->built || !w->built[i].ok || t->missing.n > 0 ||
	    (t->kind != TARGET_PROBE && t->kind != TARGET_RUN))
		return false;
	if (t->kind == TARGET_PROBE)
		return true;
	good = pack_key(a, t).n > 0 &&
	       pack_symbols(&none, a, t, &w->built[i], &why);
	buf_free(&none);
	return good;
}

size_t
observe_untried(struct arena *a, const struct world *w, size_t **wanted)
{
	size_t count = 0;

	*wanted = arena_alloc(a, (w->plan->ntargets + 1) * sizeof **wanted);
	for (size_t i = 0; i < w->plan->ntargets; i++) {
		const struct target *t = &w->plan->targets[i];

		if (t->kind != TARGET_RUN || t->run->kind != MARKER_TEST ||
		    !observe_runnable(a, w, i) ||
		    find_evidence(a, w, w->emulated, t, STR("")))
			continue;
		(*wanted)[i] = 1;
		count++;
	}
	return count;
}
