/*
 * kbc list: every claim. kbc explain: one, through every stage. kbc dump:
 * what a pass made, for tests and the curious.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "cmd.h"
#include "diag.h"
#include "file.h"
#include "observe.h"
#include "page.h"
#include "plan.h"
#include "report.h"
#include "session.h"
#include "source.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

static int
finish(struct session *s, struct buf *out)
{
	report_print(REPORT_TEXT, out);
	buf_free(out);
	return cmd_finish(s);
}

/* Names and texts hold any byte; a line has three columns whatever is in. */
static void
list_claim(struct buf *out, const struct claim *c)
{
	uint32_t line, column;

	source_place(c->page->source, c->at.at, &line, &column);
	diag_emit_text(out, c->page->path);
	buf_printf(out, ":%u:%u\t", line, column);
	diag_emit_text(out, claim_id(c));
	buf_add_byte(out, '\t');
	diag_emit_text(out, str_trim(c->text));
}

/* Questions, each with its answer as a fourth column. */
static void
list_open(struct buf *out, const struct report *r,
	  const struct page_verdicts *p)
{
	struct arena *a = arena_make();

	for (size_t k = 0; k < p->claims->n; k++) {
		const struct claim *c = &p->claims->items[k];

		if (c->kind != CLAIM_OPEN)
			continue;
		list_claim(out, c);
		buf_add_byte(out, '\t');
		diag_emit_text(out, report_answer(a, r, c, &p->verdicts[k]));
		buf_add_byte(out, '\n');
	}
	arena_free(a);
}

/* By what needs no building: arithmetic, documents, the ledger. */
static int
list_questions(struct session *s, struct buf *out)
{
	struct report r = { .unbuilt = true };

	if (!session_make(s, false) || !session_ledger(s))
		return finish(s, out);
	session_judge(s);
	r.wiki = s->wiki;
	for (size_t i = 0; i < s->nselected; i++)
		list_open(out, &r, &s->verdicts[i]);
	return finish(s, out);
}

int
cmd_list(struct session *s)
{
	struct buf out = { 0 };

	if (!session_read(s) || !session_claims(s))
		return finish(s, &out);
	if (s->given.open)
		return list_questions(s, &out);
	for (size_t i = 0; i < s->wiki->npages; i++)
		for (size_t k = 0; s->claims[i] && k < s->claims[i]->n; k++) {
			list_claim(&out, &s->claims[i]->items[k]);
			buf_add_byte(&out, '\n');
		}
	return finish(s, &out);
}

static void
explain_page(struct session *s, struct buf *out, const struct page_verdicts *v)
{
	for (size_t k = 0; k < v->claims->n; k++) {
		const struct claim *c = &v->claims->items[k];
		struct environment env = {
			.facts = observe_facts(c->page->arena, s->world,
					       v->page, c),
			.nfacts = c->nfacts,
		};

		report_explain(out, s->world, v->page, c, &v->verdicts[k],
			       &env);
	}
}

/* Lines that hold texts of others, fit for a terminal. */
static void
add_safe(struct buf *out, struct str lines)
{
	struct str line;

	while (str_split(&line, &lines, '\n')) {
		diag_emit_text(out, line);
		if (lines.p)
			buf_add_byte(out, '\n');
	}
}

/* The page of a place is enough of a path. */
static void
name_page(struct session *s)
{
	struct str page;

	if (s->given.npaths > 0 || !session_only_page(s->given.only, &page) ||
	    file_kind(page) != FILE_PLAIN)
		return;
	s->given.paths[s->given.npaths++] = page;
}

int
cmd_explain(struct session *s)
{
	struct buf out = { 0 }, raw = { 0 };

	if (!cmd_take_first(s, &s->given.only))
		die("kbc explain takes a claim or its PAGE:LINE: kbc list "
		    "shows both");
	name_page(s);
	s->given.device = STR("emu"); /* what needs one is not measured here */
	s->given.dry_run = true;
	if (!session_read(s) || !session_claims(s) ||
	    !session_make(s, true) || !session_emulate(s) ||
	    !session_ledger(s))
		return finish(s, &out);
	session_judge(s);
	for (size_t i = 0; i < s->nselected; i++)
		explain_page(s, &raw, &s->verdicts[i]);
	add_safe(&out, buf_str(&raw));
	buf_free(&raw);
	return finish(s, &out);
}

static void
dump_pages(struct buf *out, const struct session *s)
{
	for (size_t i = 0; i < s->wiki->npages; i++)
		if (s->selected[i])
			page_dump(out, s->wiki->pages[i]);
}

static void
dump_claims(struct buf *out, const struct session *s)
{
	for (size_t i = 0; i < s->wiki->npages; i++)
		for (size_t k = 0; s->claims[i] && k < s->claims[i]->n; k++)
			claim_dump(out, &s->claims[i]->items[k]);
}

int
cmd_dump(struct session *s)
{
	enum pass { PASS_PAGE, PASS_CLAIMS, PASS_PLAN, PASS_COUNT };
	static const struct str passes[PASS_COUNT] = {
		STR_INIT("page"), STR_INIT("claims"), STR_INIT("plan"),
	};
	struct buf out = { 0 };
	struct str word = STR("");
	size_t pass = 0;

	cmd_take_first(s, &word);
	while (pass < PASS_COUNT && !str_equal(passes[pass], word))
		pass++;
	if (pass == PASS_COUNT)
		die("kbc dump takes a pass (page, claims, plan) and a path");
	if (!session_read(s) || !session_claims(s) || !session_make(s, false))
		return finish(s, &out);
	if (pass == PASS_PAGE)
		dump_pages(&out, s);
	else if (pass == PASS_CLAIMS)
		dump_claims(&out, s);
	else
		plan_dump(&out, s->plan);
	return finish(s, &out);
}
