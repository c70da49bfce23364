/*
 * The floors of a ledger. Evidence is made here, value by value: a job has one
 * case or two and a median for each run.
 */
#include "check.h"
#include "arena.h"
#include "evidence.h"
#include "library.h"
#include "pack.h"
#include "value.h"

#include <math.h>

#define JOBS_MAX 64
#define REPLICATES 5
#define MORNING "2026-11-30T08:00:00Z"
#define EVENING "2026-11-30T20:00:00Z"

struct made {
	struct arena *arena;
	struct ledger ledger;
	struct library library;
	struct evidence *items;
	struct device_record devices[2];
};

/* A ledger of two devices, and a library of probes for rates and copies. */
static void
make_ledger(struct made *m)
{
	struct arena *a = arena_make();
	struct probe *probes = arena_alloc(a, 2 * sizeof *probes);

	*m = (struct made){ .arena = a };
	m->items = arena_alloc(a, JOBS_MAX * sizeof *m->items);
	m->devices[0].slug = STR("h200");
	m->devices[1].slug = STR("b200");
	m->ledger = (struct ledger){ .items = m->items,
				     .devices = m->devices, .ndevices = 2 };
	for (int i = 0; i < 2; i++) {
		struct metric *metric = arena_alloc(a, sizeof *metric);

		metric->unit = i ? STR("FLOP/s") : STR("B/s");
		probes[i] = (struct probe){ .name = i ? STR("fma") :
			STR("copy"), .metrics = metric, .nmetrics = 1 };
	}
	m->library = (struct library){ .items = probes, .n = 2 };
}

/* A job without runs, of one case. */
static struct evidence *
add_job(struct made *m, const char *name, bool cycles)
{
	struct evidence *e = &m->items[m->ledger.n++];

	*e = (struct evidence){ .name = str_of(name), .ncases = 1,
				.harness = STR(PACK_HARNESS) };
	e->device.slug = STR("h200");
	e->cases = arena_alloc(m->arena, 2 * sizeof *e->cases);
	e->cases[0].cycles = e->cases[1].cycles = cycles;
	e->runs = arena_alloc(m->arena, 8 * sizeof *e->runs);
	return e;
}

/* A run with a median: replicates on both sides of it, too. */
static struct run *
add_run(struct made *m, struct evidence *e, const char *started, double median)
{
	static const double spread[REPLICATES] = { 1, 0.8, 1.3, 1, 0.9 };
	struct run *run = &e->runs[e->nruns++];

	*run = (struct run){ .started = str_of(started),
			     .nreplicates = REPLICATES };
	run->left = arena_alloc(m->arena, 2);
	run->slope = arena_alloc(m->arena, REPLICATES * sizeof *run->slope);
	for (size_t i = 0; i < REPLICATES; i++) {
		run->slope[i] = arena_alloc(m->arena, 2 * sizeof(double));
		run->slope[i][0] = run->slope[i][1] = median * spread[i] /
						      (i == 4 ? 0.9 : 1);
	}
	return run;
}

static void
add_two(struct made *m, const char *name, bool cycles, double later)
{
	struct evidence *e = add_job(m, name, cycles);

	add_run(m, e, MORNING, 100);
	add_run(m, e, EVENING, 100 * later);
}

static struct floor
floor_of(struct made *m, enum value_class class)
{
	const struct floors *f;

	ledger_find_floors(m->arena, &m->ledger, &m->library);
	f = ledger_floors(&m->ledger, &m->devices[0]);
	CHECK(f != NULL);
	return f ? f->of[class] : (struct floor){ 0, 0 };
}

static void
check_floor(struct made *m, enum value_class class, double want, size_t npairs)
{
	struct floor f = floor_of(m, class);

	CHECK_NUM(f.npairs, npairs);
	CHECK(fabs(f.f - want) < 1e-9);
}

/* n jobs, the k-th later by k * step. */
static void
add_stairs(struct made *m, size_t n, double step, bool cycles)
{
	for (size_t k = 1; k <= n; k++)
		add_two(m, "made-1a2b3c4d", cycles, 1 + (double)k * step);
}

