/*
 * A program run to its end. buf.h comes before it.
 */
#include <stdbool.h>

struct fault;

struct command {
	char *const *argv;        /* argv[0] is its path */
	const struct buf *input;  /* what it reads */
	unsigned limit;           /* seconds */
	const char *file;         /* that it writes in its folder; or NULL */
	int signals;              /* signalfd of what ends us; -1: none */
};

struct command_result {
	struct buf out, err;      /* what it printed */
	struct buf reports;       /* on WORKER_REPORTS, it or its child */
	struct buf written;       /* what is in the file */
	int status;               /* of waitpid */
	bool hung;                /* it was ended after its limit */
	int interrupted;          /* by this signal, or 0 */
};

/*
 * Run the program in an empty folder of its own, its output kept up to a
 * bound; it and all that it started are gone afterwards. False with a
 * FAULT_MACHINE if it cannot be started.
 */
bool command_run(const struct command *c, struct command_result *r,
		 struct fault *f);

/* Drop what was kept. */
void command_free(struct command_result *r);
