/* What the parts of the command line alone share. */
#include "str.h"

struct session;

struct command {
	struct str name;
	struct str arguments;   /* `[PATH]` */
	struct str does;        /* one line */
	struct str example;
	struct str options;     /* letters of the options it takes */
	int (*run)(struct session *s);
};

struct option {
	char letter;
	struct str name, value, does;
};

/* The command of that name, or NULL. */
const struct command *cmd_find(struct str name);

/* The option of that name which the command takes, or NULL. */
const struct option *cmd_find_option(const struct command *c, struct str name);

/* `--help`, `-h` */
bool cmd_is_help(struct str arg);

/* What is said of a command, of `markers` or `facts`, or of all. Exit status;
   a topic that is none ends the program. */
int cmd_show_help(struct str topic);
