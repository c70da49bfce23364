/*
 * A PTX mnemonic as the kernel of a call: `ex2.approx.f32` to inline assembly
 * with operands from memory and its result stored.
 *
 * How many operands an instruction has is in the table below; of what
 * register class they are, its type says, the last word of its name that is
 * one: `cvt.rn.f16x2.f32` reads f32 and, since its result is of the type
 * before, makes f16x2. What an instruction of another form looks like (those
 * on tensors, matrices, barriers) is not known here, and the caller says so.
 */
#include "buf.h"
#include "emit_parts.h"
#include "plan.h"

struct class {
	struct str type; /* suffix */
	char letter;     /* of the constraint */
	const char *c;   /* type of the variable */
};

static const struct class classes[] = {
	{ STR_INIT("f16"), 'h', "unsigned short" },
	{ STR_INIT("bf16"), 'h', "unsigned short" },
	{ STR_INIT("b16"), 'h', "unsigned short" },
	{ STR_INIT("u16"), 'h', "unsigned short" },
	{ STR_INIT("s16"), 'h', "unsigned short" },
	{ STR_INIT("e4m3x2"), 'h', "unsigned short" },
	{ STR_INIT("e5m2x2"), 'h', "unsigned short" },
	{ STR_INIT("f32"), 'f', "float" },
	{ STR_INIT("tf32"), 'r', "unsigned" },
	{ STR_INIT("f16x2"), 'r', "unsigned" },
	{ STR_INIT("bf16x2"), 'r', "unsigned" },
	{ STR_INIT("u16x2"), 'r', "unsigned" },
	{ STR_INIT("s16x2"), 'r', "unsigned" },
	{ STR_INIT("b32"), 'r', "unsigned" },
	{ STR_INIT("u32"), 'r', "unsigned" },
	{ STR_INIT("s32"), 'r', "int" },
	{ STR_INIT("b64"), 'l', "unsigned long long" },
	{ STR_INIT("u64"), 'l', "unsigned long long" },
	{ STR_INIT("s64"), 'l', "long long" },
	{ STR_INIT("f32x2"), 'l', "unsigned long long" },
	{ STR_INIT("f64"), 'd', "double" },
};

/* Where the operands' classes differ from that of the type. */
enum form {
	FORM_PLAIN,   /* result and sources of the type */
	FORM_COUNT,   /* the result is 32 bits: popc, clz, bfind */
	FORM_WIDE,    /* `.wide`: the result has twice the bits */
	FORM_MADWIDE, /* and so has the last source */
	FORM_CONVERT, /* the type before the last is the result's; a pair is
			 made of two f32 */
	FORM_SHIFT,   /* the last source is 32 bits */
	FORM_LOAD,    /* source: an address */
	FORM_STORE,   /* sources: an address, a value */
	FORM_ATOM,    /* likewise, and a result */
	FORM_CAS,     /* two values */
	FORM_NOTHING  /* no operand */
};

struct shape {
	const char *words; /* the first words of the mnemonic */
	int sources;
	enum form form;
};

