/*
 * Cases, runs and replicates of a record -> slopes.
 *
 * The idea: what counts is decided here, and never by a value. A replicate that
 * was dropped for its conditions (by the runner, or by evidence_condition.c) is
 * NaN in all cases. A case that a large sweep has left out, by a pilot, is left
 * out in all replicates of a run: who could leave one out here and there would
 * choose the result. Slopes are made by evidence_samples.c.
 *
 *	"cases":[{"params":{"chains":"4"},"n":1024,"unit":"ns", ...}],
 *	"runs":[{"started":"2026-11-30T03:20:11Z","replicates":[
 *	{"valid":true,"dropped":null,"conditions":{...},
 *	"samples":[[[5 at N],[5 at 4N]]]}]}]
 *
 * A replicate with an `issue` near 1 in a case, beside its samples, has timed
 * the host: the device waited for it between launches. That slope is NaN, too.
 *
 * A run may have an `n` of its own, a number a case, a `driver`, a `toolkit`
 * and a `cubin`: in a file that has grown by a run that differed there.
 */
#include "evidence.h"

#include "arena.h"
#include "evidence_reader.h"
#include "library.h"

#include <math.h>
#include <string.h>

#define CASES_MAX 1000
#define SETTINGS_MAX 64
#define RUNS_MAX 1000
#define REPLICATES_MAX 10000
/* Of the time between two launches, what the host may take to begin one: no
   constant of a device, but of what is compared. Kernels whose time is known
   came out the same at every share up to 0.76; what waits for the host has 0.98
   and more, and nothing was seen between. */
#define ISSUE_MAX 0.8

/* --- cases --------------------------------------------------------------- */

bool
record_settings(struct record_reader *r, struct setting **out, size_t *n,
		const json_t *o)
{
	json_t *params = json_object_get(o, "params");
	const char *key;
	json_t *value;

	if (!json_is_object(params) || json_object_size(params) > SETTINGS_MAX)
		return record_refuse_member(r, o, "params",
					    "an object of texts");
	*n = 0;
	*out = arena_alloc(r->arena, (json_object_size(params) + 1) *
					     sizeof **out);
	json_object_foreach(params, key, value)
	{
		if (!json_is_string(value))
			return record_refuse_member(r, o, "params",
						    "an object of texts");
		(*out)[(*n)++] =
			(struct setting){ arena_copy(r->arena, str_of(key)),
					  record_copy(r, value) };
	}
	return true;
}

/* Launches are doubled until they are long enough. */
static bool
is_length(double n)
{
	int power;

	return n >= 2 && isfinite(n) && frexp(n, &power) == 0.5;
}

/* What a slope is of: a launch and those that stand behind it. */
static size_t
count_launches(const json_t *o)
{
	const char *slope = json_string_value(json_object_get(o, "slope"));

	if (!slope || !str_equal(str_of(slope), STR("launches")))
		return 0;
	return 1 + json_array_size(json_object_get(o, "then"));
}

static bool
read_case(struct record_reader *r, struct sample_case *c, const json_t *o)
{
	const json_t *n = json_object_get(o, "n");
	struct str unit;

	if (!json_is_object(o))
		return record_refuse(r, "expected a case as an object");
	if (!json_is_number(n) || !is_length(json_number_value(n)))
		return record_refuse_member(r, o, "n",
					    "a power of two of at least 2");
	c->n = json_number_value(n);
	if (!record_text(r, &unit, o, "unit"))
		return false;
	c->cycles = str_equal(unit, STR("cycles"));
	if (!c->cycles && !str_equal(unit, STR("ns")))
		return record_refuse_member(r, o, "unit", "'ns' or 'cycles'");
	c->launches = count_launches(o);
	return record_settings(r, &c->settings, &c->nsettings, o);
}

bool
record_cases(struct record_reader *r, struct evidence *e, const json_t *root)
{
	const json_t *list = record_array(r, root, "cases", CASES_MAX);
	bool good = list != NULL;

	if (!list)
		return false;
	e->cases = arena_alloc(r->arena,
			       (json_array_size(list) + 1) * sizeof *e->cases);
	record_enter(r, "cases", 0);
	for (size_t i = 0; good && i < json_array_size(list); i++) {
		record_enter(r, NULL, i);
		good = read_case(r, &e->cases[e->ncases++],
				 json_array_get(list, i));
		record_leave(r);
	}
	if (good && e->ncases == 0 && !record_is_test(root))
		good = record_refuse(r, "expected at least one case");
	record_leave(r);
	return good;
}

