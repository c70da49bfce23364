/*
 * kbc diff: the claims of a wiki judged twice, as if its pages spoke of the
 * one device and of the other, or by what was built with one toolkit and with
 * another.
 *
 * The idea: nothing is compared but verdicts on the same claim, from what the
 * ledger has of each side; nothing is built or measured. What a claim says of
 * a device or an architecture by `on` stays, and is no difference. Where
 * nothing is decided on both sides nothing was compared, which is no success.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "cmd.h"
#include "diag.h"
#include "page.h"
#include "report.h"
#include "session.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include <math.h>

/* What came of a claim on both sides. */
struct pair {
	const struct claim *claim;
	const struct verdict *first, *second;
};

/* Claims of which the ledger decides something. */
struct counts {
	size_t both, flipped, only_first, only_second;
};

static bool
is_decided(const struct verdict *v)
{
	return v->status == STATUS_CONFIRMED || v->status == STATUS_REFUTED ||
	       v->status == STATUS_PROBE_LIMITED ||
	       v->status == STATUS_INCONCLUSIVE;
}

/* Whether a claim is about a device at all. */
static bool
is_measured(const struct pair *p)
{
	return p->first->measured || p->second->measured ||
	       p->first->basis == BASIS_MEASURED ||
	       p->second->basis == BASIS_MEASURED;
}

/* `confirmed on H200: 4.0 cycles` */
static void
add_side(struct buf *out, struct arena *a, struct str name,
	 const struct claim *c, const struct verdict *v)
{
	struct str is = verdict_is(a, c, v);

	buf_printf(out, STR_FMT " on " STR_FMT, STR_ARG(status_text(v->status)),
		   STR_ARG(name));
	if (is.n > 0)
		buf_printf(out, ": " STR_FMT, STR_ARG(is));
}

static void
add_pair(struct buf *out, struct arena *a, const struct str names[2],
	 const struct pair *p)
{
	double ratio = p->second->value / p->first->value;
	uint32_t line, column;

	source_place(p->claim->page->source, p->claim->at.at, &line, &column);
	buf_printf(out, STR_FMT ":%u:%u: ", STR_ARG(p->claim->page->path),
		   line, column);
	add_side(out, a, names[0], p->claim, p->first);
	buf_add(out, STR("; "));
	add_side(out, a, names[1], p->claim, p->second);
	if (p->first->measured && p->second->measured && isfinite(ratio))
		buf_printf(out, "; %.3gx", ratio);
	buf_printf(out, "  [" STR_FMT "]\n", STR_ARG(claim_id(p->claim)));
}

static void
compare_page(struct buf *out, struct counts *n, const struct session *sides,
	     const struct str *names, size_t page)
{
	const struct page_verdicts *x = &sides[0].verdicts[page];
	const struct page_verdicts *y = &sides[1].verdicts[page];

	for (size_t i = 0; i < x->claims->n && i < y->claims->n; i++) {
		const struct pair p = { &x->claims->items[i], &x->verdicts[i],
					&y->verdicts[i] };
		bool first = is_decided(p.first), second = is_decided(p.second);
		bool flips = first && second &&
			     p.first->status != p.second->status;

		if (!is_measured(&p) || (!first && !second) ||
		    !str_equal(claim_id(p.claim),
			       claim_id(&y->claims->items[i])))
			continue;
		n->both += first && second;
		n->only_first += first && !second;
		n->only_second += second && !first;
		n->flipped += flips;
		if (flips || (sides[0].given.verbose && first && second))
			add_pair(out, sides[0].arena, names, &p);
	}
}

/* The wiki judged as if it spoke of a device, or by a toolkit's code; false
   where it cannot be. */
static bool
judge_by(const struct session *s, struct session *side, struct str name)
{
	*side = session_beside(s);
	if (s->given.toolkits)
		side->given.toolkit = name;
	else
		side->given.on = name;
	return session_judge_unbuilt(side);
}

static void
say_differences(const struct session *sides, const struct str *names,
		struct counts *n)
{
	struct buf out = { 0 };

	for (size_t i = 0; i < sides[0].nselected; i++)
		compare_page(&out, n, sides, names, i);
	buf_printf(&out, "%zu claim%s decided on both: %zu differ%s; %zu on "
		   STR_FMT " alone, %zu on " STR_FMT " alone\n", n->both,
		   n->both == 1 ? "" : "s", n->flipped,
		   n->flipped == 1 ? "s" : "", n->only_first,
		   STR_ARG(names[0]), n->only_second, STR_ARG(names[1]));
	report_print(REPORT_TEXT, &out);
	buf_free(&out);
}

/* What was compared, as the run's outcome. */
static void
conclude(struct session *s, const struct session *sides,
	 const struct str *names)
{
	struct counts n = { 0 };

	say_differences(sides, names, &n);
	if (n.both == 0)
		diag_fail(s->diag, "nothing was compared: the ledger decides "
			  "no claim both on " STR_FMT " and on " STR_FMT,
			  STR_ARG(names[0]), STR_ARG(names[1]));
	s->nfailed += n.flipped;
}

int
cmd_diff(struct session *s)
{
	struct session sides[2] = { { 0 }, { 0 } };
	struct str names[2];
	bool good = true;

	if (!cmd_take_first(s, &names[0]) || !cmd_take_first(s, &names[1]))
		die("kbc diff takes two devices, or with --toolkit two "
		    "versions, and pages");
	for (int i = 0; good && i < 2; i++) {
		good = judge_by(s, &sides[i], names[i]);
		if (!good || i == 1)
			session_say(&sides[i]);
		s->nunable += !good;
	}
	if (good)
		conclude(s, sides, names);
	for (int i = 0; i < 2; i++)
		session_close(&sides[i]);
	return cmd_finish(s);
}
