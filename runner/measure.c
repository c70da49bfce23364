/*
 * The measuring protocol (slopes, five interleaved pairs).
 *
 * A unit is one launch that is told to make N iterations, or N launches. Its
 * duration is read from the device's events, or from the ticks that the
 * kernel stores. Both have a step and a constant part (launch, prologue): the
 * slope between N and 4N has neither, if N is large enough for the step. N is
 * a power of two, so that loops unrolled by two or four come out even.
 *
 * Between launches, data that they change are written anew (fresh.c), and the
 * time of that, taken by itself, is subtracted. A device that is done before
 * the host has begun the next launch waits for it: what share of the time the
 * host takes is told, so that nobody takes it for the kernel's.
 *
 * No value is judged, trimmed or averaged here; all ten go to the evidence.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "cost.h"
#include "device.h"
#include "fault.h"
#include "formula.h"
#include "fresh.h"
#include "measure.h"
#include "number.h"
#include "pack.h"
#include "probe.h"

enum {
	UNIT_NS = 200 * 1000, /* events step by 0.5 us */
	UNIT_TICKS = 800,     /* the SM clock steps by 1, reading it by ~10 */
	MOST_ITERATIONS = 1 << 28, /* 4N fits 32 bits, unrolled loops too */
	MOST_LAUNCHES = 1 << 18,
	ISSUES = 3,	      /* times that the host is timed */
	ISSUED = 64,	      /* launches then, fewer than any queue holds */
	MOST_STEP = 64, /* what one look at the clock may multiply N by */
};

/* What a timed stretch is made of. */
enum stretch { STRETCH_ALL, STRETCH_FRESH };

/* One launch of each entry, told to make N iterations. */
static int
launch_once(struct probe *p, uint32_t n)
{
	struct device *d = p->device;
	int code = 0;
	size_t i;

	p->iterations = n;
	for (i = 0; i < p->nlaunches && !code; i++)
		code = d->ops->launch(d, &p->launches[i].launch);
	return code;
}

/* What makes a unit of N, or the part of it that is no launch. */
static int
launch_unit(struct probe *p, uint32_t n, enum stretch what)
{
	int code = 0;

	if (p->measure != MEASURE_LAUNCHES)
		return launch_once(p, n);
	while (n-- && !code) {
		code = fresh_start(p);
		if (!code && what == STRETCH_ALL)
			code = launch_once(p, 1);
	}
	return code;
}

static bool
run_stretch(struct probe *p, uint32_t n, enum stretch what, double *value,
	    struct fault *f)
{
	struct device *d = p->device;
	int code;

	code = d->ops->mark(d, 0);
	if (!code)
		code = launch_unit(p, n, what);
	if (code)
		return probe_fail_launch(p, f, code);
	code = d->ops->mark(d, 1);
	if (!code)
		code = d->ops->elapsed(d, value);
	if (code)
		return probe_fail(p, f, "the kernel", code);
	p->cost->ns[COST_KERNELS] += *value;
	return true;
}

/* Time to write data anew is taken off. */
static bool
run_events(struct probe *p, uint32_t n, double *value, struct fault *f)
{
	double fresh = 0;

	if (!run_stretch(p, n, STRETCH_ALL, value, f))
		return false;
	if (fresh_mask(p) && !run_stretch(p, n, STRETCH_FRESH, &fresh, f))
		return false;
	*value = *value > fresh ? *value - fresh : 0;
	return true;
}

static bool
run_cycles(struct probe *p, uint32_t n, double *value, struct fault *f)
{
	const uint64_t poison = (uint64_t)PACK_POISON << 32 | PACK_POISON;
	struct device *d = p->device;
	uint64_t ticks = 0;
	double unused;
	int code;

	code = d->ops->fill_words(d, p->cycles, PACK_POISON, 2);
	if (code)
		return probe_fail_launch(p, f, code);
	if (!run_stretch(p, n, STRETCH_ALL, &unused, f))
		return false;
	code = d->ops->copy_out(d, &ticks, p->cycles, sizeof(ticks));
	if (code)
		return probe_fail(p, f, "the kernel", code);
	*value = (double)ticks;
	if (ticks != poison)
		return true;
	fault_set(f, FAULT_CHECK, "the kernel stored no ticks");
	snprintf(f->name, sizeof(f->name), CHECK_UNWRITTEN);
	return false;
}

static bool
run_unit(struct probe *p, uint32_t n, double *value, struct fault *f)
{
	if (p->measure == MEASURE_CYCLES)
		return run_cycles(p, n, value, f);
	return run_events(p, n, value, f);
}

