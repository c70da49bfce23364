/*
 * A folder for a moment: files that one run of this program makes for itself.
 *
 * The idea: nobody else can look into the folder and all in it goes with it,
 * so what is laid there needs neither a lock nor a sync, and a name that is
 * taken is an error. It does not remove the folder, which file_tree can.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena.h"
#include "diag.h"
#include "file_parts.h"
#include "path.h"

struct str
file_private(struct arena *a, struct str below, struct diag *d)
{
	struct str path = path_join(a, below, STR("kbc-XXXXXX"));
	char *text = arena_text(a, path);

	if (mkdtemp(text))
		return str_of(text);
	file_fail(d, "make the folder", path);
	return STR("");
}

bool
file_lay(struct str path, struct str text, struct diag *d)
{
	char name[PATH_MAX];
	bool good;
	int fd;

	if (!file_make_folder(path_dir(path), d))
		return false;
	fd = file_text(name, path) ?
		     open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) :
		     -1;
	good = fd >= 0 && file_write_all(fd, text);
	if (fd >= 0 && close(fd) != 0)
		good = false;
	return good || file_fail(d, "write", path);
}
