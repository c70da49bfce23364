/*
 * Runs a command in a folder again and again, each time with one call of it
 * failing, and looks at what is left.
 *
 *     faults [OPTION...] LIBRARY TREE SCRATCH COMMAND [ARGUMENT...]
 *
 *     --most N       calls of each class that are failed, spread over all of
 *                    them; 0: every one
 *     --class NAME   of this class alone (classes.h)
 *     --only N       call N alone
 *     --how HOW      in this way alone: a number of errno, short, kill
 *     --full         from that call on all fail, too: the disk is full
 *     --kills N      besides, N runs that are killed at some moment
 *     --twins N      besides, N times two runs at once
 *     --made NAME    a file that is made of the others, whichever they are: it
 *                    has to be there whole, with as many lines as it has in
 *                    the good run
 *
 * TREE is what the folder holds at first, SCRATCH where it is copied to, with
 * folders for temporary files and a cache beside it. The command is run once
 * as it is: that is what it should come to. Promised of a run with a fault:
 *
 *  - it ends, by itself, with what it should come to or with 2; with 2 it says
 *    why, and no line of its output is a verdict or an error that the good run
 *    has not;
 *  - each file is as it was, or as it should be, or as the good run has it
 *    between two of its renames, and none is left besides, unless it was
 *    killed;
 *  - the same command after it, without a fault, comes to what it should.
 *
 * Files of `.build` are nobody's but the build tool's and not looked at. Prints
 * a line for each promise that was broken, and one of the counts.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "classes.h"
#include "tree.h"

enum { SECONDS = 60, OUTPUT_MAX = 1 << 20, PATH_BYTES = 2048 };

struct options {
	unsigned long most, only, kills, twins;
	const char *class, *how, *made;
	bool full;
};

/* What a run came to. */
struct outcome {
	int status; /* of wait */
	char *text; /* both streams */
};

struct test {
	struct options o;
	const char *library;
	char *scratch, **argv;
	char work[PATH_BYTES], temp[PATH_BYTES], counts[PATH_BYTES];
	struct tree before, after;
	struct tree drafts; /* all that files are on the way */
	struct outcome good;
	double seconds; /* of the good run */
	unsigned long runs, broken;
};

static _Noreturn void
die(const char *what)
{
	perror(what);
	exit(2);
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
wait_for(double seconds)
{
	const struct timespec t = { (time_t)seconds,
				    (long)((seconds - (double)(time_t)seconds) *
					   1e9) };

	nanosleep(&t, NULL);
}

/* --- one run -------------------------------------------------------------- */

static void
clear_counts(const struct test *t)
{
	static const uint64_t none[CLASSES];
	int fd = open(t->counts, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, none, sizeof(none)) != sizeof(none))
		die(t->counts);
	close(fd);
}

static void
read_counts(const struct test *t, uint64_t counts[CLASSES])
{
	size_t size = CLASSES * sizeof(*counts);
	int fd = open(t->counts, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || read(fd, counts, size) != (ssize_t)size)
		die(t->counts);
	close(fd);
}

static pid_t
start(const struct test *t, const char *fault, int out)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	setpgid(0, 0);
	dup2(open("/dev/null", O_RDONLY), 0);
	dup2(out, 1);
	dup2(out, 2);
	if (chdir(t->work) != 0)
		_exit(127);
	setenv("LD_PRELOAD", t->library, 1);
	setenv("FAULT_COUNTS", t->counts, 1);
	if (fault)
		setenv("FAULT", fault, 1);
	if (fault && t->o.full)
		setenv("FAULT_ALL", "yes", 1);
	alarm(SECONDS);
	execvp(t->argv[0], t->argv);
	_exit(127);
}

static char *
take_output(int fd)
{
	char *text = calloc(1, OUTPUT_MAX + 1);

	if (!text || pread(fd, text, OUTPUT_MAX, 0) < 0)
		die("output");
	close(fd);
	return text;
}

static int
make_output(const struct test *t)
{
	char path[PATH_BYTES + 8];
	int fd;

	snprintf(path, sizeof(path), "%s.out", t->counts);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC,
		  0600);
	if (fd < 0)
		die(path);
	return fd;
}

