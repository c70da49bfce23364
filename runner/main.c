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
#include "cost.h"
#include "device.h"
#include "die.h"
#include "fault.h"
#include "file.h"
#include "number.h"
#include "pack.h"
#include "record.h"
#include "results.h"
#include "run.h"
#include "tell.h"
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

	if (results_visits(r, &sum))
		record_emit_cost(r, &text);
	write_beside(folder, "cost.tsv", &text);
	buf_free(&text);
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
		write_beside(out.data, "worker.log", &log);
		write_cost(out.data, &r);
		status = tell_status(&r, &o->run, out.data);
	}
	buf_free(&out);
	buf_free(&log);
	return status;
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
