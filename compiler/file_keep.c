/*
 * Files that kbc keeps for itself between runs: what can be made again, and a
 * secret by which it knows its own.
 *
 * The idea: nothing depends on them, so what cannot be kept or read back is as
 * if it had never been, without a word, and nothing is synced. They are written
 * under another name and renamed, so two runs at once leave one whole file.
 *
 * A secret counts only as a plain file of just its size that we own and nobody
 * else can read or write; whoever can write that can be us anyway.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "diag.h"
#include "file_parts.h"
#include "path.h"

/* Writes a new file that only we may open; false when there is one. */
static bool
write_new(const char *path, struct str text)
{
	int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
	int fd = open(path, flags, 0600);
	bool good = fd >= 0 && file_write_all(fd, text);

	if (fd >= 0 && close(fd) != 0)
		good = false;
	if (fd >= 0 && !good)
		unlink(path);
	return good;
}

/* The folder of a path, made for us alone where it is not there. */
static bool
make_folders(struct arena *a, struct str path)
{
	char text[PATH_MAX];
	struct str folder = path_dir(path);

	if (!file_make_folder(path_dir(folder), diag_make(a)) ||
	    !file_text(text, folder))
		return false;
	return mkdir(text, 0700) == 0 || errno == EEXIST;
}

bool
file_keep(struct arena *a, struct str path, struct str text)
{
	struct str temp = arena_printf(a, STR_FMT ".%ld", STR_ARG(path),
				       (long)getpid());
	char from[PATH_MAX], to[PATH_MAX];

	if (!make_folders(a, path) || !file_text(from, temp) ||
	    !file_text(to, path))
		return false;
	unlink(from); /* of one that died with our number */
	if (!write_new(from, text))
		return false;
	if (rename(from, to) == 0)
		return true;
	unlink(from);
	return false;
}

static bool
is_ours(int fd, size_t bytes)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	       st.st_uid == geteuid() && (st.st_mode & 077) == 0 &&
	       st.st_size == (off_t)bytes;
}

static bool
read_secret(const char *path, char *to, size_t bytes)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY |
				    O_NOFOLLOW);
	size_t n = 0;
	ssize_t got = 1;

	if (fd < 0)
		return false;
	if (is_ours(fd, bytes))
		while (n < bytes &&
		       (got = file_read_some(fd, to + n, bytes - n)) > 0)
			n += (size_t)got;
	close(fd);
	return n == bytes;
}

bool
file_secret(struct arena *a, struct str *out, struct str path, size_t bytes)
{
	char *p = arena_alloc(a, bytes + 1), text[PATH_MAX];

	*out = (struct str){ p, bytes };
	if (!file_text(text, path))
		return false;
	if (read_secret(text, p, bytes))
		return true;
	return getentropy(p, bytes) == 0 && file_keep(a, path, *out);
}
