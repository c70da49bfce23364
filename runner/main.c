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

#include "arena.h"
#include "buf.h"
#include "conditions.h"
#include "device.h"
#include "die.h"
#include "fault.h"
#include "file.h"
#include "number.h"
#include "pack.h"
#include "record.h"
#include "results.h"
#include "run.h"
#include "worker.h"

enum {
	EXIT_JOB = 1,
	EXIT_MACHINE = 2,
	EXIT_SIGNAL = 128,
	TIMEOUT_MOST = 24 * 3600,
	DEVICE_MOST = 63,
};

static const char usage[] =
	"usage: kbc-run PACK [-o FOLDER] [--device cuda:N|emu]\n"
	"               [--replicates N] [--only JOB] [--timeout SECONDS]\n"
	"       kbc-run --doctor [--device cuda:N|emu]\n"
	"       kbc-run --help | --version\n";

static const char help[] =
	"\n"
	"Execute the pack and write its evidence.\n"
	"\n"
	"  -o FOLDER          where evidence goes (PACK/evidence)\n"
	"  --device cuda:N    the device, numbered by PCI address (cuda:0)\n"
	"  --device emu       the emulator, for tests of kernels\n"
	"  --replicates N     worker processes, 1 to 160 (the pack's, or 10)\n"
	"  --only JOB         only this job of the pack\n"
	"  --timeout SECONDS  for one visit of a job, instead of the pack's\n"
	"  --doctor           say which device and driver are here\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0 all jobs measured, 1 a job failed, 2 nothing could be\n"
	"measured here, 128 + n ended by signal n.\n";

struct options {
	const char *pack, *folder, *only;
	bool doctor, help, version, worker;
	struct run run;
};

static unsigned
parse_number(const char *option, const char *text, unsigned most)
{
	unsigned long value;
	char *end;

	errno = 0;
	value = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || value > most)
		die("%s: expected a number up to %u, found '%s'", option, most,
		    text);
	return (unsigned)value;
}

static unsigned
parse_count(const char *option, const char *text, unsigned most)
{
	unsigned value = parse_number(option, text, most);

	if (value == 0)
		die("%s: expected a number above 0", option);
	return value;
}

static int
parse_device(const char *text)
{
	if (!strcmp(text, "emu"))
		return DEVICE_EMULATOR;
	if (strncmp(text, "cuda:", 5))
		die("--device: expected cuda:N or emu, found '%s'", text);
	return (int)parse_number("--device", text + 5, DEVICE_MOST);
}

static void
set_valued(struct options *o, const char *option, const char *value)
{
	if (!value)
		die("%s: expected a value", option);
	if (!strcmp(option, "-o"))
		o->folder = value;
	else if (!strcmp(option, "--only"))
		o->only = value;
	else if (!strcmp(option, "--device"))
		o->run.device = parse_device(value);
	else if (!strcmp(option, "--replicates"))
		o->run.replicates = parse_count(option, value,
						PACK_REPLICATES_MOST);
	else if (!strcmp(option, "--timeout"))
		o->run.limit = parse_count(option, value, TIMEOUT_MOST);
	else
		die("unknown option '%s'\n%s", option, usage);
}

static void
parse_options(int argc, char **argv, struct options *o)
{
	int i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--doctor")) {
			o->doctor = true;
		} else if (!strcmp(argv[i], "--help")) {
			o->help = true;
		} else if (!strcmp(argv[i], "--version")) {
			o->version = true;
		} else if (!strcmp(argv[i], "--worker")) {
			o->worker = true;
		} else if (argv[i][0] == '-') {
			set_valued(o, argv[i], argv[i + 1]);
			i++;
		} else if (o->pack) {
			die("a second pack '%s'\n%s", argv[i], usage);
		} else {
			o->pack = argv[i];
		}
	}
}

static void
want_only(struct results *r, const char *name)
{
	size_t only = pack_find(r->pack, name), i;

	if (only == r->pack->njobs)
		die("the pack has no job '%s'", name);
	for (i = 0; i < r->pack->njobs; i++)
		r->jobs[i].wanted = i == only;
}

/* The emulator knows no time: it runs tests alone. */
static void
want_tests(struct results *r)
{
	size_t i, n = 0;

	for (i = 0; i < r->pack->njobs; i++) {
		r->jobs[i].wanted = r->jobs[i].wanted && r->pack->jobs[i].test;
		n += r->jobs[i].wanted;
	}
	if (!n)
		die("no test is wanted of this pack, and the emulator measures "
		    "nothing");
}

static size_t
count_dropped(const struct job_result *j)
{
	size_t i, n = 0;

	for (i = 0; i < j->nreplicates; i++)
		n += conditions_dropped(&j->replicates[i].conditions) != NULL;
	return n;
}

