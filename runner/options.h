/*
 * The command line of kbc-run. device.h and run.h come before it.
 */
#include <stdbool.h>
#include <stddef.h>

struct options {
	const char *pack, *folder, *only;
	const char *shell; /* whose completion is asked for; or NULL */
	int devices[DEVICES_MOST];
	size_t ndevices; /* 0: all */
	bool doctor, help, version, worker;
	struct run run;
};

/* Read the command line; what is wrong with it ends the program. */
void options_parse(int argc, char **argv, struct options *o);

/* Print how the program is called, and what its options do. */
void options_help(void);

/* End the program for a command line that has this fault. */
_Noreturn void options_usage(const char *fault);
