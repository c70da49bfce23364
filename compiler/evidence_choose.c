/*
 * Which cases of the evidence a page asks about, which of them count, and the
 * best; or why none does.
 *
 * The idea: the case is chosen by its median over all replicates of all runs
 * that count, as the rule wants it; never replicate by replicate. What cannot
 * be said is a lack with its reason: too few valid replicates, a crash, a
 * slice of a device.
 */
#include "evidence.h"

#include "arena.h"
#include "fact.h"
#include "library.h"
#include "pack.h"
#include "pack_head.h"
#include "value.h"

#include "evidence_sweep.h"

#define LAUNCH_BOUND "launch-bound"
/* A launch is brief if the gap to the next is more than this part of it. */
#define GAP_PART 0.1

/* --- which cases --------------------------------------------------------- */

/* Whether a case has what was asked for: 264 is 2*sm on a device of 132. */
static bool
agrees(const struct sweep *s, size_t c, const struct setting *asked)
{
	const struct setting *has = sweep_setting(s, c, asked->name);
	const struct head h = sweep_head(s, c);
	struct product x, y;

	if (!has)
		return false;
	if (str_equal(has->value, asked->value))
		return true;
	if (!head_setting(&x, &h, has) || !head_setting(&y, &h, asked))
		return false;
	return x.sm == y.sm && x.l2 == y.l2 && !(x.number < y.number) &&
	       !(x.number > y.number);
}

bool
sweep_asks(const struct sweep *s, size_t c)
{
	for (size_t i = 0; i < s->nsettings; i++)
		if (!agrees(s, c, &s->settings[i]))
			return false;
	return true;
}

/* --- what stands in the way ---------------------------------------------- */

static bool
error_is(const struct evidence *e, const char *kind)
{
	struct str k = str_of(kind);

	return str_starts(e->error, k) &&
	       (e->error.n == k.n || e->error.p[k.n] == ':');
}

/* Whether the newest run had some before it failed. */
static bool
has_replicates(const struct evidence *e)
{
	return e->nruns > 0 && e->runs[e->nruns - 1].nreplicates > 0;
}

static struct value
error_lack(const struct sweep *s)
{
	const struct evidence *e = s->evidence;

	if (error_is(e, "no-image"))
		return value_lack(LACK_INCONCLUSIVE, arena_printf(s->arena,
			"no kernel image for this device: built for " STR_FMT
			", it has compute capability " STR_FMT,
			STR_ARG(e->target), STR_ARG(e->device.cc)));
	if (error_is(e, "memory") || error_is(e, "machine"))
		return value_lack(LACK_INCONCLUSIVE, e->error);
	if (error_is(e, "hang") && has_replicates(e)) /* it does end */
		return value_lack(LACK_INCONCLUSIVE, arena_printf(s->arena,
			"timeout" STR_FMT,
			STR_ARG(str_skip(e->error, STR("hang").n))));
	return value_lack(LACK_ERROR, e->error);
}

static bool
is_slice(const struct sweep *s, double *whole)
{
	struct value v = s->device ?
		device_entry(s->arena, s->device, STR("sm_count")) :
		value_lack(LACK_ERROR, STR(""));

	*whole = v.number;
	return v.kind == VALUE_NUMBER && s->sm > 0 &&
	       (s->sm < v.number || s->sm > v.number);
}

/* Why nothing of this evidence counts; kind NUMBER if it may. */
static struct value
find_obstacle(const struct sweep *s)
{
	const struct evidence *e = s->evidence;
	double whole;

	if (!str_equal(e->harness, STR(PACK_HARNESS)))
		return value_lack(LACK_STALE, STR("measured by another version "
						  "of the harness"));
	if (e->error.n > 0)
		return error_lack(s);
	if (e->device.mig)
		return value_lack(LACK_INCONCLUSIVE,
				  STR("mig: measured on a device that was cut "
				      "into parts"));
	if (is_slice(s, &whole))
		return value_lack(
			LACK_INCONCLUSIVE,
			arena_printf(s->arena,
				     "the device had %.0f multiprocessors, "
				     "of " STR_FMT " %.0f are documented",
				     s->sm, STR_ARG(e->device.name), whole));
	return value_number(0, NULL);
}

