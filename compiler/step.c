/*
 * A build step: a source in, an output and its result file out, at any end.
 *
 * The compiler writes into OUT.PID.tmp, a folder of its own; only a whole
 * output of a compiler that ended well is put in OUT's place, and only if it
 * differs, so that ninja's restat spares what depends on it. Any other end
 * takes the old output away. What the page is to blame for (a source that does
 * not compile) is a result; what it is not (no compiler, killed, out of time or
 * memory, a file of ours gone) ends the step with status 3, so that ninja comes
 * back to it. A step whose run has died ends, too, and leaves no result.
 *
 * It parses no messages for what they say of the page: built does.
 */
#include "step.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "hash.h"
#include "proc.h"
#include "quantity.h"
#include "step_parts.h"

#include <limits.h>
#include <unistd.h>

#define SECONDS_DEFAULT 120.0
#define MEMORY_MB_DEFAULT 8192.0

/* A result file: the head and a log, the longest that of a ladder. */
#define RESULT_MAX ((size_t)64 << 20)

#define NAME_MAX_BYTES 1024

#define EXIT_MADE 0
#define EXIT_CANNOT 2
#define EXIT_AGAIN 3

static const struct str result_head = STR_INIT("kbc-result 1\n");

/* A positive number from the environment, or its default. */
static bool
read_number(double *out, struct str variable, double usual, struct diag *d)
{
	struct str value = proc_env(variable);

	*out = usual;
	if (!value.n || (str_number(value, out) && *out > 0 && *out < 1e9))
		return true;
	diag_fail(d, STR_FMT " is '" STR_FMT "', no number above 0",
		  STR_ARG(variable), STR_ARG(value));
	return false;
}

bool
step_read_limits(struct step *s, struct diag *d)
{
	struct str line = proc_env(STR("KBC_LINE"));
	double megabytes;
	uint64_t number;

	if (!read_number(&s->seconds, STR("KBC_COMPILE_SECONDS"),
			 SECONDS_DEFAULT, d) ||
	    !read_number(&megabytes, STR("KBC_COMPILE_MEMORY_MB"),
			 MEMORY_MB_DEFAULT, d))
		return false;
	s->memory = (uint64_t)(megabytes * 1048576.0);
	s->line = str_unsigned(line, &number) && number < INT_MAX ?
			  (int)number : 0;
	return true;
}

/*
 * Whether nvcc may see the name: it hands names to a shell, takes one with a
 * leading `-` for an option, and splits at commas.
 */
static bool
is_plain(struct str name)
{
	static const struct str others = STR_INIT("./-_");
	struct str part;

	if (name.n == 0 || name.n > NAME_MAX_BYTES || name.p[0] == '/' ||
	    name.p[0] == '-')
		return false;
	for (size_t i = 0; i < name.n; i++) {
		if (!byte_is_name(name.p[i]) &&
		    str_find_byte(others, name.p[i]) == others.n)
			return false;
	}
	while (str_split(&part, &name, '/')) {
		if (str_equal(part, STR("..")))
			return false;
	}
	return true;
}

static bool
find_kind(struct str word, enum step_kind *kind)
{
	static const struct str words[] = {
		[STEP_PTX] = STR_INIT("ptx"),
		[STEP_CUBIN] = STR_INIT("cubin"),
		[STEP_SASS] = STR_INIT("sass"),
		[STEP_LEAST] = STR_INIT("least"),
		[STEP_NEEDS] = STR_INIT("needs"),
		[STEP_SHARE] = STR_INIT("share"),
	};

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		*kind = (enum step_kind)i;
		if (str_equal(words[i], word))
			return true;
	}
	return false;
}

