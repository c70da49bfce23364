/*
 * Markers: the body of a kbc comment -> what it says of the page.
 *
 * A body begins with a directive, or it is an expression that the quantity
 * before the comment equals. The first word decides; the rest is read by the
 * rules of that directive alone, and nothing may be left. So a marker is
 * understood whole or is an error at the byte that is wrong: a slip in a word
 * can lose a claim, and lost claims look like passes.
 *
 * This file has the markers of one line; those with lines of their own are
 * in marker_at.c, marker_table.c, marker_given.c and marker_test.c. What a
 * marker is about (which quantity, which fence) is not known here.
 */
#include "marker.h"

#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "expr_lex.h"
#include "marker_parts.h"
#include "scan.h"

bool
marker_check_value(struct diag *d, const struct expr *e)
{
	if (e->kind == EXPR_BINARY && e->op >= OP_EQ && e->op <= OP_AND)
		diag_error(d, e->at, "a condition is marked 'holds'");
	else if (e->kind == EXPR_STRING)
		diag_error(d, e->at, "expected a value, found a text");
	else
		return true;
	return false;
}

/* Whether e can be true or false. */
static bool
check_condition(struct diag *d, const struct expr *e)
{
	bool value = e->kind == EXPR_NUMBER || e->kind == EXPR_STRING ||
		     e->kind == EXPR_ARCH || e->kind == EXPR_UNIT ||
		     e->kind == EXPR_UNARY || e->kind == EXPR_INDEX ||
		     e->kind == EXPR_LISTING || e->kind == EXPR_BINARY;

	if (e->kind == EXPR_BINARY && e->op == OP_AND)
		return check_condition(d, e->left) &&
		       check_condition(d, e->right);
	if (!value || expr_is_condition(e))
		return true;
	diag_error(d, e->at, "expected a condition, found a value");
	return false;
}

/* `A & B`: two values, unless it is the condition of an open question. */
static bool
split_both(struct reader *r, struct marker *m)
{
	struct expr *e = m->expr;

	if (e->kind != EXPR_BINARY || e->op != OP_AND ||
	    (m->kind == MARKER_OPEN && expr_is_condition(e->left)))
		return true;
	m->expr = e->left;
	m->expr2 = e->right;
	if (e->left->kind != EXPR_BINARY || e->left->op != OP_AND)
		return true;
	diag_error(r->diag, e->right->at, "'&' joins two values, not more");
	return false;
}

static bool
parse_values(struct reader *r, struct marker *m)
{
	m->expr = expr_parse(r->arena, &r->rest, r->diag);
	if (!m->expr || !split_both(r, m))
		return false;
	if (!m->expr2 && lex_take_name(&r->rest, "to")) {
		m->range = true;
		m->expr2 = expr_parse(r->arena, &r->rest, r->diag);
		if (!m->expr2)
			return false;
	}
	if (m->kind == MARKER_OPEN && !m->expr2)
		return true;
	return marker_check_value(r->diag, m->expr) &&
	       (!m->expr2 || marker_check_value(r->diag, m->expr2));
}

/* Whether text starts with what looks like an option with a slip in it. */
static bool
at_option_slip(struct span text)
{
	struct str s = span_str(lex_name(text));

	return s.n > 3 && word_nearest(WORD_OPTION, s);
}

/* A name with a word behind it that continues no expression is a slip. */
static bool
check_directive(struct reader *r, const struct marker *m)
{
	const struct expr *e = m->expr;
	struct span next = lex_token(r->rest);
	bool word = byte_is_name(lex_byte(next, 0)) ||
		    lex_byte(next, 0) == '"';

	if (e->kind != EXPR_NAME || m->expr2 || !word ||
	    reader_at_option(r) || at_option_slip(r->rest))
		return true;
	word_unknown(r->diag, e->at, "directive", WORD_MARKER);
	return false;
}

static bool
parse_equals(struct reader *r, struct marker *m)
{
	return parse_values(r, m) && check_directive(r, m) &&
	       reader_options(r, &m->options, r->directive->options);
}

static bool
parse_holds(struct reader *r, struct marker *m)
{
	m->expr = expr_parse(r->arena, &r->rest, r->diag);
	return m->expr &&
	       reader_options(r, &m->options, r->directive->options) &&
	       check_condition(r->diag, m->expr);
}

static bool
parse_open(struct reader *r, struct marker *m)
{
	return parse_values(r, m) &&
	       reader_options(r, &m->options, r->directive->options);
}

static bool
parse_repeat(struct reader *r, struct marker *m)
{
	if (!lex_end(&r->rest) && !reader_at_option(r)) {
		diag_error(r->diag, lex_token(r->rest),
			   "'=' stands alone: an expression has none before "
			   "it");
		return false;
	}
	return reader_options(r, &m->options, r->directive->options);
}

static bool
parse_let(struct reader *r, struct marker *m)
{
	struct span at;

	return reader_name(r, &m->name, &at) &&
	       reader_options(r, &m->options, r->directive->options);
}