/* Slopes of a case that say more of the host, over all runs. */
static size_t
count_waited(const struct sweep *s, size_t c)
{
	const struct evidence *e = s->evidence;
	size_t n = 0;

	for (size_t r = 0; r < e->nruns; r++)
		n += e->runs[r].waited[c];
	return n;
}

static bool
asked_waited(const struct sweep *s)
{
	for (size_t c = 0; c < s->evidence->ncases; c++)
		if (sweep_asks(s, c) && count_waited(s, c) > 0)
			return true;
	return false;
}

/* Why no run has enough valid replicates. */
static struct value
few_why(const struct sweep *s)
{
	const struct evidence *e = s->evidence;
	size_t all = 0, dropped = 0, faults = 0;
	struct str why = STR("");

	for (size_t r = 0; r < e->nruns; r++) {
		all += e->runs[r].nreplicates;
		faults += e->runs[r].nfaults;
		if (e->runs[r].ndropped > 0 && dropped == 0)
			why = e->runs[r].dropped;
		dropped += e->runs[r].ndropped;
	}
	if (dropped > 0)
		return value_lack(LACK_INCONCLUSIVE, arena_printf(s->arena,
			STR_FMT ": %zu of %zu replicates dropped, no run has "
			"%d left", STR_ARG(why), dropped, all,
			EVIDENCE_REPLICATES_MIN));
	if (asked_waited(s))
		return value_lack(LACK_INCONCLUSIVE, STR(LAUNCH_BOUND
			": the device waits for the host between launches"));
	if (faults > 0)
		return value_lack(LACK_INCONCLUSIVE, arena_printf(s->arena,
			"time does not grow with the work: %zu slopes of %zu "
			"replicates are not above 0", faults, all));
	return value_lack(LACK_INCONCLUSIVE, arena_printf(s->arena,
		"%zu replicates, a run needs %d", all,
		EVIDENCE_REPLICATES_MIN));
}

static struct value
few_lack(const struct sweep *s)
{
	struct value v = few_why(s);

	v.uncounted = true;
	return v;
}

/* Of what was asked for nothing counts: the device took none of it, or there
   is too little. */
static struct value
none_lack(const struct sweep *s)
{
	struct value v = sweep_refused(s);

	return v.kind == VALUE_NONE ? v : few_lack(s);
}

static struct value
no_case_lack(const struct sweep *s)
{
	struct str text = STR("");

	for (size_t i = 0; i < s->nsettings; i++)
		text = arena_printf(s->arena, STR_FMT " " STR_FMT "=" STR_FMT,
				    STR_ARG(text), STR_ARG(s->settings[i].name),
				    STR_ARG(s->settings[i].value));
	return value_lack(LACK_ERROR, arena_printf(s->arena,
		"the evidence has no case with" STR_FMT, STR_ARG(text)));
}

/* --- choosing ------------------------------------------------------------ */

static bool
is_sweepable(const struct parameter *p)
{
	return !p->fixed && p->nvalues > 1;
}

struct str
sweep_chosen(const struct sweep *s, size_t c)
{
	struct str text = STR("");

	for (size_t i = 0; i < s->probe->nparameters; i++) {
		const struct parameter *p = &s->probe->parameters[i];
		const struct setting *has = sweep_setting(s, c, p->name);

		if (!has || !is_sweepable(p) ||
		    setting_find(s->settings, s->nsettings, p->name))
			continue;
		text = arena_printf(s->arena, STR_FMT "%s" STR_FMT "=" STR_FMT,
				    STR_ARG(text), text.n ? " " : "",
				    STR_ARG(has->name), STR_ARG(has->value));
	}
	return text;
}

bool
sweep_is_better(const struct metric *m, double x, double y)
{
	return m->best_is_least ? x < y : x > y;
}

