/*
 * A place in a page -> where its words come from, and what was made of it.
 *
 * The idea: in a marker or the front matter a name of a probe leads to the line
 * that binds it, the name of a library's probe to its head, a named value to
 * where it is written; the rest of a marker leads to the sources that were
 * generated for it, if they are there. Nothing is generated for the asking.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "emit.h"
#include "file.h"
#include "json.h"
#include "library.h"
#include "observe.h"
#include "page.h"
#include "path.h"
#include "plan.h"
#include "scan.h"
#include "session.h"
#include "source.h"
#include "summary.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */

/* SymbolKind: text of a page is none of a program. */
#define SYMBOL_STRING 15

/* A list of locations under way. */
struct places {
	struct lsp *l;
	const struct document *d;
	json_t *items;
};

static const struct page *
page_of(const struct document *d)
{
	return d->desk->view.pages[d->page];
}

/* --- locations ------------------------------------------------------------ */

static void
add_location(struct places *out, struct str uri, json_t *range)
{
	json_array_append_new(out->items, json_pack("{s:o, s:o}", "uri",
		json_text(uri), "range", range));
}

/* A line of a file, counted from 1. */
static void
add_line(struct places *out, struct str path, uint32_t line)
{
	struct arena *a = out->l->request;
	struct str real = file_real(a, path);
	int at = line > 0 ? (int)line - 1 : 0;

	if (real.n > 0)
		add_location(out, uri_make(a, real), json_pack(
			"{s:{s:i, s:i}, s:{s:i, s:i}}", "start", "line", at,
			"character", 0, "end", "line", at, "character", 0));
}

static void
add_span(struct places *out, struct span at)
{
	struct arena *a = out->l->request;
	struct lines lines;

	if (at.source == page_of(out->d)->source) {
		add_location(out, out->d->uri,
			     lines_json(&out->d->lines, at.at, at.n));
		return;
	}
	lines_make(a, &lines, at.source->text, out->d->lines.units);
	add_location(out, uri_make(a, at.source->name),
		     lines_json(&lines, at.at, at.n));
}

/* --- names ---------------------------------------------------------------- */

/* The name around an offset; empty if there is none. */
static struct str
word_at(struct str s, size_t at)
{
	size_t from = at, to = at;

	while (from > 0 && byte_is_name(s.p[from - 1]))
		from--;
	while (to < s.n && byte_is_name(s.p[to]))
		to++;
	return str_slice(s, from, to - from);
}

static bool
add_bound(struct places *out, const struct probe_name *all, size_t n,
	  struct str word)
{
	for (size_t i = 0; i < n; i++)
		if (str_equal(all[i].name, word)) {
			add_span(out, all[i].at);
			return true;
		}
	return false;
}

static bool
add_head(struct places *out, struct str word)
{
	const struct probe *p = library_find(out->d->desk->view.library, word);

	if (p)
		add_line(out, p->source->name, 1);
	return p != NULL;
}

static bool
add_value(struct places *out, struct str word)
{
	const struct summary *s = &out->d->desk->view.summaries[out->d->page];

	for (size_t i = 0; i < s->nvalues; i++)
		if (str_equal(s->values[i].name, word)) {
			add_line(out, out->d->path, s->values[i].line);
			return true;
		}
	return false;
}

/* The entry of `probes:` that an offset is in; NULL for none. */
static const struct probe_name *
entry_at(const struct page *p, size_t at)
{
	for (size_t i = 0; i < p->nprobes; i++) {
		struct span s = p->probes[i].at;
		size_t line = s.at; /* its key stands before it */

		while (line > 0 && s.source->text.p[line - 1] != '\n')
			line--;
		if (at >= line && at <= (size_t)s.at + s.n)
			return &p->probes[i];
	}
	return NULL;
}

