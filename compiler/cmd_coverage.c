/*
 * kbc coverage: how many numbers of each page are checked, and which are not.
 *
 * The idea: pages are parsed and their claims gathered; nothing is built and
 * no evidence is read, for whether a number has a check does not depend on
 * whether it holds. Numbers without one are told, and fail nothing here.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "cmd.h"
#include "coverage.h"
#include "diag.h"
#include "file.h"
#include "page.h"
#include "report.h"
#include "session.h"
#include "wiki.h"


#define JSON_BEGIN STR("{\"format\":\"kbc-coverage 1\",\"pages\":[")
#define JSON_TOTAL STR("\n],\"total\":")
#define JSON_END STR("}\n")

static void
tell_page(struct buf *out, const struct session *s, size_t i,
	  const struct coverage *c, bool first)
{
	const struct page *p = s->wiki->pages[i];

	if (s->given.format == REPORT_JSON) {
		buf_add(out, first ? STR("\n") : STR(",\n"));
		coverage_json(out, p, c);
		return;
	}
	if (s->given.list)
		coverage_list(out, p, c);
	else
		coverage_line(out, p->path, c);
}

static void
tell_total(struct buf *out, const struct session *s, const struct coverage *sum,
	   size_t pages)
{
	struct str name = arena_printf(s->arena, "%zu page%s", pages,
				       pages == 1 ? "" : "s");

	if (s->given.format != REPORT_JSON) {
		coverage_line(out, name, sum);
		return;
	}
	buf_add(out, JSON_TOTAL);
	coverage_json(out, NULL, sum);
	buf_add(out, JSON_END);
}

static void
write_badge(struct session *s, const struct coverage *sum)
{
	struct buf out = { 0 };

	coverage_badge(&out, sum);
	if (!file_update(s->given.badge, buf_str(&out), s->diag))
		s->nunable++;
	buf_free(&out);
}

int
cmd_coverage(struct session *s)
{
	struct coverage sum = { .n = 0 };
	struct buf out = { 0 };
	size_t pages = 0;

	if (!session_read(s) || !session_claims(s))
		return cmd_finish(s);
	if (s->given.format == REPORT_JSON)
		buf_add(&out, JSON_BEGIN);
	for (size_t i = 0; i < s->wiki->npages; i++) {
		struct arena *a;
		struct coverage one;

		if (!s->claims[i] || s->wiki->pages[i]->record)
			continue;
		a = arena_make();
		coverage_collect(a, &one, s->wiki->pages[i], s->claims[i]);
		tell_page(&out, s, i, &one, pages++ == 0);
		coverage_add(&sum, &one);
		arena_free(a);
	}
	tell_total(&out, s, &sum, pages);
	report_print((enum report_form)s->given.format, &out);
	buf_free(&out);
	if (s->given.badge.n > 0)
		write_badge(s, &sum);
	return cmd_finish(s);
}
