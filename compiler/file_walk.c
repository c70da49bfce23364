/*
 * Finding files: all below a folder whose names end as asked.
 *
 * A folder can be the border of another tree, by a file that it holds. That is
 * known when all of it has been read: what was found in it is forgotten then.
 *
 * The folders yet to read are a list, not a recursion, and lie within a bound;
 * links to folders are not followed, so a walk ends. What was found is sorted
 * by its bytes, so that the order is that of no file system.
 *
 * Names that start with a dot are ours (`.kbc-1234-0`), of which a list is
 * kept, or somebody's settings, which are skipped. What vanishes while we look
 * is not there. It does not open the files.
 */
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "diag.h"
#include "file_parts.h"
#include "path.h"

/* Folders below the one that a walk starts at. */
#define DEPTH_MAX 64

/* A folder that a walk has yet to read. */
struct pending {
	struct str path;
	unsigned depth;
};

struct walk {
	struct arena *a;
	struct search *search;
	bool exact;             /* suffixes are, in their case of letters */
	bool bordered;          /* the folder that is read has the border */
	struct diag *d;
	struct pending *items;
	size_t n, cap;
};

static bool
add_pending(struct walk *w, struct str path, unsigned depth)
{
	if (depth > DEPTH_MAX) {
		diag_fail(w->d, "'" STR_FMT "' lies more than %d folders deep",
			  STR_ARG(path), DEPTH_MAX);
		return false;
	}
	w->items = arena_grow(w->a, w->items, w->n, &w->cap,
			      sizeof(*w->items));
	w->items[w->n++] = (struct pending){ path, depth };
	return true;
}

static bool
is_wanted(const struct walk *w, struct str name)
{
	for (size_t i = 0; i < COUNT_OF(w->search->suffixes); i++) {
		struct str suffix = w->search->suffixes[i], end;

		if (name.n < suffix.n)
			continue;
		end = str_skip(name, name.n - suffix.n);
		if (w->exact ? str_equal(end, suffix) :
			       suffix.n > 0 && str_equal_case(end, suffix))
			return true;
	}
	return false;
}

static void
take_file(struct walk *w, struct str folder, struct str name)
{
	if (w->search->border.n > 0 && str_equal(name, w->search->border))
		w->bordered = true;
	if (is_wanted(w, name))
		paths_add(w->a, &w->search->found,
			  path_join(w->a, folder, name));
}

/* A folder, a plain file, a link to one, or neither. What vanished meanwhile
   is neither. Most file systems say it with the name. False with errno set when
   the disk does not say. */
static bool
find_type(int folder, const struct dirent *entry, unsigned char *type)
{
	struct stat st;
	bool link;

	*type = entry->d_type;
	if (*type == DT_REG || *type == DT_DIR)
		return true;
	*type = DT_UNKNOWN;
	if (fstatat(folder, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return file_is_nothing(errno);
	link = S_ISLNK(st.st_mode);
	if (link && fstatat(folder, entry->d_name, &st, 0) != 0)
		return file_is_nothing(errno);
	if (S_ISREG(st.st_mode))
		*type = link ? DT_LNK : DT_REG;
	else if (S_ISDIR(st.st_mode) && !link)
		*type = DT_DIR;
	return true;
}

/* Whether a link, of a name that is wanted, leads out of the bound. */
static bool
is_stray(struct walk *w, struct str folder, struct str name)
{
	const struct search *s = w->search;

	return s->bound.n > 0 && is_wanted(w, name) &&
	       !file_stays(w->a, path_join(w->a, folder, name), s->bound);
}

static bool
take_entry(struct walk *w, int folder, const struct dirent *entry,
	   struct pending in)
{
	struct str name = str_of(entry->d_name);
	unsigned char type;
	long owner;

	if (name.p[0] == '.') {
		if (file_is_temp(name, &owner))
			paths_add(w->a, &w->search->temps,
				  path_join(w->a, in.path, name));
		return true;
	}
	if (!find_type(folder, entry, &type))
		return file_fail(w->d, "look at", path_join(w->a, in.path,
							    name));
	if (type == DT_DIR)
		return add_pending(w, path_join(w->a, in.path, name),
				   in.depth + 1);
	if (type == DT_LNK && is_stray(w, in.path, name))
		paths_add(w->a, &w->search->strays,
			  path_join(w->a, in.path, name));
	if (type == DT_REG || type == DT_LNK)
		take_file(w, in.path, name);
	return true;
}

static bool
read_folder(struct walk *w, struct pending in)
{
	int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC |
		    (in.depth ? O_NOFOLLOW : 0);
	char text[PATH_MAX];
	int fd = file_text(text, in.path) ? open(text, flags) : -1;
	DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;
	bool good = true;

	if (!folder) {
		file_fail(w->d, "open the folder", in.path);
		if (fd >= 0)
			close(fd);
		return false;
	}
	while (good) {
		errno = 0;
		entry = readdir(folder);
		if (!entry)
			break;
		good = take_entry(w, fd, entry, in);
	}
	if (good && errno != 0)
		good = file_fail(w->d, "read the folder", in.path);
	closedir(folder);
	return good;
}

/* Reads a folder, and forgets it again where another tree begins. */
static bool
enter_folder(struct walk *w, struct pending in)
{
	size_t nfound = w->search->found.n, npending = w->n;
	size_t ntemps = w->search->temps.n;

	w->bordered = false;
	if (!read_folder(w, in))
		return false;
	if (!w->bordered || in.depth == 0)
		return true;
	w->search->found.n = nfound;
	w->search->temps.n = ntemps;
	w->n = npending;
	paths_add(w->a, &w->search->borders, in.path);
	return true;
}

static bool
walk(struct walk *w, struct str folder)
{
	add_pending(w, folder, 0);
	while (w->n)
		if (!enter_folder(w, w->items[--w->n]))
			return false;
	file_sort_paths(&w->search->found);
	file_sort_paths(&w->search->borders);
	file_sort_paths(&w->search->strays);
	return true;
}

bool
file_search(struct arena *a, struct search *s, struct str folder,
	    struct diag *d)
{
	struct walk w = { .a = a, .search = s, .d = d };

	return walk(&w, folder);
}

static bool
walk_exact(struct arena *a, struct paths *out, struct str folder,
	   struct search *s, struct diag *d)
{
	struct walk w = { .a = a, .search = s, .exact = true, .d = d };
	bool good;

	s->found = *out;
	good = walk(&w, folder);
	*out = s->found;
	return good;
}

bool
file_walk(struct arena *a, struct paths *out, struct str folder,
	  struct str suffix, struct diag *d)
{
	struct search s = { .suffixes = { suffix, suffix } };

	return walk_exact(a, out, folder, &s, d);
}

bool
file_walk_within(struct arena *a, struct paths *out, struct str folder,
		 struct str suffix, struct diag *d)
{
	struct search s = { .suffixes = { suffix, suffix },
			    .bound = file_real(a, folder) };

	if (!walk_exact(a, out, folder, &s, d))
		return false;
	for (size_t i = 0; i < s.strays.n; i++)
		diag_fail(d, "'" STR_FMT "' is a link that leads out of '"
			  STR_FMT "': it is not read",
			  STR_ARG(s.strays.items[i]), STR_ARG(folder));
	return s.strays.n == 0;
}
