/*
 * Buffers compared where they are.
 *
 * Half a gigabyte takes fifty times as long to read back as to look at on the
 * device. So two kernels of our own look: whether a period is there again and
 * again, and whether a word is there at all. The driver makes them of the text
 * below when they are first asked for. A driver that cannot says `not known`,
 * as it does of whatever differs: then the host reads the buffer (check.c) and
 * finds the place.
 *
 * Threads take eight bytes in turn; a flag is raised, never lowered.
 */
#include <stddef.h>
#include <stdint.h>

#include "cuda.h"
#include "device.h"

#include "cuda_parts.h"

enum {
	THREADS = 256,
	BLOCKS_EACH = 8, /* of a multiprocessor */
	WORD = sizeof(uint64_t),
	FLAG_BYTES = 256, /* of the scratch memory; the period is behind it */
	ARGS = 5,
};

#define HEAD                                           \
	"{ .reg .pred %p<3>; .reg .b32 %r<6>;\n"       \
	".reg .b64 %n, %i, %j, %s, %t, %x, %y, %z;\n"  \
	".reg .b64 %at, %period, %length, %flag;\n"    \
	"ld.param.u64 %at, [at]; ld.param.u64 %n, [n];\n" \
	"ld.param.u64 %flag, [flag];\n"                \
	"mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x;\n" \
	"mov.u32 %r2, %tid.x; mov.u32 %r3, %nctaid.x;\n" \
	"mul.wide.u32 %i, %r0, %r1; cvt.u64.u32 %x, %r2;\n" \
	"add.u64 %i, %i, %x; mul.wide.u32 %s, %r1, %r3;\n"

#define NEXT                                            \
	"setp.ge.u64 %p0, %i, %n; @%p0 bra DONE;\n"     \
	"shl.b64 %x, %i, 3; add.u64 %x, %x, %at;\n"     \
	"ld.global.u64 %x, [%x]; add.u64 %i, %i, %s;\n"

static const char text[] =
	".version 6.0\n.target sm_50\n.address_size 64\n"
	".visible .entry kbc_repeats(.param .u64 at, .param .u64 n,\n"
	".param .u64 flag, .param .u64 period, .param .u64 length)\n"
	HEAD
	"ld.param.u64 %period, [period]; ld.param.u64 %length, [length];\n"
	"rem.u64 %j, %i, %length; rem.u64 %t, %s, %length;\n"
	"LOOP:\n"
	NEXT
	"shl.b64 %y, %j, 3; add.u64 %y, %y, %period;\n"
	"ld.global.u64 %y, [%y]; setp.ne.u64 %p1, %x, %y;\n"
	"@%p1 st.global.u32 [%flag], 1;\n"
	"add.u64 %j, %j, %t; setp.ge.u64 %p2, %j, %length;\n"
	"@%p2 sub.u64 %j, %j, %length;\n"
	"bra LOOP;\n"
	"DONE: ret; }\n"
	".visible .entry kbc_lacks(.param .u64 at, .param .u64 n,\n"
	".param .u64 flag, .param .u64 word)\n"
	HEAD
	"ld.param.u64 %z, [word]; cvt.u32.u64 %r5, %z;\n"
	"LOOP:\n"
	NEXT
	"mov.b64 {%r3, %r4}, %x; setp.eq.u32 %p1, %r3, %r5;\n"
	"setp.eq.or.u32 %p1, %r4, %r5, %p1;\n"
	"@%p1 st.global.u32 [%flag], 1;\n"
	"bra LOOP;\n"
	"DONE: ret; }\n";

/* Once, whatever comes of it. */
static void
make_kernels(struct cuda *d)
{
	handle module;

	d->asked = true;
	if (d->fn.module_load(&module, text))
		return;
	if (d->fn.module_find(&d->repeats, module, "kbc_repeats"))
		d->repeats = NULL;
	if (d->fn.module_find(&d->lacks, module, "kbc_lacks"))
		d->lacks = NULL;
}

/* Memory for the flag and a period. */
static int
make_scratch(struct cuda *d, size_t period)
{
	int code;

	if (d->scratch && d->scratch_bytes >= period)
		return 0;
	if (d->scratch)
		d->fn.release(d->scratch);
	d->scratch = 0;
	code = d->fn.allocate(&d->scratch, FLAG_BYTES + period);
	if (code)
		d->scratch = 0;
	d->scratch_bytes = period;
	return code;
}

/* Run ENTRY over a place; ARGS are its third argument and those behind. */
static int
look(struct cuda *d, handle entry, const uint64_t at[2], uint64_t rest[2],
     bool *found)
{
	uint64_t address = at[0], words = at[1] / WORD, flag = d->scratch;
	void *args[ARGS] = { &address, &words, &flag, &rest[0], &rest[1] };
	unsigned blocks = (unsigned)d->device.attributes.sm_count *
			  BLOCKS_EACH;
	uint32_t raised = 1;
	int code = d->fn.fill_words(flag, 0, 1);

	if (!code)
		code = d->fn.launch(entry, blocks, 1, 1, THREADS, 1, 1, 0,
				    NULL, args, NULL);
	if (!code)
		code = d->fn.copy_out(&raised, flag, sizeof(raised));
	*found = raised != 0;
	return code;
}

int
cuda_repeats(struct device *device, const uint64_t at[2], const void *period,
	     size_t bytes, bool *known)
{
	struct cuda *d = (struct cuda *)device;
	bool differs = true;
	uint64_t rest[2];
	int code;

	*known = false;
	if (!d->asked)
		make_kernels(d);
	if (!d->repeats || at[1] % WORD || bytes % WORD)
		return 0;
	if (make_scratch(d, bytes))
		return 0;
	rest[0] = d->scratch + FLAG_BYTES;
	rest[1] = bytes / WORD;
	code = d->fn.copy_in(rest[0], period, bytes);
	if (!code)
		code = look(d, d->repeats, at, rest, &differs);
	*known = !code && !differs;
	return code;
}

int
cuda_lacks(struct device *device, const uint64_t at[2], uint32_t word,
	   bool *known)
{
	struct cuda *d = (struct cuda *)device;
	uint64_t rest[2] = { word, 0 };
	bool found = true;
	int code;

	*known = false;
	if (!d->asked)
		make_kernels(d);
	if (!d->lacks || at[1] % WORD || make_scratch(d, WORD))
		return 0;
	code = look(d, d->lacks, at, rest, &found);
	*known = !code && !found;
	return code;
}
