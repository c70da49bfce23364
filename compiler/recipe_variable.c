/*
 * Declarations of a test -> variables of a MANIFEST: which number format, how
 * many, what they hold before the launches.
 *
 *	int n in 1..4100, 65536		range n s32 1 4100
 *					range n s32 65536 65536
 *	half2 x[n] = uniform(-1, 1)	array x f16 2 ; .n
 *					fill x uniform ; 1 neg ; 1
 *
 * The values of a variable that takes several are sorted, each once: the least
 * is run first.
 */
#include "recipe.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "expr.h"
#include "marker.h"
#include "recipe_parts.h"
#include "value.h"

#include <math.h>
#include <stdlib.h>

#define WHOLE_MAX 9007199254740992.0 /* 2^53 */

/* Types as declared, one blank between words. */
static const struct {
	struct str type;
	struct number_kind kind;
} types[] = {
	{ STR_INIT("bool"), { STR_INIT("u8"), 1, true,
		STR_INIT("bool") } },
	{ STR_INIT("char"), { STR_INIT("s8"), 1, true,
		STR_INIT("char") } },
	{ STR_INIT("signed char"), { STR_INIT("s8"), 1, true,
		STR_INIT("signed char") } },
	{ STR_INIT("unsigned char"), { STR_INIT("u8"), 1, true,
		STR_INIT("unsigned char") } },
	{ STR_INIT("int8_t"), { STR_INIT("s8"), 1, true,
		STR_INIT("int8_t") } },
	{ STR_INIT("uint8_t"), { STR_INIT("u8"), 1, true,
		STR_INIT("uint8_t") } },
	{ STR_INIT("short"), { STR_INIT("s16"), 1, true,
		STR_INIT("short") } },
	{ STR_INIT("short int"), { STR_INIT("s16"), 1, true,
		STR_INIT("short") } },
	{ STR_INIT("unsigned short"), { STR_INIT("u16"), 1, true,
		STR_INIT("unsigned short") } },
	{ STR_INIT("unsigned short int"), { STR_INIT("u16"), 1, true,
		STR_INIT("unsigned short") } },
	{ STR_INIT("int16_t"), { STR_INIT("s16"), 1, true,
		STR_INIT("int16_t") } },
	{ STR_INIT("uint16_t"), { STR_INIT("u16"), 1, true,
		STR_INIT("uint16_t") } },
	{ STR_INIT("int"), { STR_INIT("s32"), 1, true,
		STR_INIT("int") } },
	{ STR_INIT("signed"), { STR_INIT("s32"), 1, true,
		STR_INIT("int") } },
	{ STR_INIT("signed int"), { STR_INIT("s32"), 1, true,
		STR_INIT("int") } },
	{ STR_INIT("unsigned"), { STR_INIT("u32"), 1, true,
		STR_INIT("unsigned") } },
	{ STR_INIT("unsigned int"), { STR_INIT("u32"), 1, true,
		STR_INIT("unsigned") } },
	{ STR_INIT("int32_t"), { STR_INIT("s32"), 1, true,
		STR_INIT("int32_t") } },
	{ STR_INIT("uint32_t"), { STR_INIT("u32"), 1, true,
		STR_INIT("uint32_t") } },
	{ STR_INIT("long"), { STR_INIT("s64"), 1, true,
		STR_INIT("long") } },
	{ STR_INIT("long int"), { STR_INIT("s64"), 1, true,
		STR_INIT("long") } },
	{ STR_INIT("long long"), { STR_INIT("s64"), 1, true,
		STR_INIT("long long") } },
	{ STR_INIT("long long int"), { STR_INIT("s64"), 1, true,
		STR_INIT("long long") } },
	{ STR_INIT("unsigned long"), { STR_INIT("u64"), 1, true,
		STR_INIT("unsigned long") } },
	{ STR_INIT("unsigned long int"), { STR_INIT("u64"), 1, true,
		STR_INIT("unsigned long") } },
	{ STR_INIT("unsigned long long"), { STR_INIT("u64"), 1, true,
		STR_INIT("unsigned long long") } },
	{ STR_INIT("unsigned long long int"), { STR_INIT("u64"), 1, true,
		STR_INIT("unsigned long long") } },
	{ STR_INIT("int64_t"), { STR_INIT("s64"), 1, true,
		STR_INIT("int64_t") } },
	{ STR_INIT("uint64_t"), { STR_INIT("u64"), 1, true,
		STR_INIT("uint64_t") } },
	{ STR_INIT("size_t"), { STR_INIT("u64"), 1, true,
		STR_INIT("size_t") } },
	{ STR_INIT("float"), { STR_INIT("f32"), 1, false,
		STR_INIT("float") } },
	{ STR_INIT("double"), { STR_INIT("f64"), 1, false,
		STR_INIT("double") } },
	{ STR_INIT("half"), { STR_INIT("f16"), 1, false,
		STR_INIT("__half") } },
	{ STR_INIT("__half"), { STR_INIT("f16"), 1, false,
		STR_INIT("__half") } },
	{ STR_INIT("half2"), { STR_INIT("f16"), 2, false,
		STR_INIT("__half2") } },
	{ STR_INIT("__half2"), { STR_INIT("f16"), 2, false,
		STR_INIT("__half2") } },
	{ STR_INIT("bf16"), { STR_INIT("bf16"), 1, false,
		STR_INIT("__nv_bfloat16") } },
	{ STR_INIT("bfloat16"), { STR_INIT("bf16"), 1, false,
		STR_INIT("__nv_bfloat16") } },
	{ STR_INIT("nv_bfloat16"), { STR_INIT("bf16"), 1, false,
		STR_INIT("__nv_bfloat16") } },
	{ STR_INIT("__nv_bfloat16"), { STR_INIT("bf16"), 1, false,
		STR_INIT("__nv_bfloat16") } },
	{ STR_INIT("bf162"), { STR_INIT("bf16"), 2, false,
		STR_INIT("__nv_bfloat162") } },
	{ STR_INIT("bfloat162"), { STR_INIT("bf16"), 2, false,
		STR_INIT("__nv_bfloat162") } },
	{ STR_INIT("nv_bfloat162"), { STR_INIT("bf16"), 2, false,
		STR_INIT("__nv_bfloat162") } },
	{ STR_INIT("__nv_bfloat162"), { STR_INIT("bf16"), 2, false,
		STR_INIT("__nv_bfloat162") } },
	{ STR_INIT("__nv_fp8_e4m3"), { STR_INIT("e4m3"), 1, false,
		STR_INIT("__nv_fp8_e4m3") } },
	{ STR_INIT("__nv_fp8x2_e4m3"), { STR_INIT("e4m3"), 2, false,
		STR_INIT("__nv_fp8x2_e4m3") } },
	{ STR_INIT("__nv_fp8x4_e4m3"), { STR_INIT("e4m3"), 4, false,
		STR_INIT("__nv_fp8x4_e4m3") } },
	{ STR_INIT("__nv_fp8_e5m2"), { STR_INIT("e5m2"), 1, false,
		STR_INIT("__nv_fp8_e5m2") } },
	{ STR_INIT("__nv_fp8x2_e5m2"), { STR_INIT("e5m2"), 2, false,
		STR_INIT("__nv_fp8x2_e5m2") } },
	{ STR_INIT("__nv_fp8x4_e5m2"), { STR_INIT("e5m2"), 4, false,
		STR_INIT("__nv_fp8x4_e5m2") } },
	{ STR_INIT("float2"), { STR_INIT("f32"), 2, false,
		STR_INIT("float2") } },
	{ STR_INIT("float3"), { STR_INIT("f32"), 3, false,
		STR_INIT("float3") } },
	{ STR_INIT("float4"), { STR_INIT("f32"), 4, false,
		STR_INIT("float4") } },
	{ STR_INIT("double2"), { STR_INIT("f64"), 2, false,
		STR_INIT("double2") } },
	{ STR_INIT("int2"), { STR_INIT("s32"), 2, true,
		STR_INIT("int2") } },
	{ STR_INIT("int3"), { STR_INIT("s32"), 3, true,
		STR_INIT("int3") } },
	{ STR_INIT("int4"), { STR_INIT("s32"), 4, true,
		STR_INIT("int4") } },
	{ STR_INIT("uint2"), { STR_INIT("u32"), 2, true,
		STR_INIT("uint2") } },
	{ STR_INIT("uint3"), { STR_INIT("u32"), 3, true,
		STR_INIT("uint3") } },
	{ STR_INIT("uint4"), { STR_INIT("u32"), 4, true,
		STR_INIT("uint4") } },
};

