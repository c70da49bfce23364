/*
 * Programs, mostly lines of shell: what comes back, what they are let do, and
 * that none is left when they should be gone. Times are compared generously;
 * the machine may be busy.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "check.h"
#include "proc.h"

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Runs a line of shell as p says. */
static struct proc_result
shell(struct arena *a, const char *line, struct proc p)
{
	char *text = arena_alloc(a, strlen(line) + 1);
	char sh[] = "sh", c[] = "-c", *argv[] = { sh, c, text, NULL };
	struct proc_result r;
	bool good;

	memcpy(text, line, strlen(line));
	p.argv = argv;
	good = proc_run(a, &r, &p);
	CHECK_ROW(line);
	CHECK_NUM(good, r.started && r.status == 0);
	return r;
}

static struct proc_result
plain(struct arena *a, const char *line)
{
	return shell(a, line, (struct proc){ 0 });
}

/* Whether a process whose number stands in s goes within two seconds. */
static bool
is_gone(struct str s)
{
	uint64_t pid;

	if (!str_unsigned(str_trim(s), &pid))
		return false;
	for (int i = 0; i < 200; i++) {
		if (kill((pid_t)pid, 0) != 0 && errno == ESRCH)
			return true;
		usleep(10000);
	}
	return false;
}

static void
test_results(struct arena *a)
{
	static const struct {
		const char *line;
		int status, signal;
		const char *out, *err;
	} rows[] = {
		{ "true", 0, 0, "", "" },
		{ "exit 3", 3, 0, "", "" },
		{ "echo a; echo b >&2; exit 255", 255, 0, "a\n", "b\n" },
		{ "kill -9 $$", -1, SIGKILL, "", "" },
		{ "printf x; kill -SEGV $$", -1, SIGSEGV, "x", "" },
		{ "kill -TERM $$", -1, SIGTERM, "", "" },
		{ "cat; echo end", 0, 0, "end\n", "" },
		{ "exec >&- 2>&-; sleep 0.2; exit 4", 4, 0, "", "" },
		{ "exec 2>&-; sleep 0.1; echo late", 0, 0, "late\n", "" },
		{ "printf 'a\\0b'", 0, 0, NULL, "" },
		{ "ulimit -c", 0, 0, "0\n", "" },
		{ "test $(cut -d' ' -f5 /proc/$$/stat) = $$", 0, 0, "", "" },
		{ "grep -E 'Sig(Blk|Ign)' /proc/self/status", 0, 0,
		  "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n",
		  "" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct proc_result r = plain(a, rows[i].line);

		CHECK(r.started && !r.timed_out && r.error == 0);
		CHECK_NUM(r.status, rows[i].status);
		CHECK_NUM(r.signal, rows[i].signal);
		CHECK_STR(r.out, rows[i].out ? str_of(rows[i].out) :
					       STR("a\0b"));
		CHECK_STR(r.err, rows[i].err);
	}
}

static void
test_failed_start(struct arena *a)
{
	static const struct {
		const char *name, *dir;
		int error;
	} rows[] = {
		{ "no-such-program-at-all", NULL, ENOENT },
		{ "/no/such/program", NULL, ENOENT },
		{ "", NULL, ENOENT },
		{ "/tmp", NULL, EACCES },
		{ "/etc/passwd", NULL, EACCES },
		{ "/etc/passwd/x", NULL, ENOTDIR },
		{ "true", "/no/such/folder", ENOENT },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		char name[64], *argv[] = { name, NULL };
		struct proc p = { .argv = argv, .dir = rows[i].dir };
		struct proc_result r;

		snprintf(name, sizeof(name), "%s", rows[i].name);
		CHECK_ROW(rows[i].name);
		CHECK(!proc_run(a, &r, &p));
		CHECK(!r.started && !r.timed_out);
		CHECK_NUM(r.error, rows[i].error);
		CHECK_NUM(r.status, -1);
		CHECK_STR(r.out, "");
	}
}

static void
test_time(struct arena *a)
{
	static const struct {
		const char *line;
		int signal, status;
		const char *out;
	} rows[] = {
		{ "echo a; exec sleep 30", SIGTERM, -1, "a\n" },
		{ "trap '' TERM; echo b; while :; do sleep 1; done", SIGKILL,
		  -1, "b\n" },
		{ "trap 'echo c; exit 5' TERM; sleep 30 & wait", 0, 5, "c\n" },
		{ "exec >&- 2>&-; exec sleep 30", SIGTERM, -1, "" },
		{ "kill -STOP $$", SIGKILL, -1, "" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct proc p = { .limits = { .seconds = 0.3 } };
		double start = now();
		struct proc_result r = shell(a, rows[i].line, p);

		CHECK(r.started && r.timed_out);
		CHECK_NUM(r.signal, rows[i].signal);
		CHECK_NUM(r.status, rows[i].status);
		CHECK_STR(r.out, rows[i].out);
		CHECK(now() - start >= 0.3);
		CHECK(now() - start < 5);
	}
}

/* A flood on both streams at once ends and is cut in the middle. */
static void
test_flood(struct arena *a)
{
	struct proc p = { .limits = { .output = 1000 } };
	struct proc_result r;

	r = shell(a, "{ echo first; yes x | head -c 3000000; echo last; } & "
		     "{ echo FIRST; yes y | head -c 3000000; echo LAST; } >&2;"
		     " wait", p);
	CHECK_NUM(r.status, 0);
	CHECK(str_starts(r.out, STR("first\nx\nx\n")));
	CHECK(str_ends(r.out, STR("x\nx\nlast\n")));
	CHECK(str_starts(r.err, STR("FIRST\ny\ny\n")));
	CHECK(str_ends(r.err, STR("y\ny\nLAST\n")));
	CHECK(str_find(r.out, STR("\n[2999011 bytes left out]\n")) < r.out.n);
	CHECK_NUM(r.out.n, 1000 + strlen("\n[2999011 bytes left out]\n"));
	r = shell(a, "yes x | head -c 1000", p);
	CHECK_NUM(r.out.n, 1000);
	CHECK_NUM(str_find(r.out, STR("[")), 1000);
	r = shell(a, "yes x | head -c 1001", p);
	CHECK(str_find(r.out, STR("\n[1 bytes left out]\n")) < r.out.n);
	p.limits.seconds = 0.3;
	r = shell(a, "yes x & yes y >&2", p);
	CHECK(r.timed_out);
	CHECK(r.out.n < 1100 && r.err.n < 1100);
}

/* What a child leaves behind in its group, it may hold the pipes or not. */
static void
test_left_behind(struct arena *a)
{
	static const char *const rows[] = {
		"sleep 30 & echo $!",
		"trap '' TERM HUP; sleep 30 & echo $!",
		"sleep 30 >/dev/null 2>&1 & echo $!",
		"(sleep 30 & echo $!) & wait",
		"(sleep 30 & sleep 30 & echo $!; sleep 30) & sleep 0.3",
	};
	double start;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct proc_result r;

		start = now();
		r = plain(a, rows[i]);
		CHECK_NUM(r.status, 0);
		CHECK(is_gone(r.out));
		CHECK(now() - start < 5);
	}
	start = now();
	CHECK_STR(plain(a, "setsid sleep 2 & echo x").out, "x\n");
	CHECK(now() - start < 1.5);
}

static void
test_group_killed(struct arena *a)
{
	struct proc p = { .limits = { .seconds = 0.3 } };
	struct proc_result r;

	r = shell(a, "trap '' TERM; (trap '' TERM; sleep 30; sleep 30) & "
		     "echo $!; wait; sleep 30", p);
	CHECK(r.timed_out);
	CHECK(is_gone(r.out));
}

static void
test_env(struct arena *a)
{
	char one[] = "A=1", two[] = "PATH=/nowhere";
	char *env[] = { one, two, NULL };
	struct str out;

	setenv("NVCC_APPEND_FLAGS", "-DX", 1);
	setenv("CPATH", "/x", 1);
	setenv("KBC_SECRET", "x", 1);
	setenv("LANG", "de_DE.UTF-8", 1);
	setenv("TERM", "dumb", 1);
	out = plain(a, "env | sort").out;
	CHECK(str_find(out, STR("NVCC")) == out.n);
	CHECK(str_find(out, STR("CPATH")) == out.n);
	CHECK(str_find(out, STR("SECRET")) == out.n);
	CHECK(str_find(out, STR("\nLC_ALL=C\n")) < out.n);
	CHECK(str_find(out, STR("LANG=C\n")) < out.n);
	CHECK(str_find(out, STR("TERM=dumb\n")) < out.n);
	CHECK(str_find(out, STR("PATH=/")) < out.n);
	/* A given one is the whole; the program is found in our PATH. */
	out = shell(a, "echo $A $PATH $HOME",
		    (struct proc){ .env = env }).out;
	CHECK_STR(out, "1 /nowhere\n");
	CHECK_STR(proc_env(STR("LANG")), "de_DE.UTF-8");
	CHECK_STR(proc_env(STR("LAN")), "");
	CHECK(!proc_env(STR("KBC_NOT_SET")).p);
	CHECK_STR(plain(a, "pwd").out.n ? STR("y") : STR("n"), "y");
	CHECK_STR(shell(a, "pwd", (struct proc){ .dir = "/usr" }).out,
		  "/usr\n");
}

static void
test_find(struct arena *a)
{
	CHECK_ROW("");
	CHECK(str_ends(proc_find(a, STR("sh")), STR("/sh")));
	CHECK_STR(proc_find(a, STR("/bin/sh")), "/bin/sh");
	CHECK(!proc_find(a, STR("no-such-program")).p);
	CHECK(!proc_find(a, STR("")).p);
	CHECK(!proc_find(a, STR("/etc/passwd")).p);
	CHECK(!proc_find(a, STR("/usr")).p);
	CHECK(!proc_find(a, STR(".")).p);
	CHECK(!proc_find(a, STR("sh\0x")).p);
}

static void
test_limits(struct arena *a, const char *folder)
{
	struct proc p = { .dir = folder };
	struct proc_result r;
	struct stat st;
	int fd = dup2(2, 50);

	p.limits.memory = 512u << 20;
	CHECK_STR(shell(a, "ulimit -v", p).out, "524288\n");
	p.limits.memory = 0;
	p.limits.file_bytes = 1024;
	r = shell(a, "head -c 100000 /dev/zero > big; test $? != 0", p);
	CHECK_NUM(r.status, 0);
	CHECK(stat(arena_printf(a, "%s/big", folder).p, &st) == 0 &&
	      st.st_size <= 1024);
	CHECK_NUM(fd, 50);
	/* without a pipe, which the shell would hold for a moment */
	CHECK_STR(plain(a, "ls /proc/$$/fd; :").out, "0\n1\n2\n");
	close(fd);
	CHECK_STR(plain(a, "readlink /proc/$$/fd/0").out, "/dev/null\n");
}

static void
test_sandbox(struct arena *a, const char *folder)
{
	static const struct {
		const char *line;
		bool good;
	} rows[] = {
		{ "echo x > /dev/null", true },
		{ "ls /usr > /dev/null", true },
		{ "cat in/a", true },
		{ "in/run", true },
		{ "echo x > in/b", false },
		{ "cat secret", false },
		{ "cat alone", true },
		{ "echo x >> alone", false },
		{ "echo x > out/b && cat out/b && rm out/b", true },
		{ "mkdir out/d && rmdir out/d", true },
		{ "ln -s ../secret out/s; cat out/s", false },
		{ "ln secret out/h", false },
		{ "truncate -s 0 secret", false },
		{ "echo x > other", false },
		{ "echo x > /tmp/kbc-unit-other", false },
		{ "rm in/a", false },
		{ "cat /proc/self/status", false },
		{ "cat /etc/passwd", false },
		{ "head -c 1 /dev/zero", false },
		{ "sh -c 'cat secret'", false },
	};
	const struct str read[] = {
		arena_printf(a, "%s/in", folder),
		arena_printf(a, "%s/alone", folder), STR("/no/such"),
	};
	const struct str write[] = { arena_printf(a, "%s/out", folder) };
	struct proc_sandbox box = { read, COUNT_OF(read), write,
				    COUNT_OF(write) };
	struct proc p = { .dir = folder };

	CHECK_NUM(shell(a, "mkdir -p in out && "
			   "echo 1 | tee secret alone > in/a && "
			   "printf '#!/bin/sh\\n' > in/run && "
			   "chmod +x in/run", p).status, 0);
	p.sandbox = &box;
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		CHECK_NUM(shell(a, rows[i].line, p).status == 0,
			  rows[i].good);
	p.sandbox = NULL;
	CHECK_STR(shell(a, "cat secret", p).out, "1\n");
	box = (struct proc_sandbox){ 0 };
	p.sandbox = &box;
	CHECK_STR(shell(a, "cat secret", p).out, "1\n");
}

/* A process that runs a line and tells its number through a pipe. */
static pid_t
run_elsewhere(struct arena *a, const char *folder, struct str *sleeper)
{
	struct str path = arena_printf(a, "%s/number", folder);
	struct proc_result r;
	struct stat st;
	pid_t pid = fork();

	if (pid == 0) {
		plain(a, arena_printf(a, "echo $$ > " STR_FMT "; exec sleep 30",
				      STR_ARG(path)).p);
		_exit(0);
	}
	for (int i = 0; i < 500; i++) {
		if (stat(path.p, &st) == 0 && st.st_size > 1)
			break;
		usleep(10000);
	}
	r = plain(a, arena_printf(a, "cat " STR_FMT " && rm " STR_FMT,
				  STR_ARG(path), STR_ARG(path)).p);
	*sleeper = r.out;
	return pid;
}

/* Whoever ends us ends the child, too. */
static void
test_interrupt(struct arena *a, const char *folder)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGKILL };

	for (size_t i = 0; i < COUNT_OF(signals); i++) {
		struct str sleeper;
		pid_t pid = run_elsewhere(a, folder, &sleeper);
		int status;

		CHECK_ROW(strsignal(signals[i]));
		kill(pid, signals[i]);
		CHECK_NUM(waitpid(pid, &status, 0), pid);
		CHECK(WIFSIGNALED(status));
		CHECK_NUM(WTERMSIG(status), signals[i]);
		/* Under SIGKILL nobody but init is left to reap it. */
		if (signals[i] != SIGKILL)
			CHECK(is_gone(sleeper));
	}
}

