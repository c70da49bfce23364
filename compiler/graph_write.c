/*
 * Sources, INDEX and build.ninja onto the disk.
 *
 * Only texts that differ are written, each by a rename, so an interrupted run
 * leaves old or new files. Of some pages only: what the other pages have is
 * left as it is, and the two files that speak of all of them, too. A source
 * that no target has is removed if its first line says that kbc made it.
 *
 * A dry making goes the same way and writes nothing: all that touches the
 * folder goes through the two functions that note it instead.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "emit.h"
#include "file.h"
#include "graph.h"
#include "graph_parts.h"
#include "map.h"
#include "page.h"
#include "path.h"
#include "plan.h"
#include "quantity.h"
#include "wiki.h"

/* Sources beyond this are none of ours. */
#define SOURCE_BYTES_MAX ((size_t)16 << 20)

static void
note_change(struct arena *a, struct changes *c, struct str name, bool removed)
{
	c->items = arena_grow(a, c->items, c->n, &c->cap, sizeof *c->items);
	c->items[c->n++] = (struct change){ arena_copy(a, name), removed };
	c->nremoved += removed;
}

/*
 * The folder can be committed, and with it links: a file that is one gives way
 * to ours, and a folder that leads elsewhere is not written in.
 */
static bool
write_own(struct arena *a, const struct making *m, struct str path,
	  struct str text, struct diag *d)
{
	return file_may_write(a, path_dir(path), m->folder, d) &&
	       file_unlink(path, d) && file_remake(path, text, d);
}

bool
graph_write_file(struct arena *a, const struct making *m, struct str name,
		 struct buf *text, struct diag *d)
{
	struct str path = path_join(a, m->folder, name);
	bool good = true;

	if (!m->dry)
		good = write_own(a, m, path, buf_str(text), d);
	else if (!file_holds(path, buf_str(text)))
		note_change(a, m->dry, name, false);
	buf_clear(text);
	return good;
}

bool
graph_remove_file(struct arena *a, const struct making *m, struct str name,
		  struct diag *d)
{
	if (!m->dry)
		return file_remove(path_join(a, m->folder, name), d);
	note_change(a, m->dry, name, true);
	return true;
}

static struct str
source_name(struct arena *a, const struct target *t)
{
	return arena_printf(a, STR_FMT STR_FMT, STR_ARG(t->name),
			    STR_ARG(emit_suffix(t)));
}

/* Of a PTX fence what asks for its mnemonics, of names their code. */
static bool
write_second(struct arena *a, const struct making *m, const struct target *t,
	     struct buf *text, struct diag *d)
{
	const char *end = emit_mnemonics(text, t) ? "-names.ptx" :
			  emit_bodies(text, t) ? "-bodies.cu" : NULL;

	return !end || graph_write_file(a, m, arena_printf(a, STR_FMT "%s",
		STR_ARG(t->name), end), text, d);
}

static bool
write_sources(struct arena *a, const struct making *m, struct buf *text,
	      struct diag *d)
{
	for (size_t i = 0; i < m->plan->ntargets; i++) {
		const struct target *t = &m->plan->targets[i];

		emit_source(text, t);
		if (!graph_write_file(a, m, source_name(a, t), text, d))
			return false;
		if (!write_second(a, m, t, text, d))
			return false;
	}
	return true;
}

/* Whether all that page i claims is known: it is selected, and was read. */
static bool
is_known(const struct making *m, size_t i)
{
	const struct page *p = m->wiki->pages ? m->wiki->pages[i] : NULL;

	return m->claims[i] && !(p && p->diag->count[DIAG_FAIL] > 0);
}

/* Whether every page has its claims here. */
static bool
is_whole(const struct making *m)
{
	for (size_t i = 0; i < m->wiki->npages; i++)
		if (!is_known(m, i))
			return false;
	return true;
}

/* The folders of sources of pages of which not all is known; there is none if
   the whole wiki is. */
static struct map
find_others(struct arena *a, const struct making *m)
{
	struct map out = { .arena = a };

	for (size_t i = 0; i < m->wiki->npages; i++)
		if (!is_known(m, i))
			map_add(&out, plan_folder(a, wiki_name(m->wiki, i)),
				i);
	return out;
}

/* Whether a source may be of a page of which not all is known. */
static bool
is_of_others(const struct map *others, struct str name)
{
	return others->n > 0 &&
	       (map_find(others, path_dir(name)) != SIZE_MAX ||
		str_starts(name, STR("probes/")) ||
		str_starts(name, STR("calls/")));
}

