/*
 * The disk, in a folder of its own under TMPDIR or /tmp that is removed at
 * the end. What only a user without privileges can see fail is tried as
 * nobody when the test runs as root.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "check.h"
#include "diag.h"
#include "file.h"
#include "path.h"

#define NOBODY 65534
#define NO_STR ((struct str){ NULL, 0 })

struct test {
	struct arena *a;
	struct str folder;
};

/* name in the test's folder. */
static struct str
in(const struct test *t, const char *name)
{
	return path_join(t->a, t->folder, str_of(name));
}

static void
put(struct str path, const char *text)
{
	FILE *f = fopen(path.p, "w");

	CHECK(f && fputs(text, f) >= 0);
	if (f)
		fclose(f);
}

/* What a file holds, or `<none>`. */
static struct str
hold(const struct test *t, struct str path)
{
	struct str s;

	if (!file_read(t->a, &s, path, 1 << 20, diag_make(t->a)))
		return STR("<none>");
	return s;
}

static unsigned
mode_of(struct str path)
{
	struct stat st;

	return lstat(path.p, &st) == 0 ? st.st_mode & 07777u : 0;
}

/* The one failure in d without the test's folder; empties d. */
static struct str
failure(const struct test *t, struct diag *d)
{
	struct buf b = { 0 };
	struct str text = d->n == 1 ? d->items[0].text : STR("<not one>");
	struct str s;
	size_t at;

	while ((at = str_find(text, t->folder)) < text.n) {
		buf_add(&b, str_slice(text, 0, at));
		text = str_skip(text, at + t->folder.n + 1);
	}
	buf_add(&b, text);
	d->n = 0;
	s = arena_copy(t->a, buf_str(&b));
	buf_free(&b);
	return s;
}

/* Names of ours that a failed replacement would have left behind. */
static int leftovers;

static int
count_temp(const char *path, const struct stat *st, int type, struct FTW *f)
{
	(void)st, (void)type;
	leftovers += str_starts(str_of(path + f->base), STR(".kbc-"));
	return 0;
}

static int
remove_any(const char *path, const struct stat *st, int type, struct FTW *f)
{
	(void)st, (void)type, (void)f;
	return remove(path);
}

static void
test_globs(void)
{
	static const struct {
		const char *glob, *path;
		bool fits;
	} rows[] = {
		{ "a/b.yaml", "a/b.yaml", true },
		{ "a/*.yaml", "a/b.yaml", true },
		{ "a/*.yaml", "a/b/c.yaml", false },
		{ "a/*.yaml", "a", false },
		{ "*", "a", true }, { "*", "a/b", false },
		{ "a/?/c", "a/b/c", true }, { "a/?/c", "a/bb/c", false },
		{ "a/*/c", "a/b/c", true }, { "a/*/c", "a/c", false },
		{ "**", "a/b/c", true }, { "a/**", "a/b/c", true },
		{ "a/**", "b/a", false }, { "a/**/c", "a/c", true },
		{ "a/**/c", "a/b/b/c", true }, { "a/**/c", "a/c/b", false },
		{ "a/**/*.cu", "a/b/c.cu", true },
		{ "a/**/*.cu", "a/b/c.cuh", false },
		{ "**/b/**/d", "a/b/c/b/d", true },
		{ "**/b/**/d", "a/c/d", false },
		{ "**/a/b", "a/a/a/b", true },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_ROW(str_of(rows[i].glob));
		CHECK(path_fits(str_of(rows[i].path), str_of(rows[i].glob)) ==
		      rows[i].fits);
	}
}