static bool
parse_args(struct step *s, const struct str *args, size_t n, struct diag *d)
{
	int number;
	char suffix;

	*s = (struct step){ 0 };
	if (n == 5 && str_equal(args[4], STR("--check")))
		s->check = true;
	else if (n == 5 && str_equal(args[4], STR("--lines")))
		s->lines = true;
	else if (n != 4)
		n = 0;
	if (n == 0 || !find_kind(args[0], &s->kind)) {
		diag_fail(d, "usage: kbc step ptx|cubin|sass|least|needs|"
			  "share ARCH IN OUT [--check|--lines]");
		return false;
	}
	s->sm = args[1];
	s->in = args[2];
	s->out = args[3];
	if (!arch_split(s->sm, &number, &suffix)) {
		diag_fail(d, "'" STR_FMT "' is no architecture",
			  STR_ARG(s->sm));
		return false;
	}
	for (size_t i = 2; i < 4; i++) {
		if (is_plain(args[i]))
			continue;
		diag_fail(d, "'" STR_FMT "' is no plain relative name",
			  STR_ARG(args[i]));
		return false;
	}
	return true;
}

static struct str
with_suffix(struct arena *a, const struct step *s, const char *suffix)
{
	return arena_printf(a, STR_FMT "%s", STR_ARG(s->out), suffix);
}

static bool
write_result(struct arena *a, const struct step *s, const struct outcome *o,
	     struct diag *d)
{
	struct buf text = { 0 };
	bool good;

	buf_add(&text, result_head);
	if (o->timed_out > 0)
		buf_printf(&text, "timeout %g\n", o->timed_out);
	else if (o->signal)
		buf_printf(&text, "signal %d\n", o->signal);
	else
		buf_printf(&text, "status %d\n", o->status);
	buf_printf(&text, "seconds-limit %g\n", s->seconds);
	if (o->made)
		buf_printf(&text, "output " STR_FMT "\n",
			   STR_ARG(hash_hex(a, o->output)));
	buf_add(&text, STR("log\n"));
	buf_add(&text, o->log);
	good = file_update(with_suffix(a, s, ".result"), buf_str(&text), d);
	buf_free(&text);
	return good;
}

static bool
write_depfile(struct arena *a, const struct step *s, struct diag *d)
{
	struct str path = step_temp(a, s, "out.d");
	struct str text = { NULL, 0 };
	struct buf b = { 0 };
	bool good = true;

	/* A source that was not even read has no depfile. */
	if (file_kind(path) == FILE_PLAIN)
		good = file_read(a, &text, path, RESULT_MAX, d);
	depfile_emit(a, &b, s, text);
	good = good && file_update(with_suffix(a, s, ".d"), buf_str(&b), d);
	buf_free(&b);
	return good;
}

/* Puts all that the step leaves in place, the result last. */
static bool
publish(struct arena *a, const struct step *s, const struct outcome *o,
	struct diag *d)
{
	if (o->made ? !file_update(s->out, o->output, d) :
		      !file_remove(s->out, d))
		return false;
	if (s->kind == STEP_PTX && !write_depfile(a, s, d))
		return false;
	return write_result(a, s, o, d);
}

/* Says what ended the compiler when it was not the source. */
static int
exit_status(const struct step *s, const struct outcome *o, struct diag *d)
{
	if (o->timed_out > 0)
		diag_fail(d, "'" STR_FMT "': compile timed out after %g s",
			  STR_ARG(s->in), o->timed_out);
	else if (o->signal)
		diag_fail(d, "'" STR_FMT "': compiler killed by signal %d%s",
			  STR_ARG(s->in), o->signal,
			  o->signal == 9 ? " (out of memory?)" : "");
	else if (o->status == STATUS_NO_COMPILER)
		diag_fail(d, "'" STR_FMT "': " STR_FMT, STR_ARG(s->in),
			  STR_ARG(str_trim(o->log)));
	else
		return EXIT_MADE;
	return EXIT_AGAIN;
}

static bool
run_compiler(struct arena *a, struct outcome *o, const struct step *s,
	     const struct toolkit *t, struct diag *d)
{
	struct proc_result r;

	if (!file_remove_tree(s->temp, d) || !file_make_folder(s->temp, d))
		return false;
	if (s->kind == STEP_LEAST)
		return step_find_least(a, o, s, t, d);
	if (s->kind == STEP_NEEDS)
		return step_find_needs(a, o, s, t, d);
	if (s->kind == STEP_SHARE)
		return step_share(a, o, s, t, d);
	if (step_is_module(a, s))
		return step_ask(a, o, s, t, d);
	step_start(a, &r, s, t, s->in);
	step_judge(a, o, s, &r);
	if (s->kind == STEP_PTX)
		step_check_reads(a, o, s, t);
	if (s->kind == STEP_PTX && o->made)
		o->output = step_without_places(a, o->output,
						file_real(a, STR(".")));
	return true;
}

