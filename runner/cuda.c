/*
 * The CUDA driver library, opened at run time.
 *
 * This is the only file that knows it. Types and constants are declared here,
 * so that the runner is built without a toolkit and starts without a driver:
 * a machine that has none gets a sentence, not a loader error. Functions are
 * found by name in one table; the newest names used are those of driver 11.
 * One context a process, the primary one, and two events for all timing.
 *
 * Codes go up as they are; what to make of one is decided by the callers. Only
 * opening and making a context speak themselves, since all that can go wrong
 * there is the environment's.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "cuda.h"
#include "device.h"
#include "fault.h"

typedef void *handle; /* of the driver: context, module, event ... */

/* The driver's functions, in the order of 'names'. */
struct driver {
	int (*init)(unsigned);
	int (*version)(int *);
	int (*error_name)(int, const char **);
	int (*device_count)(int *);
	int (*device_get)(int *, int);
	int (*device_name)(char *, int, int);
	int (*device_attribute)(int *, int, int);
	int (*device_memory)(size_t *, int);
	int (*device_bus)(char *, int, int);
	int (*context_retain)(handle *, int);
	int (*context_release)(int);
	int (*context_set)(handle);
	int (*module_load)(handle *, const void *);
	int (*module_unload)(handle);
	int (*module_find)(handle *, handle, const char *);
	int (*entry_set)(handle, int, int);
	int (*allocate)(uint64_t *, size_t);
	int (*release)(uint64_t);
	int (*copy_in)(uint64_t, const void *, size_t);
	int (*copy_out)(void *, uint64_t, size_t);
	int (*copy_out_start)(void *, uint64_t, size_t, handle);
	int (*copy_within)(uint64_t, uint64_t, size_t);
	int (*fill_words)(uint64_t, unsigned, size_t);
	int (*host_allocate)(void **, size_t);
	int (*host_release)(void *);
	int (*launch)(handle, unsigned, unsigned, unsigned, unsigned, unsigned,
		      unsigned, unsigned, handle, void **, void **);
	int (*synchronise)(void);
	int (*event_make)(handle *, unsigned);
	int (*event_record)(handle, handle);
	int (*event_wait)(handle);
	int (*event_elapsed)(float *, handle, handle);
	int (*event_free)(handle);
};

static const char *const names[] = {
	"cuInit",
	"cuDriverGetVersion",
	"cuGetErrorName",
	"cuDeviceGetCount",
	"cuDeviceGet",
	"cuDeviceGetName",
	"cuDeviceGetAttribute",
	"cuDeviceTotalMem_v2",
	"cuDeviceGetPCIBusId",
	"cuDevicePrimaryCtxRetain",
	"cuDevicePrimaryCtxRelease_v2",
	"cuCtxSetCurrent",
	"cuModuleLoadData",
	"cuModuleUnload",
	"cuModuleGetFunction",
	"cuFuncSetAttribute",
	"cuMemAlloc_v2",
	"cuMemFree_v2",
	"cuMemcpyHtoD_v2",
	"cuMemcpyDtoH_v2",
	"cuMemcpyDtoHAsync_v2",
	"cuMemcpyDtoD_v2",
	"cuMemsetD32_v2",
	"cuMemAllocHost_v2",
	"cuMemFreeHost",
	"cuLaunchKernel",
	"cuCtxSynchronize",
	"cuEventCreate",
	"cuEventRecord",
	"cuEventSynchronize",
	"cuEventElapsedTime",
	"cuEventDestroy_v2",
};

enum { NAMES = sizeof(names) / sizeof(names[0]) };

_Static_assert(sizeof(struct driver) == NAMES * sizeof(void (*)(void)),
	       "one name for each function");

/* CU_DEVICE_ATTRIBUTE_... and CU_FUNC_ATTRIBUTE_... */
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

	FUNCTION_SHARED = 8,
	SHARED_WITHOUT_ASKING = 48 * 1024,
};

struct cuda {
	struct device device; /* first: the two pointers convert */
	struct driver fn;
	int ordinal;
	handle context;
	handle events[2];
};

static struct cuda *
self(struct device *d)
{
	return (struct cuda *)d;
}

/* The driver's name for a code; ours if the driver does not know it. */
static const char *
cuda_error(struct device *d, int code)
{
	const char *name = NULL;

	if (!self(d)->fn.error_name(code, &name) && name)
		return name;
	return cause_find_name(code);
}

/* The environment's fault: WHAT failed with CODE. Always false. */
static bool
fail_machine(struct cuda *d, struct fault *f, const char *what, int code)
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
open_library(struct cuda *d, struct fault *f)
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	void *symbol;
	size_t i;

	if (!library) {
		fault_set(f, FAULT_MACHINE,
			  "no CUDA driver on this machine: "
			  "%s",
			  dlerror());
		return false;
	}
	for (i = 0; i < NAMES; i++) {
		symbol = dlsym(library, names[i]);
		if (!symbol) {
			fault_set(f, FAULT_MACHINE,
				  "libcuda.so.1 has no '%s': "
				  "too old, or not a driver",
				  names[i]);
			return false;
		}
		memcpy((char *)&d->fn + i * sizeof(symbol), &symbol,
		       sizeof(symbol));
	}
	return true;
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
		return fail_machine(d, f, "cuInit", code);
	code = d->fn.device_count(&count);
	if (code)
		return fail_machine(d, f, "cuDeviceGetCount", code);
	if (index >= count) {
		fault_set(f, FAULT_MACHINE,
			  "no device cuda:%d: the driver "
			  "shows %d%s%s%s",
			  index, count,
			  visible ? " (CUDA_VISIBLE_DEVICES is '" : "",
			  visible ? visible : "", visible ? "')" : "");
		return false;
	}
	code = d->fn.device_get(&d->ordinal, index);
	return code ? fail_machine(d, f, "cuDeviceGet", code) : true;
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

