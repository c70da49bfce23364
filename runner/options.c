/*
 * The command line: words to struct options. Nothing is opened here; whether
 * there is such a pack, job or device is found later.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "die.h"
#include "number.h"
#include "pack.h"
#include "run.h"

#include "options.h"

enum {
	TIMEOUT_MOST = 24 * 3600,
	DEVICE_MOST = 63,
};

static const char usage[] =
	"usage: kbc-run PACK [-o FOLDER] [--device cuda:N,...|all|emu]\n"
	"               [--replicates N] [--only JOB] [--timeout SECONDS]\n"
	"       kbc-run --doctor [--device cuda:N,...|all|emu]\n"
	"       kbc-run --completion bash|zsh|fish\n"
	"       kbc-run --help | --version\n";

static const char help[] =
	"\n"
	"Execute the pack and write its evidence.\n"
	"\n"
	"  -o FOLDER          where evidence goes (PACK/evidence)\n"
	"  --device cuda:N,.. the device, numbered by PCI address (cuda:0);\n"
	"                     several of one model share the replicates\n"
	"  --device all       all devices that the driver shows\n"
	"  --device emu       the emulator, for tests of kernels\n"
	"  --replicates N     worker processes, 1 to 160 (the pack's, or 10)\n"
	"  --only JOB         only this job of the pack\n"
	"  --timeout SECONDS  for one visit of a job, instead of the pack's\n"
	"  --doctor           say which device and driver are here\n"
	"  --completion SHELL print what completes command lines there\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0 all jobs measured, 1 a job failed, 2 nothing could be\n"
	"measured here, 128 + n ended by signal n.\n"
	"example: kbc-run pack --device cuda:1 -o evidence\n";

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

static bool
has_device(const struct options *o, int number)
{
	size_t i;

	for (i = 0; i < o->ndevices; i++) {
		if (o->devices[i] == number)
			return true;
	}
	return false;
}

/* One of a list: cuda:N. */
static void
add_device(struct options *o, const char *text)
{
	int number;

	if (strncmp(text, "cuda:", 5))
		die("--device: expected cuda:N, all or emu, found '%s'", text);
	number = (int)parse_number("--device", text + 5, DEVICE_MOST);
	if (has_device(o, number))
		die("--device: cuda:%d is named twice", number);
	if (o->ndevices == DEVICES_MOST)
		die("--device: more than %d devices", DEVICES_MOST);
	o->devices[o->ndevices++] = number;
}

static void
set_devices(struct options *o, const char *value)
{
	char *text = strdup(value), *at = text, *comma;

	o->ndevices = 0;
	if (!text)
		die("out of memory");
	if (!strcmp(text, "emu"))
		o->devices[o->ndevices++] = DEVICE_EMULATOR;
	else if (strcmp(text, "all")) {
		for (; (comma = strchr(at, ',')); at = comma + 1) {
			*comma = '\0';
			add_device(o, at);
		}
		add_device(o, at);
	}
	free(text);
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
		set_devices(o, value);
	else if (!strcmp(option, "--completion"))
		o->shell = value;
	else if (!strcmp(option, "--replicates"))
		o->run.replicates = parse_count(option, value,
						PACK_REPLICATES_MOST);
	else if (!strcmp(option, "--timeout"))
		o->run.limit = parse_count(option, value, TIMEOUT_MOST);
	else
		die("unknown option '%s'\n%s", option, usage);
}

/* An option with its value: behind `=`, right behind one letter, or the next
   argument; how many more than one it took. */
static int
take_valued(struct options *o, char **argv)
{
	bool letter = argv[0][1] != '-' && argv[0][1] != '\0';
	char *equals = strchr(argv[0], '=');

	if (letter && argv[0][2] != '\0' && argv[0] + 2 != equals) {
		const char name[] = { '-', argv[0][1], '\0' };

		set_valued(o, name, argv[0] + 2);
		return 0;
	}
	if (equals) {
		*equals = '\0';
		set_valued(o, argv[0], equals + 1);
		return 0;
	}
	set_valued(o, argv[0], argv[1]);
	return 1;
}

void
options_parse(int argc, char **argv, struct options *o)
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
			i += take_valued(o, argv + i);
		} else if (o->pack) {
			die("a second pack '%s'\n%s", argv[i], usage);
		} else {
			o->pack = argv[i];
		}
	}
}

void
options_help(void)
{
	printf("%s%s", usage, help);
}

_Noreturn void
options_usage(const char *fault)
{
	die("%s\n%s", fault, usage);
}
