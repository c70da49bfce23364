/*
 * The HTML report: pages and their verdicts to one document.
 *
 * The idea: a reader gets three views in one file, the sum, a table of pages,
 * and each claim of each page folded to a line. Everything stands in the
 * document, in its order of reading; styles, pictures and the script are part
 * of it, and its security policy forbids it to fetch anything.
 *
 * A claim is report_html_claim.c, its curve report_html_curve.c, texts of
 * others go through report_html_text.c. Nothing here knows the time or the
 * machine.
 */
#include "report_html.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "coverage.h"
#include "observe.h"
#include "page.h"
#include "report.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include "report_html_parts.h"

/* The counts of one page, or of all. */
struct counted {
	struct tally tally;
	struct coverage coverage;
};

static const struct page *
page_of(const struct html_report *r, size_t i)
{
	return r->world->wiki->pages[r->pages[i].page];
}

static void
count_page(struct arena *a, struct counted *out, const struct html_report *r,
	   size_t i)
{
	const struct report plain = { .wiki = r->world->wiki };

	*out = (struct counted){ .tally = { .pages = 0 } };
	report_count(&out->tally, &plain, &r->pages[i]);
	coverage_collect(a, &out->coverage, page_of(r, i),
			 r->pages[i].claims);
}

/* --- the head ------------------------------------------------------------- */

static void
add_head(struct buf *out)
{
	buf_add(out, STR("<!doctype html>\n<html lang=\"en\">\n<head>\n"
		"<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width,"
		"initial-scale=1\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" "
		"content=\"default-src 'none';style-src 'unsafe-inline';"
		"script-src 'unsafe-inline';base-uri 'none';"
		"form-action 'none'\">\n"
		"<title>What of this wiki holds</title>\n<style>\n"));
	html_style(out);
	buf_add(out, STR("</style>\n</head>\n<body>\n"
		"<a class=\"skip\" href=\"#claims\">To the claims</a>\n"));
}

/* `9 pages, 800 claims: 790 confirmed, …` */
static void
add_sum(struct buf *out, const struct counted *sum, size_t pages)
{
	const struct tally *t = &sum->tally;
	int percent = coverage_percent(&sum->coverage);
	size_t unbound = sum->coverage.count[COVERAGE_UNBOUND];
	const char *between = ": ";

	buf_printf(out, "<header>\n<h1>What of this wiki holds</h1>\n"
		   "<p>%zu page%s, %zu claim%s", pages, pages == 1 ? "" : "s",
		   t->claims, t->claims == 1 ? "" : "s");
	for (int i = 0; i < STATUS_UNBOUND; i++) {
		if (t->status[i] == 0)
			continue;
		buf_printf(out, "%s<span class=\"s %s\">%zu " STR_FMT
			   "</span>", between, html_class(i), t->status[i],
			   STR_ARG(status_text((enum status)i)));
		between = ", ";
	}
	buf_add(out, STR(".</p>\n<p>"));
	if (percent >= 0)
		buf_printf(out, "%d %% of the numbers that claim something "
			   "have a check; ", percent);
	buf_printf(out, "%zu %s none.</p>\n</header>\n", unbound,
		   unbound == 1 ? "has" : "have");
}

/* Shown by the script, without which it does nothing. */
static void
add_form(struct buf *out, const struct tally *t)
{
	buf_add(out, STR("<form id=\"find\" role=\"search\" hidden>\n"
		"<label for=\"query\">Search</label>\n"
		"<input id=\"query\" name=\"query\" type=\"search\" "
		"autocomplete=\"off\">\n"
		"<span id=\"told\" role=\"status\"></span>\n"
		"<fieldset><legend>Show</legend>\n"));
	for (int i = 0; i < STATUS_UNBOUND; i++)
		if (t->status[i] > 0)
			buf_printf(out, "<label><input type=\"checkbox\" "
				   "name=\"status\" value=\"%s\" checked> "
				   STR_FMT "</label>\n", html_class(i),
				   STR_ARG(status_text((enum status)i)));
	buf_add(out, STR("<label><input type=\"checkbox\" name=\"keys\" "
		"checked> keys: / searches, j and k move, Enter unfolds, "
		"Escape clears</label>\n</fieldset>\n</form>\n"));
}

