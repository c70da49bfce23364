/*
 * One run of a program, from its birth to its last byte. Shared by the parts
 * of `proc` alone; buf.h and proc.h come before it.
 */
#include "str.h"
#include <signal.h>
#include <sys/types.h>

struct arena;

/* The head and the tail of a stream. */
struct kept {
	size_t half; /* at most this much of each */
	struct buf head, tail;
	size_t seen; /* bytes in all */
};

/* How far the end of the child has come. */
enum stage {
	STAGE_RUNS,
	STAGE_ASKED,  /* SIGTERM sent */
	STAGE_KILLED, /* SIGKILL sent */
	STAGE_ENDED   /* a zombie; only the pipes are open */
};

struct run {
	pid_t pid;
	int pipes[2]; /* our ends, -1 when closed: out, err */
	struct kept kept[2];
	int end;      /* pidfd, or -1 */
	int signals;  /* signalfd, or -1 */
	int line;     /* far end of one, or -1 */
	enum stage stage;
	double next;  /* when the stage is over */
	bool interrupted, timed_out, orphaned;
};

/* All that the child needs, made before the fork. */
struct birth {
	const struct proc *p;
	const char *path;
	char *const *argv;
	char *const *env;
	int streams[2]; /* its ends of the pipes, or our own streams */
	int input;
	int report;     /* errno of a failed start goes here */
	int rules;      /* Landlock, or -1 */
	const sigset_t *mask;
	pid_t parent;
};

/* The signals that would end us, but for those that are ignored. */
void proc_ending(sigset_t *all);

/* Closes a descriptor that is open and makes it -1. */
void proc_close(int *fd);

/* The environment of a child that is given none, and more (up to NULL). */
char *const *proc_environment(struct arena *a, const char *const *more);

/* The rules of a sandbox, or -1 where there are none to be had. */
int proc_rules(struct arena *a, const struct proc_sandbox *box);

/* The command line that starts the program in a sandbox of bubblewrap's; NULL
   where that is not what keeps it in. */
char *const *proc_wrap(struct arena *a, const struct proc *p);

/* Starts the program; false with errno set. */
bool proc_start(struct arena *a, struct run *r, struct birth *b);
void proc_close_birth(struct birth *b);

/* Serves the child until it has ended, after so many seconds (0: any) by
   force, and its pipes have run dry; says in the result how it ended. */
void proc_watch(struct proc_result *result, struct run *r, double seconds);

/* The stream as far as it was kept, in the arena; frees the rest. */
struct str proc_take(struct arena *a, struct kept *k);
