/*
 * Any bytes as PTX, each kernel of which is launched. Promised: text that is no
 * PTX has a reason; a launch ends within its budget; no byte outside of its
 * memory is written, whatever was found; and where nothing was found, what it
 * leaves does not depend on what memory that is not its own held before.
 */
#include <string.h>

#include "arena.h"
#include "device.h"
#include "finding.h"
#include "fuzz.h"
#include "launch.h"
#include "layout.h"
#include "memory.h"
#include "ptx.h"
#include "translate.h"

enum {
	BUFFER = 1024,     /* bytes of the buffer that parameters point to */
	BUDGET = 20000,    /* instructions of a launch */
	PARAMETERS = 64,
	PARAMETER = 4096,  /* larger ones are not given */
	KERNELS = 3,
	WATCHED = 1 << 20, /* bytes from the start of memory on */
};

struct run {
	struct arena arena;
	struct module module;
	struct memory memory;
	struct findings findings;
	struct launcher launcher;
	uint64_t buffer;    /* its address */
	unsigned char fill; /* what memory held before */
	size_t nfound;
};

/* A module in memory of its own; false where the text is none. */
static bool
load(struct run *r, const char *text)
{
	unsigned char *at;
	size_t i;

	r->module.arena = &r->arena;
	r->launcher.memory = &r->memory;
	r->launcher.findings = &r->findings;
	expect(memory_make(&r->memory));
	memset(r->memory.bytes, r->fill, WATCHED);
	if (!ptx_parse(&r->module, text)) {
		expect(r->module.error[0] != '\0');
		return false;
	}
	if (!layout_module(&r->module, &r->memory))
		return false;
	translate_module(&r->module);
	expect(memory_allocate(&r->memory, BUFFER, NULL, &r->buffer));
	at = memory_find(&r->memory, r->buffer, BUFFER);
	for (i = 0; i < BUFFER; i++)
		at[i] = (unsigned char)(i * 7);
	memory_set_written(&r->memory, r->buffer, BUFFER, true);
	return true;
}

/* Pointers to the buffer, small numbers otherwise; false for too many. */
static bool
set_args(const struct run *r, const struct function *f, void **args,
	 unsigned char *bytes)
{
	const uint32_t number = 3;
	size_t i;

	if (f->nparams > PARAMETERS)
		return false;
	for (i = 0; i < f->nparams; i++) {
		args[i] = bytes + i * PARAMETER;
		if (f->params[i]->bytes > PARAMETER)
			return false;
		memcpy(args[i], &number, sizeof(number));
		if (f->params[i]->bytes == sizeof(r->buffer))
			memcpy(args[i], &r->buffer, sizeof(r->buffer));
	}
	return true;
}

static void
launch(struct run *r, struct function *f)
{
	static unsigned char bytes[PARAMETERS * PARAMETER];
	void *args[PARAMETERS];
	struct device_launch d = { .grid = { 2, 1, 1 }, .block = { 64, 1, 1 },
				   .shared = 256, .budget = BUDGET,
				   .args = args };
	struct finding found;

	if (!set_args(r, f, args, bytes))
		return;
	launch_run(&r->launcher, f, &d);
	while (finding_take(&r->findings, &found)) {
		expect(memchr(found.text, '\0', sizeof(found.text)) != NULL);
		r->nfound++;
	}
}

/* Up to the end of the buffer: what a launch had for itself is behind it. */
static void
expect_untouched(const struct run *r)
{
	uint64_t end = r->buffer - MEMORY_BASE + BUFFER + MEMORY_GUARD / 2, i;

	for (i = 0; i < end && i < WATCHED; i++)
		expect((r->memory.valid[i / 64] >> i % 64 & 1) ||
		       r->memory.bytes[i] == r->fill);
}

static void
run_all(struct run *r, const char *text)
{
	size_t i, n = 0;

	if (!load(r, text))
		return;
	for (i = 0; i < r->module.nfunctions && n < KERNELS; i++) {
		struct function *f = r->module.functions[i];

		if (!f->entry || !f->defined)
			continue;
		launch(r, f);
		expect_untouched(r);
		n++;
	}
}

static void
expect_same(const struct run *x, const struct run *y)
{
	expect(x->buffer == y->buffer);
	if (!x->buffer || x->nfound)
		return;
	expect(y->nfound == 0);
	expect(!memcmp(memory_find(&x->memory, x->buffer, BUFFER),
		       memory_find(&y->memory, y->buffer, BUFFER), BUFFER));
}

static void
close_run(struct run *r)
{
	memory_free(&r->memory);
	finding_free(&r->findings);
	arena_free(&r->arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct run one = { .fill = 0 }, two = { .fill = 0xa5 };
	struct arena a = { 0 };
	const char *text = arena_copy(&a, (const char *)data, len);

	run_all(&one, text);
	run_all(&two, text);
	expect_same(&one, &two);
	close_run(&one);
	close_run(&two);
	arena_free(&a);
	return 0;
}
