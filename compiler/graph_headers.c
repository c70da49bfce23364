/*
 * Headers that lie beside a page: `#include "x.h"` in a fence.
 *
 * Sources are compiled where they were generated, and a compiler sees nothing
 * of the wiki. So a file that a fence includes by a name in quotes, from the
 * page's folder downward, is copied beside the page's sources, with what it
 * includes itself. A `#line` names the file that the copy is of.
 *
 * The one idea: a source whose headers are not those of the last run is
 * removed before sources are written, so that it is new to ninja: the list of
 * files that a compiler read is not known of a source that did not compile.
 *
 * Names that lead upward, out of the wiki, or to a source (.cu, .ptx) are the
 * compiler's to complain of. Copies that nobody includes any more are removed.
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
#include "wiki.h"

#define HEADER_BYTES_MAX ((size_t)4 << 20)

/* With the lines at its head, which name the file twice. */
#define COPY_BYTES_MAX (HEADER_BYTES_MAX + ((size_t)64 << 10))

/* Headers of one source; more is no page. */
#define HEADERS_MAX 64

struct header {
	struct str text;  /* without the first two lines of its copy */
	bool there;
	bool changed;     /* its copy was written or removed by this run */
};

struct copier {
	struct arena *a;
	const struct making *m;
	struct diag *d;
	struct map numbers;    /* of copies, by their path below the folder */
	struct header *items;
	size_t cap;
};

/* Names of headers that a source includes, from the page's folder. */
struct names {
	struct str items[HEADERS_MAX];
	size_t n;
};

static bool
is_taken(struct str name)
{
	struct str rest = name, part;

	if (name.n == 0 || name.p[0] == '/' || str_ends(name, STR(".cu")) ||
	    str_ends(name, STR(".ptx")))
		return false;
	while (str_split(&part, &rest, '/'))
		if (part.n == 0 || part.p[0] == '.')
			return false;
	return true;
}

static void
add_name(struct names *all, struct str name)
{
	for (size_t i = 0; i < all->n; i++)
		if (str_equal(all->items[i], name))
			return;
	if (all->n < HEADERS_MAX && is_taken(name))
		all->items[all->n++] = name;
}

/* `#include "NAME"` in a file of that folder. */
static void
add_include(struct copier *c, struct names *all, struct str folder,
	    struct str line)
{
	struct str name;

	if (!emit_directive(&line) || !str_starts(line, STR("include")))
		return;
	name = str_trim(str_skip(line, 7));
	if (!str_starts(name, STR("\"")))
		return;
	name = str_skip(name, 1);
	name = str_slice(name, 0, str_find_byte(name, '"'));
	if (name.n > 0 && name.p[0] != '/')
		add_name(all, path_clean(c->a, path_join(c->a, folder,
							 name)));
}

static void
add_fence(struct copier *c, struct names *all, const struct fence *f)
{
	for (size_t i = 0; i < f->nlines; i++)
		add_include(c, all, STR(""), f->lines[i]);
}

/* Whether a path, links followed, is a file of the wiki. */
static bool
is_within(struct copier *c, struct str path)
{
	struct str root = file_real(c->a, c->m->wiki->root);
	struct str at = file_real(c->a, path);

	return file_kind(path) == FILE_PLAIN && path_is_under(at, root);
}

static bool
write_copy(struct copier *c, struct str copy, struct str name,
	   struct header *h)
{
	struct str path = path_join(c->a, c->m->folder, copy), was = STR("");
	struct buf b = { 0 };
	bool good = true;

	if (file_kind(path) == FILE_PLAIN &&
	    !file_read(c->a, &was, path, COPY_BYTES_MAX, c->d))
		return false;
	if (h->there) {
		struct str said = emit_page_name(c->a, name);

		buf_printf(&b, "// kbc: header " STR_FMT "\n#line 1 \""
			   STR_FMT "\"\n", STR_ARG(said), STR_ARG(said));
		buf_add(&b, h->text);
	}
	h->changed = !str_equal(was, buf_str(&b));
	if (b.n > 0)
		good = graph_write_file(c->a, c->m, copy, &b, c->d);
	else if (was.n > 0 && emit_is_made(was))
		good = graph_remove_file(c->a, c->m, copy, c->d);
	buf_free(&b);
	return good;
}

