/*
 * Numbers that nothing speaks of: the text of a page to their count.
 *
 * It comes last, when every marker, ruled column and equation has said which
 * spans it covers (links are covered here): a number in none of them is a
 * statement that nobody checks. Covered ones have been read before and are
 * stepped over. Numbers in comments and in code spans state nothing and do not
 * count; nor do parameters of a probe that the sentence has a claim of
 * (claim_parameter.c), numbers of sections, and those of a column whose head
 * says that they are names (`Step`).
 *
 * Only of one beside a condition that does not name it something is said here;
 * the report tells how many there are, `kbc coverage` where, and `kbc suggest`
 * what they might be.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "mark.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"

/* Numbers in links are names. */
static void
cover_links(struct gather *g)
{
	const struct mark *m = g->page->mark;

	for (size_t i = 0; i < m->nlinks; i++)
		gather_cover(g, m->links[i].text);
}

/* `3.1 Results`, `2 Setup`: a heading begins with its own number. */
static bool
numbers_section(struct str s, struct str number)
{
	size_t behind = (size_t)(number.p - s.p) + number.n;

	if (number.p != s.p || behind + 1 >= s.n)
		return false;
	if (byte_among(s.p[behind], ".):"))
		behind++;
	return s.p[behind] == ' ' && behind + 1 < s.n &&
	       byte_is_upper(s.p[behind + 1]);
}

/* A condition that is true beside it would make it look checked. */
static void
say_unnamed(const struct gather *g, const struct quantity *q)
{
	for (size_t i = 0; i < g->nunnamed; i++) {
		if (g->unnamed[i].at != q->at.at)
			continue;
		diag_warning(g->page->diag, q->at, "unnamed", "the condition "
			     "bound to these words says nothing of '" STR_FMT
			     "'", STR_ARG(span_str(q->number)));
		diag_note(g->page->diag, q->at, "put the number into the "
			  "condition, or a marker of its own behind it");
		return;
	}
}

static void
add_unbound(struct gather *g, const struct quantity *q)
{
	struct claims *out = g->out;

	say_unnamed(g, q);
	out->unbound = arena_grow(g->arena, out->unbound, out->nunbound,
				  &out->capunbound, sizeof *out->unbound);
	out->unbound[out->nunbound++] = *q;
}

/* What a stretch of text is of. */
struct stretch {
	const struct block *block;
	bool heading;
	bool named;  /* a column of names: bare numbers are some */
};

/* Whether nobody could bind it, or need not. */
static bool
claims_nothing(struct gather *g, const struct quantity *q, struct span text,
	       const struct stretch *in)
{
	bool bare = q->unit.text.n == 0 && !q->factor;

	return gather_is_covered(g, q->at) ||
	       gather_in_comment(g, q->at.at) ||
	       mark_code_at(g->page->mark, q->at.at) || (in->named && bare) ||
	       (in->heading && bare &&
		numbers_section(span_str(text), span_str(q->number))) ||
	       gather_is_parameter(g, q, in->block);
}

static void
count_unbound(struct gather *g, struct span text, const struct stretch *in)
{
	struct quantity *all;
	size_t n = quantity_collect_rest(g->arena, &all, text,
					 g->covered + text.at);

	for (size_t i = 0; i < n; i++)
		if (!claims_nothing(g, &all[i], text, in))
			add_unbound(g, &all[i]);
}

/* Whether a column's head says that its numbers are names: `#`, `Step`,
   `Warp ID`. */
static bool
heads_names(const struct gather *g, struct span cell)
{
	static const struct str heads[] = {
		STR_INIT("#"), STR_INIT("no."), STR_INIT("id"),
		STR_INIT("index"), STR_INIT("rank"), STR_INIT("step"),
		STR_INIT("stage"), STR_INIT("phase"), STR_INIT("rule"),
		STR_INIT("case"), STR_INIT("line"), STR_INIT("lines"),
		STR_INIT("section"), STR_INIT("page"), STR_INIT("figure"),
		STR_INIT("issue"), STR_INIT("pr"), STR_INIT("problem"),
		STR_INIT("version"), STR_INIT("release"), STR_INIT("year"),
		STR_INIT("date"),
	};
	struct str head = gather_cell_text(g->arena, cell), last = head;

	for (size_t i = 0; i < head.n; i++)
		if (byte_is_blank(head.p[i]))
			last = str_skip(head, i + 1);
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		if (str_equal_case(head, heads[i]) ||
		    (i < 5 && str_equal_case(last, heads[i])))
			return true;
	return false;
}

static void
count_unbound_table(struct gather *g, const struct block *b)
{
	size_t ncolumns = b->nrows > 0 ? b->rows[0].n : 0;
	bool *named = arena_alloc(g->arena, ncolumns);

	for (size_t i = 0; i < ncolumns; i++)
		named[i] = heads_names(g, b->rows[0].cells[i]);
	for (size_t r = 1; r < b->nrows; r++)
		for (size_t i = 0; i < b->rows[r].n; i++) {
			const struct stretch in = {
				.block = b, .named = i < ncolumns && named[i],
			};

			if (!gather_is_all_covered(g, b->rows[r].cells[i]))
				count_unbound(g, b->rows[r].cells[i], &in);
		}
}

void
gather_unbound(struct gather *g)
{
	const struct scan *s = g->page->scan;

	cover_links(g);
	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];
		const struct stretch in = {
			.block = b, .heading = b->kind == BLOCK_HEADING,
		};

		if (b->kind == BLOCK_TEXT)
			count_unbound(g, b->at, &in);
		else if (b->kind == BLOCK_HEADING)
			count_unbound(g, b->text, &in);
		else if (b->kind == BLOCK_TABLE)
			count_unbound_table(g, b);
	}
}
