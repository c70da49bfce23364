/*
 * What was found of a page -> diagnostics of the editor.
 *
 * The idea: they are what `kbc check` would say of the text: its messages, each
 * with its notes as related places, the claims that a report names, and a hint
 * at each number that nothing checks. Words and levels are those of the other
 * forms that programs read (report_rules.c).
 *
 * What is said of the wiki (kbc.yaml, a record of the ledger) goes to that
 * file; what has no place is said in words (lsp_desk.c).
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "json.h"
#include "page.h"
#include "report.h"
#include "report_entry.h"
#include "session.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"
#include "lsp_parts.h" /* has structs of these */

/* DiagnosticSeverity */
enum severity { SEVERITY_ERROR = 1, SEVERITY_WARNING, SEVERITY_INFORMATION,
		SEVERITY_HINT };

/* Diagnostics of one file; editors choke on more. */
#define SHOWN_MAX 1000

/* A list under way: the lines of the file that it is of. */
struct list {
	struct lsp *l;
	const struct source *source; /* NULL: an empty one */
	bool alone;            /* messages of other files are none of it */
	struct lines lines;
	json_t *items;
	json_t *last;          /* of a message, for its notes; NULL: none */
};

/* --- one ------------------------------------------------------------------ */

/* Whether a place is in the list's file, which may have been read twice. */
static bool
is_here(const struct list *list, struct span at)
{
	return at.source == list->source ||
	       (at.source && list->source &&
		str_equal(at.source->name, list->source->name));
}

static json_t *
add(struct list *list, struct span at, enum severity severity,
    struct str code)
{
	json_t *one;

	if (json_array_size(list->items) >= SHOWN_MAX)
		return NULL;
	if (!is_here(list, at)) /* of the file as a whole */
		at = (struct span){ list->source, 0, 0 };
	one = json_pack("{s:o, s:i, s:o, s:s}", "range",
			lines_json(&list->lines, at.at, at.n), "severity",
			(int)severity, "code", json_text(code), "source",
			"kbc");
	json_array_append_new(list->items, one);
	return one;
}

static void
set_text(struct lsp *l, json_t *one, struct str text)
{
	if (one)
		json_set(one, "message", report_plain(l->request, text));
}

/* The range of a place in any file. */
static json_t *
range_of(const struct list *list, struct span at)
{
	struct lines lines;

	if (is_here(list, at))
		return lines_json(&list->lines, at.at, at.n);
	lines_make(list->l->request, &lines, at.source->text,
		   list->lines.units);
	return lines_json(&lines, at.at, at.n);
}

/* Names of sources are paths; those of pages are absolute here. */
static struct str
source_uri(struct lsp *l, const struct source *s)
{
	return uri_make(l->request, s->name);
}

static void
add_note(struct list *list, const struct message *m)
{
	struct arena *a = list->l->request;
	json_t *related;

	if (!list->last)
		return;
	if (!m->at.source) {
		struct str was = json_member_text(list->last, "message");

		json_set(list->last, "message", arena_printf(a, STR_FMT "; "
			 STR_FMT, STR_ARG(was),
			 STR_ARG(report_plain(a, m->text))));
		return;
	}
	related = json_object_get(list->last, "relatedInformation");
	if (!related) {
		related = json_array();
		json_object_set_new(list->last, "relatedInformation", related);
	}
	json_array_append_new(related, json_pack("{s:{s:o, s:o}, s:o}",
		"location", "uri", json_text(source_uri(list->l,
		m->at.source)), "range", range_of(list, m->at), "message",
		json_text(report_plain(a, m->text))));
}

/* --- lists ---------------------------------------------------------------- */

static void
add_messages(struct list *list, const struct diag *said)
{
	for (size_t i = 0; i < said->n; i++) {
		const struct message *m = &said->items[i];
		bool warning = m->level == DIAG_WARNING;

		if (m->level == DIAG_NOTE) {
			add_note(list, m);
			continue;
		}
		list->last = NULL;
		if (list->alone && (!m->at.source || !is_here(list, m->at)))
			continue;
		list->last = add(list, m->at, warning ? SEVERITY_WARNING :
				 SEVERITY_ERROR, warning ? m->name :
				 STR("fault"));
		set_text(list->l, list->last, m->text);
	}
}