static void
test_paths(struct arena *a)
{
	static const struct {
		const char *path, *dir, *base, *clean;
	} rows[] = {
		{ "a/b.md", "a", "b.md", "a/b.md" },
		{ "a", ".", "a", "a" },
		{ "/a", "/", "a", "/a" },
		{ "/", "/", "", "/" },
		{ "", ".", "", "." },
		{ ".", ".", ".", "." },
		{ "./a/./b", "./a/.", "b", "a/b" },
		{ "a//b/", "a//b", "", "a/b" },
		{ "a/../b", "a/..", "b", "b" },
		{ "a/b/../../..", "a/b/../..", "..", ".." },
		{ "../../a", "../..", "a", "../../a" },
		{ "a/../../b/c", "a/../../b", "c", "../b/c" },
		{ "/../a", "/..", "a", "/a" },
		{ "/a/../..", "/a/..", "..", "/" },
		{ "a/..", "a", "..", "." },
		{ "a/...", "a", "...", "a/..." },
		{ "..a/..", "..a", "..", "." },
	};
	static const struct {
		const char *dir, *name, *want;
	} joins[] = {
		{ "a", "b", "a/b" }, { "a/", "b", "a/b" }, { "", "b", "b" },
		{ "a", "/b", "/b" }, { "/", "b", "/b" }, { ".", "b", "./b" },
	};

	static const struct {
		const char *path, *folder, *below; /* NULL: it is not under */
	} places[] = {
		{ "a/b/c", "a", "b/c" }, { "a/b/c", "a/b", "c" },
		{ "a", "a", "" }, { "ab/c", "a", NULL }, { "a", "a/b", NULL },
		{ "/a/b", "/a", "b" }, { "/a/b", "/", "a/b" },
		{ "a/b", ".", "a/b" }, { "a/b", "", "a/b" },
		{ "../a", ".", NULL }, { "..", ".", NULL },
		{ "/a", ".", NULL }, { "..a", ".", "..a" },
		{ "../w/a", "../w", "a" },
	};

	for (size_t i = 0; i < COUNT_OF(places); i++) {
		struct str path = str_of(places[i].path);
		struct str folder = str_of(places[i].folder);

		CHECK_ROW(path);
		CHECK(path_is_under(path, folder) == !!places[i].below);
		if (places[i].below)
			CHECK_STR(path_below(path, folder), places[i].below);
	}
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str path = str_of(rows[i].path);

		CHECK_ROW(path);
		CHECK_STR(path_dir(path), rows[i].dir);
		CHECK_STR(path_base(path), rows[i].base);
		CHECK_STR(path_clean(a, path), rows[i].clean);
	}
	CHECK_ROW("");
	for (size_t i = 0; i < COUNT_OF(joins); i++)
		CHECK_STR(path_join(a, str_of(joins[i].dir),
				    str_of(joins[i].name)), joins[i].want);
	CHECK_STR(file_real(a, STR("/usr/../usr/.")), "/usr");
	CHECK_STR(file_real(a, STR("/no/such")), "");
}

static void
test_kind(const struct test *t)
{
	put(in(t, "plain"), "x");
	CHECK(symlink("plain", in(t, "link").p) == 0);
	CHECK(symlink("nowhere", in(t, "dangling").p) == 0);
	CHECK(mkfifo(in(t, "fifo").p, 0600) == 0);
	CHECK_NUM(file_kind(in(t, "plain")), FILE_PLAIN);
	CHECK_NUM(file_kind(in(t, "link")), FILE_PLAIN);
	CHECK_NUM(file_kind(in(t, "dangling")), FILE_NONE);
	CHECK_NUM(file_kind(in(t, "fifo")), FILE_OTHER);
	CHECK_NUM(file_kind(t->folder), FILE_FOLDER);
	CHECK_NUM(file_kind(STR("")), FILE_NONE);
	CHECK_NUM(file_kind(STR("/tmp\0x")), FILE_NONE);
	CHECK_NUM(file_kind(arena_printf(t->a, "%*s", 9000, "")), FILE_NONE);
}

