/*
 * Writing a file: the whole new one or the whole old one.
 *
 * A file is replaced through a temporary one beside it: written in full,
 * synced, given the old one's mode and owner, and only then renamed over it;
 * whatever fails on the way, the old file stays whole and the temporary one
 * goes. Links are resolved first, so the target is replaced and the link
 * stays. The caller may hand in the bytes that it read, and a file that no
 * longer holds them is left to whoever changed it; between that comparison
 * and the rename lies no more than one system call.
 *
 * A hard link is cut by that: to write into the file itself would keep it, and
 * leave half a page behind a full disk. So the other names keep what they
 * have, as a copy made by links would want it, and it is said.
 *
 * It writes no part of a file and appends to none.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag.h"
#include "file_parts.h"
#include "path.h"
#include "proc.h"

/* Of names of temporary files, before the process and a number. */
#define TEMP_PREFIX ".kbc-"

/* Names tried for a temporary file, all but the first left by the dead. */
#define TEMP_TRIES 100

/* A file about to be replaced, by names within its folder. */
struct target {
	char path[PATH_MAX]; /* without links */
	int folder;
	const char *name;    /* in path */
	char temp[64];
	bool exists;
	bool remade;         /* can be made again: not synced */
	struct stat was;
};

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
	while ((got = file_read_some(fd, part, sizeof(part))) > 0) {
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

	if (!file_text(text, path))
		return file_fail(d, "write", path);
	if (realpath(text, t->path))
		return true;
	if (errno != ENOENT || lstat(text, &st) == 0)
		return file_fail(d, "write", path);
	if (!file_make_folder(path_dir(path), d))
		return false;
	if (!file_text(text, path_dir(path)) || !realpath(text, t->path))
		return file_fail(d, "write", path);
	n = strlen(t->path);
	path = path_base(path);
	if (path.n == 0 || n + 1 + path.n >= sizeof(t->path)) {
		errno = path.n ? ENAMETOOLONG : EISDIR;
		return file_fail(d, "write", path);
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
		return file_fail(d, "open the folder of", path);
	t->exists = fstatat(t->folder, t->name, &t->was,
			    AT_SYMLINK_NOFOLLOW) == 0;
	if (t->exists && !S_ISREG(t->was.st_mode)) {
		diag_fail(d, "cannot write '" STR_FMT
			  "': it is not a plain file", STR_ARG(path));
		return false;
	}
	/* A rename would pass over a file that is not to be written. */
	if (t->exists && faccessat(t->folder, t->name, W_OK, AT_EACCESS) != 0)
		return file_fail(d, "write", path);
	return true;
}

/* Creates the temporary file; its descriptor, or -1. */
static int
open_temp(struct target *t)
{
	mode_t mode = t->exists ? 0600 : 0666;
	int fd = -1;

	for (int i = 0; i < TEMP_TRIES; i++) {
		snprintf(t->temp, sizeof(t->temp), TEMP_PREFIX "%ld-%d",
			 (long)getpid(), i);
		fd = openat(t->folder, t->temp,
			    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	return fd;
}

bool
file_is_temp(struct str name, long *owner)
{
	uint64_t process, number;

	if (!str_starts(name, STR(TEMP_PREFIX)))
		return false;
	name = str_skip(name, STR(TEMP_PREFIX).n);
	if (!str_take_unsigned(&name, &process) || process > INT_MAX ||
	    !str_starts(name, STR("-")) ||
	    !str_unsigned(str_skip(name, 1), &number))
		return false;
	*owner = (long)process;
	return true;
}

bool
file_can_write(struct str folder, struct diag *d)
{
	char text[PATH_MAX];

	return (file_text(text, folder) &&
		faccessat(AT_FDCWD, text, W_OK, AT_EACCESS) == 0) ||
	       file_fail(d, "write into", folder);
}

void
file_sweep(const struct paths *temps)
{
	for (size_t i = 0; i < temps->n; i++) {
		char text[PATH_MAX];
		long owner;

		if (file_is_temp(path_base(temps->items[i]), &owner) &&
		    !proc_lives(owner) &&
		    file_text(text, temps->items[i]))
			unlink(text);
	}
}

/* Fills the temporary file and makes it like the old one; closes fd. */
static bool
fill_temp(const struct target *t, int fd, struct str text)
{
	bool good = file_write_all(fd, text);
	int error;

	/* Only root may keep another's owner; without, ours is fine. */
	if (good && t->exists &&
	    fchown(fd, t->was.st_uid, t->was.st_gid) != 0)
		errno = 0;
	if (good && t->exists)
		good = fchmod(fd, t->was.st_mode & 0777) == 0;
	good = good && (t->remade || fsync(fd) == 0);
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
		return file_fail(d, "replace", path);
	t->temp[0] = '\0';
	/* Some file systems cannot sync a folder; the file itself is safe. */
	if (!t->remade && fsync(t->folder) != 0 && errno != EINVAL)
		return file_fail(d, "sync the folder of", path);
	return true;
}

/* The new file under the old one's name, or nothing new at all. */
static bool
write_target(struct target *t, struct str path, struct str text,
	     struct str was, struct diag *d)
{
	int fd = open_temp(t);

	if (fd < 0)
		t->temp[0] = '\0';
	if (fd < 0 || !fill_temp(t, fd, text))
		return file_fail(d, "write", path);
	if (!put_temp(t, path, was, d))
		return false;
	if (t->exists && t->was.st_nlink > 1)
		diag_warning(d, (struct span){ 0 }, "hard-link", "'" STR_FMT
			     "' had other names in the file system (hard "
			     "links), which keep the old text", STR_ARG(path));
	return true;
}

static bool
replace(struct str path, struct str text, struct str was, bool remade,
	struct diag *d)
{
	struct target t = { .folder = -1, .remade = remade };
	bool good = resolve(&t, path, d) && open_target(&t, path, d);

	/* two links may lead to one file, and each be written */
	if (good && !(was.p && t.exists && holds(t.folder, t.name, text)))
		good = write_target(&t, path, text, was, d);
	if (t.temp[0])
		unlinkat(t.folder, t.temp, 0);
	if (t.folder >= 0)
		close(t.folder);
	return good;
}

bool
file_replace(struct str path, struct str text, struct str was, struct diag *d)
{
	return replace(path, text, was, false, d);
}

bool
file_holds(struct str path, struct str text)
{
	char name[PATH_MAX];

	return file_kind(path) == FILE_PLAIN && file_text(name, path) &&
	       holds(AT_FDCWD, name, text);
}

bool
file_update(struct str path, struct str text, struct diag *d)
{
	return file_holds(path, text) ||
	       file_replace(path, text, (struct str){ NULL, 0 }, d);
}

bool
file_remake(struct str path, struct str text, struct diag *d)
{
	return file_holds(path, text) ||
	       replace(path, text, (struct str){ NULL, 0 }, true, d);
}
