/*
 * Judging: the ledger is read once, then every page's claims get their
 * verdicts, page by page on all cores.
 *
 * The idea: a thread has its own view of the wiki and its own recall, and
 * writes only into the arena of the page it holds, so verdicts do not depend
 * on how many threads there are.
 *
 * What a verdict is, verdict says; here nothing is compared.
 */
#include "arena.h"
#include "claim.h"
#include "crew.h"
#include "diag.h"
#include "evidence.h"
#include "evidence_signed.h"
#include "observe.h"
#include "page.h"
#include "plan.h"
#include "recall.h"
#include "session.h"
#include "session_parts.h"
#include "session_seen.h"
#include "signature.h"
#include "toolkit.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* Leaves what may count. */
static bool
check_signed(struct session *s)
{
	const struct config *c = &s->wiki->config;
	struct signers by = { c->signers, c->revoked };
	struct signing how = { .folder = c->evidence, .by = &by,
			       .required = c->require_signature };

	return ledger_check_signed(s->arena, s->ledger, &how, s->diag);
}

static bool
read_ledger(struct session *s)
{
	struct str folder = s->wiki->config.evidence;

	return s->known ? ledger_read_known(s->arena, s->ledger, folder,
					    s->known, s->diag) :
			  ledger_read(s->arena, s->ledger, folder, s->diag);
}

bool
session_held(struct session *s)
{
	if (!unread_missed(s->unread))
		return true;
	diag_fail(s->diag, "a record under '" STR_FMT "' could not be read, or "
		  "was changed, while kbc was at work",
		  STR_ARG(s->wiki->config.evidence));
	return false;
}

bool
session_ledger(struct session *s)
{
	struct ledger_known none = { .n = 0 };
	struct ledger *emulated;
	size_t said = s->diag->n;
	struct str into;

	if (!s->unread)
		s->unread = unread_make();
	none.unread = s->unread;
	if (s->world) /* is made anew */
		seen_add(s->seen, s->wiki, s->world->recall);
	s->ledger = arena_alloc(s->arena, sizeof *s->ledger);
	if (!s->toolkit) /* none was looked for */
		s->toolkit = arena_alloc(s->arena, sizeof *s->toolkit);
	if (!read_ledger(s) || !check_signed(s))
		return false;
	s->sound = s->diag->n == said;
	if (ledger_keep(s->arena, s->ledger, s->given.toolkit) == 0 &&
	    s->given.toolkit.n > 0) {
		diag_fail(s->diag, "the ledger has no run of code that toolkit "
			  STR_FMT " built", STR_ARG(s->given.toolkit));
		return false;
	}
	if (s->known && s->known->ndevices == s->ledger->ndevices)
		s->ledger->floors = s->known->floors;
	else
		ledger_find_floors(s->arena, s->ledger, s->wiki->library);
	emulated = arena_alloc(s->arena, sizeof *emulated);
	into = session_emulated(s);
	if (into.n > 0) /* only a cache */
		ledger_read_known(s->arena, emulated, into, &none,
				  diag_make(s->arena));
	s->world = arena_alloc(s->arena, sizeof *s->world);
	*s->world = (struct world){
		.wiki = s->wiki, .claims = s->claims, .plan = s->plan,
		.built = s->built, .toolkit = s->toolkit,
		.ledger = s->ledger, .emulated = emulated,
		.recall = recall_make(s->arena),
		.folder = s->wiki->config.generated.n > 0 ?
			s->wiki->config.generated : s->folder,
	};
	return true;
}

static void
judge_page(struct arena *a, struct page_verdicts *out, const struct world *w,
	   size_t i, const struct claims *all)
{
	struct verdict *v = arena_alloc(a, (all->n + 1) * sizeof *v);

	for (size_t k = 0; k < all->n; k++) {
		const struct claim *c = &all->items[k];
		struct environment env = {
			.facts = observe_facts(a, w, i, c),
			.nfacts = c->nfacts,
		};

		verdict_judge(a, &v[k], c, &env, observe_claim(a, w, i, c));
	}
	*out = (struct page_verdicts){ .page = i, .claims = all,
				       .verdicts = v,
				       .schema = all->schema };
}

static void *
judge_pages(void *shared)
{
	struct round *r = shared;
	struct session *s = r->s;
	struct world world = *s->world;
	struct wiki view;
	size_t k;

	wiki_view(&view, s->wiki);
	world.wiki = &view;
	world.recall = recall_make(view.arena);
	while ((k = r->next++) < s->nselected) {
		size_t i = r->pages[k];

		judge_page(view.pages[i]->arena, &s->verdicts[k], &world, i,
			   s->claims[i]);
	}
	seen_add(s->seen, &view, world.recall);
	wiki_view_close(&view);
	return NULL;
}

void
session_judge(struct session *s)
{
	struct round r = { .s = s, .pages = session_selected(s) };

	s->verdicts = arena_alloc(s->arena, (s->nselected + 1) *
						    sizeof *s->verdicts);
	crew_run(session_threads(s), judge_pages, &r);
}

bool
session_judge_unbuilt(struct session *s)
{
	if (!session_read(s) || !session_claims(s) ||
	    !session_make(s, false) || !session_ledger(s) ||
	    !session_knows_device(s))
		return false;
	session_judge(s);
	return true;
}

const struct world *
session_turn(struct arena *a, struct page_verdicts *out,
	     const struct session *s, struct wiki *view, size_t i,
	     const struct memory *known)
{
	struct claims *all = arena_alloc(a, sizeof *all);
	struct plan *plan = arena_alloc(a, sizeof *plan);
	struct world *world = arena_alloc(a, sizeof *world);

	wiki_check_id(view, i);
	wiki_check_links(view, i);
	wiki_check_listed(view, i);
	claim_collect(a, all, view, i);
	plan_make_page(a, plan, i, all, known->sweeps);
	*world = *s->world;
	world->wiki = view;
	world->plan = plan;
	world->recall = known->recall;
	judge_page(a, out, world, i, all);
	return world;
}
