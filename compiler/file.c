/*
 * The disk: reading whole files, finding them, replacing them, locking.
 *
 * A file is replaced through a temporary one beside it: written in full,
 * synced, given the old one's mode and owner, and only then renamed over it;
 * whatever fails on the way, the old file stays whole and the temporary one
 * goes. Links are resolved first, so the target is replaced and the link
 * stays. The caller may hand in the bytes that it read, and a file that no
 * longer holds them is left to whoever changed it; between that comparison
 * and the rename lies no more than one system call.
 *
 * Names that start with a dot are ours (`.kbc-1234-0`) or somebody's settings
 * and are skipped when files are looked for.
 *
 * It speaks of failures itself, with the system's words. It keeps no state:
 * the lock is its descriptor, and the kernel drops it with the process.
 */
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "diag.h"

/* Folders below the one that a walk starts at. */
#define DEPTH_MAX 64

/* Names tried for a temporary file, all but the first left by the dead. */
#define TEMP_TRIES 100

/* A file about to be replaced, by names within its folder. */
struct target {
	char path[PATH_MAX]; /* without links */
	int folder;
	const char *name;    /* in path */
	char temp[64];
	bool exists;
	struct stat was;
};

/* A folder that a walk has yet to read. */
struct pending {
	struct str path;
	unsigned depth;
};

struct walk {
	struct arena *a;
	struct paths *out;
	struct str suffix;
	struct diag *d;
	struct pending *items;
	size_t n, cap;
};

static bool
fail(struct diag *d, const char *what, struct str path)
{
	diag_fail(d, "cannot %s '" STR_FMT "': %s", what, STR_ARG(path),
		  strerror(errno));
	return false;
}

/* path as a C string in text; false, with errno set, when it cannot be. */
static bool
to_text(char text[PATH_MAX], struct str path)
{
	if (path.n >= PATH_MAX)
		errno = ENAMETOOLONG;
	else if (path.n == 0 || str_find_byte(path, '\0') < path.n)
		errno = ENOENT;
	else {
		memcpy(text, path.p, path.n);
		text[path.n] = '\0';
		return true;
	}
	return false;
}

enum file_kind
file_kind(struct str path)
{
	char text[PATH_MAX];
	struct stat st;

	if (!to_text(text, path) || stat(text, &st) != 0)
		return FILE_NONE;
	if (S_ISREG(st.st_mode))
		return FILE_PLAIN;
	return S_ISDIR(st.st_mode) ? FILE_FOLDER : FILE_OTHER;
}

/* As read, but goes on after a signal. */
static ssize_t
read_some(int fd, char *to, size_t n)
{
	ssize_t got;

	do
		got = read(fd, to, n);
	while (got < 0 && errno == EINTR);
	return got;
}

/*
 * Reads fd to its end, but at most one byte more than max. s->n is the size
 * to expect; a file that grows or does not tell its size (/proc) may have
 * more. A NUL follows the bytes. False with errno set.
 */
static bool
read_all(struct arena *a, struct str *s, int fd, size_t max)
{
	size_t cap = (s->n < max ? s->n : max) + 2, n = 0;
	char *p = arena_alloc(a, cap);
	ssize_t got;

	while ((got = read_some(fd, p + n, cap - 1 - n)) > 0) {
		n += (size_t)got;
		if (n > max)
			break;
		if (n == cap - 1) {
			char *larger = arena_alloc(a, 2 * cap + 4096);

			memcpy(larger, p, n);
			p = larger;
			cap = 2 * cap + 4096;
		}
	}
	p[n] = '\0';
	*s = (struct str){ p, n };
	return got >= 0;
}

static bool
read_plain(struct arena *a, struct str *out, int fd, size_t max)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return false;
	if (!S_ISREG(st.st_mode)) {
		errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
		return false;
	}
	out->n = (size_t)st.st_size;
	if (out->n <= max && !read_all(a, out, fd, max))
		return false;
	if (out->n > max) {
		errno = EFBIG;
		return false;
	}
	return true;
}

bool
file_read(struct arena *a, struct str *out, struct str path, size_t max,
	  struct diag *d)
{
	char text[PATH_MAX];
	int fd = -1, error;
	bool good;

