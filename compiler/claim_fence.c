/* Fences that are compiled, and the tests of their kernels -> claims. */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "claim_parts.h"
#include "marker.h"
#include "page.h"
#include "recipe.h"
#include "scan.h"

/* What the caret shows: the info string, or the marker's first line. */
static struct span
fence_place(const struct fence *f)
{
	struct span at = f->block ? f->block->info : f->at;
	size_t line = str_find_byte(span_str(at), '\n');

	return span_slice(at, 0, line);
}

/* What the caret shows: what must be so, or the marker's first line. */
static struct span
test_place(const struct marker *m)
{
	if (m->checks)
		return m->checks->at;
	return span_slice(m->at, 0, str_find_byte(span_str(m->at), '\n'));
}

/* What no test can be is said before anything is built. */
static void
check_recipe(struct gather *g, struct claim *c, const struct marker *m)
{
	struct buf lines = { 0 };

	if (!recipe_emit(&lines, m, g->page->diag))
		c->trouble = STR("the test cannot be run");
	buf_free(&lines);
}

static void
check_probe(struct gather *g, const struct marker *m)
{
	struct buf lines = { 0 };

	recipe_emit_probe(&lines, m, g->page->diag);
	buf_free(&lines);
}

static void
gather_tests(struct gather *g, const struct fence *f)
{
	for (size_t i = 0; i < f->ntests; i++) {
		const struct marker *m = f->tests[i];
		struct claim *c;

		if (m->kind != MARKER_TEST) {
			check_probe(g, m);
			continue;
		}
		c = gather_claim(g, CLAIM_TEST, test_place(m));
		c->fence = f;
		c->marker = m;
		c->marker_at = m->at;
		gather_options(g, c, &m->options);
		check_recipe(g, c, m);
	}
}

/* One claim for each architecture that the fence names, else for the page's. */
static void
gather_fence(struct gather *g, const struct fence *f)
{
	size_t n = f->words->nsm;

	for (size_t i = 0; i < (n > 0 ? n : 1); i++) {
		struct claim *c = gather_claim(g, CLAIM_FENCE, fence_place(f));

		c->fence = f;
		if (f->broken) /* that is said */
			c->trouble = STR("the fence is not closed");
		if (n > 0)
			c->sm = f->words->sm[i];
		if (c->sm.n == 0) /* likewise */
			c->trouble = STR("its architecture is unknown");
	}
}

void
gather_fences(struct gather *g)
{
	for (size_t i = 0; i < g->page->nfences; i++) {
		const struct fence *f = &g->page->fences[i];

		if (!f->words->sketch)
			gather_fence(g, f);
		gather_tests(g, f);
	}
}
