/*
 * Completion for shells: the tables of commands and options -> a script that
 * bash, zsh or fish reads.
 *
 * The idea: what may stand behind an option is what its row says of its value:
 * words with bars between them are the words, FOLDER and FILE are paths, CLAIM
 * is an id that `kbc list` knows, and all else is the reader's own. So a new
 * row is completed as soon as it is there.
 *
 * What a wiki says is never evaluated by the shell: ids are compared and quoted
 * as they stand.
 */
#include "arena.h"
#include "buf.h"
#include "cmd.h"
#include "cmd_parts.h"
#include "diag.h"
#include "report.h"
#include "session.h"

#include <stdio.h>

struct shell {
	struct arena *arena;
	struct buf *out;
};

/* What may stand at a place. */
enum operand { OPERAND_OWN, OPERAND_WORDS, OPERAND_FOLDER, OPERAND_PATH,
	       OPERAND_CLAIM };

/* The first word of what a row says of its value or arguments. */
static enum operand
operand_of(struct str value)
{
	struct str word = str_slice(value, 0, str_find_byte(value, ' '));

	if (str_equal(word, STR("FOLDER")))
		return OPERAND_FOLDER;
	if (str_equal(word, STR("FILE")))
		return OPERAND_PATH;
	if (str_equal(word, STR("CLAIM")))
		return OPERAND_CLAIM;
	if (str_equal(word, STR("FORM")) || str_find_byte(word, '|') < word.n)
		return OPERAND_WORDS;
	return OPERAND_OWN;
}

/* `a|cuda:N` as `a cuda:0`, each colon behind `mark`. */
static struct str
words_of(struct shell *sh, struct str value, const char *mark)
{
	struct str rest = str_slice(value, 0, str_find_byte(value, ' '));
	struct str word, text;
	struct buf b = { 0 };

	if (str_equal(rest, STR("FORM")))
		rest = STR(REPORT_NAMES);
	while (str_split(&word, &rest, '|')) {
		buf_add(&b, b.n > 0 ? STR(" ") : STR(""));
		for (size_t i = 0; i < word.n; i++) {
			if (word.p[i] == ':')
				buf_add(&b, str_of(mark));
			buf_add_byte(&b, word.p[i] == 'N' ? '0' : word.p[i]);
		}
	}
	text = arena_copy(sh->arena, buf_str(&b));
	buf_free(&b);
	return text;
}

/* s with a backslash before each byte of `set`, and what a pair of single
   quotes needs before a quote. */
static struct str
escaped(struct shell *sh, struct str s, const char *set, const char *quote)
{
	struct buf b = { 0 };
	struct str text;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\'')
			buf_add(&b, str_of(quote));
		else if (byte_among(s.p[i], set))
			buf_add_byte(&b, '\\');
		buf_add_byte(&b, s.p[i]);
	}
	text = arena_copy(sh->arena, buf_str(&b));
	buf_free(&b);
	return text;
}

/* The names of all commands. */
static void
add_commands(struct buf *out)
{
	const struct command *c;

	for (size_t i = 0; (c = cmd_row(i)); i++)
		buf_printf(out, STR_FMT " ", STR_ARG(c->name));
}

/* --- bash ---------------------------------------------------------------- */

static const char bash_begin[] =
	"# Completion of kbc, made by kbc --completion bash.\n"
	"_kbc()\n"
	"{\n"
	"\tlocal current=${COMP_WORDS[COMP_CWORD]} id\n"
	"\tlocal before=${COMP_WORDS[COMP_CWORD-1]}\n"
	"\tlocal words='' paths='' claims=''\n"
	"\n"
	"\t# --option=value is three words\n"
	"\t[[ $current == '=' ]] && current=''\n"
	"\t[[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
	"\tCOMPREPLY=()\n"
	"\t((COMP_CWORD > 1)) || before=''\n"
	"\tcase \"${COMP_WORDS[1]} $before\" in\n"
	"\t*' ') words='";

