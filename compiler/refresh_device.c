/*
 * Columns of `per device` tables for devices that the ledger knows and the
 * table does not.
 *
 * The idea: a column is added behind the last one of its rule, blank, and what
 * is blank is a question that the next round answers; so no number is made
 * here. Its head and its delimiter are copied from that column with the other
 * device's name, all other bytes of the table stay. A column that names no
 * device gets the name of the page's.
 *
 * Only rules that speak of the device repeat: what follows from the text alone
 * would be the same in every column.
 */
#include "refresh.h"

#include "arena.h"
#include "claim.h"
#include "edit.h"
#include "evidence.h"
#include "expr.h"
#include "fact.h"
#include "marker.h"
#include "page.h"
#include "scan.h"
#include "source.h"
#include "value.h"
#include "wiki.h"
#include "writeback.h"

/* One table's rule on its way. */
struct work {
	struct arena *arena;
	const struct wiki *wiki;
	const struct ledger *ledger;
	struct edits *edits;
	const struct repeated *rule;
};

/* --- which rules ---------------------------------------------------------- */

/* `device.ENTRY`, and not `device(B200).ENTRY`. */
static bool
is_own_device(const struct expr *e)
{
	while (e->kind == EXPR_MEMBER)
		e = e->left;
	return e->kind == EXPR_NAME;
}

static bool
speaks_of_device(const struct fact *f)
{
	return f->family == FACT_MEASURED || f->family == FACT_DEVICE ||
	       f->family == FACT_COUNTER ||
	       (f->family == FACT_DOCUMENTED && is_own_device(f->expr));
}

/* Whether a fact is a cell of a column that a rule is of. */
static bool
is_cell_of(const struct fact *f, const struct repeated *r)
{
	const struct expr *arg = f->expr->args;

	return f->family == FACT_TABLE && arg && !arg->next &&
	       str_equal(arg->text, r->rule->head);
}

/* Whether rule i repeats, by its own facts or those of rules before it that
   its cells are made of; known: what is found so far. */
static bool
repeats(const struct claims *all, size_t i, const bool *known)
{
	const struct repeated *r = &all->repeated[i];

	for (size_t k = 0; k < all->n; k++) {
		const struct claim *c = &all->items[k];

		if (c->marker_at.at != r->rule->at.at || !c->marker)
			continue;
		for (size_t f = 0; f < c->nfacts; f++) {
			if (speaks_of_device(&c->facts[f]))
				return true;
			for (size_t j = 0; j < all->nrepeated; j++)
				if (known[j] && all->repeated[j].table ==
						r->table &&
				    is_cell_of(&c->facts[f],
					       &all->repeated[j]))
					return true;
		}
	}
	return false;
}

/* Until no rule more is found to repeat. */
static bool *
find_repeating(struct arena *a, const struct claims *all)
{
	bool *known = arena_alloc(a, all->nrepeated + 1);
	bool more = true;

	while (more) {
		more = false;
		for (size_t i = 0; i < all->nrepeated; i++)
			if (!known[i] && repeats(all, i, known))
				more = known[i] = true;
	}
	return known;
}

/* --- devices -------------------------------------------------------------- */

static bool
has_evidence(const struct ledger *l, const struct device_record *d)
{
	for (size_t i = 0; i < l->n; i++)
		if (str_equal(l->items[i].device.slug, d->slug))
			return true;
	return false;
}

/* How a head says a device: as it is documented, else as its folder. */
static struct str
short_name(const struct work *w, const struct device_record *d)
{
	const struct device_file *f = devices_find(w->wiki->devices, d->name);

	return f ? device_name(f) : d->slug;
}

/* The device of a page, `NVIDIA H200` or a pattern, as a head says it; empty
   when nobody knows it. */
static struct str
page_device(const struct work *w)
{
	struct str said = w->rule->page_device;
	const struct device_record *d = ledger_device(w->ledger, said);
	const struct device_file *f = said.n == 0 ? NULL :
		devices_find(w->wiki->devices, said);

	if (f)
		return device_name(f);
	return d ? short_name(w, d) : STR("");
}

/* Whether one of the rule's columns is of the device. */
static bool
has_column(const struct work *w, struct str name)
{
	const struct repeated *r = w->rule;
	const struct device_file *f = devices_find(w->wiki->devices, name);

	for (size_t i = 0; i < r->n; i++) {
		struct str device = r->columns[i].device;

		if (device.n == 0)
			device = page_device(w);
		if (str_equal_case(device, name) ||
		    (f && devices_find(w->wiki->devices, device) == f))
			return true;
	}
	return false;
}

/* --- edits ---------------------------------------------------------------- */

/* Adds a cell behind one of a row; a blank one at the end needs its bar. */
static void
add_cell(const struct work *w, struct span cell, struct str text)
{
	struct str all = cell.source->text;
	const char *end = str_trim(text).n == 0 ? " |" : "";
	size_t at = cell.at + cell.n;
	bool closed;

	while (at < all.n && (all.p[at] == ' ' || all.p[at] == '\t'))
		at++;
	closed = at < all.n && all.p[at] == '|';
	at = closed ? at + 1 : cell.at + cell.n;
	edit_add(w->arena, w->edits, source_span(cell.source, at, 0),
		 closed ? arena_printf(w->arena, " " STR_FMT " |",
				       STR_ARG(text)) :
			  arena_printf(w->arena, " | " STR_FMT "%s",
				       STR_ARG(text), end));
}