/* The library stays open: drivers do not like to be unloaded. */
static void
cuda_close(struct device *device)
{
	struct cuda *d = self(device);
	int i;

	for (i = 0; i < 2; i++) {
		if (d->events[i])
			d->fn.event_free(d->events[i]);
	}
	if (d->context)
		d->fn.context_release(d->ordinal);
	free(d);
}

static bool
cuda_open(int index, struct device **out, struct fault *f)
{
	struct cuda *d = calloc(1, sizeof(*d));

	if (!d) {
		fault_set(f, FAULT_MACHINE, "out of memory");
		return false;
	}
	if (!open_library(d, f) || !open_ordinal(d, index, f)) {
		cuda_close(&d->device);
		return false;
	}
	find_attributes(d);
	d->device.ops = cuda_make();
	*out = &d->device;
	return true;
}

static bool
cuda_start(struct device *device, struct fault *f)
{
	struct cuda *d = self(device);
	int code, i;

	code = d->fn.context_retain(&d->context, d->ordinal);
	if (code) {
		d->context = NULL;
		return fail_machine(d, f, "making a context", code);
	}
	code = d->fn.context_set(d->context);
	for (i = 0; i < 2 && !code; i++)
		code = d->fn.event_make(&d->events[i], 0);
	return code ? fail_machine(d, f, "making a context", code) : true;
}

static int
cuda_load(struct device *d, const void *image, void **module)
{
	return self(d)->fn.module_load(module, image);
}

static void
cuda_unload(struct device *d, void *module)
{
	self(d)->fn.module_unload(module);
}

static int
cuda_find(struct device *d, void *module, const char *name, void **entry)
{
	return self(d)->fn.module_find(entry, module, name);
}

static int
cuda_allocate(struct device *d, uint64_t bytes, uint64_t *address)
{
	return self(d)->fn.allocate(address, bytes);
}

static void
cuda_release(struct device *d, uint64_t address)
{
	self(d)->fn.release(address);
}

static int
cuda_copy_in(struct device *d, uint64_t to, const void *from, size_t bytes)
{
	return self(d)->fn.copy_in(to, from, bytes);
}

static int
cuda_copy_out(struct device *d, void *to, uint64_t from, size_t bytes)
{
	return self(d)->fn.copy_out(to, from, bytes);
}

static int
cuda_copy_out_start(struct device *d, void *to, uint64_t from, size_t bytes)
{
	return self(d)->fn.copy_out_start(to, from, bytes, NULL);
}

static int
cuda_copy_within(struct device *d, uint64_t to, uint64_t from, uint64_t bytes)
{
	return self(d)->fn.copy_within(to, from, bytes);
}

static int
cuda_fill_words(struct device *d, uint64_t to, uint32_t word, uint64_t count)
{
	return self(d)->fn.fill_words(to, word, count);
}

static int
cuda_host_allocate(struct device *d, size_t bytes, void **at)
{
	return self(d)->fn.host_allocate(at, bytes);
}

static void
cuda_host_release(struct device *d, void *at)
{
	self(d)->fn.host_release(at);
}

static int
cuda_launch(struct device *d, const struct device_launch *l)
{
	int code = 0;

	if (l->shared > SHARED_WITHOUT_ASKING)
		code = self(d)->fn.entry_set(l->entry, FUNCTION_SHARED,
					     (int)l->shared);
	if (code)
		return code;
	return self(d)->fn.launch(l->entry, l->grid[0], l->grid[1], l->grid[2],
				  l->block[0], l->block[1], l->block[2],
				  l->shared, NULL, l->args, NULL);
}

static int
cuda_synchronise(struct device *d)
{
	return self(d)->fn.synchronise();
}

static int
cuda_mark(struct device *d, int which)
{
	return self(d)->fn.event_record(self(d)->events[which], NULL);
}

static int
cuda_elapsed(struct device *device, double *ns)
{
	struct cuda *d = self(device);
	float ms = 0;
	int code = d->fn.event_wait(d->events[1]);

	if (!code)
		code = d->fn.event_elapsed(&ms, d->events[0], d->events[1]);
	*ns = (double)ms * 1e6;
	return code;
}

static const struct device_ops ops = {
	.image = DEVICE_CUBIN,
	.open = cuda_open,
	.start = cuda_start,
	.error = cuda_error,
	.load = cuda_load,
	.unload = cuda_unload,
	.find = cuda_find,
	.allocate = cuda_allocate,
	.release = cuda_release,
	.copy_in = cuda_copy_in,
	.copy_out = cuda_copy_out,
	.copy_out_start = cuda_copy_out_start,
	.copy_within = cuda_copy_within,
	.fill_words = cuda_fill_words,
	.host_allocate = cuda_host_allocate,
	.host_release = cuda_host_release,
	.launch = cuda_launch,
	.synchronise = cuda_synchronise,
	.mark = cuda_mark,
	.elapsed = cuda_elapsed,
	.close = cuda_close,
};

const struct device_ops *
cuda_make(void)
{
	return &ops;
}