/*
 * Of three processes in a row the first is killed: the second, which is on its
 * line, goes with all that it runs.
 */
static void
test_line(struct arena *a, const char *folder)
{
	struct str path = arena_printf(a, "%s/number", folder), sleeper;
	struct proc_line line;
	struct stat st;
	int ends[2];
	pid_t first;
	char byte;

	CHECK(pipe(ends) == 0 && proc_line_make(&line));
	first = fork();
	if (first == 0 && fork() == 0) {
		close(line.near);
		close(ends[0]);
		shell(a, arena_printf(a, "(trap '' TERM; echo $$ >" STR_FMT
				      "; sleep 30) & wait", STR_ARG(path)).p,
		      (struct proc){ .line = line.far });
		if (write(ends[1], "x", 1) < 0)
			_exit(1);
		_exit(0);
	}
	if (first == 0)
		for (;;)
			pause();
	proc_line_cut(&line);
	close(ends[1]);
	for (int i = 0; i < 500; i++) {
		if (stat(path.p, &st) == 0 && st.st_size > 1)
			break;
		usleep(10000);
	}
	sleeper = plain(a, arena_printf(a, "cat " STR_FMT, STR_ARG(path)).p)
		.out;
	CHECK(sleeper.n > 0);
	kill(first, SIGKILL);
	CHECK_NUM(waitpid(first, NULL, 0), first);
	/* it ends without a word: nobody waits for it */
	CHECK_NUM(read(ends[0], &byte, 1), 0);
	CHECK(is_gone(sleeper));
	close(ends[0]);
}

