/*
 * A page -> what other pages may ask of it: its id, its headings' anchors,
 * and the values it names (`let NAME`, `id=NAME`). Needs no other page.
 */
#include "arena.h"
#include "mark.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "summary.h"

bool
summary_quantity(struct arena *a, struct quantity *q, struct span text)
{
	if (quantity_first(a, q, text))
		return true;
	if (q->doubt.n > 0)
		return false;
	while (text.n > 1 && str_find_byte(STR("fFuUlL"),
			span_str(text).p[text.n - 1]) < 6)
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

	out->values[out->nvalues++] = (struct named_value){
		arena_copy(a, name), q->value * scale, summary_unit(a, q),
		q->at };
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

static void
add_items(struct arena *a, struct summary *out, const struct page *p,
	  const struct marker *m, size_t block)
{
	for (const struct marker *item = m->items; item; item = item->next) {
		struct quantity q;
		struct span text;

		if (given_name(item).n > 0 &&
		    find_text(p, block, item->text, &text) &&
		    summary_quantity(a, &q, text))
			add_value(a, out, given_name(item), &q);
	}
}

static size_t
count_values(const struct page *p)
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

static void
add_values(struct arena *a, struct summary *out, const struct page *p)
{
	out->values = arena_alloc(a, (count_values(p) + 1) *
					     sizeof *out->values);
	for (size_t i = 0; i < p->scan->ncomments; i++) {
		const struct comment *c = &p->scan->comments[i];
		const struct marker *m = p->markers[i];
		struct span block = p->scan->blocks[c->block].at;
		struct quantity q;

		if (!m)
			continue;
		add_items(a, out, p, m, c->block);
		if (given_name(m).n == 0 || m->kind == MARKER_TEST)
			continue;
		size_t end = c->at.at + c->at.n;
		if (quantity_before(&q, span_slice(block, 0, c->at.at -
							     block.at),
				    span_slice(block, end - block.at,
					       block.at + block.n - end)))
			add_value(a, out, given_name(m), &q);
	}
}

void
summary_make(struct arena *a, struct summary *out, const struct page *p)
{
	const struct mark *m = p->mark;

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
	add_values(a, out, p);
}
