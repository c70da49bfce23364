/*
 * A page -> what other pages may ask of it: its id, its headings' anchors, the
 * values it names (`let NAME`, `id=NAME`), and which numbers and cited words
 * lean on others: by a name or as a citation. Needs no other page.
 */
#include "arena.h"
#include "expr.h"
#include "mark.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "source.h"
#include "summary.h"
#include "summary_parts.h"

bool
summary_quantity(struct arena *a, struct quantity *q, struct span text)
{
	if (quantity_first(a, q, text))
		return true;
	if (q->doubt.n > 0)
		return false;
	while (text.n > 1 &&
	       byte_among(span_str(text).p[text.n - 1], "fFuUlL"))
		text.n--;
	return quantity_whole(q, text);
}

const struct unit *
summary_unit(struct arena *a, const struct quantity *q)
{
	struct unit *u;

	if (q->unit.second == 0 && q->unit.byte == 0 && q->unit.flop == 0 &&
	    q->unit.cycle == 0)
		return NULL;
	u = arena_alloc(a, sizeof *u);
	*u = q->unit;
	u->text = arena_copy(a, u->text);
	return u;
}

static void
add_value(struct arena *a, struct summary *out, struct str name,
	  const struct quantity *q)
{
	double scale = q->unit.scale > 0 ? q->unit.scale : 1;

	struct named_value *v = &out->values[out->nvalues++];

	*v = (struct named_value){ .name = arena_copy(a, name),
				   .number = q->value * scale,
				   .unit = summary_unit(a, q), .at = q->at,
				   .statement = SIZE_MAX };
	source_place(q->at.source, q->at.at, &v->line, &v->column);
}

static struct str
given_name(const struct marker *m)
{
	return m->kind == MARKER_LET ? m->name : m->options.id;
}

/* The span of a text in the blocks before a marker, nearest first. */
static bool
find_text(const struct page *p, size_t block, struct str text,
	  struct span *out)
{
	const struct scan *s = p->scan;

	for (size_t i = block + 1; i-- > 0;) {
		struct str b = span_str(s->blocks[i].at);
		size_t at = str_find(b, text);

		if (s->blocks[i].kind != BLOCK_COMMENT && at + text.n <= b.n) {
			*out = span_slice(s->blocks[i].at, at, text.n);
			return true;
		}
	}
	return false;
}

/* --- numbers and words that markers speak of ----------------------------- */

static bool
is_named(const struct numbered *one)
{
	return one->found && given_name(one->marker).n > 0;
}

/* Whether it is wanted: what has no number is, where it is cited. */
static bool
is_wanted(const struct numbered *one, bool all)
{
	return one->found ? all || is_named(one) :
			    all && one->marker->kind == MARKER_CITES;
}

static void
add_items(struct numbers *out, const struct page *p, size_t comment, bool all)
{
	const struct marker *m = p->markers[comment];
	size_t block = p->scan->comments[comment].block;

	for (const struct marker *item = m->items; item; item = item->next) {
		struct numbered *next = &out->items[out->n];
		struct span text;

		if (!find_text(p, block, item->text, &text))
			continue;
		next->marker = item;
		next->words = item->text;
		next->found = summary_quantity(p->arena, &next->quantity,
					       text);
		out->n += is_wanted(next, all);
	}
}

static void
add_comment(struct numbers *out, const struct page *p, size_t comment,
	    bool all)
{
	const struct page_number *number = &p->numbers[comment];
	struct numbered *next = &out->items[out->n];

	if (p->markers[comment]->kind == MARKER_TEST || !number->quantity)
		return;
	next->marker = p->markers[comment];
	next->found = number->found;
	if (next->found)
		next->quantity = *number->quantity;
	if (!is_wanted(next, all))
		return;
	if (!next->found)
		next->words = span_str(page_words(p, comment));
	out->n++;
}

static size_t
count_markers(const struct page *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->scan->ncomments; i++) {
		const struct marker *m = p->markers[i];

		n++;
		for (const struct marker *item = m ? m->items : NULL; item;
		     item = item->next)
			n++;
	}
	return n;
}

/* Of all markers, or of those alone that name their number; as many as there
   may be. */
static void
collect_numbers(struct arena *a, struct numbers *out, const struct page *p,
		bool all)
{
	out->cap = count_markers(p) + 1;
	out->items = arena_alloc(a, out->cap * sizeof *out->items);
	for (size_t i = 0; i < p->scan->ncomments; i++) {
		if (!p->markers[i])
			continue;
		add_items(out, p, i, all);
		add_comment(out, p, i, all);
	}
}

static void
add_values(struct arena *a, struct summary *out, const struct numbers *all)
{
	size_t named = 0;

	for (size_t i = 0; i < all->n; i++)
		named += is_named(&all->items[i]);
	out->values = arena_alloc(a, (named + 1) * sizeof *out->values);
	for (size_t i = 0; i < all->n; i++) {
		const struct numbered *one = &all->items[i];

		if (is_named(one))
			add_value(a, out, given_name(one->marker),
				  &one->quantity);
	}
}

