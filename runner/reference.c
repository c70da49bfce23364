/*
 * References of tests. Each is the plainest program for its task, over double
 * or, of whole numbers, over 64 bits. Each number comes with what an error in
 * it is measured against: for a sum the sum of the magnitudes of what was
 * added, since that is what rounding scales with in whatever order it is done.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "formula.h"
#include "reference.h"

enum { ELEMENTS_MOST = 1 << 26 };

enum function {
	REFERENCE_SUM, REFERENCE_MAX, REFERENCE_MIN, REFERENCE_ARGMAX,
	REFERENCE_ARGMIN, REFERENCE_PREFIX, REFERENCE_EXCLUSIVE,
	REFERENCE_SORT, REFERENCE_SOFTMAX, REFERENCE_HISTOGRAM,
	REFERENCE_TRANSPOSE, REFERENCE_MATMUL, REFERENCE_COUNT
};

static const struct {
	const char *name;
	size_t nargs;
} functions[REFERENCE_COUNT] = {
	[REFERENCE_SUM] = { "sum", 2 },
	[REFERENCE_MAX] = { "max", 2 },
	[REFERENCE_MIN] = { "min", 2 },
	[REFERENCE_ARGMAX] = { "argmax", 2 },
	[REFERENCE_ARGMIN] = { "argmin", 2 },
	[REFERENCE_PREFIX] = { "prefix_sum", 2 },
	[REFERENCE_EXCLUSIVE] = { "exclusive_sum", 2 },
	[REFERENCE_SORT] = { "sort", 2 },
	[REFERENCE_SOFTMAX] = { "softmax", 3 },
	[REFERENCE_HISTOGRAM] = { "histogram", 3 },
	[REFERENCE_TRANSPOSE] = { "transpose", 4 },
	[REFERENCE_MATMUL] = { "matmul", 7 },
};

int
reference_find(const char *name, size_t *nargs)
{
	int i;

	for (i = 0; i < REFERENCE_COUNT; i++) {
		if (!strcmp(functions[i].name, name)) {
			*nargs = functions[i].nargs;
			return i;
		}
	}
	return -1;
}

/* --- arguments ----------------------------------------------------------- */

/* A reference under way. */
struct work {
	struct arena *arena;
	struct formula_world *world;
	const char **why;
};

static bool
fail(struct work *w, const char *why)
{
	*w->why = why;
	return false;
}

static bool
eval_size(struct work *w, const struct formula *f, size_t *n)
{
	struct worth x;

	w->world->i = 0;
	if (!formula_eval(f, w->world, &x))
		return fail(w, "it reads an element that is not there");
	if (!(x.value >= 0 && x.value <= ELEMENTS_MOST))
		return fail(w, "a size is below 0 or beyond 2^26");
	*n = (size_t)x.value;
	return true;
}

static void
make(struct work *w, struct formula_reference *r, size_t n)
{
	r->count = n;
	r->items = arena_make(w->arena, (n + 1) * sizeof(*r->items));
}

/* SIZE ; F as an array. */
static bool
eval_array(struct work *w, const struct formula *args,
	   struct formula_reference *out)
{
	size_t n, i;

	if (!eval_size(w, &args[0], &n))
		return false;
	make(w, out, n);
	for (i = 0; i < n; i++) {
		w->world->i = i;
		if (!formula_eval(&args[1], w->world, &out->items[i]))
			return fail(w, "it reads an element that is not "
				       "there");
	}
	return true;
}

/* --- one number ---------------------------------------------------------- */

/* A sum under way. Real ones are taken with a correction (Neumaier): double is
   not enough for the reference of a double. */
struct sum {
	double value, lost, magnitude;
	uint64_t bits;
	enum worth_kind kind;
};

static void
add(struct sum *s, struct worth x)
{
	double next = s->value + x.value;

	if (isfinite(next))
		s->lost += fabs(s->value) >= fabs(x.value)
				   ? s->value - next + x.value
				   : x.value - next + s->value;
	s->value = next;
	s->magnitude += x.magnitude;
	s->bits += x.bits;
	if (x.kind > s->kind)
		s->kind = x.kind;
}

/* A sum of whole numbers has 64 bits: no type says how many the page's has. */
static struct worth
sum_of(const struct sum *s)
{
	struct worth out = worth_real(s->value + s->lost);

	if (s->kind != WORTH_REAL)
		out = worth_whole(s->kind == WORTH_U64 ? WORTH_U64 : WORTH_S64,
				  s->bits);
	out.magnitude = s->magnitude;
	return out;
}

static void
sum_up(const struct formula_reference *in, struct formula_reference *out,
       int function)
{
	struct sum s = { .kind = WORTH_S32 };
	size_t i;

	for (i = 0; i < in->count; i++) {
		if (function == REFERENCE_EXCLUSIVE)
			out->items[i] = sum_of(&s);
		add(&s, in->items[i]);
		if (function == REFERENCE_PREFIX)
			out->items[i] = sum_of(&s);
	}
	if (function == REFERENCE_SUM)
		out->items[0] = sum_of(&s);
}

static struct worth
count_of(size_t n)
{
	return worth_whole(WORTH_S64, n);
}

/* The size of what was found is what an error in it is measured against. */
static struct worth
plain(struct worth x)
{
	x.magnitude = fabs(x.value);
	return x;
}

static void
find_extreme(const struct formula_reference *in, int function,
	     struct formula_reference *out)
{
	bool most = function == REFERENCE_MAX || function == REFERENCE_ARGMAX;
	bool where = function == REFERENCE_ARGMAX ||
		     function == REFERENCE_ARGMIN;
	size_t best = 0, i;

