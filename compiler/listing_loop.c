/*
 * Loops: the jumps of a function in, the hot loop marked.
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
#include "arena.h"
#include "listing.h"
#include "listing_parts.h"

/* Rounds of marking what reaches a loop's end; one a nested backward edge. */
#define ROUNDS_MAX 32

/* Instructions first to last; counted are those reached from the first. */
struct loop {
	size_t first, last, count;
};

struct loops {
	struct loop *items;
	size_t n, cap;
};

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

void
function_mark_loop(struct function *f)
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
