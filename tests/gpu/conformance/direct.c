/*
 * The text of an instruction -> calls of num.h. So the numbers are compared
 * with a device's before, and apart from, the rest of the emulator.
 *
 * An opcode is its parts between dots: the first says what, the last ones the
 * types, those between are modifiers.
 */
#include "direct.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "forms.h"
#include "matrices.h"
#include "num.h"
#include "num_mma.h"
#include "results.h"

enum {
	PARTS = 10,
};

struct opcode {
	char part[PARTS][16];
	unsigned count;
	unsigned how;
};

struct word {
	const char *name;
	unsigned value;
};

static const struct word types[] = {
	{"f16", NUM_F16},	{"bf16", NUM_BF16},	{"f16x2", NUM_F16X2},
	{"bf16x2", NUM_BF16X2}, {"f32", NUM_F32},	{"f64", NUM_F64},
	{"tf32", NUM_TF32},	{"e4m3", NUM_E4M3},	{"e5m2", NUM_E5M2},
	{"e4m3x2", NUM_E4M3X2}, {"e5m2x2", NUM_E5M2X2}, {"u8", NUM_U8},
	{"s8", NUM_S8},		{"u16", NUM_U16},	{"s16", NUM_S16},
	{"u32", NUM_U32},	{"s32", NUM_S32},	{"u64", NUM_U64},
	{"s64", NUM_S64},	{NULL, 0},
};

static const struct word hows[] = {
	{"rn", NUM_RN},
	{"rz", NUM_RZ},
	{"rm", NUM_RM},
	{"rp", NUM_RP},
	{"rna", NUM_RNA},
	{"rni", NUM_RN | NUM_INTEGRAL},
	{"rzi", NUM_RZ | NUM_INTEGRAL},
	{"rmi", NUM_RM | NUM_INTEGRAL},
	{"rpi", NUM_RP | NUM_INTEGRAL},
	{"ftz", NUM_FTZ},
	{"sat", NUM_SAT},
	{"satfinite", NUM_SATFINITE},
	{"relu", NUM_RELU},
	{"NaN", NUM_NAN},
	{"xorsign", NUM_XORSIGN},
	{NULL, 0},
};

static const struct word operations[] = {
	{"add", NUM_ADD},	{"sub", NUM_SUB},   {"mul", NUM_MUL},
	{"fma", NUM_FMA},	{"div", NUM_DIV},   {"rcp", NUM_RCP},
	{"sqrt", NUM_SQRT},	{"min", NUM_MIN},   {"max", NUM_MAX},
	{"neg", NUM_NEG},	{"abs", NUM_ABS},   {"copysign", NUM_COPYSIGN},
	{"rsqrt", NUM_RSQRT_APPROX}, {"sin", NUM_SIN_APPROX},
	{"cos", NUM_COS_APPROX},     {"lg2", NUM_LG2_APPROX},
	{"ex2", NUM_EX2_APPROX},     {"tanh", NUM_TANH_APPROX},
	{NULL, 0},
};

static const struct word comparisons[] = {
	{"eq", NUM_EQ},	  {"ne", NUM_NE},	{"lt", NUM_LT},
	{"le", NUM_LE},	  {"gt", NUM_GT},	{"ge", NUM_GE},
	{"equ", NUM_EQU}, {"neu", NUM_NEU},	{"ltu", NUM_LTU},
	{"leu", NUM_LEU}, {"gtu", NUM_GTU},	{"geu", NUM_GEU},
	{"num", NUM_ORDERED}, {"nan", NUM_UNORDERED}, {NULL, 0},
};

static const struct word tests[] = {
	{"finite", NUM_IS_FINITE}, {"infinite", NUM_IS_INFINITE},
	{"number", NUM_IS_NUMBER}, {"notanumber", NUM_IS_NAN},
	{"normal", NUM_IS_NORMAL}, {"subnormal", NUM_IS_SUBNORMAL},
	{NULL, 0},
};

static bool
look_up(const struct word *in, const char *name, unsigned *value)
{
	for (; in->name; in++)
		if (!strcmp(in->name, name)) {
			*value = in->value;
			return true;
		}
	return false;
}

