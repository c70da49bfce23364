/*
 * A report as JUnit's XML: a page is a suite, a claim a case.
 *
 * The idea: which element a case has its rule says, but what makes a page fail
 * is a failure whatever it is called. Errors of a page are one more case
 * of its suite, so that a page that could not be read fails in a reader that
 * knows nothing but cases; those of the run are a suite of their own.
 *
 * Texts are made fit for a terminal; what XML cannot hold beyond that becomes
 * U+FFFD. There is no time in it: the same verdicts give
 * the same bytes.
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "page.h"
#include "report.h"
#include "report_entry.h"
#include "report_parts.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

static const struct str element_names[ELEMENTS] = {
	[PASSED] = STR_INIT(""), [FAILURE] = STR_INIT("failure"),
	[ERROR] = STR_INIT("error"), [SKIPPED] = STR_INIT("skipped"),
};

static enum element
element_of(const struct entry *e)
{
	enum element element = report_rule(e)->element;

	return e->fails && element != ERROR ? FAILURE : element;
}

/* --- writing -------------------------------------------------------------- */

/* Text as XML has it in values and between elements alike. */
static void
add_xml(struct buf *out, struct str s)
{
	static const struct {
		struct str from, to;
	} rows[] = {
		{ STR_INIT("&"), STR_INIT("&amp;") },
		{ STR_INIT("<"), STR_INIT("&lt;") },
		{ STR_INIT(">"), STR_INIT("&gt;") },
		{ STR_INIT("\""), STR_INIT("&quot;") },
		{ STR_INIT("\xef\xbf\xbe"), STR_INIT("\xef\xbf\xbd") },
		{ STR_INIT("\xef\xbf\xbf"), STR_INIT("\xef\xbf\xbd") },
	};

	while (s.n > 0) {
		size_t i = 0;

		while (i < COUNT_OF(rows) && !str_starts(s, rows[i].from))
			i++;
		buf_add(out, i < COUNT_OF(rows) ? rows[i].to :
						  str_slice(s, 0, 1));
		s = str_skip(s, i < COUNT_OF(rows) ? rows[i].from.n : 1);
	}
}

static void
add_value(struct buf *out, const char *name, struct str value)
{
	struct arena *a = arena_make();

	buf_printf(out, " %s=\"", name);
	add_xml(out, report_plain(a, value));
	buf_add_byte(out, '"');
	arena_free(a);
}

/* Why a case did not pass; body: what people read. */
static void
add_element(struct buf *out, const struct entry *e, struct str body)
{
	struct arena *a = arena_make();
	struct str name = element_names[element_of(e)];

	buf_printf(out, "<" STR_FMT, STR_ARG(name));
	add_value(out, "message", report_sentence(a, e));
	if (element_of(e) == SKIPPED) {
		buf_add(out, STR("/>"));
	} else {
		add_value(out, "type", report_rule(e)->word);
		buf_add_byte(out, '>');
		add_xml(out, body);
		buf_printf(out, "</" STR_FMT ">", STR_ARG(name));
	}
	arena_free(a);
}

static void
add_case(struct buf *out, const struct entry *e, struct str suite,
	 struct str body)
{
	buf_add(out, STR("<testcase"));
	add_value(out, "classname", suite);
	add_value(out, "name", e->id);
	if (e->at.source) {
		add_value(out, "file", e->at.source->name);
		buf_printf(out, " line=\"%u\"", report_region(e->at).line);
	}
	buf_add(out, STR(" time=\"0\""));
	if (element_of(e) == PASSED) {
		buf_add(out, STR("/>\n"));
		return;
	}
	buf_add_byte(out, '>');
	add_element(out, e, body);
	buf_add(out, STR("</testcase>\n"));
}

/* --- suites --------------------------------------------------------------- */

struct suite {
	struct buf cases;
	size_t counts[ELEMENTS];
};

static void
add_entry(struct suite *suite, const struct entry *e, struct str name)
{
	struct buf body = { 0 };

	suite->counts[element_of(e)]++;
	if (element_of(e) == FAILURE || element_of(e) == ERROR)
		diag_emit_at(&body, e->at, report_rule(e)->word, e->text);
	add_case(&suite->cases, e, name, buf_str(&body));
	buf_free(&body);
}

static void
close_suite(struct buf *out, struct suite *suite, struct str name)
{
	size_t tests = 0;

	for (size_t i = 0; i < ELEMENTS; i++)
		tests += suite->counts[i];
	buf_add(out, STR("<testsuite"));
	add_value(out, "name", name);
	buf_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
		   "skipped=\"%zu\" time=\"0\">\n", tests,
		   suite->counts[FAILURE], suite->counts[ERROR],
		   suite->counts[SKIPPED]);
	buf_add(out, buf_str(&suite->cases));
	buf_add(out, STR("</testsuite>\n"));
	buf_free(&suite->cases);
}

/* Claims, what makes it fail, and what is let through by name. */
static bool
is_case(const struct entry *e)
{
	return e->claim || e->fails ||
	       (e->named && report_rule(e)->element == SKIPPED);
}

static void
add_suite(struct buf *out, const struct entries *all, struct str name)
{
	struct suite suite = { 0 };

	for (size_t i = 0; i < all->n; i++)
		if (is_case(&all->items[i]))
			add_entry(&suite, &all->items[i], name);
	close_suite(out, &suite, name);
}

void
report_junit_file(struct buf *out, const struct told_file *f)
{
	add_suite(out, &f->all, f->path.n > 0 ? f->path : STR("kbc"));
}

void
report_junit_end(struct buf *out, const struct run_told *run)
{
	struct arena *a = arena_make();
	struct entries all = { 0 };

	report_messages(a, &all, run->diag);
	if (diag_failed(run->diag))
		add_suite(out, &all, STR("kbc"));
	buf_add(out, STR("</testsuites>\n"));
	arena_free(a);
}
