/*
 * Between the pack and the device: sizes become bytes, names have become
 * addresses, a driver's code becomes a fault.
 *
 * Buffers outlive a case, since the cases of a sweep mostly want the same
 * ones; their contents do not. What random data begin with depends on seed,
 * place and fill only, so that is made once for all cases (pattern.c).
 *
 * An allocation that fails is the job's fault only if no device of this kind
 * could satisfy it; otherwise memory is short on this machine, which says
 * nothing about the job.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "cycle.h"
#include "device.h"
#include "fault.h"
#include "fill.h"
#include "formula.h"
#include "number.h"
#include "pack.h"
#include "pack_test.h"
#include "pattern.h"
#include "probe.h"
#include "random.h"
#include "trial.h"

enum {
	/* CUDA_ERROR_NO_BINARY_FOR_GPU, _UNSUPPORTED_PTX_VERSION */
	CODE_NO_IMAGE = 209,
	CODE_NEWER_IMAGE = 222,
	/* CUDA_ERROR_INVALID_VALUE, _LAUNCH_OUT_OF_RESOURCES,
	   _COOPERATIVE_LAUNCH_TOO_LARGE */
	CODE_INVALID = 1,
	CODE_RESOURCES = 701,
	CODE_COOPERATIVE = 720,
	GRID_MOST = INT32_MAX, /* blocks in x, of all devices */
};

bool
probe_fail(const struct probe *p, struct fault *f, const char *what, int code)
{
	enum fault_kind kind = FAULT_LAUNCH;
	struct device *d = p->device;

	if (code == DEVICE_OUT_OF_MEMORY)
		kind = FAULT_MEMORY;
	else if (code == CODE_NO_IMAGE || code == CODE_NEWER_IMAGE)
		kind = FAULT_NO_IMAGE;
	if (f->kind != FAULT_NONE)
		return false;
	fault_set(f, kind, "%s failed with %d (%s)", what, code,
		  d->ops->error(d, code));
	f->code = code;
	f->poisoned = true;
	snprintf(f->name, sizeof(f->name), "%s", d->ops->error(d, code));
	return false;
}

bool
probe_fail_launch(const struct probe *p, struct fault *f, int code)
{
	static const int shapes[] = { CODE_INVALID, CODE_RESOURCES,
				      CODE_COOPERATIVE };
	bool first = f->kind == FAULT_NONE;
	size_t i;

	probe_fail(p, f, "launching", code);
	for (i = 0; first && i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		if (code == shapes[i])
			f->poisoned = false;
	}
	return false;
}

/* The sizes of all buffers and their sum; false if that is beyond bounds. */
static bool
find_sizes(const struct probe *p, const struct pack_case *c, uint64_t *bytes,
	   uint64_t *sum)
{
	struct cycle cycle = { 0 };
	size_t i;

	*sum = 0;
	for (i = 0; i < c->nbuffers; i++) {
		if (!pack_size_find(&c->buffers[i].bytes,
				    &p->device->attributes, &bytes[i]))
			return false;
		if (bytes[i] > INT64_MAX - *sum)
			return false;
		cycle.bytes = bytes[i];
		cycle.stride = (uint64_t)c->buffers[i].fill.step;
		if (c->buffers[i].fill.kind == FILL_CYCLE &&
		    !cycle_fits(&cycle))
			return false;
		*sum += bytes[i];
	}
	return true;
}

static bool
fail_memory(struct probe *p, uint64_t sum, struct fault *f)
{
	int64_t all = p->device->attributes.memory_bytes;
	enum fault_kind kind = FAULT_MEMORY;

	if (all > 0 && sum < (uint64_t)all / 10 * 9)
		kind = FAULT_MACHINE;
	fault_set(f, kind,
		  "buffers of %" PRIu64 " bytes do not fit the "
		  "device's %" PRId64 "%s",
		  sum, all,
		  kind == FAULT_MACHINE ? " now: another program holds memory"
					: "");
	f->code = DEVICE_OUT_OF_MEMORY;
	snprintf(f->name, sizeof(f->name), "%s",
		 p->device->ops->error(p->device, DEVICE_OUT_OF_MEMORY));
	return false;
}

