/*
 * The command line: arguments -> what the session is to do; the command run.
 *
 * The idea: what an option sets is done in one switch, by its letter. Usage
 * errors say what was expected and exit with 2.
 *
 * Which commands and options there are is cmd_help.c.
 */
#include "arena.h"
#include "buf.h"
#include "cmd.h"
#include "cmd_parts.h"
#include "diag.h"
#include "evidence.h"
#include "engine.h"
#include "file.h"
#include "proc.h"
#include "report.h"
#include "session.h"
#include "step.h"
#include "toolkit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>

/* --- options ------------------------------------------------------------- */

static enum report_form
parse_format(struct str text)
{
	if (str_equal(text, STR("json")))
		return REPORT_JSON;
	if (!str_equal(text, STR("text")))
		die("--format is text or json, not '" STR_FMT "'",
		    STR_ARG(text));
	return REPORT_TEXT;
}

static enum report_form
parse_form(struct str text)
{
	enum report_form form = report_form(text);

	if (form == REPORT_FORMS)
		die("--format is " REPORT_NAMES ", not '" STR_FMT "'",
		    STR_ARG(text));
	return form;
}

static unsigned
parse_jobs(struct str text)
{
	uint64_t n;

	if (!str_unsigned(text, &n) || n == 0 || n > 1024)
		die("-j takes a number from 1 to 1024, not '" STR_FMT "'",
		    STR_ARG(text));
	return (unsigned)n;
}

static struct str
parse_device(struct str text)
{
	static const struct str words[] = {
		STR_INIT("auto"), STR_INIT("none"), STR_INIT("emu"),
		STR_INIT("all"),
	};
	struct str rest = text, one;
	uint64_t n;

	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_equal(text, words[i]))
			return text;
	do {
		if (!str_split(&one, &rest, ',') ||
		    !str_starts(one, STR("cuda:")) ||
		    !str_unsigned(str_skip(one, 5), &n))
			die("--device is auto, cuda:N (or several, with "
			    "commas), all, emu or none, not '" STR_FMT "'",
			    STR_ARG(text));
	} while (rest.p);
	return text;
}

static struct str
parse_engine(struct str text)
{
	if (!str_equal(text, STR("local")) && !engine_find(text))
		die("--engine is " ENGINE_NAMES ", not '" STR_FMT "'",
		    STR_ARG(text));
	return text;
}

/* Hosts are for ssh, and for it alone. */
static void
check_hosts(const struct options_given *g)
{
	bool ssh = str_equal(g->engine, STR("ssh"));

	if (ssh && g->hosts.n == 0)
		die("--engine ssh takes its hosts from --host gpu1,gpu2");
	if (!ssh && g->hosts.n > 0)
		die("--host goes with --engine ssh");
}

/* What is measured is compiled here, by the toolkit that evidence names. */
static void
find_launcher(struct arena *a, struct options_given *g)
{
	struct str name = g->launcher;

	if (name.n == 0)
		return;
	if (!str_equal(name, STR("ccache")))
		die("--launcher is ccache, not '" STR_FMT "': distcc and icecc "
		    "do not send away what nvcc compiles", STR_ARG(name));
	if (!str_equal(g->device, STR("emu")) &&
	    !str_equal(g->device, STR("none")))
		die("--launcher goes with --device emu or none: what is "
		    "measured comes out of no cache");
	g->launcher = proc_find(a, name);
	if (g->launcher.n == 0)
		die("there is no ccache here");
}

/* Where a command that measures nothing runs tests. */
static struct str
parse_tests(struct str text)
{
	if (!str_equal(text, STR("emu")) && !str_equal(text, STR("none")))
		die("--device is emu or none here, not '" STR_FMT "': nothing "
		    "is measured", STR_ARG(text));
	return text;
}

static void
set_option(struct options_given *g, char letter, struct str value)
{
	switch (letter) {
	case 'd':
		g->device = parse_device(value);
		break;
	case 'e':
		g->device = parse_tests(value);
		break;
	case 'E':
		g->engine = parse_engine(value);
		break;
	case 'c':
		g->launcher = value;
		break;
	case 'h':
		g->hosts = value;
		break;
	case 'n':
		g->dry_run = true;
		break;
	case 'C':
		g->check = true;
		break;
	case 'W':
		g->write = true;
		break;
	case 'F':
		g->force = true;
		break;
	case 'D':
		g->on = value;
		break;
	case 'm':
		g->missing = true;
		break;
	case 'T':
		g->toolkits = true;
		break;
	case 'Q':
		g->open = true;
		break;
	case 'H':
		g->html = value;
		break;
	case 'B':
		g->badge = value;
		break;
	case 'L':
		g->list = true;
		break;
	case 'o':
		g->only = value;
		break;
	case 'f':
		g->format = (int)parse_format(value);
		break;
	case 'R':
		g->format = (int)parse_form(value);
		break;
	case 'M':
		g->base = value;
		break;
	case 'U':
		g->rebuild = true;
		break;
	case 'I':
		g->preset = value;
		break;
	case 'K':
		g->key = value;
		break;
	case 'O':
	case 'A':
		g->out = value;
		break;
	case 'S':
		break;
	case 'j':
		g->jobs = parse_jobs(value);
		break;
	case 'q':
		g->quiet = true;
		break;
	default:
		g->verbose = true;
	}
}

