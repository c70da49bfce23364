/*
 * Tests: what their runs say -> whether they came out as the page says.
 *
 * The idea: evidence tells what was seen, the marker what was to be seen. A
 * test passes when every check held at every point, all outputs were written
 * and nothing was found on the way; one that `fails` passes when just that was
 * seen. A device's record of the same code counts before the emulator's, but
 * nothing is confirmed that either of them has seen to be wrong.
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
#include "path.h"
#include "plan.h"
#include "recall.h"
#include "source.h"
#include "toolkit.h"
#include "value.h"
#include "observe.h"
#include "observe_parts.h"

#include <math.h>

/* --- words --------------------------------------------------------------- */

static struct str
for_point(struct arena *a, struct str point)
{
	if (point.n == 0)
		return STR("");
	return arena_printf(a, "for " STR_FMT " ", STR_ARG(point));
}

static struct str
element_text(struct arena *a, struct str array, double index)
{
	return arena_printf(a, STR_FMT "[%.0f]", STR_ARG(array), index);
}

/* What a check compares: the element, or its own words. */
static struct str
left_text(struct arena *a, const struct test_check *c)
{
	if (c->array.n == 0)
		return arena_printf(a, "'" STR_FMT "': the left side",
				    STR_ARG(c->text));
	return element_text(a, c->array, c->first.index);
}

static struct str
check_text(struct arena *a, const struct test_check *c)
{
	const struct test_spot *s = &c->first;

	return arena_printf(a, STR_FMT STR_FMT " is %.9g, expected %.9g "
		"(%.0f of %.0f wrong)%s",
		STR_ARG(for_point(a, s->point)), STR_ARG(left_text(a, c)),
		s->got, s->want, s->bad, s->of,
		s->untouched ? "; nothing wrote the array" : "");
}

static struct str
unwritten_text(struct arena *a, const struct test_output *o)
{
	const struct test_spot *s = &o->first_unwritten;

	return arena_printf(a, STR_FMT STR_FMT " was not written (%.0f of "
		"%.0f elements)", STR_ARG(for_point(a, s->point)),
		STR_ARG(element_text(a, o->name, s->index)), s->bad, s->of);
}

/* The page's line at which it was found; a number would move with what kbc
   writes into the page. */
static struct str
code_text(const struct claim *c, const struct test_finding *f)
{
	const struct source *s = c->page->source;

	if (!(f->line >= 1 && f->line <= (double)s->nlines) ||
	    !str_ends(f->file, path_base(c->page->name)))
		return STR("");
	return str_trim(span_str(source_line(s, (size_t)f->line)));
}

static struct str
finding_text(struct arena *a, const struct claim *c,
	     const struct test_finding *f)
{
	struct str code = code_text(c, f);

	return arena_printf(a, STR_FMT STR_FMT ": " STR_FMT ", by thread %.0f "
		"of block %.0f%s" STR_FMT "%s", STR_ARG(for_point(a, f->point)),
		STR_ARG(f->kind), STR_ARG(f->text), f->thread[0], f->block[0],
		code.n > 0 ? " at '" : "", STR_ARG(code),
		code.n > 0 ? "'" : "");
}

/* --- judging a run ------------------------------------------------------- */

static const struct test_finding *
find_kind(const struct test_result *t, struct str kind)
{
	for (size_t i = 0; i < t->nfindings; i++)
		if (str_equal(t->findings[i].kind, kind))
			return &t->findings[i];
	return NULL;
}

static const struct test_check *
find_bad_check(const struct test_result *t)
{
	for (size_t i = 0; i < t->nchecks; i++)
		if (t->checks[i].bad > 0)
			return &t->checks[i];
	return NULL;
}

static const struct test_output *
find_unwritten(const struct test_result *t)
{
	for (size_t i = 0; i < t->noutputs; i++)
		if (t->outputs[i].unwritten > 0)
			return &t->outputs[i];
	return NULL;
}

static const struct test_output *
find_nan(const struct test_result *t)
{
	for (size_t i = 0; i < t->noutputs; i++)
		if (t->outputs[i].nan > 0)
			return &t->outputs[i];
	return NULL;
}

static void
add_reason(struct buf *out, struct str text)
{
	buf_add(out, out->n > 0 ? STR("; ") : STR(""));
	buf_add(out, text);
}

