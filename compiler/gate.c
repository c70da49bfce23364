/*
 * The gate: a wiki now and before, both judged -> what may not be merged.
 *
 * The idea: a merge answers for what it touches. A claim that is new, or says,
 * asks or rests on something else than before, has to hold, and firmly; any
 * other has to be what it was: what failed before fails no merge that leaves
 * it alone, and what a merge elsewhere turns over does. Both sides are judged
 * by the same code from the same kinds of records, so nothing that either says
 * of itself is believed.
 *
 * What git and the disk have to say is the caller's; parts are gate_match
 * (which claim was which), gate_width (tolerances and scopes), gate_removed,
 * gate_front and gate_marks (the page as text).
 */
#include "arena.h"
#include "claim.h"
#include "diag.h"
#include "fact.h"
#include "gate.h"
#include "gate_parts.h"
#include "page.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

struct str
gate_word(enum gate_rule rule)
{
	static const struct str words[GATE_RULES] = {
		[GATE_REFUTED] = STR_INIT("refuted"),
		[GATE_ERROR] = STR_INIT("error"),
		[GATE_STALE] = STR_INIT("stale"),
		[GATE_LOST] = STR_INIT("lost"),
		[GATE_UNFIRM] = STR_INIT("not-firm"),
		[GATE_DEVICE] = STR_INIT("device"),
		[GATE_TOOLKIT] = STR_INIT("toolkit"),
		[GATE_INCONCLUSIVE] = STR_INIT("inconclusive"),
		[GATE_NOT_RUN] = STR_INIT("not-run"),
		[GATE_UNBOUND] = STR_INIT("unbound"),
		[GATE_REMOVED] = STR_INIT("removed"),
		[GATE_WIDENED] = STR_INIT("widened"),
		[GATE_NARROWED] = STR_INIT("narrowed"),
		[GATE_WORD] = STR_INIT("word"),
		[GATE_CONFLICT] = STR_INIT("conflict"),
		[GATE_ALTERED] = STR_INIT("altered"),
		[GATE_EMPTY] = STR_INIT("empty"),
	};

	return words[rule];
}

void
gate_add(struct gate *g, const struct gate_finding *f, const char *fmt, ...)
{
	struct gate_finding *out;
	va_list ap;

	g->findings = arena_grow(g->arena, g->findings, g->n, &g->cap,
				 sizeof *g->findings);
	out = &g->findings[g->n++];
	*out = *f;
	va_start(ap, fmt);
	out->text = arena_vprintf(g->arena, fmt, ap);
	va_end(ap);
	g->failed += f->fails;
}

const struct page *
gate_page_now(const struct gate *g, const struct gate_pair *p)
{
	return p->now ? g->now.wiki->pages[p->now->page] : NULL;
}

const struct page *
gate_page_before(const struct gate *g, const struct gate_pair *p)
{
	return p->before ? g->before.wiki->pages[p->before->page] : NULL;
}

/* --- one claim ----------------------------------------------------------- */

bool
gate_measured(const struct claim *c, const struct verdict *v)
{
	for (size_t i = 0; i < c->nfacts; i++)
		if (c->facts[i].family == FACT_MEASURED ||
		    c->facts[i].family == FACT_COUNTER)
			return true;
	return v->measured || v->basis == BASIS_MEASURED;
}

/* A claim and what came of it, now and before. */
struct look {
	struct gate *gate;
	const struct claim *claim;
	const struct verdict *now, *before; /* before: NULL for a new one */
	bool touched;
};

/* `it was confirmed at main`, of a claim that nobody touched. */
static struct str
since(const struct look *l)
{
	if (l->touched || !l->before)
		return STR("");
	return arena_printf(l->gate->arena, "; it was " STR_FMT " at " STR_FMT,
			    STR_ARG(status_text(l->before->status)),
			    STR_ARG(l->gate->rev));
}

