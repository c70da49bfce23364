/*
 * Runs of replicates and a band -> confirmed, refuted, inconclusive, or look
 * again.
 *
 * The idea: bias dwarfs noise, so nothing is averaged away. J is the interval
 * in which the truth lies: the union of the rank interval of all replicates
 * and that of the run medians. There is one decision line an edge of the band,
 * a floor g outside it, where no claims are; a verdict once reached is kept
 * unless J leaves the zone of indifference, so it is a function of the ledger.
 *
 * Not here: what a band is (verdict), which values go in (evidence), drawing
 * more replicates (the runner). Compiled with -ffp-contract=off.
 */
#include "arena.h"
#include "judge.h"
#include "value.h"

#include <math.h>
#include <string.h>

/* At this many replicates a run is not extended any more. */
#define REPLICATES_MAX 160

struct interval {
	double low, high;
};

/* The state of one judgement: the runs so far, sorted. */
struct sample {
	double *all;      /* sorted */
	size_t nall;
	double *medians;  /* sorted, one a run */
	size_t nruns;
	struct interval last; /* rank interval of the newest run alone */
	size_t nlast;
};

size_t
judge_rank(size_t n)
{
	size_t k = n / 2;

	while (k > 1 && 2 * (n - 2 * k) * (n - 2 * k) < 7 * n)
		k--;
	return k > 1 ? k : 1;
}

double
judge_median(double *v, size_t n)
{
	value_sort(v, n);
	return value_middle(v, n);
}

/* s[k] .. s[n+1-k] of sorted values, counted from 1. */
static struct interval
rank_interval(const double *v, size_t n)
{
	size_t k = judge_rank(n);

	return (struct interval){ v[k - 1], v[n - k] };
}

/* Adds the valid values of one run. False when it has none. */
static bool
sample_add(struct arena *a, struct sample *s, const struct series *run)
{
	double *v = arena_alloc(a, (run->n + 1) * sizeof *v);
	size_t n = 0;

	for (size_t i = 0; i < run->n; i++)
		if (!isnan(run->v[i]))
			v[n++] = run->v[i];
	if (n == 0)
		return false;
	value_sort(v, n);
	s->last = rank_interval(v, n);
	s->nlast = n;
	s->medians[s->nruns++] = value_middle(v, n);
	value_sort(s->medians, s->nruns);
	memcpy(s->all + s->nall, v, n * sizeof *v);
	s->nall += n;
	value_sort(s->all, s->nall);
	return true;
}

/* g: the floor as an absolute distance from an edge. */
static double
floor_distance(struct band b)
{
	double low = isfinite(b.low) ? fabs(b.low) : 0;
	double high = isfinite(b.high) ? fabs(b.high) : 0;

	return b.floor * (low > high ? low : high);
}

static struct interval
truth_interval(const struct sample *s)
{
	struct interval all = rank_interval(s->all, s->nall);
	struct interval runs = rank_interval(s->medians, s->nruns);

	if (runs.low < all.low)
		all.low = runs.low;
	if (runs.high > all.high)
		all.high = runs.high;
	return all;
}

/* Whether the rule leaves open what becomes of a claim: its value is known to
   lie near the band, but not in it. */
static bool
is_between(double middle, struct interval j, struct band b)
{
	double g = floor_distance(b);

	return (middle < b.low || middle > b.high) && j.low >= b.low - 2 * g &&
	       j.high <= b.high + 2 * g;
}

/* J lies across the line and no more replicates will come. */
static enum judgement
judge_across(const struct sample *s, struct band b, struct interval j,
	     enum judgement before)
{
	double g = floor_distance(b);
	double middle = value_middle(s->medians, s->nruns);
	bool may_in = j.low >= b.low - 2 * g && j.high <= b.high + 2 * g;
	bool may_out = j.low > b.high || j.high < b.low;
	bool inside = b.low - g <= middle && middle <= b.high + g;

