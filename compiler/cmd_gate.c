/*
 * kbc gate: what a merge may not do, found without running anything; code is
 * compiled only where that is asked for.
 *
 * The idea: the wiki is judged twice by the same passes, as its files are here
 * and as they were at the merge base, which git has and cmd_gate_base lays into
 * a folder of its own. Pages are paired (cmd_gate_pair); what is left of the
 * base is gone. Then gate compares, and the ledger's files are held against
 * what they were (cmd_gate_ledger).
 *
 * Verdicts that only a compiler or the emulator reaches are not in it: those
 * claims are named, and pass or fail by what kbc.yaml says.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "cmd.h"
#include "cmd_gate.h"
#include "diag.h"
#include "file.h"
#include "gate.h"
#include "git.h"
#include "map.h"
#include "marker.h"
#include "observe.h"
#include "page.h"
#include "path.h"
#include "plan.h"
#include "report.h"
#include "session.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"
#include "yaml.h"

/* A comparison under way. */
struct merge {
	struct session *now;
	struct gate_base base;
	struct gate gate;
	struct gate_pages which;
	struct gate_pair *pairs; /* of selected pages */
};

static struct gate_side
side_of(const struct session *s)
{
	if (!s || !s->verdicts) /* there was no wiki */
		return (struct gate_side){ 0 };
	return (struct gate_side){ s->wiki, s->plan,
				   s->world ? s->world->recall : NULL,
				   s->verdicts, s->nselected };
}

/* --- comparing ----------------------------------------------------------- */

static void
compare_pages(struct merge *m)
{
	const struct session *s = m->now;

	m->pairs = arena_alloc(s->arena, (s->nselected + 1) *
						 sizeof *m->pairs);
	for (size_t k = 0; k < s->nselected; k++) {
		size_t i = s->verdicts[k].page, was = m->which.was[i];

		m->pairs[k].now = &s->verdicts[k];
		if (gate_base_foreign(&m->base, s->wiki, i))
			continue;
		if (was != SIZE_MAX)
			m->pairs[k].before = &m->base.session->verdicts[was];
		gate_page(&m->gate, &m->pairs[k], s->wiki->paths[i]);
	}
}

/* Whether a name is under a path of the command line. */
static bool
is_selected(const struct session *s, struct str name)
{
	struct str below;

	for (size_t i = 0; i < s->given.npaths; i++)
		if (wiki_below(s->arena, &below, s->wiki, s->given.paths[i]) &&
		    path_is_under(name, below))
			return true;
	return false;
}

static void
compare_gone(struct merge *m)
{
	const struct session *s = m->now, *old = m->base.session;

	for (size_t k = 0; m->base.there && k < old->wiki->npages; k++) {
		struct str name = wiki_name(old->wiki, k);
		struct gate_pair p = { .before = &old->verdicts[k] };

		if (!m->which.paired[k] && is_selected(s, name))
			gate_page(&m->gate, &p, path_clean(s->arena,
				path_join(s->arena, s->wiki->root, name)));
	}
}

/* --- devices that evidence must be of ------------------------------------ */

static bool
lacks_evidence(const struct claim *c, const struct verdict *v,
	       struct str device)
{
	struct str on = c->options ? c->options->on : STR("");

	if (c->of_column || (on.n > 0 && !str_match_case(on, device)))
		return false;
	return v->unmeasured || v->status == STATUS_STALE ||
	       v->status == STATUS_NOT_APPLICABLE;
}

