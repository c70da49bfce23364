/*
 * Postfix formulas: words to steps, steps to a number and its magnitude.
 *
 * The depth of the stack is known when a formula is parsed, so evaluation
 * looks at nothing but elements' numbers. Whole numbers stay whole (worth.c);
 * functions are the C library's in double: their error is far below any
 * tolerance that a check can ask for, and a check without a tolerance uses
 * exact operations.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "formula.h"
#include "number.h"

enum op {
	OP_NUMBER, OP_VARIABLE, OP_ELEMENT, OP_OLD, OP_INDEX, OP_WORTH,
	OP_MEMBER,
	OP_ADD, OP_SUB, OP_MUL, OP_OVER, OP_POW, OP_DIV, OP_MOD,
	OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_AND,
	OP_NEG, OP_ABS, OP_FLOOR, OP_CEIL, OP_ROUND, OP_TRUNC, OP_SQRT,
	OP_RSQRT, OP_EXP, OP_EXP2, OP_EXPM1, OP_LOG, OP_LOG2, OP_LOG10,
	OP_LOG1P, OP_SIN, OP_COS, OP_TAN, OP_TANH, OP_SINH, OP_COSH, OP_ERF,
	OP_CBRT, OP_WIDE,
	OP_MIN, OP_MAX, OP_ATAN2, OP_HYPOT,
	OP_FMA, OP_IF,
	OP_COUNT
};

static const struct {
	const char *word;
	int takes;
} ops[OP_COUNT] = {
	[OP_NUMBER] = { "", 0 },    [OP_VARIABLE] = { "", 0 },
	[OP_ELEMENT] = { "", 1 },   [OP_OLD] = { "", 1 },
	[OP_INDEX] = { "i", 0 },    [OP_WORTH] = { "", 0 },
	[OP_MEMBER] = { "", 1 },
	[OP_ADD] = { "+", 2 },	    [OP_SUB] = { "-", 2 },
	[OP_MUL] = { "*", 2 },	    [OP_OVER] = { "/", 2 },
	[OP_POW] = { "^", 2 },	    [OP_DIV] = { "div", 2 },
	[OP_MOD] = { "mod", 2 },    [OP_EQ] = { "==", 2 },
	[OP_NE] = { "!=", 2 },	    [OP_LT] = { "<", 2 },
	[OP_LE] = { "<=", 2 },	    [OP_GT] = { ">", 2 },
	[OP_GE] = { ">=", 2 },	    [OP_AND] = { "&", 2 },
	[OP_NEG] = { "neg", 1 },    [OP_ABS] = { "abs", 1 },
	[OP_FLOOR] = { "floor", 1 }, [OP_CEIL] = { "ceil", 1 },
	[OP_ROUND] = { "round", 1 }, [OP_TRUNC] = { "trunc", 1 },
	[OP_SQRT] = { "sqrt", 1 },  [OP_RSQRT] = { "rsqrt", 1 },
	[OP_EXP] = { "exp", 1 },    [OP_EXP2] = { "exp2", 1 },
	[OP_EXPM1] = { "expm1", 1 }, [OP_LOG] = { "log", 1 },
	[OP_LOG2] = { "log2", 1 },  [OP_LOG10] = { "log10", 1 },
	[OP_LOG1P] = { "log1p", 1 }, [OP_SIN] = { "sin", 1 },
	[OP_COS] = { "cos", 1 },    [OP_TAN] = { "tan", 1 },
	[OP_TANH] = { "tanh", 1 },  [OP_SINH] = { "sinh", 1 },
	[OP_COSH] = { "cosh", 1 },  [OP_ERF] = { "erf", 1 },
	[OP_CBRT] = { "cbrt", 1 },  [OP_WIDE] = { "wide", 1 },
	  [OP_MIN] = { "min", 2 },
	[OP_MAX] = { "max", 2 },    [OP_ATAN2] = { "atan2", 2 },
	[OP_HYPOT] = { "hypot", 2 }, [OP_FMA] = { "fma", 3 },
	[OP_IF] = { "if", 3 },
};

static const enum worth_op arithmetic[OP_COUNT] = {
	[OP_ADD] = WORTH_ADD, [OP_SUB] = WORTH_SUB, [OP_MUL] = WORTH_MUL,
	[OP_DIV] = WORTH_DIV, [OP_MOD] = WORTH_MOD, [OP_MIN] = WORTH_MIN,
	[OP_MAX] = WORTH_MAX, [OP_EQ] = WORTH_EQ,   [OP_NE] = WORTH_NE,
	[OP_LT] = WORTH_LT,   [OP_LE] = WORTH_LE,   [OP_GT] = WORTH_GT,
	[OP_GE] = WORTH_GE,
};

/* --- parsing ------------------------------------------------------------- */

