/* The only starter of programs. */
#include "str.h"

struct arena;

struct proc_limits {
	double seconds;      /* wall time of the whole process group; 0: none */
	uint64_t memory;     /* address space in bytes; 0: as we have */
	uint64_t file_bytes; /* largest file it may write; 0: as we have */
	size_t output;       /* bytes of each stream kept, the middle goes;
				0: 1 MiB */
};

/*
 * A sandbox for code that a page had a hand in: Landlock, else bubblewrap; with
 * neither the other limits still hold. All NULL: no sandbox. Programs and
 * libraries of the system may always be read, /dev/null written; a device node
 * that is to be opened belongs into `write`. Nothing reaches the network.
 */
struct proc_sandbox {
	const struct str *read;  /* folders and files it may read and execute */
	size_t nread;
	const struct str *write; /* folders it may also write in */
	size_t nwrite;
};

struct proc {
	char *const *argv;     /* argv[0] is looked up in our PATH */
	const char *dir;       /* working folder; NULL: ours */
	const char *input;     /* file that it reads; NULL: nothing */
	char *const *env;      /* whole environment; NULL: an allow-list of ours
				  (PATH HOME LANG=C TMPDIR …, no NVCC_*) */
	const char *const *more; /* of an environment of ours: added to it, up
				    to a NULL; NULL: nothing */
	struct proc_limits limits;
	const struct proc_sandbox *sandbox; /* may be NULL */
	const int *keep;       /* descriptors that it inherits as they are */
	size_t nkeep;
	int line;              /* the far end of one, or 0: when it is cut, the
				  whole group is killed, and we are */
	bool mourns;           /* our death does not kill it: it has the line */
	bool show;             /* both streams go to our standard error
				  instead of being kept */
};

struct proc_result {
	struct str out, err; /* what it wrote, in the arena */
	int status;          /* exit status; -1 when killed by a signal */
	int signal;          /* that ended it; 0 otherwise */
	bool timed_out;
	bool started;        /* false: not found or not executable */
	int error;           /* errno of a failed start */
};

/*
 * Runs to the end, draining both streams together; a time-out ends the whole
 * process group and waits for it. True only for exit status 0; says nothing.
 */
bool proc_run(struct arena *a, struct proc_result *r, const struct proc *p);

/* Becomes the program within p's sandbox, with p's environment and its limits
   but for time: the same process goes on as another. Returns only if it cannot,
   with errno set. */
void proc_become(struct arena *a, const struct proc *p);

/*
 * For who has work elsewhere to end first: from proc_hold on, signals that
 * would end us (INT, TERM, HUP) wait; children have none held back, but are
 * ended by them. proc_pause waits so long, or until there is one, which it
 * gives (0: none came) and which then is ours to obey. proc_release lets them
 * end us again, with that one first, unless it is 0.
 */
void proc_hold(void);
int proc_pause(double seconds);
void proc_release(int signal);

/* What a sandbox is made with here: `Landlock 7`, `bubblewrap  PATH`; empty:
   there is none. KBC_SANDBOX may name one way, or `none`. */
struct str proc_sandbox_name(struct arena *a);

/*
 * A line between a process and all that it starts, for them to notice that it
 * is gone, whatever ended it: those who got `far` by keep give it as their own
 * proc's line. It is cut when `near`, which nobody inherits, is closed or its
 * process dies. False when there is none to be had; both are closed then.
 */
struct proc_line {
	int near, far; /* 0: closed */
};

bool proc_line_make(struct proc_line *line);
void proc_line_cut(struct proc_line *line);

/* Whether there is a process of that number. */
bool proc_lives(long number);

/* The full path of a program in PATH, or empty. */
struct str proc_find(struct arena *a, struct str name);

/* The value of an environment variable, or empty. */
struct str proc_env(struct str name);

/* The time by this machine's clock so many seconds on, `2026-11-30T03:20:11Z`;
   empty if it has none. */
struct str proc_time(struct arena *a, long later);
