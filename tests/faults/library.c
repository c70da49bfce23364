/*
 * A library that is loaded before libc and makes one call of a program fail.
 *
 * Calls are counted by class, all processes of a run together, in a file that
 * they map: what the file holds afterwards is how many there were. Which call
 * of which class fails, and how, is told by the environment:
 *
 *     FAULT_COUNTS=FILE       COUNTS numbers of 64 bits; without, nothing is
 *                             done at all
 *     FAULT="CLASS N HOW"     HOW: a number of errno, or `short` (half of what
 *                             was asked for is read or written), or `kill`
 *     FAULT_ALL=yes           the N-th and all behind it: a disk that is full
 *     FAULT_CLOCK=SECONDS     the time of day is that, always
 *
 * What libc calls by itself, within, is neither counted nor made to fail.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "classes.h"

enum { SHORT = -1, KILL = -2, TRAP = -3 };

/* Static: the functions that are replaced have no other place for it. */
static _Atomic uint64_t *counts;
static enum class failing = CLASSES;
static uint64_t number;
static int how;
static bool all;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);

static void
parse_fault(const char *text)
{
	for (size_t i = 0; i < CLASSES; i++) {
		size_t n = strlen(class_names[i]);

		if (strncmp(text, class_names[i], n) == 0 && text[n] == ' ') {
			char *end;

			failing = (enum class)i;
			number = strtoull(text + n, &end, 10);
			how = strcmp(end, " short") == 0 ? SHORT :
			      strcmp(end, " kill") == 0 ? KILL :
			      strcmp(end, " trap") == 0 ? TRAP : atoi(end);
		}
	}
}

__attribute__((constructor)) static void
set_up(void)
{
	const char *path = getenv("FAULT_COUNTS"), *fault = getenv("FAULT");
	size_t size = CLASSES * sizeof(*counts);
	void *at;
	long fd;

	if (!path)
		return;
	fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return;
	at = (void *)syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE,
			     MAP_SHARED, fd, 0);
	syscall(SYS_close, fd);
	all = getenv("FAULT_ALL") != NULL;
	if (fault)
		parse_fault(fault);
	counts = at == MAP_FAILED ? NULL : at;
}

/* Counts a call; true, with errno set, when it is to fail. Without an error
   number (*half) it is to do half of its work. */
static bool
fails(enum class class, bool *half)
{
	uint64_t n;

	*half = false;
	if (!counts)
		return false;
	n = atomic_fetch_add(&counts[class], 1) + 1;
	if (class != failing || (all ? n < number : n != number))
		return false;
	if (how == KILL || how == TRAP)
		kill(getpid(), how == KILL ? SIGKILL : SIGTRAP);
	*half = how == SHORT;
	errno = how;
	return !*half;
}

static bool
refuses(enum class class)
{
	bool half;

	return fails(class, &half);
}

static void *
next(const char *name)
{
	void *f = dlsym(RTLD_NEXT, name);

	if (!f)
		abort();
	return f;
}

/* The function of that name that this library hides. */
#define NEXT(type, name) (*(type **)(void *[]){ next(name) })

/* --- memory --------------------------------------------------------------- */

void *
malloc(size_t size)
{
	return refuses(CLASS_MEMORY) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
	return refuses(CLASS_MEMORY) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *old, size_t size)
{
	return refuses(CLASS_MEMORY) ? NULL : __libc_realloc(old, size);
}

void *
mmap(void *at, size_t n, int prot, int flags, int fd, off_t offset)
{
	if (refuses(CLASS_MEMORY))
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, at, n, prot, flags, fd, offset);
}

/* --- opening -------------------------------------------------------------- */