static void
test_read(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct str s;

	put(in(t, "five"), "12345");
	put(in(t, "a b\nc"), "odd name");
	CHECK(file_read(t->a, &s, in(t, "five"), 5, d));
	CHECK_STR(s, "12345");
	CHECK_NUM(s.p[s.n], 0);
	CHECK(!file_read(t->a, &s, in(t, "five"), 4, d));
	CHECK_STR(failure(t, d), "'five' is larger than 4 bytes");
	CHECK_NUM(s.n, 0);
	CHECK_STR(hold(t, in(t, "a b\nc")), "odd name");
	CHECK(!file_read(t->a, &s, in(t, "none"), 9, d));
	CHECK_STR(failure(t, d),
		  "cannot open 'none': No such file or directory");
	CHECK(!file_read(t->a, &s, t->folder, 9, d));
	CHECK(str_ends(failure(t, d), STR(": Is a directory")));
	CHECK(!file_read(t->a, &s, in(t, "fifo"), 9, d));
	CHECK_STR(failure(t, d), "'fifo' is not a plain file");
	CHECK(!file_read(t->a, &s, STR("/dev/zero"), 9, d));
	CHECK_STR(failure(t, d), "'/dev/zero' is not a plain file");
	/* A file that does not tell its size. */
	CHECK(file_read(t->a, &s, STR("/proc/self/status"), 1 << 20, d));
	CHECK(str_find(s, STR("\nPid:")) < s.n);
	CHECK(!file_read(t->a, &s, STR("/proc/self/status"), 10, d));
	CHECK_STR(failure(t, d), "'/proc/self/status' is larger than 10 bytes");
	put(in(t, "empty"), "");
	CHECK(file_read(t->a, &s, in(t, "empty"), 0, d));
	CHECK(s.p && s.n == 0);
}

static void
test_walk(const struct test *t)
{
	static const char *const want[] = {
		"w/a b.md", "w/a-b/x.md", "w/a/deep/y.md", "w/a/x.md",
		"w/link.md", "w/z\n.md",
	};
	static const char *const files[] = {
		"w/a b.md",  "w/a-b/x.md", "w/a/deep/y.md", "w/a/x.md",
		"w/z\n.md",  "w/no.txt",   "w/.hidden.md",  "w/.git/x.md",
	};
	struct diag *d = diag_make(t->a);
	struct paths got = { 0 };

	for (size_t i = 0; i < COUNT_OF(files); i++)
		CHECK(file_update(in(t, files[i]), STR("x"), d));
	CHECK(symlink("no.txt", in(t, "w/link.md").p) == 0);
	CHECK(symlink("gone", in(t, "w/gone.md").p) == 0);
	CHECK(symlink(".", in(t, "w/loop").p) == 0);
	CHECK(symlink("w", in(t, "wlink").p) == 0);
	CHECK(mkdir(in(t, "w/folder.md").p, 0700) == 0);
	CHECK(mkfifo(in(t, "w/fifo.md").p, 0600) == 0);
	CHECK(file_walk(t->a, &got, in(t, "w"), STR(".md"), d));
	CHECK_NUM(got.n, COUNT_OF(want));
	for (size_t i = 0; i < got.n && i < COUNT_OF(want); i++)
		CHECK_STR(str_skip(got.items[i], t->folder.n + 1), want[i]);
	got = (struct paths){ 0 };
	CHECK(file_walk(t->a, &got, in(t, "wlink/"), STR(".txt"), d));
	CHECK_NUM(got.n, 1);
	CHECK_STR(got.items[0], in(t, "wlink/no.txt"));
	CHECK(!file_walk(t->a, &got, in(t, "none"), STR(""), d));
	CHECK_STR(failure(t, d), "cannot open the folder 'none': "
				 "No such file or directory");
}

