/*
 * Tokens -> the names that a source declares in the global namespace.
 *
 * A namespace keeps names from neighbours, but it also hides: where a header
 * has a global `fmaxf`, another one is an error in a source that stands alone
 * and none in a namespace. So what a source declares must be known, to ask the
 * compiler whether a header has it. No grammar is needed for that: outside all
 * brackets a declared name is followed by another byte than a used one. A name
 * too many costs nothing, unless it is a header's; then the source is built
 * alone. Declarations of other shapes, and words that reach beyond a
 * namespace, are not looked into: such a source is built alone as well.
 */
#include "share.h"

#include "arena.h"

/* Tokens of the longest head of an enum: `enum e : unsigned long long int`. */
#define ENUM_HEAD_MAX 7

/* Where in the tokens we are. */
struct walk {
	struct arena *a;
	struct share_unit *out;
	const struct tokens *t;
	size_t at;
	bool value;      /* behind `=`, outside all brackets */
	bool shown;      /* behind `extern`, in a function */
	bool listed;     /* in the braces of an enum that stands outside */
	uint32_t angles; /* open behind `template` */
	bool instance;   /* behind `template` alone: nothing is declared */
};

static bool
is_among(struct str word, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_equal(word, str_of(words[i])))
			return true;
	return false;
}

/* Words that mean something else in a namespace, beside another source, or of
   which the source's place is a part. */
static bool
is_forbidden(struct str word)
{
	static const char *const words[] = {
		"operator", "friend", "_Pragma", "__pragma", "__LINE__",
		"__FILE__", "__COUNTER__", "__BASE_FILE__", "__DATE__",
		"__TIME__", "__TIMESTAMP__", "__INCLUDE_LEVEL__",
		"__PRETTY_FUNCTION__", "__FUNCSIG__", "typeid", "export",
		"import", "module", "defined",
	};

	return is_among(word, words, COUNT_OF(words));
}

/* Words of the language that begin no name of the source's own. */
static bool
is_keyword(struct str word)
{
	static const char *const words[] = {
		"alignas", "auto", "bool", "char", "char16_t", "char32_t",
		"class", "const", "constexpr", "decltype", "default",
		"delete", "double", "enum", "explicit", "extern", "false",
		"final", "float", "inline", "int", "long", "mutable",
		"namespace", "noexcept", "nullptr", "override", "private",
		"protected", "public", "register", "short", "signed",
		"sizeof", "static", "static_assert", "struct", "template",
		"this", "thread_local", "true", "typedef", "typename",
		"union", "unsigned", "using", "virtual", "void", "volatile",
		"wchar_t",
	};

	return is_among(word, words, COUNT_OF(words));
}

/* Words before `(` outside all brackets that declare nothing by it. */
static bool
takes_arguments(struct str word)
{
	static const char *const words[] = {
		"__launch_bounds__", "__attribute__", "__align__", "alignas",
		"decltype", "static_assert", "noexcept", "sizeof",
		"__cluster_dims__", "__block_size__", "__maxnreg__",
		"alignof", "__volatile__",
	};

	return is_among(word, words, COUNT_OF(words));
}

/* Words before a name that a statement begins with or that is a value. */
static bool
is_statement(struct str word)
{
	static const char *const words[] = {
		"return", "else", "case", "goto", "throw", "new", "delete",
		"do", "and", "or", "not", "xor", "bitand", "bitor", "compl",
		"sizeof", "co_return", "co_await", "co_yield", "if", "while",
		"for", "switch", "asm", "volatile", "typename",
	};

	return is_among(word, words, COUNT_OF(words));
}

/* The token so far from here; one without text at the ends. */
static struct token
look(const struct walk *w, int by)
{
	size_t at = w->at + (size_t)by;

	return at < w->t->n ? w->t->items[at] : (struct token){ 0 };
}

static bool
is_sign(struct token t, char c)
{
	return t.kind == TOKEN_SIGN && t.text.n == 1 && t.text.p[0] == c;
}

static bool
is_word(struct token t, const char *word)
{
	return t.kind == TOKEN_WORD && str_equal(t.text, str_of(word));
}

static bool
is_name(struct token t)
{
	return t.kind == TOKEN_WORD && t.text.n > 0 &&
	       !byte_is_digit(t.text.p[0]) && !is_keyword(t.text);
}

static bool
is_outside(struct token t)
{
	return t.braces == 0 && t.others == 0;
}

/* False for a name that no source should give. */
static bool
add_name(struct walk *w, struct str name)
{
	struct share_unit *u = w->out;

	if (takes_arguments(name))
		return true;
	if (str_starts(name, STR("__")) || str_equal(name, STR("main")))
		return false;
	for (size_t i = 0; i < u->nnames; i++)
		if (str_equal(u->names[i], name))
			return true;
	u->names = arena_grow(w->a, u->names, u->nnames, &u->capnames,
			      sizeof *u->names);
	u->names[u->nnames++] = name;
	return true;
}

/* Whether what is behind a name says that it is only used. */
static bool
is_used(const struct walk *w)
{
	struct token next = look(w, 1);

	if (next.kind == TOKEN_WORD)
		return next.text.n > 0 && !takes_arguments(next.text);
	return is_sign(next, '*') || is_sign(next, '&') ||
	       is_sign(next, '<') || is_sign(next, '>') ||
	       is_sign(next, '.') ||
	       (is_sign(next, ':') && is_sign(look(w, 2), ':')) ||
	       (is_sign(look(w, -1), ':') && is_sign(look(w, -2), ':'));
}

