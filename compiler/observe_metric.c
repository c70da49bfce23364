/*
 * What the profiler lists of its metrics: whether there is one of a name, and
 * what its text says.
 *
 * The idea: the answer is kept for the names that pages have, with the device
 * that it is of. A name that is not there is refuted with those that are near;
 * of a pattern only as many are kept as can be, and what more there are leaves
 * an answer open that they could change.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "evidence.h"
#include "evidence_counters.h"
#include "expr.h"
#include "fact.h"
#include "observe.h"
#include "observe_parts.h"
#include "plan.h"
#include "quantity.h"
#include "value.h"

struct value
observe_lacks_ncu(void)
{
	return observe_lacks(STR("needs ncu"));
}

/* --- names ---------------------------------------------------------------- */

/* Why a name is not listed, with those that are near. */
static struct str
unlisted(struct arena *a, const struct metric_list *l,
	 const struct listed_name *n)
{
	struct buf out = { 0 };
	struct str text;

	buf_printf(&out, "ncu " STR_FMT " lists no metric '" STR_FMT "' for "
		   STR_FMT, STR_ARG(l->profiler), STR_ARG(n->name),
		   STR_ARG(l->device.name));
	for (size_t i = 0; i < n->nnear; i++)
		buf_printf(&out, "%s '" STR_FMT "'", i > 0 ? "," :
			   n->nnear > 1 ? "; near are" : "; near is",
			   STR_ARG(n->near[i]));
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

/* What is listed of a name on the claim's device; NULL with a lack. */
static const struct listed_name *
find_listed(const struct world *w, const struct claim *c, struct str name,
	    const struct metric_list **list, struct value *lack)
{
	const struct listed_name *n = ledger_metric(w->ledger, name, c->device,
						    list);

	*lack = observe_lacks_ncu();
	if (n && (*list)->lacks.n > 0) {
		*lack = value_lack(LACK_UNMEASURED, (*list)->lacks);
		return NULL;
	}
	if (n && c->sm_given && !arch_runs((*list)->device.sm, c->sm))
		n = NULL;
	else if (n)
		return n;
	if (ledger_metric(w->ledger, name, STR(""), NULL))
		*lack = value_lack(LACK_OTHER_SCOPE,
				   STR("listed for another device"));
	return n;
}

/* Of what the profiler says of a metric the first sentence, without what it
   says of all with such a suffix. */
static struct str
first_sentence(struct str text)
{
	text = str_slice(text, 0, str_find(text, STR(" (This ")));
	return str_slice(text, 0, str_find(text, STR(". ")));
}

static struct value
answer_exists(struct arena *a, const struct world *w, const struct claim *c,
	       struct str name)
{
	const struct metric_list *list;
	const struct listed_name *n;
	struct value lack;

	n = find_listed(w, c, name, &list, &lack);
	if (!n)
		return lack;
	if (n->nfound == 0)
		return observe_answer(false, unlisted(a, list, n));
	return observe_remark(true, first_sentence(n->found[0].text));
}

struct value
observe_metric_name(struct arena *a, const struct world *w,
		    const struct claim *c)
{
	if (!fact_is_metric(c->text))
		return observe_answer(false, STR("no metric is named so"));
	return answer_exists(a, w, c, fact_metric(a, c->text));
}

/* Whether a text has the words: anywhere, in either case; `*` is any text. */
static bool
text_has(struct arena *a, struct str text, struct str words)
{
	return str_match_case(arena_printf(a, "*" STR_FMT "*", STR_ARG(words)),
			      text);
}

static struct value
answer_text(struct arena *a, const struct world *w, const struct claim *c,
	     const struct fact *f)
{
	const struct metric_list *list;
	const struct listed_name *n;
	struct value v;
	size_t count = 0;

	n = find_listed(w, c, f->metric, &list, &v);
	if (!n)
		return v;
	if (n->nfound == 0)
		return value_lack(LACK_ERROR, unlisted(a, list, n));
	for (size_t i = 0; i < n->nfound; i++)
		count += text_has(a, n->found[i].text, f->glob);
	if (n->left > 0 && (count == 0 || f->op == OP_COUNT))
		return value_lack(LACK_NOT_RUN, arena_printf(a, "'" STR_FMT
			"' matches %.0f metrics more than are kept",
			STR_ARG(f->metric), n->left));
	if (f->op == OP_COUNT)
		return value_number((double)count, NULL);
	v = value_truth(f->op == OP_HAS ? count > 0 : count == 0);
	v.reason = arena_printf(a, "of '" STR_FMT "' it says: " STR_FMT,
				STR_ARG(n->found[0].name),
				STR_ARG(n->found[0].text));
	return v;
}

struct value
observe_metric(struct arena *a, const struct world *w, const struct claim *c,
	       const struct fact *f)
{
	if (f->expr->kind == EXPR_LISTING)
		return answer_text(a, w, c, f);
	return answer_exists(a, w, c, f->metric);
}

bool
observe_metric_lacks(struct arena *a, const struct world *w,
		     const struct claim *c, struct str name,
		     struct value *lack)
{
	const struct metric_list *list;
	const struct listed_name *n = ledger_metric(w->ledger, name,
						    c->device, &list);

	if (!n || n->nfound > 0 || list->lacks.n > 0)
		return false;
	*lack = value_lack(LACK_ERROR, unlisted(a, list, n));
	return true;
}

bool
observe_unlisted(const struct world *w, struct str device)
{
	for (size_t i = 0; i < w->plan->nmetrics; i++)
		if (!ledger_metric(w->ledger, w->plan->metrics[i], device,
				   NULL))
			return true;
	return false;
}
