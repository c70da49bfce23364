/*
 * Which claim was which: claims of a page now -> claims of the page before.
 *
 * The idea: a claim is known by its id, whatever its page is called now. Of
 * several without a name that have one expression, those that say the same are
 * the same, in whatever order. One without a name whose expression was changed
 * has another id; it is still the same if it is a new one of the same kind
 * that says the same of which one of before is missing. What a claim says and
 * asks is put in one text, with the hash of what it is measured by in it: a
 * probe that is set otherwise in the front matter touches every claim on it.
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

/* That without its order: `:EXPR`. */
static struct str
stem_of(const struct claim *c)
{
	struct str id = gate_id(c);

	while (c->name.n == 0 && id.n > 0 && id.p[id.n - 1] != ':')
		id.n--;
	return id;
}

/* How two claims may be one, the surer ones first. */
enum likeness { SAME_STEM_AND_WORDS, SAME_STEM, SAME_WORDS, LIKENESSES };

/* A page's claims and those of before, while they are matched. */
struct matching {
	const struct page_verdicts *now, *old;
	struct str *stems, *old_stems;
	size_t *out;
	bool *taken;
};

static bool
says_same(const struct matching *m, size_t i, size_t k)
{
	return str_equal(m->now->verdicts[i].says, m->old->verdicts[k].says);
}

static bool
is_alike(const struct matching *m, size_t i, size_t k, enum likeness how)
{
	const struct claim *x = &m->now->claims->items[i];
	const struct claim *y = &m->old->claims->items[k];

	if (how == SAME_WORDS)
		return x->name.n == 0 && y->name.n == 0 &&
		       x->kind == y->kind && says_same(m, i, k);
	return str_equal(m->stems[i], m->old_stems[k]) &&
	       (how == SAME_STEM || says_same(m, i, k));
}

static void
match_rest(const struct matching *m, enum likeness how)
{
	for (size_t i = 0; i < m->now->claims->n; i++)
		for (size_t k = 0; m->out[i] == SIZE_MAX &&
				   k < m->old->claims->n; k++)
			if (!m->taken[k] && is_alike(m, i, k, how)) {
				m->out[i] = k;
				m->taken[k] = true;
			}
}

/* Nearly all: those with the same id that say the same. */
static void
match_ids(struct arena *a, const struct matching *m)
{
	struct map ids = { .arena = a };

	for (size_t k = 0; k < m->old->claims->n; k++)
		map_add(&ids, gate_id(&m->old->claims->items[k]), k);
	for (size_t i = 0; i < m->now->claims->n; i++) {
		size_t k = map_find(&ids, gate_id(&m->now->claims->items[i]));

		/* two of a page in error may have one name */
		if (k == SIZE_MAX || m->taken[k] || !says_same(m, i, k))
			continue;
		m->out[i] = k;
		m->taken[k] = true;
	}
}

static struct str *
find_stems(struct arena *a, const struct claims *all)
{
	struct str *out = arena_alloc(a, (all->n + 1) * sizeof *out);

	for (size_t i = 0; i < all->n; i++)
		out[i] = stem_of(&all->items[i]);
	return out;
}

size_t *
gate_match(struct gate *g, const struct gate_pair *p)
{
	struct arena *a = g->arena;
	size_t n = p->now->claims->n;
	struct matching m = { .now = p->now, .old = p->before };

	m.out = arena_alloc(a, (n + 1) * sizeof *m.out);
	for (size_t i = 0; i < n; i++)
		m.out[i] = SIZE_MAX;
	if (!m.old)
		return m.out;
	m.taken = arena_alloc(a, m.old->claims->n + 1);
	m.stems = find_stems(a, m.now->claims);
	m.old_stems = find_stems(a, m.old->claims);
	match_ids(a, &m);
	for (int how = 0; how < LIKENESSES; how++)
		match_rest(&m, (enum likeness)how);
	return m.out;
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
