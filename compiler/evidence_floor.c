/*
 * How far apart two runs are -> the floors of a device, from its ledger.
 *
 * The idea: replicates of one run share the day, the host, the card and its
 * temperature, so how they scatter says nothing of what another run would say.
 * Cases that were measured on two occasions do. Their medians are compared,
 * case by case, and what nine of ten pairs stay below is the floor of the
 * class. Nobody keeps that number: it follows from the ledger, and no verdict
 * goes into it.
 *
 * What a floor is for is judge's.
 */
#include "evidence.h"

#include "arena.h"
#include "library.h"
#include "pack.h"
#include "quantity.h"
#include "value.h"

#include <math.h>

/* Runs of which one starts this long after the one before it, in seconds, were
   made on different occasions. */
#define OCCASION 1800
/* Occasions of one job beyond this are not compared. */
#define OCCASIONS_MAX 64

/* Differences of pairs, by class. */
struct pairs {
	struct arena *arena;
	struct list {
		double *items;
		size_t n, cap;
	} of[CLASS_COUNT];
};

/* The runs of a job, told apart. */
struct history {
	const struct evidence *of;
	size_t *occasion;  /* [run]: counted by time, from 0 */
	size_t noccasions;
};

/* --- time ---------------------------------------------------------------- */

/* The number that n digits at a place are. */
static int64_t
digits(struct str s, size_t at, size_t n)
{
	uint64_t value = 0;

	str_unsigned(str_slice(str_skip(s, at), 0, n), &value);
	return (int64_t)value;
}

/* Seconds of `2026-11-30T03:20:11Z`, a form that the reader has checked, from
   a day that is the same for all; years begin in March, so that the odd day is
   their last. */
static int64_t
seconds_of(struct str s)
{
	int64_t month = (digits(s, 5, 2) + 9) % 12;
	int64_t year = digits(s, 0, 4) - (month >= 10 ? 1 : 0);
	int64_t days = 365 * year + year / 4 - year / 100 + year / 400 +
		       (153 * month + 2) / 5 + digits(s, 8, 2);

	return ((days * 24 + digits(s, 11, 2)) * 60 + digits(s, 14, 2)) * 60 +
	       digits(s, 17, 2);
}

/* --- occasions ----------------------------------------------------------- */

