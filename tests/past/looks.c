/*
 * Preloaded into kbc: adds a line `open PATH` or `stat PATH` to the file that
 * LOOKED names for each path that the program opens or looks at. Where FAILS is
 * such a line without the folder, as `open page.md`, that fails. The clock is
 * off by so many seconds as SHIFT says.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A pointer to a function and one to data are of one size here. */
static void
find_next(const char *name, void *function)
{
	void *next = dlsym(RTLD_NEXT, name);

	memcpy(function, &next, sizeof next);
}

static int
open_next(const char *path, int flags, mode_t mode)
{
	int (*next)(const char *, int, ...);

	find_next("open", &next);
	return next(path, flags, mode);
}

static void
note(const char *what, const char *path)
{
	const char *log = getenv("LOOKED");
	char line[5000];
	int fd, n = snprintf(line, sizeof line, "%s %s\n", what, path);

	if (!log || n < 0 || (size_t)n >= sizeof line)
		return;
	fd = open_next(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	if (write(fd, line, (size_t)n) != n)
		abort();
	close(fd);
}

static int
fails(const char *what, const char *path)
{
	const char *wanted = getenv("FAILS"), *slash = strrchr(path, '/');
	size_t n = strlen(what);

	if (!wanted || strncmp(wanted, what, n) != 0 || wanted[n] != ' ' ||
	    strcmp(wanted + n + 1, slash ? slash + 1 : path) != 0)
		return 0;
	errno = EIO;
	return 1;
}

int
open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list args;

	if (flags & O_CREAT) {
		va_start(args, flags);
		mode = va_arg(args, mode_t);
		va_end(args);
	}
	note("open", path);
	if (fails("open", path))
		return -1;
	return open_next(path, flags, mode);
}

int
stat(const char *restrict path, struct stat *restrict st)
{
	int (*next)(const char *restrict, struct stat *restrict);

	find_next("stat", &next);
	note("stat", path);
	if (fails("stat", path))
		return -1;
	return next(path, st);
}

int
clock_gettime(clockid_t which, struct timespec *now)
{
	int (*next)(clockid_t, struct timespec *);
	const char *shift = getenv("SHIFT");
	int status;

	find_next("clock_gettime", &next);
	status = next(which, now);
	if (status == 0 && shift && which == CLOCK_REALTIME)
		now->tv_sec += strtol(shift, NULL, 10);
	return status;
}