const struct number_kind *
recipe_type(struct str type)
{
	for (size_t i = 0; i < COUNT_OF(types); i++)
		if (str_equal(types[i].type, type))
			return &types[i].kind;
	return NULL;
}

/* --- values in turn ------------------------------------------------------ */

static bool
eval_whole(struct recipe *r, const struct expr *e, double *out)
{
	static const struct environment none = { 0 };
	struct value v = value_eval(r->arena, e, &none);

	*out = v.number;
	if (v.kind == VALUE_NUMBER && fabs(v.number) < WHOLE_MAX &&
	    !(floor(v.number) < v.number))
		return true;
	return recipe_refuse(r, e, "expected a whole number");
}

static bool
eval_span(struct recipe *r, const struct expr *e, struct whole_span *s)
{
	bool range = e->kind == EXPR_BINARY && e->op == OP_NONE;

	if (!eval_whole(r, range ? e->left : e, &s->low))
		return false;
	s->high = s->low;
	if (range && !eval_whole(r, e->right, &s->high))
		return false;
	return s->low <= s->high || recipe_refuse(r, e, "range is empty");
}

static int
compare_spans(const void *left, const void *right)
{
	const struct whole_span *a = left, *b = right;

	return (a->low > b->low) - (a->low < b->low);
}

/* Those that touch become one; how many are left. */
static size_t
join_spans(struct whole_span *s, size_t n)
{
	size_t kept = 0;

	qsort(s, n, sizeof *s, compare_spans);
	for (size_t i = 1; i < n; i++) {
		if (s[i].low <= s[kept].high + 1)
			s[kept].high = fmax(s[kept].high, s[i].high);
		else
			s[++kept] = s[i];
	}
	return kept + 1;
}