static struct outcome
run(struct test *t, const char *fault, double killed_after)
{
	int out = make_output(t);
	struct outcome o;
	pid_t pid;

	clear_counts(t);
	pid = start(t, fault, out);

	if (killed_after > 0) {
		wait_for(killed_after);
		kill(pid, SIGKILL);
	}
	if (pid < 0 || waitpid(pid, &o.status, 0) != pid)
		die("wait");
	o.text = take_output(out);
	t->runs++;
	return o;
}

/* --- what is promised ----------------------------------------------------- */

static void
say(struct test *t, const char *fault, const char *what, const char *which)
{
	t->broken++;
	printf("BROKEN %s: %s%s%s\n", fault, what, which ? ": " : "",
	       which ? which : "");
}

static bool
was_killed(const struct outcome *o)
{
	return WIFSIGNALED(o->status) && WTERMSIG(o->status) == SIGKILL;
}

/* A line that judges, `x.md:3:1: refuted: …`, and is not one of the good
   run. */
static bool
is_new_verdict(const struct test *t, const char *line)
{
	const char *refuted = strstr(line, ": refuted: ");
	const char *error = strstr(line, ": error: ");

	/* lines are others as long as pages are not written */
	return (refuted && !strstr(t->good.text, refuted)) ||
	       (error && !strstr(t->good.text, error));
}

/* Whether it speaks of what is wrong here. */
static bool
has_reason(const struct outcome *o)
{
	return strstr(o->text, "kbc: ") || strstr(o->text, "kbc-run: ");
}

static void
expect_words(struct test *t, const char *fault, const struct outcome *o)
{
	char *copy = strdup(o->text), *rest = copy, *line;

	if (!copy)
		die("memory");
	while ((line = strsep(&rest, "\n")))
		if (is_new_verdict(t, line))
			say(t, fault, "a verdict", line);
	free(copy);
	if (!has_reason(o))
		say(t, fault, "status 2 without a reason", o->text);
}

/* Whether it came to what it should, as its status says. */
static bool
expect_status(struct test *t, const char *fault, const struct outcome *o)
{
	if (was_killed(o))
		return false;
	if (o->status == t->good.status)
		return true;
	if (WIFEXITED(o->status) && WEXITSTATUS(o->status) == 2)
		expect_words(t, fault, o);
	else if (WIFEXITED(o->status))
		say(t, fault, "another status", o->text);
	else
		say(t, fault, strsignal(WTERMSIG(o->status)), o->text);
	return false;
}

static size_t
count_lines(const struct entry *e)
{
	size_t n = 0;

	for (size_t i = 0; i < e->n; i++)
		n += e->bytes[i] == '\n';
	return e->n > 0 && e->bytes[e->n - 1] == '\n' ? n : 0;
}

/* Whether it is the file that is made of others, and whole. */
static bool
is_made(const struct test *t, const struct entry *e)
{
	const struct entry *is = tree_find(&t->after, e->name);

	return t->o.made && is && strcmp(t->o.made, e->name) == 0 &&
	       count_lines(e) == count_lines(is);
}

/* Whether a file may be as it is in the middle of a run. */
static bool
is_draft(const struct test *t, const struct entry *e)
{
	for (size_t i = 0; i < t->drafts.n; i++)
		if (strcmp(t->drafts.items[i].name, e->name) == 0 &&
		    entry_same(&t->drafts.items[i], e))
			return true;
	return false;
}

/* Each file old or new; all new if the run said so; none besides. */
static void
expect_files(struct test *t, const char *fault, const struct outcome *o,
	     bool good)
{
	bool killed = was_killed(o);
	struct tree now = { 0 };

	tree_read(&now, t->work);
	for (size_t i = 0; i < now.n; i++) {
		const struct entry *e = &now.items[i];
		const struct entry *was = tree_find(&t->before, e->name);
		const struct entry *is = tree_find(&t->after, e->name);

		if ((is && entry_same(e, is)) || is_made(t, e) ||
		    (!good && ((was && entry_same(e, was)) || is_draft(t, e))))
			continue;
		if (was || is)
			say(t, fault, good ? "a file is not as it should be" :
			    "a file is half", e->name);
		else if (!killed)
			say(t, fault, "a file is left", e->name);
	}
	for (size_t i = 0; i < t->before.n; i++)
		if (!tree_find(&now, t->before.items[i].name) &&
		    tree_find(&t->after, t->before.items[i].name))
			say(t, fault, "a file is gone",
			    t->before.items[i].name);
	for (size_t i = 0; good && i < t->after.n; i++)
		if (!tree_find(&now, t->after.items[i].name) &&
		    !(is_made(t, &t->after.items[i]) && has_reason(o)))
			say(t, fault, "a file lacks", t->after.items[i].name);
	tree_free(&now);
	tree_read(&now, t->temp);
	if (now.n > 0 && !killed)
		say(t, fault, "left in the temporary folder",
		    now.items[0].name);
	tree_free(&now);
}

