/*
 * Names of functions and instructions: whether they are there, and since which
 * architecture.
 *
 * What building found of a name, or why nothing did, becomes a value; a name
 * that is not there says for which architecture that is.
 */
#include "arena.h"
#include "built.h"
#include "claim.h"
#include "expr.h"
#include "observe.h"
#include "plan.h"
#include "value.h"
#include "observe_parts.h"

static const struct name_found *
find_name(const struct target *t, const struct built *b, struct str subject)
{
	if (!b || !b->names)
		return NULL;
	if (t->kind == TARGET_CALL)
		return &b->names[0];
	for (size_t i = 0; i < t->nnames; i++)
		if (str_equal(t->names[i], plan_bare_name(subject)))
			return &b->names[i];
	return NULL;
}

/* Since which architecture it is there; empty if that is not known. */
static struct str
name_from(struct arena *a, const struct name_found *n)
{
	if (n->from.n > 0 || n->min_sm.n == 0)
		return n->from;
	return arena_printf(a, "from " STR_FMT, STR_ARG(n->min_sm));
}

struct value
observe_name(struct arena *a, const struct target *t,
	     const struct name_found *n)
{
	struct str why = n->why.n ? n->why : STR("no API of that name");

	if (n->unsure)
		return observe_lacks(arena_printf(a, "ptxas does not tell: "
						  STR_FMT, STR_ARG(n->why)));
	if (n->exists)
		return observe_remark(true, name_from(a, n));
	/* a header may have it for others; of mnemonics all were asked */
	if (!t->ptx_names)
		why = arena_printf(a, "on " STR_FMT ": " STR_FMT,
				   STR_ARG(t->sm), STR_ARG(why));
	return observe_answer(false, why);
}

struct value
observe_api(struct arena *a, const struct world *w,
	    const struct target *t, const struct fact *f)
{
	const struct built *b = observe_built(w, t);
	const struct name_found *n = t ? find_name(t, b, f->subject) : NULL;

	if (!n)
		return observe_built_lack(a, w, t);
	if (!n->unsure && str_equal(f->expr->text, STR("min_sm")))
		return n->min_sm.n > 0 ? value_arch(n->min_sm) :
			value_lack(LACK_ERROR, n->why.n ? n->why :
				   STR("no architecture is known for it"));
	return observe_name(a, t, n);
}