/* --- replicates ---------------------------------------------------------- */

static void
drop(struct run *run, struct str why, double *slopes, size_t ncases)
{
	if (run->ndropped++ == 0)
		run->dropped = why.n ? why : STR("dropped");
	for (size_t c = 0; c < ncases; c++)
		slopes[c] = NAN;
}

static void
count_faults(struct run *run, const double *slopes, size_t ncases)
{
	for (size_t c = 0; c < ncases; c++)
		run->nfaults += isnan(slopes[c]) && !run->left[c] ? 1 : 0;
}

/* The first replicate says which cases the sweep has left out. */
static bool
check_left(struct record_reader *r, struct run *run, const struct slopes *s)
{
	size_t c = 0;

	if (run->nreplicates == 0)
		memcpy(run->left, s->left, s->of->ncases * sizeof *s->left);
	while (c < s->of->ncases && run->left[c] == s->left[c])
		c++;
	if (c == s->of->ncases)
		return true;
	record_enter(r, "samples", 0);
	record_enter(r, NULL, c);
	record_refuse(r, "a case is left out of all replicates of a run or of "
		      "none");
	record_leave(r);
	record_leave(r);
	return false;
}

/* Slopes that say more of the host than of the device. */
static bool
leave_waited(struct record_reader *r, const struct evidence *e,
	     struct run *run, double *slopes, const json_t *o)
{
	const json_t *list = json_object_get(o, "issue");

	if (!list)
		return true;
	if (!json_is_array(list) || json_array_size(list) != e->ncases)
		return record_refuse_member(r, o, "issue", "a number a case");
	for (size_t c = 0; c < e->ncases; c++) {
		const json_t *share = json_array_get(list, c);

		if (!json_is_number(share) || !(json_number_value(share) >= 0))
			return record_refuse_member(r, o, "issue",
						    "a number a case");
		if (json_number_value(share) <= ISSUE_MAX || isnan(slopes[c]))
			continue;
		slopes[c] = NAN;
		run->waited[c]++;
	}
	return true;
}

static bool
read_replicate(struct record_reader *r, const struct evidence *e,
	       struct run *run, const double *n, const json_t *o)
{
	const json_t *valid = json_object_get(o, "valid");
	double *slopes = arena_alloc(r->arena, e->ncases * sizeof *slopes);
	struct slopes s = { e, n, slopes, arena_alloc(r->arena, e->ncases) };
	struct str dropped, said = STR("");

	if (!json_is_object(o))
		return record_refuse(r, "expected a replicate as an object");
	if (!json_is_boolean(valid))
		return record_refuse_member(r, o, "valid", "true or false");
	if (!record_conditions(r, &dropped, o) ||
	    !record_maybe(r, &said, o, "dropped"))
		return false;
	dropped = dropped.n > 0 ? dropped : said;
	if (!record_slopes(r, &s, o, "samples") || !check_left(r, run, &s) ||
	    !record_gpu(r, &run->gpu[run->nreplicates], o))
		return false;
	if (!json_is_true(valid) || dropped.n > 0)
		drop(run, dropped, slopes, e->ncases);
	else
		count_faults(run, slopes, e->ncases);
	run->slope[run->nreplicates++] = slopes;
	return leave_waited(r, e, run, slopes, o);
}

static bool
read_replicates(struct record_reader *r, const struct evidence *e,
		struct run *run, const double *n, const json_t *o)
{
	const json_t *list = record_array(r, o, "replicates",
					  REPLICATES_MAX - r->replicates);
	bool good = list != NULL;

	if (!list)
		return false;
	r->replicates += json_array_size(list);
	run->slope = arena_alloc(r->arena, (json_array_size(list) + 1) *
						   sizeof *run->slope);
	run->gpu = arena_alloc(r->arena, (json_array_size(list) + 1) *
						 sizeof *run->gpu);
	run->left = arena_alloc(r->arena, e->ncases + 1);
	run->waited = arena_alloc(r->arena,
				  (e->ncases + 1) * sizeof *run->waited);
	record_enter(r, "replicates", 0);
	for (size_t i = 0; good && i < json_array_size(list); i++) {
		record_enter(r, NULL, i);
		good = read_replicate(r, e, run, n, json_array_get(list, i));
		record_leave(r);
	}
	record_leave(r);
	return good;
}