static void
expect_next(struct test *t, const char *fault)
{
	struct outcome o;

	tree_write(&(struct tree){ 0 }, t->temp);
	o = run(t, NULL, 0);
	if (o.status != t->good.status)
		say(t, fault, "the next run has another status", o.text);
	expect_files(t, fault, &o, true);
	free(o.text);
}

static void
try_fault(struct test *t, const char *fault, double killed_after)
{
	struct outcome o;
	bool good;

	tree_write(&t->before, t->work);
	o = run(t, killed_after > 0 ? NULL : fault, killed_after);
	good = expect_status(t, fault, &o);
	expect_files(t, fault, &o, good);
	free(o.text);
	if (!good || killed_after > 0)
		expect_next(t, fault);
}

/* --- which faults --------------------------------------------------------- */

/* How calls of a class fail: numbers of errno, or words. */
static const char *const *
hows(enum class c)
{
	static char numbers[8][12];
	static const char *all[CLASSES][5];
	static const int errors[CLASSES][2] = {
		[CLASS_MEMORY] = { ENOMEM }, [CLASS_OPEN] = { EIO, EMFILE },
		[CLASS_FOLDER] = { ENOSPC }, [CLASS_READ] = { EIO },
		[CLASS_WRITE] = { ENOSPC, EIO }, [CLASS_SYNC] = { EIO },
		[CLASS_NAME] = { EIO }, [CLASS_LOOK] = { EIO },
		[CLASS_START] = { EAGAIN }, [CLASS_EXEC] = { ENOMEM },
	};
	size_t n = 0;

	for (size_t i = 0; i < 2 && errors[c][i]; i++) {
		snprintf(numbers[i], sizeof(numbers[i]), "%d", errors[c][i]);
		all[c][n++] = numbers[i];
	}
	if (c == CLASS_READ || c == CLASS_WRITE)
		all[c][n++] = "short";
	if (c == CLASS_WRITE || c == CLASS_SYNC || c == CLASS_NAME)
		all[c][n++] = "kill";
	all[c][n] = NULL;
	return all[c];
}

/* The k-th of n calls when no more than `most` are tried. */
static uint64_t
spread(const struct test *t, uint64_t n, uint64_t k, uint64_t most)
{
	if (t->o.only)
		return t->o.only;
	return most < n ? 1 + k * n / most : 1 + k;
}

static void
try_class(struct test *t, enum class c, uint64_t n)
{
	uint64_t most = t->o.most && t->o.most < n ? t->o.most : n;
	unsigned long before = t->broken, runs = 0;

	if (t->o.class && strcmp(t->o.class, class_names[c]) != 0)
		return;
	if (t->o.only)
		most = t->o.only <= n;
	for (const char *const *how = hows(c); *how; how++) {
		if (t->o.how && strcmp(t->o.how, *how) != 0)
			continue;
		for (uint64_t k = 0; k < most; k++, runs++) {
			char fault[80];

			snprintf(fault, sizeof(fault), "%s %llu %s",
				 class_names[c], (unsigned long long)
				 spread(t, n, k, most), *how);
			try_fault(t, fault, 0);
		}
	}
	printf("%-8s %6llu calls, %5lu failed, %lu broken\n", class_names[c],
	       (unsigned long long)n, runs, t->broken - before);
	fflush(stdout);
}

static void
try_kills(struct test *t)
{
	unsigned long before = t->broken;

	srand(1);
	for (unsigned long i = 0; i < t->o.kills; i++) {
		double share = (double)rand() / RAND_MAX;
		char fault[80];

		snprintf(fault, sizeof(fault), "kill %lu", i);
		try_fault(t, fault, share * 1.2 * t->seconds + 1e-6);
	}
	if (t->o.kills)
		printf("killed at some moment: %lu, %lu broken\n", t->o.kills,
		       t->broken - before);
}

