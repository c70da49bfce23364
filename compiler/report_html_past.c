/*
 * The past of a claim in the HTML report: how it stood at commits that changed
 * the wiki, as pages and records had it there.
 *
 * The idea: a state is what the page said, what came of it and what was found.
 * Only where one of these differs from the commit before is there a line, so
 * the list is short and its first line says since when; a claim that was always
 * the same has one date. Verdicts are judged again of each commit, none is
 * taken from a page. What takes a compiler is not decided there, and that is
 * said.
 *
 * Which commits there are, and judging them, is the caller's.
 */
#include "report_html.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "map.h"
#include "verdict.h"
#include "writeback.h"

#include "report_html_parts.h"

/* Digits of a commit that are shown. */
#define COMMIT_DIGITS 10

struct past_state {
	struct str commit, day, says, is;
	enum status status;
	bool toolless;
};

static bool
is_alike(const struct past_state *x, const struct past_state *y)
{
	return x->status == y->status && x->toolless == y->toolless &&
	       str_equal(x->says, y->says) && str_equal(x->is, y->is);
}

static struct past_claim *
find_claim(struct html_past *p, struct str id)
{
	size_t n, at;

	if (!p->ids) {
		p->ids = arena_alloc(p->arena, sizeof *p->ids);
		p->ids->arena = p->arena;
	}
	n = p->ids->n;
	at = map_find(p->ids, id);
	if (at != SIZE_MAX)
		return &p->claims[at];
	p->claims = arena_grow(p->arena, p->claims, n, &p->cap,
			       sizeof *p->claims);
	p->claims[n] = (struct past_claim){ NULL, 0, 0 };
	map_add(p->ids, arena_copy(p->arena, id), n);
	return &p->claims[n];
}

static void
add_state(struct html_past *p, struct past_claim *c, struct past_state s)
{
	if (c->n > 0 && is_alike(&c->states[c->n - 1], &s))
		return;
	s.commit = arena_copy(p->arena, s.commit);
	s.day = arena_copy(p->arena, s.day);
	s.says = arena_copy(p->arena, s.says);
	s.is = arena_copy(p->arena, s.is);
	c->states = arena_grow(p->arena, c->states, c->n, &c->cap,
			       sizeof *c->states);
	c->states[c->n++] = s;
}

/* What was found, of what is a number. */
static struct str
found(struct arena *a, const struct claim *c, const struct verdict *v)
{
	return c->quantity ? verdict_is(a, c, v) : STR("");
}

void
html_past_add(struct html_past *p, const struct page_verdicts *pages,
	      size_t npages, struct str commit, struct str day)
{
	for (size_t i = 0; i < npages; i++)
		for (size_t k = 0; k < pages[i].claims->n; k++) {
			const struct claim *c = &pages[i].claims->items[k];
			const struct verdict *v = &pages[i].verdicts[k];

			if (c->kind == CLAIM_OPEN || c->kind == CLAIM_CHECK)
				continue; /* no statement of a number */
			add_state(p, find_claim(p, claim_id(c)),
				  (struct past_state){ commit, day, v->says,
					found(p->arena, c, v), v->status,
					v->toolless });
		}
}

/* --- telling -------------------------------------------------------------- */

static void
add_commit(struct html *h, const struct past_state *s)
{
	buf_printf(h->out, STR_FMT " <code>" STR_FMT "</code>",
		   STR_ARG(html_escape(h->arena, s->day)),
		   STR_ARG(html_escape(h->arena, str_slice(s->commit, 0,
							    COMMIT_DIGITS))));
}

static void
add_line(struct html *h, const struct past_state *s)
{
	buf_add(h->out, STR("<li>"));
	add_commit(h, s);
	buf_printf(h->out, " <span class=\"s %s\">" STR_FMT "</span> "
		   STR_FMT, html_class((int)s->status),
		   STR_ARG(s->toolless ? STR("left to verify") :
					 status_text(s->status)),
		   STR_ARG(html_escape(h->arena, s->says)));
	if (s->is.n > 0)
		buf_printf(h->out, ", is " STR_FMT,
			   STR_ARG(html_escape(h->arena, s->is)));
	buf_add(h->out, STR("</li>\n"));
}

void
html_past(struct html *h, size_t k)
{
	const struct html_past *p = h->report->past;
	const struct claim *c = &h->report->pages[h->page].claims->items[k];
	size_t at = p && p->ids ? map_find(p->ids, claim_id(c)) : SIZE_MAX;
	const struct past_claim *of;

	if (at == SIZE_MAX)
		return;
	of = &p->claims[at];
	if (of->n == 1) {
		buf_add(h->out, STR("<dt>The same since</dt><dd>"));
		add_commit(h, &of->states[0]);
		buf_add(h->out, STR("</dd>\n"));
		return;
	}
	buf_add(h->out, STR("<dt>Past</dt><dd><ol class=\"past\">\n"));
	for (size_t i = of->n; i-- > 0;)
		add_line(h, &of->states[i]);
	buf_add(h->out, STR("</ol></dd>\n"));
}
