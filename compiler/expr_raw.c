/*
 * The raw functions: their argument is text of another language (CUDA device
 * code, a signature, PTX, the name of a fence), kept as written.
 *
 * The only thing known of that text is that its parentheses balance outside
 * strings and character constants; what it means is for the compiler of that
 * language to say.
 */
#include "expr.h"

#include "diag.h"
#include "expr_lex.h"
#include "expr_parser.h"

/* Functions whose first argument is text of another language. */
static const struct str raw_functions[] = {
	STR_INIT("ptx"), STR_INIT("sass"), STR_INIT("value"),
	STR_INIT("exists"), STR_INIT("min_sm"), STR_INIT("regs"),
	STR_INIT("spills"), STR_INIT("shared"), STR_INIT("stack"),
	STR_INIT("metric"),
};

size_t
expr_quoted(struct str s)
{
	size_t n = 1;

	if (s.p[0] == '\'') {
		n += s.n > 1 && s.p[1] == '\\';
		return s.n > n + 1 && s.p[n + 1] == '\'' ? n + 2 : 1;
	}
	if (s.p[0] != '"')
		return 1;
	while (n < s.n && s.p[n] != '"')
		n += s.p[n] == '\\' ? 2 : 1;
	return n + 1 < s.n ? n + 1 : s.n;
}

/*
 * Bytes of raw text up to the parenthesis that closes it, or with `list` to
 * the first comma outside inner ones; text.n if nothing closes it.
 */
static size_t
raw_length(struct str text, bool list)
{
	size_t i = 0, depth = 0;

	while (i < text.n) {
		char c = text.p[i];

		if (depth == 0 && (c == ')' || (list && c == ',')))
			return i;
		depth += c == '(';
		depth -= c == ')';
		i += expr_quoted(str_skip(text, i));
	}
	return text.n;
}

struct expr *
expr_raw(struct expr_parser *p, struct span name)
{
	struct expr *e = expr_node(p, EXPR_RAW, name);
	struct span open = lex_token(p->rest);
	bool list = str_equal(span_str(name), STR("metric"));
	size_t n;

	lex_take(&p->rest, "(");
	n = raw_length(span_str(p->rest), list);
	e->text = span_str(name);
	e->raw = str_trim(span_str(span_slice(p->rest, 0, n)));
	if (n == p->rest.n) {
		diag_error(p->diag, open, "parenthesis is never closed");
		return NULL;
	}
	if (e->raw.n == 0) {
		lex_expected(p->diag, p->rest, "what to look at");
		return NULL;
	}
	lex_advance(&p->rest, n);
	if (lex_take(&p->rest, ",") ? !expr_arguments(p, e, &e->args, open)
				    : !lex_take(&p->rest, ")"))
		return NULL;
	return expr_close(p, e, NULL);
}

bool
expr_is_raw(struct span name, struct span rest)
{
	if (lex_end(&rest) || lex_byte(rest, 0) != '(')
		return false;
	for (size_t i = 0; i < COUNT_OF(raw_functions); i++) {
		if (str_equal(span_str(name), raw_functions[i]))
			return true;
	}
	return false;
}
