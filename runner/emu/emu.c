/*
 * The emulator behind the device interface.
 *
 * It has one memory, any number of modules, and a list of findings; a launch
 * is run to its end before launch() returns, so there is nothing to wait for.
 * Marks are the host's clock. Memory that is filled with the pack's poison
 * counts as never written: a kernel that reads it is told so.
 *
 * Codes are those of the driver, so that callers need no second table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "approximate.h"
#include "arena.h"
#include "cause.h"
#include "code.h"
#include "device.h"
#include "emu.h"
#include "fault.h"
#include "finding.h"
#include "launch.h"
#include "layout.h"
#include "machine.h"
#include "memory.h"
#include "number.h"
#include "pack.h"
#include "ptx.h"
#include "translate.h"

enum {
	CODE_VALUE = 1,	     /* CUDA_ERROR_INVALID_VALUE */
	CODE_MEMORY = 2,     /* CUDA_ERROR_OUT_OF_MEMORY */
	CODE_PTX = 218,	     /* CUDA_ERROR_INVALID_PTX */
	CODE_NOT_FOUND = 500 /* CUDA_ERROR_NOT_FOUND */
};

struct emu {
	struct device device; /* first: the two pointers convert */
	struct memory memory;
	struct findings findings;
	struct launcher launcher;
	struct timespec marks[2];
	char promise[FINDING_TEXT];
};

/* A loaded module; its entries are its functions. */
struct loaded {
	struct arena arena;
	struct module module;
};

static struct emu *
self(struct device *d)
{
	return (struct emu *)d;
}

static void
set_attributes(struct device_attributes *a)
{
	snprintf(a->name, sizeof(a->name), "PTX emulator of kbc-run");
	snprintf(a->driver, sizeof(a->driver), "%s", KBC_VERSION);
	a->cc_major = 9;
	a->cc_minor = 0;
	a->sm_count = 16;
	a->warp_size = 32;
	a->l2_bytes = 4 << 20;
	a->clock_khz = -1;
	a->memory_clock_khz = -1;
	a->memory_bus_bits = -1;
	a->memory_bytes = INT64_C(8) << 30;
	a->shared_per_sm = 228 << 10;
	a->shared_per_block_optin = 227 << 10;
	a->registers_per_sm = 65536;
	a->max_threads_per_sm = 2048;
	a->max_blocks_per_sm = 32;
	a->ecc = -1;
	a->mig = -1;
	a->devices = 1;
}

static void
emu_close(struct device *device)
{
	memory_free(&self(device)->memory);
	finding_free(&self(device)->findings);
	free(device);
}

static bool
emu_open(int index, struct device **out, struct fault *f)
{
	struct emu *d = calloc(1, sizeof(*d));

	(void)index;
	if (!d || !memory_make(&d->memory)) {
		free(d);
		fault_set(f, FAULT_MACHINE,
			  "the emulator cannot reserve its memory: is the "
			  "address space limited?");
		return false;
	}
	set_attributes(&d->device.attributes);
	d->device.ops = emu_make();
	d->launcher.memory = &d->memory;
	d->launcher.findings = &d->findings;
	*out = &d->device;
	return true;
}

static bool
emu_start(struct device *d, struct fault *f)
{
	(void)d;
	(void)f;
	return true;
}

static const char *
emu_error(struct device *d, int code)
{
	(void)d;
	return cause_find_name(code);
}

static void
emu_unload(struct device *d, void *module)
{
	struct loaded *m = module;

	layout_release(&m->module, &self(d)->memory);
	arena_free(&m->arena);
	free(m);
}

/* A text that is no PTX is told as something that is not supported. */
static int
emu_load(struct device *d, const void *image, void **module)
{
	struct loaded *m = calloc(1, sizeof(*m));
	struct launch none = { .findings = &self(d)->findings };

	*module = NULL;
	if (!m)
		return CODE_MEMORY;
	m->module.arena = &m->arena;
	if (!ptx_parse(&m->module, image)) {
		finding_add_launch(&none, FINDING_UNSUPPORTED,
				   m->module.error);
		emu_unload(d, m);
		return CODE_PTX;
	}
	if (!layout_module(&m->module, &self(d)->memory)) {
		emu_unload(d, m);
		return CODE_MEMORY;
	}
	translate_module(&m->module);
	*module = m;
	return 0;
}

static int
emu_renew(struct device *d, const void *image, size_t bytes, void **module)
{
	struct loaded *m = *module;

	(void)image;
	(void)bytes;
	layout_renew(&m->module, &self(d)->memory);
	return 0;
}

