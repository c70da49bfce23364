/*
 * The commands. One table says what each is called, what it does, its example
 * and which options it takes; --help, usage errors and the man page's test
 * read it.
 */
#include "str.h"

struct buf;
struct session;

struct command {
	struct str name;
	struct str arguments;   /* `[PATH]` */
	struct str does;        /* one line */
	struct str example;
	struct str options;     /* letters of the options it takes, see cmd.c */
	int (*run)(struct session *s);
};

/* Runs what the command line says. Exit status. */
int cmd_main(int argc, char **argv);

/* `kbc --help`, and what follows `--help`: markers, facts, a command. */
void cmd_help(struct buf *out);

/* Takes the first argument that is no option from the paths; false when there
   is none. */
bool cmd_take_first(struct session *s, struct str *first);

/* The commands themselves; exit status. */
int cmd_check(struct session *s);
int cmd_verify(struct session *s);
int cmd_list(struct session *s);
int cmd_explain(struct session *s);
int cmd_doctor(struct session *s);
int cmd_pack(struct session *s);
int cmd_collect(struct session *s);
int cmd_dump(struct session *s);
