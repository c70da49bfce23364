/*
 * The claims of a page that read cells of its tables -> an error at each whose
 * reading leads in a circle.
 *
 * The idea: a number that is read from a cell is worth what stands behind that
 * cell. So a claim leads on to the claims that speak of the cells it reads
 * (`col`, `cell`, a derived column) and to the one whose name it uses; a way
 * that comes back to where it was confirms nothing.
 *
 *	column "A" = col("B")              column "B" = 2 * col("A")
 *
 * Claims must be in order of their places. The ways are walked once, with a
 * stack of their own. Names and citations from page to page are walked by
 * claim_circle.c.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "expr.h"
#include "fact.h"
#include "map.h"

enum mark { UNSEEN, ON_WAY, ENDS, CIRCLES };

/* A claim on the way: which of its leanings, and of the claims of that cell,
   is next. */
struct step {
	size_t claim, leaning, next;
};

struct walk {
	struct gather *g;
	unsigned char *marks;    /* one a claim */
	struct step *way;
	size_t n, cap;
	struct map names;        /* of the page's claims */
};

/* The cell that a claim reads as its i-th leaning: derived ones first; empty
   if that is none. */
static struct span
cell_read(const struct claim *c, size_t i)
{
	if (i < COUNT_OF(c->made_of))
		return c->made_of[i];
	return c->facts[i - COUNT_OF(c->made_of)].cell;
}

/* The claim whose name a claim uses as its i-th leaning, or SIZE_MAX. */
static size_t
name_used(const struct walk *w, const struct claim *c, size_t i)
{
	const struct fact *f;

	if (i < COUNT_OF(c->made_of))
		return SIZE_MAX;
	f = &c->facts[i - COUNT_OF(c->made_of)];
	return f->family == FACT_CLAIM && f->expr->page.n == 0 ?
		map_find(&w->names, f->expr->text) : SIZE_MAX;
}

static bool
overlaps(const struct claim *c, struct span at)
{
	return c->at.source == at.source && c->at.at < at.at + at.n &&
	       at.at < c->at.at + c->at.n;
}

/* The first claim that may speak of bytes at a place. */
static size_t
first_claim(const struct claims *all, struct span at)
{
	size_t low = 0, high = all->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (all->items[middle].at.at < at.at)
			low = middle + 1;
		else
			high = middle;
	}
	while (low > 0 && overlaps(&all->items[low - 1], at))
		low--;
	return low;
}

/* The next claim that the last step leads to; SIZE_MAX when there is none
   left. */
static size_t
next_claim(const struct walk *w, struct step *s)
{
	const struct claims *all = w->g->out;
	const struct claim *c = &all->items[s->claim];

	for (; s->leaning < COUNT_OF(c->made_of) + c->nfacts; s->leaning++) {
		struct span cell = cell_read(c, s->leaning);
		size_t i = first_claim(all, cell) + s->next++;

		if (cell.n > 0 && i < all->n && overlaps(&all->items[i], cell))
			return i;
		s->next = 0;
		i = name_used(w, c, s->leaning);
		if (i != SIZE_MAX) {
			s->leaning++;
			return i;
		}
	}
	return SIZE_MAX;
}

static void
enter(struct walk *w, size_t claim)
{
	w->way = arena_grow(w->g->arena, w->way, w->n, &w->cap,
			    sizeof *w->way);
	w->way[w->n++] = (struct step){ .claim = claim };
	w->marks[claim] = ON_WAY;
}

static void
leave(struct walk *w)
{
	size_t claim = w->way[--w->n].claim;

	if (w->marks[claim] == ON_WAY)
		w->marks[claim] = ENDS;
	else if (w->n > 0) /* what leads to a circle rests on it */
		w->marks[w->way[w->n - 1].claim] = CIRCLES;
}

static void
walk_from(struct walk *w, size_t claim)
{
	enter(w, claim);
	while (w->n > 0) {
		struct step *s = &w->way[w->n - 1];
		size_t next = next_claim(w, s);

		if (next == SIZE_MAX)
			leave(w);
		else if (w->marks[next] == UNSEEN)
			enter(w, next);
		else if (w->marks[next] == CIRCLES || w->marks[next] == ON_WAY)
			w->marks[s->claim] = CIRCLES;
	}
}

/* The names that the page's claims were given. */
static void
index_names(struct walk *w)
{
	const struct claims *all = w->g->out;

	w->names.arena = w->g->arena;
	for (size_t i = 0; i < all->n; i++)
		if (all->items[i].name.n > 0)
			map_add(&w->names, all->items[i].name, i);
}

static bool
reads_cells(const struct claim *c)
{
	for (size_t i = 0; i < COUNT_OF(c->made_of) + c->nfacts; i++)
		if (cell_read(c, i).n > 0)
			return true;
	return false;
}

void
gather_check_cells(struct gather *g)
{
	struct claims *all = g->out;
	struct walk w = { .g = g };

	w.marks = arena_alloc(g->arena, all->n + 1);
	index_names(&w);
	for (size_t i = 0; i < all->n; i++)
		if (w.marks[i] == UNSEEN && reads_cells(&all->items[i]))
			walk_from(&w, i);
	for (size_t i = 0; i < all->n; i++) {
		struct claim *c = &all->items[i];

		if (w.marks[i] == CIRCLES && c->trouble.n == 0)
			gather_trouble(g, c, c->at, "this number rests on "
				       "itself: the cells that it is made of "
				       "lead back to it");
	}
}
