/*
 * A page -> markers that its own words ask for, as insertions.
 *
 * The idea: a marker goes behind the number that it is of, and tables get one
 * before them; what they name that the page does not have yet is a probe in its
 * front matter. Nothing that the page says is looked up to choose them, so a
 * number that is wrong gets the marker that says so.
 *
 * Numbers of cells are for the table's marker alone.
 */
#include "suggest.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "edit.h"
#include "expr.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "source.h"
#include "suggest_parts.h"
#include "yaml.h"

static bool
has_returns(const struct page *p)
{
	return str_find(p->source->text, STR("\r\n")) < p->source->text.n;
}

/* Lines that end as those of the page do. */
static struct str
with_endings(const struct sure *s, struct str text)
{
	struct buf out = { 0 };
	struct str all;

	if (!has_returns(s->page) || str_find_byte(text, '\n') == text.n)
		return text;
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\n')
			buf_add_byte(&out, '\r');
		buf_add_byte(&out, text.p[i]);
	}
	all = arena_copy(s->arena, buf_str(&out));
	buf_free(&out);
	return all;
}

bool
sure_alone(const struct block *b)
{
	struct str s = span_str(b->at);

	return s.n > 0 && s.p[0] != '>' && !byte_is_blank(s.p[0]);
}

void
sure_add(struct sure *s, size_t at, struct str text, struct span of)
{
	text = with_endings(s, text);
	s->items = arena_grow(s->arena, s->items, s->n, &s->cap,
			      sizeof *s->items);
	s->items[s->n++] = (struct sure_marker){ at, text, of };
}

/* Whether an entry of the page is such a call, and is called so in tables. */
static bool
is_probe(struct arena *a, const struct probe_name *p,
	 const struct sure_probe *want)
{
	return p->call && str_equal(expr_text(a, p->call), want->call) &&
	       (want->as.n == 0 || str_equal(p->as, want->as));
}

static bool
is_taken(const struct page *p, struct str name)
{
	for (size_t i = 0; i < p->nprobes; i++)
		if (str_equal(p->probes[i].name, name))
			return true;
	return false;
}

struct str
suggest_probe(struct finding *f, struct sure_probe want)
{
	struct sure *s = f->out;

	for (size_t i = 0; i < s->page->nprobes; i++)
		if (is_probe(f->arena, &s->page->probes[i], &want))
			return s->page->probes[i].name;
	for (size_t i = 0; i < s->nprobes; i++)
		if (str_equal(s->probes[i].call, want.call))
			return s->probes[i].name;
	while (is_taken(s->page, want.name))
		want.name = arena_printf(f->arena, STR_FMT "_",
					 STR_ARG(want.name));
	s->probes = arena_grow(s->arena, s->probes, s->nprobes, &s->capprobes,
			       sizeof *s->probes);
	s->probes[s->nprobes++] = want;
	return want.name;
}

/* The block of prose that a number is in; NULL for any other. */
static const struct block *
prose_of(const struct page *p, uint32_t at)
{
	for (size_t i = 0; i < p->scan->nblocks; i++) {
		const struct block *b = &p->scan->blocks[i];

		if (at >= b->at.at && at < b->at.at + b->at.n)
			return b->kind == BLOCK_TEXT ? b : NULL;
	}
	return NULL;
}

/* Whether a list item starts behind a line's end: `- `, `12. `. */
static bool
starts_item(struct str s, size_t at)
{
	size_t i = at;

	if (at > 0 && s.p[at - 1] != '\n')
		return false;
	if (i < s.n && byte_among(s.p[i], "-*+"))
		return i + 1 < s.n && s.p[i + 1] == ' ';
	while (i < s.n && byte_is_digit(s.p[i]))
		i++;
	return i > at && i + 1 < s.n && s.p[i] == '.' && s.p[i + 1] == ' ';
}

/* What another item says is not read. */
struct span
suggest_item(const struct block *b, uint32_t at)
{
	struct str s = span_str(b->at);
	uint32_t from = at - b->at.at, to = from + 1;

	while (from > 0 && !starts_item(s, from))
		from--;
	while (to < s.n && !starts_item(s, to))
		to++;
	return source_span(b->at.source, b->at.at + from, to - from);
}

