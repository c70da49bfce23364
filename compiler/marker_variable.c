/*
 * Declarations of a test or probe, as C writes them, and the names that its
 * expressions may use.
 *
 *	int   n in 1..4100, 65536	a scalar that takes each of these
 *	half2 x[32] = uniform(-2, 2)	an array with a value for each element
 *	float y[n], z[n]		arrays that the kernel must write
 *
 * A comma goes on with the values of `in` if a number follows, and with the
 * next variable if a name does. Sizes and values may use what stands above.
 */
#include "marker.h"

#include "arena.h"
#include "diag.h"
#include "expr.h"
#include "expr_lex.h"
#include "marker_parts.h"
#include "slips.h"

static const char *const types[] = {
	"const", "unsigned", "signed", "bool", "char", "short", "int", "long",
	"size_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t",
	"uint16_t", "uint32_t", "uint64_t", "float", "double", "half", "half2",
	"__half", "__half2", "bf16", "bf162", "bfloat16", "bfloat162",
	"nv_bfloat16", "nv_bfloat162", "__nv_bfloat16", "__nv_bfloat162",
	"__nv_fp8_e4m3", "__nv_fp8x2_e4m3", "__nv_fp8x4_e4m3",
	"__nv_fp8_e5m2", "__nv_fp8x2_e5m2", "__nv_fp8x4_e5m2",
	"float2", "float3", "float4",
	"double2", "int2", "int3", "int4", "uint2", "uint3", "uint4",
};

bool
marker_is_type(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(types); i++) {
		if (str_equal(name, str_of(types[i])))
			return true;
	}
	return false;
}

const char *
marker_type_nearest(struct str name)
{
	size_t best = SIZE_MAX;
	const char *nearest = NULL;

	for (size_t i = 0; i < COUNT_OF(types); i++) {
		size_t n = slips_count(name, str_of(types[i]));

		if (n < best) {
			best = n;
			nearest = types[i];
		}
	}
	return nearest;
}

/* The words of a type, one blank between; `const` is left out. */
static struct str
type_take(struct reader *r)
{
	struct str type = STR("");

	for (;;) {
		struct str word = span_str(lex_name(r->rest));

		if (!marker_is_type(word))
			return type;
		lex_end(&r->rest);
		lex_advance(&r->rest, word.n);
		if (type.n)
			type = arena_printf(r->arena, STR_FMT " " STR_FMT,
					    STR_ARG(type), STR_ARG(word));
		else if (!str_equal(word, STR("const")))
			type = word;
	}
}

/* `A` or `A..B`. */
static struct expr *
parse_range(struct reader *r)
{
	struct expr *low = expr_parse_value(r->arena, &r->rest, r->diag);
	struct expr *high, *e;

	if (!low || !lex_take(&r->rest, ".."))
		return low;
	high = expr_parse_value(r->arena, &r->rest, r->diag);
	if (!high)
		return NULL;
	e = arena_alloc(r->arena, sizeof(*e));
	e->kind = EXPR_BINARY;
	e->at = low->at;
	e->at.n = high->at.at + high->at.n - low->at.at;
	e->left = low;
	e->right = high;
	e->fact = -1;
	e->height = 1 + (low->height > high->height ? low->height
						     : high->height);
	if (low->kind != EXPR_NUMBER || high->kind != EXPR_NUMBER ||
	    low->number <= high->number)
		return e;
	diag_error(r->diag, e->at, "range is empty");
	return NULL;
}

/* Whether a comma goes on with a value: no name stands behind it. */
static bool
range_goes_on(struct reader *r)
{
	struct span rest = r->rest;

	if (!lex_take(&rest, ",") || lex_name(rest).n)
		return false;
	r->rest = rest;
	return true;
}

static bool
parse_ranges(struct reader *r, struct variable *v)
{
	struct expr **end = &v->ranges;

	if (v->size) {
		diag_error(r->diag, lex_token(r->rest),
			   "an array takes no values in turn");
		return false;
	}
	do {
		*end = parse_range(r);
		if (!*end)
			return false;
		end = &(*end)->next;
	} while (range_goes_on(r));
	return true;
}

static bool
parse_size(struct reader *r, struct variable *v)
{
	v->size = expr_parse_value(r->arena, &r->rest, r->diag);
	if (!v->size)
		return false;
	if (lex_take(&r->rest, "]"))
		return true;
	lex_expected(r->diag, r->rest, "']' or an operator");
	return false;
}

/* What stands behind the name of a variable. */
static bool
parse_declarator(struct reader *r, struct variable *v)
{
	if (lex_take(&r->rest, "[") && !parse_size(r, v))
		return false;
	if (lex_take_name(&r->rest, "in"))
		return parse_ranges(r, v);
	if (!lex_take(&r->rest, "="))
		return true;
	v->init = expr_parse(r->arena, &r->rest, r->diag);
	return v->init != NULL;
}