static void
take_apart(const char *text, struct opcode *o)
{
	size_t n;
	unsigned how;

	memset(o, 0, sizeof(*o));
	while (o->count < PARTS && *text && *text != ' ') {
		n = strcspn(text, ". ");
		snprintf(o->part[o->count++], sizeof(o->part[0]), "%.*s",
			 (int)n, text);
		text += n + (text[n] == '.');
	}
	for (unsigned i = 1; i < o->count; i++)
		if (look_up(hows, o->part[i], &how))
			o->how |= how;
}

/* --- one tuple --- */

static bool
convert(const struct opcode *o, const uint64_t x[], uint64_t *out)
{
	unsigned to, from;
	struct num_cvt c;

	if (o->count < 3 || !strcmp(o->part[1], "pack") ||
	    !look_up(types, o->part[o->count - 2], &to) ||
	    !look_up(types, o->part[o->count - 1], &from))
		return false;
	c = (struct num_cvt){(enum num_type)to, (enum num_type)from, o->how};
	switch (num_convert_kind(&c)) {
	case 1:
		*out = num_convert(&c, x[0]);
		if (to == NUM_S8 && *out & 0x80)
			*out |= 0xffffff00; /* as the register holds it */
		return true;
	case 2:
		*out = num_convert_pair(&c, x[0], x[1]);
		return true;
	case 3:
		*out = num_convert_both(&c, x[0]);
		return true;
	default:
		return false;
	}
}

static bool
approximate(const struct opcode *o)
{
	return !strcmp(o->part[1], "approx") || !strcmp(o->part[1], "full");
}

static bool
apply(const struct opcode *o, unsigned op, unsigned t, const uint64_t x[],
      uint64_t *out)
{
	if (approximate(o)) {
		if (op == NUM_DIV)
			op = strcmp(o->part[1], "full") ? NUM_DIV_APPROX
							: NUM_DIV_FULL;
		if (op == NUM_RCP)
			op = NUM_RCP_APPROX;
		if (op == NUM_SQRT)
			op = NUM_SQRT_APPROX;
	}
	*out = num_apply((enum num_op)op, (enum num_type)t, x, o->how);
	return true;
}

static bool
evaluate(const struct form *f, const uint64_t x[], uint64_t *out)
{
	const char *end = strchr(f->text, ';');
	unsigned t, what;
	struct opcode o;

	take_apart(f->text, &o);
	if (!strcmp(o.part[0], "cvt"))
		return convert(&o, x, out);
	if (o.count < 2 || !look_up(types, o.part[o.count - 1], &t) ||
	    t > NUM_F64)
		return false;
	if (!strcmp(o.part[0], "setp") && t != NUM_F16X2 &&
	    t != NUM_BF16X2 && look_up(comparisons, o.part[1], &what)) {
		*out = num_holds((enum num_compare)what, (enum num_type)t, x,
				 o.how);
		return true;
	}
	if (!strcmp(o.part[0], "testp") && look_up(tests, o.part[1], &what)) {
		*out = num_is((enum num_class)what, (enum num_type)t, x[0]);
		return true;
	}
	return end && !end[1] && look_up(operations, o.part[0], &what) &&
	       apply(&o, what, t, x, out);
}

bool
direct_form(const struct form *f, struct result *r)
{
	uint64_t x[FORM_SOURCES] = {0, 0, 0, 0}, out;

	snprintf(r->form, sizeof(r->form), "%s", f->text);
	r->print = form_print(f);
	r->size = 0;
	for (unsigned t = 0; t < f->tuples; t++) {
		form_operands(f, t, x);
		if (!evaluate(f, x, &out))
			return false;
		memcpy(r->bytes + r->size, &out, f->result->kept);
		r->size += f->result->kept;
	}
	return true;
}

/* --- matrices --- */

static unsigned char
type_named(const char *name)
{
	unsigned t = 0;

	look_up(types, name, &t);
	return (unsigned char)t;
}

static void
block(const struct matrix_case *m, const struct mma *f, unsigned b,
      struct result *r)
{
	uint64_t wide[4][MATRIX_REGISTERS][32];
	uint32_t narrow[4][MATRIX_REGISTERS][32];
	void *at[4][MATRIX_REGISTERS];
	unsigned bytes = m->bits / 8 * 32;

