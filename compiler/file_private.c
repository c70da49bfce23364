/*
 * A folder for a moment: files that one run of this program makes for itself.
 *
 * The idea: nobody else can look into the folder and all in it goes with it,
 * so what is laid there needs no sync, and a name that is taken is an error. A
 * run that is killed leaves its folder behind, but not the lock in it: that is
 * how the next one tells it from those that are in use.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "diag.h"
#include "file_parts.h"
#include "path.h"

#define NAME "kbc-XXXXXX"
#define LOCK "lock"

/* No file is longer than this to those who read it. */
#define NAME_BYTES_MAX (UINT64_C(1) << 32)

bool
file_private(struct arena *a, struct private_folder *out, struct str below,
	     struct diag *d)
{
	struct str path = path_join(a, below, STR(NAME));
	char *text = arena_text(a, path);

	*out = (struct private_folder){ STR(""), -1 };
	if (!mkdtemp(text))
		return file_fail(d, "make the folder", path);
	out->path = str_of(text);
	out->lock = file_lock(path_join(a, out->path, STR(LOCK)), d);
	return out->lock >= 0;
}

bool
file_private_end(struct private_folder *p, struct diag *d)
{
	bool good = p->path.n == 0 || file_remove_tree(p->path, d);

	if (p->lock >= 0)
		file_unlock(p->lock);
	*p = (struct private_folder){ STR(""), -1 };
	return good;
}

/* Whether a folder was made here, by this user. */
static bool
is_ours(struct arena *a, struct str path)
{
	struct str name = path_base(path), form = STR(NAME);
	struct str start = str_slice(form, 0, str_find_byte(form, 'X'));
	struct stat st;

	return name.n == form.n && str_starts(name, start) &&
	       lstat(arena_text(a, path), &st) == 0 && S_ISDIR(st.st_mode) &&
	       st.st_uid == geteuid();
}

void
file_private_clear(struct arena *a, struct str below)
{
	struct paths all = { 0 };

	file_folders(a, &all, below);
	for (size_t i = 0; i < all.n; i++) {
		struct private_folder p = { all.items[i], -1 };

		if (!is_ours(a, p.path))
			continue;
		p.lock = file_try_lock(path_join(a, p.path, STR(LOCK)));
		if (p.lock >= 0)
			file_private_end(&p, diag_make(a));
	}
}

static int
open_new(struct str path)
{
	char name[PATH_MAX];

	if (!file_text(name, path))
		return -1;
	return open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

bool
file_lay(struct str path, struct str text, struct diag *d)
{
	bool good;
	int fd;

	if (!file_make_folder(path_dir(path), d))
		return false;
	fd = open_new(path);
	good = fd >= 0 && file_write_all(fd, text);
	if (fd >= 0 && close(fd) != 0)
		good = false;
	return good || file_fail(d, "write", path);
}

bool
file_lay_name(struct str path, uint64_t size, struct diag *d)
{
	int fd = open_new(path);
	bool good = fd >= 0 &&
		    ftruncate(fd, (off_t)(size < NAME_BYTES_MAX ? size :
						NAME_BYTES_MAX)) == 0;

	if (fd >= 0 && close(fd) != 0)
		good = false;
	return good || file_fail(d, "write", path);
}

bool
file_lay_link(struct str path, struct str to, struct diag *d)
{
	char name[PATH_MAX], target[PATH_MAX];

	return (file_text(name, path) && file_text(target, to) &&
		symlink(target, name) == 0) || file_fail(d, "write", path);
}
