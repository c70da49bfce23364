/*
 * Verdicts and what the front matter said before -> claims that flipped, a row
 * of a table each.
 *
 * The idea: the front matter names the claims that were refuted, by what the
 * page says and its line. One that says the same is the same claim, that of its
 * line first; of several alike each is taken once. So a page may be edited in
 * between, and a claim that was moved has not flipped.
 *
 * Verdicts that the front matter only counts are not told one by one.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "page.h"
#include "report.h"
#include "report_markdown.h"
#include "report_parts.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* What a claim has to be beside alike. */
enum how { SAME_LINE = 1, REFUTED_NOW = 2 };

struct flips {
	struct arena *arena;
	const struct page_verdicts *v;
	const struct before *was;
	size_t *pairs;   /* of each that was refuted the claim; n: none */
	bool *taken;     /* of each claim, whether it is of a pair */
};

static bool
is_refuted(const struct flips *f, size_t claim)
{
	return f->v->verdicts[claim].status == STATUS_REFUTED;
}

static bool
is_alike(const struct flips *f, size_t old, size_t claim, int how)
{
	const struct was_refuted *was = &f->was->refuted[old];

	return !f->taken[claim] &&
	       str_equal(was->says, f->v->verdicts[claim].says) &&
	       ((how & SAME_LINE) == 0 ||
		was->line == span_line(f->v->claims->items[claim].at));
}

/* Pairs what was refuted with claims that are refuted now, or with others. */
static void
pair_up(struct flips *f, int how)
{
	size_t n = f->v->claims->n;

	for (size_t old = 0; old < f->was->nrefuted; old++)
		for (size_t i = 0; f->pairs[old] == n && i < n; i++) {
			if (is_refuted(f, i) != ((how & REFUTED_NOW) != 0) ||
			    !is_alike(f, old, i, how))
				continue;
			f->pairs[old] = i;
			f->taken[i] = true;
		}
}

static void
make_pairs(struct flips *f)
{
	size_t n = f->v->claims->n;

	f->pairs = arena_alloc(f->arena, (f->was->nrefuted + 1) *
						 sizeof *f->pairs);
	f->taken = arena_alloc(f->arena, n + 1);
	for (size_t i = 0; i < f->was->nrefuted; i++)
		f->pairs[i] = n;
	pair_up(f, REFUTED_NOW | SAME_LINE);
	pair_up(f, REFUTED_NOW);
	pair_up(f, SAME_LINE);
	pair_up(f, 0);
}

struct flip {
	struct str path;
	struct span at;
	struct str says, before, now;
};

static void
add_row(struct buf *out, const struct flip *row)
{
	buf_add(out, STR("| "));
	report_where(out, row->path, row->at);
	buf_add(out, STR(" | "));
	report_code(out, row->says);
	buf_printf(out, " | " STR_FMT " | " STR_FMT " |\n",
		   STR_ARG(row->before), STR_ARG(row->now));
}

/* What the front matter said of a claim that it does not name. */
static struct str
unnamed(const struct before *was)
{
	if (!was->known)
		return STR("no verdict");
	if (was->count[STATUS_REFUTED] > was->nrefuted)
		return STR("not named");
	return was->count[STATUS_CONFIRMED] == was->bound ?
		STR("confirmed") : STR("not refuted");
}

/* What was refuted and is not: by its claim, or of no claim any more. */
static void
add_old(struct buf *out, const struct flips *f, const struct report *r,
	size_t old)
{
	const struct was_refuted *was = &f->was->refuted[old];
	size_t i = f->pairs[old];
	const struct verdict *v = &f->v->verdicts[i];
	struct flip row = {
		.path = r->wiki->pages[f->v->page]->path, .says = was->says,
		.before = STR("refuted"), .now = STR("not stated any more"),
	};

	if (i < f->v->claims->n) {
		if (v->status == STATUS_REFUTED || report_left(r, v))
			return;
		row.at = report_place(&f->v->claims->items[i], v);
		row.now = status_text(v->status);
	}
	add_row(out, &row);
}

void
report_flips(struct buf *out, const struct report *r,
	     const struct page_verdicts *p, const struct before *was)
{
	struct flips f = { .arena = arena_make(), .v = p, .was = was };

	make_pairs(&f);
	for (size_t i = 0; i < p->claims->n; i++) {
		const struct verdict *v = &p->verdicts[i];

		if (v->status == STATUS_REFUTED && !f.taken[i])
			add_row(out, &(struct flip){
				.at = report_place(&p->claims->items[i], v),
				.says = v->says, .before = unnamed(was),
				.now = STR("refuted") });
	}
	for (size_t old = 0; old < was->nrefuted; old++)
		add_old(out, &f, r, old);
	arena_free(f.arena);
}