/*
 * What a missing input means. A step that made none has said why in its own
 * result; any other input should be there, and the page does not know of it.
 * Without a result ninja has the step before make it again.
 */
static bool
judge_missing(struct arena *a, struct outcome *o, const struct step *s,
	      struct diag *d)
{
	struct result before;

	step_result(a, &before, s->in);
	*o = (struct outcome){ .status = 1 };
	o->log = arena_printf(a, "'" STR_FMT "' is not there\n",
			      STR_ARG(s->in));
	if (before.there && !before.stopped && before.status != 0)
		return true;
	o->status = STATUS_NO_COMPILER;
	return file_remove(arena_printf(a, STR_FMT ".result", STR_ARG(s->in)),
			   d);
}

static int
make(struct arena *a, struct step *s, const struct toolkit *t, struct diag *d)
{
	struct outcome o = { .status = 1 };
	bool good = true;
	int status;

	s->temp = arena_printf(a, STR_FMT ".%ld.tmp", STR_ARG(s->out),
			       (long)getpid());
	if (file_kind(s->in) == FILE_NONE)
		good = judge_missing(a, &o, s, d);
	else
		good = run_compiler(a, &o, s, t, d);
	good = good && publish(a, s, &o, d);
	status = good ? exit_status(s, &o, d) : EXIT_CANNOT;
	return file_remove_tree(s->temp, d) ? status : EXIT_CANNOT;
}

int
step_run(struct arena *a, const struct str *args, size_t nargs,
	 const struct toolkit *t, struct diag *d)
{
	struct step s;

	if (!parse_args(&s, args, nargs, d) || !step_read_limits(&s, d))
		return EXIT_CANNOT;
	return make(a, &s, t, d);
}

/* Takes `WORD NUMBER` and its line end off the front. */
static bool
take_line(struct str *text, struct str word, double *number)
{
	struct str line = str_slice(*text, 0, str_find_byte(*text, '\n'));
	struct str rest = str_skip(line, word.n);

	if (!str_starts(line, word) || !str_number(rest, number))
		return false;
	*text = str_skip(*text, line.n + 1);
	return true;
}

static bool
parse_result(struct result *r, struct str text)
{
	double status = 0, signal = 0, limit;

	if (!str_starts(text, result_head))
		return false;
	text = str_skip(text, result_head.n);
	if (!take_line(&text, STR("status "), &status) &&
	    !take_line(&text, STR("signal "), &signal) &&
	    !take_line(&text, STR("timeout "), &r->timed_out))
		return false;
	if (!take_line(&text, STR("seconds-limit "), &limit))
		return false;
	r->gone = str_starts(text, STR("output "));
	if (r->gone)
		text = str_skip(text, str_find_byte(text, '\n') + 1);
	if (!str_starts(text, STR("log\n")) || status < 0 || status > 255 ||
	    signal < 0 || signal > 128)
		return false;
	r->signal = (int)signal;
	r->status = signal > 0 || r->timed_out > 0 ? -1 : (int)status;
	r->stopped = r->status == -1 || r->status == STATUS_NO_COMPILER;
	r->log = str_skip(text, 4);
	return true;
}

void
step_result(struct arena *a, struct result *r, struct str out)
{
	struct str path = arena_printf(a, STR_FMT ".result", STR_ARG(out));
	struct str text;

	*r = (struct result){ .status = -1 };
	r->there = file_kind(path) == FILE_PLAIN &&
		   file_read(a, &text, path, RESULT_MAX, diag_make(a)) &&
		   parse_result(r, text);
	r->ok = r->there && r->status == 0 && file_kind(out) == FILE_PLAIN;
	r->gone = r->there && r->gone && !r->ok;
}
