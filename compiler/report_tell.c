/*
 * The forms of a report: how each begins, goes from page to page and ends.
 *
 * The idea: all commands tell pages the same way, one by one or all at once.
 * What stands at the head of a form and between its pages is a row of a table;
 * a form that sums up before it goes into detail, or says lines of pages behind
 * all failures, keeps those in parts that wait for the end.
 *
 * What a form looks like inside is its own file's.
 */
#include "arena.h"
#include "buf.h"
#include "page.h"
#include "report.h"
#include "report_entry.h"
#include "report_parts.h"
#include "wiki.h"
#include "writeback.h"

static const struct form {
	struct str head, between;
} forms[REPORT_FORMS] = {
	[REPORT_JSON] = { STR_INIT("{\"format\":\"kbc-report 1\",\"pages\":["
				   "\n"), STR_INIT(",\n") },
	[REPORT_JUNIT] = { STR_INIT("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
				    "\n<testsuites name=\"kbc\">\n"),
			   STR_INIT("") },
	[REPORT_SARIF] = { STR_INIT(""), STR_INIT(",\n") },
};

enum report_form
report_form(struct str name)
{
	struct str rest = STR(REPORT_NAMES), one;
	size_t i = 0;

	while (str_split(&one, &rest, '|') && !str_equal(one, name))
		i++;
	return (enum report_form)i;
}

void
report_begin(struct telling *t)
{
	buf_add(&t->parts[0], forms[t->form].head);
	if (t->form == REPORT_SARIF)
		report_sarif_begin(&t->parts[0]);
}

static void
tell_file(struct buf *out, enum report_form form, const struct told_file *f)
{
	if (form == REPORT_JUNIT)
		report_junit_file(out, f);
	if (form == REPORT_SARIF)
		report_sarif_file(out, f);
	if (form == REPORT_GITHUB)
		report_github_file(out, f);
}

void
report_tell_entries(struct buf *parts, enum report_form form, struct str name,
		    const struct entries *all)
{
	const struct told_file f = { .path = name, .name = name, .all = *all };

	tell_file(&parts[0], form, &f);
}

static void
tell_page(struct buf *out, const struct report *r,
	  const struct page_verdicts *p)
{
	const struct page *page = r->wiki->pages[p->page];
	struct arena *a = arena_make();
	struct told_file f = { .path = page->path, .name = page->name };

	report_entries(a, &f.all, r, p);
	tell_file(out, r->form, &f);
	arena_free(a);
}

void
report_tell(struct buf *parts, const struct report *r,
	    const struct page_verdicts *p)
{
	switch (r->form) {
	case REPORT_JSON:
		report_json_page(&parts[0], r, p);
		break;
	case REPORT_JUNIT:
	case REPORT_SARIF:
	case REPORT_GITHUB:
		tell_page(&parts[0], r, p);
		break;
	case REPORT_MARKDOWN:
		report_markdown_page(parts, r, p);
		break;
	case REPORT_TEXT:
	case REPORT_FORMS:
		report_claims(&parts[0], r, p);
		if (!r->quiet)
			report_page(&parts[1], r, p);
		break;
	}
}

void
report_join(struct telling *t, struct buf *parts)
{
	if (t->told && parts[0].n > 0)
		buf_add(&t->parts[0], forms[t->form].between);
	t->told |= parts[0].n > 0;
	for (size_t i = 0; i < REPORT_PARTS; i++) {
		buf_add(&t->parts[i], buf_str(&parts[i]));
		buf_free(&parts[i]);
	}
}

static void
end_text(struct telling *t, const struct run_told *run)
{
	buf_add(&t->parts[0], buf_str(&t->parts[1]));
	report_total(&t->parts[0], run->total);
}

void
report_end(struct telling *t, const struct run_told *run)
{
	switch (t->form) {
	case REPORT_JSON:
		buf_add(&t->parts[0], STR("]}\n"));
		break;
	case REPORT_JUNIT:
		report_junit_end(&t->parts[0], run);
		break;
	case REPORT_SARIF:
		report_sarif_end(&t->parts[0], run);
		break;
	case REPORT_GITHUB:
		report_github_end(&t->parts[0], run);
		break;
	case REPORT_MARKDOWN:
		report_markdown_end(t, run);
		break;
	case REPORT_TEXT:
	case REPORT_FORMS:
		end_text(t, run);
		break;
	}
	for (size_t i = 1; i < REPORT_PARTS; i++)
		buf_free(&t->parts[i]);
}
