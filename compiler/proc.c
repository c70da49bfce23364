/*
 * Programs: start one, collect what it writes, see that it ends.
 *
 * A child gets a process group of its own, /dev/null as input, a pipe for
 * each stream, limits, perhaps a Landlock sandbox, and no other descriptor of
 * ours. We wait on both pipes, on its end, and on our own interruption at
 * once, so a child can neither block on a full pipe nor outlive its time: at
 * the deadline its group is asked to end and soon after made to.
 *
 * While it runs we are the reaper of its orphans. When it has ended, whatever
 * it left behind in its group is killed before the child is reaped, so its
 * number cannot have gone to a stranger, and reaped with it; only then do we
 * return. A process that left the group by setsid escapes us; it holds no
 * file of ours.
 *
 * A failed start (chdir, exec) comes back through a pipe that exec closes.
 * SIGINT, SIGTERM and SIGHUP are held back while a child runs and end its
 * group first; the pending signal then ends us in its usual way.
 *
 * It says nothing: what an exit status means, the caller knows.
 */
#include "proc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"

/* Kept of each stream when the caller names no amount. */
#define OUTPUT_DEFAULT ((size_t)1 << 20)

/* Between asking a group to end and making it, in seconds. */
#define TERM_GRACE 0.2

/* For the pipes to run dry once the child has ended. */
#define PIPE_GRACE 0.1

/* For a killed process to go; a driver may hold one back for good. */
#define KILL_GRACE 5.0

/* Between looks at the child where the kernel has no pidfd. */
#define TICK 0.02

#define FOREVER 1e18

/* Rights newer than the header may be. */
#define ACCESS_REFER (UINT64_C(1) << 13)
#define ACCESS_TRUNCATE (UINT64_C(1) << 14)

/* What a file, as opposed to a folder, can be given. */
#define ACCESS_FILE                                                           \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |          \
	 LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE)

#define ACCESS_READ                                                           \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |          \
	 LANDLOCK_ACCESS_FS_READ_DIR)

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
	enum stage stage;
	double next;  /* when the stage is over */
	bool interrupted, timed_out;
};

/* What the process was like before a child was started. */
struct habits {
	sigset_t mask;
	struct sigaction child;
	int reaper;
};

/* All that the child needs, made before the fork. */
struct birth {
	const struct proc *p;
	const char *path;
	char *const *env;
	int streams[2]; /* its ends of the pipes, or our own streams */
	int input;
	int report;     /* errno of a failed start goes here */
	int rules;      /* Landlock, or -1 */
	const sigset_t *mask;
	pid_t parent;
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
close_open(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* A C string of s in the arena. */
static char *
to_text(struct arena *a, struct str s)
{
	char *text = arena_alloc(a, s.n + 1);

	if (s.n)
		memcpy(text, s.p, s.n);
	return text;
}

struct str
proc_env(struct str name)
{
	for (char **e = environ; e && *e; e++) {
		struct str s = str_of(*e);

		if (str_starts(s, name) && s.n > name.n &&
		    s.p[name.n] == '=')
			return str_skip(s, name.n + 1);
	}
	return (struct str){ NULL, 0 };
}

static bool
is_program(struct arena *a, struct str path)
{
	const char *text = to_text(a, path);
	struct stat st;

	return stat(text, &st) == 0 && S_ISREG(st.st_mode) &&
	       access(text, X_OK) == 0;
}

/*
 * Relative folders in PATH are passed over: with another working folder they
 * would name another program.
 */
struct str
proc_find(struct arena *a, struct str name)
{
	struct str none = { NULL, 0 }, path = proc_env(STR("PATH")), folder;

	if (name.n == 0 || str_find_byte(name, '\0') < name.n)
		return none;
	if (str_find_byte(name, '/') < name.n)
		return is_program(a, name) ? arena_copy(a, name) : none;
	while (str_split(&folder, &path, ':')) {
		struct str file;

		if (!str_starts(folder, STR("/")))
			continue;
		file = arena_printf(a, STR_FMT "/" STR_FMT, STR_ARG(folder),
				    STR_ARG(name));
		if (is_program(a, file))
			return file;
	}
	return none;
}

/* The environment of a child that is given none. */
static char *const *
make_env(struct arena *a)
{
	static const char *const names[] = {
		"PATH", "HOME", "TMPDIR", "USER", "LOGNAME", "TERM",
		"LD_LIBRARY_PATH",
	};
	char **env = arena_alloc(a, (COUNT_OF(names) + 3) * sizeof(*env));
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct str value = proc_env(str_of(names[i]));

		if (value.p)
			env[n++] = to_text(a, arena_printf(a, "%s=" STR_FMT,
							   names[i],
							   STR_ARG(value)));
	}
	env[n++] = to_text(a, STR("LANG=C"));
	env[n++] = to_text(a, STR("LC_ALL=C"));
	return env;
}

/* The rights that the kernel's Landlock knows; 0 without one. */
static uint64_t
landlock_rights(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
			   LANDLOCK_CREATE_RULESET_VERSION);
	uint64_t rights = ACCESS_REFER - 1;

