/*
 * The only file that starts, stops and reaps workers.
 *
 * A worker runs in its own process group, so that its descendants die with
 * it; one that leaves the group is inherited by this process (a "subreaper")
 * when its parent dies, and is ended by strays.c. A
 * worker dies with its supervisor. No EOF is waited for: a descendant could
 * hold the pipe's other end. Nothing else follows until the worker has been
 * reaped, since until then it may hold memory of the device.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "fault.h"
#include "file.h"
#include "strays.h"
#include "supervise.h"
#include "worker.h"

enum {
	GRACE_MS = 2000, /* between TERM and KILL */
	REAP_MS = 60000, /* a driver may take long to let a process go */
	STEP_MS = 5,
	ENVIRONMENT = 16,
	FOLDER_ABOVE = 200, /* longest TMPDIR that is used */
	FIRST_FOREIGN = WORKER_REPORTS + 1,
};

/* What a worker may know of our environment. */
static const char *const allowed[] = {
	"PATH",
	"LD_LIBRARY_PATH",
	"CUDA_VISIBLE_DEVICES",
	"CUDA_MPS_PIPE_DIRECTORY",
	"CUDA_MPS_LOG_DIRECTORY",
	"CUDA_MPS_ACTIVE_THREAD_PERCENTAGE",
};

static const char *const fixed[] = {
	"CUDA_DEVICE_ORDER=PCI_BUS_ID",
	"CUDA_MODULE_LOADING=EAGER",
	"CUDA_CACHE_DISABLE=1",
	"HOME=.",
	"LC_ALL=C",
};

static void
sleep_step(void)
{
	const struct timespec step = { 0, STEP_MS * 1000000L };

	nanosleep(&step, NULL);
}

void
supervise_adopt(void)
{
	const int tick_ms = (int)(1000 / sysconf(_SC_CLK_TCK)) + 1;
	siginfo_t info;
	int ms;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT))
		return;
	/* There are children of before: all of ours shall be younger. */
	for (ms = 0; ms < tick_ms; ms += STEP_MS)
		sleep_step();
}

bool
supervise_listen(struct signals *s)
{
	struct signalfd_siginfo info;

	while (s->fd >= 0 &&
	       read(s->fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		if (info.ssi_signo != SIGCHLD)
			s->interrupted = (int)info.ssi_signo;
	}
	return !s->interrupted;
}

/* The worker's environment as one text of NUL-terminated strings. What it, or
   a profiler around it, locks by a file is nobody else's. */
static void
make_environment(const struct child *c, struct buf *text)
{
	const char *value;
	size_t i;

	for (i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) {
		value = getenv(allowed[i]);
		if (!value)
			continue;
		buf_addf(text, "%s=%s", allowed[i], value);
		buf_add(text, "", 1);
	}
	for (i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
		buf_add(text, fixed[i], strlen(fixed[i]) + 1);
	buf_addf(text, "TMPDIR=%s", c->folder);
	buf_add(text, "", 1);
}

void
supervise_program(char path[SUPERVISE_PATH])
{
	const size_t size = SUPERVISE_PATH;
	ssize_t len = readlink("/proc/self/exe", path, size - 1);

	if (len > 0)
		path[len] = '\0';
	if (len <= 0 || access(path, X_OK))
		snprintf(path, size, "/proc/self/exe");
}

/* We have one thread only, so that this may allocate after a fork. */
static void
close_foreign(void)
{
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *e;
	int fd;

	while (dir && (e = readdir(dir))) {
		fd = (int)strtol(e->d_name, NULL, 10);
		if (fd >= FIRST_FOREIGN && fd != dirfd(dir))
			close(fd);
	}
	if (dir)
		closedir(dir);
}

struct launch {
	int fds[WORKER_REPORTS + 1]; /* what becomes descriptor 0 to 3 */
	const char *program;
	char *const *argv;
	char *environment[ENVIRONMENT];
	const char *folder;
	pid_t parent;
};

/* In the new process, from fork to exec. */
_Noreturn static void
become_worker(const struct launch *l)
{
	sigset_t none;
	const struct rlimit no_core = { 0, 0 };
	int i;

	setpgid(0, 0);
	setrlimit(RLIMIT_CORE, &no_core);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != l->parent)
		_exit(127);
	for (i = 0; i <= WORKER_REPORTS; i++) {
		if (dup2(l->fds[i], i) < 0)
			_exit(127);
	}
	close_foreign();
	if (chdir(l->folder))
		_exit(127);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execve(l->program, l->argv, l->environment);
	_exit(127);
}

/* A file in memory with the orders, at its start; -1 on failure. */
static int
make_orders(const struct buf *orders)
{
	int fd = memfd_create("orders", MFD_CLOEXEC);

	if (fd < 0)
		return -1;
	if (file_write(fd, orders->data, orders->len) &&
	    lseek(fd, 0, SEEK_SET) == 0)
		return fd;
	close(fd);
	return -1;
}

/*
 * Descriptor numbers above those that the worker will have, so that dup2 in
 * the new process overwrites none that is still needed.
 */
static int
move_up(int fd)
{
	int high = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FOREIGN);

	close(fd);
	return high;
}