/* Pairs, how far the n-th is apart, and the floor: the 27th of 30. */
static const struct count_row {
	size_t n;
	double step, want;
} count_rows[] = {
	{ 0, 0.01, 0.005 },
	{ 29, 0.01, 0.005 },
	{ 30, 0.0001, 0.005 },
	{ 30, 0.0002, 0.0054 },
	{ 30, 0.001, 0.027 },
	{ 31, 0.001, 0.028 },
	{ 40, 0.001, 0.036 },
	{ 50, -0.001, 0.045 },
};

static void
check_counts(void)
{
	for (size_t i = 0; i < COUNT_OF(count_rows); i++) {
		const struct count_row *row = &count_rows[i];
		struct made m;

		make_ledger(&m);
		add_stairs(&m, row->n, row->step, true);
		CHECK_ROW(arena_printf(m.arena, "%zu by %g", row->n,
				       row->step));
		check_floor(&m, CLASS_CYCLES, row->want, row->n);
		check_floor(&m, CLASS_TIMES, 0.005, 0);
		arena_free(m.arena);
	}
}

/* When two runs start, and whether they are of two occasions. */
static const struct time_row {
	const char *first, *second;
	size_t pairs;
} time_rows[] = {
	{ MORNING, EVENING, 1 },
	{ EVENING, MORNING, 1 },
	{ "2026-11-30T08:00:00Z", "2026-11-30T08:29:59Z", 0 },
	{ "2026-11-30T08:00:00Z", "2026-11-30T08:30:00Z", 1 },
	{ "2026-12-31T23:45:00Z", "2027-01-01T00:14:59Z", 0 },
	{ "2026-12-31T23:45:00Z", "2027-01-01T00:15:00Z", 1 },
	{ "2028-02-28T23:45:00Z", "2028-02-29T00:10:00Z", 0 },
	{ "2028-02-28T23:45:00Z", "2028-03-01T00:10:00Z", 1 },
	{ "2028-02-29T23:45:00Z", "2028-03-01T00:10:00Z", 0 },
	{ "2027-02-28T23:45:00Z", "2027-03-01T00:10:00Z", 0 },
	{ "2027-04-30T23:45:00Z", "2027-05-01T00:10:00Z", 0 },
	{ "2027-03-31T23:45:00Z", "2027-04-01T00:10:00Z", 0 },
};

static void
check_times(void)
{
	for (size_t i = 0; i < COUNT_OF(time_rows); i++) {
		const struct time_row *row = &time_rows[i];
		struct evidence *e;
		struct made m;

		make_ledger(&m);
		e = add_job(&m, "made-1a2b3c4d", true);
		add_run(&m, e, row->first, 100);
		add_run(&m, e, row->second, 101);
		CHECK_ROW(row->second);
		check_floor(&m, CLASS_CYCLES, 0.005, row->pairs);
		arena_free(m.arena);
	}
}

/* Runs of one occasion have one median, and each job several pairs. */
static void
check_occasions(void)
{
	struct made m;

	make_ledger(&m);
	for (int i = 0; i < 10; i++) {
		struct evidence *e = add_job(&m, "made-1a2b3c4d", true);

		add_run(&m, e, "2026-12-02T08:00:00Z", 102);
		add_run(&m, e, "2026-11-30T08:00:00Z", 100);
		add_run(&m, e, "2026-11-30T08:20:00Z", 100);
		add_run(&m, e, "2026-12-01T08:00:00Z", 100);
	}
	CHECK_ROW("three occasions");
	check_floor(&m, CLASS_CYCLES, 0.02, 30);
	arena_free(m.arena);
}

