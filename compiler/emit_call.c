/*
 * A signature as a source: one kernel that makes the call once.
 *
 *	__hfma2_relu(half2, half2, half2)   atomicAdd(half*, half)
 *	__shfl_xor_sync(0xffffffff, float, 16)   ex2.approx.f32
 *
 * Each argument comes from memory, another for each thread, so that the
 * compiler neither knows it nor takes it for uniform; a pointer is passed on;
 * a number stands for itself. The result, if there is one, is stored: else
 * the call could be dropped. So the kernel holds, beside the call, loads of
 * the arguments and one store.
 *
 * The types choose the overload. Words for types are C++'s and those of the
 * pages (bf16x2). A signature that is none becomes an #error that says what
 * is wrong; no byte but that of a name, a number or a star goes into code.
 * A name with dots is a PTX mnemonic, which emit_asm knows how to call.
 */
#include "buf.h"
#include "emit.h"
#include "emit_parts.h"
#include "plan.h"

/* More arguments have no intrinsic. */
#define ARGUMENTS_MAX 16

static const struct {
	struct str word, type;
} type_words[] = {
	{ STR_INIT("bf16"), STR_INIT("__nv_bfloat16") },
	{ STR_INIT("bf16x2"), STR_INIT("__nv_bfloat162") },
	{ STR_INIT("bfloat16"), STR_INIT("__nv_bfloat16") },
	{ STR_INIT("bfloat162"), STR_INIT("__nv_bfloat162") },
	{ STR_INIT("fp16"), STR_INIT("__half") },
	{ STR_INIT("fp16x2"), STR_INIT("__half2") },
	{ STR_INIT("half"), STR_INIT("__half") },
	{ STR_INIT("half2"), STR_INIT("__half2") },
	{ STR_INIT("fp32"), STR_INIT("float") },
	{ STR_INIT("fp64"), STR_INIT("double") },
	{ STR_INIT("uint"), STR_INIT("unsigned") },
};

struct argument {
	struct str text; /* as written, trimmed */
	bool number;
	bool pointer;
	bool known;      /* nothing in it but words, stars, `::` */
};

struct call {
	struct str name;
	struct argument arguments[ARGUMENTS_MAX];
	size_t n;
	const char *fault; /* NULL: it is a call */
};

static bool
is_number(struct str s)
{
	if (s.n > 1 && s.p[0] == '-')
		s = str_skip(s, 1);
	if (s.n == 0 || !byte_is_digit(s.p[0]))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_name(s.p[i]) && s.p[i] != '.')
			return false;
	return true;
}

static bool
is_type(struct str s)
{
	bool word = false;

	for (size_t i = 0; i < s.n; i++) {
		bool name = byte_is_name(s.p[i]);

		if (!name && s.p[i] != ' ' && s.p[i] != '*' && s.p[i] != ':')
			return false;
		word = word || name;
	}
	return word;
}

static void
read_argument(struct argument *a, struct str text)
{
	a->text = str_trim(text);
	a->number = is_number(a->text);
	a->pointer = str_ends(a->text, STR("*"));
	a->known = a->number || is_type(a->text);
}

static void
read_call(struct call *c, struct str text)
{
	size_t open = str_find_byte(text, '(');
	struct str rest = str_skip(text, open + 1), part;

	*c = (struct call){ .name = str_trim(str_slice(text, 0, open)) };
	if (!emit_is_name(c->name))
		c->fault = "no name of a function";
	else if (!str_ends(rest, STR(")")))
		c->fault = "no signature: NAME(TYPE, ...)";
	rest.n = c->fault ? 0 : rest.n - 1;
	if (str_trim(rest).n == 0)
		return;
	while (str_split(&part, &rest, ',')) {
		if (c->n == ARGUMENTS_MAX) {
			c->fault = "more arguments than any intrinsic has";
			return;
		}
		read_argument(&c->arguments[c->n], part);
		if (!c->arguments[c->n++].known)
			c->fault = "an argument is neither type nor number";
	}
}

