/*
 * What the gate found, in the forms that other programs read.
 *
 * The idea: the forms are report's, which knows entries; a finding is one, of
 * the kind of a verdict where there is one, else of the gate's own. A page of
 * which nothing fails is an entry that passes, so that a reader sees what was
 * checked and no gate without a finding looks like one that did not run. Files
 * of the ledger, and the wiki as a whole, come after the pages.
 */
#include "arena.h"
#include "buf.h"
#include "gate.h"
#include "gate_parts.h"
#include "map.h"
#include "page.h"
#include "report.h"
#include "report_entry.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

static int
kind_of(const struct gate_finding *f)
{
	static const int kinds[GATE_RULES] = {
		[GATE_REFUTED] = STATUS_REFUTED, [GATE_ERROR] = STATUS_ERROR,
		[GATE_STALE] = STATUS_STALE, [GATE_LOST] = ENTRY_LOST,
		[GATE_UNFIRM] = ENTRY_UNFIRM, [GATE_DEVICE] = ENTRY_DEVICE,
		[GATE_TOOLKIT] = ENTRY_TOOLKIT,
		[GATE_INCONCLUSIVE] = STATUS_INCONCLUSIVE,
		[GATE_NOT_RUN] = STATUS_NOT_RUN,
		[GATE_UNBOUND] = STATUS_UNBOUND,
		[GATE_REMOVED] = ENTRY_REMOVED, [GATE_WIDENED] = ENTRY_WIDENED,
		[GATE_NARROWED] = ENTRY_NARROWED, [GATE_WORD] = ENTRY_WORD,
		[GATE_CONFLICT] = ENTRY_CONFLICT,
		[GATE_ALTERED] = ENTRY_ALTERED, [GATE_EMPTY] = ENTRY_EMPTY,
	};

	if (f->rule == GATE_ERROR && !f->fails)
		return ENTRY_WARNING; /* an old one */
	return kinds[f->rule];
}

static struct entry *
add_entry(struct arena *a, struct entries *out)
{
	out->items = arena_grow(a, out->items, out->n, &out->cap,
				sizeof *out->items);
	return &out->items[out->n++];
}

/* A finding; its id is what it is known again by: rule, claim or text, and how
   many such came before it. */
static void
add_finding(struct arena *a, struct entries *out, struct map *seen,
	    const struct gate_finding *f)
{
	struct str word = gate_word(f->rule);
	struct str id = arena_printf(a, "gate " STR_FMT ": " STR_FMT,
		STR_ARG(word), STR_ARG(f->id.n > 0 ? f->id : f->text));
	size_t first = map_add(seen, id, out->n), *alike;
	struct entry *e = add_entry(a, out);

	alike = &out->items[first].alike;
	if (++*alike > 1)
		id = arena_printf(a, STR_FMT " (%zu)", STR_ARG(id), *alike);
	*e = (struct entry){
		.kind = kind_of(f), .named = true, .fails = f->fails,
		.claim = f->id.n > 0, .id = id, .at = f->at,
		.alike = e->alike,
		.text = report_plain(a, f->text),
	};
}

static bool
has_failed(const struct entries *all)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->items[i].fails)
			return true;
	return false;
}

/* The page itself, which was looked at, unless something of it fails. */
static void
add_page(struct arena *a, struct entries *out, const struct page *p)
{
	if (has_failed(out))
		return;
	*add_entry(a, out) = (struct entry){
		.kind = STATUS_CONFIRMED, .claim = true, .id = STR("gate"),
		.at = source_span(p->source, 0, 0),
		.text = STR("the gate looked at this page"),
	};
}

/* All that is of one path, as the report's next page. */
static void
tell_path(struct telling *t, const struct gate *g,
	  const struct gate_finding **all, struct str path)
{
	struct buf parts[REPORT_PARTS] = { { 0 } };
	struct entries of = { 0 };
	struct map seen = { .arena = g->arena };

	for (size_t i = 0; i < g->n; i++)
		if (str_equal(gate_path(all[i]), path))
			add_finding(g->arena, &of, &seen, all[i]);
	for (size_t k = 0; k < g->now.npages; k++) {
		const struct page *p =
			g->now.wiki->pages[g->now.pages[k].page];

		if (str_equal(p->path, path))
			add_page(g->arena, &of, p);
	}
	report_tell_entries(parts, t->form, path, &of);
	report_join(t, parts);
}

/* Pages in their order, then paths that are no page's. */
static void
tell_all(struct telling *t, const struct gate *g)
{
	const struct gate_finding **all = gate_sorted(g);
	struct map told = { .arena = g->arena };
	size_t n = 0;

	for (size_t k = 0; k < g->now.npages; k++) {
		struct str path =
			g->now.wiki->pages[g->now.pages[k].page]->path;

		map_add(&told, path, n++);
		tell_path(t, g, all, path);
	}
	for (size_t i = 0; i < g->n; i++)
		if (map_add(&told, gate_path(all[i]), n) == n) {
			n++;
			tell_path(t, g, all, gate_path(all[i]));
		}
}

void
gate_form(struct buf *out, const struct gate *g, int form,
	  const struct run_told *run)
{
	struct buf parts[REPORT_PARTS] = { { 0 } };
	struct telling t = { .form = (enum report_form)form, .parts = parts };

	report_begin(&t);
	tell_all(&t, g);
	if (t.form == REPORT_GITHUB)
		gate_total(&parts[0], g);
	else
		report_end(&t, run);
	buf_add(out, buf_str(&parts[0]));
	buf_free(&parts[0]);
}
