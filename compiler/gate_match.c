/*
 * Which claim was which: claims of a page now -> claims of the page before.
 *
 * The idea: a claim is known by its id, whatever its page is called now. One
 * without a name whose expression was changed has another id; it is still the
 * same if it is a new one of the same kind that says the same of which one of
 * before is missing. What a claim says and asks is put in one text, with the
 * hash of what it is measured by in it: a probe that is set otherwise in the
 * front matter touches every claim on it.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "expr.h"
#include "gate.h"
#include "gate_parts.h"
#include "library.h"
#include "map.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "recall.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

struct str
gate_id(const struct claim *c)
{
	struct str name = c->page->name;

	if (str_ends(name, STR(".md")))
		name.n -= 3;
	return str_skip(claim_id(c), name.n);
}

/* Matches what the ids leave: of one kind, without a name, saying the same. */
static void
match_rest(const struct gate_pair *p, size_t *out, bool *taken)
{
	const struct claims *now = p->now->claims, *old = p->before->claims;

	for (size_t i = 0; i < now->n; i++)
		for (size_t k = 0; out[i] == SIZE_MAX && k < old->n; k++) {
			if (taken[k] || now->items[i].name.n > 0 ||
			    old->items[k].name.n > 0 ||
			    now->items[i].kind != old->items[k].kind ||
			    !str_equal(p->now->verdicts[i].says,
				       p->before->verdicts[k].says))
				continue;
			out[i] = k;
			taken[k] = true;
		}
}

size_t *
gate_match(struct gate *g, const struct gate_pair *p)
{
	size_t *out = arena_alloc(g->arena, (p->now->claims->n + 1) *
						    sizeof *out);
	size_t n = p->before ? p->before->claims->n : 0;
	bool *taken = arena_alloc(g->arena, n + 1);
	struct map ids = { .arena = g->arena };

	for (size_t k = 0; k < n; k++)
		map_add(&ids, gate_id(&p->before->claims->items[k]), k);
	for (size_t i = 0; i < p->now->claims->n; i++) {
		out[i] = map_find(&ids, gate_id(&p->now->claims->items[i]));
		if (out[i] != SIZE_MAX)
			taken[out[i]] = true;
	}
	if (n > 0)
		match_rest(p, out, taken);
	return out;
}

/* --- what it says -------------------------------------------------------- */

static void
print_expr(struct buf *out, struct arena *a, const char *word,
	   const struct expr *e)
{
	if (e)
		buf_printf(out, "\n%s " STR_FMT, word,
			   STR_ARG(expr_text(a, e)));
}

static void
print_options(struct buf *out, struct arena *a, const struct options *o)
{
	print_expr(out, a, o->within_percent ? "percent" : "within",
		   o->within);
	print_expr(out, a, "low", o->low);
	print_expr(out, a, "high", o->high);
	buf_printf(out, "\nin " STR_FMT, STR_ARG(o->in));
}

/* What a fact rests on: the job that measures it, else its words. */
static void
print_fact(struct buf *out, struct arena *a, const struct gate_side *side,
	   const struct target *t, const struct fact *f)
{
	if (t && (t->kind == TARGET_PROBE || t->kind == TARGET_RUN))
		buf_printf(out, "\njob " STR_FMT,
			   STR_ARG(recall_job(side->recall, t)));
	buf_printf(out, "\nfact " STR_FMT " " STR_FMT, STR_ARG(f->metric),
		   STR_ARG(claim_fact(a, f)));
	for (size_t i = 0; i < f->nsettings; i++)
		buf_printf(out, " " STR_FMT "=" STR_FMT,
			   STR_ARG(f->settings[i].name),
			   STR_ARG(f->settings[i].value));
}

struct str
gate_print(struct gate *g, const struct gate_side *side,
	   const struct page_verdicts *v, size_t claim)
{
	const struct claim *c = &v->claims->items[claim];
	const struct target *own = plan_find(side->plan, v->page, c->number,
					     SIZE_MAX);
	struct buf b = { 0 };
	struct str out;

	buf_printf(&b, "%d " STR_FMT "\non " STR_FMT " " STR_FMT, (int)c->kind,
		   STR_ARG(v->verdicts[claim].says), STR_ARG(c->device),
		   STR_ARG(c->sm));
	print_expr(&b, g->arena, "is", c->expr);
	print_expr(&b, g->arena, c->range ? "to" : "and", c->expr2);
	if (c->options)
		print_options(&b, g->arena, c->options);
	for (size_t i = 0; i < c->nfacts; i++)
		print_fact(&b, g->arena, side,
			   plan_find(side->plan, v->page, c->number, i),
			   &c->facts[i]);
	if (own && own->kind == TARGET_RUN)
		buf_printf(&b, "\njob " STR_FMT,
			   STR_ARG(recall_job(side->recall, own)));
	for (size_t i = 0; c->fence && i < c->fence->nlines; i++)
		buf_printf(&b, "\n| " STR_FMT, STR_ARG(c->fence->lines[i]));
	out = arena_copy(g->arena, buf_str(&b));
	buf_free(&b);
	return out;
}
