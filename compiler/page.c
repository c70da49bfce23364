/*
 * A page from its bytes.
 *
 * Source -> front matter and body, each through its own parser, and what
 * joins them: markers to comments, markers to fences, names to probes. The
 * front matter is what stands between a first line `---` and the next one; a
 * byte order mark is skipped, CR LF is as good as LF, and nothing else may
 * come first: a page whose front matter is not seen would never be checked.
 *
 * Every part is parsed even when another is wrong, so that an author sees all
 * faults at once; who goes on to claims asks page_is_good first.
 *
 * What markers mean (which number, which claim) is not known here.
 */
#include "page.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "mark.h"
#include "marker.h"
#include "page_parts.h"
#include "scan.h"
#include "source.h"
#include "yaml.h"

#define BYTE_ORDER_MARK STR("\xef\xbb\xbf")

/* Whether a line is `---` and blanks. */
static bool
is_delimiter(struct str line)
{
	return str_starts(line, STR("---")) &&
	       str_trim(str_skip(line, 3)).n == 0;
}

/* Whether a line may be meant to close the front matter, and does not. */
static bool
is_near_delimiter(struct str line)
{
	struct str s = str_trim(line);
	size_t n = 0;

	while (n < s.n && s.p[n] == '-')
		n++;
	return (n >= 2 && n == s.n) || str_equal(line, STR("..."));
}

static void
report_open(const struct page *p)
{
	const struct source *s = p->source;

	diag_error(p->diag, source_line(s, 1),
		   "front matter opened on line 1 is never closed");
	for (size_t i = 2; i <= s->nlines; i++) {
		struct span line = source_line(s, i);

		if (!is_near_delimiter(span_str(line)))
			continue;
		diag_note(p->diag, line, "this line does not close it: "
			  "expected '---' from the first column on");
		return;
	}
}

/* Whether YAML, but not markdown, sees an end or a directive in a line. */
static const char *
line_fault(struct str line, size_t number)
{
	if (str_starts(line, STR("...")) && str_trim(str_skip(line, 3)).n == 0)
		return "'...' ends front matter for some readers, and for "
		       "others the '---' below does";
	if (number == 2 && str_starts(line, STR("%")))
		return "directives of YAML are not allowed in front matter";
	return NULL;
}

/* Whether all readers take the lines from 2 to `last` for front matter. */
static bool
check_lines(const struct page *p, size_t last)
{
	for (size_t i = 2; i <= last; i++) {
		struct span line = source_line(p->source, i);
		const char *fault = line_fault(span_str(line), i);

		if (!fault)
			continue;
		diag_error(p->diag, line, "%s", fault);
		return false;
	}
	return true;
}

/* Sets front_at and body; false, said, when there is no front matter. */
static bool
find_front(struct page *p)
{
	const struct source *s = p->source;
	size_t start = str_starts(s->text, BYTE_ORDER_MARK) ? 3 : 0;
	size_t from, to;

	p->body = source_span(s, start, s->text.n);
	if (!is_delimiter(str_skip(span_str(source_line(s, 1)), start))) {
		diag_error(p->diag, source_line(s, 1),
			   "front matter must start on line 1 with '---'");
		if (str_find(s->text, STR("\n---")) == s->text.n)
			diag_note(p->diag, source_line(s, 1), "if this is no "
				  "page: `pages` of kbc.yaml names the folders "
				  "that have some");
		return false;
	}
	from = s->nlines > 1 ? s->lines[1] : s->text.n;
	for (size_t i = 2; i <= s->nlines; i++) {
		if (!is_delimiter(span_str(source_line(s, i))))
			continue;
		to = i < s->nlines ? s->lines[i] : s->text.n;
		p->front_at = source_span(s, from, s->lines[i - 1] - from);
		p->body = source_span(s, to, s->text.n - to);
		return check_lines(p, i - 1);
	}
	p->body = source_span(s, s->text.n, 0);
	report_open(p);
	return false;
}

static void
read_front(struct page *p)
{
	struct node *front;

	if (!find_front(p))
		return;
	front = yaml_parse(p->arena, p->front_at, p->diag);
	if (!front)
		return;
	if (front->kind != NODE_MAP) {
		diag_error(p->diag, front->at, "front matter is no map");
		return;
	}
	p->front = front;
	p->id = yaml_text(front, STR("id"));
	p->title = yaml_text(front, STR("title"));
	p->type = yaml_text(front, STR("type"));
	p->status = yaml_text(front, STR("status"));
	p->nprobes = probes_parse(p->arena, &p->probes,
				  yaml_find(front, STR("probes")), p->diag);
}

static void
read_body(struct page *p)
{
	bool good;

	p->scan = arena_alloc(p->arena, sizeof(*p->scan));
	p->mark = arena_alloc(p->arena, sizeof(*p->mark));
	good = scan_body(p->arena, p->scan, p->body, p->diag);
	if (mark_body(p->arena, p->mark, p->scan, p->body, p->diag) && good)
		mark_agrees(p->mark, p->scan, p->diag);
}

/* Where a marker may stand. */
enum place {
	ANYWHERE,
	ALONE,        /* on lines of its own */
	BEHIND_WORDS, /* in a line of text */
};

static enum place
marker_place(enum marker_kind kind)
{
	switch (kind) {
	case MARKER_TABLE:
	case MARKER_GIVEN:
	case MARKER_FENCE:
	case MARKER_CODE:
	case MARKER_TEST:
	case MARKER_PROBE:
		return ALONE;
	case MARKER_EQUALS:
	case MARKER_HOLDS:
	case MARKER_REPEAT:
	case MARKER_LET:
	case MARKER_CITES:
	case MARKER_IGNORE:
		return BEHIND_WORDS;
	case MARKER_AT:
	case MARKER_OPEN:
	case MARKER_RETIRED:
		break;
	}
	return ANYWHERE;
}