	if (abi < 1)
		return 0;
	if (abi >= 2)
		rights |= ACCESS_REFER;
	if (abi >= 3)
		rights |= ACCESS_TRUNCATE;
	return rights;
}

/* Allows rights beneath a path; one that is not there needs none. */
static void
add_rule(int rules, const char *path, uint64_t rights)
{
	struct landlock_path_beneath_attr rule = { .allowed_access = rights };
	struct stat st;

	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0)
		return;
	if (fstat(rule.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode))
		rule.allowed_access &= ACCESS_FILE;
	syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH,
		&rule, 0);
	close(rule.parent_fd);
}

/* The rules of a sandbox, or -1 where there are none to be had. */
static int
make_rules(struct arena *a, const struct proc_sandbox *box)
{
	static const char *const always[] = {
		"/usr", "/lib", "/lib64", "/bin", "/etc", "/proc", "/dev",
	};
	uint64_t rights = landlock_rights();
	struct landlock_ruleset_attr attr = { .handled_access_fs = rights };
	int rules;

	if (!box || (!box->read && !box->write) || !rights)
		return -1;
	rules = (int)syscall(SYS_landlock_create_ruleset, &attr,
			     sizeof(attr.handled_access_fs), 0);
	if (rules < 0)
		return -1;
	for (size_t i = 0; i < COUNT_OF(always); i++)
		add_rule(rules, always[i], ACCESS_READ);
	add_rule(rules, "/dev/null", rights);
	for (size_t i = 0; i < box->nread; i++)
		add_rule(rules, to_text(a, box->read[i]), ACCESS_READ);
	for (size_t i = 0; i < box->nwrite; i++)
		add_rule(rules, to_text(a, box->write[i]), rights);
	return rules;
}

/* Lowers a limit; one that is lower already stays. */
static void
limit(__rlimit_resource_t resource, uint64_t most)
{
	struct rlimit r;

	if (getrlimit(resource, &r) != 0)
		return;
	if (r.rlim_max > most)
		r.rlim_max = most;
	if (r.rlim_cur > r.rlim_max)
		r.rlim_cur = r.rlim_max;
	setrlimit(resource, &r);
}

static void
limit_all(const struct proc_limits *limits)
{
	limit(RLIMIT_CORE, 0);
	if (limits->memory)
		limit(RLIMIT_AS, limits->memory);
	if (limits->file_bytes)
		limit(RLIMIT_FSIZE, limits->file_bytes);
}

/* Signals as a program expects them: none ignored, none held back. */
static void
reset_signals(const sigset_t *mask)
{
	struct sigaction usual = { .sa_handler = SIG_DFL };

	sigaction(SIGPIPE, &usual, NULL);
	sigaction(SIGCHLD, &usual, NULL);
	sigaction(SIGXFSZ, &usual, NULL);
	sigprocmask(SIG_SETMASK, mask, NULL);
}

