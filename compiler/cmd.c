/*
 * The command line: one table of commands, one of options; --help, usage errors
 * and the man page's test read both.
 *
 * The idea: an option is a row with a letter; a command names the letters it
 * takes. What an option sets is done in one switch. Usage errors say what was
 * expected and exit with 2.
 */
#include "arena.h"
#include "buf.h"
#include "cmd.h"
#include "diag.h"
#include "fact.h"
#include "file.h"
#include "marker.h"
#include "session.h"
#include "step.h"
#include "toolkit.h"

#include <stdio.h>
#include <stdlib.h>

struct command {
	struct str name;
	struct str arguments;   /* `[PATH]` */
	struct str does;        /* one line */
	struct str example;
	struct str options;     /* letters of the options it takes */
	int (*run)(struct session *s);
};

static const struct command commands[] = {
	{ STR_INIT("check"), STR_INIT("[PATH ...]"),
	  STR_INIT("parse, schema, links, markers, arithmetic; no toolchain"),
	  STR_INIT("kbc check wiki/"), STR_INIT("fjqv"), cmd_check },
	{ STR_INIT("verify"), STR_INIT("[PATH ...]"),
	  STR_INIT("build, measure, judge every claim; write verdicts back"),
	  STR_INIT("kbc verify --dry-run wiki/"), STR_INIT("dnFofjqv"),
	  cmd_verify },
	{ STR_INIT("list"), STR_INIT("[PATH ...]"),
	  STR_INIT("every claim: its place, id and text, with tabs between"),
	  STR_INIT("kbc list wiki/ | grep fp16"), STR_INIT("oj"), cmd_list },
	{ STR_INIT("explain"), STR_INIT("CLAIM [PATH]"),
	  STR_INIT("one claim followed through every stage"),
	  STR_INIT("kbc explain 'ilp#fma32' wiki/"), STR_INIT("j"),
	  cmd_explain },
	{ STR_INIT("pack"), STR_INIT("-o FOLDER [PATH ...]"),
	  STR_INIT("what there is to measure, for kbc-run on another machine"),
	  STR_INIT("kbc pack -o pack wiki/"), STR_INIT("Oj"), cmd_pack },
	{ STR_INIT("collect"), STR_INIT("EVIDENCE [PATH]"),
	  STR_INIT("take records of kbc-run into the wiki's ledger"),
	  STR_INIT("kbc collect pack/evidence wiki/"), STR_INIT(""),
	  cmd_collect },
	{ STR_INIT("doctor"), STR_INIT(""),
	  STR_INIT("what this machine can check, and what is missing"),
	  STR_INIT("kbc doctor"), STR_INIT(""), cmd_doctor },
	{ STR_INIT("dump"), STR_INIT("PASS PATH"),
	  STR_INIT("what a pass made: page, claims, plan"),
	  STR_INIT("kbc dump claims wiki/a.md"), STR_INIT(""), cmd_dump },
};

struct option {
	char letter;
	struct str name, value, does;
};

static const struct option options[] = {
	{ 'd', STR_INIT("--device"), STR_INIT("auto|cuda:N|emu|none"),
	  STR_INIT("where to measure, and where to run tests") },
	{ 'n', STR_INIT("--dry-run"), STR_INIT(""),
	  STR_INIT("show what would be written as a diff, write nothing") },
	{ 'F', STR_INIT("--force"), STR_INIT(""),
	  STR_INIT("measure again what the ledger has") },
	{ 'o', STR_INIT("--only"), STR_INIT("CLAIM"),
	  STR_INIT("only claims whose id ends so or matches the pattern") },
	{ 'f', STR_INIT("--format"), STR_INIT("text|json"),
	  STR_INIT("form of the report on standard output") },
	{ 'O', STR_INIT("-o"), STR_INIT("FOLDER"),
	  STR_INIT("where to write") },
	{ 'j', STR_INIT("-j"), STR_INIT("N"),
	  STR_INIT("work of so many cores (all)") },
	{ 'q', STR_INIT("--quiet"), STR_INIT(""),
	  STR_INIT("failures and the last line only") },
	{ 'v', STR_INIT("--verbose"), STR_INIT(""),
	  STR_INIT("confirmed claims too") },
};

static const struct command *
find_command(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		if (str_equal(commands[i].name, name))
			return &commands[i];
	return NULL;
}

/* --- help ---------------------------------------------------------------- */

static void
help_all(struct buf *out)
{
	buf_add(out, STR("kbc " KBC_VERSION
		": a verdict on every claim of a wiki about GPU kernels\n\n"
		"usage: kbc COMMAND [OPTION ...] [PATH ...]\n\n"));
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		buf_printf(out, "  %-9.*s" STR_FMT "\n",
			   (int)commands[i].name.n, commands[i].name.p,
			   STR_ARG(commands[i].does));
	buf_add(out, STR("\nkbc COMMAND --help, or kbc help COMMAND, shows its "
		"options and an example.\n"
		"kbc --help markers and kbc --help facts list the words of "
		"the page language.\n"
		"kbc --version says which kbc this is.\n"
		"Exit status: 0 all held, 1 a claim failed, 2 could not do "
		"the job.\n"));
}