/* Adds a finding on a claim; `fails` or let through. */
static void
say(const struct look *l, enum gate_rule rule, bool fails, const char *what)
{
	struct arena *a = l->gate->arena;
	struct str is = verdict_is(a, l->claim, l->now);
	struct str why = verdict_reason(a, l->claim, l->now);
	struct gate_finding f = { .rule = rule, .fails = fails,
				  .at = l->claim->at,
				  .id = claim_id(l->claim) };

	if (rule == GATE_REFUTED && !l->claim->quantity)
		is = STR("");
	gate_add(l->gate, &f, "%s" STR_FMT "%s%s" STR_FMT "%s" STR_FMT STR_FMT,
		 what, STR_ARG(rule == GATE_REFUTED ? l->now->says : STR("")),
		 rule == GATE_REFUTED ? "'" : "", is.n > 0 ? ", it is " : "",
		 STR_ARG(is), why.n > 0 ? ": " : "", STR_ARG(why),
		 STR_ARG(since(l)));
}

/* Something that must not be, unless it was so before and nobody touched
   it. Nobody knows of the base what it takes a tool to know. */
static void
look_at_fault(const struct look *l, enum gate_rule rule, const char *what)
{
	if (!l->touched && l->before &&
	    (l->before->status == l->now->status || l->before->toolless))
		l->gate->old++;
	else
		say(l, rule, true, what);
}

static void
look_at_doubt(const struct look *l)
{
	const struct gate_policy *policy = l->gate->policy;

	if (!l->touched && l->before && l->before->status == l->now->status)
		l->gate->old++;
	else if (l->touched && gate_measured(l->claim, l->now))
		say(l, GATE_UNFIRM, true, "the evidence does not decide it");
	else
		say(l, GATE_INCONCLUSIVE, policy->inconclusive_fails,
		    "it is not decided");
}

static void
look_at_not_run(const struct look *l)
{
	const struct gate_policy *policy = l->gate->policy;
	bool was_known = l->before &&
			 l->before->status != STATUS_NOT_RUN;

	if (!l->touched && !was_known)
		return;
	if (l->now->toolless || !gate_measured(l->claim, l->now))
		say(l, GATE_NOT_RUN, policy->not_run_fails,
		    "only kbc verify decides it");
	else if (l->touched)
		say(l, GATE_UNFIRM, true, "no evidence of it is in the "
		    "ledger");
	else
		say(l, GATE_LOST, true, "its evidence is gone");
}

static bool
was_decided(const struct look *l)
{
	return gate_measured(l->claim, l->now) && l->before &&
	       (l->before->status == STATUS_CONFIRMED ||
		l->before->status == STATUS_REFUTED);
}

static void
look_at(const struct look *l)
{
	switch (l->now->status) {
	case STATUS_REFUTED:
		look_at_fault(l, GATE_REFUTED, "the page says '");
		break;
	case STATUS_ERROR:
		look_at_fault(l, GATE_ERROR, "it cannot be checked");
		break;
	case STATUS_STALE:
		look_at_fault(l, GATE_STALE, "its evidence is of something "
			      "else");
		break;
	case STATUS_INCONCLUSIVE:
	case STATUS_PROBE_LIMITED:
		look_at_doubt(l);
		break;
	case STATUS_NOT_RUN:
		look_at_not_run(l);
		break;
	case STATUS_CONFIRMED:
		if (l->touched && l->now->measured && !l->now->firm)
			say(l, GATE_UNFIRM, true, "it holds, but not firmly: "
			    "the interval is not within the tolerance");
		break;
	case STATUS_NOT_APPLICABLE:
		if (l->touched && was_decided(l))
			say(l, GATE_UNFIRM, true, "it was decided, and the "
			    "ledger has no evidence of it as it is now");
		break;
	case STATUS_UNBOUND:
	case STATUS_COUNT:
		break;
	}
}

/* Every claim of the page as it is; kept[i] says of those before that they are
   there. */
