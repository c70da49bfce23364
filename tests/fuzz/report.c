/*
 * Any bytes as a page, as its path and as what a claim says. Promised of the
 * reports that programs read: JSON and SARIF are JSON, JUnit is XML of balanced
 * elements without a character that XML has not, a line for GitHub is a command
 * or the last one, and rows of a table in markdown have as many cells as its
 * head. Whatever is told twice is the same.
 */
#include <jansson.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "fuzz.h"
#include "glyph.h"
#include "page.h"
#include "report.h"
#include "source.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* The report of a wiki of one page. */
static struct str
tell(struct arena *a, const struct wiki *w, const struct page_verdicts *v,
     enum report_form form)
{
	const struct report r = { .wiki = w, .form = form, .verbose = true };
	struct buf whole[REPORT_PARTS] = { { 0 } };
	struct buf page[REPORT_PARTS] = { { 0 } };
	struct telling t = { .form = form, .parts = whole };
	struct tally total = { 0 };
	const struct run_told run = { &total, w->pages[0]->diag, 1, false };
	struct str out;

	report_count(&total, &r, v);
	report_begin(&t);
	report_tell(page, &r, v);
	report_join(&t, page);
	report_end(&t, &run);
	out = arena_copy(a, buf_str(&whole[0]));
	buf_free(&whole[0]);
	return out;
}

static void
expect_json(struct str text)
{
	json_t *j = json_loadb(text.p, text.n, JSON_ALLOW_NUL, NULL);

	expect(j != NULL);
	json_decref(j);
}

/* An entity, `&amp;`; its length. */
static size_t
entity(struct str s)
{
	static const struct str known[] = {
		STR_INIT("&amp;"), STR_INIT("&lt;"), STR_INIT("&gt;"),
		STR_INIT("&quot;"),
	};

	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (str_starts(s, known[i]))
			return known[i].n;
	return 0;
}

/* A tag, from its `<` on; its length. No value holds a sign of XML. */
static size_t
tag(struct str s, int *depth)
{
	size_t n = str_find_byte(s, '>');
	struct str inner = str_slice(s, 1, n - 1);

	expect(n < s.n && str_find_byte(inner, '<') == inner.n);
	expect(str_count_byte(inner, '"') % 2 == 0);
	if (str_starts(inner, STR("/")))
		--*depth;
	else if (!str_starts(inner, STR("?")) && !str_ends(inner, STR("/")))
		++*depth;
	expect(*depth >= 0);
	return n + 1;
}

static void
expect_characters(struct str s)
{
	uint32_t c = 0;

	while (s.n > 0) {
		size_t n = glyph_decode(s, &c);

		expect(n > 0 && (c >= 0x20 || c == '\n'));
		s = str_skip(s, n);
	}
}

static void
expect_xml(struct str s)
{
	int depth = 0;

	expect_characters(s);
	expect(str_find(s, STR("\xef\xbf\xbe")) == s.n);
	expect(str_find(s, STR("\xef\xbf\xbf")) == s.n);
	while (s.n > 0) {
		size_t n = s.p[0] == '<' ? tag(s, &depth) :
			   s.p[0] == '&' ? entity(s) : 1;

		expect(n > 0 && s.p[0] != '>');
		s = str_skip(s, n);
	}
	expect(depth == 0);
}

static void
expect_commands(struct str s)
{
	struct str line;

	expect_characters(s);
	while (str_split(&line, &s, '\n') && s.n > 0)
		expect(str_starts(line, STR("::")) ||
		       str_find_byte(s, '\n') == s.n);
}

static void
expect_rows(struct str s)
{
	size_t cells = 0;
	struct str line;

	expect_characters(s);
	while (str_split(&line, &s, '\n')) {
		size_t n = str_count_byte(line, '|');

		if (!str_starts(line, STR("|")))
			n = 0;
		expect(n == 0 || cells == 0 || n == cells);
		cells = n;
	}
}

static void
expect_forms(struct arena *a, const struct wiki *w,
	     const struct page_verdicts *v)
{
	for (int form = 0; form < REPORT_FORMS; form++) {
		struct str first = tell(a, w, v, (enum report_form)form);
		struct str again = tell(a, w, v, (enum report_form)form);

		expect(str_equal(first, again));
		if (form == REPORT_JSON || form == REPORT_SARIF)
			expect_json(first);
		if (form == REPORT_JUNIT)
			expect_xml(first);
		if (form == REPORT_GITHUB)
			expect_commands(first);
		if (form == REPORT_MARKDOWN)
			expect_rows(first);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena *a = arena_make();
	struct str text = arena_copy(a, (struct str){ (const char *)data, n });
	struct str path = str_slice(text, 0, n % 40);
	struct page *page = page_parse(a, source_make(a, path, text), path);
	struct claims claims = { .n = 1, .arena = a };
	struct claim claim = {
		.kind = CLAIM_HOLDS, .page = page, .all = &claims,
		.at = source_span(page->source, n / 2, n % 50),
	};
	struct verdict verdict = {
		.status = (enum status)(n % STATUS_UNBOUND),
		.reason = str_skip(text, n / 3),
		.says = span_str(claim.at),
	};
	const struct page_verdicts v = { .claims = &claims,
					 .verdicts = &verdict };
	const struct wiki w = { .pages = &page };

	claims.items = &claim;
	expect_forms(a, &w, &v);
	arena_free(a);
	return 0;
}