static void
check_device(struct merge *m, const struct session *side, struct str device)
{
	for (size_t k = 0; k < m->now->nselected; k++) {
		const struct page_verdicts *now = m->pairs[k].now;

		for (size_t i = 0; m->pairs[k].touched &&
				   i < now->claims->n; i++) {
			const struct claim *c = &now->claims->items[i];
			struct gate_finding f = { .rule = GATE_DEVICE,
						  .fails = true, .at = c->at,
						  .id = claim_id(c) };

			if (m->pairs[k].touched[i] && c->trouble.n == 0 &&
			    gate_measured(c, &now->verdicts[i]) &&
			    lacks_evidence(c, &side->verdicts[k].verdicts[i],
					   device))
				gate_add(&m->gate, &f, "the ledger has no "
					 "evidence of it on " STR_FMT ", which "
					 "kbc.yaml asks for", STR_ARG(device));
		}
	}
}

static bool
check_devices(struct merge *m)
{
	const struct gate_policy *p = m->gate.policy;

	for (size_t i = 0; i < p->ndevices; i++) {
		struct session side = session_beside(m->now);
		bool good;

		side.given.on = p->devices[i];
		good = session_judge_unbuilt(&side);
		if (good)
			check_device(m, &side, p->devices[i]);
		else
			diag_join(m->now->diag, side.diag);
		session_close(&side);
		if (!good)
			return false;
	}
	return true;
}

/* --- the command --------------------------------------------------------- */

/* The run's status, for which pages whose errors are old do not count. */
static enum exit_status
find_status(const struct merge *m)
{
	struct session s = *m->now;
	size_t n = s.wiki && s.selected ? s.wiki->npages : 0;

	s.verdicts = NULL; /* what failed before fails no merge */
	s.selected = arena_alloc(s.arena, n + 1);
	for (size_t i = 0; i < n; i++)
		s.selected[i] = m->now->selected[i];
	for (size_t k = 0; m->pairs && k < s.nselected; k++)
		if (m->pairs[k].old_errors)
			s.selected[m->pairs[k].now->page] = false;
	return session_status(&s);
}

static void
tell(struct merge *m)
{
	const struct session *s = m->now;
	const struct run_told run = {
		.diag = s->diag, .status = (int)find_status(m),
	};
	struct buf out = { 0 };

	if (s->given.format == REPORT_JSON)
		gate_json(&out, &m->gate);
	else if (s->given.format == REPORT_TEXT)
		gate_text(&out, &m->gate, s->given.quiet);
	else if (s->given.format == REPORT_MARKDOWN)
		gate_markdown(&out, &m->gate, m->pairs, s->nselected);
	else
		gate_form(&out, &m->gate, s->given.format, &run);
	report_print((enum report_form)s->given.format, &out);
	buf_free(&out);
}

/* The stricter of both wikis' policies: a merge that eases them is not the one
   that is let through by it. */
static struct gate_policy
join_policies(struct arena *a, const struct gate_policy *x,
	      const struct gate_policy *y)
{
	struct gate_policy out = {
		.inconclusive_fails = x->inconclusive_fails ||
				      y->inconclusive_fails,
		.not_run_fails = x->not_run_fails || y->not_run_fails,
		.keep_coverage = x->keep_coverage || y->keep_coverage,
		.keep_types = x->keep_types || y->keep_types,
		.devices = arena_alloc(a, (x->ndevices + y->ndevices + 1) *
						  sizeof *out.devices),
		.toolkit_from = gate_limit(x->toolkit_from, y->toolkit_from,
					   false),
		.toolkit_to = gate_limit(x->toolkit_to, y->toolkit_to, true),
	};
	struct map known = { .arena = a };

	for (size_t i = 0; i < x->ndevices + y->ndevices; i++) {
		struct str d = i < x->ndevices ? x->devices[i] :
						 y->devices[i - x->ndevices];

		if (map_add(&known, d, i) == i)
			out.devices[out.ndevices++] = d;
	}
	return out;
}

