/*
 * The commands and options there are: one table of each; --help, usage errors
 * and the man page's test read both.
 *
 * The idea: an option is a row with a letter, and a command names the letters
 * it takes. The words of the page language are shown from the tables that
 * read them.
 *
 * What an option sets is cmd_option.c; how a command is run, cmd.c.
 */
#include "buf.h"
#include "cmd.h"
#include "cmd_parts.h"
#include "diag.h"
#include "fact.h"
#include "marker.h"
#include "report.h"
#include "session.h"
#include "slips.h"

#include <stdio.h>

static const struct command commands[] = {
	{ STR_INIT("check"), STR_INIT("[PATH ...]"),
	  STR_INIT("parse, schema, links, markers, arithmetic; no toolchain"),
	  STR_INIT("kbc check wiki/"), STR_INIT("Rjqv"), cmd_check },
	{ STR_INIT("verify"), STR_INIT("[PATH ...]"),
	  STR_INIT("build, measure, judge every claim; write verdicts back"),
	  STR_INIT("kbc verify --dry-run wiki/"), STR_INIT("dEhcnFoRjqv"),
	  cmd_verify },
	{ STR_INIT("fix"), STR_INIT("[PATH ...]"),
	  STR_INIT("refuted numbers, rewritten to what was found"),
	  STR_INIT("kbc fix --write wiki/"), STR_INIT("CWoej"), cmd_fix },
	{ STR_INIT("tables"), STR_INIT("[PATH ...]"),
	  STR_INIT("cells of marked tables, rewritten to what was found"),
	  STR_INIT("kbc tables --check wiki/"), STR_INIT("CWoej"),
	  cmd_tables },
	{ STR_INIT("diff"), STR_INIT("DEVICE DEVICE [PATH ...]"),
	  STR_INIT("which claims hold on one device and not on the other"),
	  STR_INIT("kbc diff H200 B200 wiki/"), STR_INIT("Tojv"), cmd_diff },
	{ STR_INIT("report"), STR_INIT("--html FOLDER [PATH ...]"),
	  STR_INIT("every claim, its curve and its devices as a page to read"),
	  STR_INIT("kbc report --html out wiki/"), STR_INIT("Hej"),
	  cmd_report },
	{ STR_INIT("coverage"), STR_INIT("[PATH ...]"),
	  STR_INIT("how many numbers of each page are checked"),
	  STR_INIT("kbc coverage --list wiki/"), STR_INIT("LBfj"),
	  cmd_coverage },
	{ STR_INIT("gate"), STR_INIT("[PATH ...]"),
	  STR_INIT("what may not be merged, by pages and records alone"),
	  STR_INIT("kbc gate --base origin/main wiki/"), STR_INIT("MURjq"),
	  cmd_gate },
	{ STR_INIT("suggest"), STR_INIT("PAGE ..."),
	  STR_INIT("numbers that nothing checks, and markers that would"),
	  STR_INIT("kbc suggest wiki/ilp.md"), STR_INIT("Wj"), cmd_suggest },
	{ STR_INIT("lsp"), STR_INIT(""),
	  STR_INIT("answer an editor: messages, hover, fixes, sources"),
	  STR_INIT("kbc lsp --stdio"), STR_INIT("S"), cmd_lsp },
	{ STR_INIT("list"), STR_INIT("[PATH ...]"),
	  STR_INIT("every claim: its place, id and text, with tabs between"),
	  STR_INIT("kbc list wiki/ | grep fp16"), STR_INIT("oQj"), cmd_list },
	{ STR_INIT("explain"), STR_INIT("CLAIM [PATH]"),
	  STR_INIT("one claim (ID, PAGE:LINE) followed through every stage"),
	  STR_INIT("kbc explain 'ilp#fma32' wiki/"), STR_INIT("j"),
	  cmd_explain },
	{ STR_INIT("pack"), STR_INIT("-o FOLDER [PATH ...]"),
	  STR_INIT("what there is to measure, for kbc-run on another machine"),
	  STR_INIT("kbc pack -o pack wiki/"), STR_INIT("ODmj"), cmd_pack },
	{ STR_INIT("collect"), STR_INIT("EVIDENCE [PATH]"),
	  STR_INIT("take records of kbc-run into the wiki's ledger"),
	  STR_INIT("kbc collect pack/evidence wiki/"), STR_INIT(""),
	  cmd_collect },
	{ STR_INIT("sign"), STR_INIT("[PATH]"),
	  STR_INIT("sign the records of the wiki's ledger"),
	  STR_INIT("kbc sign --key ~/.ssh/id_ed25519 wiki/"), STR_INIT("K"),
	  cmd_sign },
	{ STR_INIT("attest"), STR_INIT("PAGE"),
	  STR_INIT("what is verified of a page, as a statement of in-toto"),
	  STR_INIT("kbc attest wiki/ilp.md -o ilp.json"), STR_INIT("Aj"),
	  cmd_attest },
	{ STR_INIT("init"), STR_INIT("[FOLDER]"),
	  STR_INIT("make a folder a wiki: page types, policy, a first page"),
	  STR_INIT("kbc init --preset kernelwiki wiki/"), STR_INIT("I"),
	  cmd_init },
	{ STR_INIT("doctor"), STR_INIT(""),
	  STR_INIT("what this machine can check, and what is missing"),
	  STR_INIT("kbc doctor"), STR_INIT(""), cmd_doctor },
	{ STR_INIT("dump"), STR_INIT("page|claims|plan PATH"),
	  STR_INIT("what a pass made of pages"),
	  STR_INIT("kbc dump claims wiki/a.md"), STR_INIT(""), cmd_dump },
};

