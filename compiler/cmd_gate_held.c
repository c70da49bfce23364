/*
 * What the merge base asks of pages, for the gate: page types, which folders
 * have which, which files are records, files that list pages.
 *
 * The idea: a merge that asks less of pages is not the one that lets a page
 * pass by it. Where it changes what is asked, the pages as they are here are
 * judged once more by what the base asks, and what is wrong by that alone is a
 * finding. Types and keys that the base does not know are the merge's own, and
 * what was wrong there on a page without a change is no fault of it.
 *
 * A key that `kbc.yaml` eases has its own care: policies are joined, strictness
 * and signers stay.
 */
#include "arena.h"
#include "claim.h"
#include "cmd_gate.h"
#include "diag.h"
#include "file.h"
#include "gate.h"
#include "git.h"
#include "page.h"
#include "path.h"
#include "session.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"
#include "yaml.h"

static struct str
path_here(const struct gate_base *b, struct arena *a, struct str path)
{
	return path_join(a, b->git->top, path);
}

/* Whether one of the files that say what is asked is another, or new. */
static bool
is_changed(const struct gate_base *b, const struct session *s)
{
	struct str config = path_join(s->arena, b->git->prefix,
				      STR("kbc.yaml"));
	const struct node *n = yaml_find(s->wiki->config.root, STR("schemas"));
	struct paths here = { 0 };
	size_t known = 0;

	for (size_t i = 0; i < b->files->n; i++) {
		struct str path = b->files->items[i].path;
		bool type = b->schemas.n > 0 && str_ends(path, STR(".yaml")) &&
			    path_is_under(path, b->schemas);

		known += type;
		if ((type || str_equal(path, config)) &&
		    !file_holds(path_here(b, s->arena, path), b->texts[i]))
			return true;
	}
	if (n)
		file_walk(s->arena, &here, path_join(s->arena, s->wiki->root,
						     n->text),
			  STR(".yaml"), diag_make(s->arena));
	return here.n != known;
}

/* --- comparing ------------------------------------------------------------ */

/* A page under way. */
struct holding {
	struct gate *gate;
	const struct gate_pair *pair;
	const struct page *now, *side, *before; /* before: without a change */
};

/* Says what is wrong by what the base asks, at the place that f has. */
static void
add(struct gate *g, struct gate_finding f, struct str what)
{
	f.rule = GATE_ERROR;
	f.fails = g->policy->keep_types;
	gate_add(g, &f, "by what " STR_FMT " asks of pages: " STR_FMT,
		 STR_ARG(g->rev), STR_ARG(what));
}

static void
add_at(const struct holding *h, struct span at, struct str what)
{
	add(h->gate, (struct gate_finding){
		.at = source_span(h->now->source, at.at, at.n) }, what);
}

/* Whether the base has no word for it, which is none of its wrongs. */
static bool
is_new_key(const struct message *m)
{
	return str_starts(m->text, STR("unknown key '"));
}

static void
compare_errors(const struct holding *h)
{
	const struct diag *d = h->side->diag;

	for (size_t i = 0; i < d->n; i++) {
		const struct message *m = &d->items[i];

		if (m->level == DIAG_ERROR && !is_new_key(m) &&
		    !gate_was_said(h->gate, h->now->diag, m) &&
		    !(h->before && gate_was_said(h->gate, h->before->diag, m)))
			add_at(h, m->at, m->text);
	}
}

/* What came of the claim of that name; NULL without one. */
static const struct verdict *
find_verdict(const struct page_verdicts *p, struct str id)
{
	for (size_t i = 0; p && i < p->claims->n; i++)
		if (str_equal(claim_id(&p->claims->items[i]), id))
			return &p->verdicts[i];
	return NULL;
}