/* Where one begins with another, the longer stands first. */
static const struct shape shapes[] = {
	{ "abs", 1, FORM_PLAIN }, { "neg", 1, FORM_PLAIN },
	{ "not", 1, FORM_PLAIN }, { "cnot", 1, FORM_PLAIN },
	{ "brev", 1, FORM_PLAIN }, { "mov", 1, FORM_PLAIN },
	{ "rcp", 1, FORM_PLAIN }, { "sqrt", 1, FORM_PLAIN },
	{ "rsqrt", 1, FORM_PLAIN }, { "sin", 1, FORM_PLAIN },
	{ "cos", 1, FORM_PLAIN }, { "lg2", 1, FORM_PLAIN },
	{ "ex2", 1, FORM_PLAIN }, { "tanh", 1, FORM_PLAIN },
	{ "popc", 1, FORM_COUNT }, { "clz", 1, FORM_COUNT },
	{ "bfind", 1, FORM_COUNT },
	{ "mul.wide", 2, FORM_WIDE }, { "mad.wide", 3, FORM_MADWIDE },
	{ "add", 2, FORM_PLAIN }, { "sub", 2, FORM_PLAIN },
	{ "mul", 2, FORM_PLAIN }, { "mul24", 2, FORM_PLAIN },
	{ "div", 2, FORM_PLAIN }, { "rem", 2, FORM_PLAIN },
	{ "min", 2, FORM_PLAIN }, { "max", 2, FORM_PLAIN },
	{ "and", 2, FORM_PLAIN }, { "or", 2, FORM_PLAIN },
	{ "xor", 2, FORM_PLAIN }, { "copysign", 2, FORM_PLAIN },
	{ "shl", 2, FORM_SHIFT }, { "shr", 2, FORM_SHIFT },
	{ "mad", 3, FORM_PLAIN }, { "mad24", 3, FORM_PLAIN },
	{ "fma", 3, FORM_PLAIN }, { "sad", 3, FORM_PLAIN },
	{ "prmt", 3, FORM_PLAIN }, { "shf", 3, FORM_PLAIN },
	{ "dp4a", 3, FORM_PLAIN }, { "dp2a", 3, FORM_PLAIN },
	{ "cvt", 1, FORM_CONVERT },
	{ "ld", 1, FORM_LOAD }, { "ldu", 1, FORM_LOAD },
	{ "st", 2, FORM_STORE }, { "red", 2, FORM_STORE },
	{ "atom.cas", 3, FORM_CAS }, { "atom.global.cas", 3, FORM_CAS },
	{ "atom.shared.cas", 3, FORM_CAS },
	{ "atom", 2, FORM_ATOM },
	{ "membar", 0, FORM_NOTHING }, { "fence", 0, FORM_NOTHING },
	{ "griddepcontrol", 0, FORM_NOTHING },
	{ "wgmma.fence", 0, FORM_NOTHING },
	{ "wgmma.commit_group", 0, FORM_NOTHING },
	{ "cp.async.commit_group", 0, FORM_NOTHING },
	{ "cp.async.wait_all", 0, FORM_NOTHING },
	{ "exit", 0, FORM_NOTHING }, { "trap", 0, FORM_NOTHING },
};

#define OPERANDS_MAX 4 /* the result and three sources */

struct operands {
	const struct class *of[OPERANDS_MAX]; /* NULL: an address */
	size_t n;
	bool result; /* of[0] is one */
};

/* Whether a mnemonic begins with these whole words. */
static bool
begins(struct str mnemonic, struct str words)
{
	return str_starts(mnemonic, words) &&
	       (mnemonic.n == words.n || mnemonic.p[words.n] == '.');
}

static const struct shape *
find_shape(struct str mnemonic)
{
	for (size_t i = 0; i < COUNT_OF(shapes); i++)
		if (begins(mnemonic, str_of(shapes[i].words)))
			return &shapes[i];
	return NULL;
}

static const struct class *
find_class(struct str type)
{
	for (size_t i = 0; i < COUNT_OF(classes); i++)
		if (str_equal(classes[i].type, type))
			return &classes[i];
	return NULL;
}

/* The last type of a mnemonic, and the one before it or NULL. */
static const struct class *
find_types(struct str mnemonic, const struct class **before)
{
	const struct class *last = NULL;
	struct str word;

	*before = NULL;
	while (str_split(&word, &mnemonic, '.')) {
		const struct class *c = find_class(word);

		if (c) {
			*before = last;
			last = c;
		}
	}
	return last;
}

/* The class of integers of as many bits as `letter` has, doubled. */
static const struct class *
twice(const struct class *c)
{
	return find_class(c->letter == 'h' ? STR("b32") : STR("b64"));
}

static void
add_operand(struct operands *o, const struct class *c)
{
	if (o->n < OPERANDS_MAX)
		o->of[o->n++] = c;
}

static void
set_result(struct operands *o, const struct class *c)
{
	add_operand(o, c);
	o->result = true;
}