static void
check_place(const struct page *p, const struct comment *c,
	    const struct marker *m)
{
	if (marker_place(m->kind) == ALONE && !c->alone) {
		diag_error(p->diag, c->at,
			   "this marker stands on lines of its own");
	} else if (marker_place(m->kind) == BEHIND_WORDS && c->alone) {
		const char *meant = m->kind == MARKER_EQUALS ?
			marker_meant(m->body) : NULL;

		diag_error(p->diag, c->at, "this marker stands directly "
			   "behind the words it speaks of, in their line");
		if (meant)
			diag_note(p->diag, m->body, "did you mean '%s'?",
				  meant);
		else
			diag_note(p->diag, c->at, "a formatter may have moved "
				  "it");
	}
}

/* Whether a marker of several lines stands in a quote, so that `>` is among its
   bytes and not in it. */
static bool
is_quoted(const struct page *p, const struct comment *c)
{
	struct span line = source_line(p->source, span_line(c->at));
	struct str text = span_str(c->at);

	if (str_find_byte(text, '\n') == text.n ||
	    !str_starts(str_trim(span_str(line)), STR(">")))
		return false;
	diag_error(p->diag, span_slice(c->at, 0, 4),
		   "a marker of several lines cannot stand in a quote");
	return true;
}

static void
read_markers(struct page *p)
{
	const struct scan *s = p->scan;

	p->markers = arena_alloc(p->arena,
				 s->ncomments * sizeof(*p->markers));
	for (size_t i = 0; i < s->ncomments; i++) {
		if (is_quoted(p, &s->comments[i]))
			continue;
		p->markers[i] = marker_parse(p->arena, &s->comments[i],
					     p->diag);
		if (p->markers[i])
			check_place(p, &s->comments[i], p->markers[i]);
	}
}

static struct page *
make_page(struct arena *a, const struct source *source, struct str name)
{
	struct page *p = arena_alloc(a, sizeof(*p));

	p->arena = a;
	p->source = source;
	p->path = source->name;
	p->name = name;
	p->diag = diag_make(a);
	p->front_at = source_span(source, 0, 0);
	return p;
}

struct page *
page_head(struct arena *a, const struct source *source, struct str name)
{
	struct page *p = make_page(a, source, name);

	read_front(p);
	return p;
}

/* All behind the front matter. */
static void
read_parts(struct page *p)
{
	read_body(p);
	read_markers(p);
	page_read_numbers(p);
	page_collect_fences(p);
}

struct page *
page_parse(struct arena *a, const struct source *source, struct str name)
{
	struct page *p = page_head(a, source, name);

	read_parts(p);
	return p;
}

struct page *
page_record(struct arena *a, const struct source *source, struct str name,
	    struct str type)
{
	struct page *p = make_page(a, source, name);

	p->record = true;
	p->type = type;
	p->front_at = source_span(source, 0, source->text.n);
	p->front = yaml_parse_data(a, p->front_at, p->diag);
	p->body = source_span(source, source->text.n, 0);
	read_parts(p);
	return p;
}

bool
page_is_good(const struct page *p)
{
	return !diag_failed(p->diag);
}

static void
dump_fence(struct buf *out, const struct fence *f)
{
	const struct fence_words *w = f->words;

	buf_printf(out, "fence %u " STR_FMT " '" STR_FMT "'%s%s%s%s tests %zu",
		   span_line(f->at), STR_ARG(w->language), STR_ARG(w->id),
		   f->code ? " code" : "", f->given ? " given" : "",
		   w->sketch ? " sketch" : "", w->fails ? " fails" : "",
		   f->ntests);
	for (size_t i = 0; i < w->nsm; i++)
		buf_printf(out, " " STR_FMT, STR_ARG(w->sm[i]));
	buf_add_byte(out, '\n');
	for (size_t i = 0; i < f->nlines; i++)
		buf_printf(out, "%6u " STR_FMT "\n", f->line_numbers[i],
			   STR_ARG(f->lines[i]));
}

void
page_dump(struct buf *out, const struct page *p)
{
	buf_printf(out, "page '" STR_FMT "' front %u+%u body %u+%u\n",
		   STR_ARG(p->name), p->front_at.at, p->front_at.n,
		   p->body.at, p->body.n);
	buf_printf(out, "id '" STR_FMT "' title '" STR_FMT "' type '" STR_FMT
		   "' status '" STR_FMT "'\n", STR_ARG(p->id),
		   STR_ARG(p->title), STR_ARG(p->type), STR_ARG(p->status));
	for (size_t i = 0; i < p->nprobes; i++) {
		const struct probe_name *n = &p->probes[i];

		buf_printf(out, "probe " STR_FMT " = " STR_FMT " as '" STR_FMT
			   "' base '" STR_FMT "'\n", STR_ARG(n->name),
			   STR_ARG(n->target), STR_ARG(n->as),
			   STR_ARG(n->base));
	}
	scan_dump(out, p->scan);
	mark_dump(out, p->mark);
	for (size_t i = 0; i < p->scan->ncomments; i++) {
		if (p->markers[i])
			marker_dump(out, p->markers[i]);
		else
			buf_add(out, STR("marker is bad\n"));
	}
	for (size_t i = 0; i < p->nfences; i++)
		dump_fence(out, &p->fences[i]);
	buf_printf(out, "skipped %zu\n", p->nskipped);
}
