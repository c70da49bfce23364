/*
 * One option of the command line -> what it sets.
 *
 * The idea: what an option sets goes by its letter in the table of cmd_help.c:
 * a flag and a text as they are, what has to be read in one switch. A value
 * stands behind `=`, or as the next argument, or, of an option of one letter,
 * right behind that.
 *
 * Options that exclude each other are for who runs the command.
 */
#include "cmd.h"
#include "cmd_parts.h"
#include "diag.h"
#include "engine.h"
#include "report.h"
#include "session.h"

#include <stddef.h>

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

/* Where a command that measures nothing runs tests. */
static struct str
parse_tests(struct str text)
{
	if (!str_equal(text, STR("emu")) && !str_equal(text, STR("none")))
		die("--device is emu or none here, not '" STR_FMT "': nothing "
		    "is measured", STR_ARG(text));
	return text;
}

/* Those that are given or not. */
static const struct {
	char letter;
	size_t field;
} flags[] = {
	{ 'C', offsetof(struct options_given, check) },
	{ 'F', offsetof(struct options_given, force) },
	{ 'L', offsetof(struct options_given, list) },
	{ 'Q', offsetof(struct options_given, open) },
	{ 'T', offsetof(struct options_given, toolkits) },
	{ 'U', offsetof(struct options_given, rebuild) },
	{ 'W', offsetof(struct options_given, write) },
	{ 'm', offsetof(struct options_given, missing) },
	{ 'n', offsetof(struct options_given, dry_run) },
	{ 'q', offsetof(struct options_given, quiet) },
	{ 'v', offsetof(struct options_given, verbose) },
};

/* Those whose value is taken as it is. */
static const struct {
	char letter;
	size_t field;
} texts[] = {
	{ 'A', offsetof(struct options_given, out) },
	{ 'B', offsetof(struct options_given, badge) },
	{ 'D', offsetof(struct options_given, on) },
	{ 'H', offsetof(struct options_given, html) },
	{ 'I', offsetof(struct options_given, preset) },
	{ 'K', offsetof(struct options_given, key) },
	{ 'M', offsetof(struct options_given, base) },
	{ 'O', offsetof(struct options_given, out) },
	{ 'c', offsetof(struct options_given, launcher) },
	{ 'h', offsetof(struct options_given, hosts) },
	{ 'o', offsetof(struct options_given, only) },
};

static void *
field_of(struct options_given *g, size_t at)
{
	return (char *)g + at;
}

static bool
set_plainly(struct options_given *g, char letter, struct str value)
{
	for (size_t i = 0; i < COUNT_OF(flags); i++)
		if (flags[i].letter == letter) {
			*(bool *)field_of(g, flags[i].field) = true;
			return true;
		}
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		if (texts[i].letter == letter) {
			*(struct str *)field_of(g, texts[i].field) = value;
			return true;
		}
	return false;
}

static void
set_option(struct options_given *g, char letter, struct str value)
{
	if (set_plainly(g, letter, value))
		return;
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
	case 'f':
		g->format = (int)parse_format(value);
		break;
	case 'R':
		g->format = (int)parse_form(value);
		break;
	case 'j':
		g->jobs = parse_jobs(value);
		break;
	case 'S': /* --stdio: there is no other way */
		break;
	default:
		bug("an option without a meaning");
	}
}

int
cmd_take_option(struct options_given *g, const struct command *c, char **argv)
{
	struct str arg = str_of(argv[0]);
	size_t equals = str_find_byte(arg, '=');
	struct str name = str_slice(arg, 0, equals);
	const struct option *o = cmd_find_option(c, name);
	struct str value;

	if (!o && arg.p[1] != '-') { /* `-j2` */
		o = cmd_find_option(c, str_slice(arg, 0, 2));
		equals = o ? 1 : equals;
		name = o ? o->name : name;
	}
	if (!o)
		cmd_refuse_option(c, str_slice(arg, 0, equals));
	if (o->value.n == 0) {
		if (equals < arg.n)
			die("'" STR_FMT "' takes no value, so '" STR_FMT "' is "
			    "none", STR_ARG(name), STR_ARG(arg));
		set_option(g, o->letter, STR(""));
		return 1;
	}
	value = equals < arg.n ? str_skip(arg, equals + 1) :
		argv[1] ? str_of(argv[1]) : STR("");
	if (value.n == 0)
		die("'" STR_FMT "' takes " STR_FMT, STR_ARG(name),
		    STR_ARG(o->value));
	set_option(g, o->letter, value);
	return equals < arg.n ? 1 : 2;
}