static void
note_header(struct copier *c, struct str path)
{
	if (c->m->copied)
		paths_add(c->a, c->m->copied, path);
}

/* The header of a page by that name, copied; NULL with a fail. */
static const struct header *
take_header(struct copier *c, const struct target *t, struct str name)
{
	struct arena *a = c->a;
	struct str copy = path_join(a, path_dir(t->name), name);
	struct str from = path_join(a, path_dir(t->page->path), name);
	struct str bom = STR("\xef\xbb\xbf");
	size_t n = c->numbers.n, at = map_add(&c->numbers, copy, n);
	struct header *h;

	if (at < n)
		return &c->items[at];
	c->items = arena_grow(a, c->items, n, &c->cap, sizeof *c->items);
	h = &c->items[n];
	*h = (struct header){ 0 };
	note_header(c, from);
	h->there = is_within(c, from);
	if (h->there && !file_read(a, &h->text, from, HEADER_BYTES_MAX, c->d))
		return NULL;
	if (str_starts(h->text, bom))
		h->text = str_skip(h->text, bom.n);
	name = path_clean(a, path_join(a, path_dir(t->page->name), name));
	return write_copy(c, copy, name, h) ? h : NULL;
}

/* Copies the headers of one source, and theirs. */
static bool
take_source(struct copier *c, const struct target *t)
{
	struct names all = { .n = 0 };
	bool changed = false;

	for (size_t i = 0; i < t->nbefore; i++)
		add_fence(c, &all, t->before[i]);
	add_fence(c, &all, t->fence);
	for (size_t i = 0; i < all.n; i++) {
		const struct header *h = take_header(c, t, all.items[i]);
		struct str rest, line;

		if (!h)
			return false;
		changed = changed || h->changed;
		rest = h->text;
		while (str_split(&line, &rest, '\n'))
			add_include(c, &all, path_dir(all.items[i]), line);
	}
	return !changed || c->m->dry || /* it comes back as it is */
	       file_remove(path_join(c->a, c->m->folder, arena_printf(c->a,
			STR_FMT STR_FMT, STR_ARG(t->name),
			STR_ARG(emit_suffix(t)))), c->d);
}

/* Whether what a page has in its folder was looked at in this run. */
static bool
is_known_place(struct copier *c, struct str copy)
{
	const struct plan *p = c->m->plan;

	for (size_t i = 0; i < p->ntargets; i++)
		if (p->targets[i].page &&
		    path_is_under(copy, path_dir(p->targets[i].name)))
			return true;
	return false;
}

static bool
remove_stale(struct copier *c, struct str path, bool whole)
{
	struct str copy = path_below(path, c->m->folder), text;

	if (str_ends(copy, STR(".cu")) || str_ends(copy, STR(".ptx")) ||
	    str_find_byte(copy, '/') == copy.n ||
	    map_find(&c->numbers, copy) != SIZE_MAX ||
	    !(whole || is_known_place(c, copy)))
		return true;
	/* what cannot be read, or is too large, is none of ours */
	if (!file_read(c->a, &text, path, COPY_BYTES_MAX, diag_make(c->a)))
		return true;
	return !emit_is_made(text) ||
	       graph_remove_file(c->a, c->m, copy, c->d);
}

bool
graph_headers(struct arena *a, const struct making *m, bool whole,
	      struct diag *d)
{
	struct copier c = { .a = a, .m = m, .d = d, .numbers.arena = a };
	struct paths files = { 0 };

	for (size_t i = 0; i < m->plan->ntargets; i++)
		if (m->plan->targets[i].kind == TARGET_FENCE &&
		    !take_source(&c, &m->plan->targets[i]))
			return false;
	if (m->dry && file_kind(m->folder) == FILE_NONE)
		return true;
	if (!file_walk(a, &files, m->folder, STR(""), d))
		return false;
	for (size_t i = 0; i < files.n; i++)
		if (!remove_stale(&c, files.items[i], whole))
			return false;
	return true;
}
