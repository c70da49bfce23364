/*
 * The disk: what stands at a path, whole files, folders.
 *
 * A file is read whole or not at all, and only a plain one: a pipe or a device
 * would block or never end. Its size is a hint, since it may grow while it is
 * read, and files of the kernel tell none.
 *
 * A path that cannot be a C text (a NUL within, too long) is an error of the
 * system like any other. It speaks of failures itself, with the system's
 * words, and keeps no state.
 *
 * Writing is file_replace.c, finding files file_walk.c, the lock file_lock.c;
 * what a path says without a look at the disk is path.c.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "diag.h"
#include "file_parts.h"
#include "path.h"

bool
file_fail(struct diag *d, const char *what, struct str path)
{
	diag_fail(d, "cannot %s '" STR_FMT "': %s", what, STR_ARG(path),
		  strerror(errno));
	return false;
}

bool
file_text(char text[PATH_MAX], struct str path)
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

bool
file_is_nothing(int error)
{
	return error == ENOENT || error == ENOTDIR || error == ELOOP ||
	       error == EACCES || error == ENAMETOOLONG;
}

/* Ends the program when the disk has not said what is at path. */
static void
expect_answer(struct str path)
{
	if (!file_is_nothing(errno))
		die("cannot look at '" STR_FMT "': %s", STR_ARG(path),
		    strerror(errno));
}

enum file_kind
file_kind(struct str path)
{
	char text[PATH_MAX];
	struct stat st;

	if (!file_text(text, path) || stat(text, &st) != 0) {
		expect_answer(path);
		return FILE_NONE;
	}
	if (S_ISREG(st.st_mode))
		return FILE_PLAIN;
	return S_ISDIR(st.st_mode) ? FILE_FOLDER : FILE_OTHER;
}

ssize_t
file_read_some(int fd, char *to, size_t n)
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

	while ((got = file_read_some(fd, p + n, cap - 1 - n)) > 0) {
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

/* -1 when it cannot be opened. */
static int
open_plain(struct str path)
{
	char text[PATH_MAX];

	/* Without O_NONBLOCK a named pipe would wait for its writer. */
	return file_text(text, path) ?
		       open(text, O_RDONLY | O_CLOEXEC | O_NONBLOCK |
					  O_NOCTTY) :
		       -1;
}

bool
file_read_start(struct arena *a, struct str *out, struct str path,
		size_t most)
{
	char *p = arena_alloc(a, most);
	int fd = open_plain(path);
	ssize_t got = -1;

	if (fd >= 0) {
		got = file_read_some(fd, p, most);
		close(fd);
	}
	*out = (struct str){ p, got > 0 ? (size_t)got : 0 };
	return got >= 0;
}

bool
file_read(struct arena *a, struct str *out, struct str path, size_t max,
	  struct diag *d)
{
	int fd = open_plain(path), error;
	bool good;

	if (fd < 0)
		return file_fail(d, "open", path);
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

	if (!file_text(text, path))
		return file_fail(d, "make the folder", path);
	for (size_t i = 1; i <= path.n; i++) {
		if (i < path.n && text[i] != '/')
			continue;
		text[i] = '\0';
		if (mkdir(text, 0777) != 0) {
			int error = errno;

			if (!is_folder(text)) {
				errno = error;
				return file_fail(d, "make the folder", path);
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

	if (!file_text(text, path) || lstat(text, &st) != 0)
		return errno == ENOENT || file_fail(d, "remove", path);
	if (!S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode)) {
		diag_fail(d, "cannot remove '" STR_FMT
			  "': it is not a plain file", STR_ARG(path));
		return false;
	}
	if (unlink(text) != 0 && errno != ENOENT)
		return file_fail(d, "remove", path);
	return true;
}

bool
file_unlink(struct str path, struct diag *d)
{
	char text[PATH_MAX];
	struct stat st;

	if (!file_text(text, path) || lstat(text, &st) != 0 ||
	    !S_ISLNK(st.st_mode))
		return true;
	return unlink(text) == 0 || file_fail(d, "remove the link", path);
}

bool
file_write_all(int fd, struct str text)
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

struct str
file_real(struct arena *a, struct str path)
{
	char text[PATH_MAX], real[PATH_MAX];

	if (!file_text(text, path) || !realpath(text, real)) {
		expect_answer(path);
		return (struct str){ NULL, 0 };
	}
	return arena_copy(a, str_of(real));
}

/* Whether there is no such name, not even a link that leads nowhere. */
static bool
is_missing(struct str path)
{
	char text[PATH_MAX];
	struct stat st;

	if (file_text(text, path) && lstat(text, &st) == 0)
		return false;
	expect_answer(path);
	return errno == ENOENT || errno == ENOTDIR;
}

bool
file_stays(struct arena *a, struct str path, struct str folder)
{
	struct str real = file_real(a, path);

	while (real.n == 0 && !str_equal(path, STR(".")) &&
	       !str_equal(path, STR("/")) && is_missing(path)) {
		path = path_dir(path);
		real = file_real(a, path);
	}
	return real.n > 0 && folder.n > 0 && path_is_under(real, folder);
}

bool
file_may_write(struct arena *a, struct str path, struct str folder,
	       struct diag *d)
{
	if (file_stays(a, path, file_real(a, folder)))
		return true;
	diag_fail(d, "'" STR_FMT "' leads out of '" STR_FMT "': it is not "
		  "written", STR_ARG(path), STR_ARG(folder));
	return false;
}