/* Of a tree within another, which a file makes one; names in any case. */
static void
test_search(const struct test *t)
{
	static const char *const files[] = {
		"s/wiki.yaml", "s/A.MD", "s/b.md", "s/in/c.Md", "s/md",
		"s/other/wiki.yaml", "s/other/d.md", "s/other/sub/e.md",
		"s/other/sub/wiki.yaml", "s/late/a.md", "s/late/wiki.yaml",
		"s/late/z/f.md", "s/near/wiki.yaml.md/g.txt",
	};
	static const char *const want[] = { "s/A.MD", "s/b.md", "s/in/c.Md" };
	struct search s = { .suffixes = { STR(".md") },
			    .border = STR("wiki.yaml") };
	struct diag *d = diag_make(t->a);

	for (size_t i = 0; i < COUNT_OF(files); i++)
		CHECK(file_update(in(t, files[i]), STR("x"), d));
	CHECK(file_make_folder(in(t, "s/in/wiki.yaml"), d));
	CHECK(file_search(t->a, &s, in(t, "s"), d));
	CHECK_NUM(s.found.n, COUNT_OF(want));
	for (size_t i = 0; i < s.found.n && i < COUNT_OF(want); i++)
		CHECK_STR(str_skip(s.found.items[i], t->folder.n + 1),
			  want[i]);
	CHECK_NUM(s.borders.n, 2);
	CHECK_STR(s.borders.items[0], in(t, "s/late"));
	CHECK_STR(s.borders.items[1], in(t, "s/other"));
}

static void
test_walk_deep(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct paths got = { 0 };
	struct str path = in(t, "deep");

	for (int i = 0; i < 70; i++)
		path = path_join(t->a, path, STR("d"));
	CHECK(file_make_folder(path, d));
	CHECK(!file_walk(t->a, &got, in(t, "deep"), STR(""), d));
	CHECK(str_ends(failure(t, d), STR("more than 64 folders deep")));
}

static void
test_replace(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct str file = in(t, "dir/real.md"), link = in(t, "link.md");

	/* A new file, folders and all. */
	CHECK(file_replace(file, STR("one"), NO_STR, d));
	CHECK_STR(hold(t, file), "one");
	CHECK_NUM(mode_of(file), 0644);
	/* Through a link: it stays, the target keeps its mode. */
	CHECK(chmod(file.p, 0640) == 0);
	CHECK(symlink("dir/real.md", link.p) == 0);
	CHECK(file_replace(link, STR("two"), STR("one"), d));
	CHECK_STR(hold(t, file), "two");
	CHECK_NUM(mode_of(file), 0640);
	CHECK_NUM(mode_of(link), 0777);
	/* Empty text, and text with NUL. */
	CHECK(file_replace(file, STR(""), NO_STR, d));
	CHECK_STR(hold(t, file), "");
	CHECK(file_replace(file, STR("a\0b"), STR(""), d));
	CHECK_STR(hold(t, file), STR("a\0b"));
	CHECK(file_replace(in(t, "new \n name"), STR("x"), NO_STR, d));
	CHECK_STR(hold(t, in(t, "new \n name")), "x");
	CHECK(!diag_failed(d));
}

/* Another name of the file keeps the old one, and that is said. */
static void
test_replace_linked(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct str file = in(t, "linked.md"), other = in(t, "other.md");

	put(file, "one");
	CHECK(link(file.p, other.p) == 0);
	CHECK(file_update(file, STR("one"), d));
	CHECK_NUM(d->n, 0);
	CHECK(file_replace(file, STR("two"), STR("one"), d));
	CHECK_STR(hold(t, file), "two");
	CHECK_STR(hold(t, other), "one");
	CHECK_NUM(d->n, 1);
	CHECK(!diag_failed(d));
	/* no more: each has one name now */
	CHECK(file_replace(file, STR("three"), STR("two"), d));
	CHECK_NUM(d->n, 1);
	/* what another link has written already is as wanted */
	CHECK(file_replace(file, STR("three"), STR("two"), d));
	CHECK_STR(hold(t, file), "three");
	CHECK(!file_replace(file, STR("four"), STR("two"), d));
	CHECK_STR(hold(t, file), "three");
	CHECK(diag_failed(d));
}

