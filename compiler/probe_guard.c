/*
 * Evidence of a probe -> may it count?
 *
 * The idea: a number is only about what ran. The evidence must be of the cubin
 * that the same toolkit makes of the same source here, and in that cubin the
 * hot loop of every kernel must hold exactly the instructions that the probe's
 * head promises: a loop that the compiler packed, hoisted or deleted is
 * another probe. A kernel without a loop is counted whole.
 *
 * Not here: samples (evidence), the band (verdict).
 */
#include "arena.h"
#include "built.h"
#include "diag.h"
#include "evidence.h"
#include "library.h"
#include "listing.h"
#include "pack_head.h"
#include "plan.h"
#include "probe_guard.h"
#include "toolkit.h"
#include "value.h"

/* The same toolkit makes the same bytes of the same source. */
static bool
is_other_code(const struct built *b, const struct evidence *e,
	      const struct toolkit *toolkit)
{
	return toolkit && b->cubin_hash.n > 0 && e->cubin.n > 0 &&
	       str_equal(toolkit->nvcc.version, e->toolkit) &&
	       !str_equal(b->cubin_hash, e->cubin);
}

/* How many instructions the head promises for a point; false if it says
   nothing that is a whole number. */
static bool
promised(struct arena *a, const struct target *t, const struct point *p,
	 size_t *count)
{
	struct head h = { .arena = a, .diag = diag_make(a), .probe = t->probe,
			  .settings = p->settings,
			  .nsettings = p->nsettings };
	const struct node *n = head_find(&h, STR("loop.count"));
	struct product out;

	if (!n || !head_eval(&out, &h, n) || out.sm || out.l2 ||
	    out.number < 1)
		return false;
	*count = (size_t)out.number;
	return true;
}

/* What is wrong with one kernel; empty when it is as promised. */
static struct str
fault_of(struct arena *a, const struct target *t, const struct built *b,
	 const struct point *p)
{
	struct str glob = probe_entry(t->probe, STR("loop.instruction"),
				      p->settings, p->nsettings);
	const struct kernel *k = listing_find(b->sass, p->entry);
	size_t want, is;

	if (glob.n == 0)
		return STR("");
	if (!k)
		return arena_printf(a, "its cubin has no kernel '" STR_FMT
				    "'", STR_ARG(p->entry));
	is = listing_count(k, glob, k->has_loop);
	if (is == 0 && k->has_loop)
		is = listing_count(k, glob, false);
	if (!promised(a, t, p, &want) || is == want)
		return STR("");
	return arena_printf(a, "the hot loop of " STR_FMT " holds %zu "
			    STR_FMT ", the probe promises %zu",
			    STR_ARG(p->entry), is, STR_ARG(glob), want);
}

struct value
probe_guard(struct arena *a, const struct target *t, const struct built *b,
	    const struct evidence *e, const struct toolkit *toolkit)
{
	if (!b || !b->tried)
		return value_truth(true);
	if (is_other_code(b, e, toolkit))
		return value_lack(LACK_STALE, STR("its cubin is not the one "
						  "that was measured"));
	if (!b->sass)
		return value_lack(LACK_NOT_RUN, STR("needs sass"));
	for (size_t i = 0; i < t->npoints; i++) {
		struct str fault = fault_of(a, t, b, &t->points[i]);

		if (fault.n > 0)
			return value_lack(LACK_ERROR, fault);
	}
	return value_truth(true);
}
