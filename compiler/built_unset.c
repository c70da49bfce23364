/*
 * A variable that is used before it has a value, in the page's words.
 *
 * The front end says so of it, and kbc asks it to refuse the code: what
 * it would make is a trap, and what a trap leaves is no property of the code
 * that the page shows. What a reader must know is which variable, and for a
 * pointer that somebody has to pass it: the compiler's own words speak of
 * neither. The fence's text tells, word by word; its grammar is not needed. So
 * it does of a page that switches that error off, by a pragma.
 */
#include "built.h"
#include "built_parts.h"
#include "arena.h"
#include "listing.h"
#include "marker.h"
#include "page.h"
#include "plan.h"

bool
built_is_unset(const struct complaint *c)
{
	return c->is_error && str_starts(c->text, STR("variable \"")) &&
	       str_ends(c->text, STR("\" is used before its value is set"));
}

/* The fence of the page that a line is of; NULL if it is of none. */
static const struct fence *
find_fence(const struct page *page, uint32_t line)
{
	for (size_t i = 0; page && i < page->nfences; i++)
		for (size_t k = 0; k < page->fences[i].nlines; k++)
			if (page->fences[i].line_numbers[k] == line)
				return &page->fences[i];
	return NULL;
}

/* Where name stands as a word in s, from `from` on; s.n if it does not. */
static size_t
find_word(struct str s, struct str name, size_t from)
{
	for (; from + name.n <= s.n; from++)
		if (str_equal(str_slice(s, from, name.n), name) &&
		    (from == 0 || !byte_is_name(s.p[from - 1])) &&
		    (from + name.n == s.n ||
		     !byte_is_name(s.p[from + name.n])))
			return from;
	return s.n;
}

/* Whether what stands before a name in its line is `TYPE *`. */
static bool
is_pointer_type(struct str before)
{
	size_t from = before.n;

	while (from > 0 && !byte_among(before.p[from - 1], ";{}"))
		from--;
	before = str_trim(str_skip(before, from));
	if (!str_ends(before, STR("*")) || before.n < 2)
		return false;
	for (size_t i = 0; i < before.n; i++)
		if (!byte_is_name(before.p[i]) &&
		    !byte_among(before.p[i], " \t*,:<>"))
			return false;
	return byte_is_name(before.p[0]);
}

/* Whether what stands behind a name gives it a value. */
static bool
is_set_by(struct str behind)
{
	behind = str_trim(behind);
	return str_starts(behind, STR("=")) && !str_starts(behind, STR("=="));
}

struct str
built_unset_text(const struct reader *r, const struct complaint *c)
{
	struct str name = str_skip(c->text, str_find_byte(c->text, '"') + 1);
	const struct fence *f = find_fence(r->target->page, c->line);
	bool pointer = false;

	name = str_slice(name, 0, str_find_byte(name, '"'));
	for (size_t i = 0; f && name.n > 0 && i < f->nlines; i++) {
		struct str s = f->lines[i];
		size_t at = find_word(s, name, 0);

		for (; at < s.n; at = find_word(s, name, at + 1)) {
			pointer = pointer ||
				  is_pointer_type(str_slice(s, 0, at));
			if (is_set_by(str_skip(s, at + name.n)))
				return c->text;
		}
	}
	return !pointer ? c->text :
		arena_printf(r->arena, "pointer '" STR_FMT "' is never set",
			     STR_ARG(name));
}

/* `#pragma nv_diag_suppress 549`, `_Pragma("diag_suppress used_before_set")` */
static bool
silences(struct str line)
{
	static const struct str names[] = {
		STR_INIT("549"), STR_INIT("used_before_set"),
	};

	if (str_find(line, STR("diag_")) == line.n)
		return false;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (find_word(line, names[i], 0) < line.n)
			return true;
	return false;
}

static bool
fence_silences(struct reader *r, const struct fence *f)
{
	for (size_t i = 0; f && i < f->nlines; i++) {
		if (!silences(f->lines[i]))
			continue;
		r->built->line = f->line_numbers[i];
		r->built->why = STR("it switches off the error over variables "
				    "that are used before they have a value");
		return true;
	}
	return false;
}

bool
built_is_silenced(struct reader *r)
{
	const struct target *t = r->target;

	for (size_t i = 0; i < t->nbefore; i++)
		if (fence_silences(r, t->before[i]))
			return true;
	return fence_silences(r, t->fence);
}