/* What changed between reading and writing is left alone. */
static void
test_replace_changed(const struct test *t)
{
	static const char *const now[] = { "twO", "two+", "tw", "" };
	struct diag *d = diag_make(t->a);
	struct str file = in(t, "changed.md");

	for (size_t i = 0; i < COUNT_OF(now); i++) {
		put(file, now[i]);
		CHECK_ROW(now[i]);
		CHECK(!file_replace(file, STR("mine"), STR("two"), d));
		CHECK_STR(failure(t, d),
			  "'changed.md' has changed since it was read");
		CHECK_STR(hold(t, file), now[i]);
	}
	CHECK_ROW("");
	CHECK(file_remove(file, d));
	CHECK(!file_replace(file, STR("mine"), STR("two"), d));
	CHECK_NUM(file_kind(file), FILE_NONE);
}

static void
test_replace_odd(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct str text = STR("x");

	CHECK(!file_replace(STR("/dev/full"), text, NO_STR, d));
	CHECK_STR(failure(t, d),
		  "cannot write '/dev/full': it is not a plain file");
	CHECK(!file_replace(in(t, "w"), text, NO_STR, d));
	CHECK_STR(failure(t, d), "cannot write 'w': it is not a plain file");
	CHECK(!file_replace(in(t, "dangling"), text, NO_STR, d));
	CHECK_STR(failure(t, d),
		  "cannot write 'dangling': No such file or directory");
	CHECK(!file_replace(in(t, "plain/x"), text, NO_STR, d));
	CHECK_STR(failure(t, d), "cannot write 'plain/x': Not a directory");
	CHECK(!file_replace(in(t, "newdir/"), text, NO_STR, d));
	CHECK(!file_replace(STR(""), text, NO_STR, d));
}

/* A disk that takes no more, by a limit on the size of a file. */
static void
test_replace_full(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct str file = in(t, "full.md");
	struct rlimit old, small;

	put(file, "old");
	signal(SIGXFSZ, SIG_IGN);
	CHECK(getrlimit(RLIMIT_FSIZE, &old) == 0);
	small = (struct rlimit){ 10000, old.rlim_max };
	CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
	CHECK(!file_replace(file, arena_printf(t->a, "%*s", 20000, ""), NO_STR,
			    d));
	CHECK(setrlimit(RLIMIT_FSIZE, &old) == 0);
	CHECK_STR(failure(t, d), "cannot write 'full.md': File too large");
	CHECK_STR(hold(t, file), "old");
}

/* Without privileges: a folder and a file that are not to be written. */
static void
test_read_only(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct str file = in(t, "locked/a.md"), other = in(t, "open/b.md");
	uid_t us = geteuid();

	CHECK(file_replace(file, STR("old"), NO_STR, d));
	CHECK(file_replace(other, STR("old"), NO_STR, d));
	if (us == 0) {
		CHECK(chmod(t->folder.p, 0755) == 0);
		CHECK(chown(in(t, "open").p, NOBODY, NOBODY) == 0);
		CHECK(chown(other.p, NOBODY, NOBODY) == 0);
		CHECK(chown(file.p, NOBODY, NOBODY) == 0);
		CHECK(seteuid(NOBODY) == 0);
	} else {
		CHECK(chmod(in(t, "locked").p, 0555) == 0);
	}
	CHECK(!file_replace(file, STR("new"), NO_STR, d));
	CHECK_STR(failure(t, d),
		  "cannot write 'locked/a.md': Permission denied");
	CHECK(!file_replace(in(t, "locked/c/d.md"), STR("new"), NO_STR, d));
	CHECK_STR(failure(t, d), "cannot make the folder 'locked/c': "
				 "Permission denied");
	CHECK(chmod(other.p, 0444) == 0);
	CHECK(!file_replace(other, STR("new"), NO_STR, d));
	CHECK_STR(failure(t, d), "cannot write 'open/b.md': Permission denied");
	CHECK(!file_remove(file, d));
	CHECK_STR(failure(t, d),
		  "cannot remove 'locked/a.md': Permission denied");
	if (us == 0)
		CHECK(seteuid(us) == 0);
	else
		CHECK(chmod(in(t, "locked").p, 0755) == 0);
	CHECK_STR(hold(t, file), "old");
	CHECK_STR(hold(t, other), "old");
}