static bool
parse_cites(struct reader *r, struct marker *m)
{
	return reader_source(r, &m->name, &m->anchor) &&
	       reader_options(r, &m->options, r->directive->options);
}

/* A reason is prose, but one that begins as an option was meant as one. */
static bool
parse_ignore(struct reader *r, struct marker *m)
{
	struct span word = lex_name(r->rest);
	struct str s = span_str(word);

	if (reader_at_option(r) &&
	    (str_equal(s, STR("id")) || str_equal(s, STR("within")) ||
	     str_equal(s, STR("between")))) {
		diag_error(r->diag, word, "'" STR_FMT "' does not go with "
			   "'ignore'", STR_ARG(s));
		return false;
	}
	return reader_reason(r, &m->why);
}

static bool
parse_retired(struct reader *r, struct marker *m)
{
	return reader_text(r, &m->name, "the id of a claim") &&
	       reader_reason(r, &m->why);
}

static bool
parse_fence(struct reader *r, struct marker *m)
{
	if (lex_end(&r->rest)) {
		lex_expected(r->diag, r->rest, "words of a fence");
		return false;
	}
	m->words = r->rest;
	return true;
}

/* The code begins at the start of a line, with its indentation. */
static bool
parse_code(struct reader *r, struct marker *m)
{
	size_t n = str_find_byte(span_str(r->rest), '\n');

	m->words = lex_trim(span_slice(r->rest, 0, n));
	lex_advance(&r->rest, n + 1);
	m->code = r->rest;
	if (!lex_end(&r->rest))
		return true;
	lex_expected(r->diag, r->rest, "code on the lines below 'code'");
	return false;
}

/* Takes the word of the directive; the row of EXPR when there is none. */
static const struct word *
directive_take(struct reader *r)
{
	struct span name = lex_name(r->rest), rest = r->rest;
	const struct word *w = word_find(WORD_MARKER, span_str(name));

	if (lex_take(&rest, "=") && lex_byte(rest, 0) != '=') {
		r->rest = rest;
		return word_find(WORD_MARKER, STR("="));
	}
	lex_advance(&rest, name.n);
	if (w && (rest.n == 0 || byte_is_blank(lex_byte(rest, 0)) ||
		  lex_byte(rest, 0) == '"')) {
		r->rest = rest;
		return w;
	}
	return NULL;
}

static bool
parse_lines(struct reader *r, struct marker *m)
{
	switch ((int)m->kind) {
	case MARKER_AT:
		return marker_parse_at(r, m);
	case MARKER_TABLE:
		return marker_parse_table(r, m);
	case MARKER_GIVEN:
		return marker_parse_given(r, m);
	case MARKER_FENCE:
		return parse_fence(r, m);
	case MARKER_CODE:
		return parse_code(r, m);
	default:
		return marker_parse_test(r, m);
	}
}

static bool
parse_inline(struct reader *r, struct marker *m)
{
	switch ((int)m->kind) {
	case MARKER_EQUALS:
		return parse_equals(r, m);
	case MARKER_HOLDS:
		return parse_holds(r, m);
	case MARKER_REPEAT:
		return parse_repeat(r, m);
	case MARKER_LET:
		return parse_let(r, m);
	case MARKER_CITES:
		return parse_cites(r, m);
	case MARKER_OPEN:
		return parse_open(r, m);
	case MARKER_IGNORE:
		return parse_ignore(r, m);
	default:
		return parse_retired(r, m);
	}
}

static bool
is_inline(enum marker_kind kind)
{
	return kind <= MARKER_RETIRED && kind != MARKER_AT;
}

bool
marker_parse_directive(struct reader *r, struct marker *m, enum nesting nesting)
{
	static const struct word equals = {
		NULL, "EXPR", "", WORD_MARKER, MARKER_EQUALS, ~0u,
	};
	struct span first = lex_name(r->rest);

	if (lex_end(&r->rest)) {
		lex_expected(r->diag, r->rest, "a marker");
		return false;
	}
	r->directive = directive_take(r);
	if (!r->directive)
		r->directive = &equals;
	m->kind = (enum marker_kind)r->directive->value;
	if (is_inline(m->kind))
		return parse_inline(r, m);
	if (nesting == NESTING_WHOLE)
		return parse_lines(r, m);
	diag_error(r->diag, first, "'%s' cannot stand behind 'at'",
		   r->directive->word);
	return false;
}

struct marker *
marker_parse(struct arena *a, const struct comment *c, struct diag *d)
{
	struct reader r = { a, d, c->body, NULL, 0 };
	struct marker *m = arena_alloc(a, sizeof(*m));

	m->at = c->at;
	m->body = c->body;
	if (c->body.n == 0) {
		diag_error(d, c->at, "marker is empty");
		return NULL;
	}
	return marker_parse_directive(&r, m, NESTING_WHOLE) ? m : NULL;
}
