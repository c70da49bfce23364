/*
 * Tests and page probes as targets: one source with all the kernels that they
 * launch.
 *
 * The idea: a name is looked for where a reader would, in the fence that the
 * marker stands behind, then in those above it, the nearest first, at last in
 * those below; a fragment is found by its id. What those fences need of
 * earlier ones comes along as it does for a fence.
 */
#include "arena.h"
#include "claim.h"
#include "expr.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "plan_parts.h"
#include "recipe.h"

static bool
is_of(const struct code *c, const struct page *page, size_t at, struct str name)
{
	const struct fence *f = &page->fences[at];

	if (f->words->sketch || f->words->fails)
		return false;
	return str_equal(f->words->id, name) || plan_defines(c, at, name);
}

static size_t
home_of(const struct page *page, const struct marker *m)
{
	for (size_t i = 0; i < page->nfences; i++)
		for (size_t k = 0; k < page->fences[i].ntests; k++)
			if (page->fences[i].tests[k] == m)
				return i;
	return 0;
}

/* The fence that has a kernel; page->nfences if none has. */
static size_t
find_fence(const struct code *c, const struct page *page, size_t home,
	   struct str name)
{
	for (size_t i = home + 1; i-- > 0;)
		if (is_of(c, page, i, name))
			return i;
	for (size_t i = home + 1; i < page->nfences; i++)
		if (is_of(c, page, i, name))
			return i;
	return page->nfences;
}

/* `ns::sum<float, 4>` is defined as `sum`. */
static struct str
plain_name(struct str kernel)
{
	struct str name =
		str_trim(str_slice(kernel, 0, str_find_byte(kernel, '<')));
	size_t at;

	while ((at = str_find(name, STR("::"))) < name.n)
		name = str_skip(name, at + 2);
	return name;
}

static void
find_fences(struct planner *p, struct target *t)
{
	const struct page *page = t->page;
	bool *wanted = arena_alloc(p->arena, page->nfences + 1);
	size_t home = home_of(page, t->run);
	struct code *c = plan_code(p);
	const struct launch *l;

	for (size_t i = 0; (l = recipe_launch(t->run, i)); i++) {
		size_t at = find_fence(c, page, home, plain_name(l->kernel));

		/* a device function may be CUDA's own */
		if (at == page->nfences && !l->target)
			t->missing = str_trim(l->kernel);
		wanted[at] = true;
	}
	wanted[page->nfences] = false;
	plan_want_before(c, wanted);
	t->before =
		arena_alloc(p->arena, (page->nfences + 1) * sizeof *t->before);
	t->bodies = arena_alloc(p->arena, page->nfences + 1);
	for (size_t i = 0; i < page->nfences; i++) {
		const struct fence *f = &page->fences[i];

		if (!wanted[i])
			continue;
		t->bodies[t->nbefore] = f->given || !plan_is_unit(c, i);
		t->before[t->nbefore++] = f;
	}
}

/* Which of its page's tests it is, from 1. */
static size_t
count_until(const struct page *page, const struct marker *m)
{
	size_t n = 0;

	for (size_t i = 0; i < page->nfences; i++)
		for (size_t k = 0; k < page->fences[i].ntests; k++) {
			n++;
			if (page->fences[i].tests[k] == m)
				return n;
		}
	return n;
}

static struct str
run_name(struct arena *a, const struct page *page, const struct marker *m)
{
	struct str folder = plan_folder(a, page->name);
	bool test = m->kind == MARKER_TEST;
	struct str id = test ? m->options.id : m->name;

	if (id.n == 0)
		return arena_printf(a, STR_FMT "/test%zu", STR_ARG(folder),
				    count_until(page, m));
	return arena_printf(a, STR_FMT "/%s-" STR_FMT, STR_ARG(folder),
			    test ? "test" : "probe",
			    STR_ARG(plan_safe_name(a, id)));
}

/* The page's architecture, unless the fence in front says its own. */
static struct str
run_sm(const struct planner *p, const struct page *page, const struct marker *m)
{
	const struct fence *f = &page->fences[home_of(page, m)];

	for (size_t i = 0; i < f->words->nsm; i++)
		if (str_equal(f->words->sm[i], p->claims->sm))
			return p->claims->sm;
	return f->words->nsm > 0 ? f->words->sm[0] : p->claims->sm;
}

struct target *
plan_run(struct planner *p, const struct marker *m)
{
	const struct page *page = p->claim->page;
	struct target *t;
	struct str own;
	bool fresh;

	if (!m)
		return NULL;
	own = run_sm(p, page, m);
	t = plan_target_for(p, run_name(p->arena, page, m),
			    (const struct str[]){ plan_sm(p, own), own },
			    &fresh);
	if (!fresh)
		return t;
	t->kind = TARGET_RUN;
	t->page = page;
	t->run = m;
	t->cubin = true;
	t->sass = m->kind == MARKER_PROBE; /* for its record */
	find_fences(p, t);
	return t;
}

const struct marker *
plan_find_run(const struct planner *p, struct str name)
{
	const struct page *page = p->claim->page;

	for (size_t i = 0; i < page->nfences; i++)
		for (size_t k = 0; k < page->fences[i].ntests; k++) {
			const struct marker *m = page->fences[i].tests[k];
			struct str id = m->kind == MARKER_TEST ? m->options.id
							       : m->name;

			if (str_equal(id, name))
				return m;
		}
	return NULL;
}