/* Two at once: each comes to what it should, or says that it could not. */
static void
try_twins(struct test *t)
{
	unsigned long before = t->broken;

	for (unsigned long i = 0; i < t->o.twins; i++) {
		int out = make_output(t), status[2];
		pid_t one, two;
		char *text;

		tree_write(&t->before, t->work);
		one = start(t, NULL, out);
		wait_for((double)i / (double)t->o.twins * t->seconds);
		two = start(t, NULL, out);
		waitpid(one, &status[0], 0);
		waitpid(two, &status[1], 0);
		text = take_output(out);
		if (status[0] != t->good.status || status[1] != t->good.status)
			say(t, "twins", "another status", text);
		free(text);
		expect_files(t, "twins", &t->good, true);
		t->runs += 2;
	}
	if (t->o.twins)
		printf("two at once: %lu times, %lu broken\n", t->o.twins,
		       t->broken - before);
}

/* --- the whole ------------------------------------------------------------ */

static void
run_good(struct test *t, uint64_t counts[CLASSES])
{
	double from = now();

	tree_write(&t->before, t->work);
	t->good = run(t, NULL, 0);
	t->seconds = now() - from;
	read_counts(t, counts);
	if (!WIFEXITED(t->good.status) || WEXITSTATUS(t->good.status) >= 2) {
		printf("the command cannot be run:\n%s", t->good.text);
		exit(2);
	}
	tree_read(&t->after, t->work);
	expect_next(t, "once more");
}

/* All states of files that renames lead to, one after the other. */
static void
learn_drafts(struct test *t, uint64_t renames)
{
	for (uint64_t n = 1; n <= renames; n++) {
		char fault[80];
		struct outcome o;

		snprintf(fault, sizeof(fault), "%s %llu kill",
			 class_names[CLASS_NAME], (unsigned long long)n);
		tree_write(&t->before, t->work);
		o = run(t, fault, 0);
		free(o.text);
		tree_read(&t->drafts, t->work);
	}
}

static const char *
take_option(struct options *o, const char *name, const char *value)
{
	if (strcmp(name, "--full") == 0) {
		o->full = true;
		return name;
	}
	if (strcmp(name, "--class") == 0)
		o->class = value;
	else if (strcmp(name, "--made") == 0)
		o->made = value;
	else if (strcmp(name, "--how") == 0)
		o->how = value;
	else if (strcmp(name, "--most") == 0)
		o->most = strtoul(value, NULL, 10);
	else if (strcmp(name, "--only") == 0)
		o->only = strtoul(value, NULL, 10);
	else if (strcmp(name, "--kills") == 0)
		o->kills = strtoul(value, NULL, 10);
	else if (strcmp(name, "--twins") == 0)
		o->twins = strtoul(value, NULL, 10);
	else
		return NULL;
	return value;
}

static void
set_up(struct test *t, char **argv)
{
	char cache[PATH_BYTES];

	t->library = argv[0];
	t->scratch = argv[2];
	t->argv = argv + 3;
	snprintf(t->work, sizeof(t->work), "%s/work", t->scratch);
	snprintf(t->temp, sizeof(t->temp), "%s/temp", t->scratch);
	snprintf(t->counts, sizeof(t->counts), "%s/counts", t->scratch);
	snprintf(cache, sizeof(cache), "%s/cache", t->scratch);
	tree_read(&t->before, argv[1]);
	setenv("TMPDIR", t->temp, 1);
	setenv("XDG_CACHE_HOME", cache, 1);
	tree_write(&(struct tree){ 0 }, t->temp);
}

int
main(int argc, char **argv)
{
	uint64_t counts[CLASSES];
	struct test t = { .o = { .most = 0 } };
	int i = 1;

	while (i + 1 < argc && argv[i][0] == '-') {
		const char *took = take_option(&t.o, argv[i], argv[i + 1]);

		if (!took)
			break;
		i += took == argv[i] ? 1 : 2;
	}
	if (argc - i < 4 || argv[i][0] == '-') {
		fputs("usage: faults [OPTION...] LIBRARY TREE SCRATCH "
		      "COMMAND...\n", stderr);
		return 2;
	}
	set_up(&t, argv + i);
	run_good(&t, counts);
	learn_drafts(&t, counts[CLASS_NAME]);
	for (int c = 0; c < CLASSES; c++)
		try_class(&t, (enum class)c, counts[c]);
	try_kills(&t);
	try_twins(&t);
	printf("%lu runs, %lu broken\n", t.runs, t.broken);
	return t.broken > 0;
}
