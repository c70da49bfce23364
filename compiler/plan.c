/*
 * Claims -> the distinct things to build and run, each once.
 *
 * The idea: a target is named by what it is, so that claims of many pages
 * that need the same thing meet in one. Targets are sorted by name: the order
 * of pages changes nothing.
 *
 * Requires claims whose names are bound. Pure: no disk, no clock. Library
 * probes and their sweeps are plan_probe.c, fences plan_fence.c. Not here:
 * text (emit), commands (graph), launches (pack).
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "expr.h"
#include "fact.h"
#include "hash.h"
#include "map.h"
#include "page.h"
#include "plan.h"
#include "plan_parts.h"
#include "wiki.h"

#include <stdlib.h>

/* --- targets by name -------------------------------------------------- */

/* The target of that name; *fresh when it was made by this call. */
static struct target *
find_target(struct planner *p, struct str name, bool *fresh)
{
	struct plan *plan = p->plan;
	size_t at = map_add(p->names, name, plan->ntargets);
	struct target *t;

	*fresh = at == plan->ntargets;
	if (!*fresh)
		return &plan->targets[at];
	plan->targets = arena_grow(p->arena, plan->targets, plan->ntargets,
				   &plan->captargets, sizeof *plan->targets);
	t = &plan->targets[plan->ntargets++];
	t->name = name;
	return t;
}

struct target *
plan_target_for(struct planner *p, struct str name, const struct str sm[2],
		bool *fresh)
{
	bool other = !str_equal(sm[0], sm[1]);
	struct target *t;

	if (other)
		name = arena_printf(p->arena, STR_FMT "-" STR_FMT,
				    STR_ARG(name), STR_ARG(sm[0]));
	t = find_target(p, name, fresh);
	if (*fresh) {
		t->sm = sm[0];
		t->other_sm = other;
	}
	return t;
}

struct str
plan_sm(const struct planner *p, struct str own)
{
	return p->claim->sm_given ? p->claim->sm : own;
}

static char
safe_byte(char c)
{
	return byte_is_name(c) || c == '/' ? byte_lower(c) : '-';
}

/* Letters in lower case, digits, `_` and `-` of text; others become `-`, and
   a hash of the whole keeps two such names apart. */
struct str
plan_safe_name(struct arena *a, struct str text)
{
	char *p = arena_alloc(a, text.n + 1);
	struct str made = { p, text.n };

	for (size_t i = 0; i < text.n; i++)
		p[i] = safe_byte(text.p[i]);
	if (str_equal(made, text))
		return made;
	return arena_printf(a, STR_FMT "-" STR_FMT, STR_ARG(made),
			    STR_ARG(str_slice(hash_hex(a, text), 0, 6)));
}

static void
add_use(struct planner *p, size_t fact, const struct target *t)
{
	struct plan *plan = p->plan;

	plan->uses = arena_grow(p->arena, plan->uses, plan->nuses,
				&plan->capuses, sizeof *plan->uses);
	plan->uses[plan->nuses++] = (struct use){
		p->page, p->claim->number, fact,
		(size_t)(t - plan->targets)
	};
}

/* --- existence of names ----------------------------------------------- */

static bool
is_ptx_name(struct str name)
{
	return str_find_byte(name, '.') < name.n &&
	       str_find_byte(name, '(') == name.n;
}

struct str
plan_bare_name(struct str subject)
{
	struct str s = str_trim(subject);

	if (str_starts(s, STR("ptx ")))
		s = str_trim(str_skip(s, 4));
	if (s.n > 1 && s.p[0] == '"' && s.p[s.n - 1] == '"')
		s = str_slice(s, 1, s.n - 2);
	return s;
}

static void
add_name(struct planner *p, struct target *t, struct str name)
{
	struct str *names;

	for (size_t i = 0; i < t->nnames; i++)
		if (str_equal(t->names[i], name))
			return;
	names = arena_alloc(p->arena, (t->nnames + 1) * sizeof *names);
	for (size_t i = 0; i < t->nnames; i++)
		names[i] = t->names[i];
	names[t->nnames++] = name;
	t->names = names;
}