static bool
find_variable(const struct formula_names *names, const char *word,
	      size_t *index)
{
	for (*index = 0; *index < names->nvariables; ++*index) {
		if (!strcmp(names->variables[*index], word))
			return true;
	}
	return false;
}

static bool
find_reference(const struct formula_names *names, const char *word,
	       size_t *index)
{
	char *end;

	*index = strtoul(word, &end, 10);
	return *word >= '0' && *word <= '9' && !*end &&
	       *index < names->nreferences;
}

/* Digits alone are a whole number, of the least type that holds it. */
static bool
parse_number(const char *word, struct worth *number)
{
	bool whole = !word[strspn(word, "0123456789")];
	char *end;
	uint64_t bits;

	if (word[strspn(word, "0123456789.e+-")])
		return false;
	errno = 0;
	bits = strtoull(word, &end, 10);
	if (whole && errno == 0) {
		*number = worth_whole(bits > INT64_MAX	 ? WORTH_U64
				      : bits > INT32_MAX ? WORTH_S64
							 : WORTH_S32, bits);
		return true;
	}
	*number = worth_real(strtod(word, &end));
	return end != word && !*end;
}

static bool
parse_step(const char *word, const struct formula_names *names,
	   struct formula_step *s)
{
	size_t i;

	*s = (struct formula_step){ .op = OP_NUMBER };
	if ((*word >= '0' && *word <= '9') ||
	    (*word == '-' && word[1] >= '0' && word[1] <= '9'))
		return parse_number(word, &s->number);
	if (*word == '.' || *word == '~') {
		s->op = *word == '.' ? OP_VARIABLE : OP_OLD;
		return find_variable(names, word + 1, &s->index);
	}
	if (*word == '@' && word[1] == '$') {
		s->op = OP_MEMBER;
		return find_reference(names, word + 2, &s->index);
	}
	if (*word == '@') {
		s->op = OP_ELEMENT;
		return find_variable(names, word + 1, &s->index);
	}
	if (*word == '$') {
		s->op = OP_WORTH;
		return find_reference(names, word + 1, &s->index);
	}
	for (i = 0; i < OP_COUNT; i++) {
		if (*ops[i].word && !strcmp(ops[i].word, word))
			break;
	}
	s->op = (int)i;
	return i < OP_COUNT;
}

/* Words of TEXT one by one; NULL at the end. */
static char *
next_word(char **text)
{
	char *word = *text, *end;

	if (!word || !*word)
		return NULL;
	end = strchr(word, ' ');
	if (end)
		*end++ = '\0';
	*text = end;
	return word;
}

bool
formula_parse(struct arena *a, const char *text, size_t len,
	      const struct formula_names *names, struct formula *f,
	      const char **why)
{
	char *rest = arena_copy(a, text, len), *word;
	struct formula_step s;
	int depth = 0;

	*f = (struct formula){ 0 };
	while ((word = next_word(&rest))) {
		*why = word;
		if (!parse_step(word, names, &s) || ops[s.op].takes > depth)
			return false;
		depth += 1 - ops[s.op].takes;
		if (depth > FORMULA_DEPTH)
			return false;
		f->steps = arena_grow(a, f->steps, f->n, sizeof(s));
		f->steps[f->n++] = s;
	}
	*why = "it leaves no number, or more than one";
	return depth == 1;
}

/* --- evaluating ---------------------------------------------------------- */

static double
of_one(int op, double x)
{
	switch (op) {
	case OP_FLOOR: return floor(x);
	case OP_CEIL: return ceil(x);
	case OP_ROUND: return rint(x);
	case OP_TRUNC: return trunc(x);
	case OP_SQRT: return sqrt(x);
	case OP_RSQRT: return 1 / sqrt(x);
	case OP_EXP: return exp(x);
	case OP_EXP2: return exp2(x);
	case OP_EXPM1: return expm1(x);
	case OP_LOG: return log(x);
	case OP_LOG2: return log2(x);
	case OP_LOG10: return log10(x);
	case OP_LOG1P: return log1p(x);
	case OP_SIN: return sin(x);
	case OP_COS: return cos(x);
	case OP_TAN: return tan(x);
	case OP_TANH: return tanh(x);
	case OP_SINH: return sinh(x);
	case OP_COSH: return cosh(x);
	case OP_ERF: return erf(x);
	case OP_CBRT: return cbrt(x);
	default: return NAN;
	}
}