static void
compare(struct merge *m)
{
	struct session *s = m->now;
	const struct gate_policy *now = &s->wiki->config.gate;
	struct gate_policy policy = join_policies(s->arena, now,
		m->base.there ? &m->base.session->wiki->config.gate : now);

	m->gate = (struct gate){
		.arena = s->arena, .policy = &policy,
		.now = side_of(s), .before = side_of(m->base.session),
		.rev = s->given.base, .base = m->base.git->base,
	};
	gate_pair_pages(&m->which, s, &m->base);
	compare_pages(m);
	compare_gone(m);
	gate_ledger(&m->base, s, &m->gate);
	gate_toolkits(s, &m->gate, m->pairs, s->nselected);
	if (s->built)
		gate_rebuilt(s, &m->gate);
	gate_conclude(&m->gate);
	if (!check_devices(m) || !gate_held(&m->base, s, &m->gate, m->pairs) ||
	    s->diag->count[DIAG_FAIL] > 0)
		return;
	s->nfailed += m->gate.failed;
	tell(m);
}

/* Whether both wikis ask for signatures, and of the same signers. */
static bool
has_signers(struct session *s, const struct config *was,
	    const struct config *now)
{
	struct diag *none = diag_make(s->arena);
	struct str signers, revoked = STR("");

	return now->require_signature &&
	       file_read(s->arena, &signers, was->signers, SOURCE_MAX, none) &&
	       file_holds(now->signers, signers) &&
	       (was->revoked.n == 0 ||
		(file_read(s->arena, &revoked, was->revoked, SOURCE_MAX,
			   none) && file_holds(now->revoked, revoked)));
}

/*
 * Judges again by the signers of the base, where it asks for signatures: a
 * merge that lets go of them, or adds a signer, is not the one that is let
 * through by it. Keys that either has revoked do not count.
 */
static bool
keep_signers(const struct gate_base *b, struct session *s)
{
	const struct config *was = &b->session->wiki->config;
	struct config *now = &s->wiki->config;
	bool good;

	if (!was->require_signature || has_signers(s, was, now))
		return true;
	now->require_signature = true;
	now->signers = was->signers;
	if (now->revoked.n == 0)
		now->revoked = was->revoked;
	good = session_ledger(s);
	gate_base_name(b, s);
	if (good)
		session_judge(s);
	return good;
}

/* Judges what was, and what is as that asks for, and compares; a base without a
   wiki has nothing. */
static void
judge_base(struct merge *m)
{
	struct session *s = m->now;

	if (m->base.there && !session_judge_unbuilt(m->base.session)) {
		gate_base_refuse(&m->base, s);
	} else if (!m->base.there || keep_signers(&m->base, s)) {
		gate_base_clear(&m->base, s);
		compare(m);
	}
}

/* What is strict at the base is strict here: a merge that lets go of that is
   not the one that is let through by it. */
static void
keep_strict(const struct gate_base *b, struct session *s)
{
	bool strict = false;

	yaml_bool(yaml_find(b->config, STR("strict")), &strict);
	s->wiki->config.strict = s->wiki->config.strict || strict;
}

/* What is, judged; compiled only where that was asked for. Its pages are
   read. */
static bool
judge_now(struct session *s)
{
	if (!session_claims(s) || !session_make(s, s->given.rebuild))
		return false;
	if (s->given.rebuild && !s->built && s->plan->ntargets > 0) {
		diag_fail(s->diag, "--rebuild compiles, and there is no nvcc "
			  "and ptxas: install toolkit 13, or leave it out");
		return false;
	}
	if (!session_ledger(s) || !session_knows_device(s))
		return false;
	session_judge(s);
	return true;
}

int
cmd_gate(struct session *s)
{
	struct merge m = { .now = s };

	if (s->given.base.n == 0)
		die("kbc gate takes --base REV: what to compare with, as in "
		    "kbc gate --base origin/main");
	if (!session_read(s))
		return cmd_finish(s);
	if (gate_base_open(&m.base, s)) {
		keep_strict(&m.base, s);
		if (judge_now(s))
			judge_base(&m);
	}
	gate_base_close(&m.base, s);
	session_say(s);
	return (int)find_status(&m);
}
