/*
 * One marker in prose, heading or cell -> the claim it makes of what stands
 * before it: a quantity, a code span, or words.
 *
 * The idea: the marker's expression says what it can be bound to. A truth
 * (`has`, `exists`) or a text (`toolkit`) belongs to a code span or words,
 * everything else to the quantity that ends where the marker starts.
 *
 * `=` is claim_repeat.c, `at` claim_at.c, markers of tables claim_table.c.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"

/* Whether the expression gives a truth or a text rather than a number. */
static bool
binds_words(const struct expr *e)
{
	static const struct str names[] = {
		STR_INIT("exists"), STR_INIT("metric_exists"),
		STR_INIT("toolkit"), STR_INIT("driver"),
	};

	if (expr_is_condition(e))
		return true;
	if (e->kind == EXPR_CALL)
		e = e->left;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if ((e->kind == EXPR_NAME || e->kind == EXPR_RAW) &&
		    str_equal(e->text, names[i]))
			return true;
	return false;
}

/* --- kinds ------------------------------------------------------------ */

static struct claim *
claim_words(struct gather *g, const struct marker *m, int kind,
	    struct span words)
{
	struct claim *c = gather_claim(g, kind, words);

	c->marker = m;
	c->marker_at = m->at;
	c->expr = m->expr;
	gather_options(g, c, &m->options);
	return c;
}

static void
bind_both(struct gather *g, struct claim *c, const struct marker *m)
{
	c->expr = m->expr;
	c->expr2 = m->expr2;
	c->range = m->range;
	if (m->expr && !gather_bind(g, c, m->expr))
		return;
	if (m->expr2)
		gather_bind(g, c, m->expr2);
}

static void
claim_quantity(struct gather *g, const struct marker *m,
	       const struct quantity *found)
{
	struct quantity *q = arena_alloc(g->arena, sizeof *q);
	struct claim *c;

	*q = *found;
	c = gather_claim(g, CLAIM_EQUALS, q->at);
	c->marker = m;
	c->marker_at = m->at;
	c->quantity = q;
	gather_cover(g, q->at);
	gather_options(g, c, &m->options);
	bind_both(g, c, m);
}

static void
claim_cited(struct gather *g, const struct marker *m, const struct quantity *q,
	    struct span words)
{
	struct claim *c = gather_claim(g, CLAIM_CITED, q ? q->at : words);
	struct quantity *kept;

	if (q) {
		kept = arena_alloc(g->arena, sizeof *kept);
		*kept = *q;
		c->quantity = kept;
	}
	c->marker = m;
	c->marker_at = m->at;
	c->source = m->name;
	c->anchor = m->anchor;
	gather_cover(g, c->at);
	gather_options(g, c, &m->options);
	gather_cited(g, c);
}

/* The number before a question, if one stands there, is only how the answer
   may be written. */
static void
claim_question(struct gather *g, const struct marker *m,
	       const struct quantity *q, struct span words)
{
	struct claim *c = claim_words(g, m, CLAIM_OPEN, q ? q->at : words);
	struct quantity *kept;

	gather_cover(g, c->at);
	if (q && q->kind == QUANTITY_NUMBER && q->doubt.n == 0 &&
	    span_str(q->number).p[q->number.n - 1] <= '9') {
		kept = arena_alloc(g->arena, sizeof *kept);
		*kept = *q;
		c->quantity = kept;
	}
	bind_both(g, c, m);
}

/* --- the marker ------------------------------------------------------- */

