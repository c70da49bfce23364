/*
 * Whole folders: what is in one, and their removal.
 *
 * Input: a path. The idea: a folder that is ours goes with all in it, children
 * first, and a link goes as a link, never what it points to; what vanishes
 * while we look was to go anyway. The system's own walker keeps the stack, so
 * no depth of folders is a depth of calls.
 *
 * It does not ask whose a folder is: the caller holds its lock.
 */
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fts.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "diag.h"
#include "file_parts.h"
#include "path.h"

#define DAY 86400.0

/* Removes an entry of a walk; false with errno set. */
static bool
remove_entry(const FTSENT *e)
{
	int status = 0;

	switch (e->fts_info) {
	case FTS_D: /* comes again when it is empty */
		return true;
	case FTS_ERR:
	case FTS_DNR:
		errno = e->fts_errno;
		return errno == ENOENT;
	case FTS_DP:
		status = rmdir(e->fts_accpath);
		break;
	default:
		status = unlink(e->fts_accpath);
	}
	return status == 0 || errno == ENOENT;
}

static FTS *
open_walk(char text[PATH_MAX], struct str path)
{
	char *const paths[] = { text, NULL };

	return file_text(text, path) ?
		       fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL) :
		       NULL;
}

/* Of names alone: what they stand for is looked at elsewhere. */
static FTS *
open_names(char text[PATH_MAX])
{
	char *const paths[] = { text, NULL };

	return fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT, NULL);
}

bool
file_remove_tree(struct str path, struct diag *d)
{
	char text[PATH_MAX];
	FTS *walk = open_walk(text, path);
	bool good = walk != NULL;
	FTSENT *e;

	while (good && (e = fts_read(walk)) != NULL)
		good = e->fts_info == FTS_NS ? e->fts_errno == ENOENT :
					       remove_entry(e);
	if (!good)
		file_fail(d, "remove", path);
	if (walk)
		fts_close(walk);
	return good;
}

bool
file_empty_folder(struct str path, struct str but, struct diag *d)
{
	char text[PATH_MAX];
	FTS *walk = open_walk(text, path);
	bool good = walk != NULL;
	FTSENT *e;

	while (good && (e = fts_read(walk)) != NULL) {
		if (e->fts_info == FTS_NS)
			good = e->fts_errno == ENOENT;
		else if (e->fts_level > 1 ||
			 (e->fts_level == 1 &&
			  !str_equal(str_of(e->fts_name), but)))
			good = remove_entry(e);
	}
	if (!good)
		file_fail(d, "empty", path);
	if (walk)
		fts_close(walk);
	return good;
}

bool
file_remove_trees(struct str folder, struct str suffix, struct diag *d)
{
	char text[PATH_MAX];
	FTS *walk = open_walk(text, folder);
	size_t before = d->count[DIAG_FAIL];
	bool good = walk != NULL;
	FTSENT *e;

	while (good && (e = fts_read(walk)) != NULL) {
		if (e->fts_level == 0 && e->fts_errno) {
			errno = e->fts_errno;
			good = false;
		}
		if (e->fts_info != FTS_D || e->fts_level == 0 ||
		    !str_ends(str_of(e->fts_name), suffix))
			continue;
		if (!file_remove_tree(str_of(e->fts_path), d))
			break;
		fts_set(walk, e, FTS_SKIP);
	}
	good = good ? d->count[DIAG_FAIL] == before :
		      file_fail(d, "open the folder", folder);
	if (walk)
		fts_close(walk);
	return good;
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
		out->items = arena_grow(a, out->items, out->n, &out->cap,
					sizeof(*out->items));
		out->items[out->n++] = path;
	}
	if (all)
		closedir(all);
	file_sort_paths(out);
}

bool
file_below(struct arena *a, struct paths *out, struct str folder)
{
	char text[PATH_MAX];
	FTS *walk = file_text(text, folder) ? open_names(text) : NULL;
	bool good = walk != NULL;
	FTSENT *e;

	while (good && (e = fts_read(walk)) != NULL) {
		struct str path = { e->fts_path, e->fts_pathlen };

		if (e->fts_info == FTS_ERR || e->fts_info == FTS_DNR)
			good = false;
		if (e->fts_level == 0 || e->fts_info == FTS_DP)
			continue;
		out->items = arena_grow(a, out->items, out->n, &out->cap,
					sizeof(*out->items));
		out->items[out->n++] = arena_copy(a, path);
	}
	if (walk)
		fts_close(walk);
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

double
file_age(struct str path)
{
	char text[PATH_MAX];
	struct stat st;

	if (!file_text(text, path) || stat(text, &st) != 0)
		return 0;
	return difftime(time(NULL), st.st_mtime) / DAY;
}
