/*
 * What compilers have read: ninja's notes -> paths.
 *
 *	# ninjadeps\n  version, 4 bytes
 *	records: size, 4 bytes, the highest bit says which kind;
 *	  a path: its bytes, zeros to a multiple of 4, a check of 4 bytes
 *	  what a target depends on: numbers of paths, passed over here
 *
 * The idea: a header of the toolkit or of the host is an input like any other,
 * and only a compiler knows which ones there were. Ninja keeps the lists that
 * they wrote; each path stands there once, so this is short where the lists
 * are long. A record that was cut off by a kill ends the notes, as for ninja.
 *
 * Of units that sources share ninja notes nothing; their lists lie by
 * themselves, a path a line.
 *
 * Which target has read which file is not asked for.
 */
#include "graph.h"

#include "diag.h"
#include "file.h"
#include "path.h"
#include "share.h"

#include <string.h>

#define NOTES_MAX ((size_t)1 << 30)
#define HEAD "# ninjadeps\n"
#define OF_TARGET 0x80000000u

/* Versions whose paths lie as above. */
#define VERSION_FIRST 3
#define VERSION_LAST 4

static uint32_t
take_number(struct str *rest)
{
	uint32_t n;

	memcpy(&n, rest->p, sizeof n);
	*rest = str_skip(*rest, sizeof n);
	return n;
}

static void
add_path(struct arena *a, struct paths *out, struct str folder,
	 struct str path)
{
	while (path.n > 0 && path.p[path.n - 1] == '\0')
		path.n--;
	paths_add(a, out, path_join(a, folder, path));
}

/* The headers that units of several sources have read. */
static bool
add_shared(struct arena *a, struct paths *out, struct str folder)
{
	struct str lists = share_list_path(a, folder, STR(""));
	struct diag *d = diag_make(a);
	struct paths all = { 0 };
	struct str text, path;

	if (file_kind(lists) == FILE_NONE)
		return true;
	if (!file_walk(a, &all, lists, STR(""), d))
		return false;
	for (size_t i = 0; i < all.n; i++) {
		if (!file_read(a, &text, all.items[i], SHARE_LIST_MAX,
			       d))
			return false;
		while (str_split(&path, &text, '\n'))
			if (path.n > 0)
				add_path(a, out, folder, path);
	}
	return true;
}

bool
graph_compiled(struct arena *a, struct paths *out, struct str folder)
{
	struct str path = path_join(a, folder, STR(".build/.ninja_deps"));
	struct str rest;
	uint32_t size, version;

	if (!add_shared(a, out, folder))
		return false;
	if (file_kind(path) == FILE_NONE)
		return true;
	if (!file_read(a, &rest, path, NOTES_MAX, diag_make(a)) ||
	    !str_starts(rest, STR(HEAD)) || rest.n < sizeof HEAD + 3)
		return false;
	rest = str_skip(rest, sizeof HEAD - 1);
	version = take_number(&rest);
	if (version < VERSION_FIRST || version > VERSION_LAST)
		return false;
	while (rest.n >= sizeof size) {
		size = take_number(&rest);
		if ((size & ~OF_TARGET) > rest.n)
			break;
		if (!(size & OF_TARGET) && size >= sizeof size)
			add_path(a, out, folder,
				 str_slice(rest, 0, size - sizeof size));
		rest = str_skip(rest, size & ~OF_TARGET);
	}
	return true;
}
