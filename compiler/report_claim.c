/*
 * What is said of each claim: of a failure its place, source line and caret,
 * what the page says and what is; of what could not be decided a line and why.
 *
 * The idea: a message stands where the fault is, in lines of the file as the
 * run has left it, so that who opens the file finds it there: of a fence at
 * the line of its code that the compiler speaks of.
 *
 * Which claims get a line is decided here; lines of pages and counts are
 * report.c.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "expr.h"
#include "marker.h"
#include "page.h"
#include "report.h"
#include "report_parts.h"
#include "source.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* Instructions of an answer that a report shows. */
#define LINES_MAX 20

/* `, at chains=8 threads=1024, 98 % of the ceiling`, as far as it is so. */
static struct str
closeness(struct arena *a, const struct verdict *v)
{
	struct str at = v->shown && v->measured ? v->shown->at : STR("");
	struct str share = v->share > 0 ?
		arena_printf(a, ", %.0f %% of the ceiling", 100 * v->share) :
		STR("");

	return arena_printf(a, "%s" STR_FMT STR_FMT, at.n > 0 ? ", at " : "",
			    STR_ARG(at), STR_ARG(share));
}

/* What goes before the number that was found: whose it is. What a page writes
   is not what is. */
static struct str
it_is(struct arena *a, const struct claim *c)
{
	struct str written = verdict_written(a, c);

	if (written.n == 0)
		return STR("it is ");
	if (!c->expr2 && c->expr && c->expr->kind == EXPR_NAME)
		return arena_printf(a, STR_FMT " writes ", STR_ARG(written));
	return arena_printf(a, "by what " STR_FMT " writes it is ",
			    STR_ARG(written));
}

/* Whether the claim is that the name before the marker is there. */
static bool
asks_name(const struct claim *c)
{
	return c->kind == CLAIM_TEXT && c->expr &&
	       c->expr->kind == EXPR_NAME &&
	       str_equal(c->expr->text, STR("exists"));
}

/* Whether a test has more checks than the one that it is shown by. */
static bool
has_checks(const struct claim *c)
{
	return c->marker && c->marker->checks && c->marker->checks->next;
}