/* A case that has only been timed on the host leaves the best unknown, unless
   the shortest launch that is documented would make no better one of it; kind
   NUMBER if none does. */
static struct value
find_unknown_best(const struct sweep *s, const struct metric *m,
		  const struct choices *all)
{
	double best = sweep_best(m, all)->value.number;
	double least = sweep_documented(s, STR("launch.least_s"));

	for (size_t c = 0; c < s->evidence->ncases; c++) {
		struct value v;

		if (!sweep_asks(s, c) || count_waited(s, c) == 0 ||
		    sweep_slopes(s, c).nruns > 0)
			continue;
		v = sweep_given(s, c, m->value, least);
		if (!(least > 0) ||
		    (v.kind == VALUE_NUMBER &&
		     sweep_is_better(m, v.number, best)))
			return value_lack(LACK_INCONCLUSIVE, arena_printf(
				s->arena, LAUNCH_BOUND " at " STR_FMT ", which "
				"may be the best of all",
				STR_ARG(sweep_chosen(s, c))));
	}
	return value_number(0, NULL);
}

bool
sweep_choices(const struct sweep *s, const struct metric *m,
	      struct choices *all, struct value *out)
{
	size_t asked = 0;

	*out = find_obstacle(s);
	if (out->kind != VALUE_NONE)
		*out = sweep_left_out(s, m);
	if (out->kind == VALUE_NONE)
		return false;
	all->n = 0;
	all->items = arena_alloc(s->arena, (s->evidence->ncases + 1) *
						   sizeof *all->items);
	for (size_t c = 0; c < s->evidence->ncases; c++) {
		struct value v;

		if (!sweep_asks(s, c))
			continue;
		asked++;
		if (sweep_slopes(s, c).nruns == 0)
			continue;
		v = sweep_value(s, c, m->value);
		if (v.kind == VALUE_NONE && v.lack != LACK_INCONCLUSIVE) {
			*out = v;
			return false;
		}
		/* a metric without `time` or `cycles` is the same number in
		   every replicate */
		if (v.runs)
			v = sweep_valid(s->arena, v);
		if (v.kind == VALUE_NUMBER && (!v.runs || v.nruns > 0))
			all->items[all->n++] = (struct choice){ c, v };
	}
	if (all->n > 0)
		*out = find_unknown_best(s, m, all);
	else if (asked == 0)
		*out = no_case_lack(s);
	else
		*out = none_lack(s);
	return out->kind == VALUE_NUMBER;
}

const struct choice *
sweep_best(const struct metric *m, const struct choices *all)
{
	const struct choice *best = &all->items[0];

	for (size_t i = 1; i < all->n; i++)
		if (sweep_is_better(m, all->items[i].value.number,
				    best->value.number))
			best = &all->items[i];
	return best;
}

/* --- what goes with a value ---------------------------------------------- */

static bool
is_pinned(const struct sweep *s)
{
	for (size_t i = 0; i < s->nsettings; i++) {
		const struct parameter *p =
			probe_parameter(s->probe, s->settings[i].name);

		if (p && is_sweepable(p))
			return true;
	}
	return false;
}

/* Whether the documented gap to the next launch is much of the time of one. */
static void
remark_brief(const struct sweep *s, struct value *v, size_t c)
{
	size_t n = s->evidence->cases[c].launches;
	double time = n > 0 ? sweep_slopes(s, c).number / (double)n : 0;
	double gap = sweep_documented(s, STR("launch.gap_s"));

	v->brief = gap > GAP_PART * time ? time : 0;
	v->gap = v->brief > 0 ? gap : 0;
}

void
sweep_remark(const struct sweep *s, struct value *v, size_t c)
{
	struct ceiling limit = sweep_ceiling(s, c);
	struct value share = sweep_share(s, c, &limit);

	v->share = share.kind == VALUE_NUMBER ? share.number : 0;
	v->at = sweep_chosen(s, c);
	remark_brief(s, v, c);
	v->pinned =
		is_pinned(s) || (limit.reach > 0 && v->share >= limit.reach);
}