/* Sees that no descriptor above 2 survives exec. */
static void
hide_descriptors(void)
{
	if (close_range(3, UINT_MAX, CLOSE_RANGE_CLOEXEC) == 0)
		return;
	for (int fd = 3; fd < 1024; fd++)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* In the child: becomes the program; returns, with errno set, if it cannot. */
static void
become(const struct birth *b)
{
	const struct proc *p = b->p;

	setpgid(0, 0);
	/* Ours may end before this line: then nobody would tell us. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != b->parent)
		_exit(127);
	if (dup2(b->input, 0) < 0 || dup2(b->streams[0], 1) < 0 ||
	    dup2(b->streams[1], 2) < 0)
		return;
	if (p->dir && chdir(p->dir) != 0)
		return;
	limit_all(&p->limits);
	hide_descriptors();
	if (b->rules >= 0 &&
	    (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	     syscall(SYS_landlock_restrict_self, b->rules, 0) != 0))
		return;
	reset_signals(b->mask);
	execve(b->path, p->argv, b->env);
}

/* Moves a descriptor above the standard streams; -1 stays. */
static int
raise_fd(int fd)
{
	int above;

	if (fd < 0 || fd > 2)
		return fd;
	above = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	close(fd);
	return above;
}

static bool
make_pipe(int ends[2])
{
	if (pipe2(ends, O_CLOEXEC) != 0) {
		ends[0] = ends[1] = -1;
		return false;
	}
	ends[0] = raise_fd(ends[0]);
	ends[1] = raise_fd(ends[1]);
	if (ends[0] >= 0 && ends[1] >= 0)
		return true;
	close_open(&ends[0]);
	close_open(&ends[1]);
	return false;
}

/*
 * Forks and waits until the program runs or has failed to; its number, or -1
 * with errno set.
 */
static pid_t
give_birth(struct birth *b)
{
	int report[2], error = 0;
	pid_t pid;

	if (!make_pipe(report))
		return -1;
	b->report = report[1];
	b->parent = getpid();
	pid = fork();
	if (pid == 0) {
		become(b);
		error = errno;
		/* Nobody could be told if this failed as well. */
		if (write(b->report, &error, sizeof(error)) < 0)
			_exit(126);
		_exit(127);
	}
	if (pid < 0)
		error = errno;
	else
		setpgid(pid, pid);
	close(report[1]);
	while (pid > 0 && read(report[0], &error, sizeof(error)) < 0 &&
	       errno == EINTR)
		continue;
	close(report[0]);
	if (error && pid > 0)
		waitpid(pid, NULL, 0);
	errno = error;
	return error ? -1 : pid;
}

static void
keep(struct kept *k, struct str s)
{
	size_t room = k->half - k->head.n;
	size_t over;

	k->seen += s.n;
	buf_add(&k->head, str_slice(s, 0, room));
	buf_add(&k->tail, str_skip(s, room));
	if (k->tail.n <= 2 * k->half)
		return;
	over = k->tail.n - k->half;
	memmove(k->tail.p, k->tail.p + over, k->half);
	k->tail.n = k->half;
}

/* The stream as far as it was kept, in the arena; frees the rest. */
static struct str
take_kept(struct arena *a, struct kept *k)
{
	struct str tail = buf_str(&k->tail), s;
	size_t left_out;

	if (tail.n > k->half)
		tail = str_skip(tail, tail.n - k->half);
	left_out = k->seen - k->head.n - tail.n;
	if (left_out)
		buf_printf(&k->head, "\n[%zu bytes left out]\n", left_out);
	buf_add(&k->head, tail);
	s = arena_copy(a, buf_str(&k->head));
	buf_free(&k->head);
	buf_free(&k->tail);
	return s;
}

/* Reads once from a pipe that is ready; closes it at its end. */
static void
drain(struct run *r, int i)
{
	char part[8192];
	ssize_t n = read(r->pipes[i], part, sizeof(part));

	if (n > 0)
		keep(&r->kept[i], (struct str){ part, (size_t)n });
	else if (n == 0 || errno != EINTR)
		close_open(&r->pipes[i]);
}

static void
enter(struct run *r, enum stage stage, double next)
{
	r->stage = stage;
	r->next = next;
}

/* Goes on to the next stage of an end that does not come by itself. */
static void
press(struct run *r)
{
	switch (r->stage) {
	case STAGE_RUNS:
		kill(-r->pid, SIGTERM);
		enter(r, STAGE_ASKED, now() + TERM_GRACE);
		break;
	case STAGE_ASKED:
		kill(-r->pid, SIGKILL);
		enter(r, STAGE_KILLED, now() + KILL_GRACE);
		break;
	case STAGE_KILLED:
		enter(r, STAGE_ENDED, now());
		break;
	case STAGE_ENDED:
		close_open(&r->pipes[0]);
		close_open(&r->pipes[1]);
		break;
	}
}

/* Notices the end of the child and leaves it a zombie. */
static void
look_for_end(struct run *r)
{
	siginfo_t info = { 0 };

	if (r->stage == STAGE_ENDED)
		return;
	if (waitid(P_PID, (id_t)r->pid, &info, WEXITED | WNOHANG | WNOWAIT) !=
		    0 || info.si_pid == r->pid)
		enter(r, STAGE_ENDED, now() + PIPE_GRACE);
}

/* Milliseconds until the stage is over, as poll wants them. */
static int
time_left(const struct run *r)
{
	double left = r->next - now();

	if (r->end < 0 && left > TICK)
		left = TICK;
	if (left > 3600)
		left = 3600;
	return left > 0 ? (int)(left * 1e3) + 1 : 0;
}

/* Waits for the next event and serves it. */
static void
step(struct run *r)
{
	bool ended = r->stage == STAGE_ENDED;
	struct pollfd fds[] = {
		{ .fd = r->pipes[0], .events = POLLIN },
		{ .fd = r->pipes[1], .events = POLLIN },
		{ .fd = ended ? -1 : r->end, .events = POLLIN },
		{ .fd = r->interrupted ? -1 : r->signals, .events = POLLIN },
	};

	if (poll(fds, COUNT_OF(fds), time_left(r)) > 0) {
		for (int i = 0; i < 2; i++) {
			if (fds[i].revents)
				drain(r, i);
		}
		if (fds[3].revents) {
			r->interrupted = true;
			if (r->stage == STAGE_RUNS)
				press(r);
		}
	}
	look_for_end(r);
	if (now() < r->next)
		return;
	if (r->stage == STAGE_RUNS)
		r->timed_out = true;
	press(r);
}

/*
 * Kills and reaps all that is left of the group, but gives up on what cannot
 * be killed; the child's wait status.
 */
static int
reap(pid_t child)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	double deadline = now() + KILL_GRACE;
	int status = 0, of_child = SIGKILL;
	pid_t pid;

	kill(-child, SIGKILL);
	while ((pid = waitpid(-child, &status, WNOHANG)) >= 0) {
		if (pid == child)
			of_child = status;
		if (pid > 0)
			continue;
		if (now() > deadline)
			break;
		nanosleep(&moment, NULL);
	}
	return of_child;
}

static void
watch(struct proc_result *result, struct run *r)
{
	int status;

	while (r->stage != STAGE_ENDED || r->pipes[0] >= 0 || r->pipes[1] >= 0)
		step(r);
	status = reap(r->pid);
	result->timed_out = r->timed_out;
	if (WIFEXITED(status))
		result->status = WEXITSTATUS(status);
	else
		result->signal = WTERMSIG(status);
}

/* Holds back the signals that would end us; a descriptor that tells of them. */
static int
hold_signals(struct habits *old)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction usual = { .sa_handler = SIG_DFL }, now_set;
	sigset_t held;

	sigemptyset(&held);
	for (size_t i = 0; i < COUNT_OF(signals); i++) {
		if (sigaction(signals[i], NULL, &now_set) == 0 &&
		    now_set.sa_handler != SIG_IGN)
			sigaddset(&held, signals[i]);
	}
	sigprocmask(SIG_BLOCK, &held, &old->mask);
	sigaction(SIGCHLD, &usual, &old->child);
	prctl(PR_GET_CHILD_SUBREAPER, &old->reaper);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	return signalfd(-1, &held, SFD_CLOEXEC);
}