/* --- what leans on what -------------------------------------------------- */

/* Whether a marker may lean on another number of a page. */
static bool
may_lean(const struct marker *m)
{
	return m->kind == MARKER_CITES ||
	       (m->kind == MARKER_TABLE && m->name.n > 0) ||
	       (m->kind == MARKER_EQUALS && (m->options.id.n > 0 ||
		str_find_byte(span_str(m->body), '#') < m->body.n));
}

static bool
page_may_lean(const struct page *p)
{
	for (size_t i = 0; i < p->scan->ncomments; i++) {
		const struct marker *m = p->markers[i];

		if (m && may_lean(m))
			return true;
		for (const struct marker *item = m ? m->items : NULL; item;
		     item = item->next)
			if (may_lean(item))
				return true;
	}
	return false;
}

static bool
is_value(const struct summary *s, struct str name)
{
	for (size_t i = 0; i < s->nvalues; i++)
		if (str_equal(s->values[i].name, name))
			return true;
	return false;
}

static void
add_leaning(struct arena *a, struct statement *s, struct str page,
	    struct str name)
{
	struct leaning *more = arena_alloc(a, (s->nleans + 1) * sizeof *more);

	for (size_t i = 0; i < s->nleans; i++)
		more[i] = s->leans[i];
	more[s->nleans++] = (struct leaning){ arena_copy(a, page),
					      arena_copy(a, name) };
	s->leans = more;
}

/* The values that an expression names; it is at most EXPR_DEPTH_MAX high. */
static void
add_leanings(struct arena *a, struct statement *s, const struct expr *e,
	     const struct summary *known)
{
	for (; e; e = e->next) {
		if (e->kind == EXPR_NAME &&
		    (e->page.n > 0 || is_value(known, e->text)))
			add_leaning(a, s, e->page, e->text);
		add_leanings(a, s, e->left, known);
		add_leanings(a, s, e->right, known);
		add_leanings(a, s, e->args, known);
	}
}

static bool
is_statement(const struct marker *m)
{
	return m->kind == MARKER_EQUALS || m->kind == MARKER_CITES ||
	       m->kind == MARKER_LET || m->kind == MARKER_TABLE ||
	       m->kind == MARKER_REPEAT;
}

static void
add_statement(struct arena *a, struct summary *out, const struct numbered *one)
{
	struct statement *s = &out->statements[out->nstatements++];
	const struct marker *m = one->marker;

	if (is_named(one))
		s->name = arena_copy(a, given_name(m));
	s->what = summary_said(one->found ? &one->quantity : NULL, one->words);
	s->what.words = arena_copy(a, s->what.words);
	if (m->kind == MARKER_CITES || m->kind == MARKER_TABLE)
		add_leaning(a, s, m->name, STR(""));
	add_leanings(a, s, m->expr, out);
	add_leanings(a, s, m->expr2, out);
}

/* What `=` repeats stands as the first one stands, which is the only one. */
static void
lean_repeats(struct summary *s, const bool *repeats)
{
	for (size_t i = 0; i < s->nstatements; i++)
		for (size_t k = 0; repeats[i] && k < s->nstatements; k++) {
			if (repeats[k] || !summary_same(&s->statements[i].what,
						&s->statements[k].what))
				continue;
			s->statements[i].leans = s->statements[k].leans;
			s->statements[i].nleans = s->statements[k].nleans;
			break;
		}
}

static void
add_statements(struct arena *a, struct summary *out, const struct numbers *all)
{
	size_t value = 0;
	bool *repeats = arena_alloc(a, all->n + 1);

	out->statements = arena_alloc(a, (all->n + 1) *
						 sizeof *out->statements);
	for (size_t i = 0; i < all->n; i++) {
		const struct numbered *one = &all->items[i];

		value += is_named(one); /* as in add_values */
		if (!is_statement(one->marker))
			continue;
		if (is_named(one))
			out->values[value - 1].statement = out->nstatements;
		repeats[out->nstatements] =
			one->marker->kind == MARKER_REPEAT;
		add_statement(a, out, one);
	}
	lean_repeats(out, repeats);
}

void
summary_make(struct arena *a, struct summary *out, const struct page *p)
{
	const struct mark *m = p->mark;
	bool leans = page_may_lean(p);
	struct numbers numbers = { 0 };

	*out = (struct summary){
		.name = arena_copy(a, p->name), .id = arena_copy(a, p->id),
		.title = arena_copy(a, p->title),
		.type = arena_copy(a, p->type),
	};
	out->anchors = arena_alloc(a, (m->nheadings + 1) *
					      sizeof *out->anchors);
	for (size_t i = 0; i < m->nheadings; i++)
		out->anchors[out->nanchors++] =
			arena_copy(a, m->headings[i].anchor);
	collect_numbers(p->arena, &numbers, p, leans); /* not to stay */
	add_values(a, out, &numbers);
	if (!leans)
		return;
	summary_add_cells(p->arena, &numbers, p);
	add_statements(a, out, &numbers);
}
