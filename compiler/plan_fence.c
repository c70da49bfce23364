/*
 * Fences as targets: their names, and which earlier fences of the page come
 * along.
 *
 * The idea: an earlier fence comes along when the later one uses one of its
 * names and does not define it itself (plan_code.c).
 */
#include "arena.h"
#include "claim.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "plan_parts.h"

/* --- names --------------------------------------------------------------- */

struct str
plan_folder(struct arena *a, struct str page)
{
	if (str_ends(page, STR(".md")))
		page.n -= 3;
	return plan_safe_name(a, page);
}

static size_t
fence_index(const struct page *p, const struct fence *f)
{
	return (size_t)(f - p->fences);
}

static struct str
fence_name(struct arena *a, const struct page *p, const struct fence *f)
{
	struct str page = plan_folder(a, p->name);

	if (f->words->id.n > 0)
		return arena_printf(a, STR_FMT "/" STR_FMT, STR_ARG(page),
				    STR_ARG(plan_safe_name(a, f->words->id)));
	return arena_printf(a, STR_FMT "/fence%zu", STR_ARG(page),
			    fence_index(p, f) + 1);
}

/* --- targets ------------------------------------------------------------- */

/* All earlier fences that f needs, those of its needs included, in order. */
static void
find_before(struct planner *p, struct target *t, const struct page *page,
	    const struct fence *f)
{
	size_t n = fence_index(page, f);
	bool *wanted = arena_alloc(p->arena, page->nfences + 1);

	wanted[n] = true;
	plan_want_before(plan_code(p), wanted);
	t->before = arena_alloc(p->arena, (n + 1) * sizeof *t->before);
	for (size_t i = 0; i < n; i++)
		if (wanted[i])
			t->before[t->nbefore++] = &page->fences[i];
}

static bool
is_ptx(const struct fence *f)
{
	return str_equal(f->words->language, STR("ptx")) ||
	       str_equal(f->words->language, STR("asm"));
}

struct target *
plan_fence(struct planner *p, const struct fence *f, bool check)
{
	const struct page *page = p->claim->page;
	struct str name = fence_name(p->arena, page, f);
	struct str own = f->words->nsm > 0 && f->words->sm[0].n > 0
				 ? f->words->sm[0]
				 : p->claims->sm;
	struct str sm = check ? p->claim->sm : plan_sm(p, own);
	bool fresh;
	struct target *t;

	if (sm.n == 0) /* an unknown one, of which the page has an error */
		return NULL;
	if (check)
		name = arena_printf(p->arena, STR_FMT "-check", STR_ARG(name));
	if (check && f->words->nsm > 1) /* each is named, the first too */
		own = STR("");
	t = plan_target_for(p, name, (const struct str[]){ sm, own }, &fresh);
	if (!fresh)
		return t;
	t->kind = is_ptx(f) ? TARGET_PTX : TARGET_FENCE;
	t->page = page;
	t->fence = f;
	t->check = check;
	t->cubin = check; /* ptxas must have seen it */
	t->entry = f->words->id.n > 0 ? f->words->id : STR("fragment");
	if (p->unbuilt)
		return t;
	t->body = f->given || !plan_is_unit(plan_code(p), fence_index(page, f));
	if (t->kind == TARGET_FENCE)
		find_before(p, t, page, f);
	return t;
}

struct target *
plan_fence_of(struct planner *p, struct str name)
{
	const struct page *page = p->claim->page;

	for (size_t i = 0; i < page->nfences; i++)
		if (str_equal(page->fences[i].words->id, name) &&
		    !page->fences[i].broken)
			return plan_fence(p, &page->fences[i], false);
	for (size_t i = 0; i < page->nfences; i++)
		if (!page->fences[i].words->sketch &&
		    plan_defines(plan_code(p), i, name))
			return plan_fence(p, &page->fences[i], false);
	return NULL;
}