/* In the front matter: what a probe's entry is made of. */
static bool
add_entry(struct places *out, const struct probe_name *entry, struct str word)
{
	const struct page *p = page_of(out->d);

	if (str_equal(word, entry->name))
		word = entry->target;
	return add_bound(out, p->probes, p->nprobes, word) ||
	       add_head(out, word);
}

/* Whether an offset lies in a comment of kbc's. */
static bool
is_in_marker(const struct page *p, size_t at)
{
	for (size_t i = 0; i < p->scan->ncomments; i++) {
		struct span s = p->scan->comments[i].at;

		if (at >= s.at && at <= (size_t)s.at + s.n)
			return true;
	}
	return false;
}

static bool
add_name(struct places *out, size_t at)
{
	const struct page *p = page_of(out->d);
	const struct config *c = &out->d->desk->view.config;
	const struct probe_name *entry = entry_at(p, at);
	struct str word = word_at(out->d->lines.text, at);

	if (word.n == 0)
		return false;
	if (entry)
		return add_entry(out, entry, word);
	return is_in_marker(p, at) &&
	       (add_bound(out, p->probes, p->nprobes, word) ||
		add_bound(out, c->probes, c->nprobes, word) ||
		add_value(out, word) || add_head(out, word));
}

/* --- what was made -------------------------------------------------------- */

static void
add_target(struct places *out, const struct target *t)
{
	struct arena *a = out->l->request;
	struct str name, path;

	if (!t)
		return;
	name = arena_printf(a, STR_FMT STR_FMT, STR_ARG(t->name),
			    STR_ARG(emit_suffix(t)));
	path = path_join(a, out->d->world->folder, name);
	if (file_kind(path) == FILE_PLAIN)
		add_line(out, path, 1);
}

/* The sources of a claim, each once, and pages that write its values. */
static void
add_made(struct places *out, size_t at)
{
	const struct document *d = out->d;
	size_t i = claim_at_place(d, at);
	const struct claim *c;
	const struct target *last;

	if (i == SIZE_MAX)
		return;
	c = &d->verdicts.claims->items[i];
	last = plan_find(d->world->plan, d->page, c->number, SIZE_MAX);
	add_target(out, last);
	for (size_t k = 0; k < c->nfacts; k++) {
		const struct fact *f = &c->facts[k];
		const struct target *t = plan_find(d->world->plan, d->page,
						   c->number, k);

		if (t != last)
			add_target(out, t);
		if (t)
			last = t;
		if (f->writer.n > 0 && f->written)
			add_line(out, f->writer, f->written->line);
	}
}

/* --- the answers ---------------------------------------------------------- */

static json_t *
answer(struct lsp *l, struct document *d, const json_t *params, bool names)
{
	struct places out = { l, d, NULL };
	size_t at;

	if (!lines_offset(&d->lines, json_object_get(params, "position"),
			  &at))
		return NULL;
	out.items = json_array();
	if (!names || !add_name(&out, at))
		add_made(&out, at);
	return out.items;
}

json_t *
definition_answer(struct lsp *l, struct document *d, const json_t *params)
{
	return answer(l, d, params, true);
}

json_t *
implementation_answer(struct lsp *l, struct document *d, const json_t *params)
{
	return answer(l, d, params, false);
}

/* The headings, one under the other. */
json_t *
symbols_answer(struct lsp *l, struct document *d, const json_t *params)
{
	const struct scan *s = page_of(d)->scan;
	json_t *items = json_array();

	(void)params;
	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];
		json_t *one;

		if (b->kind != BLOCK_HEADING || b->text.n == 0)
			continue;
		one = json_pack("{s:o, s:i, s:o, s:o}", "name",
			json_text(arena_printf(l->request, "%.*s " STR_FMT,
			b->level, "######", STR_ARG(span_str(b->text)))),
			"kind", SYMBOL_STRING, "range",
			lines_json(&d->lines, b->at.at, b->at.n),
			"selectionRange",
			lines_json(&d->lines, b->text.at, b->text.n));
		json_array_append_new(items, one);
	}
	return items;
}
