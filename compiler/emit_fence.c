/*
 * Fences as CUDA sources: whole units as they stand, fragments as the body of
 * a kernel that bears the fence's id.
 *
 * In front stand the headers that the words of the code ask for (each costs
 * compile time: with both half-precision headers a third more than with one),
 * then the earlier fences that the code needs. Every device function of a unit
 * is made `used`: else one that nothing calls would never reach the assembler,
 * and wrong inline assembly in it would pass; nor could its code be listed.
 * Kernels stay what they are by it. The word is taken back around the page's
 * own includes, whose thousands of functions are not meant.
 *
 * Templates that nothing instantiates make no code; that is said later, of
 * what was built.
 */
#include "buf.h"
#include "emit.h"
#include "emit_parts.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "source.h"

static bool
is_used(const struct target *t)
{
	return !t->run && (t->check || !t->body);
}

static void
begin_used(struct emitter *e)
{
	emit_own(e, "#undef __device__");
	emit_own(e, "#define __device__ "
		    "__attribute__((device)) __attribute__((used))");
}

static void
end_used(struct emitter *e)
{
	emit_own(e, "#undef __device__");
	emit_own(e, "#define __device__ __attribute__((device))");
}

static bool
is_include(struct str line)
{
	return emit_directive(&line) && str_starts(line, STR("include"));
}

static void
emit_include(struct emitter *e, struct str line, uint32_t number)
{
	if (is_used(e->target))
		end_used(e);
	emit_page_line(e, line, number);
	if (is_used(e->target))
		begin_used(e);
}

void
emit_fence_lines(struct emitter *e, const struct fence *f, bool hoisted)
{
	for (size_t i = 0; i < f->nlines; i++) {
		if (e->spliced || !is_include(f->lines[i]))
			emit_page_line(e, f->lines[i], f->line_numbers[i]);
		else if (!hoisted)
			emit_include(e, f->lines[i], f->line_numbers[i]);
	}
}

static void
emit_front(struct emitter *e)
{
	const struct target *t = e->target;

	emit_headers(e);
	if (is_used(t))
		begin_used(e);
	for (size_t i = 0; i < t->nbefore; i++)
		emit_fence_lines(e, t->before[i], false);
}

void
emit_unit(struct emitter *e)
{
	emit_front(e);
	emit_fence_lines(e, e->target->fence, false);
}

/* --- fragments ----------------------------------------------------------- */

/* Where a declaration of `given` goes. */
enum home {
	HOME_FILE,      /* in front of the kernel, as it stands */
	HOME_PARAMETER, /* as it stands */
	HOME_ARRAY,     /* a pointer to the array, by which it is set and what
			   is stored in it stays */
	HOME_LOCAL      /* a statement at the head of the body */
};

static bool
has_word(struct str s, struct str word)
{
	size_t at = str_find(s, word);

	return at < s.n && (at == 0 || !byte_is_name(s.p[at - 1])) &&
	       (at + word.n == s.n || !byte_is_name(s.p[at + word.n]));
}

static bool
has_word_of(struct str s, const struct str *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (has_word(s, words[i]))
			return true;
	return false;
}

/* The array's bounds: from its first `[` to the end; empty if there is none
   or it is open (`float in[]`), which is a pointer. */
static struct str
bounds(struct str s)
{
	struct str rest = str_skip(s, str_find_byte(s, '['));

	if (!str_ends(s, STR("]")) || str_starts(rest, STR("[]")))
		return STR("");
	return rest;
}

static enum home
find_home(struct str s)
{
	static const struct str file[] = {
		STR_INIT("constexpr"), STR_INIT("using"), STR_INIT("typedef"),
		STR_INIT("template"), STR_INIT("__device__"),
		STR_INIT("__constant__"),
	};

	if (has_word_of(s, file, COUNT_OF(file)) || str_ends(s, STR("}")))
		return HOME_FILE;
	if (has_word(s, STR("__shared__")) ||
	    str_find_byte(s, '=') < s.n)
		return HOME_LOCAL;
	/* `void (*f)(int)` has a pointer in the brackets, a prototype none */
	if (str_ends(s, STR(")")))
		return str_find(s, STR("(*")) < s.n ? HOME_PARAMETER :
						      HOME_FILE;
	return bounds(s).n > 0 ? HOME_ARRAY : HOME_PARAMETER;
}

/* The name that an array's declaration declares: what is before its bounds. */
static struct str
array_name(struct str s)
{
	struct str head = str_trim(str_slice(s, 0, s.n - bounds(s).n));
	size_t at = head.n;

	while (at > 0 && byte_is_name(head.p[at - 1]))
		at--;
	return str_skip(head, at);
}

