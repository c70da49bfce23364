/*
 * The start of a program: streams, fork, limits, exec.
 *
 * Everything that needs memory is done before the fork; between fork and exec
 * the child makes system calls only. A failed start (chdir, exec) comes back
 * as its errno through a pipe that exec closes, so the parent waits until the
 * program runs or has failed to, and never takes one for the other.
 *
 * Descriptors of ours that stand in the place of a standard stream are moved
 * above them first. The child asks to be killed when we die, unless it sees to
 * that itself, and looks whether we are dead already.
 *
 * It does not wait for the program's end.
 */
#include "proc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buf.h"
#include "proc_parts.h"

void
proc_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
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

/* Goes into the sandbox for good; false with errno set. */
static bool
enter(int rules)
{
	return rules < 0 ||
	       (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
		syscall(SYS_landlock_restrict_self, rules, 0) == 0);
}

/* In the child: becomes the program; returns, with errno set, if it cannot. */
static void
become(const struct birth *b)
{
	const struct proc *p = b->p;

	setpgid(0, 0);
	if (!p->mourns)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* Ours may end before this line: then nobody would tell us. */
	if (getppid() != b->parent)
		_exit(127);
	if (dup2(b->input, 0) < 0 || dup2(b->streams[0], 1) < 0 ||
	    dup2(b->streams[1], 2) < 0)
		return;
	if (p->dir && chdir(p->dir) != 0)
		return;
	limit_all(&p->limits);
	hide_descriptors();
	for (size_t i = 0; i < p->nkeep; i++)
		fcntl(p->keep[i], F_SETFD, 0);
	if (!enter(b->rules))
		return;
	reset_signals(b->mask);
	execve(b->path, b->argv, b->env);
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
	proc_close(&ends[0]);
	proc_close(&ends[1]);
	return false;
}

bool
proc_line_make(struct proc_line *line)
{
	int ends[2];

	*line = (struct proc_line){ 0 };
	if (!make_pipe(ends))
		return false;
	*line = (struct proc_line){ .near = ends[1], .far = ends[0] };
	return true;
}

void
proc_line_cut(struct proc_line *line)
{
	if (line->near > 0)
		close(line->near);
	if (line->far > 0)
		close(line->far);
	*line = (struct proc_line){ 0 };
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

/* Opens what the child's streams need; false with errno set. */
static bool
open_streams(struct birth *b, struct run *r)
{
	b->input = raise_fd(open(b->p->input ? b->p->input : "/dev/null",
				 O_RDONLY | O_CLOEXEC));
	if (b->input < 0)
		return false;
	for (int i = 0; i < 2; i++) {
		int ends[2];

		if (b->p->show) {
			b->streams[i] = fcntl(STDERR_FILENO,
					      F_DUPFD_CLOEXEC, 3);
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

void
proc_close_birth(struct birth *b)
{
	proc_close(&b->input);
	proc_close(&b->streams[0]);
	proc_close(&b->streams[1]);
	proc_close(&b->rules);
}

/* Which program, with what, in which sandbox; false with errno set. */
static bool
prepare(struct arena *a, struct birth *b)
{
	const struct proc *p = b->p;
	char *const *wrapped = proc_wrap(a, p);
	struct str name, path;

	b->argv = wrapped ? wrapped : p->argv;
	name = str_of(b->argv[0]);
	/* A path is left to exec, which knows why it cannot be. */
	path = str_find_byte(name, '/') < name.n ? name : proc_find(a, name);
	if (!path.p) {
		errno = ENOENT;
		return false;
	}
	b->path = path.p;
	b->env = p->env ? p->env : proc_environment(a, p->more);
	b->rules = proc_rules(a, p->sandbox);
	return true;
}

void
proc_become(struct arena *a, const struct proc *p)
{
	struct birth b = { .p = p };

	if (!prepare(a, &b))
		return;
	limit_all(&p->limits);
	if (enter(b.rules))
		execve(b.path, b.argv, b.env);
}

bool
proc_start(struct arena *a, struct run *r, struct birth *b)
{
	if (!prepare(a, b) || !open_streams(b, r))
		return false;
	r->pid = give_birth(b);
	return r->pid > 0;
}
