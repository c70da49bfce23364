/*
 * Which of the driver's devices, and what it says of itself, before there is a
 * context. What can go wrong here is the environment's, and told with the
 * usual cause.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cause.h"
#include "device.h"
#include "fault.h"

#include "cuda_parts.h"

/* CU_DEVICE_ATTRIBUTE_... */
enum {
	ATTRIBUTE_WARP_SIZE = 10,
	ATTRIBUTE_CLOCK_RATE = 13,
	ATTRIBUTE_MULTIPROCESSORS = 16,
	ATTRIBUTE_ECC = 32,
	ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
	ATTRIBUTE_MEMORY_BUS = 37,
	ATTRIBUTE_L2_BYTES = 38,
	ATTRIBUTE_THREADS_PER_SM = 39,
	ATTRIBUTE_CC_MAJOR = 75,
	ATTRIBUTE_CC_MINOR = 76,
	ATTRIBUTE_SHARED_PER_SM = 81,
	ATTRIBUTE_REGISTERS_PER_SM = 82,
	ATTRIBUTE_SHARED_OPTIN = 97,
	ATTRIBUTE_BLOCKS_PER_SM = 106,
};

const char *
cuda_error(struct device *d, int code)
{
	const char *name = NULL;

	if (!((struct cuda *)d)->fn.error_name(code, &name) && name)
		return name;
	return cause_find_name(code);
}

bool
cuda_fail(struct cuda *d, struct fault *f, const char *what, int code)
{
	const char *cause = cause_find(code);
	const char *name = cuda_error(&d->device, code);

	fault_set(f, FAULT_MACHINE, "%s failed with %d (%s)%s%s", what, code,
		  name, *cause ? ": " : "", cause);
	f->code = code;
	snprintf(f->name, sizeof(f->name), "%s", name);
	return false;
}

static bool
open_ordinal(struct cuda *d, int index, struct fault *f)
{
	const char *visible = getenv("CUDA_VISIBLE_DEVICES");
	int count = 0, code;

	if (visible && !*visible) {
		fault_set(f, FAULT_MACHINE,
			  "no device: CUDA_VISIBLE_DEVICES "
			  "is set to nothing");
		return false;
	}
	code = d->fn.init(0);
	if (code)
		return cuda_fail(d, f, "cuInit", code);
	code = d->fn.device_count(&count);
	if (code)
		return cuda_fail(d, f, "cuDeviceGetCount", code);
	if (index >= count) {
		fault_set(f, FAULT_MACHINE,
			  "no device cuda:%d: the driver "
			  "shows %d%s%s%s",
			  index, count,
			  visible ? " (CUDA_VISIBLE_DEVICES is '" : "",
			  visible ? visible : "", visible ? "')" : "");
		return false;
	}
	d->device.attributes.devices = count;
	code = d->fn.device_get(&d->ordinal, index);
	return code ? cuda_fail(d, f, "cuDeviceGet", code) : true;
}

static int64_t
find_attribute(struct cuda *d, int attribute)
{
	int value = 0;

	if (d->fn.device_attribute(&value, attribute, d->ordinal))
		return -1;
	return value;
}

static void
find_attributes(struct cuda *d)
{
	struct device_attributes *a = &d->device.attributes;
	size_t memory = 0;
	int version = 0;

	if (d->fn.device_name(a->name, sizeof(a->name), d->ordinal))
		a->name[0] = '\0';
	if (d->fn.device_bus(a->bus, sizeof(a->bus), d->ordinal))
		a->bus[0] = '\0';
	if (!d->fn.version(&version))
		snprintf(a->driver, sizeof(a->driver), "CUDA %d.%d",
			 version / 1000, version % 1000 / 10);
	a->memory_bytes =
		d->fn.device_memory(&memory, d->ordinal) ? -1 : (int64_t)memory;
	a->cc_major = find_attribute(d, ATTRIBUTE_CC_MAJOR);
	a->cc_minor = find_attribute(d, ATTRIBUTE_CC_MINOR);
	a->sm_count = find_attribute(d, ATTRIBUTE_MULTIPROCESSORS);
	a->warp_size = find_attribute(d, ATTRIBUTE_WARP_SIZE);
	a->l2_bytes = find_attribute(d, ATTRIBUTE_L2_BYTES);
	a->clock_khz = find_attribute(d, ATTRIBUTE_CLOCK_RATE);
	a->memory_clock_khz = find_attribute(d, ATTRIBUTE_MEMORY_CLOCK_RATE);
	a->memory_bus_bits = find_attribute(d, ATTRIBUTE_MEMORY_BUS);
	a->shared_per_sm = find_attribute(d, ATTRIBUTE_SHARED_PER_SM);
	a->shared_per_block_optin = find_attribute(d, ATTRIBUTE_SHARED_OPTIN);
	a->registers_per_sm = find_attribute(d, ATTRIBUTE_REGISTERS_PER_SM);
	a->max_threads_per_sm = find_attribute(d, ATTRIBUTE_THREADS_PER_SM);
	a->max_blocks_per_sm = find_attribute(d, ATTRIBUTE_BLOCKS_PER_SM);
	a->ecc = find_attribute(d, ATTRIBUTE_ECC);
	a->mig = -1;
}

bool
cuda_find_device(struct cuda *d, int index, struct fault *f)
{
	if (!open_ordinal(d, index, f))
		return false;
	find_attributes(d);
	return true;
}