static enum severity
severity_of(const struct entry *e)
{
	if (e->fails)
		return SEVERITY_ERROR;
	switch (e->kind) {
	case STATUS_UNBOUND:
		return SEVERITY_HINT;
	case ENTRY_OPEN:
	case STATUS_CONFIRMED:
	case STATUS_NOT_RUN:
	case STATUS_NOT_APPLICABLE:
		return SEVERITY_INFORMATION;
	default:
		return SEVERITY_WARNING;
	}
}

/* Claims that a report names, and numbers without a check. */
static void
add_entries(struct list *list, const struct document *d)
{
	const struct report r = { .wiki = &d->desk->view, .unbuilt = true };
	struct entries all = { 0 };

	report_entries(list->l->request, &all, &r, &d->verdicts);
	for (size_t i = 0; i < all.n; i++) {
		const struct entry *e = &all.items[i];

		if (e->kind != STATUS_UNBOUND &&
		    (!e->claim || !e->named || e->repeated))
			continue;
		set_text(list->l, add(list, e->at, severity_of(e),
				      report_rule(e)->id),
			 e->kind == STATUS_UNBOUND ? e->text :
			 report_sentence(list->l->request, e));
	}
}

static void
publish(struct lsp *l, struct str uri, const json_int_t *version,
	json_t *items)
{
	json_t *params = json_pack("{s:o}", "uri", json_text(uri));

	if (version && *version >= 0)
		json_object_set_new(params, "version",
				    json_integer(*version));
	json_object_set_new(params, "diagnostics", items);
	lsp_notify(l, "textDocument/publishDiagnostics", params);
}

/* That there are none. */
static void
diagnose_nothing(struct lsp *l, struct str uri)
{
	publish(l, uri, NULL, json_array());
}

/* Of a page that is too long to be one. */
static void
add_length(struct list *list)
{
	lines_make(list->l->request, &list->lines, STR(""), list->l->units);
	set_text(list->l, add(list, (struct span){ 0 }, SEVERITY_ERROR,
			      STR("fault")),
		 STR("the page is larger than 4 MiB and is not read"));
}

static bool
is_told(const struct desk *d, struct str uri)
{
	struct str rest = buf_str(&d->told), one;

	while (str_split(&one, &rest, '\n'))
		if (str_equal(one, uri))
			return true;
	return false;
}

/* Whether the document is a file of the wiki of which that has messages. */
static bool
is_of_wiki(struct lsp *l, const struct document *d)
{
	struct arena *a = l->request;

	return d->desk && d->page == SIZE_MAX &&
	       is_told(d->desk, uri_make(a, file_real(a, d->path)));
}

void
diagnose_page(struct lsp *l, struct document *d)
{
	struct list list = { .l = l };

	if (is_of_wiki(l, d)) /* which stand */
		return;
	list.items = json_array();
	if (d->found) {
		const struct page *p = d->desk->view.pages[d->page];

		list.source = p->source;
		list.lines = d->lines;
		add_messages(&list, p->diag);
		add_entries(&list, d);
	} else if (d->page != SIZE_MAX && d->text.n > SOURCE_MAX) {
		add_length(&list);
	}
	publish(l, d->uri, &d->version, list.items);
}

void
diagnose_closed(struct lsp *l, struct document *d)
{
	if (!is_of_wiki(l, d))
		diagnose_nothing(l, d->uri);
}

/* --- of the wiki ---------------------------------------------------------- */

/* Takes back what was told of files. */
static void
take_back(struct lsp *l, struct desk *d)
{
	struct str rest = buf_str(&d->told), one;

	while (str_split(&one, &rest, '\n'))
		if (one.n > 0)
			diagnose_nothing(l, one);
	buf_clear(&d->told);
}

static void
tell_file(struct lsp *l, struct desk *d, const struct diag *said,
	  const struct source *source)
{
	struct list list = { .l = l, .source = source, .alone = true,
			     .items = json_array() };
	struct str uri = source_uri(l, source);

	lines_make(l->request, &list.lines, source->text, l->units);
	add_messages(&list, said);
	buf_printf(&d->told, STR_FMT "\n", STR_ARG(uri));
	publish(l, uri, NULL, list.items);
}

void
diagnose_wiki(struct lsp *l, struct desk *d, const struct diag *said)
{
	take_back(l, d);
	for (size_t i = 0; said && i < said->n; i++) {
		const struct message *m = &said->items[i];

		if (m->at.source && m->level != DIAG_NOTE &&
		    !is_told(d, source_uri(l, m->at.source)))
			tell_file(l, d, said, m->at.source);
	}
}