/* What the sweep's pilot saw. */
static bool
read_pilot(struct record_reader *r, const struct evidence *e, struct run *run,
	   const double *n, const json_t *o)
{
	struct slopes s = { e, n, NULL, arena_alloc(r->arena, e->ncases + 1) };

	if (!json_object_get(o, "pilot"))
		return true;
	s.slope = arena_alloc(r->arena, (e->ncases + 1) * sizeof *s.slope);
	run->pilot = s.slope;
	return record_slopes(r, &s, o, "pilot");
}

/* --- runs ---------------------------------------------------------------- */

/* `2026-11-30T03:20:11Z` */
static bool
is_time(struct str s)
{
	static const char form[] = "dddd-dd-ddTdd:dd:ddZ";

	if (s.n != sizeof form - 1)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (form[i] == 'd' ? !byte_is_digit(s.p[i]) : s.p[i] != form[i])
			return false;
	return true;
}

/* N of each case, of the run or of the file. */
static double *
read_lengths(struct record_reader *r, const struct evidence *e, const json_t *o)
{
	const json_t *list = json_object_get(o, "n");
	double *n = arena_alloc(r->arena, e->ncases * sizeof *n);

	for (size_t c = 0; c < e->ncases; c++) {
		const json_t *j = json_array_get(list, c);

		n[c] = list ? json_number_value(j) : e->cases[c].n;
		if (!is_length(n[c]) ||
		    (list && json_array_size(list) != e->ncases)) {
			record_refuse_member(r, o, "n",
					     "a power of two of at least "
					     "2 a case");
			return NULL;
		}
	}
	return n;
}

static bool
is_repeated(const struct evidence *e, struct str started)
{
	for (size_t i = 0; i < e->nruns; i++)
		if (str_equal(e->runs[i].started, started))
			return true;
	return false;
}

/* A run that stands there twice would count twice. */
static bool
has_samples_of(const json_t *runs, size_t i)
{
	json_t *own = json_object_get(json_array_get(runs, i), "replicates");

	for (size_t k = 0; json_array_size(own) > 0 && k < i; k++)
		if (json_equal(own, json_object_get(json_array_get(runs, k),
						    "replicates")))
			return true;
	return false;
}

static bool
read_run(struct record_reader *r, struct evidence *e, const json_t *o)
{
	struct run *run = &e->runs[e->nruns];
	const double *n;

	e->device.driver = r->driver;
	e->toolkit = r->toolkit;
	e->cubin = r->cubin;
	if (!json_is_object(o))
		return record_refuse(r, "expected a run as an object");
	if (!record_text(r, &run->started, o, "started") ||
	    !record_maybe(r, &e->device.driver, o, "driver") ||
	    !record_maybe(r, &e->toolkit, o, "toolkit") ||
	    !record_maybe(r, &e->cubin, o, "cubin"))
		return false;
	run->toolkit = e->toolkit;
	run->cubin = e->cubin;
	if (!is_time(run->started))
		return record_refuse_member(r, o, "started",
					    "a time, as 2026-11-30T03:20:11Z");
	if (is_repeated(e, run->started))
		return record_refuse(r, "a second run that started at " STR_FMT,
				     STR_ARG(run->started));
	n = read_lengths(r, e, o);
	if (!n || !read_replicates(r, e, run, n, o) ||
	    !record_refused(r, e, run, o) || !read_pilot(r, e, run, n, o) ||
	    !record_test(r, &run->test, o))
		return false;
	e->device.date = str_slice(run->started, 0, 10);
	e->nruns++;
	return true;
}

bool
record_runs(struct record_reader *r, struct evidence *e, const json_t *root)
{
	const json_t *list = record_array(r, root, "runs", RUNS_MAX);
	bool good = list != NULL;

	if (!list)
		return false;
	e->runs = arena_alloc(r->arena,
			      (json_array_size(list) + 1) * sizeof *e->runs);
	record_enter(r, "runs", 0);
	for (size_t i = 0; good && i < json_array_size(list); i++) {
		record_enter(r, NULL, i);
		good = has_samples_of(list, i) ?
			record_refuse(r, "the samples of an earlier run stand "
				      "here again") :
			read_run(r, e, json_array_get(list, i));
		record_leave(r);
	}
	record_leave(r);
	return good;
}