/* What a child is given, and that all else is closed to it. */
static void
test_keep(struct arena *a)
{
	int kept = dup2(2, 50), other = dup2(2, 51);
	struct proc p = { .keep = &kept, .nkeep = 1 };

	CHECK(kept == 50 && other == 51);
	CHECK_STR(shell(a, "ls /proc/$$/fd; :", p).out, "0\n1\n2\n50\n");
	close(kept);
	close(other);
}

/* Started as a daemon might be: no streams, SIGCHLD ignored. */
static void
test_bare(struct arena *a)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		struct proc_result r;

		signal(SIGCHLD, SIG_IGN);
		close(0);
		close(1);
		close(2);
		r = plain(a, "echo a; echo b >&2; cat; exit 6");
		_exit(!(r.status == 6 && str_equal(r.out, STR("a\n")) &&
			str_equal(r.err, STR("b\n"))));
	}
	CHECK_NUM(waitpid(pid, &status, 0), pid);
	CHECK_NUM(status, 0);
}

static void
test_show(struct arena *a, const char *folder)
{
	struct str path = arena_printf(a, "%s/shown", folder);
	struct str other = arena_printf(a, "%s/not-shown", folder);
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		struct proc_result r;

		dup2(open(other.p, O_WRONLY | O_CREAT, 0600), 1);
		dup2(open(path.p, O_WRONLY | O_CREAT, 0600), 2);
		r = shell(a, "echo a; echo b >&2", (struct proc){ .show = 1 });
		_exit(r.out.n || r.err.n || r.status);
	}
	CHECK_NUM(waitpid(pid, &status, 0), pid);
	CHECK_NUM(status, 0);
	CHECK_STR(plain(a, arena_printf(a, "cat " STR_FMT, STR_ARG(path)).p)
			  .out, "a\nb\n");
	CHECK_STR(plain(a, arena_printf(a, "cat " STR_FMT, STR_ARG(other)).p)
			  .out, "");
}

