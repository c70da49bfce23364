/*
 * The toolkits whose code evidence may be of, for the gate.
 *
 * The idea: a limit is a version, `13.0`, compared number by number as far as
 * it goes; so the newest one that is taken includes all that begin like it, and
 * the oldest, too. Only claims that the merge answers for are looked at.
 */
#include "arena.h"
#include "claim.h"
#include "cmd_gate.h"
#include "evidence.h"
#include "gate.h"
#include "plan.h"
#include "recall.h"
#include "session.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include "observe.h"

static uint64_t
take_number(struct str *rest)
{
	struct str part;
	uint64_t n = 0;

	if (str_split(&part, rest, '.'))
		str_unsigned(part, &n);
	return n;
}

/* A version against a limit, as far as that goes: below 0 if it is older. */
static int
compare_version(struct str version, struct str limit)
{
	while (limit.n > 0) {
		uint64_t x = take_number(&version), y = take_number(&limit);

		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

struct str
gate_limit(struct str x, struct str y, bool last)
{
	int order = x.n > y.n ? compare_version(x, y) :
				-compare_version(y, x);

	if (x.n == 0 || y.n == 0)
		return x.n > 0 ? x : y;
	if (order == 0) /* one goes on where the other ends */
		return (x.n > y.n) ? x : y;
	return (order < 0) == last ? x : y;
}

static bool
is_taken(const struct gate_policy *p, struct str version)
{
	return compare_version(version, p->toolkit_from) >= 0 &&
	       compare_version(version, p->toolkit_to) <= 0;
}

static void
check_evidence(const struct session *s, struct gate *g, const struct claim *c,
	       const struct target *t)
{
	const struct gate_policy *p = g->policy;
	struct gate_finding f = { .rule = GATE_TOOLKIT, .fails = true,
				  .at = c->at, .id = claim_id(c) };
	const struct evidence *e;

	if (!t || (t->kind != TARGET_PROBE && t->kind != TARGET_RUN))
		return;
	e = ledger_find(s->ledger, recall_job(s->world->recall, t), c->device);
	if (!e || is_taken(p, e->toolkit))
		return;
	gate_add(g, &f, "its evidence is of code of toolkit " STR_FMT
		 ", kbc.yaml takes%s" STR_FMT "%s" STR_FMT,
		 STR_ARG(e->toolkit.n > 0 ? e->toolkit : STR("unknown")),
		 p->toolkit_from.n > 0 ? " from " : "",
		 STR_ARG(p->toolkit_from), p->toolkit_to.n > 0 ? " to " : "",
		 STR_ARG(p->toolkit_to));
}

static void
check_page(const struct session *s, struct gate *g, const struct gate_pair *p)
{
	const struct page_verdicts *now = p->now;

	for (size_t i = 0; i < now->claims->n; i++) {
		const struct claim *c = &now->claims->items[i];

		for (size_t f = 0; p->touched[i] && f < c->nfacts; f++)
			check_evidence(s, g, c, plan_find(s->plan, now->page,
							  c->number, f));
	}
}

void
gate_toolkits(const struct session *s, struct gate *g,
	      const struct gate_pair *pairs, size_t n)
{
	const struct gate_policy *p = g->policy;

	if (p->toolkit_from.n == 0 && p->toolkit_to.n == 0)
		return;
	for (size_t k = 0; k < n; k++)
		if (pairs[k].touched)
			check_page(s, g, &pairs[k]);
}
