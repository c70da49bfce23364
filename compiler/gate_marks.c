/*
 * The page as text: marks of a merge that was left half done, and numbers that
 * nothing checks and that were not there before.
 *
 * The idea: numbers without a check have no name, so those with the same text
 * are counted: as many as there were may stay, wherever they have gone. Where a
 * marker was taken away its number is one that is new. Marks of a merge are
 * looked for on lines alone, in fences too: they belong nowhere.
 */
#include "arena.h"
#include "claim.h"
#include "gate.h"
#include "gate_parts.h"
#include "map.h"
#include "page.h"
#include "quantity.h"
#include "source.h"
#include "wiki.h"
#include "writeback.h"

/* `<<<<<<< HEAD` or `>>>>>>> branch`; a line of `=` is a heading's. */
static bool
is_conflict(struct str line)
{
	return (str_starts(line, STR("<<<<<<<")) ||
		str_starts(line, STR(">>>>>>>"))) &&
	       (line.n == 7 || line.p[7] == ' ');
}

void
gate_marks(struct gate *g, const struct gate_pair *p)
{
	const struct source *s = gate_page_now(g, p)->source;

	for (size_t i = 1; i <= s->nlines; i++) {
		struct span line = source_line(s, i);
		struct gate_finding f = { .rule = GATE_CONFLICT, .fails = true,
					  .at = line };

		if (is_conflict(span_str(line)))
			gate_add(g, &f, "a merge was left half done here");
	}
}

/* How often each text is without a check: counts[ids of its map]. */
static size_t *
count_unbound(struct arena *a, struct map *texts, const struct claims *c)
{
	size_t *counts = arena_alloc(a, (c->nunbound + 1) * sizeof *counts);

	for (size_t i = 0; i < c->nunbound; i++)
		counts[map_add(texts, span_str(c->unbound[i].at), i)]++;
	return counts;
}

void
gate_unbound(struct gate *g, const struct gate_pair *p)
{
	static const struct claims none = { 0 };
	const struct claims *now = p->now->claims;
	struct map texts = { .arena = g->arena };
	size_t *left = count_unbound(g->arena, &texts,
				     p->before ? p->before->claims : &none);

	for (size_t i = 0; i < now->nunbound; i++) {
		struct span at = now->unbound[i].at;
		size_t k = map_find(&texts, span_str(at));
		struct gate_finding f = { .rule = GATE_UNBOUND, .at = at,
					  .fails = g->policy->keep_coverage };

		if (k != SIZE_MAX && left[k] > 0) {
			left[k]--;
			continue;
		}
		gate_add(g, &f, "nothing checks '" STR_FMT "', which is new: "
			 "bind it, or `ignore` it with the reason",
			 STR_ARG(span_str(at)));
	}
}
