/*
 * What a fence that does not compile is: a sketch with things left out, words
 * of a library that is not here, a fragment that uses names from elsewhere,
 * one that stands on a broken fence; or code that is wrong, as the compiler
 * says it.
 *
 * The idea: the smallest message that lets an author mend it. All errors of
 * the fence's own lines are looked at, not the first alone: one name that is
 * not declared is seldom the last. An ellipsis counts where code could stand,
 * not in a comment, nor behind a name as templates have it.
 *
 * Nothing is parsed: the compiler has said which names it does not know.
 */
#include "arena.h"
#include "buf.h"
#include "built.h"
#include "built_parts.h"
#include "listing.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "source.h"

/* Names that a message lists; the rest are counted. */
#define NAMED_MAX 6
/* Names that are told apart. */
#define NAMES_MAX 64

/* Names of libraries' own: the word before `::`, or the first of an include. */
static const struct {
	struct str word, library;
} libraries[] = {
	{ STR_INIT("ATen"), STR_INIT("PyTorch") },
	{ STR_INIT("at"), STR_INIT("PyTorch") },
	{ STR_INIT("c10"), STR_INIT("PyTorch") },
	{ STR_INIT("cute"), STR_INIT("CUTLASS") },
	{ STR_INIT("cutlass"), STR_INIT("CUTLASS") },
	{ STR_INIT("torch"), STR_INIT("PyTorch") },
	{ STR_INIT("nvshmem"), STR_INIT("NVSHMEM") },
};

/* Names that CuTe has and that pages use without `cute::`; two of them tell. */
static const struct str cute_names[] = {
	STR_INIT("Int"), STR_INIT("Layout"), STR_INIT("Shape"),
	STR_INIT("Stride"), STR_INIT("Swizzle"), STR_INIT("TiledMma"),
	STR_INIT("composition"), STR_INIT("make_layout"),
	STR_INIT("make_shape"), STR_INIT("make_stride"),
	STR_INIT("make_tensor"), STR_INIT("tile_to_shape"),
};

struct names {
	struct str items[NAMES_MAX];
	size_t n;
	uint32_t line; /* of the first */
};

static bool
has_own_line(const struct reader *r, const struct complaint *c)
{
	const struct fence *f = r->target->fence;

	if (!c->is_error || c->line == 0 || !str_equal(c->file, r->page))
		return false;
	for (size_t i = 0; i < f->nlines; i++)
		if (f->line_numbers[i] == c->line)
			return true;
	return false;
}

/* The name that a message calls undeclared; empty if it speaks of other
   things. */
static struct str
undeclared(struct str text)
{
	static const struct str start = STR_INIT("identifier \"");
	static const struct str end = STR_INIT("\" is undefined");

	if (!str_starts(text, start) || !str_ends(text, end))
		return STR("");
	return str_slice(text, start.n, text.n - start.n - end.n);
}

/* The page's text that a message is about; empty if it is none of the fence. */
static struct str
line_of(const struct reader *r, const struct complaint *c)
{
	const struct fence *f = r->target->fence;

	for (size_t i = 0; has_own_line(r, c) && i < f->nlines; i++)
		if (f->line_numbers[i] == c->line)
			return f->lines[i];
	return STR("");
}

/* The name in front of the first `::` of a line that the compiler does not
   know; it does not say which. */
static struct str
unknown_scope(const struct reader *r, const struct complaint *c)
{
	static const struct str said = STR_INIT("name followed by \"::\" must");
	struct str s = line_of(r, c);
	size_t at = str_find(s, STR("::")), from;

	if (at == s.n || !str_starts(c->text, said))
		return STR("");
	for (from = at; from > 0 && byte_is_name(s.p[from - 1]); from--)
		continue;
	return str_slice(s, from, at - from);
}

/* The file that cannot be included; empty if the message is of other things. */
static struct str
missing_include(struct str text)
{
	static const struct str ends[] = {
		STR_INIT(": No such file or directory"),
	};
	static const struct str start = STR_INIT("cannot open source file \"");

	if (str_starts(text, start))
		return str_skip(text, start.n);
	for (size_t i = 0; i < COUNT_OF(ends); i++)
		if (str_ends(text, ends[i]))
			return str_slice(text, 0, text.n - ends[i].n);
	return STR("");
}

static void
add_name(struct names *all, struct str name, uint32_t line)
{
	for (size_t i = 0; i < all->n; i++)
		if (str_equal(all->items[i], name))
			return;
	if (all->n == 0)
		all->line = line;
	if (all->n < NAMES_MAX)
		all->items[all->n++] = name;
}

/* --- libraries ------------------------------------------------------------ */

static struct str
library_of(struct str word)
{
	for (size_t i = 0; i < COUNT_OF(libraries); i++)
		if (str_equal(libraries[i].word, word))
			return libraries[i].library;
	return STR("");
}

static bool
is_cute(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(cute_names); i++)
		if (str_equal(cute_names[i], name))
			return true;
	return false;
}

/* The library that one message tells of: a file of it that is not here, or one
   of its macros in the line. */
static struct str
told_library(const struct reader *r, const struct complaint *c)
{
	static const struct str macros[] = {
		STR_INIT("CUTE_"), STR_INIT("CUTLASS_"),
	};
	struct str file = missing_include(c->text), line = line_of(r, c);

	for (size_t i = 0; i < COUNT_OF(macros); i++)
		if (str_find(line, macros[i]) < line.n)
			return STR("CUTLASS");
	return library_of(str_slice(file, 0, str_find_byte(file, '/')));
}