static void
say_no_quantity(struct gather *g, const struct marker *m, struct span words)
{
	const char *hint = quantity_hint(words);
	struct span word;
	struct str near;

	diag_error(g->page->diag, m->at, "no quantity ends where this marker "
		   "starts");
	if (unit_unknown(&word, words)) {
		near = unit_nearest(g->arena, span_str(word));
		diag_note(g->page->diag, word, near.n > 0 ?
			  "'" STR_FMT "' is no unit: did you mean '" STR_FMT
			  "'?" : "'" STR_FMT "' is no unit that kbc knows: "
			  "put the marker directly behind the number" STR_FMT,
			  STR_ARG(span_str(word)), STR_ARG(near));
	} else if (hint)
		diag_note(g->page->diag, m->at, "%s", hint);
	else if (m->kind == MARKER_EQUALS)
		diag_note(g->page->diag, m->at, "'holds' binds a condition to "
			  "words");
}

/* Whether the marker needs the value of what it stands behind. */
static bool
needs_value(const struct marker *m)
{
	return m->kind == MARKER_LET || m->kind == MARKER_REPEAT ||
	       (m->kind == MARKER_EQUALS && !binds_words(m->expr));
}

bool
gather_doubt(struct gather *g, const struct marker *m, const struct quantity *q)
{
	if (q->doubt.n == 0 || !needs_value(m))
		return false;
	diag_error(g->page->diag, m->at, "it is ambiguous which number this "
		   "marker means");
	diag_note(g->page->diag, q->doubt, "because of this: %s", q->advice ?
		  q->advice : "write `3–5` for a range, `5 ± 1` for a "
		  "tolerance, `≥ 5` for a bound, or a marker behind each "
		  "number");
	return true;
}

/* Whether q has one value, or the two that the marker speaks of; an error if
   not: `from 3 to 5` may be a change, `2.5.3` is no number. */
static bool
has_value(struct gather *g, const struct marker *m, const struct quantity *q)
{
	if (q->kind == QUANTITY_VERSION) {
		diag_error(g->page->diag, q->at, "a version is no number that "
			   "an expression could equal");
		return false;
	}
	if (!q->either || m->range || m->kind == MARKER_REPEAT)
		return true;
	diag_error(g->page->diag, m->at, "it is ambiguous whether this is a "
		   "range or a change");
	diag_note(g->page->diag, q->at, "write `3–5` for a range, bind both "
		  "ends with `A to B`, or put a marker behind each number");
	return false;
}

void
gather_bound(struct gather *g, const struct marker *m, const struct quantity *q,
	     struct span words)
{
	struct claim *c;

	if (q && needs_value(m) && !has_value(g, m, q))
		return;
	switch ((int)m->kind) {
	case MARKER_EQUALS:
		if (binds_words(m->expr)) {
			c = claim_words(g, m, CLAIM_TEXT, words);
			bind_both(g, c, m);
			gather_cover(g, words); /* every byte is compared */
		} else if (q) {
			claim_quantity(g, m, q);
		} else {
			say_no_quantity(g, m, words);
		}
		break;
	case MARKER_HOLDS:
		c = claim_words(g, m, CLAIM_HOLDS, words);
		gather_bind(g, c, m->expr);
		gather_words(g, c);
		break;
	case MARKER_OPEN:
		claim_question(g, m, q, words);
		break;
	case MARKER_REPEAT:
		gather_repeat(g, m, q, words);
		break;
	case MARKER_CITES:
		claim_cited(g, m, q, words);
		break;
	case MARKER_RETIRED: /* the number it stands directly behind, too */
		if (q)
			gather_speak(g, SPOKEN_RETIRED, q->at, m->why);
		break;
	case MARKER_IGNORE:
		gather_speak(g, SPOKEN_IGNORED, q ? q->at : words, m->why);
		break;
	default: /* `let NAME` */
		if (q)
			gather_speak(g, SPOKEN_INPUT, q->at, STR(""));
		else
			say_no_quantity(g, m, words);
	}
}

void
gather_marker(struct gather *g, const struct marker *m, size_t comment)
{
	const struct page_number *n = &g->page->numbers[comment];

	if (gather_contradicted(g, m, comment))
		return;
	if (!n->quantity || !gather_doubt(g, m, n->quantity))
		gather_bound(g, m, n->found ? n->quantity : NULL,
			     page_words(g->page, comment));
}
