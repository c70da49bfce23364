/*
 * Paths: joining them, taking them apart, tidying them.
 *
 * A path is bytes between slashes. Everything here goes by the text alone and
 * gives the same answer on every machine: `a/../b` is tidied to `b` even where
 * `a` is a link that leads elsewhere, which is what a wiki's links mean.
 *
 * It looks at no disk: links, existence and rights are file.c.
 */
#include "path.h"

#include "arena.h"

struct str
path_join(struct arena *a, struct str dir, struct str name)
{
	if (dir.n == 0 || str_starts(name, STR("/")))
		return arena_copy(a, name);
	return arena_join(a, (const struct str[]){ dir,
			  str_ends(dir, STR("/")) ? STR("") : STR("/"), name },
			  3);
}

struct str
path_base(struct str path)
{
	size_t at = path.n;

	while (at && path.p[at - 1] != '/')
		at--;
	return str_skip(path, at);
}

struct str
path_dir(struct str path)
{
	size_t n = path.n - path_base(path).n;

	if (n == 0)
		return STR(".");
	return str_slice(path, 0, n > 1 ? n - 1 : 1);
}

/* Drops the last name of a clean path; false when there is none to drop. */
static bool
drop_name(struct str *clean)
{
	struct str last = path_base(*clean);

	if (last.n == 0 || str_equal(last, STR("..")))
		return false;
	clean->n -= last.n;
	if (clean->n > 1)
		clean->n--;
	return true;
}

struct str
path_clean(struct arena *a, struct str path)
{
	bool rooted = str_starts(path, STR("/"));
	char *out = arena_alloc(a, path.n + 2); /* never longer, but `.` */
	struct str clean = { out, 0 }, part;

	if (rooted)
		out[clean.n++] = '/';
	while (str_split(&part, &path, '/')) {
		bool up = str_equal(part, STR(".."));

		if (part.n == 0 || str_equal(part, STR(".")))
			continue;
		if (up && (drop_name(&clean) || rooted))
			continue;
		if (clean.n && out[clean.n - 1] != '/')
			out[clean.n++] = '/';
		memcpy(out + clean.n, part.p, part.n);
		clean.n += part.n;
	}
	if (clean.n == 0)
		out[clean.n++] = '.';
	out[clean.n] = '\0';
	return clean;
}

/* The byte of the escape at `at`; 0 where there is none. */
static unsigned
escape_at(struct str s, size_t at)
{
	unsigned high, low;

	if (s.p[at] != '%' || at + 2 >= s.n)
		return 0;
	high = byte_digit(s.p[at + 1]);
	low = byte_digit(s.p[at + 2]);
	return high < 16 && low < 16 ? 16 * high + low : 0;
}

struct str
path_decode(struct arena *a, struct str url)
{
	char *out = arena_alloc(a, url.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < url.n; i++) {
		unsigned byte = escape_at(url, i);

		out[n++] = byte ? (char)byte : url.p[i];
		i += byte ? 2 : 0;
	}
	return (struct str){ out, n };
}

/* Whether the folder's name is not written before names in it. */
static bool
is_here(struct str folder)
{
	return folder.n == 0 || str_equal(folder, STR("."));
}

bool
path_is_under(struct str path, struct str folder)
{
	if (is_here(folder))
		return !str_starts(path, STR("/")) &&
		       !str_equal(path, STR("..")) &&
		       !str_starts(path, STR("../"));
	return str_starts(path, folder) &&
	       (path.n == folder.n || path.p[folder.n] == '/' ||
		str_ends(folder, STR("/")));
}

/* `**` first takes no name; each time what follows does not fit, the last one
   takes a name more, as a star of str_match takes a byte. */
bool
path_fits(struct str path, struct str glob)
{
	struct str back_path = { 0 }, back_glob = { 0 };
	struct str name = { 0 }, want = { 0 };

	while (path.p || glob.p) {
		struct str p = path, g = glob;
		bool named = path.p && str_split(&name, &p, '/');

		if (glob.p && str_split(&want, &g, '/') &&
		    str_equal(want, STR("**"))) {
			back_path = path;
			back_glob = glob = g;
			continue;
		}
		if (named && glob.p && str_match(want, name)) {
			path = p;
			glob = g;
			continue;
		}
		if (!back_path.p || !str_split(&name, &back_path, '/'))
			return false;
		path = back_path;
		glob = back_glob;
	}
	return true;
}

struct str
path_below(struct str path, struct str folder)
{
	if (!is_here(folder))
		path = str_skip(path, folder.n);
	while (!is_here(folder) && str_starts(path, STR("/")))
		path = str_skip(path, 1);
	return path;
}