static const char bash_end[] =
	"\tesac\n"
	"\tif [[ -n $claims && $current != -* ]]; then\n"
	"\t\twhile IFS= read -r id; do\n"
	"\t\t\t[[ $id != \"$current\"* ]] ||\n"
	"\t\t\t\tCOMPREPLY+=(\"$(printf %q \"$id\")\")\n"
	"\t\tdone < <(\"$1\" list 2>/dev/null | cut -f2)\n"
	"\telif [[ -n $paths && $current != -* ]]; then\n"
	"\t\tcompopt -o filenames 2>/dev/null\n"
	"\t\tmapfile -t COMPREPLY < <(compgen \"$paths\" -- \"$current\")\n"
	"\telse\n"
	"\t\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
	"\"$current\")\n"
	"\tfi\n"
	"}\n"
	"complete -F _kbc kbc\n";

static void
bash_operand(struct shell *sh, struct str value)
{
	switch (operand_of(value)) {
	case OPERAND_WORDS:
		buf_printf(sh->out, "words='" STR_FMT "'",
			   STR_ARG(words_of(sh, value, "")));
		break;
	case OPERAND_FOLDER:
		buf_add(sh->out, STR("paths=-d"));
		break;
	case OPERAND_PATH:
		buf_add(sh->out, STR("paths=-f"));
		break;
	case OPERAND_CLAIM:
		buf_add(sh->out, STR("claims=1"));
		break;
	case OPERAND_OWN:
		break;
	}
	buf_add(sh->out, STR(" ;;\n"));
}

/* Each option with a value, the first argument, and all else. */
static void
bash_command(struct shell *sh, const struct command *c)
{
	const struct option *o;
	enum operand first = operand_of(c->arguments);

	for (size_t i = 0; (o = cmd_option_row(c, i)); i++) {
		if (o->value.n == 0)
			continue;
		buf_printf(sh->out, "\t'" STR_FMT " " STR_FMT "') ",
			   STR_ARG(c->name), STR_ARG(o->name));
		bash_operand(sh, o->value);
	}
	if (first == OPERAND_CLAIM || first == OPERAND_WORDS) {
		buf_printf(sh->out, "\t'" STR_FMT " " STR_FMT "') ",
			   STR_ARG(c->name), STR_ARG(c->name));
		bash_operand(sh, c->arguments);
	}
	buf_printf(sh->out, "\t'" STR_FMT " '*) paths=-f words='",
		   STR_ARG(c->name));
	for (size_t i = 0; (o = cmd_option_row(c, i)); i++)
		buf_printf(sh->out, STR_FMT " ", STR_ARG(o->name));
	buf_add(sh->out, STR("--help' ;;\n"));
}

static void
emit_bash(struct shell *sh)
{
	const struct command *c;

	buf_add(sh->out, str_of(bash_begin));
	add_commands(sh->out);
	buf_add(sh->out, STR("help --help --version --completion' ;;\n"
			     "\t'help '* | '--help '*) words='"));
	add_commands(sh->out);
	buf_add(sh->out, STR("markers facts devices' ;;\n"
			     "\t'--completion '*) words='"
			     "bash zsh fish' ;;\n"));
	for (size_t i = 0; (c = cmd_row(i)); i++)
		bash_command(sh, c);
	buf_add(sh->out, str_of(bash_end));
}

/* --- zsh ----------------------------------------------------------------- */

static const char zsh_begin[] =
	"#compdef kbc\n"
	"# Completion of kbc, made by kbc --completion zsh.\n"
	"_kbc_claims()\n"
	"{\n"
	"\tlocal -a ids\n"
	"\n"
	"\tids=(${(f)\"$(kbc list 2>/dev/null | cut -f2)\"})\n"
	"\tcompadd -a ids\n"
	"}\n"
	"\n"
	"_kbc()\n"
	"{\n"
	"\tlocal command\n"
	"\tlocal -a commands\n"
	"\n"
	"\tcommands=(\n";

