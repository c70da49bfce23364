/*
 * The lock: one process at a time works on a wiki.
 *
 * The lock is the kernel's (flock) on a file that stays where it is, so it is
 * gone with the process, however that ends, and no stale one is ever to be
 * removed by hand. The file holds its owner's number for those who wait. Who
 * got it looks whether it still stands there: a folder of a cache may be
 * removed by the owner of its lock.
 *
 * A program that inherits the descriptor holds the lock with us, and so keeps
 * others out until it has ended, too.
 *
 * It keeps out other processes of ours only: no editor asks for it.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "diag.h"
#include "file_parts.h"
#include "path.h"

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
	file_write_all(STDERR_FILENO, buf_str(&line));
	buf_free(&line);
	buf_free(&text);
}

/* Writes our number into the lock. */
static bool
sign(int lock)
{
	char pid[24];
	int n = snprintf(pid, sizeof(pid), "%ld\n", (long)getpid());

	return ftruncate(lock, 0) == 0 &&
	       file_write_all(lock, (struct str){ pid, (size_t)n });
}

/* Whether the lock still stands at its path: its folder may have gone. */
static bool
is_at(int lock, const char *path)
{
	struct stat ours, there;

	return fstat(lock, &ours) == 0 && stat(path, &there) == 0 &&
	       ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

/* Waits for the lock. */
static bool
take_lock(int lock, struct str path)
{
	if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
		if (errno != EWOULDBLOCK)
			return false;
		tell_owner(lock, path);
		while (flock(lock, LOCK_EX) != 0) {
			if (errno != EINTR)
				return false;
		}
	}
	return true;
}

int
file_lock(struct str path, struct diag *d)
{
	char text[PATH_MAX];
	bool again = true;
	int lock = -1;

	while (again) {
		if (!file_make_folder(path_dir(path), d))
			return -1;
		lock = file_text(text, path) ?
			       open(text, O_RDWR | O_CREAT | O_CLOEXEC |
						  O_NOFOLLOW, 0666) :
			       -1;
		if (lock < 0 || !take_lock(lock, path))
			break;
		again = !is_at(lock, text);
		if (!again && sign(lock))
			return lock;
		if (again)
			close(lock);
	}
	file_fail(d, "lock", path);
	if (lock >= 0)
		close(lock);
	return -1;
}

int
file_try_lock(struct str path)
{
	char text[PATH_MAX];
	int lock = file_text(text, path) ? open(text, O_RDWR | O_CLOEXEC) : -1;

	if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0 &&
	    is_at(lock, text))
		return lock;
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
