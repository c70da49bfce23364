/*
 * The front matter against the evidence: what a page says of itself.
 *
 * The idea: a stored verdict is never believed, so it is compared. Claims that
 * only a compiler or the emulator decides are given the benefit of the doubt,
 * all others are as the ledger has them now: a page that says `verified`, or
 * counts more claims as confirmed than there can be, or fewer as refuted than
 * there are, says what its evidence does not carry.
 *
 * Counts are looked at on pages that the merge changed: what another version of
 * kbc has written elsewhere is nobody's fault.
 */
#include "arena.h"
#include "claim.h"
#include "gate.h"
#include "gate_parts.h"
#include "page.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"
#include "yaml.h"

struct standing {
	size_t claims, confirmed, refuted, lacking, lost; /* of the subject */
	size_t all_confirmed, all_lacking;                /* of all claims */
};

/* Whether something else than the ledger would decide it. */
static bool
is_for_verify(const struct verdict *v)
{
	return v->status == STATUS_NOT_RUN && !v->unmeasured;
}

static struct standing
count_standing(const struct page_verdicts *v)
{
	struct standing n = { 0 };

	for (size_t i = 0; i < v->claims->n; i++) {
		const struct verdict *one = &v->verdicts[i];
		bool holds = one->status == STATUS_CONFIRMED;

		n.all_confirmed += holds;
		n.all_lacking += is_for_verify(one);
		n.refuted += one->status == STATUS_REFUTED;
		if (!claim_is_substance(&v->claims->items[i]))
			continue;
		n.claims++;
		n.confirmed += holds;
		n.lacking += is_for_verify(one);
		n.lost += verdict_lost(one);
	}
	return n;
}

static void
check_word(struct gate *g, const struct node *word, const struct standing *n)
{
	struct gate_finding f = { .rule = GATE_WORD, .fails = true,
				  .at = word->at };

	if (n->claims == 0)
		gate_add(g, &f, "the page says '" STR_FMT "' and makes no "
			 "claim that could be", STR_ARG(word->text));
	else if (n->lost > 0)
		gate_add(g, &f, "the page says '" STR_FMT "' and the evidence "
			 "does not carry %zu of its %zu claims",
			 STR_ARG(word->text), n->lost, n->claims);
	else if (n->confirmed + n->lacking == 0)
		gate_add(g, &f, "the page says '" STR_FMT "' and none of its "
			 "%zu claims is confirmed", STR_ARG(word->text),
			 n->claims);
}

/* A count of the block and its place; false without one. */
static bool
stored(const struct node *block, const char *key, size_t *out,
       const struct node **at)
{
	double number;

	*at = yaml_find(yaml_find(block, STR("claims")), str_of(key));
	if (!*at || !yaml_number(*at, &number) || number < 0)
		return false;
	*out = (size_t)number;
	return true;
}

static void
check_counts(struct gate *g, const struct node *block,
	     const struct standing *n)
{
	struct gate_finding f = { .rule = GATE_WORD, .fails = true };
	size_t most = n->all_confirmed + n->all_lacking, said;
	const struct node *at;

	if (stored(block, "confirmed", &said, &at) && said > most) {
		f.at = at->at;
		gate_add(g, &f, "the page counts %zu claims as confirmed, no "
			 "more than %zu can be: run kbc verify", said, most);
	}
	if (n->refuted > 0 && !stored(block, "refuted", &said, &at) &&
	    yaml_find(block, STR("claims"))) {
		f.at = yaml_find(block, STR("claims"))->at;
		gate_add(g, &f, "the page counts no claim as refuted, %zu "
			 "%s: run kbc verify", n->refuted,
			 n->refuted == 1 ? "is" : "are");
	}
}

void
gate_front(struct gate *g, const struct gate_pair *p)
{
	const struct page *page = gate_page_now(g, p);
	const struct node *word = writeback_word(page, p->now->schema);
	struct standing n = count_standing(p->now);
	struct span foreign;
	const struct node *block = page_block(page, &foreign);

	if (word)
		check_word(g, word, &n);
	if (block && !p->same)
		check_counts(g, block, &n);
}