static const char zsh_middle[] =
	"\t)\n"
	"\tif ((CURRENT == 2)); then\n"
	"\t\t_describe command commands\n"
	"\t\tcompadd -- --help --version --completion\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tcommand=$words[2]\n"
	"\tshift words\n"
	"\t((CURRENT--))\n"
	"\tcase $command in\n"
	"\thelp | --help)\n"
	"\t\t_describe command commands\n"
	"\t\tcompadd markers facts devices ;;\n"
	"\t--completion)\n"
	"\t\tcompadd bash zsh fish ;;\n";

static void
zsh_operand(struct shell *sh, struct str value)
{
	switch (operand_of(value)) {
	case OPERAND_WORDS:
		buf_printf(sh->out, "(" STR_FMT ")",
			   STR_ARG(words_of(sh, value, "\\")));
		break;
	case OPERAND_FOLDER:
		buf_add(sh->out, STR("_directories"));
		break;
	case OPERAND_PATH:
		buf_add(sh->out, STR("_files"));
		break;
	case OPERAND_CLAIM:
		buf_add(sh->out, STR("_kbc_claims"));
		break;
	case OPERAND_OWN:
		break;
	}
}

static void
zsh_option(struct shell *sh, const struct option *o)
{
	bool is_long = str_starts(o->name, STR("--"));

	buf_printf(sh->out, " \\\n\t\t\t'" STR_FMT "%s[" STR_FMT "]",
		   STR_ARG(o->name), o->value.n > 0 && is_long ? "=" : "",
		   STR_ARG(escaped(sh, o->does, "[]", "'\\'")));
	if (o->value.n > 0) {
		buf_add(sh->out, STR(":value:"));
		zsh_operand(sh, o->value);
	}
	buf_add(sh->out, STR("'"));
}

static void
zsh_command(struct shell *sh, const struct command *c)
{
	enum operand first = operand_of(c->arguments);
	const struct option *o;

	buf_printf(sh->out, "\t" STR_FMT ")\n\t\t_arguments", STR_ARG(c->name));
	for (size_t i = 0; (o = cmd_option_row(c, i)); i++)
		zsh_option(sh, o);
	if (first == OPERAND_CLAIM || first == OPERAND_WORDS) {
		buf_add(sh->out, STR(" \\\n\t\t\t'1:argument:"));
		zsh_operand(sh, c->arguments);
		buf_add(sh->out, STR("'"));
	}
	buf_add(sh->out, STR(" \\\n\t\t\t'--help[this command]' "
			     "\\\n\t\t\t'*:path:_files' ;;\n"));
}

static void
emit_zsh(struct shell *sh)
{
	const struct command *c;

	buf_add(sh->out, str_of(zsh_begin));
	for (size_t i = 0; (c = cmd_row(i)); i++)
		buf_printf(sh->out, "\t\t'" STR_FMT ":" STR_FMT "'\n",
			   STR_ARG(c->name),
			   STR_ARG(escaped(sh, c->does, "\\", "'\\'")));
	buf_add(sh->out, str_of(zsh_middle));
	for (size_t i = 0; (c = cmd_row(i)); i++)
		zsh_command(sh, c);
	buf_add(sh->out, STR("\tesac\n}\n\n_kbc \"$@\"\n"));
}

/* --- fish ---------------------------------------------------------------- */

static const char fish_begin[] =
	"# Completion of kbc, made by kbc --completion fish.\n"
	"function __kbc_claims\n"
	"\tkbc list 2>/dev/null | cut -f2\n"
	"end\n"
	"function __kbc_command\n"
	"\tset -l words (commandline -opc)\n"
	"\tset -q words[2]; and test \"$words[2]\" = $argv[1]\n"
	"end\n"
	"complete -c kbc -f\n"
	"complete -c kbc -n __fish_is_first_arg -l help -d 'the commands'\n"
	"complete -c kbc -n __fish_is_first_arg -l version -d 'which kbc'\n"
	"complete -c kbc -n __fish_is_first_arg -l completion "
	"-d 'a script like this one'\n"
	"complete -c kbc -n '__kbc_command --completion' "
	"-a 'bash zsh fish'\n";