	if (may_in && (!may_out || before == JUDGE_CONFIRMED ||
		       (inside && before != JUDGE_REFUTED)))
		return JUDGE_CONFIRMED;
	if (may_out)
		return s->nruns > 1 ? JUDGE_REFUTED : JUDGE_AGAIN;
	return JUDGE_INCONCLUSIVE;
}

static enum judgement
judge_once(const struct sample *s, struct band b, bool last,
	   enum judgement before)
{
	double g = floor_distance(b);
	struct interval j = truth_interval(s);

	if (j.low >= b.low - g && j.high <= b.high + g)
		return JUDGE_CONFIRMED;
	if (j.low > b.high + g || j.high < b.low - g)
		return s->nruns > 1 ? JUDGE_REFUTED : JUDGE_AGAIN;
	if (last || s->last.high - s->last.low <= g)
		return judge_across(s, b, j, before);
	return JUDGE_MORE;
}

/* Whether a gap wider than g and than a third of the 10-90 % range lies inside
   that range. */
static bool
is_bimodal(const struct sample *s, double g)
{
	size_t first = s->nall / 10, last = s->nall - 1 - s->nall / 10;
	double range = s->all[last] - s->all[first];

	for (size_t i = first; i < last; i++) {
		double gap = s->all[i + 1] - s->all[i];

		if (gap > g && gap > range / 3)
			return true;
	}
	return false;
}

static struct str
why_inconclusive(const struct sample *s, struct band b)
{
	double g = floor_distance(b);

	if (s->medians[s->nruns - 1] - s->medians[0] > 2 * g)
		return STR("runs disagree");
	return is_bimodal(s, g) ? STR("bimodal") : STR("noise");
}

static void
sample_init(struct arena *a, struct sample *s, const struct series *runs,
	    size_t nruns)
{
	size_t total = 0;

	for (size_t i = 0; i < nruns; i++)
		total += runs[i].n;
	*s = (struct sample){ 0 };
	s->all = arena_alloc(a, (total + 1) * sizeof *s->all);
	s->medians = arena_alloc(a, (nruns + 1) * sizeof *s->medians);
}

/* The size of the run that may decide what a last one of n left open: one like
   it, or the next larger. */
static size_t
run_wanted(enum judgement verdict, size_t n)
{
	size_t size = JUDGE_REPLICATES;

	if (verdict != JUDGE_MORE && verdict != JUDGE_AGAIN)
		return 0;
	while (size < REPLICATES_MAX &&
	       (size < n || (size == n && verdict == JUDGE_MORE)))
		size *= 2;
	return size;
}

void
judge_fold(struct arena *a, struct judged *out, struct band band,
	   const struct series *runs, size_t nruns)
{
	enum judgement before = JUDGE_MORE;
	struct sample s;
	struct interval j;

	*out = (struct judged){ .verdict = JUDGE_MORE, .low = NAN, .high = NAN,
				.middle = NAN, .wants = JUDGE_REPLICATES };
	sample_init(a, &s, runs, nruns);
	for (size_t i = 0; i < nruns; i++) {
		if (!sample_add(a, &s, &runs[i]))
			continue;
		out->verdict = judge_once(&s, band, i + 1 < nruns ||
				s.nlast >= REPLICATES_MAX, before);
		if (out->verdict != JUDGE_MORE && out->verdict != JUDGE_AGAIN)
			before = out->verdict;
	}
	if (s.nall == 0)
		return;
	out->wants = run_wanted(out->verdict, s.nlast);
	j = truth_interval(&s);
	out->low = j.low;
	out->high = j.high;
	out->middle = value_middle(s.medians, s.nruns);
	out->firm = j.low >= band.low && j.high <= band.high;
	out->between = is_between(out->middle, j, band);
	if (out->verdict == JUDGE_INCONCLUSIVE)
		out->reason = why_inconclusive(&s, band);
}
