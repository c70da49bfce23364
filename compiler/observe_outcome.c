/*
 * What came of a test -> whether that is what its page says, in words.
 *
 * The idea: a record says what was seen, the marker what was to be seen. A test
 * passes when every check held at every point, all outputs were written and
 * nothing was found on the way; one that `fails` passes when just that was
 * seen. What is wrong for certain counts before what the emulator leaves
 * undecided, since other results of approximate instructions would change it.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "evidence.h"
#include "expr.h"
#include "listing.h"
#include "marker.h"
#include "page.h"
#include "path.h"
#include "recipe.h"
#include "source.h"
#include "value.h"
#include "observe_parts.h"

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
number_text(struct arena *a, const struct test_number *x)
{
	return x->digits.n > 0 ? x->digits : arena_printf(a, "%.9g", x->value);
}

/* What a check found; of several the reader is told which. */
static struct str
check_text(struct arena *a, const struct test_check *c, bool alone)
{
	const struct test_spot *s = &c->first;
	struct str name = alone ? STR("") :
		arena_printf(a, "'" STR_FMT "': ", STR_ARG(c->text));

	return arena_printf(a, STR_FMT STR_FMT STR_FMT " is " STR_FMT
		", expected " STR_FMT " (%.0f of %.0f wrong)%s", STR_ARG(name),
		STR_ARG(for_point(a, s->point)), STR_ARG(left_text(a, c)),
		STR_ARG(number_text(a, &s->got)),
		STR_ARG(number_text(a, &s->want)), s->bad, s->of,
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

/* `7`, or `(7, 1, 0)` where one number does not tell it. */
static struct str
axes_text(struct arena *a, const double axes[3])
{
	if (axes[1] > 0 || axes[2] > 0)
		return arena_printf(a, "(%.0f, %.0f, %.0f)", axes[0], axes[1],
				    axes[2]);
	return arena_printf(a, "%.0f", axes[0]);
}

/* The kernel as the test has it; empty if it is none of its launches'. */
static struct str
kernel_text(struct arena *a, const struct claim *c,
	    const struct test_finding *f)
{
	const struct launch *l;

	for (size_t i = 0; (l = recipe_launch(c->marker, i)); i++) {
		struct str name = recipe_kernel(a, c->marker, l);

		name = str_slice(name, 0, str_find_byte(name, '<'));
		if (listing_is_named(f->kernel, str_trim(name)))
			return str_trim(l->kernel);
	}
	return STR("");
}

static struct str
quoted(struct arena *a, const char *word, struct str s)
{
	return s.n == 0 ? s : arena_printf(a, " %s '" STR_FMT "'", word,
					   STR_ARG(s));
}

static struct str
finding_text(struct arena *a, const struct claim *c,
	     const struct test_finding *f)
{
	struct str kernel = quoted(a, "of", kernel_text(a, c, f));
	struct str code = quoted(a, "at", code_text(c, f));

	return arena_printf(a, STR_FMT STR_FMT ": " STR_FMT ", by thread "
		STR_FMT " of block " STR_FMT STR_FMT STR_FMT,
		STR_ARG(for_point(a, f->point)), STR_ARG(f->kind),
		STR_ARG(f->text), STR_ARG(axes_text(a, f->thread)),
		STR_ARG(axes_text(a, f->block)), STR_ARG(kernel),
		STR_ARG(code));
}

/* --- judging a run ------------------------------------------------------- */

const struct test_finding *
observe_finding(const struct test_result *t, struct str kind)
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
		add_reason(&out, check_text(a, check, t->nchecks == 1));
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
	faults = faults_of(a, c, t, false);
	if (faults.n > 0)
		return observe_answer(false, arena_printf(a, "nothing is "
			"unwritten or NaN, but " STR_FMT, STR_ARG(faults)));
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

/* What only the emulator sees, by its word behind `fails`. */
static const struct {
	struct str kind, words;
} seen[] = {
	{ STR_INIT("bounds"), STR_INIT("access out of bounds") },
	{ STR_INIT("race"), STR_INIT("race") },
	{ STR_INIT("hang"), STR_INIT("hang") },
	{ STR_INIT("align"), STR_INIT("misaligned access") },
	{ STR_INIT("barrier"), STR_INIT("barrier that some never reach") },
	{ STR_INIT("unwritten"), STR_INIT("read of what nobody wrote") },
	{ STR_INIT("assert"), STR_INIT("failed assertion") },
	{ STR_INIT("trap"), STR_INIT("trap") },
};

/* Its place there; their number if it is of others, too. */
static size_t
find_seen(struct str kind)
{
	size_t i = 0;

	while (i < COUNT_OF(seen) && !str_equal(seen[i].kind, kind))
		i++;
	return i;
}

static bool
is_emulators(struct str kind)
{
	return find_seen(kind) < COUNT_OF(seen);
}

static struct value
judge_found(struct arena *a, const struct claim *c,
	    const struct test_result *t, struct str kind)
{
	const struct test_finding *f = observe_finding(t, kind);
	const struct test_output *o = find_unwritten(t);
	struct str others = faults_of(a, c, t, true);

	if (!f && str_equal(kind, STR("hang")))
		f = observe_finding(t, STR("barrier"));
	if (f)
		return observe_answer(true, finding_text(a, c, f));
	if (o && str_equal(kind, STR("unwritten")))
		return observe_answer(true, unwritten_text(a, o));
	return observe_answer(false, arena_printf(a, "no " STR_FMT
		" was found%s" STR_FMT, STR_ARG(seen[find_seen(kind)].words),
		others.n > 0 ? "; " : "", STR_ARG(others)));
}

static struct value
judge(struct arena *a, const struct claim *c, const struct test_result *t)
{
	const struct check *first = c->marker->checks;

	if (!first || first->kind == CHECK_EQUAL)
		return judge_passes(a, c, t);
	if (is_emulators(first->fails))
		return judge_found(a, c, t, first->fails);
	if (str_equal(first->fails, STR("nan")))
		return judge_nan(a, c, t);
	return judge_wrong(a, c, t);
}

/* Of what is undecided nothing is in the outcome: where all must hold, that
   something is wrong is certain even so; where something must be wrong, that
   it is. */
static bool
is_certain(const struct test_result *t, const struct check *first,
	   const struct value *v)
{
	bool all = !first || first->kind == CHECK_EQUAL || t->nchecks > 0;

	return t->unsure.n == 0 || (v->number > 0) != all;
}

struct value
observe_outcome(struct arena *a, const struct claim *c,
		const struct test_result *t, bool emulated)
{
	const struct check *first = c->marker->checks;
	const struct test_finding *lack =
		observe_finding(t, STR("unsupported"));
	struct value v;

	if (lack)
		return observe_needs_gpu(a, lack->text);
	if (first && is_emulators(first->fails) && !emulated)
		return observe_lacks(STR("needs emu"));
	v = judge(a, c, t);
	return is_certain(t, first, &v) ? v : observe_needs_gpu(a, t->unsure);
}