/* All names of a page meet in two targets: CUDA's and PTX's. */
static struct target *
plan_name(struct planner *p, struct str subject)
{
	struct str name = plan_bare_name(subject);
	bool ptx = is_ptx_name(name), fresh;
	struct target *t = plan_target_for(p, arena_printf(p->arena,
		STR_FMT "/%s", STR_ARG(plan_folder(p->arena,
						   p->claim->page->name)),
		ptx ? "mnemonics" : "names"), (const struct str[]){
		p->claim->sm, p->claims->sm }, &fresh);

	if (fresh) {
		t->kind = TARGET_NAMES;
		t->page = p->claim->page;
		t->ptx_names = ptx;
	}
	add_name(p, t, name);
	return t;
}

/* --- calls ------------------------------------------------------------ */

static struct target *
plan_call(struct planner *p, const struct fact *f)
{
	struct str text = str_trim(f->subject);
	size_t open = str_find_byte(text, '(');
	struct str name = plan_safe_name(p->arena, str_slice(text, 0, open));
	bool fresh;
	struct target *t = find_target(p, arena_printf(p->arena,
		"calls/" STR_FMT "-" STR_FMT "-" STR_FMT, STR_ARG(name),
		STR_ARG(str_slice(hash_hex(p->arena, text), 0, 6)),
		STR_ARG(p->claim->sm)), &fresh);

	if (fresh) {
		t->kind = TARGET_CALL;
		t->sm = p->claim->sm;
		t->call = text;
		t->entry = STR("call");
	}
	t->cubin = true;
	return t;
}

/* --- facts ------------------------------------------------------------ */

static bool
is_named_call(const struct fact *f)
{
	return str_find_byte(f->subject, '(') < f->subject.n;
}

static struct target *
plan_listing(struct planner *p, const struct fact *f)
{
	struct target *t = plan_fence_of(p, str_trim(f->subject));

	if (!t)
		t = f->probe ? plan_probe(p, f) : plan_call(p, f);
	t->sass = t->sass || claim_asks_sass(f);
	t->cubin = t->cubin || t->sass || f->family == FACT_RESOURCES;
	return t;
}

static struct target *
plan_fact(struct planner *p, const struct fact *f)
{
	switch (f->family) {
	case FACT_MEASURED:
		return f->probe ? plan_probe(p, f) :
				  plan_run(p, plan_find_run(p, f->subject));
	case FACT_RUN:
		if (f->expr->kind == EXPR_RAW)
			return plan_value(p, f);
		return plan_run(p, plan_find_run(p, f->subject));
	case FACT_LISTING:
	case FACT_RESOURCES:
		return plan_listing(p, f);
	case FACT_COUNTER:
		return plan_counter(p, f);
	case FACT_API:
		return is_named_call(f) ? plan_call(p, f) :
					  plan_name(p, f->subject);
	default:
		return NULL;
	}
}

static void
plan_claim(struct planner *p)
{
	const struct claim *c = p->claim;
	struct target *t = NULL;

	for (size_t i = 0; i < c->nfacts; i++) {
		t = plan_fact(p, &c->facts[i]);
		if (t)
			add_use(p, i, t);
	}
	t = NULL;
	if (c->kind == CLAIM_FENCE)
		t = plan_fence(p, c->fence, true);
	else if (c->kind == CLAIM_TEST)
		t = plan_run(p, c->marker);
	else if (c->kind == CLAIM_CHECK && str_equal(c->check, STR("api")))
		t = plan_name(p, c->text);
	else if (c->kind == CLAIM_CHECK && str_equal(c->check, STR("metric")))
		plan_metric(p, fact_metric(p->arena, c->text));
	if (t)
		add_use(p, SIZE_MAX, t);
}

/* --- order ------------------------------------------------------------ */

struct place {
	struct target target;
	size_t was;
};

static int
compare_targets(const void *left, const void *right)
{
	const struct place *a = left, *b = right;

	return str_compare(a->target.name, b->target.name);
}