/* All that is wrong in one sentence; empty when nothing is. */
static struct str
faults_of(struct arena *a, const struct claim *c, const struct test_result *t,
	  bool outputs)
{
	const struct test_output *unwritten = outputs ? find_unwritten(t) :
							NULL;
	const struct test_check *check = find_bad_check(t);
	struct buf out = { 0 };
	struct str text;

	if (unwritten)
		add_reason(&out, unwritten_text(a, unwritten));
	if (check)
		add_reason(&out, check_text(a, check));
	if (t->nfindings > 0)
		add_reason(&out, finding_text(a, c, &t->findings[0]));
	if (t->nfindings > 1)
		buf_printf(&out, " and %zu more", t->nfindings - 1);
	if (out.n > 0 && t->points > 1)
		buf_printf(&out, "; wrong for %.0f of %.0f sizes", t->failed,
			   t->points);
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static struct value
judge_passes(struct arena *a, const struct claim *c,
	     const struct test_result *t)
{
	struct str faults = faults_of(a, c, t, true);

	return observe_answer(faults.n == 0, faults);
}

/* `fails wrong COND`: COND is what comes out, at every point. */
static struct value
judge_wrong(struct arena *a, const struct claim *c,
	    const struct test_result *t)
{
	struct str faults;

	if (t->nchecks > 0) {
		faults = faults_of(a, c, t, false);
		return observe_answer(faults.n == 0, faults);
	}
	if (find_unwritten(t) || find_nan(t))
		return observe_answer(true, STR(""));
	return observe_answer(false, STR("nothing is unwritten or NaN: say "
					 "what comes out, 'fails wrong out[0] "
					 "== 0'"));
}

static struct value
judge_nan(struct arena *a, const struct claim *c, const struct test_result *t)
{
	if (!find_nan(t))
		return observe_answer(false, STR("no output is NaN"));
	if (t->nfindings > 0)
		return observe_answer(false, faults_of(a, c, t, false));
	return observe_answer(true, STR(""));
}

/* `fails bounds`, `race`, `hang`: what only the emulator sees. */
static struct value
judge_found(struct arena *a, const struct claim *c,
	    const struct test_result *t, struct str kind)
{
	const struct test_finding *f = find_kind(t, kind);
	struct str others = faults_of(a, c, t, true);

	if (!f && str_equal(kind, STR("hang")))
		f = find_kind(t, STR("barrier"));
	if (f)
		return observe_answer(true, finding_text(a, c, f));
	return observe_answer(false, arena_printf(a, "no %s was found%s"
		STR_FMT, str_equal(kind, STR("bounds")) ?
		"access out of bounds" : str_equal(kind, STR("race")) ?
		"race" : "hang", others.n > 0 ? "; " : "", STR_ARG(others)));
}

static bool
is_emulators(struct str kind)
{
	return str_equal(kind, STR("bounds")) ||
	       str_equal(kind, STR("race")) || str_equal(kind, STR("hang"));
}

static struct value
judge_result(struct arena *a, const struct claim *c,
	     const struct test_result *t, bool emulated)
{
	const struct check *first = c->marker->checks;
	const struct test_finding *lack = find_kind(t, STR("unsupported"));

	if (lack)
		return observe_lacks(arena_printf(a, "needs gpu: " STR_FMT,
						  STR_ARG(lack->text)));
	if (!first || first->kind == CHECK_EQUAL)
		return judge_passes(a, c, t);
	if (is_emulators(first->fails) && !emulated)
		return observe_lacks(STR("needs emu"));
	if (is_emulators(first->fails))
		return judge_found(a, c, t, first->fails);
	if (str_equal(first->fails, STR("nan")))
		return judge_nan(a, c, t);
	return judge_wrong(a, c, t);
}

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

	if (!e || !str_equal(e->key, pack_key(a, t)) ||
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
		v = judge_result(a, c, t, emulated);
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
	const struct evidence *device, *emulated;
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
	if (!b || !b->tried)
		return observe_lacks(STR("needs nvcc"));
	if (ledger_find_stale(w->ledger, recall_job(w->recall, t), t->sm,
			      c->device))
		return value_lack(LACK_STALE, STR("the test changed since it "
						  "was run"));
	return observe_lacks(STR("needs emu or gpu"));
}

/* --- facts --------------------------------------------------------------- */

static double
most(const struct test_result *t, struct str member)
{
	double x = 0;

	for (size_t i = 0; i < t->nchecks; i++) {
		const struct test_check *c = &t->checks[i];

		x = fmax(x, str_equal(member, STR("max_rel")) ? c->max_rel :
			 str_equal(member, STR("max_abs")) ? c->max_abs :
			 c->max_ulp);
	}
	return x;
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

/* Its test expects 0: what came instead is what it is worth. */
static struct value
read_value(struct arena *a, const struct evidence *e, bool emulated)
{
	const struct test_result *r = newest_result(e);
	const struct test_finding *lack = r ?
		find_kind(r, STR("unsupported")) : NULL;
	struct value v;

	if (lack)
		return observe_lacks(arena_printf(a, "needs gpu: " STR_FMT,
						  STR_ARG(lack->text)));
	if (e->error.n > 0 || !r || r->nchecks != 1)
		return value_lack(LACK_ERROR, e->error.n > 0 ? e->error :
				  STR("its record has no value"));
	v = value_number(r->checks[0].bad > 0 ? r->checks[0].first.got : 0,
			 NULL);
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
	return observe_lacks(b && b->tried ? STR("needs emu or gpu") :
					     STR("needs nvcc"));
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

		v = value_number(most(newest_result(e), f->expr->text), NULL);
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
observe_untried(struct arena *a, const struct world *w, bool **wanted)
{
	size_t count = 0;

	*wanted = arena_alloc(a, w->plan->ntargets + 1);
	for (size_t i = 0; i < w->plan->ntargets; i++) {
		const struct target *t = &w->plan->targets[i];

		if (t->kind != TARGET_RUN || t->run->kind != MARKER_TEST ||
		    !observe_runnable(a, w, i) ||
		    find_evidence(a, w, w->emulated, t, STR("")))
			continue;
		(*wanted)[i] = true;
		count++;
	}
	return count;
}
