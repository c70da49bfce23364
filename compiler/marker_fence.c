/*
 * The words of a fence: its info string, or those of a fence or code marker.
 *
 *	cuda id=packed sm=80,90a
 *	cpp fails="cannot convert"
 *
 * The first word of an info string is the language. What kbc does not compile
 * is nobody's business here; of what it does compile, every word must be
 * known, and the attribute styles of other tools (`{.cuda}`, `cuda{…}`,
 * `cuda,x`) are errors: skipped without a word, the fence would never be
 * built, and nobody would notice.
 */
#include "marker.h"

#include "arena.h"
#include "diag.h"
#include "expr_lex.h"
#include "marker_parts.h"
#include "quantity.h"

/* Longer names before their beginnings. */
static const char *const compiled[] = { "cuda", "cpp", "c++", "ptx" };

static struct str
lower(struct arena *a, struct str s)
{
	char *out = arena_alloc(a, s.n + 1);

	for (size_t i = 0; i < s.n; i++)
		out[i] = byte_lower(s.p[i]);
	return (struct str){ out, s.n };
}

static bool
is_compiled(struct str language)
{
	for (size_t i = 0; i < COUNT_OF(compiled); i++) {
		if (str_equal(language, str_of(compiled[i])))
			return true;
	}
	return false;
}

/* The language that the attribute style of another tool names; or NULL. */
static const char *
foreign_style(struct str word)
{
	bool braces = str_starts(word, STR("{"));

	if (braces)
		word = str_skip(word, 1);
	if (braces && str_starts(word, STR(".")))
		word = str_skip(word, 1);
	for (size_t i = 0; i < COUNT_OF(compiled); i++) {
		struct str name = str_of(compiled[i]);
		char next = word.n > name.n ? word.p[name.n] : ' ';

		if (str_starts(word, name) && !byte_is_name(next) &&
		    next != '-' && next != '+' && next != '.' && next != '#' &&
		    (braces || word.n > name.n))
			return compiled[i];
	}
	return NULL;
}

static bool
parse_language(struct reader *r, struct fence_words *out)
{
	struct span word = lex_word(r->rest);
	const char *meant;

	out->language = lower(r->arena, span_str(word));
	lex_end(&r->rest);
	lex_advance(&r->rest, word.n);
	meant = foreign_style(out->language);
	if (!meant)
		return true;
	diag_error(r->diag, word, "words of a fence stand behind its language "
		   "with blanks between");
	diag_note(r->diag, word, "write '%s id=NAME'", meant);
	return false;
}

/* A bare `80` is an architecture too. */
static bool
parse_arch(struct reader *r, struct str *out, struct span at)
{
	struct str text = span_str(at);
	int number;
	char suffix;

	if (at.n && byte_is_digit(text.p[0]) &&
	    str_find_byte(text, '.') == text.n)
		text = arena_printf(r->arena, "sm_" STR_FMT, STR_ARG(text));
	if (arch_parse(out, &number, &suffix, text))
		return true;
	if (at.n == 0)
		diag_error(r->diag, at, "expected an architecture");
	else
		diag_error(r->diag, at, STR_FMT,
			   STR_ARG(arch_complaint(r->arena, span_str(at))));
	return false;
}

static bool
parse_archs(struct reader *r, struct fence_words *out)
{
	struct span list = lex_word(r->rest);
	size_t cap = 0, at = 0;

	lex_advance(&r->rest, list.n);
	do {
		struct str rest = str_skip(span_str(list), at);
		size_t n = str_find_byte(rest, ',');

		out->sm = arena_grow(r->arena, out->sm, out->nsm, &cap,
				     sizeof(*out->sm));
		if (!parse_arch(r, &out->sm[out->nsm++],
				span_slice(list, at, n)))
			return false;
		at += n + 1;
	} while (at <= list.n);
	return true;
}

static bool
given_twice(struct reader *r, struct span word)
{
	diag_error(r->diag, word, "'" STR_FMT "' is given twice",
		   STR_ARG(span_str(word)));
	return false;
}

static bool
parse_fails(struct reader *r, struct fence_words *out)
{
	out->fails = true;
	if (lex_byte(r->rest, 0) != '=')
		return true;
	lex_advance(&r->rest, 1);
	if (lex_byte(r->rest, 0) == '"')
		return lex_string(r->arena, &r->rest, &out->pattern, r->diag);
	lex_expected(r->diag, r->rest, "a pattern in quotes");
	return false;
}

/* Takes `=` behind a word that has a value. */
static bool
equals_take(struct reader *r, const struct word *w)
{
	if (lex_byte(r->rest, 0) == '=' &&
	    !byte_is_blank(lex_byte(r->rest, 1)) && r->rest.n > 1) {
		lex_advance(&r->rest, 1);
		return true;
	}
	lex_end(&r->rest);
	diag_error(r->diag, lex_token(r->rest), "expected '%s'", w->form);
	return false;
}

static bool
parse_word(struct reader *r, struct fence_words *out, const struct word *w,
	   struct span word)
{
	struct span at;

	lex_take_name(&r->rest, w->word);
	switch ((enum fence_word)w->value) {
	case FENCE_ID:
		if (out->id.n)
			return given_twice(r, word);
		return equals_take(r, w) && reader_name(r, &out->id, &at);
	case FENCE_SM:
		if (out->nsm)
			return given_twice(r, word);
		return equals_take(r, w) && parse_archs(r, out);
	case FENCE_SKETCH:
		if (out->sketch)
			return given_twice(r, word);
		out->sketch = true;
		return true;
	case FENCE_FAILS:
		if (out->fails)
			return given_twice(r, word);
		return parse_fails(r, out);
	}
	return false;
}

/* One word; a blank or the end must follow it. */
static bool
parse_next(struct reader *r, struct fence_words *out)
{
	struct span word = lex_name(r->rest);
	const struct word *w = word_find(WORD_FENCE, span_str(word));
	char next;

	if (!w) {
		word_unknown(r->diag, word.n ? word : lex_word(r->rest),
			     "word of a fence", WORD_FENCE);
		return false;
	}
	if (!parse_word(r, out, w, word))
		return false;
	next = lex_byte(r->rest, 0);
	if (r->rest.n == 0 || byte_is_blank(next))
		return true;
	lex_expected(r->diag, r->rest, "a blank");
	return false;
}

bool
fence_words_parse(struct arena *a, struct fence_words *out, struct span info,
		  bool marked, struct diag *d)
{
	struct reader r = { a, d, info, NULL, 0 };

	*out = (struct fence_words){ .language = STR("") };
	if (!marked && !parse_language(&r, out))
		return false;
	if (!marked && !is_compiled(out->language))
		return true;
	while (!lex_end(&r.rest)) {
		if (!parse_next(&r, out))
			return false;
	}
	if (!out->sketch || !out->fails)
		return true;
	diag_error(d, info, "a fence is a 'sketch' or 'fails', not both");
	return false;
}
