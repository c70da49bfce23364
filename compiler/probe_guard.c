/*
 * Evidence of a probe -> may it count?
 *
 * The idea: a number is only about what ran. The evidence must be of the cubin
 * that the same toolkit makes of the same source here, and in that cubin the
 * hot loop of every kernel must hold exactly the instructions that the probe's
 * head promises: a loop that the compiler packed, hoisted or deleted is
 * another probe. A kernel without a loop is counted whole, and so is one whose
 * loop has none of them; but where launches are told how many turns to make
 * there must be a loop.
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
#include "value.h"
#include "yaml.h"

#include <stdint.h>

static struct head
head_of(struct arena *a, const struct target *t, const struct point *p)
{
	return (struct head){ .arena = a, .diag = diag_make(a),
			      .probe = t->probe, .settings = p->settings,
			      .nsettings = p->nsettings };
}

/* The patterns of what the hot loop is to hold; empty if the head does not
   say. */
static struct str
loop_globs(struct arena *a, const struct target *t, const struct point *p)
{
	struct head h = head_of(a, t, p);
	const struct node *n = head_find(&h, STR("loop.instruction"));

	return n && n->kind == NODE_SCALAR ? head_text(&h, n) : STR("");
}

/* A whole number that the head says of the loop of a point; false if it says
   none. */
static bool
loop_number(struct arena *a, const struct target *t, const struct point *p,
	    const char *entry, size_t *out)
{
	struct head h = head_of(a, t, p);
	const struct node *n = head_find(&h, arena_printf(a, "loop.%s",
							  entry));
	struct product number;

	if (!n || !head_eval(&number, &h, n) || number.sm || number.l2 ||
	    number.number < 1)
		return false;
	*out = (size_t)number.number;
	return true;
}

/* How many instructions of the loop, or of the whole kernel, one of the
   patterns matches. */
static size_t
count_all(const struct kernel *k, struct str globs, bool loop)
{
	struct str glob;
	size_t n = 0;

	while (str_split(&glob, &globs, ' '))
		n += glob.n > 0 ? listing_count(k, glob, loop) : 0;
	return n;
}

/* How a point is measured: `events iterations 32`. */
static struct str
measure_of(struct arena *a, const struct target *t, const struct point *p)
{
	struct head h = head_of(a, t, p);
	const struct node *n = head_find(&h, STR("measure"));

	return n ? str_trim(head_text(&h, n)) : STR("");
}

/* Whether a launch is told how many turns its loop makes. */
static bool
is_iterated(struct arena *a, const struct target *t, const struct point *p)
{
	struct str text = measure_of(a, t, p);

	return str_find(text, STR(" iterations ")) < text.n;
}

/* How many instructions of a kernel are promised ones, and how many others. */
struct found {
	size_t promised, others;
};

/* Of the loop; where that has none of them, as in a kernel without one, of all
   the kernel. */
static struct found
count_found(const struct kernel *k, struct str globs)
{
	size_t promised = k->has_loop ? count_all(k, globs, true) : 0;
	bool loop = promised > 0;

	if (!loop)
		promised = count_all(k, globs, false);
	return (struct found){ promised,
			       listing_count(k, STR("*"), loop) - promised };
}

/* What is wrong with the counts of a kernel; empty if nothing is. */
static struct str
fault_of_counts(struct arena *a, const struct target *t,
		const struct point *p, const struct kernel *k,
		struct str globs)
{
	struct found is = count_found(k, globs);
	size_t want, most, more = 0;

	loop_number(a, t, p, "more", &more);
	if (loop_number(a, t, p, "count", &want) &&
	    (is.promised < want || is.promised > want + more))
		return arena_printf(a, "the hot loop of " STR_FMT " holds %zu "
			STR_FMT ", the probe promises %zu", STR_ARG(p->entry),
			is.promised, STR_ARG(globs), want);
	if (loop_number(a, t, p, "others", &most) && is.others > most)
		return arena_printf(a, "the hot loop of " STR_FMT " holds %zu "
			"instructions besides " STR_FMT ", the probe promises "
			"%zu at most", STR_ARG(p->entry), is.others,
			STR_ARG(globs), most);
	return STR("");
}

/* What is wrong with one kernel; empty when it is as promised. */
static struct str
fault_of(struct arena *a, const struct target *t, const struct built *b,
	 const struct point *p)
{
	struct str globs = loop_globs(a, t, p);
	const struct kernel *k = listing_find(b->sass, p->entry);

	if (globs.n == 0)
		return STR("");
	if (!k)
		return arena_printf(a, "its cubin has no kernel '" STR_FMT
				    "'", STR_ARG(p->entry));
	if (!k->has_loop && is_iterated(a, t, p))
		return arena_printf(a, STR_FMT " has no loop",
				    STR_ARG(p->entry));
	return fault_of_counts(a, t, p, k, globs);
}

/* Where the search for a long enough launch begins: the last word. */
static double
least_length(struct arena *a, const struct target *t, const struct point *p)
{
	struct str text = measure_of(a, t, p);
	size_t at = text.n;
	uint64_t start;

	while (at > 0 && !byte_is_blank(text.p[at - 1]))
		at--;
	return str_unsigned(str_skip(text, at), &start) ? (double)start : 0;
}

/* What a record says of itself that is not so of its target; or empty. */
static struct str
contradiction(struct arena *a, const struct target *t,
	      const struct evidence *e)
{
	double least = t->npoints > 0 ?
		least_length(a, t, &t->points[0]) : 0;

	if (e->target.n > 0 && !str_equal(e->target, t->sm))
		return arena_printf(a, "its record is of code of " STR_FMT,
				    STR_ARG(e->target));
	for (size_t i = 0; i < e->ncases; i++)
		if (e->cases[i].n < least)
			return arena_printf(a, "its record has a launch of "
				"%.0f, the least that the probe makes is %.0f",
				e->cases[i].n, least);
	return STR("");
}

struct value
probe_guard(struct arena *a, const struct target *t, const struct built *b,
	    const struct evidence *e, const struct toolkit *toolkit)
{
	struct str why = contradiction(a, t, e);

	if (why.n > 0)
		return value_lack(LACK_STALE, why);
	if (!b || !b->tried)
		return value_truth(true);
	if (built_differs(b, toolkit, e->toolkit, e->cubin))
		return value_lack(LACK_STALE, STR("its cubin is not the one "
						  "that was measured"));
	if (!b->sass)
		return value_lack(LACK_TOOL, STR("needs sass"));
	for (size_t i = 0; i < t->npoints; i++) {
		struct str fault = fault_of(a, t, b, &t->points[i]);

		if (fault.n > 0)
			return value_lack(LACK_ERROR, fault);
	}
	return value_truth(true);
}
