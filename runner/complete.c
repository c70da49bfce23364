/*
 * What completes the command line of kbc-run in a shell: options, what may
 * stand behind them, packs, and the jobs of the pack that is named.
 *
 * The idea: one row an option, written down once for each shell in its own
 * language. Jobs are read by the script when they are asked for. A pack may
 * be a stranger's: its names are words for a shell to offer and never to run.
 */
#include <stdio.h>
#include <string.h>

#include "die.h"

#include "complete.h"

/* What stands behind an option. */
enum operand {
	OPERAND_NONE,
	OPERAND_FOLDER,
	OPERAND_JOB,
	OPERAND_NUMBER,
	OPERAND_WORDS,
	OPERANDS
};

struct row {
	const char *name;
	enum operand operand;
	const char *words, *does;
};

static const struct row rows[] = {
	{ "-o", OPERAND_FOLDER, "", "where evidence goes" },
	{ "--device", OPERAND_WORDS, "cuda:0 all emu", "what runs the pack" },
	{ "--replicates", OPERAND_NUMBER, "", "worker processes" },
	{ "--only", OPERAND_JOB, "", "this job of the pack and no other" },
	{ "--timeout", OPERAND_NUMBER, "", "seconds for a visit of a job" },
	{ "--doctor", OPERAND_NONE, "", "which device and driver are here" },
	{ "--completion", OPERAND_WORDS, "bash zsh fish",
	  "a script like this one" },
	{ "--help", OPERAND_NONE, "", "the options" },
	{ "--version", OPERAND_NONE, "", "which kbc-run" },
};

enum { NROWS = sizeof(rows) / sizeof(*rows) };

/* What a shell has around the words of an operand. */
struct form {
	const char *before, *after;
};

/* --- bash ---------------------------------------------------------------- */

static const char bash_begin[] =
	"# Completion of kbc-run, made by kbc-run --completion bash.\n"
	"_kbc_run()\n"
	"{\n"
	"\tlocal current=${COMP_WORDS[COMP_CWORD]} job pack\n"
	"\tlocal words='' paths='' jobs=''\n"
	"\n"
	"\tCOMPREPLY=()\n"
	"\tcase ${COMP_WORDS[COMP_CWORD-1]} in\n";

static const char bash_end[] =
	"' ;;\n"
	"\tesac\n"
	"\tif [[ -n $jobs ]]; then\n"
	"\t\tfor pack in \"${COMP_WORDS[@]:1}\"; do\n"
	"\t\t\t[[ -f $pack/MANIFEST ]] || continue\n"
	"\t\t\twhile IFS= read -r job; do\n"
	"\t\t\t\t[[ $job != \"$current\"* ]] ||\n"
	"\t\t\t\t\tCOMPREPLY+=(\"$(printf %q \"$job\")\")\n"
	"\t\t\tdone < <(sed -n 's/^job //p' \"$pack/MANIFEST\")\n"
	"\t\tdone\n"
	"\telif [[ -n $paths && $current != -* ]]; then\n"
	"\t\tcompopt -o filenames 2>/dev/null\n"
	"\t\tmapfile -t COMPREPLY < <(compgen -d -- \"$current\")\n"
	"\telse\n"
	"\t\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
	"\"$current\")\n"
	"\tfi\n"
	"}\n"
	"complete -F _kbc_run kbc-run\n";

static const struct form bash_forms[OPERANDS] = {
	[OPERAND_FOLDER] = { "paths=1", " ;;\n" },
	[OPERAND_JOB] = { "jobs=1", " ;;\n" },
	[OPERAND_NUMBER] = { "", ";;\n" },
	[OPERAND_WORDS] = { "words='", "' ;;\n" },
};

static void
emit_bash(void)
{
	int i;

	fputs(bash_begin, stdout);
	for (i = 0; i < NROWS; i++) {
		const struct form *f = &bash_forms[rows[i].operand];

		if (f->before)
			printf("\t%s) %s%s%s", rows[i].name, f->before,
			       rows[i].words, f->after);
	}
	fputs("\t*) paths=1 words='", stdout);
	for (i = 0; i < NROWS; i++)
		printf("%s%s", i ? " " : "", rows[i].name);
	fputs(bash_end, stdout);
}

