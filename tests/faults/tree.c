/*
 * Folders, read and written as a whole, for a test that must know what a run
 * has left. Empty folders are nothing to it.
 */
#include "tree.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, DEPTH = 16 };

/* Static: nftw's callback takes no context. */
static struct tree *reading;
static size_t skipped; /* bytes of the folder's own path */

static _Noreturn void
die(const char *what)
{
	perror(what);
	exit(2);
}

static void *
must(void *p)
{
	if (!p)
		die("memory");
	return p;
}

static void
read_file(struct entry *e, const char *path, size_t n)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got;

	e->bytes = must(malloc(n + 1));
	got = fd < 0 ? -1 : read(fd, e->bytes, n);
	if (got < 0)
		die(path);
	e->n = (size_t)got;
	close(fd);
}

static void
read_link(struct entry *e, const char *path)
{
	ssize_t n;

	e->bytes = must(malloc(PATH_BYTES));
	n = readlink(path, e->bytes, PATH_BYTES - 1);
	if (n < 0)
		die(path);
	e->bytes[n] = '\0';
	e->n = (size_t)n;
}

static int
read_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	struct tree *t = reading;
	struct entry *e;

	(void)ftw;
	if ((type != FTW_F && type != FTW_SL && type != FTW_SLN) ||
	    strstr(path + skipped, "/.build/"))
		return 0;
	if (t->n == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 64;
		t->items = must(realloc(t->items, t->cap * sizeof(*e)));
	}
	e = &t->items[t->n++];
	*e = (struct entry){ .name = must(strdup(path + skipped + 1)),
			     .mode = st->st_mode };
	if (type == FTW_F)
		read_file(e, path, (size_t)st->st_size);
	else
		read_link(e, path);
	return 0;
}

void
tree_read(struct tree *t, const char *folder)
{
	reading = t;
	skipped = strlen(folder);
	if (nftw(folder, read_entry, DEPTH, FTW_PHYS) != 0 && errno != ENOENT)
		die(folder);
}

static int
remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void
make_folders(char *path)
{
	for (char *at = path + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(path, 0777);
		*at = '/';
	}
}

static void
write_entry(const struct entry *e, const char *path)
{
	int fd;

	if (S_ISLNK(e->mode)) {
		if (symlink(e->bytes, path) != 0)
			die(path);
		return;
	}
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, e->bytes, e->n) != (ssize_t)e->n ||
	    fchmod(fd, e->mode & 07777) != 0)
		die(path);
	close(fd);
}

void
tree_write(const struct tree *t, const char *folder)
{
	char path[PATH_BYTES];

	nftw(folder, remove_entry, DEPTH, FTW_PHYS | FTW_DEPTH);
	snprintf(path, sizeof(path), "%s/", folder);
	make_folders(path);
	for (size_t i = 0; i < t->n; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder,
			 t->items[i].name);
		make_folders(path);
		write_entry(&t->items[i], path);
	}
}

void
tree_free(struct tree *t)
{
	for (size_t i = 0; i < t->n; i++) {
		free(t->items[i].name);
		free(t->items[i].bytes);
	}
	free(t->items);
	*t = (struct tree){ 0 };
}

const struct entry *
tree_find(const struct tree *t, const char *name)
{
	for (size_t i = 0; i < t->n; i++)
		if (strcmp(t->items[i].name, name) == 0)
			return &t->items[i];
	return NULL;
}

bool
entry_same(const struct entry *x, const struct entry *y)
{
	return x->mode == y->mode && x->n == y->n &&
	       memcmp(x->bytes, y->bytes, x->n) == 0;
}
