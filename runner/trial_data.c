/*
 * Data of a test: what arrays hold before the launches, on the host and on the
 * device, and what they hold afterwards.
 *
 * An array has exactly the bytes of its elements, so that an access behind it
 * is one. Random numbers depend on the seed, the variable and the point alone.
 * Those of a floating format are never zero, which would hide a wrong index.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "device.h"
#include "fault.h"
#include "fill.h"
#include "formula.h"
#include "number.h"
#include "pack.h"
#include "pack_test.h"
#include "random.h"
#include "trial_outcome.h"
#include "trial_parts.h"

enum { REDRAWS = 64 };

#define BYTES_MOST (UINT64_C(1) << 30) /* of an array; the host has three */

static bool
eval(struct trial *t, const struct formula *f, size_t i, struct worth *out)
{
	struct formula_world w = trial_world(t, i);

	return formula_eval(f, &w, out) ||
	       trial_fail(t, "a formula reads an element that is not there");
}

/* The same of a number that says how. */
static bool
eval_number(struct trial *t, const struct formula *f, double *out)
{
	struct worth x;

	if (!eval(t, f, 0, &x))
		return false;
	*out = x.value;
	return true;
}

/* --- before -------------------------------------------------------------- */

static bool
find_count(struct trial *t, size_t i)
{
	const struct pack_variable *v = &t->test->variables[i];
	double size = 1;

	if (!v->scalar && !eval_number(t, &v->size, &size))
		return false;
	size = floor(size) * (double)v->lanes;
	if (!(size >= 0) ||
	    size * (double)number_size(v->type) > (double)BYTES_MOST)
		return trial_fail(t, "%s has %.9g elements", v->name, size);
	t->variables[i].count = (size_t)size;
	return true;
}

static double
draw_uniform(const struct pack_variable *v, const double range[2],
	     struct random *r)
{
	double span = range[1] - range[0];

	if (number_is_whole(v->type) && span < 0x1p53)
		return range[0] +
		       (double)random_below(r, (uint64_t)span + 1);
	return range[0] + span * random_unit(r);
}

/* Box and Muller's. */
static double
draw_normal(const double range[2], struct random *r)
{
	double radius = sqrt(-2 * log(1 - random_unit(r)));

	return range[0] +
	       range[1] * radius * cos(2 * 3.14159265358979323846 *
				       random_unit(r));
}

static void
draw(const struct pack_variable *v, const double range[2], struct random *r,
     unsigned char *at)
{
	double x;
	int i;

	for (i = 0; i < REDRAWS; i++) {
		x = v->start == START_UNIFORM ? draw_uniform(v, range, r)
					      : draw_normal(range, r);
		number_store(v->type, at, x);
		x = number_load(v->type, at);
		if (number_is_whole(v->type) || x > 0 || x < 0)
			return;
	}
}

static bool
fill_random_numbers(struct trial *t, size_t i)
{
	const struct pack_variable *v = &t->test->variables[i];
	struct trial_variable *x = &t->variables[i];
	struct random r = random_make(t->seed, i, t->number);
	double range[2] = { 0 };
	size_t k, size = number_size(v->type);

	if (!eval_number(t, &v->args[0], &range[0]) ||
	    !eval_number(t, &v->args[1], &range[1]))
		return false;
	if (!isfinite(range[0]) || !isfinite(range[1]) ||
	    (v->start == START_UNIFORM && range[0] > range[1]))
		return trial_fail(t, "%s has an empty range", v->name);
	for (k = 0; k < x->count; k++)
		draw(v, range, &r, x->before + k * size);
	return true;
}

static bool
fill_bits(struct trial *t, size_t i)
{
	const struct pack_variable *v = &t->test->variables[i];
	struct trial_variable *x = &t->variables[i];
	struct random r = random_make(t->seed, i, t->number);
	size_t k, size = number_size(v->type);
	uint64_t bits;
	struct worth given;

	for (k = 0; k < x->count; k++) {
		bits = random_next(&r);
		if (v->args[0].n) {
			if (!eval(t, &v->args[0], k, &given))
				return false;
			worth_store(NUMBER_U64, &bits, given);
		}
		memcpy(x->before + k * size, &bits, size);
	}
	return true;
}

static bool
fill_each(struct trial *t, size_t i)
{
	const struct pack_variable *v = &t->test->variables[i];
	size_t k, size = number_size(v->type);
	struct worth x;

	for (k = 0; k < t->variables[i].count; k++) {
		if (!eval(t, &v->args[0], k, &x))
			return false;
		worth_store((int)v->type, t->variables[i].before + k * size,
			    x);
	}
	return true;
}

static void
fill_poison(unsigned char *at, size_t bytes, bool other)
{
	uint32_t word = other ? PACK_OTHER_POISON : PACK_POISON;
	size_t i;

	for (i = 0; i < bytes; i += sizeof(word))
		memcpy(at + i, &word,
		       bytes - i < sizeof(word) ? bytes - i : sizeof(word));
}

