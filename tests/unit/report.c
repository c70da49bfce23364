/*
 * Reports for programs: each row a verdict, whether the wiki is strict, and
 * what forms make of it. The page has the claim between signs that take two
 * units of UTF-16, three bytes and none, so that columns show what they count.
 */
#include "check.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "page.h"
#include "report.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#define PAGE "---\ntitle: A\n---\n\xf0\x9f\x98\x80 \xe2\x86\x92 \xff five\n"

static const struct row {
	enum status status;
	bool strict, lost;       /* lost: few replicates count */
	const char *sarif, *junit, *github;
} rows[] = {
	{ STATUS_CONFIRMED, false, false,
	  "\"confirmed\",\"ruleIndex\":0,\"kind\":\"pass\",\"level\":\"none\"",
	  " time=\"0\"/>", "" },
	{ STATUS_REFUTED, false, false,
	  "\"refuted\",\"ruleIndex\":1,\"kind\":\"fail\",\"level\":\"error\"",
	  "<failure message=\"refuted: ", "::error file=a.md,line=4,col=8," },
	{ STATUS_INCONCLUSIVE, false, false, "\"inconclusive\","
	  "\"ruleIndex\":2,\"kind\":\"review\",\"level\":\"none\"",
	  "<skipped message=\"inconclusive: ", "::warning file=a.md,line=4," },
	{ STATUS_INCONCLUSIVE, true, true, "\"inconclusive\","
	  "\"ruleIndex\":2,\"kind\":\"fail\",\"level\":\"error\"",
	  "<failure message=\"inconclusive: ", "::error file=a.md,line=4," },
	{ STATUS_PROBE_LIMITED, false, false, "\"probe-limited\","
	  "\"ruleIndex\":3,\"kind\":\"review\",\"level\":\"none\"",
	  "<skipped message=\"probe-limited: ", "::warning file=a.md,line=4," },
	{ STATUS_STALE, false, false,
	  "\"stale\",\"ruleIndex\":4,\"kind\":\"review\",\"level\":\"none\"",
	  "<skipped message=\"stale: ", "::warning file=a.md,line=4," },
	{ STATUS_STALE, true, false,
	  "\"stale\",\"ruleIndex\":4,\"kind\":\"fail\",\"level\":\"error\"",
	  "<failure message=\"stale: ", "::error file=a.md,line=4," },
	{ STATUS_NOT_RUN, false, false,
	  "\"not-run\",\"ruleIndex\":5,\"kind\":\"open\",\"level\":\"none\"",
	  "<skipped message=\"not run: ", "" },
	{ STATUS_NOT_APPLICABLE, false, false, "\"not-applicable\","
	  "\"ruleIndex\":6,\"kind\":\"notApplicable\",\"level\":\"none\"",
	  "<skipped message=\"n/a: ", "" },
	{ STATUS_ERROR, false, false,
	  "\"error\",\"ruleIndex\":7,\"kind\":\"fail\",\"level\":\"error\"",
	  "<error message=\"error: ", "::error file=a.md,line=4,col=8," },
};

/* A wiki of one page with one claim, and its verdict. */
struct scene {
	struct wiki wiki;
	struct page *page;
	struct claim claim;
	struct claims claims;
	struct verdict verdict;
	struct page_verdicts v;
};

static void
make_scene(struct arena *a, struct scene *s, const struct row *row)
{
	struct source *source = source_make(a, STR("a.md"), STR(PAGE));
	size_t at = str_find(source->text, STR("five"));

	memset(s, 0, sizeof *s);
	s->page = page_parse(a, source, STR("a.md"));
	s->wiki.pages = &s->page;
	s->wiki.config.strict = row->strict;
	s->claim = (struct claim){ .kind = CLAIM_HOLDS, .page = s->page,
				   .all = &s->claims,
				   .at = source_span(source, at, 4) };
	s->claims = (struct claims){ .items = &s->claim, .n = 1, .arena = a };
	s->verdict = (struct verdict){ .status = row->status,
				       .reason = STR("why"),
				       .says = STR("five"),
				       .uncounted = row->lost };
	s->v = (struct page_verdicts){ .claims = &s->claims,
				       .verdicts = &s->verdict };
}

static struct str
tell(struct arena *a, const struct scene *s, enum report_form form)
{
	struct buf parts[REPORT_PARTS] = { { 0 } };
	const struct report r = { .wiki = &s->wiki, .form = form };
	struct str out;

	report_tell(parts, &r, &s->v);
	out = arena_copy(a, buf_str(&parts[0]));
	for (size_t i = 0; i < REPORT_PARTS; i++)
		buf_free(&parts[i]);
	return out;
}

static void
check_holds(struct str text, const char *part)
{
	size_t at = str_find(text, str_of(part));

	if (part[0] == '\0')
		CHECK_STR(text, "");
	else if (at == text.n)
		CHECK_STR(text, part);
	else
		CHECK(at < text.n);
}

static void
test_rows(void)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena *a = arena_make();
		struct scene s;

		CHECK_ROW(status_text(rows[i].status).p);
		make_scene(a, &s, &rows[i]);
		check_holds(tell(a, &s, REPORT_SARIF), rows[i].sarif);
		check_holds(tell(a, &s, REPORT_SARIF),
			    "\"region\":{\"startLine\":4,\"startColumn\":8,"
			    "\"endLine\":4,\"endColumn\":12}");
		check_holds(tell(a, &s, REPORT_JUNIT), rows[i].junit);
		check_holds(tell(a, &s, REPORT_GITHUB), rows[i].github);
		arena_free(a);
	}
	CHECK_ROW("");
}

static void
test_names(void)
{
	struct str rest = STR(REPORT_NAMES), one;
	size_t i = 0;

	while (str_split(&one, &rest, '|'))
		CHECK_NUM(report_form(one), i++);
	CHECK_NUM(i, REPORT_FORMS);
	CHECK_NUM(report_form(STR("xml")), REPORT_FORMS);
	CHECK_NUM(report_form(STR("")), REPORT_FORMS);
}

/* A line that a workflow would take for a command, and what is said. */
static void
test_guard(void)
{
	static const char *const lines[][2] = {
		{ "a: error: x\n", "a: error: x\n" },
		{ "::error::x\n", "\\x3a:error::x\n" },
		{ " \t::add-mask::x\n", " \t\\x3a:add-mask::x\n" },
		{ "a ##[group]b##[c\n", "a \\x23#[group]b\\x23#[c\n" },
		{ "###[x", "#\\x23#[x" },
		{ "a ::b\n\n", "a ::b\n\n" },
	};

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct buf out = { 0 };

		report_guard(&out, REPORT_GITHUB, str_of(lines[i][0]));
		CHECK_STR(buf_str(&out), lines[i][1]);
		buf_clear(&out);
		report_guard(&out, REPORT_TEXT, str_of(lines[i][0]));
		CHECK_STR(buf_str(&out), lines[i][0]);
		buf_free(&out);
	}
}

int
main(void)
{
	test_rows();
	test_names();
	test_guard();
	CHECK_DONE();
}