static void
release_signals(const struct habits *old)
{
	prctl(PR_SET_CHILD_SUBREAPER, old->reaper);
	sigaction(SIGCHLD, &old->child, NULL);
	sigprocmask(SIG_SETMASK, &old->mask, NULL);
}

/* Opens what the child's streams need; false with errno set. */
static bool
open_streams(struct birth *b, struct run *r)
{
	b->input = raise_fd(open("/dev/null", O_RDONLY | O_CLOEXEC));
	if (b->input < 0)
		return false;
	for (int i = 0; i < 2; i++) {
		int ends[2];

		if (b->p->show) {
			b->streams[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 3);
			if (b->streams[i] < 0)
				return false;
			continue;
		}
		if (!make_pipe(ends))
			return false;
		r->pipes[i] = ends[0];
		b->streams[i] = ends[1];
	}
	return true;
}

static void
close_birth(struct birth *b)
{
	close_open(&b->input);
	close_open(&b->streams[0]);
	close_open(&b->streams[1]);
	close_open(&b->rules);
}

/* Starts the program; false with errno set. */
static bool
start(struct arena *a, struct run *r, struct birth *b)
{
	const struct proc *p = b->p;
	struct str name = str_of(p->argv[0]);
	/* A path is left to exec, which knows why it cannot be. */
	struct str path = str_find_byte(name, '/') < name.n ?
				  name : proc_find(a, name);

	if (!path.p) {
		errno = ENOENT;
		return false;
	}
	b->path = path.p;
	b->env = p->env ? p->env : make_env(a);
	b->rules = make_rules(a, p->sandbox);
	if (!open_streams(b, r))
		return false;
	r->pid = give_birth(b);
	return r->pid > 0;
}

bool
proc_run(struct arena *a, struct proc_result *result, const struct proc *p)
{
	struct habits old = { 0 };
	struct run r = { .pipes = { -1, -1 }, .end = -1, .signals = -1 };
	struct birth b = { .p = p, .streams = { -1, -1 }, .input = -1,
			   .rules = -1, .mask = &old.mask };

	*result = (struct proc_result){ .status = -1 };
	for (int i = 0; i < 2; i++)
		r.kept[i].half = (p->limits.output ? p->limits.output :
						     OUTPUT_DEFAULT) / 2;
	r.signals = hold_signals(&old);
	result->started = start(a, &r, &b);
	if (!result->started)
		result->error = errno;
	close_birth(&b);
	if (result->started) {
		r.end = (int)syscall(SYS_pidfd_open, r.pid, 0);
		r.next = p->limits.seconds > 0 ? now() + p->limits.seconds :
						 FOREVER;
		watch(result, &r);
	}
	for (int i = 0; i < 2; i++) {
		close_open(&r.pipes[i]);
		*(i ? &result->err : &result->out) = take_kept(a, &r.kept[i]);
	}
	close_open(&r.end);
	close_open(&r.signals);
	release_signals(&old);
	return result->started && result->status == 0;
}