/* `float acc[4][32]` as `float (*kbc_acc)[4][32]`. */
static void
add_array(struct buf *line, struct str s)
{
	struct str name = array_name(s);
	struct str type = str_slice(s, 0, (size_t)(name.p - s.p));

	buf_printf(line, STR_FMT "(*kbc_" STR_FMT ")" STR_FMT, STR_ARG(type),
		   STR_ARG(name), STR_ARG(bounds(s)));
}

/* Whether it is a function that does not say for which side. */
static bool
is_plain_function(struct str s)
{
	static const struct str others[] = {
		STR_INIT("__device__"), STR_INIT("__host__"),
		STR_INIT("__global__"), STR_INIT("constexpr"),
		STR_INIT("using"), STR_INIT("typedef"), STR_INIT("struct"),
		STR_INIT("class"), STR_INIT("union"), STR_INIT("enum"),
		STR_INIT("namespace"), STR_INIT("template"),
	};
	size_t open = str_find_byte(s, '(');

	return open < s.n && open < str_find_byte(s, '{') &&
	       !has_word_of(s, others, COUNT_OF(others));
}

/* A declaration as it goes to its home, without what ends it. */
static void
add_declaration(struct buf *line, struct str s, enum home home)
{
	if (home == HOME_FILE && is_plain_function(s))
		buf_add(line, STR("__device__ "));
	if (home == HOME_ARRAY)
		add_array(line, s);
	else
		buf_add(line, s);
}

/* All parameters, on one line: the marker has them on one, too. */
static void
emit_parameters(struct emitter *e, const struct marker *given)
{
	struct buf line = { 0 };

	for (size_t i = 0; i < given->nparameters; i++) {
		enum home home = find_home(given->parameters[i]);

		if (home != HOME_PARAMETER && home != HOME_ARRAY)
			continue;
		buf_add(&line, line.n > 0 ? STR(", ") : STR(""));
		add_declaration(&line, given->parameters[i], home);
	}
	if (line.n > 0)
		emit_page_line(e, buf_str(&line), span_line(given->body));
	buf_free(&line);
}

/* By the name that the page gives an array. */
static void
emit_reference(struct emitter *e, struct str name)
{
	emit_begin_own(e);
	buf_printf(e->out, "auto &" STR_FMT " = *kbc_" STR_FMT ";\n",
		   STR_ARG(name), STR_ARG(name));
}

/* The declarations that go to one home, as statements. */
static void
emit_declarations(struct emitter *e, const struct marker *given,
		  enum home home)
{
	for (size_t i = 0; i < given->nparameters; i++) {
		struct str s = given->parameters[i];
		struct buf line = { 0 };

		if (find_home(s) != home)
			continue;
		if (home == HOME_ARRAY) {
			emit_reference(e, array_name(s));
			continue;
		}
		add_declaration(&line, s, home);
		buf_add_byte(&line, ';');
		emit_page_line(e, buf_str(&line), span_line(given->body));
		buf_free(&line);
	}
}

/* s without blanks at its end. */
static struct str
trim_end(struct str s)
{
	while (s.n > 0 && byte_is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

/* The marker's code before or after the fence. */
static void
emit_around(struct emitter *e, struct span code)
{
	uint32_t number = span_line(code);
	struct str rest = span_str(code), line;

	if (rest.n == 0)
		return;
	while (str_split(&line, &rest, '\n')) {
		if (line.n > 0 || rest.p)
			emit_page_line(e, trim_end(line), number);
		number++;
	}
}

static void
emit_hoisted(struct emitter *e, const struct fence *f)
{
	for (size_t i = 0; i < f->nlines; i++)
		if (is_include(f->lines[i]))
			emit_include(e, f->lines[i], f->line_numbers[i]);
}

void
emit_fragment(struct emitter *e, const struct fence *f, struct str entry)
{
	static const struct marker nothing = { 0 };
	const struct marker *given = f->given ? f->given : &nothing;

	emit_hoisted(e, f);
	emit_declarations(e, given, HOME_FILE);
	emit_own(e, "extern \"C\" __global__ void");
	buf_printf(e->out, STR_FMT "(\n", STR_ARG(entry));
	emit_parameters(e, given);
	emit_own(e, ")");
	emit_own(e, "{");
	emit_declarations(e, given, HOME_ARRAY);
	emit_declarations(e, given, HOME_LOCAL);
	emit_around(e, given->before);
	emit_fence_lines(e, f, true);
	emit_around(e, given->after);
	emit_own(e, "}");
}

void
emit_body(struct emitter *e)
{
	emit_front(e);
	emit_fragment(e, e->target->fence, e->target->entry);
}
