/*
 * A marker on a code span, held against the words around it.
 *
 *	It uses no `FMUL`<!-- kbc: sass(k) has -->.
 *
 * The idea: the marker says that something is there, or that it is not, and so
 * does the sentence. Where the two disagree the page would be confirmed for the
 * contrary of what its readers take from it, so that is an error at the marker.
 * Where the sentence leaves a doubt the marker is believed.
 *
 * What the words say is quantity_said.c.
 */
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "mark.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"

/* What of the marker's expression says whether the span's text is there; NULL
   if nothing does. */
static const struct expr *
asks_presence(const struct marker *m, struct str code)
{
	const struct expr *e = m->expr;

	if (!e || (m->kind != MARKER_EQUALS && m->kind != MARKER_HOLDS))
		return NULL;
	if (e->kind == EXPR_LISTING && e->op != OP_COUNT)
		return !e->text_given || str_equal(e->text, code) ? e : NULL;
	if ((e->kind == EXPR_NAME || e->kind == EXPR_RAW) &&
	    (str_equal(e->text, STR("exists")) ||
	     str_equal(e->text, STR("metric_exists"))))
		return e;
	return NULL;
}

/* What stands before the marks of a code span with that text. */
static struct span
before_code(struct span in, struct span code)
{
	struct str s = span_str(in);
	size_t at = code.at - in.at;

	while (at > 0 && byte_among(s.p[at - 1], "` "))
		at--;
	return span_slice(in, 0, at);
}

static const char *
remedy(const struct expr *e)
{
	if (e->kind != EXPR_LISTING)
		return "write what is there";
	return e->op == OP_LACKS ? "write 'has', or what is not there" :
				   "write 'lacks', or what is there";
}

bool
gather_contradicted(struct gather *g, const struct marker *m, size_t comment)
{
	const struct comment *c = &g->page->scan->comments[comment];
	struct span in = page_stretch(g->page, c);
	struct span words = page_words(g->page, comment), by;
	size_t behind = c->at.at + c->at.n - in.at;
	const struct expr *e = asks_presence(m, span_str(words));
	enum presence said;

	if (!e || words.n == 0 || !mark_code_at(g->page->mark, words.at))
		return false;
	said = quantity_said(&by, before_code(in, words),
			     span_slice(in, behind, in.n - behind));
	if (said != (e->op == OP_LACKS ? PRESENCE_SAID : PRESENCE_DENIED))
		return false;
	diag_error(g->page->diag, m->at, "this marker says the contrary of "
		   "its sentence");
	diag_note(g->page->diag, by, "because of this: %s", remedy(e));
	return true;
}