	/* Without O_NONBLOCK a named pipe would wait for its writer. */
	if (to_text(text, path))
		fd = open(text, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return fail(d, "open", path);
	good = read_plain(a, out, fd, max);
	error = errno;
	close(fd);
	if (good)
		return true;
	*out = (struct str){ NULL, 0 };
	if (error == EFBIG)
		diag_fail(d, "'" STR_FMT "' is larger than %zu bytes",
			  STR_ARG(path), max);
	else if (error == EINVAL)
		diag_fail(d, "'" STR_FMT "' is not a plain file",
			  STR_ARG(path));
	else
		diag_fail(d, "cannot read '" STR_FMT "': %s", STR_ARG(path),
			  strerror(error));
	return false;
}

static int
compare_paths(const void *x, const void *y)
{
	const struct str *a = x, *b = y;

	return str_compare(*a, *b);
}

static void
add_path(struct walk *w, struct str path)
{
	struct paths *out = w->out;

	out->items = arena_grow(w->a, out->items, out->n, &out->cap,
				sizeof(*out->items));
	out->items[out->n++] = path;
}

static bool
add_pending(struct walk *w, struct str path, unsigned depth)
{
	if (depth > DEPTH_MAX) {
		diag_fail(w->d, "'" STR_FMT "' lies more than %d folders deep",
			  STR_ARG(path), DEPTH_MAX);
		return false;
	}
	w->items = arena_grow(w->a, w->items, w->n, &w->cap,
			      sizeof(*w->items));
	w->items[w->n++] = (struct pending){ path, depth };
	return true;
}

/* Takes one entry of a folder; what vanished meanwhile is not there. */
static bool
take_entry(struct walk *w, int folder, const char *name, struct pending in)
{
	struct stat st;
	bool link;

	if (name[0] == '.')
		return true;
	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return true;
	link = S_ISLNK(st.st_mode);
	if (link && fstatat(folder, name, &st, 0) != 0)
		return true;
	if (S_ISDIR(st.st_mode) && !link)
		return add_pending(w, path_join(w->a, in.path, str_of(name)),
				   in.depth + 1);
	if (S_ISREG(st.st_mode) && str_ends(str_of(name), w->suffix))
		add_path(w, path_join(w->a, in.path, str_of(name)));
	return true;
}

static bool
read_folder(struct walk *w, struct pending in)
{
	int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC |
		    (in.depth ? O_NOFOLLOW : 0);
	char text[PATH_MAX];
	int fd = to_text(text, in.path) ? open(text, flags) : -1;
	DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;
	bool good = true;

	if (!folder) {
		fail(w->d, "open the folder", in.path);
		if (fd >= 0)
			close(fd);
		return false;
	}
	while (good) {
		errno = 0;
		entry = readdir(folder);
		if (!entry)
			break;
		good = take_entry(w, fd, entry->d_name, in);
	}
	if (good && errno != 0)
		good = fail(w->d, "read the folder", in.path);
	closedir(folder);
	return good;
}

bool
file_walk(struct arena *a, struct paths *out, struct str folder,
	  struct str suffix, struct diag *d)
{
	struct walk w = { .a = a, .out = out, .suffix = suffix, .d = d };

	add_pending(&w, folder, 0);
	while (w.n) {
		if (!read_folder(&w, w.items[--w.n]))
			return false;
	}
	if (out->n)
		qsort(out->items, out->n, sizeof(*out->items), compare_paths);
	return true;
}

static bool
is_folder(const char *text)
{
	struct stat st;

	return stat(text, &st) == 0 && S_ISDIR(st.st_mode);
}

bool
file_make_folder(struct str path, struct diag *d)
{
	char text[PATH_MAX];

	if (!to_text(text, path))
		return fail(d, "make the folder", path);
	for (size_t i = 1; i <= path.n; i++) {
		if (i < path.n && text[i] != '/')
			continue;
		text[i] = '\0';
		if (mkdir(text, 0777) != 0) {
			int error = errno;

			if (!is_folder(text)) {
				errno = error;
				return fail(d, "make the folder", path);
			}
		}
		if (i < path.n)
			text[i] = '/';
	}
	return true;
}

bool
file_remove(struct str path, struct diag *d)
{
	char text[PATH_MAX];
	struct stat st;

	if (!to_text(text, path) || lstat(text, &st) != 0)
		return errno == ENOENT || fail(d, "remove", path);
	if (!S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode)) {
		diag_fail(d, "cannot remove '" STR_FMT
			  "': it is not a plain file", STR_ARG(path));
		return false;
	}
	if (unlink(text) != 0 && errno != ENOENT)
		return fail(d, "remove", path);
	return true;
}