static void
release_one(struct probe *p, struct probe_buffer *b)
{
	if (b->bytes)
		p->device->ops->release(p->device, b->address);
	b->bytes = 0;
}

static void
release_buffer(struct probe *p, size_t i)
{
	release_one(p, &p->buffers[i]);
	release_one(p, &p->spare[i]);
}

static void
release_spare(struct probe *p)
{
	size_t i;

	for (i = 0; i < PACK_BUFFERS; i++)
		release_one(p, &p->spare[i]);
}

void
probe_release(struct probe *p)
{
	size_t i;

	for (i = 0; i < PACK_BUFFERS; i++)
		release_buffer(p, i);
}

bool
probe_allocate(struct probe *p, const struct pack_case *c, struct fault *f)
{
	uint64_t bytes[PACK_BUFFERS] = { 0 }, sum;
	struct probe_buffer *b;
	size_t i;
	int code;

	release_spare(p);
	if (!find_sizes(p, c, bytes, &sum)) {
		fault_set(f, FAULT_MEMORY,
			  "the size of a buffer is beyond bounds, no whole "
			  "number of lines, or unknown for this device");
		return false;
	}
	for (i = 0; i < PACK_BUFFERS; i++) {
		if (p->buffers[i].bytes != bytes[i])
			release_buffer(p, i);
	}
	for (i = 0; i < c->nbuffers; i++) {
		b = &p->buffers[i];
		if (b->bytes)
			continue;
		code = p->device->ops->allocate(p->device, bytes[i],
						&b->address);
		if (code == DEVICE_OUT_OF_MEMORY)
			return fail_memory(p, sum, f);
		if (code)
			return probe_fail(p, f, "allocating a buffer", code);
		b->bytes = bytes[i];
	}
	return true;
}

static int
fill_constant(struct probe *p, const struct pack_buffer *b,
	      const struct probe_buffer *place)
{
	const uint64_t at[2] = { place->address, place->bytes };

	return fill_words(p->device, at,
			  b->fill.kind == FILL_POISON ? p->poison : 0);
}

static bool
is_constant(const struct pack_buffer *b)
{
	return b->fill.kind == FILL_POISON || b->fill.kind == FILL_ZERO;
}

bool
probe_poison(struct probe *p, const struct pack_case *c, struct fault *f)
{
	int code = 0;
	size_t i;

	for (i = 0; i < c->nbuffers && !code; i++) {
		if (is_constant(&c->buffers[i]))
			code = fill_constant(p, &c->buffers[i],
					     &p->buffers[i]);
	}
	return code ? probe_fail(p, f, "filling a buffer", code) : true;
}

/* Whether its data is a period that is repeated. */
static bool
is_periodic(const struct pack_buffer *b)
{
	return !is_constant(b) && b->fill.kind != FILL_CYCLE;
}

const unsigned char *
probe_pattern(struct probe *p, const struct pack_case *c, size_t i)
{
	uint64_t bytes = p->buffers[i].bytes;

	if (!is_periodic(&c->buffers[i]))
		return NULL;
	return pattern_find(p->patterns, &c->buffers[i].fill, i,
			    bytes < FILL_PERIOD ? (size_t)bytes : FILL_PERIOD);
}

static int
fill_cycle(struct probe *p, const struct pack_fill *fill, size_t i,
	   const struct probe_buffer *place)
{
	const struct cycle cycle = { place->address, place->bytes,
				     (uint64_t)fill->step };
	struct random r = random_make(p->seed, i, 0);

	return cycle_fill(p->device, &cycle, &r, p->arena);
}

int
probe_fill_one(struct probe *p, const struct pack_case *c, size_t i,
	       const struct probe_buffer *place)
{
	const unsigned char *period = probe_pattern(p, c, i);
	const uint64_t at[2] = { place->address, place->bytes };

	if (c->buffers[i].fill.kind == FILL_CYCLE)
		return fill_cycle(p, &c->buffers[i].fill, i, place);
	return period ? fill_random(p->device, at, period)
		      : fill_constant(p, &c->buffers[i], place);
}

