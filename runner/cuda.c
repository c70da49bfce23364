/*
 * The CUDA driver as a device.
 *
 * With cuda_driver.c and cuda_device.c this is the only code that knows it;
 * types and constants are declared here. One context a process, the primary
 * one, and two events for all timing.
 *
 * Codes go up as they are; what to make of one is decided by the callers. Only
 * opening and making a context speak themselves, since all that can go wrong
 * there is the environment's.
 */
#include <stdlib.h>
#include <string.h>

#include "cuda.h"
#include "device.h"
#include "fault.h"

#include "cuda_parts.h"

enum {
	FUNCTION_SHARED = 8, /* CU_FUNC_ATTRIBUTE_... */
	SHARED_WITHOUT_ASKING = 48 * 1024,
	NOT_SUPPORTED = 801, /* CUDA_ERROR_NOT_SUPPORTED */
};

static struct cuda *
self(struct device *d)
{
	return (struct cuda *)d;
}

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
	if (!driver_open(&d->fn, f) || !cuda_find_device(d, index, f)) {
		cuda_close(&d->device);
		return false;
	}
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
		return cuda_fail(d, f, "making a context", code);
	}
	code = d->fn.context_set(d->context);
	for (i = 0; i < 2 && !code; i++)
		code = d->fn.event_make(&d->events[i], 0);
	return code ? cuda_fail(d, f, "making a context", code) : true;
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

/* Only loading fills variables; an image without any has nothing to renew. */
static int
cuda_renew(struct device *d, const void *image, size_t bytes, void **module)
{
	static const char section[] = ".nv.global";
	int code;

	if (!memmem(image, bytes, section, sizeof(section) - 1))
		return 0;
	cuda_unload(d, *module);
	code = cuda_load(d, image, module);
	if (code)
		*module = NULL;
	return code;
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

/* More shared memory than any kernel may have is to be asked for. */
static int
ask_shared(struct cuda *d, const struct device_launch *l)
{
	if (l->shared <= SHARED_WITHOUT_ASKING)
		return 0;
	return d->fn.entry_set(l->entry, FUNCTION_SHARED, (int)l->shared);
}

static int
cuda_launch(struct device *device, const struct device_launch *l)
{
	const unsigned *g = l->grid, *b = l->block;
	struct cuda *d = self(device);
	int code = ask_shared(d, l);

	if (code)
		return code;
	if (l->cooperative)
		return d->fn.launch_cooperative(l->entry, g[0], g[1], g[2],
						b[0], b[1], b[2], l->shared,
						NULL, l->args);
	return d->fn.launch(l->entry, g[0], g[1], g[2], b[0], b[1], b[2],
			    l->shared, NULL, l->args, NULL);
}

static int
cuda_resident(struct device *device, const struct device_launch *l,
	      uint64_t *blocks)
{
	int threads = (int)(l->block[0] * l->block[1] * l->block[2]);
	struct cuda *d = self(device);
	int code = ask_shared(d, l), each = 0;

	if (!code)
		code = d->fn.blocks_per_sm(&each, l->entry, threads, l->shared);
	*blocks = code ? 0 : (uint64_t)each *
			     (uint64_t)device->attributes.sm_count;
	return code;
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

static int
cuda_profile(struct device *device, bool on)
{
	struct cuda *d = self(device);
	int (*call)(void) = on ? d->fn.profiler_start : d->fn.profiler_stop;

	return call ? call() : NOT_SUPPORTED;
}

static const struct device_ops ops = {
	.image = DEVICE_CUBIN,
	.open = cuda_open,
	.start = cuda_start,
	.error = cuda_error,
	.load = cuda_load,
	.unload = cuda_unload,
	.renew = cuda_renew,
	.find = cuda_find,
	.allocate = cuda_allocate,
	.release = cuda_release,
	.copy_in = cuda_copy_in,
	.copy_out = cuda_copy_out,
	.copy_out_start = cuda_copy_out_start,
	.copy_within = cuda_copy_within,
	.fill_words = cuda_fill_words,
	.repeats = cuda_repeats,
	.lacks = cuda_lacks,
	.host_allocate = cuda_host_allocate,
	.host_release = cuda_host_release,
	.launch = cuda_launch,
	.resident = cuda_resident,
	.synchronise = cuda_synchronise,
	.mark = cuda_mark,
	.elapsed = cuda_elapsed,
	.profile = cuda_profile,
	.close = cuda_close,
};

const struct device_ops *
cuda_make(void)
{
	return &ops;
}