static void
fish_operand(struct shell *sh, struct str value)
{
	switch (operand_of(value)) {
	case OPERAND_WORDS:
		buf_printf(sh->out, " -x -a '" STR_FMT "'",
			   STR_ARG(words_of(sh, value, "")));
		break;
	case OPERAND_FOLDER:
		buf_add(sh->out, STR(" -x -a '(__fish_complete_directories)'"));
		break;
	case OPERAND_PATH:
		buf_add(sh->out, STR(" -r -F"));
		break;
	case OPERAND_CLAIM:
		buf_add(sh->out, STR(" -x -a '(__kbc_claims)'"));
		break;
	case OPERAND_OWN:
		buf_add(sh->out, STR(" -x"));
		break;
	}
}

static void
fish_command(struct shell *sh, const struct command *c)
{
	enum operand first = operand_of(c->arguments);
	const struct option *o;

	buf_printf(sh->out, "complete -c kbc -n __fish_is_first_arg -a "
		   STR_FMT " -d '" STR_FMT "'\n", STR_ARG(c->name),
		   STR_ARG(escaped(sh, c->does, "\\", "\\")));
	buf_printf(sh->out, "complete -c kbc -n '__kbc_command " STR_FMT
		   "'%s", STR_ARG(c->name),
		   first == OPERAND_CLAIM || first == OPERAND_WORDS ?
		   "" : " -F\n");
	if (first == OPERAND_CLAIM || first == OPERAND_WORDS) {
		fish_operand(sh, c->arguments);
		buf_add(sh->out, STR("\n"));
	}
	for (size_t i = 0; (o = cmd_option_row(c, i)); i++) {
		bool is_long = str_starts(o->name, STR("--"));

		buf_printf(sh->out, "complete -c kbc -n '__kbc_command " STR_FMT
			   "' -%c " STR_FMT, STR_ARG(c->name),
			   is_long ? 'l' : 's',
			   STR_ARG(str_skip(o->name, is_long ? 2 : 1)));
		if (o->value.n > 0)
			fish_operand(sh, o->value);
		buf_printf(sh->out, " -d '" STR_FMT "'\n",
			   STR_ARG(escaped(sh, o->does, "\\", "\\")));
	}
}

static void
emit_fish(struct shell *sh)
{
	const struct command *c;

	buf_add(sh->out, str_of(fish_begin));
	for (size_t i = 0; (c = cmd_row(i)); i++)
		fish_command(sh, c);
	buf_add(sh->out, STR("complete -c kbc -n '__kbc_command help; or "
			     "__kbc_command --help' -a '"));
	add_commands(sh->out);
	buf_add(sh->out, STR("markers facts devices'\n"));
}

/* --- all ----------------------------------------------------------------- */

int
cmd_show_completion(struct arena *a, struct str shell)
{
	static const struct {
		struct str name;
		void (*emit)(struct shell *sh);
	} shells[] = {
		{ STR_INIT("bash"), emit_bash },
		{ STR_INIT("zsh"), emit_zsh },
		{ STR_INIT("fish"), emit_fish },
	};
	struct buf out = { 0 };

	for (size_t i = 0; i < COUNT_OF(shells); i++)
		if (str_equal(shells[i].name, shell))
			shells[i].emit(&(struct shell){ a, &out });
	if (out.n == 0)
		die("--completion takes bash, zsh or fish, not '" STR_FMT "'",
		    STR_ARG(shell));
	fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
	return EXIT_HELD;
}