static int
count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int n = 0;

	while (folder && readdir(folder))
		n++;
	if (folder)
		closedir(folder);
	return n;
}

/* A program reads what it is given, and nothing else of ours. */
static void
test_input(struct arena *a, const char *folder)
{
	const char *path = arena_printf(a, "%s/input", folder).p;
	struct proc_result r;

	plain(a, arena_printf(a, "printf 'a\\nb\\n' >%s", path).p);
	r = shell(a, "cat", (struct proc){ .input = path });
	CHECK_STR(r.out, "a\nb\n");
	CHECK_STR(plain(a, "cat").out, "");
	r = shell(a, "cat", (struct proc){ .input = "/nowhere/at/all" });
	CHECK_NUM(r.started, false);
	CHECK_NUM(r.error, ENOENT);
}

/* What a process does that has something to end first; its exit status, unless
   the signal ends it. */
static int
hold_and_go_on(struct arena *a)
{
	char sh[] = "sh", c[] = "-c";
	char line[] = "kill -TERM $$; sleep 5";
	char *argv[] = { sh, c, line, NULL };
	struct proc p = { .argv = argv };
	struct proc_result r;

	proc_hold();
	raise(SIGTERM);
	if (proc_pause(5) != SIGTERM)
		return 1;
	proc_run(a, &r, &p); /* none is left, and a child is not held */
	if (r.signal != SIGTERM)
		return 2;
	if (proc_pause(0.01) != 0)
		return 3;
	proc_release(SIGTERM);
	return 4;
}

