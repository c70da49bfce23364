/*
 * One function as it comes in: instructions, jumps, labels and their scopes.
 *
 * Labels are looked up when all are there, for a jump may come before its
 * label: the innermost one of the name that the jump's scope sees.
 *
 * It knows no instruction set; which loop is hot is listing_loop.c.
 */
#include <stdlib.h>

#include "arena.h"
#include "listing.h"
#include "listing_parts.h"

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

void
function_end(struct function *f)
{
	if (f->njumps == 0)
		return;
	resolve(f);
	function_mark_loop(f);
}
