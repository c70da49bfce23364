/*
 * Fences of which only is asked whether they compile: many at once, before
 * ninja builds the rest alone.
 *
 * Most of a small source's compile time is its headers'. So those of the same
 * architecture and headers go into batches (share), and each of a batch's good
 * ones is done. Whatever else happens, that a source is wrong, or cannot
 * share, or that the batch's compiler is killed, only leaves it to the build
 * alone, whose words are those that a page's author reads: nothing that is
 * said here can be wrong, it can only be unsaid.
 *
 * What was found holds while text, tools and headers are as they were; only
 * the rest is in a batch. A source without neighbours is built alone.
 */
#include "graph.h"

#include "arena.h"
#include "buf.h"
#include "crew.h"
#include "diag.h"
#include "emit.h"
#include "file.h"
#include "graph_parts.h"
#include "map.h"
#include "marker.h"
#include "page.h"
#include "path.h"
#include "plan.h"
#include "proc.h"
#include "share.h"

/* A batch smaller than this is not worth a compiler process of its own. */
#define SHARE_LEAST 8

/* A source that is to be compiled with others. */
struct candidate {
	const struct target *target;
	struct share_unit unit;
	struct str key;
	struct candidate *next; /* of its group */
};

/* Those that may stand in one unit. */
struct group {
	struct str sm;
	struct candidate *first, **end;
	size_t n;
};

struct sharing {
	struct arena *a;
	const struct making *m;
	struct diag *d;
	struct map lists;      /* of headers, by hash, to what follows */
	struct str *stamps;
	size_t nstamps, capstamps;
	struct map names;      /* of groups */
	struct group *groups;
	size_t ngroups, capgroups;
	struct buf graph;      /* build edges */
	size_t nbatches;
};

static struct str
share_folder(const struct sharing *s)
{
	return path_join(s->a, s->m->folder, STR(".build/share"));
}

/* --- what is known ------------------------------------------------------- */

/* The stamps of a list of headers, as they are now; empty if it is gone. */
static struct str
find_stamps(struct sharing *s, struct str hash)
{
	size_t i = map_find(&s->lists, hash);
	struct str path, list;

	if (i != SIZE_MAX)
		return s->stamps[i];
	s->stamps = arena_grow(s->a, s->stamps, s->nstamps, &s->capstamps,
			       sizeof *s->stamps);
	map_add(&s->lists, hash, s->nstamps);
	path = share_list_path(s->a, s->m->folder, hash);
	if (file_kind(path) == FILE_PLAIN &&
	    file_read(s->a, &list, path, SHARE_LIST_MAX, diag_make(s->a)))
		s->stamps[s->nstamps] = share_stamps(s->a, s->m->folder, list);
	return s->stamps[s->nstamps++];
}

/* Whether what was found of the target is so still. */
static bool
holds(struct sharing *s, const struct target *t, struct str key)
{
	struct share_finding f;
	struct str stamps;

	if (!share_find(s->a, &f, s->m->folder, t->name))
		return false;
	stamps = find_stamps(s, f.list);
	return str_equal(f.key, key) && stamps.n > 0 &&
	       str_equal(f.stamps, stamps);
}

static bool
drop_finding(const struct sharing *s, const struct target *t)
{
	return file_remove(path_join(s->a, s->m->folder,
				     graph_output(s->a, t, ".unit")), s->d);
}

/* --- groups -------------------------------------------------------------- */

static struct group *
find_group(struct sharing *s, const struct target *t,
	   const struct share_unit *u)
{
	struct str name = arena_printf(s->a, STR_FMT "\n" STR_FMT,
				       STR_ARG(t->sm), STR_ARG(u->front));
	size_t i = map_add(&s->names, name, s->ngroups);

	if (i < s->ngroups)
		return &s->groups[i];
	s->groups = arena_grow(s->a, s->groups, s->ngroups, &s->capgroups,
			       sizeof *s->groups);
	s->groups[s->ngroups].sm = t->sm;
	return &s->groups[s->ngroups++];
}

static void
add_candidate(struct sharing *s, const struct target *t,
	      const struct share_unit *u, struct str key)
{
	struct candidate *c = arena_alloc(s->a, sizeof *c);
	struct group *g = find_group(s, t, u);

	*c = (struct candidate){ .target = t, .unit = *u, .key = key };
	if (g->n == 0)
		g->first = c;
	else
		*g->end = c;
	g->end = &c->next;
	g->n++;
}

static bool
may_share(const struct target *t)
{
	return t->kind == TARGET_FENCE && t->check && !t->sass &&
	       t->fence->nlines > 0 && !t->fence->words->fails;
}