/* Whether the word before says that a name is declared. */
static bool
is_headed(const struct walk *w)
{
	static const char *const heads[] = {
		"struct", "class", "union", "enum", "namespace", "using",
	};
	struct token before = look(w, -1);

	return w->at > 0 && before.kind == TOKEN_WORD &&
	       is_among(before.text, heads, COUNT_OF(heads));
}

static bool
is_builtin(struct token t)
{
	static const char *const words[] = {
		"void", "bool", "char", "short", "int", "long", "float",
		"double", "signed", "unsigned", "const", "auto",
	};

	return t.kind == TOKEN_WORD && is_among(t.text, words,
						COUNT_OF(words));
}

/* Whether a name in a function may be a function's that is declared there. */
static bool
is_declared_inside(const struct walk *w)
{
	struct token before = look(w, -1), next = look(w, 1);

	if (w->shown)
		return is_sign(next, '[') || is_sign(next, ';') ||
		       is_sign(next, '(') || is_sign(next, ',') ||
		       is_sign(next, '=');
	if (!is_sign(next, '('))
		return false;
	if (is_sign(before, '*') || is_sign(before, '&'))
		return is_builtin(look(w, -2));
	return before.kind == TOKEN_WORD && !is_statement(before.text) &&
	       !byte_is_digit(before.text.p[0]);
}

static bool
is_declared(const struct walk *w)
{
	struct token here = look(w, 0), before = look(w, -1);

	if (w->angles > 0 || w->instance)
		return false;
	if (is_outside(here) && w->value)
		return is_sign(before, ',') && !is_used(w);
	if (is_outside(here))
		return is_headed(w) || !is_used(w);
	if (here.braces == 0)
		return false;
	if (w->listed && here.braces == 1 && here.others == 0)
		return is_sign(before, '{') || is_sign(before, ',');
	return is_declared_inside(w);
}

/* `namespace {`, `inline namespace`, `using namespace`, `extern "C"`. */
static bool
is_far_reaching(const struct walk *w)
{
	struct token here = look(w, 0), next = look(w, 1);

	if (is_word(here, "extern"))
		return next.kind == TOKEN_LITERAL;
	if (is_word(here, "namespace"))
		return is_sign(next, '{') ||
		       (w->at > 0 && (is_word(look(w, -1), "inline") ||
				      is_word(look(w, -1), "using")));
	return here.braces == 0 && (is_word(here, "asm") ||
				    is_word(here, "__asm__") ||
				    is_word(here, "__asm"));
}

static bool
walk_word(struct walk *w)
{
	struct token here = look(w, 0);

	if (is_forbidden(here.text) || is_far_reaching(w))
		return false;
	if (is_word(here, "extern") && here.braces > 0)
		w->shown = true;
	if (is_word(here, "template") && is_outside(here))
		w->instance = !is_sign(look(w, 1), '<');
	if (is_name(here) && is_declared(w))
		return add_name(w, here.text);
	return true;
}

/* Whether the braces that open here hold names of an enum without a scope. */
static bool
opens_names(const struct walk *w)
{
	for (size_t i = w->at; i-- > 0 && i + ENUM_HEAD_MAX >= w->at;) {
		struct token t = w->t->items[i];

		if (is_word(t, "class") || is_word(t, "struct") ||
		    is_sign(t, ';') || is_sign(t, '}') || is_sign(t, ')'))
			return false;
		if (is_word(t, "enum"))
			return true;
	}
	return false;
}

/* A bracket outside all others: the name before it is what is declared, or it
   is part of a value. */
static bool
is_plain_bracket(const struct walk *w)
{
	struct token before = look(w, -1);

	if (w->at == 0)
		return false;
	if (w->value && before.kind != TOKEN_WORD)
		return !is_sign(before, ',');
	return before.kind == TOKEN_WORD &&
	       (is_name(before) || takes_arguments(before.text));
}

/* A sign outside all brackets. */
static bool
walk_outside(struct walk *w, char c)
{
	bool head = w->at > 0 && is_word(look(w, -1), "template");

	if (c == '<')
		w->angles += head || w->angles > 0;
	else if (c == '>' && w->angles > 0)
		w->angles--;
	else if (c == '=' && w->angles == 0)
		w->value = true;
	else if (byte_among(c, ";{}"))
		w->value = false;
	if (byte_among(c, ";{}")) {
		w->angles = 0;
		w->instance = false;
	}
	if (c == '{')
		w->listed = opens_names(w);
	return c != '(' || w->angles > 0 || w->instance ||
	       is_plain_bracket(w);
}

static bool
walk_sign(struct walk *w)
{
	struct token here = look(w, 0);
	char c = here.text.n > 0 ? here.text.p[0] : '\0';

	if (c == ';')
		w->shown = false;
	if (is_outside(here))
		return walk_outside(w, c);
	return true;
}

bool
share_names(struct arena *a, struct share_unit *out, const struct tokens *t)
{
	struct walk w = { .a = a, .out = out, .t = t };

	for (; w.at < t->n; w.at++) {
		enum token_kind kind = t->items[w.at].kind;

		if ((kind == TOKEN_WORD && !walk_word(&w)) ||
		    (kind == TOKEN_SIGN && !walk_sign(&w)))
			return false;
	}
	return true;
}