static struct str
find_expression(struct finding *f, const struct place *x)
{
	struct str out = suggest_ratio(f, x);

	if (out.n == 0)
		out = suggest_format(f->arena, x);
	if (out.n == 0)
		out = suggest_device(f->arena, x);
	if (out.n == 0)
		out = suggest_latency(f, x);
	return out.n > 0 ? out : suggest_bandwidth(f, x);
}

static void
look_at(struct finding *f, const struct quantity *q)
{
	const struct page *p = f->out->page;
	const struct block *b = prose_of(p, q->at.at);
	struct str text = str_trim(span_str(q->at)), is, all;
	struct place x = { .q = q, .text = text };
	struct span item;
	size_t start, end;

	if (!b)
		return;
	item = suggest_item(b, q->at.at);
	all = span_str(item);
	start = (size_t)(text.p - all.p);
	end = start + text.n;
	if (start > all.n || end > all.n)
		return;
	x.before = text_start(all, start);
	x.after = str_skip(all, end);
	is = find_expression(f, &x);
	if (is.n > 0)
		sure_add(f->out, item.at + end, arena_printf(f->arena,
			"<!-- kbc: " STR_FMT " -->", STR_ARG(is)), q->at);
}

void
suggest_sure(struct sure *out, struct arena *a, const struct page *p,
	     const struct claims *c)
{
	struct finding f = { .arena = a, .out = out };

	*out = (struct sure){ .arena = a, .page = p };
	suggest_tables(&f);
	for (size_t i = 0; i < c->nunbound; i++)
		look_at(&f, &c->unbound[i]);
	suggest_holds(&f);
}

static void
add_lines(struct buf *out, const struct sure *s, struct str indent)
{
	for (size_t i = 0; i < s->nprobes; i++) {
		const struct sure_probe *p = &s->probes[i];

		buf_printf(out, "%s" STR_FMT STR_FMT ": " STR_FMT "%s" STR_FMT
			   "%s" STR_FMT, i > 0 ? "\n" : "", STR_ARG(indent),
			   STR_ARG(p->name), STR_ARG(p->call),
			   p->as.n > 0 ? " as " : "", STR_ARG(p->as),
			   p->base.n > 0 ? " base " : "", STR_ARG(p->base));
	}
}

/* Behind the last entry that the page has, indented like that. */
static void
append_probes(struct edits *e, const struct sure *s, struct buf *text)
{
	const struct page *p = s->page;
	struct span last = p->probes[p->nprobes - 1].at;
	struct span line = source_line(p->source, span_line(last));
	struct str before = span_str(line);
	size_t n = 0;

	while (n < before.n && byte_is_blank(before.p[n]))
		n++;
	buf_add_byte(text, '\n');
	add_lines(text, s, str_slice(before, 0, n));
	edit_add(s->arena, e, source_span(p->source, line.at + line.n, 0),
		 with_endings(s, arena_copy(s->arena, buf_str(text))));
}

/* New lines of `probes:`; false where the page writes it on one. */
static bool
add_probes(struct edits *e, const struct sure *s)
{
	const struct node *n = yaml_find(s->page->front, STR("probes"));
	struct buf text = { 0 };
	bool good = true;

	if (s->nprobes == 0)
		return true;
	if (n && (n->style == NODE_FLOW || s->page->nprobes == 0)) {
		good = false;
	} else if (n) {
		append_probes(e, s, &text);
	} else {
		buf_add(&text, STR("probes:\n"));
		add_lines(&text, s, STR("  "));
		buf_add_byte(&text, '\n');
		good = edit_set_block(s->arena, e, s->page, STR("probes"),
				      buf_str(&text));
	}
	buf_free(&text);
	return good;
}

bool
suggest_apply(struct str *out, const struct sure *s)
{
	const struct source *source = s->page->source;
	struct edits e = { 0 };

	if (!add_probes(&e, s))
		return false;
	for (size_t i = 0; i < s->n; i++)
		edit_add(s->arena, &e, source_span(source, s->items[i].at, 0),
			 s->items[i].text);
	*out = edit_apply(s->arena, s->page, &e);
	return true;
}
