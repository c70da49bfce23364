/*
 * Names as a source that compiles when all of them exist, with one message a
 * name that does not, on a line that is its number, counted from 2: nvcc takes
 * the name of a first line for a file that it has read.
 *
 * CUDA's names are looked up by a using-declaration, which takes functions
 * with all their overloads, types, variables and constants alike; a macro has
 * no such declaration and is asked for by #ifdef; a word of the language
 * exists. What is no name at all is left out here and said where results are
 * read. PTX mnemonics are asked of the assembler, by `mnemonic`.
 */
#include "buf.h"
#include "emit.h"
#include "emit_parts.h"
#include "plan.h"

/* Words that neither can be declared nor are macros. */
static const struct str language[] = {
	STR_INIT("alignas"), STR_INIT("alignof"), STR_INIT("asm"),
	STR_INIT("auto"), STR_INIT("bool"), STR_INIT("break"),
	STR_INIT("case"), STR_INIT("catch"), STR_INIT("char"),
	STR_INIT("char16_t"), STR_INIT("char32_t"), STR_INIT("class"),
	STR_INIT("const"), STR_INIT("const_cast"), STR_INIT("constexpr"),
	STR_INIT("continue"), STR_INIT("decltype"), STR_INIT("default"),
	STR_INIT("delete"), STR_INIT("do"), STR_INIT("double"),
	STR_INIT("dynamic_cast"), STR_INIT("else"), STR_INIT("enum"),
	STR_INIT("explicit"), STR_INIT("extern"), STR_INIT("false"),
	STR_INIT("float"), STR_INIT("for"), STR_INIT("friend"),
	STR_INIT("goto"), STR_INIT("if"), STR_INIT("inline"), STR_INIT("int"),
	STR_INIT("long"), STR_INIT("mutable"), STR_INIT("namespace"),
	STR_INIT("new"), STR_INIT("noexcept"), STR_INIT("nullptr"),
	STR_INIT("operator"), STR_INIT("private"), STR_INIT("protected"),
	STR_INIT("public"), STR_INIT("register"),
	STR_INIT("reinterpret_cast"), STR_INIT("return"), STR_INIT("short"),
	STR_INIT("signed"), STR_INIT("sizeof"), STR_INIT("static"),
	STR_INIT("static_assert"), STR_INIT("static_cast"),
	STR_INIT("struct"), STR_INIT("switch"), STR_INIT("template"),
	STR_INIT("this"), STR_INIT("thread_local"), STR_INIT("throw"),
	STR_INIT("true"), STR_INIT("try"), STR_INIT("typedef"),
	STR_INIT("typeid"), STR_INIT("typename"), STR_INIT("union"),
	STR_INIT("unsigned"), STR_INIT("using"), STR_INIT("virtual"),
	STR_INIT("void"), STR_INIT("volatile"), STR_INIT("wchar_t"),
	STR_INIT("while"), STR_INIT("__restrict__"), STR_INIT("__restrict"),
	STR_INIT("__inline__"), STR_INIT("__asm__"), STR_INIT("__volatile__"),
	STR_INIT("__attribute__"), STR_INIT("__int128"),
};

bool
emit_is_word(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(language); i++)
		if (str_equal(language[i], name))
			return true;
	return false;
}

/* NAME { "::" NAME }. */
bool
emit_is_name(struct str name)
{
	while (name.n > 0) {
		size_t n = 0;

		while (n < name.n && byte_is_name(name.p[n]))
			n++;
		if (n == 0 || byte_is_digit(name.p[0]))
			return false;
		if (n == name.n)
			return true;
		name = str_skip(name, n);
		if (!str_starts(name, STR("::")))
			return false;
		name = str_skip(name, 2);
	}
	return false;
}

static void
emit_name(struct emitter *e, struct str name, size_t number)
{
	bool plain = str_find_byte(name, ':') == name.n;

	emit_begin_own(e);
	if (plain)
		buf_printf(e->out, "#ifndef " STR_FMT "\n", STR_ARG(name));
	buf_printf(e->out, "#line %zu \"names\"\nnamespace kbc_names { "
		   "using ::" STR_FMT "; }\n", number, STR_ARG(name));
	if (plain)
		buf_add(e->out, STR("#endif\n"));
}

void
emit_names_headers(struct emitter *e)
{
	const struct target *t = e->target;
	struct buf all = { 0 };

	for (size_t i = 0; i < t->nnames; i++) {
		buf_add(&all, t->names[i]);
		buf_add_byte(&all, '\n');
	}
	emit_headers_of(e, buf_str(&all));
	buf_free(&all);
}

void
emit_names(struct emitter *e)
{
	const struct target *t = e->target;

	emit_names_headers(e);
	for (size_t i = 0; i < t->nnames; i++)
		if (emit_is_name(t->names[i]) && !emit_is_word(t->names[i]))
			emit_name(e, t->names[i], i + EMIT_NAMES_LINE);
}
