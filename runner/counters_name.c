/*
 * Names and patterns that pages have -> the metrics that the profiler lists.
 *
 * The idea: the page's name is with or without a suffix ("dram__bytes.sum"),
 * the list has those without and, of the names that are asked for, those with.
 * A name that is in neither gets the names that are near, by the letters that
 * would have to change, so that a page's author sees what was meant.
 */
#include <fnmatch.h>
#include <stdint.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "counters.h"
#include "device.h"
#include "die.h"
#include "fault.h"
#include "formula.h"
#include "ncu.h"
#include "number.h"
#include "pack.h"
#include "results.h"

enum {
	FOUND_MOST = 400, /* of a pattern; what else there is is counted */
	NEAR_MOST = 3,
	NAME_MOST = 160,
};

static void
add_found(struct arena *a, struct counter_name *n, const struct ncu_metric *m)
{
	if (n->nfound == FOUND_MOST) {
		n->left++;
		return;
	}
	n->found = arena_grow(a, n->found, n->nfound, sizeof(*n->found));
	n->found[n->nfound++] = m;
}

static unsigned
least(unsigned x, unsigned y, unsigned z)
{
	unsigned xy = x < y ? x : y;

	return xy < z ? xy : z;
}

/* How many letters turn one name into the other. */
static unsigned
find_distance(const char *x, const char *y)
{
	unsigned row[NAME_MOST + 1], before, above;
	size_t n = strlen(y), i, k;

	if (n > NAME_MOST)
		return UINT32_MAX;
	for (k = 0; k <= n; k++)
		row[k] = (unsigned)k;
	for (i = 0; x[i]; i++) {
		before = row[0]++;
		for (k = 1; k <= n; k++) {
			above = row[k];
			row[k] = least(above + 1, row[k - 1] + 1,
				       before + (x[i] != y[k - 1]));
			before = above;
		}
	}
	return row[n];
}

/* Keep the nearest, nearest first; of equals the one that came first. */
static void
add_near(struct counter_name *n, unsigned distance[NEAR_MOST + 1],
	 const char *name, unsigned far)
{
	size_t i = n->nnear;

	for (; i > 0 && distance[i - 1] > far; i--) {
		distance[i] = distance[i - 1];
		if (i < NEAR_MOST)
			n->near[i] = n->near[i - 1];
	}
	if (i == NEAR_MOST)
		return;
	distance[i] = far;
	n->near[i] = name;
	n->nnear += n->nnear < NEAR_MOST;
}

/* Whether there is a metric of this name, so far. */
static bool
has_base(const struct ncu_list *all, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < all->n; i++) {
		if (!strncmp(all->items[i].name, name, len) &&
		    !all->items[i].name[len])
			return true;
	}
	return false;
}

/* What a name is likened to: bare names with bare names; a name whose base
   there is with what has suffixes; of another its base. */
static void
find_near(struct arena *a, const struct ncu_list *all, struct counter_name *n)
{
	size_t base = ncu_base(n->name), i;
	bool suffix = has_base(all, n->name, base);
	const char *name = suffix ? n->name : arena_copy(a, n->name, base);
	unsigned distance[NEAR_MOST + 1], far;

	n->near = arena_make(a, NEAR_MOST * sizeof(*n->near));
	for (i = 0; i < all->n; i++) {
		const char *other = all->items[i].name;

		if (ncu_has_suffix(other) != suffix)
			continue;
		far = find_distance(name, other);
		if (far <= strlen(name) / 2)
			add_near(n, distance, other, far);
	}
}

/* Whether a name, or a pattern, is of a unit of the device whose counters are
   in the list. */
static bool
knows_unit(const struct ncu_list *all, const char *name)
{
	const char *unit = strstr(name, "__");
	size_t len = unit ? (size_t)(unit - name) + strlen("__") : 0, i;

	if (strchr(name, '*'))
		return true;
	if (!len || strstr(name, "pcsamp"))
		return false; /* sampled, which is a kind of its own */
	for (i = 0; i < all->n; i++) {
		if (!strncmp(all->items[i].name, name, len))
			return true;
	}
	return false;
}

static void
find_name(struct arena *a, const struct ncu_list *all,
		   struct counter_name *n)
{
	bool pattern = strchr(n->name, '*') != NULL;
	size_t i;

	for (i = 0; i < all->n; i++) {
		const struct ncu_metric *m = &all->items[i];

		if (pattern ? fnmatch(n->name, m->name, 0) == 0 :
			      strcmp(n->name, m->name) == 0)
			add_found(a, n, m);
	}
	if (!n->nfound && !pattern)
		find_near(a, all, n);
}

/* --- all of a pack -------------------------------------------------------- */

/* The names without suffixes of those that have some: "a,b"; NULL: none. */
static const char *
list_bases(struct arena *a, const struct pack *p)
{
	struct buf text = { 0 };
	const char *bases = NULL;
	size_t i;

	for (i = 0; i < p->nmetrics; i++) {
		const char *name = p->metrics[i];

		if (strchr(name, '*') || !ncu_has_suffix(name))
			continue;
		if (text.len)
			buf_add(&text, ",", 1);
		buf_add(&text, name, ncu_base(name));
	}
	if (text.len)
		bases = arena_copy(a, text.data, text.len);
	buf_free(&text);
	return bases;
}

/* Whether a name that is not in the list is none of a metric. */
static bool
is_listed(const struct ncu_list *all, const char *name)
{
	if (ncu_has_suffix(name) && !strchr(name, '*') && !all->suffixed)
		return false;
	return all->complete || knows_unit(all, name);
}

/* A name that is not there says nothing where not all were listed. */
static void
add_name(struct arena *a, struct counters *c, const struct ncu_list *all,
	 const char *name)
{
	struct counter_name *n = &c->names[c->nnames];

	memset(n, 0, sizeof(*n));
	n->name = name;
	find_name(a, all, n);
	if (n->nfound || is_listed(all, name))
		c->nnames++;
	else
		warn("whether there is a metric '%s' is not known: this ncu "
		     "does not list %s", name,
		     all->suffixed ? "all kinds" : "suffixes");
}

bool
counters_find_names(struct arena *a, const struct results *r,
		    struct counters *c)
{
	const struct pack *p = r->pack;
	const struct ncu_query query = { r->device.name, list_bases(a, p) };
	struct ncu_list all;
	struct fault f = { 0 };
	size_t i;

	if (!ncu_list(a, c->ncu, &query, &all, &f)) {
		warn("the profiler lists no metrics: %s", f.text);
		return false;
	}
	c->names = arena_make(a, (p->nmetrics + 1) * sizeof(*c->names));
	for (i = 0; i < p->nmetrics; i++)
		add_name(a, c, &all, p->metrics[i]);
	return true;
}