bool
measure_start(struct probe *p, uint32_t n, struct fault *f)
{
	const struct device_ops *ops = p->device->ops;
	int code = ops->mark(p->device, 0);

	if (!code)
		code = launch_once(p, n);
	if (!code)
		code = ops->mark(p->device, 1);
	return code ? probe_fail_launch(p, f, code) : true;
}

bool
measure_wait(struct probe *p, struct fault *f)
{
	const struct device_ops *ops = p->device->ops;
	int code = ops->synchronise(p->device);
	double ns = 0;

	if (!code)
		code = ops->elapsed(p->device, &ns);
	if (code)
		return probe_fail(p, f, "the kernel", code);
	p->cost->ns[COST_KERNELS] += ns;
	return true;
}

bool
measure_warm(struct probe *p, uint32_t n, struct fault *f)
{
	return measure_start(p, n, f) && measure_wait(p, f);
}

bool
measure_settle(struct probe *p, uint32_t n, struct fault *f)
{
	double value;

	if (p->measure == MEASURE_LAUNCHES)
		return run_unit(p, n, &value, f);
	return measure_warm(p, n, f);
}

bool
measure_issue(struct probe *p, uint32_t n, double *share, struct fault *f)
{
	uint32_t most = ISSUED / (uint32_t)p->nlaunches;
	double host, device = 0;
	int i, code;

	*share = 0;
	for (i = 0; i < ISSUES && p->measure == MEASURE_LAUNCHES; i++) {
		code = p->device->ops->mark(p->device, 0);
		host = cost_now();
		if (!code)
			code = launch_unit(p, n < most ? n : most, STRETCH_ALL);
		host = cost_now() - host;
		if (!code)
			code = p->device->ops->mark(p->device, 1);
		if (!code)
			code = p->device->ops->elapsed(p->device, &device);
		if (code)
			return probe_fail_launch(p, f, code);
		if (device > 0 && (i == 0 || host < *share * device))
			*share = host / device;
		p->cost->ns[COST_KERNELS] += device;
	}
	return true;
}

/*
 * The next N. Time that is a constant and a share for each iteration grows by
 * less than N does, so that this never steps over the first N that is enough.
 */
static uint32_t
raise_n(uint32_t n, double value, double enough, uint32_t most)
{
	uint32_t step = 2;

	while (step < MOST_STEP && 2 * step * value <= enough)
		step *= 2;
	while (n < most && step > 1) {
		n *= 2;
		step /= 2;
	}
	return n;
}

bool
measure_grow(struct probe *p, uint32_t *n, struct fault *f)
{
	double enough = p->measure == MEASURE_CYCLES ? UNIT_TICKS : UNIT_NS;
	uint32_t most = p->measure == MEASURE_LAUNCHES ? MOST_LAUNCHES
						       : MOST_ITERATIONS;
	double value = 0;

	for (;; *n = raise_n(*n, value, enough, most)) {
		if (!run_unit(p, *n, &value, f))
			return false;
		if (value >= enough)
			return true;
		if (*n >= most)
			break;
	}
	fault_set(f, FAULT_CHECK,
		  "time does not grow with N: %.9g %s at "
		  "N = %u",
		  value, p->measure == MEASURE_CYCLES ? "ticks" : "ns",
		  (unsigned)*n);
	snprintf(f->name, sizeof(f->name), "unscaled");
	return false;
}

bool
measure_pairs(struct probe *p, uint32_t n, double values[2 * MEASURE_PAIRS],
	      struct fault *f)
{
	int i;

	for (i = 0; i < MEASURE_PAIRS; i++) {
		if (!run_unit(p, n, &values[i], f) ||
		    !run_unit(p, 4 * n, &values[MEASURE_PAIRS + i], f))
			return false;
	}
	return true;
}

static double
find_median(const double values[MEASURE_PAIRS])
{
	int i, k, below;

	for (i = 0; i < MEASURE_PAIRS; i++) {
		for (k = below = 0; k < MEASURE_PAIRS; k++)
			below += values[k] < values[i] ||
				 (k < i && values[k] <= values[i]);
		if (below == MEASURE_PAIRS / 2)
			break;
	}
	return values[i < MEASURE_PAIRS ? i : 0];
}

double
measure_slope(const double values[2 * MEASURE_PAIRS], uint32_t n)
{
	return (find_median(values + MEASURE_PAIRS) - find_median(values)) /
	       (3.0 * n);
}
