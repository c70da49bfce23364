/*
 * No pass without a reason: what a run came to, and whether a page may call
 * itself verified.
 *
 * The idea: silence is what a broken check looks like. A run that confirmed
 * nothing and refuted nothing has failed, and so has a page whose front matter
 * says `verified` while none of its claims is confirmed, or while a claim of
 * it has lost the evidence that confirmed it. The word is taken as it stood
 * before this run wrote to the page: that it is taken back now is news.
 *
 * What only this machine lacks says nothing of the page: without the tools the
 * job could not be done. What single claims came to, report says.
 */
#include "arena.h"
#include "claim.h"
#include "diag.h"
#include "page.h"
#include "report.h"
#include "session.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"
#include "yaml.h"

void
session_check_total(struct session *s, const struct tally *t)
{
	struct span nowhere = { NULL, 0, 0 };
	size_t decided = t->status[STATUS_CONFIRMED] +
			 t->status[STATUS_REFUTED] + t->status[STATUS_ERROR];

	if (t->claims == 0)
		diag_error(s->diag, nowhere, "no claim was checked: a run "
			   "without any is no pass");
	else if (decided > 0 || t->bad > 0) /* or has failed already */
		return;
	else if (t->lacking > 0)
		diag_fail(s->diag, "nothing was decided: of %zu claim%s %zu "
			  "need tools that were not used or are not here",
			  t->claims, t->claims == 1 ? "" : "s", t->lacking);
	else
		diag_error(s->diag, nowhere, "nothing was decided: of %zu "
			   "claim%s none is confirmed, none is refuted",
			   t->claims, t->claims == 1 ? "" : "s");
}

/* --- pages that say verified --------------------------------------------- */

/* Of the claims that are about the page's subject. */
struct standing {
	size_t claims, confirmed, failed, lacking;
	size_t stale, open, unmeasured; /* measured ones without a verdict */
};

static struct standing
count_standing(const struct page_verdicts *v)
{
	struct standing n = { 0 };

	for (size_t i = 0; i < v->claims->n; i++) {
		const struct verdict *one = &v->verdicts[i];

		if (!claim_is_substance(&v->claims->items[i]))
			continue;
		n.claims++;
		n.confirmed += one->status == STATUS_CONFIRMED;
		n.failed += one->status == STATUS_REFUTED ||
			    one->status == STATUS_ERROR;
		n.lacking += one->toolless;
		if (!verdict_lost(one))
			continue;
		if (one->unmeasured)
			n.unmeasured++;
		else if (one->status == STATUS_STALE)
			n.stale++;
		else
			n.open++;
	}
	return n;
}

/* `: 2 stale, 1 without evidence` */
static struct str
lost_text(struct arena *a, const struct standing *n)
{
	const struct {
		size_t n;
		const char *what;
	} parts[] = { { n->stale, "stale" }, { n->open, "undecided" },
		      { n->unmeasured, "without evidence" } };
	struct str text = STR("");

	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (parts[i].n > 0)
			text = arena_printf(a, STR_FMT "%s %zu %s",
					    STR_ARG(text), text.n ? "," : ":",
					    parts[i].n, parts[i].what);
	return text;
}

/* None of its claims is confirmed, and none failed, which is said of it. */
static void
say_unproven(const struct session *s, const struct page *p,
	     const struct node *word, const struct standing *n)
{
	if (n->lacking == 0)
		diag_error(p->diag, word->at, "the page says '" STR_FMT "' "
			   "and none of its %zu claims is confirmed" STR_FMT,
			   STR_ARG(word->text), n->claims,
			   STR_ARG(lost_text(p->arena, n)));
	else if (s->built_asked)
		diag_fail(p->diag, "'" STR_FMT "' says '" STR_FMT "' and none "
			  "of its %zu claims is confirmed: %zu need tools that "
			  "are not here", STR_ARG(p->path),
			  STR_ARG(word->text), n->claims, n->lacking);
	else
		diag_warning(p->diag, word->at, "unproven", "the page says '"
			     STR_FMT "' and none of its %zu claims is confirmed"
			     " without a toolchain", STR_ARG(word->text),
			     n->claims);
}

/* Claims that the ledger says something of, also what does not decide. */
static size_t
count_evidence(const struct page_verdicts *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->claims->n; i++) {
		const struct verdict *one = &v->verdicts[i];
		bool decided = one->status == STATUS_CONFIRMED ||
			       one->status == STATUS_REFUTED;

		n += (decided && one->basis == BASIS_MEASURED) ||
		     one->status == STATUS_INCONCLUSIVE ||
		     one->status == STATUS_PROBE_LIMITED ||
		     one->status == STATUS_STALE;
	}
	return n;
}

/* How many claims had evidence by the block of the front matter and can have
   none now: claims that are gone may have been those. */
static size_t
count_missing(const struct page *p, const struct page_verdicts *v)
{
	struct before was;
	size_t now = count_evidence(v), n = v->claims->n;

	writeback_before(p->arena, &was, p);
	if (was.bound > n)
		now += was.bound - n;
	return was.evidence > now ? was.evidence - now : 0;
}

/* A page that calls itself nothing, but was written after a measurement that
   is gone. What never had one is not run, and no fault. */
static void
check_device(const struct wiki *w, const struct page_verdicts *v,
	     const struct standing *n)
{
	const struct page *p = w->pages[v->page];
	const struct node *device = writeback_device(p);
	size_t missing;

	if (!w->config.strict || !device || n->unmeasured == 0 || w->on.n > 0)
		return;
	missing = count_missing(p, v);
	if (missing > n->unmeasured)
		missing = n->unmeasured;
	if (missing > 0)
		diag_error(p->diag, device->at, "the page was measured, and "
			   "%zu of its %zu claims have no evidence in the "
			   "ledger", missing, n->claims);
}

void
session_check_word(const struct session *s, const struct wiki *w,
		   const struct page_verdicts *v)
{
	const struct page *p = w->pages[v->page];
	const struct node *word = writeback_word(p, v->schema);
	struct standing n = count_standing(v);
	size_t lost = n.stale + n.open + n.unmeasured;

	if (s->given.only.n > 0) /* a part says nothing of the page */
		return;
	if (s->diag->count[DIAG_FAIL] > 0) /* nor does what was not read */
		return;
	if (!word)
		check_device(w, v, &n);
	else if (n.claims == 0)
		diag_error(p->diag, word->at, "the page says '" STR_FMT "' and "
			   "makes no claim that could be", STR_ARG(word->text));
	else if (n.confirmed == 0 && n.failed == 0)
		say_unproven(s, p, word, &n);
	else if (lost > 0)
		diag_error(p->diag, word->at, "the page says '" STR_FMT "' and "
			   "%zu of its %zu claims are not confirmed" STR_FMT,
			   STR_ARG(word->text), lost, n.claims,
			   STR_ARG(lost_text(p->arena, &n)));
}