/* `, 10 replicates`, or `10 to 40` where jobs differ; a test has none. */
static void
tell_replicates(const struct results *r, const struct run *run)
{
	unsigned least = 0, most = 0, n;

	for (size_t i = 0; i < r->pack->njobs; i++) {
		if (!r->jobs[i].wanted || r->pack->jobs[i].test)
			continue;
		n = run_replicates(run, &r->pack->jobs[i]);
		least = !least || n < least ? n : least;
		most = n > most ? n : most;
	}
	if (least < most)
		printf(", %u to %u replicates", least, most);
	else if (most)
		printf(", %u replicates", most);
}

/* One line for each job that failed or is of another device, one for the run;
   the exit status. */
static int
tell_results(const struct results *r, const struct run *run, const char *folder)
{
	size_t i, wanted = 0, failed = 0, dropped = 0;
	const struct job_result *j;

	for (i = 0; i < r->pack->njobs; i++) {
		j = &r->jobs[i];
		if (j->foreign)
			warn("%s: not run (needs %s)", r->pack->jobs[i].name,
			     r->pack->jobs[i].target);
		wanted += j->wanted;
		dropped += count_dropped(j);
		if (j->fault.kind == FAULT_NONE)
			continue;
		failed++;
		warn("%s: %s: %s", r->pack->jobs[i].name,
		     fault_word(j->fault.kind), j->fault.text);
	}
	printf("%s: %zu of %zu jobs measured", r->device.name,
	       wanted - failed, wanted);
	tell_replicates(r, run);
	printf(", %zu dropped; evidence in %s\n", dropped, folder);
	if (!wanted)
		return EXIT_MACHINE;
	return failed ? EXIT_JOB : 0;
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

static void
write_log(const char *folder, const struct buf *log)
{
	struct buf path = { 0 };

	buf_addf(&path, "%s/worker.log", folder);
	if (!log->len)
		remove(path.data);
	else if (!file_replace(path.data, log))
		warn("cannot write '%s': %s", path.data, strerror(errno));
	buf_free(&path);
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
	if (o->run.device == DEVICE_EMULATOR)
		want_tests(&r);
	buf_addf(&out, o->folder ? "%s" : "%s/evidence",
		 o->folder ? o->folder : o->pack);
	if (!file_make_folder(out.data))
		die("cannot make '%s': %s", out.data, strerror(errno));
	o->run.log = &log;
	if (!run_all(a, &o->run, &r, &f)) {
		status = tell_failure(&o->run, &f);
	} else if (record_write(&r, out.data)) {
		write_log(out.data, &log);
		status = tell_results(&r, &o->run, out.data);
	}
	buf_free(&out);
	buf_free(&log);
	return status;
}

static const char *
word_of_flag(int64_t flag)
{
	return flag < 0 ? "unknown" : flag ? "on" : "off";
}

static void
tell_device(const struct device_attributes *d, int index)
{
	if (index == DEVICE_EMULATOR)
		printf("emu");
	else
		printf("cuda:%d", index);
	printf(": %s (sm_%" PRId64 "%" PRId64 "), %" PRId64
	       " multiprocessors, %" PRId64 " MiB, driver %s, ECC %s, "
	       "MIG %s\n",
	       d->name, d->cc_major, d->cc_minor, d->sm_count,
	       d->memory_bytes >> 20, d->driver, word_of_flag(d->ecc),
	       word_of_flag(d->mig));
	if (d->mig == 1)
		warn("MIG is on: a slice is no measure of the device");
}

static int
run_doctor(struct arena *a, struct options *o)
{
	struct pack nothing = { .folder = "-", .sha256 = "-" };
	struct fault f = { 0 };
	struct results r;

	results_make(a, &nothing, &r);
	if (!run_none(a, &o->run, &r, &f))
		return tell_failure(&o->run, &f);
	tell_device(&r.device, o->run.device);
	return 0;
}

int
main(int argc, char **argv)
{
	struct options o = { .pack = NULL };
	struct arena a = { 0 };
	int status = 0;

	parse_options(argc, argv, &o);
	if (o.worker) {
		status = worker_run();
	} else if (o.help) {
		printf("%s%s", usage, help);
	} else if (o.version) {
		printf("kbc-run %s\n", KBC_VERSION);
	} else if (o.doctor) {
		status = run_doctor(&a, &o);
	} else if (!o.pack) {
		die("no pack given\n%s", usage);
	} else {
		status = run_pack(&a, &o);
	}
	arena_free(&a);
	if (fflush(stdout))
		die("cannot write to standard output");
	return status;
}
