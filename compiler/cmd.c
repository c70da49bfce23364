/*
 * The command line: arguments -> what the session is to do; the command run.
 *
 * The idea: an argument is an option, or a path, or one too many. Usage errors
 * say what was expected and exit with 2.
 *
 * Which commands and options there are is cmd_help.c, what an option sets
 * cmd_option.c.
 */
#include "arena.h"
#include "buf.h"
#include "cmd.h"
#include "cmd_parts.h"
#include "diag.h"
#include "engine.h"
#include "evidence.h"
#include "file.h"
#include "proc.h"
#include "session.h"
#include "step.h"
#include "toolkit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>

/* --- arguments ----------------------------------------------------------- */

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
			argv += cmd_take_option(&s->given, c, argv);
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

static void
check_count(const struct command *c, const struct options_given *g)
{
	size_t most = cmd_most(c);

	if (g->npaths <= most)
		return;
	die("kbc " STR_FMT " takes %s" STR_FMT ", so '" STR_FMT "' is too much",
	    STR_ARG(c->name), most == 0 ? "no argument" : "",
	    STR_ARG(most == 0 ? STR("") : c->arguments),
	    STR_ARG(g->paths[most]));
}

/* What is no command takes so many words; argv[most] would be one more. */
static void
check_words(char **argv, int argc, int most)
{
	if (argc > most)
		die("kbc %s takes %s, so '%s' is too much", argv[1],
		    most > 2 ? "one word" : "no argument", argv[most]);
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
	check_count(c, &s.given);
	find_launcher(a, &s.given);
	status = c->run(&s);
	session_close(&s);
	return status;
}

static int
show_devices(struct arena *a)
{
	struct session s = { 0 };

	session_init(&s, a, find_self(a));
	return cmd_show_devices(&s);
}

/* What is no command: --help, --version and their like. */
static int
run_word(struct arena *a, struct str name, int argc, char **argv)
{
	struct str topic = str_of(argc > 2 ? argv[2] : NULL);

	if (str_equal(name, STR("--version"))) {
		check_words(argv, argc, 2);
		return puts("kbc " KBC_VERSION) < 0 ? EXIT_UNABLE : EXIT_HELD;
	}
	if (cmd_is_help(name) || str_equal(name, STR("help"))) {
		check_words(argv, argc, 3);
		if (str_equal(topic, STR("devices")))
			return show_devices(a);
		return cmd_show_help(topic);
	}
	if (!str_equal(name, STR("--completion")))
		cmd_refuse(name);
	check_words(argv, argc, 3);
	return cmd_show_completion(a, topic);
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
	else
		status = run_word(a, name, argc, argv);
	/* what could not be written at once is no longer there to be flushed */
	if (fflush(stdout) != 0 || ferror(stdout))
		die("cannot write standard output");
	arena_free(a);
	return argc > 1 ? status : EXIT_UNABLE;
}