/* The target of that name; NULL if none. */
static const struct target *
find_target(const struct plan *p, struct str name)
{
	size_t low = 0, high = p->ntargets;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = str_compare(p->targets[middle].name, name);

		if (order == 0)
			return &p->targets[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* The target that such a name without its end is of; NULL if none. */
static const struct target *
find_first(const struct plan *p, struct str name, struct str end)
{
	if (!str_ends(name, end))
		return NULL;
	return find_target(p, str_slice(name, 0, name.n - end.n));
}

/* Whether it is the second source of a target. */
static bool
is_second(const struct plan *p, struct str name)
{
	const struct target *fence = find_first(p, name, STR("-names"));
	const struct target *names = find_first(p, name, STR("-bodies"));
	struct buf text = { 0 };
	bool found = (fence && emit_mnemonics(&text, fence)) ||
		     (names && emit_bodies(&text, names));

	buf_free(&text);
	return found;
}

/* Removes of such sources those that kbc has made and no page has any more. */
static bool
remove_all_stale(struct arena *a, const struct making *m, struct str suffix,
		 struct diag *d)
{
	const struct map others = find_others(a, m);
	struct paths files = { 0 };
	bool good = true;

	if (m->dry && file_kind(m->folder) == FILE_NONE)
		return true;
	if (!file_walk(a, &files, m->folder, suffix, d))
		return false;
	for (size_t i = 0; good && i < files.n; i++) {
		struct str file = path_below(files.items[i], m->folder), text;
		struct str name = str_slice(file, 0, file.n - suffix.n);

		if (find_target(m->plan, name) || is_second(m->plan, name) ||
		    is_of_others(&others, name))
			continue;
		good = file_read(a, &text, files.items[i], SOURCE_BYTES_MAX,
				 d) &&
		       (!emit_is_made(text) ||
			graph_remove_file(a, m, file, d));
	}
	return good;
}

/* Lower-case letters, digits, `_`, `-` and `.` between slashes; no part is
   empty or starts with a dot. */
static bool
is_target_name(struct str name)
{
	static const struct str others = STR_INIT("_-.");
	struct str part;

	while (str_split(&part, &name, '/')) {
		if (part.n == 0 || part.p[0] == '.')
			return false;
		for (size_t i = 0; i < part.n; i++) {
			char c = part.p[i];

			if (!byte_is_lower(c) && !byte_is_digit(c) &&
			    str_find_byte(others, c) == others.n)
				return false;
		}
	}
	return true;
}

/*
 * Whether what goes into paths and commands is nothing that ninja, a shell or
 * nvcc reads in its own way. plan makes it so: anything else is a fault of
 * ours, and nothing of it is written.
 */
static bool
check_names(const struct plan *p, struct diag *d)
{
	size_t before = d->count[DIAG_FAIL];
	int number;
	char suffix;

	for (size_t i = 0; i < p->ntargets; i++) {
		const struct target *t = &p->targets[i];

		if (!is_target_name(t->name))
			diag_fail(d, "'" STR_FMT "' is no name for a file to "
				  "build: only a-z, 0-9, '_', '-' and '.' are",
				  STR_ARG(t->name));
		if (!arch_split(t->sm, &number, &suffix))
			diag_fail(d, "'" STR_FMT "' is no architecture to "
				  "build '" STR_FMT "' for", STR_ARG(t->sm),
				  STR_ARG(t->name));
	}
	return d->count[DIAG_FAIL] == before;
}

bool
graph_write(struct arena *a, const struct making *m, struct diag *d)
{
	struct buf text = { 0 };
	bool good = check_names(m->plan, d) &&
		    (m->dry || file_make_folder(m->folder, d)) &&
		    graph_headers(a, m, is_whole(m), d) &&
		    write_sources(a, m, &text, d);

	if (good && is_whole(m)) {
		emit_index(&text, m->plan, m->wiki, m->claims);
		good = graph_write_file(a, m, STR("INDEX"), &text, d);
		graph_emit(&text, m, false);
		good = graph_write_file(a, m, STR("build.ninja"), &text, d) &&
		       good;
	}
	buf_free(&text);
	if (!good || m->partly)
		return good;
	return remove_all_stale(a, m, STR(".cu"), d) &&
	       remove_all_stale(a, m, STR(".ptx"), d);
}
