/*
 * The user's cache: a folder of sources and what was built from them for each
 * wiki that has none of its own, or whose own is not to be touched; and what
 * checks and verifies of a wiki have found (past).
 *
 *     ~/.cache/kbc/0123456789abcdef/     the hash of the wiki's root
 *
 * The idea: whoever works there clears up, since nobody else would. A folder
 * goes when no run has used it for a month, or when many others were used since
 * then; its lock says when that was, and that nobody is in it now. All of it
 * can be made again, so what cannot be removed is left without a word.
 *
 * Names that are no such hash are nobody's business here.
 */
#include "arena.h"
#include "diag.h"
#include "file.h"
#include "hash.h"
#include "path.h"
#include "proc.h"
#include "session.h"
#include "session_parts.h"
#include "wiki.h"

/* Days that a folder is kept after its last use. */
#define DAYS_MAX 30.0

/* Folders kept, ours included. */
#define FOLDERS_MAX 32

/* Digits of the hash that is a folder's name. */
#define NAME_DIGITS 16

static struct str
cache_root(struct arena *a)
{
	struct str cache = proc_env(STR("XDG_CACHE_HOME"));
	struct str home = proc_env(STR("HOME"));

	if (cache.n == 0)
		cache = path_join(a, home.n ? home : STR("."), STR(".cache"));
	return path_join(a, cache, STR("kbc"));
}

struct str
session_cache(const struct session *s)
{
	struct arena *a = s->arena;
	struct str root = hash_hex(a, file_real(a, s->wiki->root));

	return path_join(a, cache_root(a), str_slice(root, 0, NAME_DIGITS));
}

static bool
is_ours(struct str folder)
{
	struct str name = path_base(folder);

	for (size_t i = 0; i < name.n; i++)
		if (!byte_is_hex(name.p[i]))
			return false;
	return name.n == NAME_DIGITS;
}

/* Days since a folder was used: its lock is written at each build, its folders
   of results when a check or verify has new ones. */
static double
days_unused(struct arena *a, struct str folder)
{
	struct str lock = path_join(a, folder, STR(".build/lock"));
	const struct str results[] = { STR("check"), STR("ledger"),
				       STR("verify") };
	double days = file_age(file_kind(lock) == FILE_PLAIN ? lock : folder);

	for (size_t i = 0; i < COUNT_OF(results); i++) {
		struct str path = path_join(a, folder, results[i]);

		if (file_kind(path) == FILE_FOLDER && file_age(path) < days)
			days = file_age(path);
	}
	return days;
}

/* Removes a folder that no run is in. */
static void
remove_unused(struct arena *a, struct str folder)
{
	struct str lock = path_join(a, folder, STR(".build/lock"));
	bool there = file_kind(lock) == FILE_PLAIN;
	int held = there ? file_try_lock(lock) : -1;

	if (there && held < 0)
		return;
	file_remove_tree(folder, diag_make(a));
	if (there)
		file_unlock(held);
}

/* How many folders were used since then. */
static size_t
count_younger(const double *days, size_t n, double than)
{
	size_t younger = 0;

	for (size_t i = 0; i < n; i++)
		younger += days[i] < than;
	return younger;
}

void
session_prune(const struct session *s)
{
	struct arena *a = arena_make();
	struct paths all = { 0 };
	size_t n = 0;
	double *days;

	file_folders(a, &all, cache_root(a));
	for (size_t i = 0; i < all.n; i++)
		if (is_ours(all.items[i]))
			all.items[n++] = all.items[i];
	days = arena_alloc(a, (n + 1) * sizeof(*days));
	for (size_t i = 0; i < n; i++)
		days[i] = days_unused(a, all.items[i]);
	for (size_t i = 0; i < n; i++)
		if (!str_equal(all.items[i], s->folder) &&
		    (days[i] > DAYS_MAX ||
		     count_younger(days, n, days[i]) >= FOLDERS_MAX))
			remove_unused(a, all.items[i]);
	arena_free(a);
}
