/*
 * Loops: a function's instructions and jumps in, the hot loop marked.
 *
 * A backward branch closes a loop only if the place that it goes back to
 * leads to the branch again without leaving the range between them: a block
 * that was moved behind the function's end and jumps back into it is no loop.
 * Branches to one place close one loop. Of the loops that hold no other the
 * one with the most instructions is the hot one; its members are what can be
 * reached from its top and can reach its end.
 *
 * It knows no instruction set: who parses says what jumps where. Jumps through
 * a register are taken to fall through.
 */
#include "listing_parts.h"

#include <stdlib.h>

#include "arena.h"
#include "listing.h"

/* Rounds of marking what reaches a loop's end; one a nested backward edge. */
#define ROUNDS_MAX 32

#define NOWHERE SIZE_MAX

/* Instructions first to last; counted are those reached from the first. */
struct loop {
	size_t first, last, count;
};

struct loops {
	struct loop *items;
	size_t n, cap;
};

void
function_begin(struct function *f, struct arena *a, struct listing *l,
	       struct str name)
{
	*f = (struct function){ .arena = a };
	l->kernels = arena_grow(a, l->kernels, l->n, &l->cap,
				sizeof(*l->kernels));
	f->kernel = &l->kernels[l->n++];
	*f->kernel = (struct kernel){ .name = arena_copy(a, name) };
	function_open_scope(f);
}

void
function_open_scope(struct function *f)
{
	f->parents = arena_grow(f->arena, f->parents, f->nscopes,
				&f->capscopes, sizeof(*f->parents));
	f->parents[f->nscopes] = f->scope;
	f->scope = f->nscopes++;
}

bool
function_close_scope(struct function *f)
{
	bool inner = f->scope != 0;

	f->scope = f->parents[f->scope];
	return inner;
}

void
function_add_label(struct function *f, struct str name)
{
	f->labels = arena_grow(f->arena, f->labels, f->nlabels, &f->caplabels,
			       sizeof(*f->labels));
	f->labels[f->nlabels++] =
		(struct label){ name, f->kernel->n, f->scope };
}

void
function_add(struct function *f, struct str mnemonic, struct str text,
	     struct jump jump)
{
	struct kernel *k = f->kernel;

	k->items = arena_grow(f->arena, k->items, k->n, &k->cap,
			      sizeof(*k->items));
	k->items[k->n++] = (struct instruction){ mnemonic, text, false };
	f->jumps = arena_grow(f->arena, f->jumps, f->njumps, &f->capjumps,
			      sizeof(*f->jumps));
	jump.scope = f->scope;
	jump.target = NOWHERE;
	f->jumps[f->njumps++] = jump;
}

static int
compare_labels(const void *x, const void *y)
{
	const struct label *a = x, *b = y;
	int order = str_compare(a->name, b->name);

	return order ? order : (a->scope > b->scope) - (a->scope < b->scope);
}

/* The first label of that name or behind it in sorted order. */
static size_t
find_label(const struct function *f, struct str name)
{
	size_t low = 0, high = f->nlabels;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (str_compare(f->labels[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool
sees(const struct function *f, size_t scope, size_t outer)
{
	/* A scope has a lower number than those inside it. */
	while (scope > outer)
		scope = f->parents[scope];
	return scope == outer;
}

/* The innermost label of that name; they are sorted by scope. */
static size_t
find_target(const struct function *f, const struct jump *j)
{
	size_t target = NOWHERE;

	for (size_t i = find_label(f, j->label);
	     i < f->nlabels && str_equal(f->labels[i].name, j->label); i++) {
		if (sees(f, j->scope, f->labels[i].scope))
			target = f->labels[i].at;
	}
	return target < f->njumps ? target : NOWHERE;
}

static void
resolve(struct function *f)
{
	if (f->nlabels)
		qsort(f->labels, f->nlabels, sizeof(*f->labels),
		      compare_labels);
	for (size_t i = 0; i < f->njumps; i++) {
		if (f->jumps[i].label.n)
			f->jumps[i].target = find_target(f, &f->jumps[i]);
	}
}

/*
 * Marks what can be reached from the loop's first instruction within its
 * range; their count. todo has room for all.
 */
static size_t
flood(const struct function *f, struct loop l, bool *seen, size_t *todo)
{
	size_t n = 0, count = 0;

	seen[l.first] = true;
	todo[n++] = l.first;
	while (n) {
		size_t at = todo[--n];
		size_t next[] = { f->jumps[at].falls ? at + 1 : NOWHERE,
				  f->jumps[at].target };

		count++;
		for (size_t i = 0; i < COUNT_OF(next); i++) {
			if (next[i] < l.first || next[i] > l.last ||
			    seen[next[i]])
				continue;
			seen[next[i]] = true;
			todo[n++] = next[i];
		}
	}
	return count;
}

static void
add_loop(struct function *f, struct loops *all, struct loop l)
{
	for (size_t i = 0; i < all->n; i++) {
		if (all->items[i].first != l.first)
			continue;
		/* Branches come in order: this one lies behind. */
		all->items[i] = l;
		return;
	}
	all->items = arena_grow(f->arena, all->items, all->n, &all->cap,
				sizeof(*all->items));
	all->items[all->n++] = l;
}

static void
collect_loops(struct function *f, struct loops *all)
{
	bool *seen = arena_alloc(f->arena, f->njumps);
	size_t *todo = arena_alloc(f->arena, f->njumps * sizeof(*todo));

	for (size_t i = 0; i < f->njumps; i++) {
		struct loop l = { f->jumps[i].target, i, 0 };

		/* A branch to itself is where no thread goes. */
		if (!f->jumps[i].closes || l.first >= i)
			continue;
		for (size_t k = l.first; k <= l.last; k++)
			seen[k] = false;
		l.count = flood(f, l, seen, todo);
		if (seen[i])
			add_loop(f, all, l);
	}
}

static bool
is_innermost(const struct loops *all, struct loop l)
{
	for (size_t i = 0; i < all->n; i++) {
		if (all->items[i].first > l.first &&
		    all->items[i].last <= l.last)
			return false;
	}
	return true;
}

/* Marks the instructions of the loop from which its end can be reached. */
static void
mark_back(const struct function *f, struct loop l, const bool *seen)
{
	struct instruction *items = f->kernel->items;
	bool changed = true;

	items[l.last].in_loop = true;
	for (int round = 0; changed && round < ROUNDS_MAX; round++) {
		changed = false;
		for (size_t i = l.last; i-- > l.first;) {
			size_t to = f->jumps[i].target;
			bool there = (f->jumps[i].falls &&
				      items[i + 1].in_loop) ||
				     (to >= l.first && to <= l.last &&
				      items[to].in_loop);

			if (items[i].in_loop || !seen[i] || !there)
				continue;
			items[i].in_loop = changed = true;
		}
	}
}

static void
mark_hot(struct function *f)
{
	struct loops all = { 0 };
	const struct loop *hot = NULL;
	bool *seen = arena_alloc(f->arena, f->njumps);
	size_t *todo = arena_alloc(f->arena, f->njumps * sizeof(*todo));

	collect_loops(f, &all);
	for (size_t i = 0; i < all.n; i++) {
		if ((!hot || all.items[i].count > hot->count) &&
		    is_innermost(&all, all.items[i]))
			hot = &all.items[i];
	}
	if (!hot)
		return;
	f->kernel->has_loop = true;
	flood(f, *hot, seen, todo);
	mark_back(f, *hot, seen);
}

void
function_end(struct function *f)
{
	if (f->njumps == 0)
		return;
	resolve(f);
	mark_hot(f);
}