/* Appends v; false when its name is taken. */
static bool
add_variable(struct reader *r, struct marker *m, struct variable *v)
{
	struct variable **end;
	size_t n = 0;

	for (end = &m->variables; *end; end = &(*end)->next, n++) {
		if (!str_equal((*end)->name, v->name))
			continue;
		diag_error(r->diag, v->at, "variable '" STR_FMT "' is "
			   "declared twice", STR_ARG(v->name));
		diag_note(r->diag, (*end)->at, "the first time");
		return false;
	}
	*end = v;
	if (n < MARKER_VARIABLES_MAX)
		return true;
	diag_error(r->diag, v->at, "more than %d variables",
		   MARKER_VARIABLES_MAX);
	return false;
}

static bool
parse_variable(struct reader *r, struct marker *m, struct str type)
{
	struct variable *v = arena_alloc(r->arena, sizeof(*v));
	struct span name = lex_name(r->rest);

	v->type = type;
	v->name = span_str(name);
	lex_end(&r->rest);
	v->at = name;
	if (name.n == 0) {
		lex_expected(r->diag, r->rest, "the name of a variable");
		if (lex_byte(r->rest, 0) == '*')
			diag_note(r->diag, lex_token(r->rest),
				  "an array is written 'name[size]'");
		return false;
	}
	lex_advance(&r->rest, name.n);
	if (!parse_declarator(r, v))
		return false;
	v->at.n = r->rest.at - v->at.at;
	v->at = lex_trim(v->at);
	return add_variable(r, m, v);
}

bool
marker_parse_variables(struct reader *r, struct marker *m)
{
	struct str type = type_take(r);

	if (type.n == 0) {
		lex_expected(r->diag, r->rest, "a type");
		return false;
	}
	do {
		if (!parse_variable(r, m, type))
			return false;
	} while (lex_take(&r->rest, ","));
	return reader_end(r, "',', '=', 'in' or the end");
}

/* Names that an expression may use: those declared before `end`, and `i`. */
struct scope {
	struct diag *diag;
	const struct variable *first, *end;
	bool index;
};

static bool
check_name(const struct scope *s, const struct expr *e)
{
	if (s->index && str_equal(e->text, STR("i")))
		return true;
	for (const struct variable *v = s->first; v != s->end; v = v->next) {
		if (str_equal(v->name, e->text))
			return true;
	}
	diag_error(s->diag, e->at, "no variable '" STR_FMT "' is declared "
		   "above", STR_ARG(e->text));
	return false;
}

/* A called name is a function and the head of a member a fact. */
static bool
check_expr(const struct scope *s, const struct expr *e)
{
	bool good = true;

	if (!e || e->kind == EXPR_MEMBER)
		return true;
	if (e->kind == EXPR_NAME)
		return e->page.n || check_name(s, e);
	if (e->left && e->kind != EXPR_CALL)
		good = check_expr(s, e->left);
	good = check_expr(s, e->right) && good;
	for (const struct expr *arg = e->args; arg; arg = arg->next)
		good = check_expr(s, arg) && good;
	return good;
}

static bool
check_list(const struct scope *s, const struct expr *e)
{
	bool good = true;

	for (; e; e = e->next)
		good = check_expr(s, e) && good;
	return good;
}

static bool
check_launch(const struct scope *s, const struct launch *l)
{
	struct scope indexed = *s;

	indexed.index = l->target != NULL;
	return check_expr(s, l->grid) && check_expr(s, l->block) &&
	       check_expr(s, l->shared) && check_expr(&indexed, l->target) &&
	       check_list(&indexed, l->args);
}

static bool
check_check(const struct scope *s, const struct check *c)
{
	return check_expr(s, c->left) && check_expr(s, c->right) &&
	       check_expr(s, c->rel) && check_expr(s, c->abs) &&
	       check_expr(s, c->ulp) &&
	       (!c->oracle || check_launch(s, c->oracle));
}

/* `= iota` and `= zero` are words, unless variables have these names. */
static bool
is_named_start(const struct variable *v)
{
	return v->size && v->init && v->init->kind == EXPR_NAME &&
	       (str_equal(v->init->text, STR("iota")) ||
		str_equal(v->init->text, STR("zero")));
}

bool
marker_check_names(struct diag *d, const struct marker *m)
{
	struct scope s = { d, m->variables, m->variables, false };
	bool good = true;

	for (; s.end; s.end = s.end->next) {
		s.index = s.end->size != NULL;
		if (!is_named_start(s.end))
			good = check_expr(&s, s.end->init) && good;
		s.index = false;
		good = check_expr(&s, s.end->size) && good;
		good = check_list(&s, s.end->ranges) && good;
	}
	for (const struct launch *l = m->launches; l; l = l->next)
		good = check_launch(&s, l) && good;
	good = check_expr(&s, m->work) && good;
	s.index = true;
	for (const struct check *c = m->checks; c; c = c->next)
		good = check_check(&s, c) && good;
	return good;
}