/* Which classes a job counts for. */
static void
check_classes(void)
{
	struct made m;

	make_ledger(&m);
	add_two(&m, "fma-fp16-1a2b3c4d", false, 1.1);
	add_two(&m, "copy-1a2b3c4d", false, 1.1);
	add_two(&m, "copy-chains4-1a2b3c4d", false, 1.1);
	add_two(&m, "page-probe-x-1a2b3c4d", false, 1.1);
	add_two(&m, "latency-1a2b3c4d", true, 1.1);
	CHECK_ROW("classes");
	check_floor(&m, CLASS_RATES, 0.005, 1);
	check_floor(&m, CLASS_BANDWIDTH, 0.005, 2);
	check_floor(&m, CLASS_TIMES, 0.005, 4);
	check_floor(&m, CLASS_CYCLES, 0.005, 1);
	check_floor(&m, CLASS_RATIOS, 0.005, 3); /* of neighbours in unit */
	arena_free(m.arena);
}

/* What all jobs share is no difference of their ratios. */
static void
check_ratios(void)
{
	struct made m;

	make_ledger(&m);
	for (int i = 0; i < 40; i++)
		add_two(&m, "copy-1a2b3c4d", false, 1.1);
	CHECK_ROW("ratios");
	check_floor(&m, CLASS_RATIOS, 0.005, 39);
	check_floor(&m, CLASS_BANDWIDTH, 0.1, 40);
	for (int i = 0; i < 40; i += 2)
		m.items[i].runs[1].started = STR("2026-11-30T21:00:00Z");
	check_floor(&m, CLASS_RATIOS, 0.005, 0); /* no run together */
	check_floor(&m, CLASS_BANDWIDTH, 0.1, 40);
	arena_free(m.arena);
}

/* What does not count, and what nobody else's evidence changes. */
static void
check_others(void)
{
	struct evidence *e;
	struct made m;

	make_ledger(&m);
	add_stairs(&m, 36, 0.001, true);
	CHECK_ROW("others");
	check_floor(&m, CLASS_CYCLES, 0.033, 36);
	m.items[0].error = STR("crash");
	m.items[1].harness = STR("0");
	m.items[2].device.mig = true;
	m.items[3].device.slug = STR("b200");
	m.items[4].runs[1].slope[0][0] = NAN; /* four are left */
	m.items[5].runs[1].nreplicates = 4;
	check_floor(&m, CLASS_CYCLES, 0.033, 30);
	e = add_job(&m, "made-1a2b3c4d", true);
	add_run(&m, e, MORNING, 100);
	e = add_job(&m, "page-test-x-1a2b3c4d", true);
	e->ncases = 0;
	add_run(&m, e, MORNING, 100);
	add_run(&m, e, EVENING, 200);
	check_floor(&m, CLASS_CYCLES, 0.033, 30);
	CHECK_NUM(m.ledger.floors[1].of[CLASS_CYCLES].npairs, 1);
	m.ledger.floors = NULL;
	CHECK(ledger_floors(&m.ledger, &m.devices[0]) == NULL);
	arena_free(m.arena);
}

/* Cases that a sweep has left out on one occasion have no pair. */
static void
check_left(void)
{
	struct evidence *e;
	struct made m;

	make_ledger(&m);
	e = add_job(&m, "copy-1a2b3c4d", false);
	e->ncases = 2;
	add_run(&m, e, MORNING, 100);
	add_run(&m, e, EVENING, 101)->left[1] = true;
	for (size_t i = 0; i < REPLICATES; i++)
		e->runs[1].slope[i][1] = NAN;
	add_two(&m, "copy-1a2b3c4d", false, 1.01);
	CHECK_ROW("left out");
	check_floor(&m, CLASS_BANDWIDTH, 0.005, 2);
	check_floor(&m, CLASS_RATIOS, 0.005, 1);
	e->runs[0].left[0] = true; /* then there is no first case of all */
	check_floor(&m, CLASS_RATIOS, 0.005, 0);
	arena_free(m.arena);
}

int
main(void)
{
	check_counts();
	check_times();
	check_occasions();
	check_classes();
	check_ratios();
	check_others();
	check_left();
	CHECK_DONE();
}