	for (i = 1; i < in->count; i++) {
		if (most ? worth_order(in->items[best], in->items[i]) < 0
			 : worth_order(in->items[i], in->items[best]) < 0)
			best = i;
	}
	out->items[0] = where ? count_of(best) : plain(in->items[best]);
}

/* --- arrays -------------------------------------------------------------- */

static int
compare_numbers(const void *left, const void *right)
{
	const struct worth *a = left, *b = right;

	if (isnan(a->value) || isnan(b->value))
		return 0;
	return worth_order(*a, *b);
}

static void
sort(const struct formula_reference *in, struct formula_reference *out)
{
	size_t i;

	for (i = 0; i < in->count; i++)
		out->items[i] = plain(in->items[i]);
	qsort(out->items, in->count, sizeof(*out->items), compare_numbers);
}

static void
softmax_row(const struct worth *in, struct formula_reference *out, size_t at,
	    size_t n)
{
	double most = -INFINITY, sum = 0;
	size_t i;

	for (i = 0; i < n; i++)
		most = fmax(most, in[at + i].value);
	for (i = 0; i < n; i++)
		sum += exp(in[at + i].value - most);
	for (i = 0; i < n; i++)
		out->items[at + i] =
			worth_real(exp(in[at + i].value - most) / sum);
}

static bool
softmax(struct work *w, const struct formula_reference *in, size_t row,
	struct formula_reference *out)
{
	size_t i;

	if (row == 0 || in->count % row)
		return fail(w, "the array is not made of whole rows");
	for (i = 0; i < in->count; i += row)
		softmax_row(in->items, out, i, row);
	return true;
}

static void
count(const struct formula_reference *in, struct formula_reference *out)
{
	size_t i, bin;
	double x;

	for (i = 0; i < out->count; i++)
		out->items[i] = count_of(0);
	for (i = 0; i < in->count; i++) {
		x = in->items[i].value;
		if (!(x >= 0 && x < (double)out->count))
			continue;
		bin = (size_t)x;
		out->items[bin] = count_of((size_t)out->items[bin].bits + 1);
	}
}

static bool
transpose(struct work *w, const struct formula_reference *in,
	  const size_t shape[2], struct formula_reference *out)
{
	size_t r, c;

	if (shape[0] * shape[1] != in->count)
		return fail(w, "the array has not ROWS times COLUMNS "
			       "elements");
	for (r = 0; r < shape[0]; r++)
		for (c = 0; c < shape[1]; c++)
			out->items[c * shape[0] + r] =
				in->items[r * shape[1] + c];
	return true;
}

/* In 64 bits if they are whole: no type says how many the page's has. */
static struct worth
product(struct worth x, struct worth y)
{
	return worth_compute(WORTH_MUL, worth_convert(count_of(0), x), y);
}

static bool
multiply(struct work *w, const struct formula_reference in[2],
	 const size_t shape[3], struct formula_reference *out)
{
	size_t m = shape[0], n = shape[1], k = shape[2], r, c, i;
	struct worth sum;

	if (in[0].count != m * k || in[1].count != k * n ||
	    m * n > ELEMENTS_MOST)
		return fail(w, "the arrays have not M times K and K times N "
			       "elements");
	make(w, out, m * n);
	for (r = 0; r < m; r++) {
		for (c = 0; c < n; c++) {
			sum = count_of(0);
			for (i = 0; i < k; i++)
				sum = worth_compute(
					WORTH_ADD, sum,
					product(in[0].items[r * k + i],
						in[1].items[i * n + c]));
			out->items[r * n + c] = sum;
		}
	}
	return true;
}

/* --- all ----------------------------------------------------------------- */

static bool
compute_number(struct work *w, int function,
	       const struct formula_reference *in,
	       struct formula_reference *out)
{
	if (in->count == 0 && function != REFERENCE_SUM)
		return fail(w, "the array has no element");
	make(w, out, 1);
	if (function == REFERENCE_SUM)
		sum_up(in, out, function);
	else
		find_extreme(in, function, out);
	return true;
}

static bool
compute_matmul(struct work *w, const struct formula *args,
	       struct formula_reference *out)
{
	struct formula_reference in[2];
	size_t shape[3], i;

	for (i = 0; i < 3; i++) {
		if (!eval_size(w, &args[4 + i], &shape[i]))
			return false;
	}
	return eval_array(w, args, &in[0]) && eval_array(w, args + 2, &in[1]) &&
	       multiply(w, in, shape, out);
}

static bool
compute_array(struct work *w, int function, const struct formula *args,
	      const struct formula_reference *in,
	      struct formula_reference *out)
{
	size_t shape[2] = { in->count, 0 };

	if (functions[function].nargs > 2 &&
	    !eval_size(w, &args[2], &shape[0]))
		return false;
	if (functions[function].nargs > 3 &&
	    !eval_size(w, &args[3], &shape[1]))
		return false;
	make(w, out, function == REFERENCE_HISTOGRAM ? shape[0] : in->count);
	switch (function) {
	case REFERENCE_SORT:
		sort(in, out);
		return true;
	case REFERENCE_SOFTMAX:
		return softmax(w, in, shape[0], out);
	case REFERENCE_HISTOGRAM:
		count(in, out);
		return true;
	case REFERENCE_TRANSPOSE:
		return transpose(w, in, shape, out);
	default:
		sum_up(in, out, function);
		return true;
	}
}

bool
reference_compute(struct arena *a, int function, const struct formula *args,
		  struct formula_world *world, struct formula_reference *out,
		  const char **why)
{
	struct work w = { a, world, why };
	struct formula_reference in = { 0 };

	if (function == REFERENCE_MATMUL)
		return compute_matmul(&w, args, out);
	if (!eval_array(&w, args, &in))
		return false;
	if (function <= REFERENCE_ARGMIN)
		return compute_number(&w, function, &in, out);
	return compute_array(&w, function, args, &in, out);
}