static void
test_update(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct str file = in(t, "update.md");
	struct stat before, after;

	CHECK(file_update(file, STR("same"), d));
	CHECK(stat(file.p, &before) == 0);
	CHECK(file_update(file, STR("same"), d));
	CHECK(stat(file.p, &after) == 0);
	CHECK_NUM(before.st_ino, after.st_ino);
	CHECK_NUM(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
	CHECK(file_update(file, STR("same, longer"), d));
	CHECK_STR(hold(t, file), "same, longer");
	CHECK(file_update(file, STR("same"), d));
	CHECK_STR(hold(t, file), "same");
}

static void
test_folders(const struct test *t)
{
	struct diag *d = diag_make(t->a);

	CHECK(file_make_folder(in(t, "m/n/o"), d));
	CHECK(file_make_folder(in(t, "m/n/o"), d));
	CHECK(file_make_folder(in(t, "m//n/p/"), d));
	CHECK(file_make_folder(STR("/"), d));
	CHECK(file_make_folder(STR("."), d));
	CHECK_NUM(file_kind(in(t, "m/n/p")), FILE_FOLDER);
	CHECK(!file_make_folder(in(t, "plain"), d));
	CHECK_STR(failure(t, d), "cannot make the folder 'plain': File exists");
	CHECK(!file_make_folder(in(t, "plain/x"), d));
	CHECK_STR(failure(t, d),
		  "cannot make the folder 'plain/x': File exists");
	CHECK(file_remove(in(t, "nothing"), d));
	CHECK(file_remove(in(t, "link"), d));
	CHECK_NUM(file_kind(in(t, "plain")), FILE_PLAIN);
	CHECK(!file_remove(in(t, "m"), d));
	CHECK_STR(failure(t, d), "cannot remove 'm': it is not a plain file");
}

/* Waits for the lock in a child, its standard error in a file. */
static pid_t
wait_elsewhere(const struct test *t, struct str path)
{
	pid_t pid = fork();
	int lock;

	if (pid != 0)
		return pid;
	if (!freopen(in(t, "notice").p, "w", stderr))
		_exit(3);
	lock = file_lock(path, diag_make(t->a));
	_exit(lock < 0 ? 2 : 0);
}

/* What a process from wait_elsewhere says when it has to wait. */
static struct str
notice_of_wait(const struct test *t)
{
	struct str got = STR("");

	for (int i = 0; i < 500 && !str_ends(got, STR("\n")); i++) {
		usleep(10000);
		got = hold(t, in(t, "notice"));
	}
	return got;
}

/* Names that are not there yet, long or not, from the working folder on. */
static void
test_stays(const struct test *t)
{
	static const char *const names[] = { "Q", "Q/R", "QQ", "Q/", "./Q",
					     "." };
	struct str here = file_real(t->a, STR("."));

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		CHECK_ROW(names[i]);
		CHECK(file_stays(t->a, str_of(names[i]), here));
		CHECK(!file_stays(t->a, str_of(names[i]), in(t, "none")));
	}
	CHECK_ROW("");
	CHECK(!file_stays(t->a, STR("../Q"), here));
	CHECK(!file_stays(t->a, STR("/Q"), here));
}