/* Whether a plain file in a folder holds exactly these bytes. */
static bool
holds(int folder, const char *name, struct str bytes)
{
	char part[8192];
	ssize_t got = -1;
	int fd = openat(folder, name,
			O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		return false;
	while ((got = read_some(fd, part, sizeof(part))) > 0) {
		struct str read = { part, (size_t)got };

		if (!str_starts(bytes, read))
			break;
		bytes = str_skip(bytes, read.n);
	}
	close(fd);
	return got == 0 && bytes.n == 0;
}

/*
 * Resolves the links of path into t->path; of a file not yet there those of
 * its folder, which is made.
 */
static bool
resolve(struct target *t, struct str path, struct diag *d)
{
	char text[PATH_MAX];
	struct stat st;
	size_t n;

	if (!to_text(text, path))
		return fail(d, "write", path);
	if (realpath(text, t->path))
		return true;
	if (errno != ENOENT || lstat(text, &st) == 0)
		return fail(d, "write", path);
	if (!file_make_folder(path_dir(path), d))
		return false;
	if (!to_text(text, path_dir(path)) || !realpath(text, t->path))
		return fail(d, "write", path);
	n = strlen(t->path);
	path = path_base(path);
	if (path.n == 0 || n + 1 + path.n >= sizeof(t->path)) {
		errno = path.n ? ENAMETOOLONG : EISDIR;
		return fail(d, "write", path);
	}
	if (t->path[n - 1] != '/')
		t->path[n++] = '/';
	memcpy(t->path + n, path.p, path.n);
	t->path[n + path.n] = '\0';
	return true;
}

/* Opens the folder of the resolved file and looks at the file itself. */
static bool
open_target(struct target *t, struct str path, struct diag *d)
{
	char *slash = strrchr(t->path, '/');

	t->name = slash + 1;
	*slash = '\0';
	t->folder = open(slash == t->path ? "/" : t->path,
			 O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (t->folder < 0)
		return fail(d, "open the folder of", path);
	t->exists = fstatat(t->folder, t->name, &t->was,
			    AT_SYMLINK_NOFOLLOW) == 0;
	if (t->exists && !S_ISREG(t->was.st_mode)) {
		diag_fail(d, "cannot write '" STR_FMT
			  "': it is not a plain file", STR_ARG(path));
		return false;
	}
	/* A rename would pass over a file that is not to be written. */
	if (t->exists && faccessat(t->folder, t->name, W_OK, AT_EACCESS) != 0)
		return fail(d, "write", path);
	return true;
}

/* Creates the temporary file; its descriptor, or -1. */
static int
open_temp(struct target *t)
{
	mode_t mode = t->exists ? 0600 : 0666;
	int fd = -1;

	for (int i = 0; i < TEMP_TRIES; i++) {
		snprintf(t->temp, sizeof(t->temp), ".kbc-%ld-%d",
			 (long)getpid(), i);
		fd = openat(t->folder, t->temp,
			    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	return fd;
}

static bool
write_all(int fd, struct str text)
{
	while (text.n) {
		ssize_t n = write(fd, text.p, text.n);

		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0)
			text = str_skip(text, (size_t)n);
	}
	return true;
}

/* Fills the temporary file and makes it like the old one; closes fd. */
static bool
fill_temp(const struct target *t, int fd, struct str text)
{
	bool good = write_all(fd, text);
	int error;

	/* Only root may keep another's owner; without, ours is fine. */
	if (good && t->exists &&
	    fchown(fd, t->was.st_uid, t->was.st_gid) != 0)
		errno = 0;
	if (good && t->exists)
		good = fchmod(fd, t->was.st_mode & 0777) == 0;
	good = good && fsync(fd) == 0;
	error = errno;
	if (close(fd) != 0 && good)
		return false;
	errno = error;
	return good;
}

/* Puts the temporary file in the old one's place. */
static bool
put_temp(struct target *t, struct str path, struct str was, struct diag *d)
{
	if (was.p && !holds(t->folder, t->name, was)) {
		diag_fail(d, "'" STR_FMT "' has changed since it was read",
			  STR_ARG(path));
		return false;
	}
	if (renameat(t->folder, t->temp, t->folder, t->name) != 0)
		return fail(d, "replace", path);
	t->temp[0] = '\0';
	/* Some file systems cannot sync a folder; the file itself is safe. */
	if (fsync(t->folder) != 0 && errno != EINVAL)
		return fail(d, "sync the folder of", path);
	return true;
}

bool
file_replace(struct str path, struct str text, struct str was, struct diag *d)
{
	struct target t = { .folder = -1 };
	bool good = resolve(&t, path, d) && open_target(&t, path, d);
	int fd;

	if (good) {
		fd = open_temp(&t);
		good = fd >= 0 && fill_temp(&t, fd, text);
		if (!good)
			fail(d, "write", path);
		if (fd < 0)
			t.temp[0] = '\0';
	}
	good = good && put_temp(&t, path, was, d);
	if (t.temp[0])
		unlinkat(t.folder, t.temp, 0);
	if (t.folder >= 0)
		close(t.folder);
	return good;
}

bool
file_update(struct str path, struct str text, struct diag *d)
{
	char name[PATH_MAX];

	if (file_kind(path) == FILE_PLAIN && to_text(name, path) &&
	    holds(AT_FDCWD, name, text))
		return true;
	return file_replace(path, text, (struct str){ NULL, 0 }, d);
}

/* Says on standard error whom a lock waits for. */
static void
tell_owner(int lock, struct str path)
{
	struct buf line = { 0 }, text = { 0 };
	char pid[24];
	ssize_t n = pread(lock, pid, sizeof(pid), 0);
	struct str owner = str_trim((struct str){ pid, n > 0 ? (size_t)n : 0 });
	uint64_t number;

	if (str_unsigned(owner, &number))
		buf_printf(&text, "waiting for process " STR_FMT,
			   STR_ARG(owner));
	else
		buf_add(&text, STR("waiting for another process"));
	buf_printf(&text, ", which holds '" STR_FMT "'", STR_ARG(path));
	diag_emit_at(&line, (struct span){ 0 }, STR("note"), buf_str(&text));
	write_all(STDERR_FILENO, buf_str(&line));
	buf_free(&line);
	buf_free(&text);
}

/* Waits for the lock and writes our number into it. */
static bool
take_lock(int lock, struct str path)
{
	char pid[24];
	int n = snprintf(pid, sizeof(pid), "%ld\n", (long)getpid());

	if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
		if (errno != EWOULDBLOCK)
			return false;
		tell_owner(lock, path);
		while (flock(lock, LOCK_EX) != 0) {
			if (errno != EINTR)
				return false;
		}
	}
	return ftruncate(lock, 0) == 0 &&
	       write_all(lock, (struct str){ pid, (size_t)n });
}

int
file_lock(struct str path, struct diag *d)
{
	char text[PATH_MAX];
	int lock;

	if (!file_make_folder(path_dir(path), d))
		return -1;
	lock = to_text(text, path) ?
		       open(text, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
	if (lock >= 0 && take_lock(lock, path))
		return lock;
	fail(d, "lock", path);
	if (lock >= 0)
		close(lock);
	return -1;
}

void
file_unlock(int lock)
{
	/* A number left behind would only be wrong until the next owner. */
	if (ftruncate(lock, 0) != 0)
		errno = 0;
	/* A descriptor that a fork has copied would keep it otherwise. */
	flock(lock, LOCK_UN);
	close(lock);
}

struct str
path_join(struct arena *a, struct str dir, struct str name)
{
	if (dir.n == 0 || str_starts(name, STR("/")))
		return arena_copy(a, name);
	return arena_join(a, (const struct str[]){ dir,
			  str_ends(dir, STR("/")) ? STR("") : STR("/"), name },
			  3);
}

struct str
path_base(struct str path)
{
	size_t at = path.n;

	while (at && path.p[at - 1] != '/')
		at--;
	return str_skip(path, at);
}

struct str
path_dir(struct str path)
{
	size_t n = path.n - path_base(path).n;

	if (n == 0)
		return STR(".");
	return str_slice(path, 0, n > 1 ? n - 1 : 1);
}

/* Drops the last name of a clean path; false when there is none to drop. */
static bool
drop_name(struct buf *b)
{
	struct str last = path_base(buf_str(b));

	if (last.n == 0 || str_equal(last, STR("..")))
		return false;
	b->n -= last.n;
	if (b->n > 1)
		b->n--;
	return true;
}

struct str
path_clean(struct arena *a, struct str path)
{
	bool rooted = str_starts(path, STR("/"));
	struct buf b = { 0 };
	struct str part, clean;

	if (rooted)
		buf_add_byte(&b, '/');
	while (str_split(&part, &path, '/')) {
		bool up = str_equal(part, STR(".."));

		if (part.n == 0 || str_equal(part, STR(".")))
			continue;
		if (up && (drop_name(&b) || rooted))
			continue;
		if (b.n && !str_ends(buf_str(&b), STR("/")))
			buf_add_byte(&b, '/');
		buf_add(&b, part);
	}
	clean = arena_copy(a, b.n ? buf_str(&b) : STR("."));
	buf_free(&b);
	return clean;
}

struct str
path_real(struct arena *a, struct str path)
{
	char text[PATH_MAX], real[PATH_MAX];

	if (!to_text(text, path) || !realpath(text, real))
		return (struct str){ NULL, 0 };
	return arena_copy(a, str_of(real));
}