/* The runs of e by their time; most come in order. */
static size_t *
sort_runs(struct arena *a, const struct evidence *e)
{
	size_t *order = arena_alloc(a, (e->nruns + 1) * sizeof *order);

	for (size_t i = 0; i < e->nruns; i++) {
		size_t k = i;

		for (; k > 0 && str_compare(e->runs[order[k - 1]].started,
					    e->runs[i].started) > 0; k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
	return order;
}

static struct history
make_history(struct arena *a, const struct evidence *e)
{
	const size_t *order = sort_runs(a, e);
	struct history h = { .of = e };
	int64_t before = 0;

	h.occasion = arena_alloc(a, (e->nruns + 1) * sizeof *h.occasion);
	for (size_t i = 0; i < e->nruns; i++) {
		size_t r = order[i];
		int64_t now = seconds_of(e->runs[r].started);

		if (i == 0 || now - before >= OCCASION)
			h.noccasions++;
		h.occasion[r] = h.noccasions - 1;
		before = now;
	}
	if (h.noccasions > OCCASIONS_MAX)
		h.noccasions = OCCASIONS_MAX;
	return h;
}

/* --- medians ------------------------------------------------------------- */

/* What is compared: a case, or with another job its ratio to one of that. */
struct subject {
	const struct history *history;
	size_t c;                    /* of its evidence's cases */
	const struct evidence *over; /* NULL: by itself */
	size_t over_c;
};

static const struct run *
run_at(const struct evidence *e, struct str started)
{
	for (size_t r = 0; r < e->nruns; r++)
		if (str_equal(e->runs[r].started, started))
			return &e->runs[r];
	return NULL;
}

/* The values of a run's replicates that count, at v; how many. */
static size_t
take_run(const struct subject *s, const struct run *run, double *v)
{
	const struct run *over = s->over ? run_at(s->over, run->started) : NULL;
	size_t n = run->nreplicates, count = 0;

	if (s->over)
		n = !over ? 0 : over->nreplicates < n ? over->nreplicates : n;
	for (size_t i = 0; i < n; i++) {
		double x = run->slope[i][s->c];

		if (over)
			x /= over->slope[i][s->over_c];
		if (!isnan(x))
			v[count++] = x;
	}
	return count >= EVIDENCE_REPLICATES_MIN ? count : 0;
}

/* The median of an occasion; NaN where no run of it counts. */
static double
median_of(struct arena *a, const struct subject *s, size_t occasion)
{
	const struct evidence *e = s->history->of;
	size_t n = 0, total = 0;
	double *v;

	for (size_t r = 0; r < e->nruns; r++)
		total += e->runs[r].nreplicates;
	v = arena_alloc(a, (total + 1) * sizeof *v);
	for (size_t r = 0; r < e->nruns; r++)
		if (s->history->occasion[r] == occasion)
			n += take_run(s, &e->runs[r], v + n);
	value_sort(v, n);
	return value_middle(v, n);
}

/* --- pairs --------------------------------------------------------------- */

static void
add_pair(struct pairs *p, enum value_class class, double x, double y)
{
	struct list *l = &p->of[class];
	double d = fabs(x / y - 1);

	if (!isfinite(d))
		return;
	l->items = arena_grow(p->arena, l->items, l->n, &l->cap,
			      sizeof *l->items);
	l->items[l->n++] = d;
}

/* All pairs of occasions of a subject, for a class or two. */
static void
add_subject(struct pairs *p, const struct subject *s,
	    const enum value_class class[2])
{
	double medians[OCCASIONS_MAX];
	size_t n = s->history->noccasions;

	for (size_t i = 0; i < n; i++)
		medians[i] = median_of(p->arena, s, i);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++) {
			add_pair(p, class[0], medians[i], medians[k]);
			if (class[1] != class[0])
				add_pair(p, class[1], medians[i], medians[k]);
		}
}

/* The class of a job's first metric; that of its times, if its probe is not
   one of the library. A probe's name holds no dash. */
static enum value_class
class_of(struct arena *a, const struct evidence *e, const struct library *all)
{
	struct str name = str_slice(e->name, 0, str_find_byte(e->name, '-'));
	const struct probe *p = library_find(all, name);
	const struct unit *u = p && p->nmetrics > 0 ?
			       unit_make(a, p->metrics[0].unit) : NULL;

	return u ? value_class(u) : CLASS_TIMES;
}

static void
add_job(struct pairs *p, const struct history *h, const struct library *all)
{
	enum value_class own = class_of(p->arena, h->of, all);

	for (size_t c = 0; c < h->of->ncases; c++) {
		const struct subject s = { .history = h, .c = c };
		enum value_class base = h->of->cases[c].cycles ? CLASS_CYCLES :
								 CLASS_TIMES;
		const enum value_class class[2] = { base,
			base == CLASS_CYCLES || own == CLASS_CYCLES ||
			own == CLASS_RATIOS ? base : own };

		add_subject(p, &s, class);
	}
}

/* The first case that all runs have measured; SIZE_MAX: none. */
static size_t
first_case(const struct evidence *e)
{
	for (size_t c = 0; c < e->ncases; c++) {
		size_t n = 0;

		for (size_t r = 0; r < e->nruns; r++)
			n += !e->runs[r].left[c];
		if (n == e->nruns)
			return c;
	}
	return SIZE_MAX;
}

static void
add_ratio(struct pairs *p, const struct history *h, const struct evidence *next)
{
	static const enum value_class class[2] = { CLASS_RATIOS, CLASS_RATIOS };
	const struct subject s = { .history = h, .c = first_case(h->of),
				   .over = next, .over_c = first_case(next) };

	if (s.c != SIZE_MAX && s.over_c != SIZE_MAX &&
	    h->of->cases[s.c].cycles == next->cases[s.over_c].cycles)
		add_subject(p, &s, class);
}

/* --- floors -------------------------------------------------------------- */

/* What nine of ten are not above; there is at least one. */
static double
ninth_tenth(struct list *l)
{
	value_sort(l->items, l->n);
	return l->items[(9 * l->n + 9) / 10 - 1];
}

static struct floors
make_floors(struct pairs *p)
{
	struct floors out;

	for (int i = 0; i < CLASS_COUNT; i++) {
		struct list *l = &p->of[i];
		double f = l->n < VALUE_FLOOR_PAIRS ? 0 : ninth_tenth(l);

		out.of[i].npairs = l->n;
		out.of[i].f = f > VALUE_FLOOR ? f : VALUE_FLOOR;
	}
	return out;
}

static bool
is_counted(const struct evidence *e, const struct device_record *v)
{
	return e->nruns > 0 && e->ncases > 0 && e->error.n == 0 &&
	       str_equal(e->device.slug, v->slug) && !e->device.mig &&
	       str_equal(e->harness, STR(PACK_HARNESS));
}

/* The jobs of a device in the ledger's order, each with the one before it. */
static void
add_jobs(struct pairs *p, const struct ledger *l, const struct device_record *v,
	 const struct library *all)
{
	const struct evidence *before = NULL;

	for (size_t i = 0; i < l->n; i++) {
		const struct evidence *e = &l->items[i];
		struct history h;

		if (e->lacks.n > 0 || !is_counted(e, v))
			continue;
		h = make_history(p->arena, e);
		add_job(p, &h, all);
		if (before)
			add_ratio(p, &h, before);
		before = e;
	}
}

void
ledger_find_floors(struct arena *a, struct ledger *l,
		   const struct library *library)
{
	struct floors *out = arena_alloc(a, (l->ndevices + 1) * sizeof *out);

	for (size_t i = 0; i < l->ndevices; i++) {
		struct pairs p = { .arena = arena_make() };

		add_jobs(&p, l, &l->devices[i], library);
		out[i] = make_floors(&p);
		arena_free(p.arena);
	}
	l->floors = out;
}

const struct floors *
ledger_floors(const struct ledger *l, const struct device_record *v)
{
	for (size_t i = 0; l->floors && i < l->ndevices; i++)
		if (str_equal(l->devices[i].slug, v->slug))
			return &l->floors[i];
	return NULL;
}