static void
test_lock(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct str path = in(t, "build/lock"), want;
	int lock = file_lock(path, d), status;
	pid_t pid;

	CHECK(lock >= 0);
	want = arena_printf(t->a, "%ld\n", (long)getpid());
	CHECK_STR(hold(t, path), want);
	pid = wait_elsewhere(t, path);
	want = arena_printf(t->a, "kbc: note: waiting for process %ld, which "
			    "holds '" STR_FMT "'\n", (long)getpid(),
			    STR_ARG(path));
	CHECK_STR(notice_of_wait(t), want);
	CHECK_NUM(waitpid(pid, &status, WNOHANG), 0);
	file_unlock(lock);
	CHECK_NUM(waitpid(pid, &status, 0), pid);
	CHECK_NUM(status, 0);
	/* Gone with that process. */
	lock = file_lock(path, d);
	CHECK(lock >= 0);
	file_unlock(lock);
	CHECK_NUM(file_lock(in(t, "plain/lock"), d), -1);
	CHECK_NUM(file_lock(in(t, "w"), d), -1);
}

/* A lock that goes with its folder while others wait for it. */
static void
test_lock_gone(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct str path = in(t, "gone/lock");
	int lock = file_lock(path, d), status;
	pid_t pid;

	CHECK_NUM(file_try_lock(path), -1);
	CHECK_NUM(file_try_lock(in(t, "nowhere/lock")), -1);
	CHECK(file_remove(in(t, "notice"), d));
	pid = wait_elsewhere(t, path);
	CHECK(str_ends(notice_of_wait(t), STR("\n")));
	CHECK(file_remove_tree(in(t, "gone"), d));
	file_unlock(lock);
	CHECK_NUM(waitpid(pid, &status, 0), pid);
	CHECK_NUM(status, 0);
	/* what it waited for is nobody's any more: it made another */
	CHECK(file_kind(path) == FILE_PLAIN);
	lock = file_try_lock(path);
	CHECK(lock >= 0);
	file_unlock(lock);
}

static void
test_tree(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct paths all = { 0 };

	CHECK(file_update(in(t, "tree/a.tmp/b/c"), STR("1"), d));
	CHECK(file_update(in(t, "tree/b/.x.tmp/d"), STR("1"), d));
	CHECK(file_update(in(t, "tree/b/e.tmp"), STR("1"), d));
	CHECK(file_update(in(t, "kept/f"), STR("1"), d));
	CHECK(symlink("../../kept", in(t, "tree/b/link.tmp").p) == 0);
	CHECK(symlink("../../kept", in(t, "tree/a.tmp/link").p) == 0);
	CHECK(file_remove_trees(in(t, "tree"), STR(".tmp"), d));
	file_folders(t->a, &all, in(t, "tree"));
	CHECK_NUM(all.n, 1);
	CHECK_STR(all.items[0], in(t, "tree/b"));
	CHECK(file_kind(in(t, "tree/b/.x.tmp")) == FILE_NONE);
	CHECK(file_kind(in(t, "tree/b/e.tmp")) == FILE_PLAIN);
	CHECK(file_remove_tree(in(t, "tree"), d));
	CHECK(file_kind(in(t, "tree")) == FILE_NONE);
	CHECK(file_kind(in(t, "kept/f")) == FILE_PLAIN);
	CHECK(file_remove_tree(in(t, "tree"), d));
	CHECK(file_age(in(t, "kept/f")) < 1);
	CHECK_NUM(file_age(in(t, "tree")), 0);
	CHECK(file_update(in(t, "elsewhere/a.tmp/b"), STR("1"), d));
	CHECK(file_update(in(t, "elsewhere/c"), STR("1"), d));
	CHECK(symlink("elsewhere", in(t, "own").p) == 0);
	CHECK(file_remove_trees(in(t, "own"), STR(".tmp"), d));
	CHECK(file_kind(in(t, "elsewhere/a.tmp")) == FILE_NONE);
	CHECK(file_empty_folder(in(t, "own"), STR("c"), d));
	CHECK(file_kind(in(t, "elsewhere/c")) == FILE_PLAIN);
	CHECK(file_remove_tree(in(t, "own"), d));
	CHECK(file_kind(in(t, "own")) == FILE_NONE);
	CHECK(file_kind(in(t, "elsewhere/c")) == FILE_PLAIN);
	CHECK_NUM(d->n, 0);
	CHECK(!file_remove_trees(in(t, "tree"), STR(".tmp"), d));
}

