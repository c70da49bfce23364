/*
 * A ledger's records by their jobs, so that looking one up costs the same in a
 * ledger of any size.
 *
 * The idea: the same record is asked for in three ways: by its job's name, by
 * that without the hash (what else is of this job), and without the
 * architecture, too. For each way a map leads to the first record of a name,
 * and each record to the next one; they come in the order of the ledger.
 */
#include "evidence.h"
#include "evidence_parts.h"

#include "arena.h"
#include "map.h"

/* `-1a2b3c4d` */
#define HASH_TAIL 9

struct jobs {
	struct way {
		struct map names;           /* name -> its group */
		size_t *first, *last;       /* [group]: records */
		size_t *next;               /* [record]: SIZE_MAX: none */
	} ways[BY_COUNT];
};

struct str
job_name(struct str job, struct str sm, enum job_by by)
{
	struct str name = job;

	if (by == BY_NAME)
		return name;
	name.n = job.n > HASH_TAIL ? job.n - HASH_TAIL : 0;
	if (by == BY_FAMILY && sm.n > 0 && name.n > sm.n + 1 &&
	    str_ends(name, sm) && name.p[name.n - sm.n - 1] == '-')
		name.n -= sm.n + 1;
	return name;
}

static void
add_record(struct way *w, struct str name, size_t record)
{
	size_t fresh = w->names.n, group = map_add(&w->names, name, fresh);

	w->next[record] = SIZE_MAX;
	if (group == fresh)
		w->first[group] = record;
	else
		w->next[w->last[group]] = record;
	w->last[group] = record;
}

static void
make_way(struct arena *a, struct way *w, const struct ledger *l,
	 enum job_by by)
{
	size_t bytes = (l->n + 1) * sizeof(size_t);

	*w = (struct way){ .names.arena = a, .first = arena_alloc(a, bytes),
			   .last = arena_alloc(a, bytes),
			   .next = arena_alloc(a, bytes) };
	for (size_t i = 0; i < l->n; i++)
		add_record(w, job_name(l->items[i].name, l->items[i].target,
				       by), i);
}

void
jobs_make(struct arena *a, struct ledger *l)
{
	struct jobs *all = arena_alloc(a, sizeof *all);

	for (int by = 0; by < BY_COUNT; by++)
		make_way(a, &all->ways[by], l, (enum job_by)by);
	l->jobs = all;
}

const struct evidence *
jobs_first(const struct ledger *l, struct str name, enum job_by by)
{
	const struct way *w = l->jobs ? &l->jobs->ways[by] : NULL;
	size_t group = w ? map_find(&w->names, name) : SIZE_MAX;

	return group != SIZE_MAX ? &l->items[w->first[group]] : NULL;
}

const struct evidence *
jobs_next(const struct ledger *l, const struct evidence *e, enum job_by by)
{
	size_t next = l->jobs->ways[by].next[e - l->items];

	return next != SIZE_MAX ? &l->items[next] : NULL;
}