/* The library that the names or messages of the fence ask for. */
static struct str
find_library(const struct reader *r, const struct names *all)
{
	size_t ncute = 0;

	for (size_t i = 0; i < r->built->ncomplaints; i++) {
		const struct complaint *c = &r->built->complaints[i];
		struct str library = told_library(r, c);

		if (c->is_error && library.n > 0)
			return library;
	}
	for (size_t i = 0; i < all->n; i++) {
		if (library_of(all->items[i]).n > 0)
			return library_of(all->items[i]);
		ncute += is_cute(all->items[i]);
	}
	return ncute > 1 ? STR("CUTLASS") : STR("");
}

/* --- ellipses ------------------------------------------------------------- */

/* Whether the dots at `at` stand where code could. */
static bool
is_left_out(struct str s, size_t at)
{
	struct str before = str_trim(str_slice(s, 0, at));
	struct str after = str_trim(str_skip(s, at + 3));

	return (before.n == 0 ||
		byte_among(before.p[before.n - 1], "(,{};:[")) &&
	       (after.n == 0 || byte_among(after.p[0], ")},;]\"/"));
}

uint32_t
built_ellipsis(const struct fence *f)
{
	static const struct str dots = STR_INIT("...");
	bool comment = false;

	for (size_t i = 0; i < f->nlines; i++) {
		struct str s = f->lines[i];

		if (!fence_code_of(&s, &comment))
			continue;
		for (size_t at = 0; (at += str_find(str_skip(s, at), dots)) <
				    s.n; at += dots.n)
			if (is_left_out(s, at))
				return f->line_numbers[i];
	}
	return 0;
}

/* --- fragments ------------------------------------------------------------ */

static struct str
name_text(const struct reader *r, const struct names *all)
{
	struct buf b = { 0 };
	struct str out;

	for (size_t i = 0; i < all->n && i < NAMED_MAX; i++)
		buf_printf(&b, "%s'" STR_FMT "'", i == 0 ? "" :
			   i + 1 == all->n ? " and " : ", ",
			   STR_ARG(all->items[i]));
	if (all->n > NAMED_MAX)
		buf_printf(&b, " and %zu more", all->n - NAMED_MAX);
	out = arena_printf(r->arena, "%s" STR_FMT " %s not declared (`kbc: %s` "
			   "declares what is from elsewhere)",
			   r->target->body ? "fragment: " : "",
			   STR_ARG(buf_str(&b)), all->n == 1 ? "is" : "are",
			   r->target->body ? "given" : "code");
	buf_free(&b);
	return out;
}

/* The earlier fence that an error is in; NULL if it is in none. */
static const struct fence *
find_broken(const struct reader *r, const struct complaint **why)
{
	for (size_t i = 0; i < r->built->ncomplaints; i++) {
		const struct complaint *c = &r->built->complaints[i];

		for (size_t k = 0; c->is_error && c->line > 0 &&
				   str_equal(c->file, r->page) &&
				   k < r->target->nbefore; k++) {
			const struct fence *f = r->target->before[k];

			*why = c;
			for (size_t j = 0; j < f->nlines; j++)
				if (f->line_numbers[j] == c->line)
					return f;
		}
	}
	return NULL;
}

static void
blame_before(const struct reader *r)
{
	const struct complaint *why = NULL;
	const struct fence *f = find_broken(r, &why);

	if (!f)
		return;
	r->built->why = arena_printf(r->arena, "it needs the fence in line %u, "
		"which does not compile (line %u: " STR_FMT ")",
		(unsigned)span_line(f->at), why->line, STR_ARG(why->text));
	r->built->line = 0;
}

/* --- all ------------------------------------------------------------------ */

/* Whether a name is the compiler's own: no page declares it. */
static bool
is_reserved(struct str name)
{
	return str_starts(name, STR("__"));
}

/* The names that lines of the fence use and nobody declares; whether its own
   lines have any error. */
static bool
collect_names(const struct reader *r, struct names *all)
{
	bool own = false;

	for (size_t i = 0; i < r->built->ncomplaints; i++) {
		const struct complaint *c = &r->built->complaints[i];
		struct str name;

		if (!has_own_line(r, c))
			continue;
		own = true;
		name = undeclared(c->text);
		if (name.n == 0)
			name = unknown_scope(r, c);
		if (name.n > 0 && !is_reserved(name))
			add_name(all, name, c->line);
	}
	return own;
}

void
built_kind(struct reader *r)
{
	struct built *b = r->built;
	struct names all = { 0 };
	bool own = collect_names(r, &all);
	uint32_t dots = built_ellipsis(r->target->fence);

	if (r->target->fence->words->fails)
		return;
	b->library = find_library(r, &all);
	if (b->library.n > 0 || b->unset)
		return;
	if (dots > 0) {
		b->why = STR(BUILT_SKETCH);
		b->line = dots;
	} else if (all.n > 0) {
		b->why = name_text(r, &all);
		b->line = all.line;
	} else if (!own) {
		blame_before(r);
	}
}

/* Whether a line of the fence begins a template. */
static bool
has_template(const struct fence *f)
{
	for (size_t i = 0; i < f->nlines; i++)
		if (str_starts(str_trim(f->lines[i]), STR("template")))
			return true;
	return false;
}

void
built_empty(struct reader *r)
{
	const struct fence *f = r->target->fence;
	struct built *b = r->built;

	b->templates = has_template(f);
	if (b->templates)
		b->nothing = STR("needs an instance: nothing makes one of its "
				 "templates");
	else if (fence_has_code(f))
		b->nothing = STR("it holds no device code, only declarations");
	else
		b->nothing = STR("no code: it holds only comments");
}
