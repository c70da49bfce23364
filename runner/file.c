/*
 * The disk, in six operations.
 *
 * Evidence is replaced, never written in place: a run that is interrupted
 * leaves either the old file or the new one. Nothing else here knows formats.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "file.h"

enum { FOLDER_DEPTH = 16 }; /* of what a worker may leave in its folder */

static bool
read_all(int fd, size_t limit, struct buf *out)
{
	char chunk[8192];
	size_t total = 0;
	ssize_t n;

	while ((n = read(fd, chunk, sizeof(chunk))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		total += (size_t)n;
		if (total > limit) {
			errno = EFBIG;
			return false;
		}
		buf_add(out, chunk, (size_t)n);
	}
	buf_add(out, "", 0);
	return true;
}

bool
file_read(const char *path, size_t limit, struct buf *out)
{
	struct stat st;
	bool ok = false;
	int fd, saved;

	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0) {
		if (S_ISREG(st.st_mode))
			ok = read_all(fd, limit, out);
		else
			errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
	}
	saved = errno;
	close(fd);
	errno = saved;
	return ok;
}

bool
file_write(int fd, const void *bytes, size_t len)
{
	const char *at = bytes;
	ssize_t n;

	while (len) {
		n = write(fd, at, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		at += n;
		len -= (size_t)n;
	}
	return true;
}

static bool
write_synced(const char *path, const struct buf *b)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	bool ok;

	if (fd < 0)
		return false;
	ok = file_write(fd, b->data, b->len) && fsync(fd) == 0;
	return close(fd) == 0 && ok;
}

bool
file_replace(const char *path, const struct buf *b)
{
	struct buf side = { 0 };
	bool ok;
	int saved;

	buf_addf(&side, "%s.%ld.tmp", path, (long)getpid());
	unlink(side.data);
	ok = write_synced(side.data, b) && rename(side.data, path) == 0;
	saved = errno;
	if (!ok)
		unlink(side.data);
	buf_free(&side);
	errno = saved;
	return ok;
}

/* Whether a name is NAME.PID.tmp, of a process that is no more. */
static bool
is_left(const char *name)
{
	const char *end = strrchr(name, '.'), *at = end;
	long pid;

	if (!end || strcmp(end, ".tmp"))
		return false;
	while (at > name && isdigit((unsigned char)at[-1]))
		at--;
	if (at == end || at == name || at[-1] != '.')
		return false;
	pid = strtol(at, NULL, 10);
	return pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

void
file_sweep(const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *e;

	while (dir && (e = readdir(dir))) {
		if (is_left(e->d_name))
			unlinkat(dirfd(dir), e->d_name, 0);
	}
	if (dir)
		closedir(dir);
}

bool
file_make_folder(const char *path)
{
	struct buf part = { 0 };
	struct stat st;
	size_t i;
	bool ok;

	for (i = 1; path[0] && path[i]; i++) {
		if (path[i] != '/')
			continue;
		part.len = 0;
		buf_add(&part, path, i);
		mkdir(part.data, 0777);
	}
	buf_free(&part);
	if (mkdir(path, 0777) == 0)
		return true;
	ok = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
	if (!ok && errno == 0)
		errno = ENOTDIR;
	return ok;
}

static void
remove_entries(int fd, int depth)
{
	DIR *dir = fdopendir(fd);
	struct dirent *e;
	int below;

	if (!dir) {
		close(fd);
		return;
	}
	while ((e = readdir(dir))) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		if (unlinkat(dirfd(dir), e->d_name, 0) == 0)
			continue;
		below = openat(dirfd(dir), e->d_name,
			       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (below >= 0 && depth > 0)
			remove_entries(below, depth - 1);
		else if (below >= 0)
			close(below);
		unlinkat(dirfd(dir), e->d_name, AT_REMOVEDIR);
	}
	closedir(dir);
}

void
file_remove_folder(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd >= 0)
		remove_entries(fd, FOLDER_DEPTH);
	rmdir(path);
}
