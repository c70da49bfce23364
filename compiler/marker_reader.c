/*
 * What all markers have in common: options, names, reasons, sources, lines.
 *
 * A reader is a cursor with the directive it reads for, so that a message can
 * say what does not go with what. Lines matter only to directives that have
 * lines (table, test, probe, given, at); an expression may go on below its
 * line where something is open or an operator stands last.
 */
#include "marker.h"

#include <string.h>

#include "diag.h"
#include "expr.h"
#include "expr_lex.h"
#include "marker_parts.h"
#include "quantity.h"

/* Lines of one table, test or probe. */
#define LINES_MAX 256

/* Words of expressions; as names they could not be written everywhere. */
static const char *const reserved[] = {
	"old", "mod", "has", "lacks", "count", "to", "and",
};

void
reader_unexpected(struct reader *r, const char *what)
{
	struct span token = lex_token(r->rest);
	const struct word *near = word_nearest(WORD_OPTION, span_str(token));

	lex_expected(r->diag, r->rest, what);
	if (lex_byte(token, 0) == '=')
		diag_note(r->diag, token, "'==' compares");
	else if (near && token.n > 1)
		diag_note(r->diag, token, "did you mean '%s'?", near->word);
}

bool
reader_end(struct reader *r, const char *what)
{
	if (lex_end(&r->rest))
		return true;
	reader_unexpected(r, what);
	return false;
}

/* The option that stands next; NULL if none does. */
static const struct word *
option_next(const struct reader *r)
{
	struct span name = lex_name(r->rest), rest = r->rest;
	const struct word *w = word_find(WORD_OPTION, span_str(name));

	if (!w || w->value != OPTION_ID)
		return w;
	lex_take_name(&rest, w->word);
	return lex_take(&rest, "=") ? w : NULL;
}

bool
reader_at_option(const struct reader *r)
{
	return option_next(r) != NULL;
}

bool
reader_name(struct reader *r, struct str *out, struct span *at)
{
	struct span word = lex_word(r->rest);
	struct str name = span_str(word);

	*at = word;
	if (word.n == 0) {
		lex_expected(r->diag, r->rest, "a name");
		return false;
	}
	if (!str_is_name(name)) {
		diag_error(r->diag, word, "a name has small letters, digits "
			   "and '_', a letter first");
		return false;
	}
	for (size_t i = 0; i < COUNT_OF(reserved); i++) {
		if (str_equal(name, str_of(reserved[i]))) {
			diag_error(r->diag, word, "'%s' is a word of "
				   "expressions, not a name", reserved[i]);
			return false;
		}
	}
	lex_end(&r->rest);
	lex_advance(&r->rest, word.n);
	*out = name; /* a refused name must reach no file and no command */
	return true;
}

bool
reader_text(struct reader *r, struct str *out, const char *what)
{
	struct span word = lex_word(r->rest);

	if (lex_byte(word, 0) == '"')
		return lex_string(r->arena, &r->rest, out, r->diag);
	if (word.n == 0) {
		lex_expected(r->diag, r->rest, what);
		return false;
	}
	*out = span_str(word);
	lex_end(&r->rest);
	lex_advance(&r->rest, word.n);
	return true;
}

bool
reader_reason(struct reader *r, struct str *out)
{
	if (lex_end(&r->rest)) {
		lex_expected(r->diag, r->rest, "a reason");
		return false;
	}
	*out = str_trim(span_str(r->rest));
	lex_advance(&r->rest, r->rest.n);
	return true;
}

bool
reader_source(struct reader *r, struct str *source, struct str *anchor)
{
	if (!reader_text(r, source, "a source"))
		return false;
	if (lex_end(&r->rest) || reader_at_option(r))
		return true;
	return reader_text(r, anchor, "an anchor");
}

/* `3 %`, where nothing follows that it could be the remainder by. */
static bool
parse_percent(struct reader *r, struct options *o)
{
	struct span start = r->rest, number;
	size_t n = 0;

	lex_end(&r->rest);
	while (byte_is_digit(lex_byte(r->rest, n)) ||
	       lex_byte(r->rest, n) == '.')
		n++;
	number = span_slice(r->rest, 0, n);
	lex_advance(&r->rest, n);
	if (n > 0 && byte_is_blank(lex_byte(r->rest, 0)) &&
	    lex_take(&r->rest, "%") &&
	    (lex_end(&r->rest) || reader_at_option(r))) {
		o->within = expr_parse_value(r->arena, &number, r->diag);
		o->within_percent = true;
		return o->within != NULL;
	}
	r->rest = start;
	return false;
}

/* `3%` keeps its 3: the percent is of the value that is compared. */
static bool
parse_within(struct reader *r, struct options *o)
{
	struct str text;

	if (parse_percent(r, o))
		return true;
	o->within = expr_parse_value(r->arena, &r->rest, r->diag);
	if (!o->within)
		return false;
	text = span_str(o->within->at);
	o->within_percent = o->within->kind == EXPR_NUMBER &&
			    str_ends(text, STR("%"));
	if (o->within_percent &&
	    !str_number(str_slice(text, 0, text.n - 1), &o->within->number))
		o->within->number *= 100;
	if (o->within->kind != EXPR_UNARY || o->within->op != OP_NEG)
		return true;
	diag_error(r->diag, o->within->at, "a tolerance is never below 0");
	return false;
}