/* Fills the operands; type and before are the mnemonic's last two. */
static bool
find_operands(struct operands *o, const struct shape *s,
	      const struct class *type, const struct class *before)
{
	const struct class *word = find_class(STR("b32"));
	bool address = s->form == FORM_LOAD || s->form == FORM_STORE ||
		       s->form == FORM_ATOM || s->form == FORM_CAS;

	*o = (struct operands){ 0 };
	if (s->form == FORM_NOTHING)
		return true;
	if (!type || (s->form == FORM_CONVERT && !before))
		return false;
	if (s->form == FORM_COUNT)
		set_result(o, word);
	else if (s->form == FORM_WIDE || s->form == FORM_MADWIDE)
		set_result(o, twice(type));
	else if (s->form == FORM_CONVERT)
		set_result(o, before);
	else if (s->form != FORM_STORE)
		set_result(o, type);
	if (s->form == FORM_CONVERT && type->letter == 'f' &&
	    str_ends(before->type, STR("x2")))
		add_operand(o, type);
	for (int i = 0; i < s->sources; i++) {
		bool last = i == s->sources - 1;

		if (address && i == 0)
			add_operand(o, NULL);
		else if (last && s->form == FORM_SHIFT)
			add_operand(o, word);
		else if (last && s->form == FORM_MADWIDE)
			add_operand(o, twice(type));
		else
			add_operand(o, type);
	}
	return true;
}

static const char *
c_type(const struct class *c)
{
	return c ? c->c : "void";
}

static void
add_parameters(struct buf *out, const struct operands *o)
{
	for (size_t i = 0; i < o->n; i++)
		buf_printf(out, "%s%s *a%zu", i > 0 ? ", " : "",
			   c_type(o->of[i]), i);
}

static void
add_text(struct buf *out, struct str mnemonic, const struct operands *o)
{
	buf_printf(out, "\tasm volatile(\"" STR_FMT, STR_ARG(mnemonic));
	for (size_t i = 0; i < o->n; i++)
		buf_printf(out, o->of[i] ? "%s %%%zu" : "%s [%%%zu]",
			   i > 0 ? "," : "", i);
	buf_add(out, STR(";\""));
}

static void
add_sources(struct buf *out, const struct operands *o)
{
	size_t first = o->result ? 1 : 0;

	for (size_t i = first; i < o->n; i++) {
		buf_add(out, i > first ? STR(", ") : STR(" "));
		if (o->of[i])
			buf_printf(out, "\"%c\"(a%zu[threadIdx.x])",
				   o->of[i]->letter, i);
		else
			buf_printf(out, "\"l\"(a%zu)", i);
	}
}

/* Only letters, digits, `_`, `.` and `::` go into the assembly. */
static bool
is_plain(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_name(s.p[i]) && s.p[i] != '.' && s.p[i] != ':')
			return false;
	return true;
}

bool
emit_asm(struct emitter *e, struct str mnemonic)
{
	const struct shape *s = find_shape(mnemonic);
	const struct class *before, *type = find_types(mnemonic, &before);
	struct operands o;

	if (!s || !is_plain(mnemonic) ||
	    !find_operands(&o, s, type, before))
		return false;
	emit_own(e, "extern \"C\" __global__ void");
	buf_printf(e->out, STR_FMT "(", STR_ARG(e->target->entry));
	add_parameters(e->out, &o);
	buf_add(e->out, STR(")\n{\n"));
	if (o.result)
		buf_printf(e->out, "\t%s result;\n", c_type(o.of[0]));
	add_text(e->out, mnemonic, &o);
	if (o.result)
		buf_printf(e->out, " : \"=%c\"(result)", o.of[0]->letter);
	else
		buf_add(e->out, STR(" :"));
	buf_add(e->out, STR(" :"));
	add_sources(e->out, &o);
	buf_add(e->out, STR(" : \"memory\");\n"));
	if (o.result)
		buf_add(e->out, STR("\ta0[threadIdx.x] = result;\n"));
	buf_add(e->out, STR("}\n"));
	return true;
}
