/*
 * Expressions with another name put in: a deep copy, in which every node of
 * that name, and every word of it in raw text, is another.
 *
 * A dotted name becomes members, as if it had been parsed; heights stay those
 * of the original, for only the parser asks for them.
 */
#include "expr.h"

#include "arena.h"
#include "buf.h"

/* Dots of a replacement that become members; a longer text stays whole. */
#define DOTS_MAX 8

struct replacement {
	struct arena *arena;
	struct str from, to;
};

/* Whole words `from` of raw read `to`. */
static struct str
replace_words(const struct replacement *r, struct str raw)
{
	struct buf out = { NULL, 0, 0 };
	struct str text;
	size_t i = 0, n;

	for (; i < raw.n; i += n) {
		n = 0;
		while (i + n < raw.n && byte_is_name(raw.p[i + n]))
			n++;
		text = str_slice(raw, i, n ? n : 1);
		n = text.n;
		buf_add(&out, str_equal(text, r->from) ? r->to : text);
	}
	text = arena_copy(r->arena, buf_str(&out));
	buf_free(&out);
	return text;
}

/* Whether s is names with dots between, few enough to be members. */
static bool
is_dotted(struct str s)
{
	struct str rest = s, part;
	size_t dots = 0;

	while (str_split(&part, &rest, '.')) {
		if (part.n == 0 || byte_is_digit(part.p[0]) ||
		    ++dots > DOTS_MAX)
			return false;
		for (size_t i = 0; i < part.n; i++) {
			if (!byte_is_name(part.p[i]))
				return false;
		}
	}
	return dots > 1;
}

/* The node e, named `from`, as it reads with `to`: one member a dot. */
static struct expr *
replace_name(const struct replacement *r, struct expr *e)
{
	struct str rest = r->to, part;

	if (!is_dotted(r->to)) {
		e->text = r->to;
		return e;
	}
	str_split(&e->text, &rest, '.');
	while (str_split(&part, &rest, '.')) {
		struct expr *member = arena_alloc(r->arena, sizeof(*member));

		*member = *e;
		member->kind = EXPR_MEMBER;
		member->left = e;
		member->text = part;
		member->page = STR("");
		member->height = e->height + 1;
		e->next = NULL;
		e->argument = STR("");
		e = member;
	}
	return e;
}

static struct expr *
replace(const struct replacement *r, const struct expr *e)
{
	struct expr *copy = arena_alloc(r->arena, sizeof(*copy)), **end;
	bool named = (e->kind == EXPR_NAME && e->page.n == 0) ||
		     e->kind == EXPR_MEMBER;

	*copy = *e;
	copy->left = e->left ? replace(r, e->left) : NULL;
	copy->right = e->right ? replace(r, e->right) : NULL;
	end = &copy->args;
	for (const struct expr *arg = e->args; arg; arg = arg->next) {
		*end = replace(r, arg);
		end = &(*end)->next;
	}
	if (e->kind == EXPR_RAW)
		copy->raw = replace_words(r, e->raw);
	if (named && str_equal(e->text, r->from))
		copy = replace_name(r, copy);
	return copy;
}

struct expr *
expr_replace(struct arena *a, const struct expr *e, struct str from,
	     struct str to)
{
	struct replacement r = { a, from, to };
	struct expr *copy = replace(&r, e);

	copy->next = NULL;
	return copy;
}

struct expr *
expr_copy(struct arena *a, const struct expr *e)
{
	return expr_replace(a, e, STR(""), STR("")); /* no name is empty */
}