/* --- zsh ----------------------------------------------------------------- */

static const char zsh_begin[] =
	"#compdef kbc-run\n"
	"# Completion of kbc-run, made by kbc-run --completion zsh.\n"
	"_kbc_run_jobs()\n"
	"{\n"
	"\tlocal pack\n"
	"\tlocal -a jobs\n"
	"\n"
	"\tfor pack in ${(Q)words[2,-1]}; do\n"
	"\t\t[[ ! -f $pack/MANIFEST ]] ||\n"
	"\t\t\tjobs+=(${(f)\"$(sed -n 's/^job //p' $pack/MANIFEST)\"})\n"
	"\tdone\n"
	"\tcompadd -a jobs\n"
	"}\n"
	"\n"
	"_kbc_run()\n"
	"{\n"
	"\t_arguments";

static const char zsh_end[] =
	" \\\n"
	"\t\t'1:pack:_directories'\n"
	"}\n"
	"\n"
	"_kbc_run \"$@\"\n";

static const struct form zsh_forms[OPERANDS] = {
	[OPERAND_NONE] = { "", "" },
	[OPERAND_FOLDER] = { ":folder:_directories", "" },
	[OPERAND_JOB] = { ":job:_kbc_run_jobs", "" },
	[OPERAND_NUMBER] = { ":number:", "" },
	[OPERAND_WORDS] = { ":value:(", ")" },
};

/* A colon ends a part of what _arguments reads. */
static void
put_escaped(const char *text)
{
	for (; *text; text++)
		printf("%s%c", *text == ':' ? "\\" : "", *text);
}

static void
emit_zsh(void)
{
	int i;

	fputs(zsh_begin, stdout);
	for (i = 0; i < NROWS; i++) {
		const struct form *f = &zsh_forms[rows[i].operand];

		printf(" \\\n\t\t'%s[%s]%s", rows[i].name, rows[i].does,
		       f->before);
		put_escaped(rows[i].words);
		printf("%s'", f->after);
	}
	fputs(zsh_end, stdout);
}

/* --- fish ---------------------------------------------------------------- */

static const char fish_begin[] =
	"# Completion of kbc-run, made by kbc-run --completion fish.\n"
	"function __kbc_run_jobs\n"
	"\tfor pack in (commandline -opc)\n"
	"\t\ttest -f $pack/MANIFEST\n"
	"\t\tand sed -n 's/^job //p' $pack/MANIFEST\n"
	"\tend\n"
	"end\n"
	"complete -c kbc-run -f -a '(__fish_complete_directories)'\n";

static const struct form fish_forms[OPERANDS] = {
	[OPERAND_NONE] = { "", "" },
	[OPERAND_FOLDER] = { " -x -a '(__fish_complete_directories)", "'" },
	[OPERAND_JOB] = { " -x -a '(__kbc_run_jobs)", "'" },
	[OPERAND_NUMBER] = { " -x", "" },
	[OPERAND_WORDS] = { " -x -a '", "'" },
};

static void
emit_fish(void)
{
	int i;

	fputs(fish_begin, stdout);
	for (i = 0; i < NROWS; i++) {
		const struct form *f = &fish_forms[rows[i].operand];
		bool is_long = rows[i].name[1] == '-';

		printf("complete -c kbc-run -%c %s%s%s%s -d '%s'\n",
		       is_long ? 'l' : 's', rows[i].name + 1 + is_long,
		       f->before, rows[i].words, f->after, rows[i].does);
	}
}

/* --- all ----------------------------------------------------------------- */

void
complete_print(const char *shell)
{
	if (!strcmp(shell, "bash"))
		emit_bash();
	else if (!strcmp(shell, "zsh"))
		emit_zsh();
	else if (!strcmp(shell, "fish"))
		emit_fish();
	else
		die("--completion: expected bash, zsh or fish, found '%s'",
		    shell);
}