static const struct option options[] = {
	{ 'd', STR_INIT("--device"), STR_INIT("cuda:N|all|emu|none"),
	  STR_INIT("where to measure, and where to run tests") },
	{ 'E', STR_INIT("--engine"), STR_INIT("local|ssh|slurm"),
	  STR_INIT("who measures: this machine, hosts, or a cluster") },
	{ 'h', STR_INIT("--host"), STR_INIT("HOST,..."),
	  STR_INIT("hosts that measure, as ssh knows them") },
	{ 'c', STR_INIT("--launcher"), STR_INIT("ccache"),
	  STR_INIT("compile through a cache; nothing is measured") },
	{ 'e', STR_INIT("--device"), STR_INIT("emu|none"),
	  STR_INIT("where to run tests; nothing is measured") },
	{ 'n', STR_INIT("--dry-run"), STR_INIT(""),
	  STR_INIT("show the diff of what would be written") },
	{ 'C', STR_INIT("--check"), STR_INIT(""),
	  STR_INIT("write nothing; fail if there is anything to do") },
	{ 'W', STR_INIT("--write"), STR_INIT(""),
	  STR_INIT("write the pages, instead of showing a diff") },
	{ 'F', STR_INIT("--force"), STR_INIT(""),
	  STR_INIT("measure again what the ledger has") },
	{ 'o', STR_INIT("--only"), STR_INIT("CLAIM"),
	  STR_INIT("only claims whose id ends so or matches it") },
	{ 'T', STR_INIT("--toolkit"), STR_INIT(""),
	  STR_INIT("of two toolkits instead, as 12.9 and 13.0") },
	{ 'Q', STR_INIT("--open"), STR_INIT(""),
	  STR_INIT("only open questions, with their answers") },
	{ 'L', STR_INIT("--list"), STR_INIT(""),
	  STR_INIT("numbers that nothing checks, with their places") },
	{ 'H', STR_INIT("--html"), STR_INIT("FOLDER"),
	  STR_INIT("write index.html there, which needs nothing else") },
	{ 'B', STR_INIT("--badge"), STR_INIT("FILE"),
	  STR_INIT("also draw the share into this file, as SVG") },
	{ 'f', STR_INIT("--format"), STR_INIT("text|json"),
	  STR_INIT("form of the report on standard output") },
	{ 'R', STR_INIT("--format"), STR_INIT("FORM"),
	  STR_INIT("report as " REPORT_NAMES) },
	{ 'M', STR_INIT("--base"), STR_INIT("REV"),
	  STR_INIT("compare with where this branch left that one") },
	{ 'U', STR_INIT("--rebuild"), STR_INIT(""),
	  STR_INIT("compile and compare with the cubins of records") },
	{ 'O', STR_INIT("-o"), STR_INIT("FOLDER"),
	  STR_INIT("where to write") },
	{ 'K', STR_INIT("--key"), STR_INIT("FILE"),
	  STR_INIT("the key of ssh to sign with (~/.ssh/id_ed25519)") },
	{ 'A', STR_INIT("-o"), STR_INIT("FILE"),
	  STR_INIT("where to write it, in place of standard output") },
	{ 'I', STR_INIT("--preset"), STR_INIT("NAME"),
	  STR_INIT("of which kind it is to be (plain)") },
	{ 'D', STR_INIT("--on"), STR_INIT("DEVICE"),
	  STR_INIT("what pages say of theirs, for this device") },
	{ 'm', STR_INIT("--missing"), STR_INIT(""),
	  STR_INIT("only what the ledger lacks, or has not enough of") },
	{ 'S', STR_INIT("--stdio"), STR_INIT(""),
	  STR_INIT("through standard input and output, as always") },
	{ 'j', STR_INIT("-j"), STR_INIT("N"),
	  STR_INIT("work of so many cores (all)") },
	{ 'q', STR_INIT("--quiet"), STR_INIT(""),
	  STR_INIT("failures and the last line only") },
	{ 'v', STR_INIT("--verbose"), STR_INIT(""),
	  STR_INIT("confirmed claims too") },
};