/* Checks that page types ask for, and that are not asked for here. */
static void
compare_checks(const struct holding *h, const struct page_verdicts *side)
{
	bool strict = h->gate->now.wiki->config.strict;

	for (size_t i = 0; i < side->claims->n; i++) {
		const struct claim *c = &side->claims->items[i];
		const struct verdict *was = NULL;

		if (c->kind != CLAIM_CHECK ||
		    !verdict_fails(&side->verdicts[i], strict) ||
		    find_verdict(h->pair->now, claim_id(c)))
			continue;
		if (h->before)
			was = find_verdict(h->pair->before, claim_id(c));
		if (!was || !verdict_fails(was, strict))
			add_at(h, c->at, verdict_reason(h->gate->arena, c,
							&side->verdicts[i]));
	}
}

static void
compare_page(struct gate *g, const struct gate_pair *p,
	     const struct session *side, const struct page_verdicts *v)
{
	struct holding h = {
		.gate = g, .pair = p, .now = g->now.wiki->pages[v->page],
		.side = side->wiki->pages[v->page],
	};

	if (p->same && p->before)
		h.before = g->before.wiki->pages[p->before->page];
	/* a new page of a folder that has got a type */
	if (!p->before && h.side->type.n == 0 && h.now->type.n > 0)
		return;
	compare_errors(&h);
	compare_checks(&h, v);
}

/* Files that list pages, and what they list that is none. */
static void
compare_lists(struct gate *g, const struct session *now,
	      const struct session *side)
{
	const struct diag *d = side->diag;

	for (size_t i = 0; i < d->n; i++) {
		const struct message *m = &d->items[i];

		if (m->level != DIAG_ERROR || !m->at.source ||
		    gate_was_said(g, now->diag, m))
			continue;
		add(g, (struct gate_finding){
			.path = arena_copy(g->arena, m->at.source->name) },
		    m->text);
	}
}

static bool
has_page(const struct wiki *w, struct str name)
{
	for (size_t i = 0; i < w->npages; i++)
		if (str_equal(wiki_name(w, i), name))
			return true;
	return false;
}

/* Files that the base looks at as records, and that are there and no pages of
   the wiki any more. */
static void
compare_records(struct gate *g, const struct wiki *was, const struct wiki *now)
{
	for (size_t i = 0; i < was->npages; i++) {
		struct str name = wiki_name(was, i);
		struct gate_finding f = {
			.rule = GATE_ERROR, .fails = g->policy->keep_types,
			.path = path_join(g->arena, now->root, name),
		};

		if (!wiki_is_record(was, i) || has_page(now, name) ||
		    file_kind(f.path) != FILE_PLAIN)
			continue;
		f.path = path_clean(g->arena, f.path);
		gate_add(g, &f, "by what " STR_FMT " asks of data: nothing "
			 "checks it any more", STR_ARG(g->rev));
	}
}

/* The pages here, judged by what the base asks. */
static bool
judge_side(struct session *side, const struct gate_base *b,
	   const struct session *s)
{
	size_t said;

	if (!session_open(side))
		return false;
	side->wiki->config.strict = s->wiki->config.strict;
	said = side->wiki->diag->n;
	wiki_ask_as(side->wiki, b->session->wiki);
	for (size_t i = said; i < side->wiki->diag->n; i++)
		diag_error(side->diag, side->wiki->diag->items[i].at, STR_FMT,
			   STR_ARG(side->wiki->diag->items[i].text));
	session_parse(side);
	if (!session_claims(side) || !session_make(side, false) ||
	    !session_ledger(side))
		return false;
	session_judge(side);
	return true;
}

bool
gate_held(const struct gate_base *b, struct session *s, struct gate *g,
	  const struct gate_pair *pairs)
{
	struct session side = session_beside(s);
	bool good;

	if (!b->there || !is_changed(b, s))
		return true;
	good = judge_side(&side, b, s);
	if (!good)
		diag_join(s->diag, side.diag);
	for (size_t k = 0; good && k < side.nselected; k++)
		if (!gate_base_foreign(b, s->wiki, side.verdicts[k].page))
			compare_page(g, &pairs[k], &side, &side.verdicts[k]);
	if (good) {
		compare_lists(g, s, &side);
		compare_records(g, b->session->wiki, s->wiki);
	}
	session_close(&side);
	return good;
}
