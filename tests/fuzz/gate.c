/*
 * Any bytes as a page as it was and, behind a line `%%`, as it is. Promised: of
 * a page that is the same nothing fails that would not have, no claim is
 * touched and none is gone; a finding has a text and lies in a page; all that
 * is counted as failed does; the forms for programs are JSON; and the same a
 * second time.
 */
#include <jansson.h>

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "fuzz.h"
#include "gate.h"
#include "observe.h"
#include "page.h"
#include "report.h"
#include "session.h"
#include "source.h"
#include "verdict.h"
#include "writeback.h"

#include "halves.h"
#include "judged.h"

static struct gate_side
side_of(const struct session *s)
{
	return (struct gate_side){ s->wiki, s->plan, s->world->recall,
				   s->verdicts, s->nselected };
}

static void
compare(struct arena *a, struct gate *g, struct session *before,
	struct session *now)
{
	struct gate_pair *p = arena_alloc(a, sizeof *p);
	const struct page *was = before->wiki->pages[before->verdicts[0].page];
	const struct page *is = now->wiki->pages[now->verdicts[0].page];
	struct buf out = { 0 };

	*g = (struct gate){ .arena = a, .policy = &now->wiki->config.gate,
			    .now = side_of(now), .before = side_of(before),
			    .rev = STR("main"), .base = STR("0123abcd") };
	*p = (struct gate_pair){ .now = now->verdicts,
				 .before = before->verdicts,
				 .same = str_equal(was->source->text,
						   is->source->text) };
	gate_page(g, p, PAGE_PATH);
	gate_conclude(g);
	gate_markdown(&out, g, p, 1);
	buf_free(&out);
}

static void
expect_json(struct buf *out)
{
	json_t *j = json_loadb(out->p, out->n, JSON_ALLOW_NUL, NULL);

	expect(j != NULL);
	json_decref(j);
}

static struct str
tell(struct arena *a, struct gate *g, const struct session *s)
{
	const struct run_told run = { NULL, s->diag, 1, false };
	struct buf out = { 0 };
	struct str text;

	gate_form(&out, g, REPORT_SARIF, &run);
	expect_json(&out);
	buf_clear(&out);
	gate_json(&out, g);
	expect_json(&out);
	gate_text(&out, g, false);
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static void
expect_findings(const struct gate *g)
{
	size_t failed = 0;

	for (size_t i = 0; i < g->n; i++) {
		const struct gate_finding *f = &g->findings[i];

		expect(f->rule < GATE_RULES && f->text.n > 0);
		expect(!f->at.source || (size_t)f->at.at + f->at.n <=
						f->at.source->text.n);
		failed += f->fails;
	}
	expect(failed == g->failed && g->touched <= g->claims);
}

static void
expect_same(const struct gate *g)
{
	expect(g->touched == 0 && g->changed == 0);
	for (size_t i = 0; i < g->n; i++)
		expect(g->findings[i].rule != GATE_REMOVED &&
		       g->findings[i].rule != GATE_WIDENED &&
		       g->findings[i].rule != GATE_LOST);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_make();
	struct str path = PAGE_PATH, texts[2];
	struct texts was = { &path, &texts[0], 1 }, is = { &path, &texts[1],
							   1 };
	struct session before, now;
	struct gate g;
	struct str said;

	texts[1] = arena_copy(a, (struct str){ (const char *)data, len });
	texts[0] = arena_copy(a, take_half(&texts[1]));
	texts[1] = arena_copy(a, texts[1]);
	before = judge(a, &was);
	now = judge(a, &is);
	compare(a, &g, &before, &now);
	expect_findings(&g);
	said = tell(a, &g, &now);
	compare(a, &g, &before, &now);
	expect(str_equal(said, tell(a, &g, &now)));
	compare(a, &g, &now, &now);
	expect_same(&g);
	session_close(&now);
	session_close(&before);
	arena_free(a);
	return 0;
}