static bool
collect(struct sharing *s)
{
	struct buf text = { 0 };
	bool good = true;

	for (size_t i = 0; good && i < s->m->plan->ntargets; i++) {
		const struct target *t = &s->m->plan->targets[i];
		struct share_unit unit;
		struct str key;

		if (!may_share(t))
			continue;
		buf_clear(&text);
		emit_source(&text, t);
		key = share_key(s->a, s->m, t, buf_str(&text));
		if (holds(s, t, key))
			continue;
		good = drop_finding(s, t);
		if (good && share_parse(s->a, &unit, t, buf_str(&text)))
			add_candidate(s, t, &unit, key);
	}
	buf_free(&text);
	return good;
}

/* --- batches ------------------------------------------------------------- */

static struct member
make_member(const struct candidate *c, size_t number)
{
	const struct fence *f = c->target->fence;

	return (struct member){ .number = number,
				.first = f->line_numbers[0],
				.last = f->line_numbers[f->nlines - 1],
				.name = c->target->name, .key = c->key };
}

static void
emit_batch(struct buf *out, const struct candidate *first, size_t n)
{
	const struct candidate *c = first;

	share_emit_front(out, first->unit.front);
	for (size_t i = 0; i < n; i++, c = c->next) {
		struct member m = make_member(c, i);

		share_emit_unit(out, &c->unit, &m);
	}
	c = first;
	for (size_t i = 0; i < n; i++, c = c->next) {
		struct member m = make_member(c, i);

		share_emit_names(out, &c->unit, &m);
	}
}

static void
emit_edge(struct sharing *s, struct str sm)
{
	buf_printf(&s->graph, "\nbuild .build/share/%zu.result: share "
		   ".build/share/%zu.cu\n  sm = " STR_FMT "\n"
		   "  number = %zu\n", s->nbatches, s->nbatches, STR_ARG(sm),
		   s->nbatches);
}

static bool
write_batch(struct sharing *s, const struct candidate *first, size_t n,
	    struct str sm)
{
	struct str path = path_join(s->a, share_folder(s),
				    arena_printf(s->a, "%zu.cu", s->nbatches));
	struct buf text = { 0 };
	bool good;

	emit_batch(&text, first, n);
	good = file_lay(path, buf_str(&text), s->d);
	buf_free(&text);
	emit_edge(s, sm);
	s->nbatches++;
	return good;
}

/* In how many batches a group is compiled: none is too large, and where there
   are more cores, none is much larger than another. */
static size_t
count_batches(const struct sharing *s, size_t n)
{
	size_t least = (n + SHARE_MAX - 1) / SHARE_MAX;
	size_t most = n / SHARE_LEAST, jobs = crew_size(s->m->jobs);

	if (most > jobs)
		most = jobs;
	return least > most ? least : most;
}

static bool
write_group(struct sharing *s, const struct group *g)
{
	size_t batches = count_batches(s, g->n), left = g->n;
	const struct candidate *c = g->first;
	bool good = true;

	if (g->n < 2)
		return true;
	for (; good && batches > 0; batches--) {
		size_t n = (left + batches - 1) / batches;

		good = write_batch(s, c, n, g->sm);
		for (size_t i = 0; i < n; i++)
			c = c->next;
		left -= n;
	}
	return good;
}

static bool
write_groups(struct sharing *s)
{
	bool good = file_remove_tree(share_folder(s), s->d);

	buf_add(&s->graph, STR("ninja_required_version = 1.5\n"
			       "builddir = .build/share\n\nrule share\n"
			       "  command = \"$$KBC\" step share $sm $in "
			       ".build/share/$number\n"
			       "  description = sources at once $in\n"));
	for (size_t i = 0; good && i < s->ngroups; i++)
		good = write_group(s, &s->groups[i]);
	if (!good || s->nbatches == 0)
		return good;
	return file_lay(path_join(s->a, share_folder(s), STR("run.ninja")),
			buf_str(&s->graph), s->d);
}

bool
graph_share(struct arena *a, const struct making *m, struct diag *d)
{
	struct sharing s = { .a = a, .m = m, .d = d, .lists.arena = a,
			     .names.arena = a };
	struct proc_result r;
	bool good;

	if (m->alone)
		return true;
	good = collect(&s) && write_groups(&s);
	buf_free(&s.graph);
	if (!good || s.nbatches == 0)
		return good;
	/* what it could not do is left to the build of each alone */
	graph_ninja(a, m, &r, ".build/share/run.ninja");
	return file_remove_tree(share_folder(&s), d);
}