static void
look_at_claims(struct gate *g, struct gate_pair *p, bool *kept)
{
	const struct page_verdicts *now = p->now, *old = p->before;
	size_t *was = gate_match(g, p);

	p->touched = arena_alloc(g->arena, now->claims->n + 1);
	for (size_t i = 0; i < now->claims->n; i++) {
		struct look l = { .gate = g, .claim = &now->claims->items[i],
				  .now = &now->verdicts[i], .touched = true };

		if (was[i] != SIZE_MAX) {
			kept[was[i]] = true;
			l.before = &old->verdicts[was[i]];
			l.touched = !str_equal(
				gate_print(g, &g->now, now, i),
				gate_print(g, &g->before, old, was[i]));
		}
		p->touched[i] = l.touched;
		g->touched += l.touched;
		g->claims++;
		g->decided += l.now->status == STATUS_CONFIRMED ||
			      l.now->status == STATUS_REFUTED;
		if (l.claim->trouble.n > 0 || l.claim->kind == CLAIM_OPEN)
			continue; /* said where it was found; a question */
		look_at(&l);
		if (l.touched && l.before)
			gate_width(g, &old->claims->items[was[i]], l.claim);
	}
}

/* What was said at the base, which lay elsewhere, as it is said of here. */
static struct str
text_of_here(const struct gate *g, struct str text)
{
	struct str there = g->before.wiki->root, here = g->now.wiki->root;
	size_t at = str_find(text, there);

	if (at == text.n)
		return text;
	return arena_join(g->arena, (const struct str[]){
			str_slice(text, 0, at), here,
			str_skip(text, at + there.n) }, 3);
}

bool
gate_was_said(const struct gate *g, const struct diag *d,
	      const struct message *m)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->items[i].level == DIAG_ERROR &&
		    d->items[i].at.at == m->at.at &&
		    str_equal(text_of_here(g, d->items[i].text), m->text))
			return true;
	return false;
}

/* Errors of a page without a change that it had at the base; any other comes
   of what it looks at, or of what the wiki asks. */
static size_t
count_old_errors(const struct gate *g, const struct gate_pair *p,
		 const struct diag *d)
{
	const struct page *before = p->same ? gate_page_before(g, p) : NULL;
	size_t n = 0;

	for (size_t i = 0; before && i < d->n; i++)
		n += d->items[i].level == DIAG_ERROR &&
		     gate_was_said(g, before->diag, &d->items[i]);
	return n;
}

/* A page that could not be read as it should be; why was said of it. Where it
   was so before and nobody touched it, it is only named. */
static void
look_at_errors(struct gate *g, struct gate_pair *p)
{
	const struct page *page = gate_page_now(g, p);
	size_t n = page->diag->count[DIAG_ERROR], old;
	struct gate_finding f = { .rule = GATE_ERROR,
				  .at = source_span(page->source, 0, 0) };

	if (n == 0)
		return;
	old = count_old_errors(g, p, page->diag);
	p->old_errors = old == n;
	f.fails = !p->old_errors;
	if (old > 0 && old < n)
		gate_add(g, &f, "the page has %zu errors, %zu of them as "
			 "before", n, old);
	else
		gate_add(g, &f, "the page has %zu error%s%s", n,
			 n == 1 ? "" : "s", old > 0 ? ", as before" : "");
}

void
gate_page(struct gate *g, struct gate_pair *p, struct str path)
{
	size_t n = p->before ? p->before->claims->n : 0;
	bool *kept = arena_alloc(g->arena, n + 1);

	g->pages++;
	if (p->now) {
		p->same = p->before &&
			  str_equal(gate_page_now(g, p)->source->text,
				    gate_page_before(g, p)->source->text);
		look_at_errors(g, p);
		look_at_claims(g, p, kept);
		gate_marks(g, p);
		gate_unbound(g, p);
		gate_front(g, p);
	}
	g->changed += !p->same;
	if (p->before)
		gate_removed(g, p, path, kept);
}

void
gate_conclude(struct gate *g)
{
	struct gate_finding f = { .rule = GATE_EMPTY, .fails = true };

	if (g->claims == 0)
		gate_add(g, &f, "no claim was checked: a gate that looks at "
			 "none lets nothing through");
	else if (g->decided == 0 && g->changed + g->touched > 0)
		gate_add(g, &f, "of %zu claim%s none was decided: what pages "
			 "and ledger leave open is for --rebuild, or kbc "
			 "verify", g->claims, g->claims == 1 ? "" : "s");
}