size_t
recipe_spans(struct recipe *r, const struct variable *v,
	     struct whole_span **out)
{
	size_t n = 0;

	for (const struct expr *e = v->ranges; e; e = e->next)
		n++;
	*out = arena_alloc(r->arena, (n + 1) * sizeof **out);
	n = 0;
	for (const struct expr *e = v->ranges; e; e = e->next)
		if (!eval_span(r, e, &(*out)[n++]))
			return 0;
	return join_spans(*out, n);
}

static bool
add_range(struct recipe *r, const struct variable *v,
	  const struct number_kind *kind)
{
	struct whole_span *spans;
	size_t n;

	if (!kind->whole || kind->lanes > 1)
		return recipe_refuse(r, v->ranges, "only whole numbers take "
				     "values in turn");
	n = recipe_spans(r, v, &spans);
	for (size_t i = 0; i < n; i++)
		buf_printf(r->out, "range " STR_FMT " " STR_FMT " %.0f %.0f\n",
			   STR_ARG(v->name), STR_ARG(kind->word), spans[i].low,
			   spans[i].high);
	return n > 0;
}

/* --- what they hold ------------------------------------------------------ */

static const struct {
	struct str name;
	const char *word;
	size_t least, most; /* arguments */
} fills[] = {
	{ STR_INIT("uniform"), "uniform", 2, 2 },
	{ STR_INIT("normal"), "normal", 2, 2 },
	{ STR_INIT("bits"), "bits", 0, 1 },
	{ STR_INIT("iota"), NULL, 0, 0 },
	{ STR_INIT("zero"), NULL, 0, 0 },
};