static int
emu_find(struct device *d, void *module, const char *name, void **entry)
{
	struct loaded *m = module;
	const struct symbol *s = ptx_find_symbol(&m->module, name);

	(void)d;
	*entry = NULL;
	if (!s || s->space != SPACE_CODE || !s->function->entry ||
	    !s->function->defined)
		return CODE_NOT_FOUND;
	*entry = s->function;
	return 0;
}

static int
emu_allocate(struct device *d, uint64_t bytes, uint64_t *address)
{
	if (!bytes)
		return CODE_VALUE;
	return memory_allocate(&self(d)->memory, bytes, NULL, address)
		       ? 0
		       : CODE_MEMORY;
}

static void
emu_release(struct device *d, uint64_t address)
{
	memory_release(&self(d)->memory, address);
}

static int
emu_copy_in(struct device *d, uint64_t to, const void *from, size_t bytes)
{
	unsigned char *at = memory_find(&self(d)->memory, to, bytes);

	if (!at)
		return CODE_VALUE;
	memcpy(at, from, bytes);
	memory_set_written(&self(d)->memory, to, bytes, true);
	return 0;
}

static int
emu_copy_out(struct device *d, void *to, uint64_t from, size_t bytes)
{
	unsigned char *at = memory_find(&self(d)->memory, from, bytes);

	if (!at)
		return CODE_VALUE;
	memcpy(to, at, bytes);
	return 0;
}

static int
emu_copy_within(struct device *d, uint64_t to, uint64_t from, uint64_t bytes)
{
	struct memory *m = &self(d)->memory;
	unsigned char *t = memory_find(m, to, bytes);
	unsigned char *f = memory_find(m, from, bytes);

	if (!t || !f)
		return CODE_VALUE;
	memmove(t, f, bytes);
	memory_copy_written(m, to, from, bytes);
	return 0;
}

static int
emu_fill_words(struct device *d, uint64_t to, uint32_t word, uint64_t count)
{
	struct memory *m = &self(d)->memory;
	unsigned char *at = memory_find(m, to, count * sizeof(word));
	uint64_t i;

	if (!at || to % sizeof(word))
		return CODE_VALUE;
	for (i = 0; i < count; i++)
		memcpy(at + i * sizeof(word), &word, sizeof(word));
	memory_set_written(m, to, count * sizeof(word), word != PACK_POISON);
	return 0;
}

static int
emu_host_allocate(struct device *d, size_t bytes, void **at)
{
	(void)d;
	*at = calloc(1, bytes);
	return *at ? 0 : CODE_MEMORY;
}

static void
emu_host_release(struct device *d, void *at)
{
	(void)d;
	free(at);
}

static int
emu_launch(struct device *d, const struct device_launch *l)
{
	switch (launch_run(&self(d)->launcher, l->entry, l)) {
	case LAUNCH_DONE: return 0;
	case LAUNCH_INVALID: return CODE_VALUE;
	case LAUNCH_MEMORY: break;
	}
	return CODE_MEMORY;
}

static int
emu_synchronise(struct device *d)
{
	(void)d;
	return 0;
}

static int
emu_mark(struct device *d, int which)
{
	clock_gettime(CLOCK_MONOTONIC, &self(d)->marks[which]);
	return 0;
}

static int
emu_elapsed(struct device *d, double *ns)
{
	const struct timespec *m = self(d)->marks;

	*ns = (double)(m[1].tv_sec - m[0].tv_sec) * 1e9 +
	      (double)(m[1].tv_nsec - m[0].tv_nsec);
	return 0;
}

static bool
emu_finding(struct device *d, struct finding *out)
{
	return finding_take(&self(d)->findings, out);
}

static const char *
emu_promise(struct device *d, unsigned i)
{
	char *text = self(d)->promise;

	return approximate_tell(self(d)->launcher.approximated, i, text,
				FINDING_TEXT)
		       ? text
		       : NULL;
}

static const struct device_ops ops = {
	.image = DEVICE_PTX,
	.open = emu_open,
	.start = emu_start,
	.error = emu_error,
	.load = emu_load,
	.unload = emu_unload,
	.renew = emu_renew,
	.find = emu_find,
	.allocate = emu_allocate,
	.release = emu_release,
	.copy_in = emu_copy_in,
	.copy_out = emu_copy_out,
	.copy_out_start = emu_copy_out,
	.copy_within = emu_copy_within,
	.fill_words = emu_fill_words,
	.host_allocate = emu_host_allocate,
	.host_release = emu_host_release,
	.launch = emu_launch,
	.synchronise = emu_synchronise,
	.mark = emu_mark,
	.elapsed = emu_elapsed,
	.finding = emu_finding,
	.promise = emu_promise,
	.close = emu_close,
};

const struct device_ops *
emu_make(void)
{
	return &ops;
}