const struct command *
cmd_find(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		if (str_equal(commands[i].name, name))
			return &commands[i];
	return NULL;
}

const struct command *
cmd_row(size_t i)
{
	return i < COUNT_OF(commands) ? &commands[i] : NULL;
}

const struct option *
cmd_option_row(const struct command *c, size_t i)
{
	for (size_t k = 0; k < COUNT_OF(options); k++) {
		if (str_find_byte(c->options, options[k].letter) ==
		    c->options.n)
			continue;
		if (i-- == 0)
			return &options[k];
	}
	return NULL;
}

const struct option *
cmd_find_option(const struct command *c, struct str name)
{
	const struct option *o;

	for (size_t i = 0; (o = cmd_option_row(c, i)); i++)
		if (str_equal(o->name, name))
			return o;
	return NULL;
}

void
cmd_refuse(struct str name)
{
	static const struct str others[] = {
		STR_INIT("help"), STR_INIT("--help"), STR_INIT("--version"),
		STR_INIT("--completion"),
	};
	struct nearest near = { .word = name };

	for (size_t i = 0; i < COUNT_OF(commands); i++)
		nearest_add(&near, commands[i].name);
	for (size_t i = 0; i < COUNT_OF(others); i++)
		nearest_add(&near, others[i]);
	if (near.best.n > 0)
		die("unknown command '" STR_FMT "'; '" STR_FMT "' is near "
		    "(kbc --help)", STR_ARG(name), STR_ARG(near.best));
	die("unknown command '" STR_FMT "' (kbc --help)", STR_ARG(name));
}

void
cmd_refuse_option(const struct command *c, struct str name)
{
	struct nearest near = { .word = name };
	const struct option *o;

	for (size_t i = 0; (o = cmd_option_row(c, i)); i++)
		if (o->name.n > 2)
			nearest_add(&near, o->name);
	if (near.best.n > 0)
		die("kbc " STR_FMT " has no option '" STR_FMT "'; '" STR_FMT
		    "' is near (kbc " STR_FMT " --help)", STR_ARG(c->name),
		    STR_ARG(name), STR_ARG(near.best), STR_ARG(c->name));
	die("kbc " STR_FMT " has no option '" STR_FMT "' (kbc " STR_FMT
	    " --help)", STR_ARG(c->name), STR_ARG(name), STR_ARG(c->name));
}

size_t
cmd_most(const struct command *c)
{
	struct str rest = c->arguments, word;
	size_t n = 0;
	bool value = false; /* the word is an option's */

	while (rest.n > 0 && str_split(&word, &rest, ' ')) {
		bool option = str_starts(word, STR("-"));

		if (str_starts(word, STR("...")))
			return SIZE_MAX;
		n += !option && !value;
		value = option;
	}
	return n;
}

/* --- help ---------------------------------------------------------------- */

static void
help_all(struct buf *out)
{
	buf_add(out, STR("kbc " KBC_VERSION
		": a verdict on every claim of a wiki about GPU kernels\n"
		"usage: kbc COMMAND [OPTION ...] [PATH ...]\n"));
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		buf_printf(out, "  %-9.*s" STR_FMT "\n",
			   (int)commands[i].name.n, commands[i].name.p,
			   STR_ARG(commands[i].does));
	buf_add(out, STR("or --help COMMAND|markers|facts|devices, --version, "
		"--completion bash|zsh|fish\n"
		"Exit status: 0 all held, 1 a claim failed, 2 could not do "
		"the job.\n"));
}

static void
help_command(struct buf *out, const struct command *c)
{
	const struct option *o;

	buf_printf(out, "usage: kbc " STR_FMT " [OPTION ...] " STR_FMT
		   "\n" STR_FMT "\n\n", STR_ARG(c->name),
		   STR_ARG(c->arguments), STR_ARG(c->does));
	for (size_t i = 0; (o = cmd_option_row(c, i)); i++)
		buf_printf(out, "  " STR_FMT " %-*.*s " STR_FMT "\n",
			   STR_ARG(o->name), 27 - (int)o->name.n,
			   (int)o->value.n, o->value.p, STR_ARG(o->does));
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

bool
cmd_is_help(struct str arg)
{
	return str_equal(arg, STR("--help")) || str_equal(arg, STR("-h"));
}

int
cmd_show_help(struct str topic)
{
	const struct command *c = cmd_find(topic);
	struct buf out = { 0 };

	if (c)
		help_command(&out, c);
	else if (str_equal(topic, STR("markers")))
		marker_help(&out);
	else if (str_equal(topic, STR("facts")))
		help_facts(&out);
	else if (topic.n == 0 || cmd_is_help(topic))
		help_all(&out);
	else
		die("there is no help on '" STR_FMT "', but on markers, "
		    "facts, devices and commands (kbc --help)", STR_ARG(topic));
	fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
	return EXIT_HELD;
}