/* Orders and three pipes: the worker's ends in FDS, ours in the child. */
static bool
make_descriptors(struct child *c, const struct buf *orders, int *fds)
{
	static const int worker[CHILD_PIPES] = {
		[CHILD_REPORTS] = WORKER_REPORTS,
		[CHILD_OUT] = STDOUT_FILENO,
		[CHILD_ERR] = STDERR_FILENO,
	};
	int pair[2], i;

	fds[WORKER_ORDERS] = make_orders(orders);
	if (fds[WORKER_ORDERS] < 0)
		return false;
	fds[WORKER_ORDERS] = move_up(fds[WORKER_ORDERS]);
	for (i = 0; i < CHILD_PIPES; i++) {
		if (pipe2(pair, O_CLOEXEC))
			return false;
		c->pipes[i] = move_up(pair[0]);
		fds[worker[i]] = move_up(pair[1]);
		if (c->pipes[i] < 0 || fds[worker[i]] < 0)
			return false;
		fcntl(c->pipes[i], F_SETFL, O_NONBLOCK);
	}
	return fds[WORKER_ORDERS] >= 0;
}

static bool
make_folder(struct child *c)
{
	const char *above = getenv("TMPDIR");

	if (!above || *above != '/' || strlen(above) > FOLDER_ABOVE)
		above = "/tmp";
	snprintf(c->folder, sizeof(c->folder), "%s/%s", above,
		 "kbc-run.XXXXXX");
	if (mkdtemp(c->folder))
		return true;
	c->folder[0] = '\0';
	return false;
}

static void
fork_worker(struct child *c, struct launch *l, struct buf *environment)
{
	char *at = environment->data, *end = at + environment->len;
	size_t n;

	for (n = 0; at < end && n < ENVIRONMENT - 1; n++) {
		l->environment[n] = at;
		at += strlen(at) + 1;
	}
	l->environment[n] = NULL;
	l->folder = c->folder;
	l->parent = getpid();
	c->pid = fork();
	if (c->pid == 0)
		become_worker(l);
	if (c->pid > 0) {
		setpgid(c->pid, c->pid);
		c->born = strays_find_start(c->pid);
	}
}

bool
supervise_start_program(struct child *c, const struct program *p,
			const struct buf *orders, struct fault *f)
{
	struct launch l = { .fds = { -1, -1, -1, -1 }, .argv = p->argv,
			    .program = p->path };
	struct buf environment = { 0 };
	int i, saved;

	*c = (struct child){ .pid = -1, .pipes = { -1, -1, -1 } };
	if (make_folder(c) && make_descriptors(c, orders, l.fds)) {
		make_environment(c, &environment);
		fork_worker(c, &l, &environment);
	}
	saved = errno;
	buf_free(&environment);
	for (i = 0; i <= WORKER_REPORTS; i++) {
		if (l.fds[i] >= 0)
			close(l.fds[i]);
	}
	if (c->pid > 0)
		return true;
	fault_set(f, FAULT_MACHINE, "cannot start a worker: %s",
		  strerror(saved));
	supervise_close(c);
	return false;
}

bool
supervise_start(struct child *c, const struct buf *orders, struct fault *f)
{
	char path[SUPERVISE_PATH], name[] = "kbc-run", option[] = "--worker";
	char *const argv[] = { name, option, NULL };
	const struct program p = { path, argv };

	supervise_program(path);
	return supervise_start_program(c, &p, orders, f);
}

bool
supervise_reap(struct child *c)
{
	if (!c->ended && waitpid(c->pid, &c->status, WNOHANG) == c->pid)
		c->ended = true;
	return c->ended;
}

/* Wait at most MS for the worker's end. */
static bool
wait_end(struct child *c, int ms)
{
	for (; !supervise_reap(c) && ms > 0; ms -= STEP_MS)
		sleep_step();
	return c->ended;
}

bool
supervise_stop(struct child *c, const pid_t *spared)
{
	if (!supervise_reap(c)) {
		kill(-c->pid, SIGTERM);
		if (!wait_end(c, GRACE_MS)) {
			kill(-c->pid, SIGKILL);
			kill(c->pid, SIGKILL);
		}
		if (!wait_end(c, REAP_MS))
			return false;
	}
	kill(-c->pid, SIGKILL); /* those that it left in its group */
	strays_end(c->born, spared);
	return true;
}

void
supervise_close(struct child *c)
{
	int i;

	for (i = 0; i < CHILD_PIPES; i++) {
		if (c->pipes[i] >= 0)
			close(c->pipes[i]);
		c->pipes[i] = -1;
	}
	if (c->folder[0])
		file_remove_folder(c->folder);
	c->folder[0] = '\0';
}