/* A folder that nobody else can look into; what is laid there is new. */
static void
test_private(const struct test *t)
{
	struct diag *d = diag_make(t->a);
	struct private_folder p, left, none;
	struct str path, text, file;
	struct stat st;
	int lock;

	CHECK(file_private(t->a, &p, t->folder, d));
	path = p.path;
	file = path_join(t->a, path, STR("a/b/c"));
	CHECK(path.n > 0 && stat(path.p, &st) == 0);
	CHECK_NUM(st.st_mode & 0777, 0700);
	CHECK(file_lay(file, STR("x\n"), d));
	CHECK(file_read(t->a, &text, file, 100, d));
	CHECK_STR(text, "x\n");
	CHECK_NUM(d->n, 0);
	CHECK(!file_lay(file, STR("y"), d));
	CHECK_NUM(d->count[DIAG_FAIL], 1);
	CHECK(!file_private(t->a, &none,
			    path_join(t->a, t->folder, STR("none")), d));
	CHECK_NUM(none.path.n, 0);
	CHECK_NUM(d->count[DIAG_FAIL], 2);
	/* of a run that ended without a word: the lock is nobody's */
	CHECK(file_private(t->a, &left, t->folder, d));
	file_unlock(left.lock);
	file_private_clear(t->a, t->folder);
	CHECK_NUM(file_kind(left.path), FILE_NONE);
	CHECK_NUM(file_kind(path), FILE_FOLDER);
	CHECK(file_private_end(&p, d));
	CHECK_NUM(file_kind(path), FILE_NONE);
	/* what is called so and has no such lock is somebody else's */
	path = path_join(t->a, t->folder, STR("kbc-abcdef"));
	CHECK(file_make_folder(path, d));
	file_private_clear(t->a, t->folder);
	CHECK_NUM(file_kind(path), FILE_FOLDER);
	lock = file_lock(path_join(t->a, path, STR("lock")), d);
	file_private_clear(t->a, t->folder);
	CHECK_NUM(file_kind(path), FILE_FOLDER);
	file_unlock(lock);
	file_private_clear(t->a, t->folder);
	CHECK_NUM(file_kind(path), FILE_NONE);
}

static void
test_all(const struct test *t)
{
	test_paths(t->a);
	test_globs();
	test_kind(t);
	test_read(t);
	test_walk(t);
	test_search(t);
	test_walk_deep(t);
	test_replace(t);
	test_replace_linked(t);
	test_replace_changed(t);
	test_replace_odd(t);
	test_replace_full(t);
	test_read_only(t);
	test_update(t);
	test_folders(t);
	test_stays(t);
	test_lock(t);
	test_lock_gone(t);
	test_tree(t);
	test_private(t);
}

int
main(void)
{
	const char *tmp = getenv("TMPDIR");
	struct test t = { .a = arena_make() };
	char folder[4000];

	umask(022);
	snprintf(folder, sizeof(folder), "%s/kbc-file-XXXXXX",
		 tmp ? tmp : "/tmp");
	CHECK(mkdtemp(folder) != NULL);
	t.folder = str_of(folder);
	test_all(&t);
	nftw(folder, count_temp, 16, FTW_PHYS);
	CHECK_NUM(leftovers, 0);
	nftw(folder, remove_any, 16, FTW_DEPTH | FTW_PHYS);
	CHECK_NUM(file_kind(t.folder), FILE_NONE);
	arena_free(t.a);
	CHECK_DONE();
}