static struct worth
of_two(int op, struct worth x, struct worth y)
{
	struct worth out;

	switch (op) {
	case OP_OVER:
		out = worth_real(x.value / y.value);
		out.magnitude = x.magnitude / fabs(y.value);
		return out;
	case OP_POW: return worth_real(pow(x.value, y.value));
	case OP_ATAN2: return worth_real(atan2(x.value, y.value));
	case OP_HYPOT: return worth_real(hypot(x.value, y.value));
	case OP_AND:
		return worth_whole(WORTH_S32, x.value > 0 && y.value > 0);
	default: return worth_compute(arithmetic[op], x, y);
	}
}

static struct worth
multiply_add(const struct worth *x)
{
	struct worth out = worth_compute(
		WORTH_ADD, worth_compute(WORTH_MUL, x[0], x[1]), x[2]);

	if (out.kind == WORTH_REAL) /* rounded once */
		out.value = fma(x[0].value, x[1].value, x[2].value);
	return out;
}

static struct worth
choose(const struct worth *x)
{
	bool first = x[0].value > 0 || x[0].value < 0;

	/* Its type is that of both, as of C's `?:`. */
	return first ? worth_convert(x[2], x[1]) : worth_convert(x[1], x[2]);
}

static bool
load(const struct formula_variable *v, double at, bool old,
     struct worth *out)
{
	const unsigned char *bytes = old ? v->before : v->after;

	if (!(at >= 0 && at < (double)v->count))
		return false;
	*out = worth_load(v->type,
			  bytes + (size_t)at *
				  number_size((enum number_type)v->type));
	return true;
}

static bool
load_worth(const struct formula_reference *r, double at, struct worth *out)
{
	if (!(at >= 0 && at < (double)r->count))
		return false;
	*out = r->items[(size_t)at];
	return true;
}

/* A step that reads what there is; AT is the top of the stack. */
static bool
read_step(const struct formula_step *s, const struct formula_world *w,
	  struct worth *at)
{
	switch (s->op) {
	case OP_VARIABLE:
		return load(&w->variables[s->index],
			    (double)(w->i % w->variables[s->index].lanes),
			    true, at);
	case OP_ELEMENT:
	case OP_OLD:
		return load(&w->variables[s->index], at->value,
			    s->op == OP_OLD, at);
	case OP_WORTH:
		return load_worth(&w->references[s->index], 0, at);
	case OP_MEMBER:
		return load_worth(&w->references[s->index], at->value, at);
	case OP_INDEX:
		*at = worth_whole(w->i > INT32_MAX ? WORTH_S64 : WORTH_S32,
				  w->i);
		return true;
	default:
		*at = s->number;
		return true;
	}
}

static void
compute_step(const struct formula_step *s, struct worth *at)
{
	if (s->op == OP_IF)
		*at = choose(at);
	else if (s->op == OP_FMA)
		*at = multiply_add(at);
	else if (ops[s->op].takes == 2)
		*at = of_two(s->op, at[0], at[1]);
	else if (s->op == OP_NEG)
		*at = worth_negate(*at);
	else if (s->op == OP_WIDE)
		*at = worth_convert(worth_whole(WORTH_S64, 0), *at);
	else if (s->op == OP_ABS)
		*at = worth_size(*at);
	else
		*at = worth_real(of_one(s->op, at->value));
}

bool
formula_eval(const struct formula *f, const struct formula_world *w,
	     struct worth *out)
{
	struct worth stack[FORMULA_DEPTH + 1];
	const struct formula_step *s;
	size_t n = 0, i;

	for (i = 0; i < f->n; i++) {
		s = &f->steps[i];
		n -= (size_t)ops[s->op].takes;
		if (s->op >= OP_ADD)
			compute_step(s, &stack[n]);
		else if (!read_step(s, w, &stack[n]))
			return false;
		n++;
	}
	*out = stack[0];
	return true;
}
