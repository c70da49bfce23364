/*
 * A worker as a process: started, stopped, its strays collected.
 */
#include <stdbool.h>
#include <sys/types.h>

struct buf;
struct fault;

enum { CHILD_REPORTS, CHILD_OUT, CHILD_ERR, CHILD_PIPES };
enum { SUPERVISE_PATH = 4096 };

struct child {
	pid_t pid;
	unsigned long long born; /* when it started, in the kernel's ticks */
	bool ended;		 /* reaped; then STATUS is waitpid's */
	int status;
	int pipes[CHILD_PIPES]; /* to read from, non-blocking; -1: closed */
	char folder[256];	/* where it runs; removed with it */
};

/* What ends a run from outside. */
struct signals {
	int fd;		 /* a signalfd: CHLD, and those that end us; -1: none */
	int interrupted; /* the signal that ended us, or 0 */
};

/* Take pending signals; false if one of them ends the program. */
bool supervise_listen(struct signals *s);

/* This process becomes the parent of whatever its workers leave behind. */
void supervise_adopt(void);

/*
 * Start this program as a worker with these orders: own process group, own
 * empty folder, which is its TMPDIR, too, an environment by list, no
 * descriptors but its own. False with a FAULT_MACHINE.
 */
bool supervise_start(struct child *c, const struct buf *orders,
		     struct fault *f);

struct program {
	const char *path;
	char *const *argv;
};

/* The same of another program, that may start this one as a worker. */
bool supervise_start_program(struct child *c, const struct program *p,
			     const struct buf *orders, struct fault *f);

/* Our own file by its name, so that programs that wrap others can start it. */
void supervise_program(char path[SUPERVISE_PATH]);

/* Reap the worker if it has ended; true if it has. */
bool supervise_reap(struct child *c);

/*
 * End what is left of the worker and of its process group: TERM, grace, KILL;
 * reap it, end its strays, which none of the workers that live beside it are,
 * nor what is in their process groups: SPARED, a list that ends in 0. False if
 * it cannot be ended.
 */
bool supervise_stop(struct child *c, const pid_t *spared);

/* Close the pipes and remove the folder. */
void supervise_close(struct child *c);