static void
sort_targets(struct arena *a, struct plan *plan)
{
	struct place *all = arena_alloc(a, (plan->ntargets + 1) *
						  sizeof *all);
	size_t *now = arena_alloc(a, (plan->ntargets + 1) * sizeof *now);

	for (size_t i = 0; i < plan->ntargets; i++)
		all[i] = (struct place){ plan->targets[i], i };
	if (plan->ntargets > 0)
		qsort(all, plan->ntargets, sizeof *all, compare_targets);
	for (size_t i = 0; i < plan->ntargets; i++) {
		plan->targets[i] = all[i].target;
		now[all[i].was] = i;
	}
	for (size_t i = 0; i < plan->nuses; i++)
		plan->uses[i].target = now[plan->uses[i].target];
}

static void
plan_claims(struct planner *p, size_t page, const struct claims *claims)
{
	p->page = page;
	p->claims = claims;
	for (size_t i = 0; claims && i < claims->n; i++) {
		p->claim = &claims->items[i];
		if (p->claim->trouble.n == 0)
			plan_claim(p);
	}
}

void
plan_make(struct arena *a, struct plan *out, const struct wiki *w,
	  struct claims *const *claims)
{
	struct map names = { .arena = a };
	struct planner p = { .arena = a, .plan = out, .names = &names };

	*out = (struct plan){ 0 };
	for (size_t i = 0; i < w->npages; i++)
		plan_claims(&p, i, claims[i]);
	sort_targets(a, out);
}

void
plan_make_page(struct arena *a, struct plan *out, size_t page,
	       const struct claims *claims, struct sweeps *known)
{
	struct map names = { .arena = a };
	struct planner p = { .arena = a, .plan = out, .names = &names,
			     .sweeps = known, .unbuilt = true };

	*out = (struct plan){ 0 };
	plan_claims(&p, page, claims);
	sort_targets(a, out);
}

static int
compare_uses(const void *left, const void *right)
{
	const struct use *a = left, *b = right;

	if (a->page != b->page)
		return a->page < b->page ? -1 : 1;
	if (a->claim != b->claim)
		return a->claim < b->claim ? -1 : 1;
	return (a->fact > b->fact) - (a->fact < b->fact);
}

/* Uses are added page by page, claim by claim, the claim itself last. */
const struct target *
plan_find(const struct plan *p, size_t page, size_t claim, size_t fact)
{
	const struct use key = { page, claim, fact, 0 };
	const struct use *u = p->nuses == 0 ? NULL :
		bsearch(&key, p->uses, p->nuses, sizeof key, compare_uses);

	return u ? &p->targets[u->target] : NULL;
}

void
plan_dump(struct buf *out, const struct plan *p)
{
	static const char *const kinds[] = {
		[TARGET_PROBE] = "probe", [TARGET_FENCE] = "fence",
		[TARGET_PTX] = "ptx", [TARGET_CALL] = "call",
		[TARGET_NAMES] = "names", [TARGET_RUN] = "run",
	};

	for (size_t i = 0; i < p->ntargets; i++) {
		const struct target *t = &p->targets[i];

		buf_printf(out, "%s " STR_FMT " " STR_FMT "%s%s%s%s",
			   kinds[t->kind], STR_ARG(t->name), STR_ARG(t->sm),
			   t->check ? " check" : "", t->body ? " body" : "",
			   t->cubin ? " cubin" : "", t->sass ? " sass" : "");
		if (t->npoints > 0)
			buf_printf(out, " %zu points", t->npoints);
		for (size_t k = 0; k < t->nnames; k++)
			buf_printf(out, " " STR_FMT, STR_ARG(t->names[k]));
		for (size_t k = 0; k < t->ncounts; k++)
			buf_printf(out, " count " STR_FMT,
				   STR_ARG(t->counts[k]));
		buf_add_byte(out, '\n');
	}
	for (size_t i = 0; i < p->nmetrics; i++)
		buf_printf(out, "metric " STR_FMT "\n",
			   STR_ARG(p->metrics[i]));
}
