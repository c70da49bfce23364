/*
 * kbc-run: execute a pack on a device and write evidence.
 *
 * Options, then a straight line: read the pack, run it under supervision,
 * write what was found, say it in a few lines. The same program, started by
 * itself with --worker, is the process that talks to the device; nothing else
 * in here ever does.
 *
 * Exit status: 0 every job was measured, 1 a job failed, 2 nothing could be
 * measured here (usage, pack, driver, device), 128 + n ended by signal n.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "complete.h"
#include "conditions.h"
#include "cost.h"
#include "counters.h"
#include "device.h"
#include "die.h"
#include "fault.h"
#include "file.h"
#include "ncu.h"
#include "number.h"
#include "pack.h"
#include "record.h"
#include "results.h"
#include "run.h"
#include "options.h"
#include "supervise.h"
#include "tell.h"
#include "worker.h"

enum {
	EXIT_JOB = 1,
	EXIT_MACHINE = 2,
	EXIT_SIGNAL = 128,
};

static void
want_only(struct results *r, const char *name)
{
	size_t only = pack_find(r->pack, name), i;

	if (only == r->pack->njobs)
		die("the pack has no job '%s'", name);
	for (i = 0; i < r->pack->njobs; i++) {
		r->jobs[i].wanted = r->jobs[i].wanted && i == only;
		r->jobs[i].counted = r->jobs[i].counted && i == only;
	}
}

/* The emulator knows no time: it runs tests alone. */
static void
want_tests(struct results *r)
{
	size_t i, n = 0;

	for (i = 0; i < r->pack->njobs; i++) {
		r->jobs[i].wanted = r->jobs[i].wanted && r->pack->jobs[i].test;
		r->jobs[i].counted = false;
		n += r->jobs[i].wanted;
	}
	if (!n)
		die("no test is wanted of this pack, and the emulator measures "
		    "nothing");
}

static int
tell_failure(const struct run *run, const struct fault *f)
{
	if (run->interrupted) {
		warn("interrupted; no evidence written");
		return EXIT_SIGNAL + run->interrupted;
	}
	warn("%s", f->text);
	return EXIT_MACHINE;
}

/* The run told; the exit status. */
static int
tell_status(const struct results *r, const struct run *run, const char *folder)
{
	size_t measured, failed = tell_results(r, run, folder, &measured);

	if (measured + failed == 0)
		return EXIT_MACHINE;
	return failed ? EXIT_JOB : 0;
}

/* A file beside the evidence that is none itself; none if it is empty. */
static void
write_beside(const char *folder, const char *name, const struct buf *text)
{
	struct buf path = { 0 };

	buf_addf(&path, "%s/%s", folder, name);
	if (!text->len)
		remove(path.data);
	else if (!file_replace(path.data, text))
		warn("cannot write '%s': %s", path.data, strerror(errno));
	buf_free(&path);
}

static void
write_cost(const char *folder, const struct results *r)
{
	struct buf text = { 0 };
	struct cost sum;
	size_t visits;

	if (results_points(r, &sum, &visits))
		record_emit_cost(r, &text);
	write_beside(folder, "cost.tsv", &text);
	buf_free(&text);
}

/* Learn what a device is, as long as the arena lives. */
static bool
open_device(struct arena *a, struct options *o, int number, struct results *r,
	    struct fault *f)
{
	struct pack *nothing = arena_make(a, sizeof(*nothing));

	nothing->folder = nothing->sha256 = "-";
	results_make(a, nothing, r);
	results_add_device(a, r, number);
	return run_none(a, &o->run, r, f);
}

/* Give the results the devices that are asked for; the driver counts all. */
static void
find_devices(struct arena *a, struct options *o, struct results *r)
{
	struct fault f = { 0 };
	struct results first;
	size_t i;
	int64_t n;

	for (i = 0; i < o->ndevices; i++)
		results_add_device(a, r, o->devices[i]);
	if (o->ndevices)
		return;
	if (!open_device(a, o, 0, &first, &f))
		exit(tell_failure(&o->run, &f));
	for (n = 0; n < first.device.devices && n < DEVICES_MOST; n++)
		results_add_device(a, r, (int)n);
}

/* Measure what is wanted; of a pack that wants nothing measured the device is
   found all the same. */
static bool
measure(struct arena *a, struct options *o, struct results *r, struct fault *f)
{
	size_t i;

	for (i = 0; i < r->pack->njobs; i++) {
		if (r->jobs[i].wanted)
			return run_all(a, &o->run, r, f);
	}
	results_set_time(r->started);
	return run_none(a, &o->run, r, f);
}