/* --- the table of pages --------------------------------------------------- */

/* The class of a page's word, which is that of a verdict. */
static const char *
class_of(struct str word)
{
	for (int i = 0; i < STATUS_COUNT; i++)
		if (str_equal(word, status_text((enum status)i)))
			return html_class(i);
	return "";
}

static void
add_row(struct buf *out, struct arena *a, const struct html_report *r, size_t i)
{
	struct str word = writeback_status(&r->pages[i]);
	struct counted n;
	int percent;

	count_page(a, &n, r, i);
	percent = coverage_percent(&n.coverage);
	buf_printf(out, "<tr><th scope=\"row\"><a href=\"#p%zu\">" STR_FMT
		   "</a></th><td><span class=\"s %s\">" STR_FMT "</span></td>",
		   i + 1, STR_ARG(html_escape(a, page_of(r, i)->name)),
		   n.tally.bad > 0 ? "error" : class_of(word),
		   STR_ARG(n.tally.bad > 0 ? STR("has errors") : word));
	buf_printf(out, "<td class=\"n\">%zu</td><td class=\"n\">%zu</td>"
		   "<td class=\"n\">%zu</td><td class=\"n\">%zu</td>"
		   "<td class=\"n\">", n.tally.claims,
		   n.tally.status[STATUS_CONFIRMED],
		   n.tally.status[STATUS_REFUTED],
		   n.coverage.count[COVERAGE_UNBOUND]);
	if (percent >= 0)
		buf_printf(out, "%d %%", percent);
	buf_add(out, STR("</td></tr>\n"));
}

static void
add_pages(struct buf *out, struct arena *a, const struct html_report *r)
{
	buf_add(out, STR("<nav aria-label=\"Pages\">\n<div class=\"scroll\">"
		"<table>\n<thead><tr><th scope=\"col\">page</th>"
		"<th scope=\"col\">verdict</th><th scope=\"col\">claims</th>"
		"<th scope=\"col\">confirmed</th><th scope=\"col\">refuted</th>"
		"<th scope=\"col\">unbound</th><th scope=\"col\">checked</th>"
		"</tr></thead>\n<tbody>\n"));
	for (size_t i = 0; i < r->npages; i++)
		add_row(out, a, r, i);
	buf_add(out, STR("</tbody></table></div>\n</nav>\n"));
}

/* --- the claims ----------------------------------------------------------- */

static void
add_page(struct buf *out, const struct html_report *r, size_t i)
{
	const struct page *p = page_of(r, i);
	struct arena *a = arena_make();
	struct html h = { .arena = a, .out = out, .report = r, .page = i };

	buf_printf(out, "<section class=\"page\" id=\"p%zu\" "
		   "aria-labelledby=\"p%zuh\">\n<h2 id=\"p%zuh\">" STR_FMT,
		   i + 1, i + 1, i + 1, STR_ARG(html_escape(a, p->name)));
	if (p->title.n > 0)
		buf_printf(out, " <small>" STR_FMT "</small>",
			   STR_ARG(html_escape(a, p->title)));
	buf_add(out, STR("</h2>\n"));
	if (r->pages[i].claims->n == 0)
		buf_add(out, STR("<p>It makes no claim.</p>\n"));
	for (size_t k = 0; k < r->pages[i].claims->n; k++) {
		html_claim(&h, k);
		arena_clear(a);
	}
	buf_add(out, STR("</section>\n"));
	arena_free(a);
}

void
report_html(struct buf *out, const struct html_report *r)
{
	struct arena *a = arena_make();
	struct counted sum = { .tally = { .pages = 0 } };

	for (size_t i = 0; i < r->npages; i++) {
		struct counted one;

		count_page(a, &one, r, i);
		report_add(&sum.tally, &one.tally);
		coverage_add(&sum.coverage, &one.coverage);
	}
	add_head(out);
	add_sum(out, &sum, r->npages);
	add_pages(out, a, r);
	buf_add(out, STR("<main id=\"claims\">\n"));
	add_form(out, &sum.tally);
	for (size_t i = 0; i < r->npages; i++)
		add_page(out, r, i);
	buf_add(out, STR("</main>\n<script>\n"));
	html_script(out);
	buf_add(out, STR("</script>\n</body>\n</html>\n"));
	arena_free(a);
}