	for (unsigned p = 0; p < 4; p++)
		for (unsigned k = 0; k < m->registers[p]; k++) {
			at[p][k] = m->bits == 64 ? (void *)wide[p][k]
						 : (void *)narrow[p][k];
			for (unsigned lane = 0; p < 3 && lane < 32; lane++) {
				wide[p][k][lane] = matrix_word(m, b, p, k,
							       lane);
				narrow[p][k][lane] =
					(uint32_t)wide[p][k][lane];
			}
		}
	mma_sync(f, at[3], at[0], at[1], at[2]);
	for (unsigned k = 0; k < m->registers[3]; k++) {
		memcpy(r->bytes + r->size, at[3][k], bytes);
		r->size += bytes;
	}
}

bool
direct_matrix(const struct matrix_case *m, struct result *r)
{
	struct mma f = {(unsigned char)m->m,
			(unsigned char)m->n,
			(unsigned char)m->k,
			type_named(m->a),
			type_named(m->b),
			type_named(m->c),
			type_named(m->d),
			m->satfinite,
			!strcmp(m->a_order, "col"),
			!strcmp(m->b_order, "row")};

	if (!mma_exists(&f))
		return false;
	snprintf(r->form, sizeof(r->form), "%s", m->text);
	r->print = matrix_print(m);
	r->size = 0;
	for (unsigned b = 0; b < m->blocks; b++)
		block(m, &f, b, r);
	return true;
}

/* --- approximate --- */

static double
value_of(unsigned t, uint64_t bits)
{
	const struct num_cvt c = {NUM_F64, (enum num_type)t, 0};
	double x;

	bits = num_convert(&c, bits);
	memcpy(&x, &bits, sizeof(x));
	return x;
}

/* One unit in the last place of a result of type T, and of its rounding. */
static double
unit_of(unsigned t, double x)
{
	int digits = t == NUM_F32 ? 24 : t == NUM_F16 ? 11 : 8;
	int e, least = t == NUM_F16 ? -24 : t == NUM_F32 ? -149 : -133;

	if (t == NUM_F64)
		return 0;
	frexp(x, &e);
	return ldexp(1, e - digits > least ? e - digits : least);
}

static bool
within(const struct num_error *e, unsigned t, double want, double got)
{
	double unit = unit_of(t, got);
	double room = e->absolute + e->relative * fabs(got) +
		      (e->ulp + 0.5) * unit;

	return fabs(want - got) <= room;
}

static bool
near_one(unsigned op, unsigned t, double argument, const double want_got[2])
{
	const struct num_error *e;
	bool promised = false;

	if (!isfinite(want_got[0]) || !isfinite(want_got[1]))
		return isnan(want_got[0]) ? isnan(want_got[1])
					  : want_got[0] == want_got[1];
	for (unsigned i = 0; (e = num_error_at(i)); i++) {
		if (e->op != op || e->type != t || argument < e->low ||
		    argument > e->high)
			continue;
		promised = true;
		if (within(e, t, want_got[0], want_got[1]))
			return true;
	}
	return !promised && (op == NUM_SIN_APPROX || op == NUM_COS_APPROX);
}

bool
direct_near(const struct form *f, unsigned t, uint64_t want, uint64_t got)
{
	uint64_t x[FORM_SOURCES] = {0, 0, 0, 0};
	unsigned type, one, op, step;
	struct opcode o;
	double pair[2];
	bool ok = true;

	if (want == got)
		return true;
	take_apart(f->text, &o);
	if (!approximate(&o) || !look_up(types, o.part[o.count - 1], &type) ||
	    !look_up(operations, o.part[0], &op))
		return false;
	if (op == NUM_DIV)
		op = strcmp(o.part[1], "full") ? NUM_DIV_APPROX
					       : NUM_DIV_FULL;
	op = op == NUM_RCP ? NUM_RCP_APPROX : op;
	op = op == NUM_SQRT ? NUM_SQRT_APPROX : op;
	form_operands(f, t, x);
	if (op == NUM_DIV_APPROX)
		x[0] = x[1]; /* its promise is for a range of the divisor */
	one = type == NUM_F16X2	   ? NUM_F16
	      : type == NUM_BF16X2 ? NUM_BF16
				   : type;
	step = num_bits((enum num_type)one);
	for (unsigned at = 0; at < num_bits((enum num_type)type); at += step) {
		pair[0] = value_of(one, want >> at);
		pair[1] = value_of(one, got >> at);
		ok &= near_one(op, one, value_of(one, x[0] >> at), pair);
	}
	return ok;
}