/* Ask the profiler what the pack wants of it; STATUS is that of what was
   measured, or EXIT_MACHINE if nothing was. */
static int
count(struct arena *a, struct options *o, const struct results *r,
      const char *folder, int status)
{
	struct counters c;
	size_t i, listed = 0;

	if (r->devices[0].number == DEVICE_EMULATOR || !counters_wanted(r))
		return status;
	if (!counters_run(a, &o->run, r, &c)) {
		warn("interrupted; nothing was counted");
		return EXIT_SIGNAL + o->run.interrupted;
	}
	if (!counters_write(r, &c, folder))
		return EXIT_MACHINE;
	for (i = 0; i < c.nnames; i++)
		listed += c.names[i].nfound > 0;
	if (!c.nnames)
		return status;
	printf("ncu %s: %zu of %zu jobs counted, %zu of %zu metrics listed\n",
	       c.ncu->version, c.njobs, c.nwanted, listed, c.nnames);
	return status == EXIT_MACHINE ? 0 : status;
}

static bool
is_measured(const struct results *r)
{
	size_t i;

	for (i = 0; i < r->pack->njobs; i++) {
		if (r->jobs[i].wanted || r->jobs[i].foreign)
			return true;
	}
	return false;
}

static int
run_pack(struct arena *a, struct options *o)
{
	char *folder = realpath(o->pack, NULL);
	struct buf out = { 0 }, log = { 0 };
	struct fault f = { 0 };
	struct results r;
	struct pack p;
	int status = EXIT_MACHINE;

	if (!folder)
		die("cannot open '%s': %s", o->pack, strerror(errno));
	if (!pack_read(a, folder, &p))
		exit(EXIT_MACHINE);
	free(folder);
	results_make(a, &p, &r);
	if (o->only)
		want_only(&r, o->only);
	find_devices(a, o, &r);
	if (r.devices[0].number == DEVICE_EMULATOR)
		want_tests(&r);
	buf_addf(&out, o->folder ? "%s" : "%s/evidence",
		 o->folder ? o->folder : o->pack);
	if (!file_make_folder(out.data))
		die("cannot make '%s': %s", out.data, strerror(errno));
	file_sweep(out.data);
	o->run.log = &log;
	if (!measure(a, o, &r, &f)) {
		status = tell_failure(&o->run, &f);
	} else if (record_write(&r, out.data)) {
		write_beside(out.data, "worker.log", &log);
		write_cost(out.data, &r);
		if (is_measured(&r))
			status = tell_status(&r, &o->run, out.data);
		status = count(a, o, &r, out.data, status);
	}
	buf_free(&out);
	buf_free(&log);
	return status;
}

/* Whether counters can be read, on a line of its own. */
static void
tell_ncu(void)
{
	struct ncu n;
	struct signals signals = { .fd = run_signals() };

	ncu_open(&n, &signals);
	if (*n.why)
		printf("counters: none, %s\n", n.why);
	else if (*n.denied)
		printf("counters: names only, ncu %s: %s\n", n.version,
		       n.denied);
	else
		printf("counters: ncu %s\n", n.version);
	close(signals.fd);
}

static int
run_doctor(struct arena *a, struct options *o)
{
	struct results all = { 0 }, r;
	struct fault f = { 0 };
	size_t i;

	find_devices(a, o, &all);
	for (i = 0; i < all.ndevices; i++) {
		if (!open_device(a, o, all.devices[i].number, &r, &f))
			return tell_failure(&o->run, &f);
		tell_device(&r.device, all.devices[i].number);
	}
	if (all.devices[0].number != DEVICE_EMULATOR)
		tell_ncu();
	return 0;
}

int
main(int argc, char **argv)
{
	struct options o = { .ndevices = 1 }; /* cuda:0 */
	struct arena a = { 0 };
	int status = 0;

	options_parse(argc, argv, &o);
	if (o.worker) {
		status = worker_run();
	} else if (o.help) {
		options_help();
	} else if (o.shell) {
		complete_print(o.shell);
	} else if (o.version) {
		printf("kbc-run %s\n", KBC_VERSION);
	} else if (o.doctor) {
		status = run_doctor(&a, &o);
	} else if (!o.pack) {
		options_usage("no pack given");
	} else {
		status = run_pack(&a, &o);
	}
	arena_free(&a);
	if (fflush(stdout))
		die("cannot write to standard output");
	return status;
}