static bool
parse_between(struct reader *r, struct options *o)
{
	o->low = expr_parse_value(r->arena, &r->rest, r->diag);
	if (!o->low)
		return false;
	if (!lex_take_name(&r->rest, "and")) {
		lex_expected(r->diag, r->rest, "'and' or an operator");
		return false;
	}
	o->high = expr_parse_value(r->arena, &r->rest, r->diag);
	if (!o->high)
		return false;
	if (o->low->kind == EXPR_NUMBER && o->high->kind == EXPR_NUMBER &&
	    o->low->number > o->high->number) {
		diag_error(r->diag, o->low->at,
			   "'between' has its lower end first");
		return false;
	}
	return true;
}

static bool
parse_unit(struct reader *r, struct str *out)
{
	struct span word = lex_word(r->rest);
	struct unit known;

	if (!reader_text(r, out, "a unit"))
		return false;
	if (unit_parse(&known, *out))
		return true;
	diag_error(r->diag, word, "unknown unit '" STR_FMT "'",
		   STR_ARG(*out));
	return false;
}

static bool
parse_option(struct reader *r, struct options *o, enum option option)
{
	switch (option) {
	case OPTION_WITHIN:
		return parse_within(r, o);
	case OPTION_BETWEEN:
		return parse_between(r, o);
	case OPTION_ON:
		o->on_at = lex_word(r->rest);
		return reader_text(r, &o->on, "a device or an architecture");
	case OPTION_IN:
		return parse_unit(r, &o->in);
	case OPTION_BECAUSE:
		return reader_reason(r, &o->because);
	case OPTION_ID:
		lex_take(&r->rest, "=");
		return reader_name(r, &o->id, &o->id_at);
	}
	return false;
}

/* Says why the option w at `at` cannot stand here; true if it can. */
static bool
check_option(struct reader *r, const struct word *w, unsigned allowed,
	     unsigned given)
{
	struct span at = lex_name(r->rest);
	unsigned bands = 1u << OPTION_WITHIN | 1u << OPTION_BETWEEN;
	unsigned bit = 1u << w->value;

	if (!(allowed & bit))
		diag_error(r->diag, at, "'%s' does not go with '%s'", w->word,
			   r->directive->word ? r->directive->word
					      : r->directive->form);
	else if (given & bit)
		diag_error(r->diag, at, "'%s' is given twice", w->word);
	else if ((bands & bit) && (bands & given))
		diag_error(r->diag, at, "'within' and 'between' are two bands "
			   "for one claim");
	else
		return true;
	return false;
}

bool
reader_options(struct reader *r, struct options *out, unsigned allowed)
{
	unsigned given = 0;

	while (!lex_end(&r->rest)) {
		const struct word *w = option_next(r);

		if (!w) {
			reader_unexpected(r, given || allowed ?
					  "an option or the end" : "the end");
			return false;
		}
		if (!check_option(r, w, allowed, given))
			return false;
		given |= 1u << w->value;
		lex_take_name(&r->rest, w->word);
		if (!parse_option(r, out, (enum option)w->value))
			return false;
	}
	return true;
}

/* Length of the physical line at the start of s, its end left out. */
static size_t
line_length(struct str s)
{
	return str_find_byte(s, '\n');
}

/* Parentheses and brackets that line opens and does not close. */
static long
open_count(struct str line)
{
	long n = 0;
	bool quoted = false;

	for (size_t i = 0; i < line.n; i++) {
		char c = line.p[i];

		if (c == '"')
			quoted = !quoted;
		else if (!quoted && (c == '(' || c == '['))
			n++;
		else if (!quoted && (c == ')' || c == ']'))
			n--;
	}
	return n;
}

/* Whether the last byte of line asks for more; `format.*` does not. */
static bool
is_unfinished(struct str line)
{
	line = str_trim(line);
	return line.n && strchr(",+-*/^&", line.p[line.n - 1]) &&
	       line.p[line.n - 1] && !str_ends(line, STR(".*"));
}

bool
reader_line(struct reader *r, struct span *line)
{
	struct str rest;
	size_t n = 0, part;
	long open = 0;

	if (lex_end(&r->rest))
		return false;
	if (++r->lines > LINES_MAX) {
		diag_error(r->diag, lex_token(r->rest),
			   "marker has more than %d lines", LINES_MAX);
		return false;
	}
	rest = span_str(r->rest);
	do {
		struct str s;

		part = line_length(str_skip(rest, n));
		s = str_slice(rest, n, part);
		open += open_count(s);
		n += part;
		if (n == rest.n || (open <= 0 && !is_unfinished(s)))
			break;
		n++;
	} while (n < rest.n);
	*line = lex_trim(span_slice(r->rest, 0, n));
	lex_advance(&r->rest, n);
	return true;
}

struct span
reader_first_line(struct reader *r)
{
	struct span line = span_slice(r->rest, 0,
				      line_length(span_str(r->rest)));

	lex_advance(&r->rest, line.n + 1u);
	return lex_trim(line);
}