/* One argument that is an option; how many arguments it took. */
static int
take_option(struct session *s, const struct command *c, char **argv)
{
	struct str arg = str_of(argv[0]);
	size_t equals = str_find_byte(arg, '=');
	struct str name = str_slice(arg, 0, equals);
	const struct option *o = cmd_find_option(c, name);
	struct str value;

	if (!o)
		die("kbc " STR_FMT " has no option '" STR_FMT "' (kbc " STR_FMT
		    " --help)", STR_ARG(c->name), STR_ARG(name),
		    STR_ARG(c->name));
	if (o->value.n == 0) {
		if (equals < arg.n)
			die("'" STR_FMT "' takes no value, so '" STR_FMT "' is "
			    "none", STR_ARG(name), STR_ARG(arg));
		set_option(&s->given, o->letter, STR(""));
		return 1;
	}
	value = equals < arg.n ? str_skip(arg, equals + 1) :
		argv[1] ? str_of(argv[1]) : STR("");
	if (value.n == 0)
		die("'" STR_FMT "' takes " STR_FMT, STR_ARG(name),
		    STR_ARG(o->value));
	set_option(&s->given, o->letter, value);
	return equals < arg.n ? 1 : 2;
}

static void
take_path(struct options_given *g, struct str path)
{
	if (g->npaths == COUNT_OF(g->paths))
		die("more than %zu paths: name a folder", COUNT_OF(g->paths));
	g->paths[g->npaths++] = path;
}

/* False when --help was asked for and shown. */
static bool
take_arguments(struct session *s, const struct command *c, char **argv)
{
	bool only_paths = false;

	while (*argv) {
		struct str arg = str_of(*argv);

		if (!only_paths && cmd_is_help(arg)) {
			cmd_show_help(c->name);
			return false;
		}
		if (!only_paths && str_equal(arg, STR("--"))) {
			only_paths = true;
			argv++;
		} else if (!only_paths && arg.n > 1 && arg.p[0] == '-') {
			argv += take_option(s, c, argv);
		} else {
			take_path(&s->given, arg);
			argv++;
		}
	}
	return true;
}

/* --- what commands share ------------------------------------------------- */

bool
cmd_take_first(struct session *s, struct str *first)
{
	struct options_given *g = &s->given;

	if (g->npaths == 0)
		return false;
	*first = g->paths[0];
	for (size_t i = 1; i < g->npaths; i++)
		g->paths[i - 1] = g->paths[i];
	g->npaths--;
	return true;
}

int
cmd_finish(const struct session *s)
{
	session_say(s);
	return (int)session_status(s);
}

/* --- the program --------------------------------------------------------- */

/* As the kernel names it; in a root without /proc, as it was started. */
static struct str
find_self(struct arena *a)
{
	struct str self = file_real(a, STR("/proc/self/exe"));
	const char *started = (const char *)getauxval(AT_EXECFN);

	return self.n > 0 || !started ? self : file_real(a, str_of(started));
}

/* `kbc step …`, as ninja starts it. */
static int
run_step(struct arena *a, char **argv)
{
	struct diag *d = diag_make(a);
	struct str args[16];
	struct toolkit t;
	struct buf out = { 0 };
	size_t n = 0;
	int status;

	while (n < COUNT_OF(args) && argv[n]) {
		args[n] = str_of(argv[n]);
		n++;
	}
	toolkit_locate(a, &t, STR(""));
	status = step_run(a, args, n, &t, d);
	diag_emit(&out, d);
	if (out.n > 0)
		fwrite(out.p, 1, out.n, stderr);
	buf_free(&out);
	return status;
}

static int
run_command(struct arena *a, const struct command *c, char **argv)
{
	struct session s = { 0 };
	int status;

	session_init(&s, a, find_self(a));
	s.given.device = STR("auto");
	if (!take_arguments(&s, c, argv))
		return EXIT_HELD;
	check_hosts(&s.given);
	find_launcher(a, &s.given);
	status = c->run(&s);
	session_close(&s);
	return status;
}

int
cmd_main(int argc, char **argv)
{
	struct arena *a = arena_make();
	struct str name = argc > 1 ? str_of(argv[1]) : STR("--help");
	const struct command *c = cmd_find(name);
	int status;

	ledger_init();
	if (c)
		status = run_command(a, c, argv + 2);
	else if (str_equal(name, STR("step")))
		status = run_step(a, argv + 2);
	else if (str_starts(name, STR("/")) && proc_env(STR("KBC_BOX")).p)
		status = step_box(a, argv + 1);
	else if (cmd_is_help(name) || str_equal(name, STR("help")))
		status = cmd_show_help(str_of(argc > 2 ? argv[2] : NULL));
	else if (str_equal(name, STR("--completion")))
		status = cmd_show_completion(a, str_of(argc > 2 ? argv[2] :
						       NULL));
	else if (str_equal(name, STR("--version")))
		status = puts("kbc " KBC_VERSION) < 0 ? EXIT_UNABLE :
							EXIT_HELD;
	else
		die("unknown command '" STR_FMT "' (kbc --help)",
		    STR_ARG(name));
	/* what could not be written at once is no longer there to be flushed */
	if (fflush(stdout) != 0 || ferror(stdout))
		die("cannot write standard output");
	arena_free(a);
	return argc > 1 ? status : EXIT_UNABLE;
}