static void
test_hold(struct arena *a)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0)
		_exit(hold_and_go_on(a));
	CHECK(waitpid(pid, &status, 0) == pid);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
	if (WIFEXITED(status))
		CHECK_NUM(WEXITSTATUS(status), 0);
}

int
main(void)
{
	static const char *const ways[] = { "landlock", "bubblewrap" };
	struct arena *a = arena_make();
	char folder[] = "/tmp/kbc-proc-XXXXXX";
	int before = count_descriptors();

	CHECK(mkdtemp(folder) != NULL);
	test_results(a);
	test_failed_start(a);
	test_time(a);
	test_flood(a);
	test_left_behind(a);
	test_group_killed(a);
	test_env(a);
	test_find(a);
	test_limits(a, folder);
	for (size_t i = 0; i < COUNT_OF(ways); i++) {
		setenv("KBC_SANDBOX", ways[i], 1);
		if (proc_sandbox_name(a).n > 0)
			test_sandbox(a, folder);
		else
			fprintf(stderr, "no %s here: it is not tested\n",
				ways[i]);
	}
	unsetenv("KBC_SANDBOX");
	test_interrupt(a, folder);
	test_hold(a);
	test_line(a, folder);
	test_keep(a);
	test_bare(a);
	test_input(a, folder);
	test_show(a, folder);
	CHECK_NUM(count_descriptors(), before);
	plain(a, arena_printf(a, "rm -r %s", folder).p);
	arena_free(a);
	CHECK_DONE();
}