bool
probe_fill(struct probe *p, const struct pack_case *c, struct fault *f)
{
	int code = 0;
	size_t i;

	for (i = 0; i < c->nbuffers && !code; i++)
		code = probe_fill_one(p, c, i, &p->buffers[i]);
	return code ? probe_fail(p, f, "filling a buffer", code) : true;
}

bool
probe_bind(struct probe *p, const struct pack_case *c, struct fault *f)
{
	p->nlaunches = 0;
	p->measure = c->measure;
	if (c->cycles == PACK_NONE)
		return true;
	p->cycles = p->buffers[c->cycles].address;
	if (p->buffers[c->cycles].bytes >= sizeof(uint64_t))
		return true;
	fault_set(f, FAULT_CHECK, "buffer '%s' is too small for the ticks",
		  c->buffers[c->cycles].name);
	return false;
}

/* --- launches ------------------------------------------------------------ */

static void
bind_args(struct probe *p, struct probe_launch *to, const struct case_launch *l)
{
	uint64_t nothing = 0;
	size_t i;

	for (i = 0; i < 2 * PACK_ARGS; i++)
		to->args[i] = &to->values[PACK_ARGS - 1];
	memcpy(&to->values[PACK_ARGS - 1], &nothing, sizeof(nothing));
	for (i = 0; i < l->nargs; i++) {
		to->args[i] = &to->values[i];
		to->values[i] = l->args[i].bits;
		if (l->args[i].kind == ARG_BUFFER)
			to->values[i] = p->buffers[l->args[i].buffer].address;
		else if (l->args[i].kind == ARG_ITERATIONS)
			to->args[i] = &p->iterations;
	}
	to->launch.args = to->args;
}

/* A number as a parameter; false if that cannot hold it. */
static bool
store_number(const struct pack_parameter *p, const struct pack_arg *arg,
	     void *to)
{
	size_t size = number_size(arg->type);

	if (p->bytes > sizeof(uint64_t))
		return false;
	if (p->kind != 'b') {
		trial_store(p, worth_real(arg->number), to);
		return true;
	}
	if (arg->lanes * size != p->bytes)
		return false;
	for (unsigned i = 0; i < arg->lanes; i++)
		number_store(arg->type, (char *)to + i * size, arg->number);
	return true;
}

/* The numbers that are passed, as the kernel's parameters are. */
static bool
bind_numbers(struct probe_launch *to, const struct case_launch *l,
	     const struct pack_symbol *s, struct fault *f)
{
	size_t i;

	for (i = 0; i < l->nargs; i++) {
		if (l->args[i].kind != ARG_NUMBER)
			continue;
		if (s && i < s->nparameters &&
		    store_number(&s->parameters[i], &l->args[i],
				 &to->values[i]))
			continue;
		fault_set(f, FAULT_LOAD, "argument %zu of '%s' is passed a "
			  "number, which it does not take", i + 1, l->entry);
		return false;
	}
	return true;
}

static bool
bind_shape(struct probe *p, struct device_launch *to,
	   const struct case_launch *l, struct fault *f)
{
	uint64_t grid;
	size_t i;

	to->shared = l->shared;
	for (i = 0; i < 3; i++) {
		if (!pack_size_find(&l->grid[i], &p->device->attributes,
				    &grid) ||
		    grid > GRID_MOST) {
			fault_set(f, FAULT_LAUNCH,
				  "the grid is beyond bounds, "
				  "or unknown for this device");
			return false;
		}
		to->grid[i] = (unsigned)grid;
		to->block[i] = l->block[i];
	}
	return true;
}

bool
probe_add(struct probe *p, const struct case_launch *l, void *entry,
	  const struct pack_symbol *symbol, struct fault *f)
{
	struct probe_launch *to = &p->launches[p->nlaunches++];

	to->launch = (struct device_launch){
		.entry = entry, .cooperative = symbol && symbol->cooperative };
	bind_args(p, to, l);
	return bind_shape(p, &to->launch, l, f) &&
	       bind_numbers(to, l, symbol, f) &&
	       device_fits(p->device, &to->launch, l->entry, f);
}
