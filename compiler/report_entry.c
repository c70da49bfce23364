/*
 * Pages with their verdicts -> entries, the one list that reports for programs
 * are made from.
 *
 * The idea: such a report is a table of words, one a kind of entry, and a way
 * to write texts. What is said, whether it fails and where it stands is the
 * same in all and is found out here. Texts of pages are made fit for a terminal
 * first, so that forms have only marks of their own to escape.
 *
 * What stays the same when lines move is the id: of a claim its own, of a
 * message its text, of a number its digits, and how many such came before.
 *
 * No form is written here.
 */
#include "report_entry.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "glyph.h"
#include "map.h"
#include "page.h"
#include "quantity.h"
#include "report.h"
#include "report_parts.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* --- texts ---------------------------------------------------------------- */

struct str
report_plain(struct arena *a, struct str s)
{
	struct buf b = { 0 };
	struct str out;

	diag_emit_text(&b, s);
	out = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return out;
}

struct str
report_sentence(struct arena *a, const struct entry *e)
{
	return arena_printf(a, STR_FMT "%s" STR_FMT,
			    STR_ARG(report_rule(e)->word),
			    e->text.n > 0 ? ": " : "", STR_ARG(e->text));
}

/* --- places --------------------------------------------------------------- */

/* Units of UTF-16 that a text takes; a byte that is no UTF-8 counts as one. */
static uint32_t
count_units(struct str s)
{
	uint32_t units = 0, point;

	while (s.n > 0) {
		size_t n = glyph_decode(s, &point);

		units += n == 4 ? 2 : 1;
		s = str_skip(s, n > 0 ? n : 1);
	}
	return units;
}

static void
place_units(const struct source *s, size_t at, uint32_t *line,
	    uint32_t *column)
{
	uint32_t bytes;

	source_place_now(s, at, line, &bytes);
	*column = 1 + count_units(str_slice(s->text, at - (bytes - 1),
					    bytes - 1));
}

struct region
report_region(struct span at)
{
	struct region r;

	place_units(at.source, at.at, &r.line, &r.column);
	place_units(at.source, (size_t)at.at + at.n, &r.last_line,
		    &r.last_column);
	return r;
}

/* --- entries -------------------------------------------------------------- */

static struct entry *
add_entry(struct arena *a, struct entries *all, int kind)
{
	all->items = arena_grow(a, all->items, all->n, &all->cap,
				sizeof *all->items);
	all->items[all->n] = (struct entry){ .kind = kind };
	return &all->items[all->n++];
}

/* Names the last entry by its kind and a text, and by how many such there are
   so far. */
static void
name_entry(struct arena *a, struct entries *all, struct str text)
{
	struct entry *e = &all->items[all->n - 1];
	struct str head = arena_printf(a, STR_FMT ":" STR_FMT ":",
				       STR_ARG(report_rule(e)->word),
				       STR_ARG(text));
	size_t first;

	if (!all->firsts) {
		all->firsts = arena_alloc(a, sizeof *all->firsts);
		all->firsts->arena = a;
	}
	first = map_add(all->firsts, head, all->n - 1);
	e->id = arena_printf(a, STR_FMT "%zu", STR_ARG(head),
			     ++all->items[first].alike);
}

/* What a note says, behind the text of what it belongs to. */
static struct str
join_note(struct arena *a, struct str text, const struct message *note)
{
	uint32_t line, column;

	if (!note->at.source)
		return arena_printf(a, STR_FMT "; " STR_FMT, STR_ARG(text),
				    STR_ARG(report_plain(a, note->text)));
	source_place_now(note->at.source, note->at.at, &line, &column);
	return arena_printf(a, STR_FMT "; " STR_FMT ":%u:%u: " STR_FMT,
		STR_ARG(text), STR_ARG(report_plain(a, note->at.source->name)),
		line, column, STR_ARG(report_plain(a, note->text)));
}

static void
add_message(struct arena *a, struct entries *all, const struct message *m)
{
	static const int kinds[] = {
		[DIAG_WARNING] = ENTRY_WARNING, [DIAG_ERROR] = ENTRY_FAULT,
		[DIAG_FAIL] = ENTRY_UNABLE,
	};
	struct entry *e = add_entry(a, all, kinds[m->level]);

	e->at = m->at;
	e->named = true;
	e->fails = m->level != DIAG_WARNING;
	e->text = report_plain(a, m->text);
	if (m->name.n > 0)
		e->text = arena_printf(a, STR_FMT " [" STR_FMT "]",
			STR_ARG(e->text), STR_ARG(m->name));
	name_entry(a, all, e->text);
}

void
report_messages(struct arena *a, struct entries *out, const struct diag *d)
{
	for (size_t i = 0; i < d->n; i++) {
		const struct message *m = &d->items[i];
		struct entry *last = out->n > 0 ? &out->items[out->n - 1] :
						  NULL;

		if (m->level != DIAG_NOTE)
			add_message(a, out, m);
		else if (last)
			last->text = join_note(a, last->text, m);
	}
}

static void
add_claim(struct arena *a, struct entries *all, const struct report *r,
	  const struct claim *c, const struct verdict *v)
{
	bool question = c->kind == CLAIM_OPEN && v->status != STATUS_ERROR;
	struct entry *e = add_entry(a, all, question ? (int)ENTRY_OPEN :
							(int)v->status);

	e->claim = true;
	e->repeated = c->trouble.n > 0;
	e->fails = verdict_fails(v, r->wiki->config.strict);
	e->id = report_plain(a, claim_id(c));
	e->text = report_plain(a, report_said(a, r, c, v));
	e->at = report_place(c, v);
}

static void
add_unbound(struct arena *a, struct entries *all, const struct quantity *q)
{
	struct entry *e = add_entry(a, all, STATUS_UNBOUND);
	struct str text = report_plain(a, span_str(q->at));

	e->at = q->at;
	e->text = arena_printf(a, "nothing checks " STR_FMT, STR_ARG(text));
	name_entry(a, all, text);
}

void
report_entries(struct arena *a, struct entries *out, const struct report *r,
	       const struct page_verdicts *p)
{
	bool had_evidence = report_had_evidence(r, p);

	report_messages(a, out, r->wiki->pages[p->page]->diag);
	for (size_t k = 0; k < p->claims->n; k++) {
		const struct claim *c = &p->claims->items[k];
		const struct verdict *v = &p->verdicts[k];

		add_claim(a, out, r, c, v);
		out->items[out->n - 1].named =
			report_saying(r, c, v, had_evidence) != SAY_NOTHING;
	}
	for (size_t i = 0; i < p->claims->nunbound; i++)
		add_unbound(a, out, &p->claims->unbound[i]);
}