/* Words of a type, one by one, those of pages replaced. */
static void
add_type(struct buf *out, struct str text)
{
	size_t at = 0;

	while (at < text.n) {
		size_t n = at;
		struct str word;

		while (n < text.n && byte_is_name(text.p[n]))
			n++;
		word = str_slice(text, at, n > at ? n - at : 1);
		at += word.n;
		for (size_t i = 0; i < COUNT_OF(type_words); i++)
			if (str_equal(type_words[i].word, word)) {
				word = type_words[i].type;
				break;
			}
		buf_add(out, word);
	}
}

/* A header of its own for every type that the page wrote. */
static void
emit_call_headers(struct emitter *e, const struct call *c)
{
	struct buf words = { 0 };

	buf_add(&words, c->name);
	for (size_t i = 0; i < c->n; i++) {
		buf_add_byte(&words, ' ');
		add_type(&words, c->arguments[i].text);
	}
	emit_headers_of(e, buf_str(&words));
	buf_free(&words);
}

static void
emit_storing(struct emitter *e)
{
	static const char *const lines[] = {
		"struct kbc_nothing {};",
		"template <class T> static __device__ T &&",
		"operator,(T &&value, kbc_nothing)",
		"{ return static_cast<T &&>(value); }",
		"static __device__ void",
		"kbc_store(void *, kbc_nothing) {}",
		"template <class T> static __device__ void",
		"kbc_store(void *out, T value)",
		"{ static_cast<T *>(out)[threadIdx.x] = value; }",
	};

	for (size_t i = 0; i < COUNT_OF(lines); i++)
		emit_own(e, "%s", lines[i]);
}

static void
add_call_parameters(struct buf *out, const struct call *c)
{
	buf_add(out, STR("void *out"));
	for (size_t i = 0; i < c->n; i++) {
		const struct argument *a = &c->arguments[i];

		if (a->number)
			continue;
		buf_add(out, STR(", "));
		add_type(out, a->text);
		buf_printf(out, "%sa%zu", a->pointer ? "" : " *", i);
	}
}

static void
add_call_arguments(struct buf *out, const struct call *c)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct argument *a = &c->arguments[i];

		buf_add(out, i > 0 ? STR(", ") : STR(""));
		if (a->number)
			buf_add(out, a->text);
		else
			buf_printf(out, a->pointer ? "a%zu + threadIdx.x" :
						     "a%zu[threadIdx.x]", i);
	}
}

static void
emit_kernel(struct emitter *e, const struct call *c)
{
	emit_own(e, "extern \"C\" __global__ void");
	buf_printf(e->out, STR_FMT "(", STR_ARG(e->target->entry));
	add_call_parameters(e->out, c);
	buf_add(e->out, STR(")\n{\n"));
	/* Not 1: nvcc takes the name of a first line for a file it has read. */
	buf_printf(e->out, "#line 2 \"call\"\n\tkbc_store(out, (" STR_FMT
		   "(", STR_ARG(c->name));
	add_call_arguments(e->out, c);
	buf_add(e->out, STR("), kbc_nothing()));\n"));
	e->next = 3;
	emit_own(e, "}");
}

static void
emit_mnemonic_call(struct emitter *e)
{
	emit_own(e, "#include <cstdint>");
	if (!emit_asm(e, e->target->call))
		emit_own(e, "#error \"kbc does not know the operands of this "
			    "instruction\"");
}

void
emit_call(struct emitter *e)
{
	struct str text = e->target->call;
	struct call c;

	if (str_find_byte(text, '(') == text.n &&
	    str_find_byte(text, '.') < text.n) {
		emit_mnemonic_call(e);
		return;
	}
	read_call(&c, text);
	if (c.fault) {
		emit_own(e, "#error \"%s\"", c.fault);
		return;
	}
	emit_call_headers(e, &c);
	emit_storing(e);
	emit_kernel(e, &c);
}