int
openat(int folder, const char *path, int flags, ...)
{
	mode_t mode;
	va_list ap;

	va_start(ap, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0;
	va_end(ap);
	if (refuses(CLASS_OPEN))
		return -1;
	return (int)syscall(SYS_openat, folder, path, flags, mode);
}

int
open(const char *path, int flags, ...)
{
	mode_t mode;
	va_list ap;

	va_start(ap, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0;
	va_end(ap);
	return openat(AT_FDCWD, path, flags, mode);
}

FILE *
fopen(const char *path, const char *mode)
{
	typedef FILE *type(const char *, const char *);

	return refuses(CLASS_OPEN) ? NULL : NEXT(type, "fopen")(path, mode);
}

DIR *
opendir(const char *path)
{
	typedef DIR *type(const char *);

	return refuses(CLASS_OPEN) ? NULL : NEXT(type, "opendir")(path);
}

DIR *
fdopendir(int fd)
{
	typedef DIR *type(int);

	return refuses(CLASS_OPEN) ? NULL : NEXT(type, "fdopendir")(fd);
}

int
mkdir(const char *path, mode_t mode)
{
	typedef int type(const char *, mode_t);

	return refuses(CLASS_FOLDER) ? -1 : NEXT(type, "mkdir")(path, mode);
}

char *
mkdtemp(char *path)
{
	typedef char *type(char *);

	return refuses(CLASS_FOLDER) ? NULL : NEXT(type, "mkdtemp")(path);
}

/* --- bytes ---------------------------------------------------------------- */

ssize_t
read(int fd, void *to, size_t n)
{
	bool half;

	if (fails(CLASS_READ, &half))
		return -1;
	return syscall(SYS_read, fd, to, half && n > 1 ? n / 2 : n);
}

ssize_t
write(int fd, const void *from, size_t n)
{
	bool half;

	if (fails(CLASS_WRITE, &half))
		return -1;
	return syscall(SYS_write, fd, from, half && n > 1 ? n / 2 : n);
}

struct dirent *
readdir(DIR *folder)
{
	typedef struct dirent *type(DIR *);

	return refuses(CLASS_READ) ? NULL : NEXT(type, "readdir")(folder);
}

int
ftruncate(int fd, off_t n)
{
	return refuses(CLASS_WRITE) ? -1 : (int)syscall(SYS_ftruncate, fd, n);
}

int
fsync(int fd)
{
	return refuses(CLASS_SYNC) ? -1 : (int)syscall(SYS_fsync, fd);
}

/* The descriptor is gone either way. */
int
close(int fd)
{
	bool bad = refuses(CLASS_SYNC);
	int error = errno, status = (int)syscall(SYS_close, fd);

	if (!bad)
		return status;
	errno = error;
	return -1;
}

/* --- names ---------------------------------------------------------------- */

int
renameat(int from, const char *was, int to, const char *is)
{
	return refuses(CLASS_NAME) ? -1 :
	       (int)syscall(SYS_renameat2, from, was, to, is, 0);
}

int
rename(const char *was, const char *is)
{
	return renameat(AT_FDCWD, was, AT_FDCWD, is);
}

int
unlinkat(int folder, const char *path, int flags)
{
	return refuses(CLASS_NAME) ? -1 :
	       (int)syscall(SYS_unlinkat, folder, path, flags);
}

int
unlink(const char *path)
{
	return unlinkat(AT_FDCWD, path, 0);
}

int
fchmod(int fd, mode_t mode)
{
	return refuses(CLASS_NAME) ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

char *
realpath(const char *path, char *out)
{
	typedef char *type(const char *, char *);

	return refuses(CLASS_LOOK) ? NULL : NEXT(type, "realpath")(path, out);
}

int
stat(const char *path, struct stat *out)
{
	typedef int type(const char *, struct stat *);

	return refuses(CLASS_LOOK) ? -1 : NEXT(type, "stat")(path, out);
}

int
lstat(const char *path, struct stat *out)
{
	typedef int type(const char *, struct stat *);

	return refuses(CLASS_LOOK) ? -1 : NEXT(type, "lstat")(path, out);
}

int
fstat(int fd, struct stat *out)
{
	typedef int type(int, struct stat *);

	return refuses(CLASS_LOOK) ? -1 : NEXT(type, "fstat")(fd, out);
}

int
fstatat(int folder, const char *path, struct stat *out, int flags)
{
	typedef int type(int, const char *, struct stat *, int);

	return refuses(CLASS_LOOK) ?
		       -1 : NEXT(type, "fstatat")(folder, path, out, flags);
}

/* --- programs ------------------------------------------------------------- */

pid_t
fork(void)
{
	typedef pid_t type(void);

	return refuses(CLASS_START) ? -1 : NEXT(type, "fork")();
}

int
pipe2(int ends[2], int flags)
{
	return refuses(CLASS_START) ? -1 :
	       (int)syscall(SYS_pipe2, ends, flags);
}

int
pthread_create(pthread_t *out, const pthread_attr_t *attr,
	       void *(*work)(void *), void *with)
{
	typedef int type(pthread_t *, const pthread_attr_t *,
			 void *(*)(void *), void *);

	return refuses(CLASS_START) ?
		       EAGAIN :
		       NEXT(type, "pthread_create")(out, attr, work, with);
}

int
execve(const char *path, char *const *argv, char *const *env)
{
	return refuses(CLASS_EXEC) ? -1 :
	       (int)syscall(SYS_execve, path, argv, env);
}

int
execv(const char *path, char *const *argv)
{
	return execve(path, argv, environ);
}

/* --- time ----------------------------------------------------------------- */

/* The time of day that the environment says, if it says one. */
static bool
is_given(time_t *seconds)
{
	const char *text = getenv("FAULT_CLOCK");

	if (text)
		*seconds = (time_t)strtoll(text, NULL, 10);
	return text != NULL;
}

int
clock_gettime(clockid_t id, struct timespec *out)
{
	out->tv_nsec = 0;
	if (id == CLOCK_REALTIME && is_given(&out->tv_sec))
		return 0;
	return (int)syscall(SYS_clock_gettime, id, out);
}

time_t
time(time_t *out)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	if (out)
		*out = t.tv_sec;
	return t.tv_sec;
}
