/* What the parts of the command line alone share. */
#include "str.h"

struct arena;
struct options_given;
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

/* The i-th command; the i-th option that a command takes; NULL behind the
   last. */
const struct command *cmd_row(size_t i);
const struct option *cmd_option_row(const struct command *c, size_t i);

/* The option of that name which the command takes, or NULL. */
const struct option *cmd_find_option(const struct command *c, struct str name);

/* Ends the program: there is no such command, and which may be meant. */
_Noreturn void cmd_refuse(struct str name);

/* Likewise of an option of a command. */
_Noreturn void cmd_refuse_option(const struct command *c, struct str name);

/* Does what one argument that is an option says; how many arguments it took. */
int cmd_take_option(struct options_given *g, const struct command *c,
		    char **argv);

/* How many arguments a command takes that are no options. */
size_t cmd_most(const struct command *c);

/* `--help`, `-h` */
bool cmd_is_help(struct str arg);

/* What is said of a command, of `markers` or `facts`, or of all. Exit status;
   a topic that is none ends the program. */
int cmd_show_help(struct str topic);

/* Prints the documented devices with their full names and entries. */
int cmd_show_devices(struct session *s);

/* Prints what completes the command line in a shell: bash, zsh or fish. Exit
   status; another shell ends the program. */
int cmd_show_completion(struct arena *a, struct str shell);
