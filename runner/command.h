/*
 * Programs run to their ends. buf.h and fault.h come before it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct signals;

enum { COMMAND_LANES = 16 };

struct command {
	char *const *argv;        /* argv[0] is its path */
	const struct buf *input;  /* what it reads */
	unsigned limit;           /* seconds */
	unsigned lane;            /* below COMMAND_LANES */
	const char *file;         /* that it writes in its folder; or NULL */
};

struct command_result {
	struct fault fault;       /* FAULT_MACHINE: it could not be started */
	struct buf out, err;      /* what it printed */
	struct buf reports;       /* on WORKER_REPORTS, it or its child */
	struct buf written;       /* what is in the file */
	time_t began, ended;
	int status;               /* of waitpid */
	bool hung;                /* it was ended after its limit */
};

/*
 * Run N programs, those of one lane after one another, those of several lanes
 * at once, each in an empty folder of its own, its output kept up to a bound;
 * they and all that they started are gone afterwards. What interrupts us ends
 * those that run, and no other one is started. R is for each of them.
 */
void command_run(const struct command *c, size_t n, struct signals *s,
		 struct command_result *r);

/* Drop what was kept. */
void command_free(struct command_result *r);