static struct str
called(const struct expr *e)
{
	if (e->kind == EXPR_CALL && e->left->kind == EXPR_NAME)
		return e->left->text;
	return e->kind == EXPR_NAME ? e->text : STR("");
}

static size_t
count_args(const struct expr *e)
{
	size_t n = 0;

	for (const struct expr *arg = e->args; arg; arg = arg->next)
		n++;
	return n;
}

static bool
add_fill_args(struct recipe *r, const struct expr *e)
{
	for (const struct expr *arg = e->args; arg; arg = arg->next) {
		buf_add(r->out, STR(" ;"));
		if (!recipe_formula(r, r->out, arg))
			return false;
	}
	return true;
}

static bool
add_each(struct recipe *r, const struct expr *e)
{
	buf_add(r->out, STR("each ;"));
	return recipe_formula(r, r->out, e);
}

static bool
add_init(struct recipe *r, const struct expr *e)
{
	struct str name = called(e);
	size_t n = count_args(e);

	for (size_t i = 0; i < COUNT_OF(fills); i++) {
		if (!str_equal(fills[i].name, name) ||
		    (e->kind == EXPR_NAME && fills[i].word &&
		     fills[i].least > 0) || recipe_variable(r, name))
			continue;
		if (n < fills[i].least || n > fills[i].most)
			return recipe_refuse(r, e, "'" STR_FMT "' takes %zu "
				"numbers, found %zu", STR_ARG(name),
				fills[i].most, n);
		if (!fills[i].word) {
			buf_printf(r->out, "each ; %s",
				   str_equal(name, STR("iota")) ? "i" : "0");
			return true;
		}
		buf_printf(r->out, "%s", fills[i].word);
		return add_fill_args(r, e);
	}
	return add_each(r, e);
}

static bool
add_fill(struct recipe *r, const struct variable *v)
{
	bool good;

	if (!v->init)
		return true;
	buf_printf(r->out, "fill " STR_FMT " ", STR_ARG(v->name));
	good = add_init(r, v->init);
	buf_add_byte(r->out, '\n');
	return good;
}

/* --- variables ----------------------------------------------------------- */

static bool
add_array(struct recipe *r, const struct variable *v,
	  const struct number_kind *kind)
{
	bool good;

	buf_printf(r->out, "array " STR_FMT " " STR_FMT " %u ;",
		   STR_ARG(v->name), STR_ARG(kind->word), kind->lanes);
	good = recipe_formula(r, r->out, v->size);
	buf_add_byte(r->out, '\n');
	r->known = v->next;
	return good && add_fill(r, v);
}

static bool
add_variable(struct recipe *r, const struct variable *v)
{
	const struct number_kind *kind = recipe_type(v->type);

	if (!kind || str_equal(v->name, STR("i"))) {
		diag_error(r->diag, v->at, kind ? "'i' is the number of an "
			   "element, no variable" :
			   "a test has no data of this type");
		return false;
	}
	if (v->size)
		return add_array(r, v, kind);
	if (!v->ranges && !v->init) {
		diag_error(r->diag, v->at, "'" STR_FMT "' has no value",
			   STR_ARG(v->name));
		return false;
	}
	r->known = v->next;
	if (v->ranges)
		return add_range(r, v, kind);
	buf_printf(r->out, "value " STR_FMT " " STR_FMT " %u\n",
		   STR_ARG(v->name), STR_ARG(kind->word), kind->lanes);
	return add_fill(r, v);
}

bool
recipe_variables(struct recipe *r)
{
	size_t from;

	for (const struct variable *v = r->marker->variables; v; v = v->next) {
		from = r->out->n;
		r->known = v;
		if (!add_variable(r, v) || !recipe_fits(r, from, v->at))
			return false;
	}
	r->known = NULL;
	return true;
}
