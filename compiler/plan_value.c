/*
 * `value(EXPR)`: an expression of device code as a target.
 *
 *	value(__hmul(a, b))	double out[1]
 *				kbc_value<<<1, 1>>>(out)
 *				check out[0] == 0
 *
 * The idea: it is a test of a kernel that stores what the expression comes to;
 * what the check found instead of 0 is its worth. Nothing of the page but the
 * expression is in its source.
 */
#include "arena.h"
#include "claim.h"
#include "diag.h"
#include "expr.h"
#include "hash.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "plan_parts.h"
#include "scan.h"
#include "source.h"

static const struct str recipe_text = STR_INIT(
	"test\n"
	"double out[1]\n"
	"kbc_value<<<1, 1>>>(out)\n"
	"check out[0] == 0");

/* The test, as if the page had it where the expression is. */
static const struct marker *
make_marker(struct arena *a, struct span at)
{
	const struct source *s = source_make(a, STR("value"), recipe_text);
	struct comment c = { .body = source_span(s, 0, recipe_text.n) };
	struct marker *m;

	c.at = c.body;
	m = marker_parse(a, &c, diag_make(a));
	if (!m)
		bug("the test of a value is none");
	m->at = at;
	return m;
}

struct target *
plan_value(struct planner *p, const struct fact *f)
{
	const struct page *page = p->claim->page;
	struct str hash = str_slice(hash_hex(p->arena, f->subject), 0, 8);
	bool fresh;
	struct target *t = plan_target_for(p, arena_printf(p->arena,
		STR_FMT "/value-" STR_FMT, STR_ARG(plan_folder(p->arena,
							    page->name)),
		STR_ARG(hash)), (const struct str[]){ p->claim->sm,
		p->claims->sm }, &fresh);

	if (!fresh)
		return t;
	t->kind = TARGET_RUN;
	t->page = page;
	t->run = make_marker(p->arena, f->expr->at);
	t->value = str_trim(f->subject);
	t->cubin = true;
	return t;
}
