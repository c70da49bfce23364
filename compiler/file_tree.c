/*
 * Whole folders: what is in one, and their removal.
 *
 * Input: a path. The idea: a list of folders, to which those that are found in
 * one of them are added, is a walk without depth: each comes behind the one
 * that it is in. So a folder that is ours goes from the end of its list, empty
 * ones first. A link goes as a link, never what it points to; what vanishes
 * while we look was to go anyway. The system's own walker dies of a signal
 * where there is no memory for it.
 *
 * It does not ask whose a folder is: the caller holds its lock.
 */
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "diag.h"
#include "file_parts.h"
#include "path.h"

/* What stands in a folder: folders, and all else. */
struct entries {
	struct arena *a;
	struct paths folders, others;
};

void
paths_add(struct arena *a, struct paths *to, struct str path)
{
	to->items = arena_grow(a, to->items, to->n, &to->cap,
			       sizeof(*to->items));
	to->items[to->n++] = path;
}

/* Of what the system does not tell in passing, and of no link. */
static bool
is_folder(struct str path, const struct dirent *e)
{
	char text[PATH_MAX];
	struct stat st;

	if (e->d_type != DT_UNKNOWN)
		return e->d_type == DT_DIR;
	return file_text(text, path) && lstat(text, &st) == 0 &&
	       S_ISDIR(st.st_mode);
}

/* The folder itself, and nothing that a link has come to lead to; NULL with
   errno. */
static DIR *
open_folder(struct str path)
{
	const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	char text[PATH_MAX];
	int fd = file_text(text, path) ? open(text, flags) : -1;
	DIR *all = fd < 0 ? NULL : fdopendir(fd);
	int error = errno;

	if (fd >= 0 && !all) {
		close(fd);
		errno = error;
	}
	return all;
}

/* Adds what is in the folder; one that is not there holds nothing. False with
   errno set. */
static bool
list_entries(struct entries *e, struct str folder)
{
	DIR *all = open_folder(folder);
	struct dirent *one;
	int error;

	if (!all)
		return errno == ENOENT;
	while (errno = 0, (one = readdir(all)) != NULL) {
		struct str name = str_of(one->d_name), path;

		if (str_equal(name, STR(".")) || str_equal(name, STR("..")))
			continue;
		path = path_join(e->a, folder, arena_copy(e->a, name));
		paths_add(e->a, is_folder(path, one) ? &e->folders : &e->others,
			 path);
	}
	error = errno;
	closedir(all);
	errno = error;
	return error == 0;
}

/* Likewise of a folder that its owner may have laid elsewhere, by a link. */
static bool
list_own(struct entries *e, struct str folder)
{
	return list_entries(e, path_join(e->a, folder, STR(".")));
}

/* Removes what is no folder, or an empty one; false with errno set. */
static bool
remove_path(struct str path, bool folder)
{
	char text[PATH_MAX];

	if (!file_text(text, path))
		return false;
	return (folder ? rmdir(text) : unlink(text)) == 0 || errno == ENOENT;
}

/* Removes the folders and all in them; false with errno set. */
static bool
remove_folders(struct entries *e)
{
	for (size_t i = 0; i < e->folders.n; i++) {
		if (!list_entries(e, e->folders.items[i]))
			return false;
		while (e->others.n > 0)
			if (!remove_path(e->others.items[--e->others.n],
					 false))
				return false;
	}
	while (e->folders.n > 0)
		if (!remove_path(e->folders.items[--e->folders.n], true))
			return false;
	return true;
}

bool
file_remove_tree(struct str path, struct diag *d)
{
	struct entries e = { .a = arena_make() };
	char text[PATH_MAX];
	struct stat st;
	bool good = true;

	if (!file_text(text, path) || lstat(text, &st) != 0)
		good = errno == ENOENT;
	else if (!S_ISDIR(st.st_mode))
		good = remove_path(path, false);
	else
		paths_add(e.a, &e.folders, path);
	if (!good || !remove_folders(&e))
		good = file_fail(d, "remove", path);
	arena_free(e.a);
	return good;
}

bool
file_empty_folder(struct str path, struct str but, struct diag *d)
{
	struct entries e = { .a = arena_make() };
	bool good = list_own(&e, path);

	while (good && e.others.n > 0) {
		struct str one = e.others.items[--e.others.n];

		good = str_equal(path_base(one), but) ||
		       remove_path(one, false);
	}
	if (!good || !remove_folders(&e))
		good = file_fail(d, "empty", path);
	arena_free(e.a);
	return good;
}

bool
file_remove_trees(struct str folder, struct str suffix, struct diag *d)
{
	struct entries e = { .a = arena_make() };
	size_t before = d->count[DIAG_FAIL];

	if (file_kind(folder) != FILE_FOLDER || !list_own(&e, folder))
		file_fail(d, "open the folder", folder);
	for (size_t i = 0; i < e.folders.n; i++) {
		struct str one = e.folders.items[i];

		e.others.n = 0;
		if (str_ends(path_base(one), suffix) ?
			    !file_remove_tree(one, d) : !list_entries(&e, one))
			break;
	}
	arena_free(e.a);
	return d->count[DIAG_FAIL] == before;
}

static int
compare_paths(const void *x, const void *y)
{
	const struct str *a = x, *b = y;

	return str_compare(*a, *b);
}

void
file_sort_paths(struct paths *p)
{
	if (p->n > 0)
		qsort(p->items, p->n, sizeof(*p->items), compare_paths);
}

void
file_folders(struct arena *a, struct paths *out, struct str folder)
{
	char text[PATH_MAX];
	DIR *all = file_text(text, folder) ? opendir(text) : NULL;
	struct dirent *entry;

	while (all && (entry = readdir(all)) != NULL) {
		struct str path = path_join(a, folder, str_of(entry->d_name));

		if (entry->d_name[0] == '.' || file_kind(path) != FILE_FOLDER)
			continue;
		paths_add(a, out, path);
	}
	if (all)
		closedir(all);
	file_sort_paths(out);
}

bool
file_below(struct arena *a, struct paths *out, struct str folder)
{
	struct entries e = { .a = a };
	bool good = list_entries(&e, folder);

	for (size_t i = 0; good && i < e.folders.n; i++)
		good = list_entries(&e, e.folders.items[i]);
	for (size_t i = 0; i < e.folders.n; i++)
		paths_add(a, out, e.folders.items[i]);
	for (size_t i = 0; i < e.others.n; i++)
		paths_add(a, out, e.others.items[i]);
	return good;
}

struct str
file_first(struct arena *a, struct str folder)
{
	char text[PATH_MAX];
	DIR *all = file_text(text, folder) ? opendir(text) : NULL;
	struct dirent *entry;
	struct str first = STR("");

	while (all && (entry = readdir(all)) != NULL) {
		struct str name = str_of(entry->d_name);

		if (!str_equal(name, STR(".")) && !str_equal(name, STR("..")) &&
		    (first.n == 0 || str_compare(name, first) < 0))
			first = arena_copy(a, name);
	}
	if (all)
		closedir(all);
	return first;
}