/* How a name of a front matter fails its check. */
static struct str
not_found(const struct claim *c)
{
	static const struct { struct str check, so; } rows[] = {
		{ STR_INIT("count"), STR_INIT("is not their number") },
		{ STR_INIT("folder"), STR_INIT("is no folder for this") },
		{ STR_INIT("gathers"), STR_INIT("is not whole") },
		{ STR_INIT("gpu"), STR_INIT("is out of the page's scope") },
		{ STR_INIT("listed"), STR_INIT("is not listed") },
		{ STR_INIT("lists"), STR_INIT("is not whole") },
		{ STR_INIT("mentions"), STR_INIT("does not speak of it") },
		{ STR_INIT("placed"), STR_INIT("is not for this place") },
		{ STR_INIT("row"), STR_INIT("is not in the data") },
		{ STR_INIT("rung"), STR_INIT("is more than the page stands "
					     "on") },
		{ STR_INIT("same"), STR_INIT("is another") },
		{ STR_INIT("sha256"), STR_INIT("is not the digest of its "
					       "file") },
		{ STR_INIT("size"), STR_INIT("is too large") },
		{ STR_INIT("unique"), STR_INIT("has repeats") },
		{ STR_INIT("until"), STR_INIT("is too late") },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (str_equal(rows[i].check, c->check))
			return rows[i].so;
	return STR("does not exist");
}

/* How it is said that a claim does not hold: of a fence and of a name by what
   was asked of them. */
static struct str
not_so(struct arena *a, const struct claim *c, const struct verdict *v)
{
	if (c->kind == CLAIM_FENCE && !c->fence->words->fails)
		return STR("the fence does not compile");
	if (c->kind == CLAIM_FENCE)
		return STR("the fence does not fail as it says");
	if (c->kind == CLAIM_TEST && has_checks(c))
		return STR("the test does not hold");
	if (c->kind == CLAIM_CHECK || asks_name(c))
		return arena_printf(a, "'" STR_FMT "' " STR_FMT,
				    STR_ARG(v->says), STR_ARG(not_found(c)));
	return arena_printf(a, "'" STR_FMT "' does not hold",
			    STR_ARG(v->says));
}

/* What the page says the number is, with what `between` allows it to be. */
static struct str
number_said(struct arena *a, const struct claim *c, const struct verdict *v)
{
	if (!c->options || !c->options->low)
		return v->says;
	return arena_printf(a, STR_FMT ", between " STR_FMT " and " STR_FMT,
			    STR_ARG(v->says),
			    STR_ARG(expr_text(a, c->options->low)),
			    STR_ARG(expr_text(a, c->options->high)));
}

/* A claim that does not hold. That a condition is false says no more. */
static struct str
refuted_sentence(struct arena *a, const struct claim *c,
		 const struct verdict *v)
{
	struct str is = verdict_is(a, c, v);

	if (str_equal(is, STR("false")))
		is = STR("");
	if (is.n > 0 && c->quantity)
		return arena_printf(a, "the page says " STR_FMT ", " STR_FMT
			STR_FMT "%s" STR_FMT STR_FMT,
			STR_ARG(number_said(a, c, v)),
			STR_ARG(it_is(a, c)), STR_ARG(is),
			v->measured && v->reason.n ? ": " : "",
			STR_ARG(v->measured ? v->reason : STR("")),
			STR_ARG(closeness(a, v)));
	return arena_printf(a, STR_FMT "%s" STR_FMT "%s" STR_FMT,
		STR_ARG(not_so(a, c, v)), v->reason.n ? ": " : "",
		STR_ARG(v->reason), is.n ? ", " : "", STR_ARG(is));
}

static struct str
sentence(struct arena *a, const struct claim *c, const struct verdict *v)
{
	struct str is = verdict_is(a, c, v);

	if (v->status == STATUS_REFUTED)
		return refuted_sentence(a, c, v);
	return arena_printf(a, STR_FMT "%s" STR_FMT STR_FMT, STR_ARG(is),
		is.n && v->reason.n ? ": " : "", STR_ARG(v->reason),
		STR_ARG(closeness(a, v)));
}

/* What was found of a claim that did not fail, and why it is no more. */
static struct str
finding_text(struct arena *a, const struct report *r, const struct claim *c,
	     const struct verdict *v)
{
	struct str is = verdict_is(a, c, v);
	struct str why = report_left(r, v) ? LEFT : verdict_reason(a, c, v);

	if (is.n > 0)
		is = arena_printf(a, STR_FMT STR_FMT, STR_ARG(is),
				  STR_ARG(closeness(a, v)));
	return arena_printf(a, STR_FMT "%s" STR_FMT, STR_ARG(is),
			    is.n > 0 && why.n > 0 ? ": " : "", STR_ARG(why));
}

/* A decided or undecided claim on one line, without the source line. */
static void
emit_line(struct buf *out, const struct report *r, const struct claim *c,
	  const struct verdict *v)
{
	uint32_t line, column;
	struct buf text = { 0 };
	struct arena *a = arena_make();
	struct str found = finding_text(a, r, c, v);

	source_place_now(c->page->source, c->at.at, &line, &column);
	buf_printf(&text, STR_FMT ":%u:%u: " STR_FMT "%s" STR_FMT "  ["
		   STR_FMT "]", STR_ARG(c->page->path), line, column,
		   STR_ARG(status_text(v->status)), found.n > 0 ? ": " : "",
		   STR_ARG(found), STR_ARG(claim_id(c)));
	arena_free(a);
	report_line(out, &text);
}

/* The first instructions of an answer, each on a line. */
static void
emit_code(struct buf *out, const struct answer *answer)
{
	struct str rest = answer->lines, line;
	struct buf text = { 0 };
	size_t n = 0;

	while (n < LINES_MAX && str_split(&line, &rest, '\n')) {
		n += line.n > 0;
		buf_printf(&text, "    " STR_FMT, STR_ARG(line));
		if (line.n > 0)
			report_line(out, &text);
		buf_clear(&text);
	}
	if (rest.n > 0)
		buf_printf(out, "    and %zu more (kbc explain shows all)\n",
			   str_count_byte(rest, '\n') + 1);
	buf_free(&text);
}

struct str
report_answer(struct arena *a, const struct report *r, const struct claim *c,
	      const struct verdict *v)
{
	struct str why = report_left(r, v) ? LEFT : verdict_reason(a, c, v);
	struct str head = STR("open: ");

	if (str_starts(why, head))
		why = str_skip(why, head.n);
	else if (str_equal(why, STR("open")))
		why = STR("");
	return arena_printf(a, STR_FMT "%s" STR_FMT STR_FMT,
		STR_ARG(v->answer ? v->answer->text : STR("not answered")),
		why.n > 0 ? ": " : "", STR_ARG(why), STR_ARG(closeness(a, v)));
}

/* What a question comes to, and the sentence that would say so. */
static void
emit_open(struct buf *out, const struct report *r, const struct claim *c,
	  const struct verdict *v)
{
	struct arena *a = arena_make();
	uint32_t line, column;
	struct buf text = { 0 };

	source_place_now(c->page->source, c->at.at, &line, &column);
	buf_printf(&text, STR_FMT ":%u:%u: open: " STR_FMT "  [" STR_FMT "]",
		   STR_ARG(c->page->path), line, column,
		   STR_ARG(report_answer(a, r, c, v)), STR_ARG(claim_id(c)));
	report_line(out, &text);
	if (v->answer && v->answer->offer.n > 0) {
		buf_printf(&text, "    it could say: " STR_FMT,
			   STR_ARG(v->answer->offer));
		report_line(out, &text);
	}
	if (v->answer)
		emit_code(out, v->answer);
	arena_free(a);
}

bool
report_left(const struct report *r, const struct verdict *v)
{
	return r->unbuilt && v->toolless;
}

bool
report_unchecked(const struct claim *c, const struct verdict *v)
{
	return c->kind == CLAIM_FENCE && v->status == STATUS_NOT_RUN &&
	       !v->toolless;
}

struct span
report_place(const struct claim *c, const struct verdict *v)
{
	const struct source *s = c->page->source;
	struct str text;

	if (v->part.source == s && v->status == STATUS_ERROR)
		return v->part;
	if (v->line == 0 || v->line > s->nlines)
		return c->at;
	text = str_trim(span_str(source_line(s, v->line)));
	return text.n > 0 ? source_span_of(s, text) : c->at;
}

static void
emit_claim(struct buf *out, const struct claim *c, const struct verdict *v)
{
	struct arena *a = arena_make();
	struct str text = arena_printf(a, STR_FMT "  [" STR_FMT "]",
		STR_ARG(sentence(a, c, v)), STR_ARG(claim_id(c)));

	diag_emit_at(out, report_place(c, v), status_text(v->status), text);
	arena_free(a);
}

static bool
is_undecided(enum status s)
{
	return s == STATUS_INCONCLUSIVE || s == STATUS_PROBE_LIMITED ||
	       s == STATUS_STALE;
}

/* Whether a claim that did not fail gets a line: one that could not be decided,
   unless only failures are wanted, and the one that makes its page fail. */
static bool
has_line(const struct report *r, const struct verdict *v, bool had_evidence)
{
	if ((had_evidence && verdict_lost(v)) ||
	    verdict_fails(v, r->wiki->config.strict))
		return true;
	if (r->quiet)
		return false;
	return is_undecided(v->status) || r->verbose;
}

static bool
is_question(const struct claim *c, const struct verdict *v)
{
	return c->kind == CLAIM_OPEN && v->status != STATUS_ERROR;
}

bool
report_had_evidence(const struct report *r, const struct page_verdicts *p)
{
	const struct page *page = r->wiki->pages[p->page];

	return writeback_word(page, p->schema) || writeback_device(page);
}

enum saying
report_saying(const struct report *r, const struct claim *c,
	      const struct verdict *v, bool had_evidence)
{
	if (c->trouble.n > 0)
		return SAY_NOTHING; /* said where it was found */
	if (is_question(c, v))
		return r->quiet ? SAY_NOTHING : SAY_ANSWER;
	if (verdict_fails(v, false) || (report_unchecked(c, v) && !r->quiet))
		return SAY_FAULT;
	return has_line(r, v, had_evidence) ? SAY_LINE : SAY_NOTHING;
}

struct str
report_said(struct arena *a, const struct report *r, const struct claim *c,
	    const struct verdict *v)
{
	if (c->trouble.n > 0)
		return c->trouble;
	if (is_question(c, v))
		return report_answer(a, r, c, v);
	if (verdict_fails(v, false) || report_unchecked(c, v))
		return sentence(a, c, v);
	return finding_text(a, r, c, v);
}

void
report_claims(struct buf *out, const struct report *r,
	      const struct page_verdicts *p)
{
	bool had_evidence = report_had_evidence(r, p);

	for (size_t k = 0; k < p->claims->n; k++) {
		const struct claim *c = &p->claims->items[k];
		const struct verdict *v = &p->verdicts[k];
		enum saying how = report_saying(r, c, v, had_evidence);

		if (how == SAY_ANSWER)
			emit_open(out, r, c, v);
		else if (how == SAY_FAULT)
			emit_claim(out, c, v);
		else if (how == SAY_LINE)
			emit_line(out, r, c, v);
	}
}