static bool
fill_start(struct trial *t, size_t i, int64_t value)
{
	const struct pack_variable *v = &t->test->variables[i];
	struct trial_variable *x = &t->variables[i];

	switch (v->start) {
	case START_RANGE:
		number_store(v->type, x->before, (double)value);
		return true;
	case START_EACH:
		return fill_each(t, i);
	case START_BITS:
		return fill_bits(t, i);
	case START_UNIFORM:
	case START_NORMAL:
		return fill_random_numbers(t, i);
	case START_POISON:
		break;
	}
	fill_poison(x->before, x->count * number_size(v->type), false);
	return true;
}

static void
make_view(struct trial *t, size_t i)
{
	const struct pack_variable *v = &t->test->variables[i];
	struct trial_variable *x = &t->variables[i];
	size_t bytes = x->count * number_size(v->type) + sizeof(uint64_t);

	x->before = arena_make(t->arena, bytes);
	x->after = v->scalar ? x->before : arena_make(t->arena, bytes);
	t->views[i] = (struct formula_variable){ x->before, x->before,
						 (int)v->type, v->lanes,
						 x->count };
}

bool
trial_fill(struct trial *t)
{
	const int64_t *value = t->point;
	bool range;
	size_t i;

	for (i = 0; i < t->test->nvariables; i++) {
		range = t->test->variables[i].start == START_RANGE;
		if (!find_count(t, i))
			return false;
		make_view(t, i);
		if (!fill_start(t, i, range ? *value : 0))
			return false;
		value += range;
	}
	return true;
}

/* --- on the device ------------------------------------------------------- */

static bool
fail_code(struct trial *t, const char *what, int code)
{
	struct device *d = t->device;

	trial_fail(t, "%s failed with %d (%s)", what, code,
		   d->ops->error(d, code));
	t->fault->kind = code == DEVICE_OUT_OF_MEMORY ? FAULT_MEMORY
						      : FAULT_LAUNCH;
	t->fault->code = code;
	t->fault->poisoned = code != DEVICE_OUT_OF_MEMORY;
	return false;
}

static void
release(struct trial *t, struct trial_variable *x)
{
	if (x->bytes)
		t->device->ops->release(t->device, x->address);
	x->bytes = 0;
}

static bool
allocate(struct trial *t, struct trial_variable *x, uint64_t bytes)
{
	int code;

	if (bytes == 0)
		bytes = 1; /* no device gives an address for nothing */
	if (x->bytes == bytes)
		return true;
	release(t, x);
	code = t->device->ops->allocate(t->device, bytes, &x->address);
	if (code)
		return fail_code(t, "allocating an array", code);
	x->bytes = bytes;
	return true;
}

static int
put_poison(struct trial *t, struct trial_variable *x, uint64_t bytes,
	   bool other)
{
	const uint64_t place[2] = { x->address, bytes };

	return fill_words(t->device, place,
			  other ? PACK_OTHER_POISON : PACK_POISON);
}

bool
trial_put(struct trial *t, bool other)
{
	struct device *d = t->device;
	const struct pack_variable *v;
	struct trial_variable *x;
	uint64_t bytes;
	int code = 0;
	size_t i;

	if (!trial_renew(t))
		return false;
	for (i = 0; i < t->test->nvariables; i++) {
		v = &t->test->variables[i];
		x = &t->variables[i];
		if (v->scalar)
			continue;
		bytes = x->count * number_size(v->type);
		if (!allocate(t, x, bytes))
			return false;
		if (v->start == START_POISON)
			code = put_poison(t, x, bytes, other);
		else if (bytes)
			code = d->ops->copy_in(d, x->address, x->before,
					       (size_t)bytes);
		if (code)
			return fail_code(t, "filling an array", code);
	}
	return true;
}

bool
trial_get(struct trial *t, bool other)
{
	struct device *d = t->device;
	struct trial_variable *x;
	size_t bytes, i;
	int code;

	for (i = 0; i < t->test->nvariables; i++) {
		x = &t->variables[i];
		bytes = x->count * number_size(t->test->variables[i].type);
		if (t->test->variables[i].scalar || !bytes)
			continue;
		if (other && !x->other)
			x->other = arena_make(t->arena, bytes);
		code = d->ops->copy_out(d, other ? x->other : x->after,
					x->address, bytes);
		if (code)
			return fail_code(t, "reading an array", code);
		t->views[i].after = x->after;
	}
	return true;
}

void
trial_release(struct trial *t)
{
	size_t i;

	for (i = 0; i < TEST_VARIABLES; i++)
		release(t, &t->variables[i]);
}

bool
trial_is_poison(const unsigned char *bytes, size_t size, size_t i, bool other)
{
	unsigned char poison[2 * sizeof(uint64_t)];

	fill_poison(poison, sizeof(poison), other);
	return !memcmp(bytes + i * size,
		       poison + i * size % sizeof(uint32_t), size);
}
