/*
 * The worker process: one replicate, one context, all jobs in random order.
 *
 * It is the only process that talks to a device. It may be killed at any
 * moment, and after a fault that poisons the context it leaves at once, since
 * an illegal address can never be cleared within a process. What it learned
 * until then has been reported, line by line. Its own exit status says
 * nothing: only the last report, 'bye', means that all is well.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "check.h"
#include "conditions.h"
#include "cost.h"
#include "cuda.h"
#include "device.h"
#include "emu.h"
#include "fault.h"
#include "file.h"
#include "number.h"
#include "nvml.h"
#include "orders.h"
#include "pack.h"
#include "pattern.h"
#include "random.h"
#include "report.h"
#include "visit.h"
#include "worker.h"

enum { ORDERS_BYTES = 64 << 20 };

struct worker {
	struct arena arena;
	struct orders orders;
	struct pack pack;
	struct visit visit;
	struct patterns patterns;
};

static void
say_word(enum report_kind kind, size_t job)
{
	struct report r = { .kind = kind, .job = job };

	report_send(&r, WORKER_REPORTS);
}

static void
say_fault(size_t job, const struct fault *f)
{
	struct report r = { .kind = REPORT_FAULT, .job = job, .fault = *f };

	report_send(&r, WORKER_REPORTS);
}

/* The kernel module's version, where NVML does not tell the driver's. */
static void
find_driver(struct device_attributes *d)
{
	struct buf text = { 0 };
	const char *at;
	size_t len;

	if (!strncmp(d->driver, "CUDA ", 5) &&
	    file_read("/proc/driver/nvidia/version", 1 << 16, &text)) {
		at = strstr(text.data, "Kernel Module");
		at = at ? strpbrk(at, "0123456789") : NULL;
		len = at ? strspn(at, "0123456789.") : 0;
		if (len && len < sizeof(d->driver))
			snprintf(d->driver, sizeof(d->driver), "%.*s", (int)len,
				 at);
	}
	buf_free(&text);
}

static bool
make_pinned(struct worker *w, struct fault *f)
{
	struct device *d = w->visit.device;
	void *at = NULL;
	int code = d->ops->host_allocate(d, CHECK_PINNED, &at);

	w->visit.pinned = at;
	if (!code)
		return true;
	fault_set(f, FAULT_MACHINE,
		  "allocating %d MiB of host memory failed "
		  "with %d (%s)",
		  CHECK_PINNED >> 20, code, d->ops->error(d, code));
	return false;
}

static void
close_device(struct worker *w)
{
	struct device *d = w->visit.device;

	if (!d)
		return;
	if (w->visit.pinned)
		d->ops->host_release(d, w->visit.pinned);
	d->ops->close(d);
}

static bool
open_device(struct worker *w, struct fault *f)
{
	struct report r = { .kind = REPORT_DEVICE };
	bool emulate = w->orders.device == DEVICE_EMULATOR;
	const struct device_ops *ops = emulate ? emu_make() : cuda_make();
	struct device *d;

	if (!ops->open(w->orders.device, &d, f))
		return false;
	w->visit.device = d;
	if (!emulate)
		w->visit.nvml = nvml_open(&w->arena, &d->attributes);
	find_driver(&d->attributes);
	r.device = d->attributes;
	report_send(&r, WORKER_REPORTS);
	return ops->start(d, f) && make_pinned(w, f);
}

static bool
read_orders(struct worker *w, struct fault *f)
{
	struct orders *o = &w->orders;
	struct buf text = { 0 };
	bool ok;

	ok = file_read("/proc/self/fd/0", ORDERS_BYTES, &text) &&
	     orders_parse(&w->arena, text.data, o);
	buf_free(&text);
	if (!ok) {
		fault_set(f, FAULT_MACHINE, "the worker has no orders");
		return false;
	}
	if (!o->njobs)
		return true;
	if (pack_read(&w->arena, o->folder, &w->pack) &&
	    !strcmp(w->pack.sha256, o->manifest))
		return true;
	fault_set(f, FAULT_MACHINE, "the pack was changed during the run");
	return false;
}

/* False if the process can go on no longer. */
static bool
visit_job(struct worker *w, const struct order *o)
{
	struct fault f = { 0 };

	say_word(REPORT_BEGIN, o->job);
	if (!(w->orders.rounds ? visit_count(&w->visit, o, w->orders.rounds, &f)
			       : visit_run(&w->visit, o, &f))) {
		say_fault(o->job, &f);
		if (f.poisoned || f.kind == FAULT_MACHINE)
			return false;
	}
	say_word(REPORT_DONE, o->job);
	return true;
}

static bool
visit_jobs(struct worker *w)
{
	struct random r = random_make(w->pack.seed, w->orders.replicate, 1);
	size_t n = w->orders.njobs, i, *order;

	order = arena_make(&w->arena, n * sizeof(*order));
	for (i = 0; i < n; i++)
		order[i] = i;
	random_shuffle(&r, order, n);
	for (i = 0; i < n; i++) {
		if (!visit_job(w, &w->orders.jobs[order[i]]))
			return false;
	}
	return true;
}

/* Of all visits, and other ones in each replicate. */
static void
make_patterns(struct worker *w)
{
	struct random r = random_make(w->pack.seed, w->orders.replicate, 2);

	w->patterns.arena = &w->arena;
	w->patterns.seed = random_next(&r);
	w->visit.patterns = &w->patterns;
}

static bool
start(struct worker *w)
{
	struct fault f = { 0 };

	if (!read_orders(w, &f) || !open_device(w, &f)) {
		say_fault(0, &f);
		return false;
	}
	w->visit.out = WORKER_REPORTS;
	w->visit.pack = &w->pack;
	w->visit.replicate = w->orders.replicate;
	make_patterns(w);
	w->visit.mps = getenv("CUDA_MPS_PIPE_DIRECTORY") ||
		       getenv("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE");
	say_word(REPORT_READY, 0);
	return true;
}

int
worker_run(void)
{
	struct worker w = { 0 };

	if (start(&w)) {
		if (!visit_jobs(&w))
			_exit(0); /* closing a broken context may hang */
		say_word(REPORT_BYE, 0);
	}
	nvml_close(w.visit.nvml);
	close_device(&w);
	arena_free(&w.arena);
	return 0;
}