static void
help_command(struct buf *out, const struct command *c)
{
	buf_printf(out, "usage: kbc " STR_FMT " [OPTION ...] " STR_FMT
		   "\n" STR_FMT "\n\n", STR_ARG(c->name),
		   STR_ARG(c->arguments), STR_ARG(c->does));
	for (size_t i = 0; i < COUNT_OF(options); i++) {
		const struct option *o = &options[i];
		int width = 29 - (int)o->name.n;

		if (str_find_byte(c->options, o->letter) == c->options.n)
			continue;
		buf_printf(out, "  " STR_FMT " %-*.*s " STR_FMT "\n",
			   STR_ARG(o->name), width, (int)o->value.n,
			   o->value.p, STR_ARG(o->does));
	}
	buf_printf(out, "\nexample: " STR_FMT "\n", STR_ARG(c->example));
}

static void
help_facts(struct buf *out)
{
	struct str name, examples, needs;

	for (size_t i = 0; fact_row(i, &name, &examples, &needs); i++)
		buf_printf(out, "  %-11.*s needs %-11.*s " STR_FMT "\n",
			   (int)name.n, name.p, (int)needs.n, needs.p,
			   STR_ARG(examples));
}

static bool
is_help(struct str arg)
{
	return str_equal(arg, STR("--help")) || str_equal(arg, STR("-h"));
}

static int
show_help(struct str topic)
{
	const struct command *c = find_command(topic);
	struct buf out = { 0 };

	if (c)
		help_command(&out, c);
	else if (str_equal(topic, STR("markers")))
		marker_help(&out);
	else if (str_equal(topic, STR("facts")))
		help_facts(&out);
	else if (topic.n == 0 || is_help(topic))
		help_all(&out);
	else
		die("there is no help on '" STR_FMT "', but on markers, facts "
		    "and commands (kbc --help)", STR_ARG(topic));
	fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
	return EXIT_HELD;
}

/* --- options ------------------------------------------------------------- */

static const struct option *
find_option(const struct command *c, struct str name)
{
	for (size_t i = 0; i < COUNT_OF(options); i++)
		if (str_equal(options[i].name, name) &&
		    str_find_byte(c->options, options[i].letter) <
			    c->options.n)
			return &options[i];
	return NULL;
}

static enum format
parse_format(struct str text)
{
	if (str_equal(text, STR("json")))
		return FORMAT_JSON;
	if (!str_equal(text, STR("text")))
		die("--format is text or json, not '" STR_FMT "'",
		    STR_ARG(text));
	return FORMAT_TEXT;
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
	uint64_t n;

	if (str_equal(text, STR("auto")) || str_equal(text, STR("none")) ||
	    str_equal(text, STR("emu")))
		return text;
	if (!str_starts(text, STR("cuda:")) ||
	    !str_unsigned(str_skip(text, 5), &n))
		die("--device is auto, cuda:N, emu or none, not '" STR_FMT "'",
		    STR_ARG(text));
	return text;
}

static void
set_option(struct options_given *g, char letter, struct str value)
{
	switch (letter) {
	case 'd':
		g->device = parse_device(value);
		break;
	case 'n':
		g->dry_run = true;
		break;
	case 'F':
		g->force = true;
		break;
	case 'o':
		g->only = value;
		break;
	case 'f':
		g->format = parse_format(value);
		break;
	case 'O':
		g->out = value;
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
	const struct option *o = find_option(c, name);

	if (!o)
		die("kbc " STR_FMT " has no option '" STR_FMT "' (kbc " STR_FMT
		    " --help)", STR_ARG(c->name), STR_ARG(name),
		    STR_ARG(c->name));
	if (o->value.n == 0) {
		set_option(&s->given, o->letter, STR(""));
		return 1;
	}
	if (equals < arg.n) {
		set_option(&s->given, o->letter, str_skip(arg, equals + 1));
		return 1;
	}
	if (!argv[1])
		die("'" STR_FMT "' takes " STR_FMT, STR_ARG(name),
		    STR_ARG(o->value));
	set_option(&s->given, o->letter, str_of(argv[1]));
	return 2;
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

		if (!only_paths && is_help(arg)) {
			show_help(c->name);
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

static struct str
find_self(struct arena *a)
{
	return file_real(a, STR("/proc/self/exe"));
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

	while (argv[n] && n < COUNT_OF(args)) {
		args[n] = str_of(argv[n]);
		n++;
	}
	toolkit_locate(a, &t);
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
	status = c->run(&s);
	session_close(&s);
	return status;
}

int
cmd_main(int argc, char **argv)
{
	struct arena *a = arena_make();
	struct str name = argc > 1 ? str_of(argv[1]) : STR("--help");
	const struct command *c = find_command(name);
	int status;

	if (c)
		status = run_command(a, c, argv + 2);
	else if (str_equal(name, STR("step")))
		status = run_step(a, argv + 2);
	else if (is_help(name) || str_equal(name, STR("help")))
		status = show_help(str_of(argc > 2 ? argv[2] : NULL));
	else if (str_equal(name, STR("--version")))
		status = puts("kbc " KBC_VERSION) < 0 ? EXIT_UNABLE :
							EXIT_HELD;
	else
		die("unknown command '" STR_FMT "' (kbc --help)",
		    STR_ARG(name));
	if (fflush(stdout) != 0)
		die("cannot write standard output");
	arena_free(a);
	return argc > 1 ? status : EXIT_UNABLE;
}