static struct str
repeat_byte(struct arena *a, char c, size_t n)
{
	char *out = arena_alloc(a, n + 1);

	for (size_t i = 0; i < n; i++)
		out[i] = c;
	return (struct str){ out, n };
}

/* The head of a column with another device in it, in the same emphasis. */
static struct str
new_head(const struct work *w, const struct repeated_column *c,
	 struct str device)
{
	struct span cell = w->rule->table->rows[0].cells[c->index];
	struct str all = span_str(cell), bare = span_str(c->head);
	size_t from = c->head.at - cell.at;
	struct str after = str_skip(all, from + bare.n);

	if (c->device.n > 0)
		bare.n -= c->device.n + 3; /* ` (H200)` */
	return arena_printf(w->arena, STR_FMT STR_FMT " (" STR_FMT ")" STR_FMT,
			    (int)from, all.p, STR_ARG(bare), STR_ARG(device),
			    STR_ARG(str_slice(after, 0,
					      str_find(after, STR("<!--")))));
}

/* `----:` so wide, aligned as another. */
static struct str
new_delimiter(const struct work *w, struct str old, size_t width)
{
	bool left = str_starts(old, STR(":")), right = str_ends(old, STR(":"));

	return arena_printf(w->arena, "%s" STR_FMT "%s", left ? ":" : "",
			    STR_ARG(repeat_byte(w->arena, '-',
						width - left - right)),
			    right ? ":" : "");
}

/* Adds a cell to the delimiter row, with blanks around it if those before it
   have some. */
static void
add_delimiter(const struct work *w, struct span cell, size_t width)
{
	struct str all = cell.source->text, old = span_str(cell);
	size_t end = cell.at + cell.n;

	if (end < all.n && all.p[end] == '|')
		edit_add(w->arena, w->edits,
			 source_span(cell.source, end + 1, 0),
			 arena_printf(w->arena, STR_FMT "|",
				STR_ARG(new_delimiter(w, old, width + 2))));
	else
		add_cell(w, cell, new_delimiter(w, old, width));
}

/* Cell i of the delimiter row. */
static struct span
delimiter_cell(const struct block *table, size_t i)
{
	struct str s = span_str(table->delimiter), cell = STR("");
	struct str rest = str_trim(s);

	if (str_starts(rest, STR("|")))
		rest = str_skip(rest, 1);
	for (size_t k = 0; k <= i; k++)
		str_split(&cell, &rest, '|');
	return source_span_of(table->delimiter.source, str_trim(cell));
}

static void
add_column(const struct work *w, struct str device)
{
	const struct repeated *r = w->rule;
	const struct block *t = r->table;
	const struct repeated_column *last = &r->columns[r->n - 1];
	struct str head = new_head(w, last, device);
	size_t width = str_characters(head);
	struct span line = delimiter_cell(t, last->index);

	add_cell(w, t->rows[0].cells[last->index], head);
	add_delimiter(w, line, width);
	for (size_t i = 1; i < t->nrows; i++)
		if (last->index < t->rows[i].n)
			add_cell(w, t->rows[i].cells[last->index],
				 repeat_byte(w->arena, ' ', width));
}

/* The column that says no device is the page's; how many there are. */
static size_t
name_column(const struct work *w)
{
	const struct repeated *r = w->rule;
	struct str device = page_device(w);
	size_t n = 0;

	for (size_t i = 0; device.n > 0 && i < r->n; i++) {
		struct span head = r->columns[i].head;

		if (r->columns[i].device.n > 0)
			continue;
		edit_add(w->arena, w->edits,
			 span_slice(head, head.n, 0),
			 arena_printf(w->arena, " (" STR_FMT ")",
				      STR_ARG(device)));
		n++;
	}
	return n;
}

static size_t
add_columns(const struct work *w)
{
	size_t n = name_column(w);

	for (size_t i = 0; i < w->ledger->ndevices; i++) {
		const struct device_record *d = &w->ledger->devices[i];
		struct str name = short_name(w, d);

		if (!has_evidence(w->ledger, d) || has_column(w, name))
			continue;
		add_column(w, name);
		n++;
	}
	return n;
}

size_t
refresh_devices(struct arena *a, struct edits *out, const struct wiki *wiki,
		const struct ledger *ledger, const struct page_verdicts *v)
{
	const struct claims *all = v->claims;
	const bool *repeating = find_repeating(a, all);
	struct work w = { .arena = a, .wiki = wiki, .ledger = ledger,
			  .edits = out };
	size_t n = 0;

	*out = (struct edits){ 0 };
	for (size_t i = 0; i < all->nrepeated; i++) {
		w.rule = &all->repeated[i];
		if (repeating[i] && w.rule->n > 0)
			n += add_columns(&w);
	}
	return n;
}
