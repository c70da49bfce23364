/*
 * The given marker: what a fragment of code needs to be a kernel.
 *
 *	given const float* in; float* out; int n, m
 *	int tid = threadIdx.x;
 *	...
 *	out[tid] = val;
 *
 * The first line holds declarations with `;` between them: parameters of the
 * kernel, constants, prototypes of device functions. They are C++ and stay
 * text; only lists are taken apart (`int n, m` makes `int n` and `int m`), so
 * that each can become a parameter. The other lines are code around the
 * fence's own, which stands at the line `...`.
 */
#include "marker.h"

#include <string.h>

#include "arena.h"
#include "diag.h"
#include "expr_lex.h"
#include "marker_parts.h"

struct list {
	struct str *items;
	size_t n, cap;
};

static void
list_add(struct arena *a, struct list *l, struct str s)
{
	l->items = arena_grow(a, l->items, l->n, &l->cap, sizeof(*l->items));
	l->items[l->n++] = s;
}

/*
 * Offset of the first byte c in s outside brackets of any kind; s.n without.
 * `<` is a bracket up to a `=`, behind which it compares.
 */
static size_t
find_outside(struct str s, char c)
{
	bool angles = true;
	long depth = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (depth <= 0 && s.p[i] == c)
			return i;
		if (s.p[i] == '=' && depth <= 0)
			angles = false;
		if (!s.p[i])
			continue;
		if (strchr("([{", s.p[i]) || (angles && s.p[i] == '<'))
			depth++;
		else if (strchr(")]}", s.p[i]) || (angles && s.p[i] == '>'))
			depth--;
	}
	return s.n;
}

/*
 * The type of a declaration: what is before its declarator, a name with its
 * `*` and `&` before and arrays or a value behind. Empty if there is none.
 */
static struct str
base_type(struct str s)
{
	size_t n = find_outside(s, '=');

	n = str_trim(str_slice(s, 0, n)).n;
	while (n && s.p[n - 1] == ']') {
		while (n && s.p[n - 1] != '[')
			n--;
		n = str_trim(str_slice(s, 0, n ? n - 1 : 0)).n;
	}
	while (n && byte_is_name(s.p[n - 1]))
		n--;
	while (n && (byte_is_blank(s.p[n - 1]) || s.p[n - 1] == '*' ||
		     s.p[n - 1] == '&'))
		n--;
	return str_slice(s, 0, n);
}

/* One declaration: its declarators one by one, each with the type. */
static bool
add_declaration(struct reader *r, struct list *out, struct span at)
{
	struct str s = span_str(at), type;
	size_t n = find_outside(s, ',');
	bool function = str_ends(s, STR(")"));

	type = base_type(str_slice(s, 0, n));
	if (function && n < s.n) {
		diag_error(r->diag, span_slice(at, n, 1),
			   "a prototype stands alone: ';' goes before it");
		return false;
	}
	if (!function && type.n == 0) {
		diag_error(r->diag, at, "expected a type and a name, found '"
			   STR_FMT "'", STR_ARG(s));
		return false;
	}
	list_add(r->arena, out, str_trim(str_slice(s, 0, n)));
	while (n < s.n) {
		struct str rest = str_skip(s, n + 1), part;
		size_t next = find_outside(rest, ',');

		part = str_trim(str_slice(rest, 0, next));
		if (part.n == 0) {
			diag_error(r->diag, span_slice(at, n, 1),
				   "a name is missing behind ','");
			return false;
		}
		list_add(r->arena, out, arena_printf(r->arena, STR_FMT " "
						     STR_FMT, STR_ARG(type),
						     STR_ARG(part)));
		n += 1 + next;
	}
	return true;
}

static bool
parse_declarations(struct reader *r, struct marker *m, struct span line)
{
	struct list out = { NULL, 0, 0 };

	while (!lex_end(&line)) {
		size_t n = find_outside(span_str(line), ';');
		struct span at = lex_trim(span_slice(line, 0, n));

		if (at.n == 0) {
			diag_error(r->diag, span_slice(line, 0, 1),
				   "a declaration is missing before ';'");
			return false;
		}
		if (!add_declaration(r, &out, at))
			return false;
		lex_advance(&line, n + 1);
	}
	m->parameters = out.items;
	m->nparameters = out.n;
	return true;
}

/* Offset of the line `...` at or behind `from`; code.n without. */
static size_t
find_dots(struct span code, size_t from, size_t *n)
{
	while (from < code.n) {
		struct str rest = str_skip(span_str(code), from);

		*n = str_find_byte(rest, '\n');
		if (str_equal(str_trim(str_slice(rest, 0, *n)), STR("...")))
			return from;
		from += *n + 1;
	}
	return code.n;
}

bool
marker_parse_given(struct reader *r, struct marker *m)
{
	struct span line = reader_first_line(r), code = r->rest;
	size_t n, dots, again;

	if (!parse_declarations(r, m, line))
		return false;
	if (lex_end(&r->rest)) {
		if (m->nparameters)
			return true;
		lex_expected(r->diag, r->rest, "declarations or code");
		return false;
	}
	dots = find_dots(code, 0, &n);
	if (dots == code.n) {
		lex_expected(r->diag, span_slice(code, code.n, 0),
			     "a line '...' for the fence");
		return false;
	}
	m->before = span_slice(code, 0, dots);
	m->after = span_slice(code, dots + n + 1, code.n);
	again = find_dots(m->after, 0, &n);
	if (again == m->after.n)
		return true;
	diag_error(r->diag, lex_word(span_slice(m->after, again, n)),
		   "a second line '...'");
	return false;
}
