/*
 * emu FILE.ptx: how many thread-instructions a second the emulator runs on one
 * core, checks on, for the kernels of emu.cu. An instruction of a warp counts
 * for 32, the best of five launches is told.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena.h"
#include "buf.h"
#include "device.h"
#include "file.h"
#include "finding.h"
#include "launch.h"
#include "layout.h"
#include "memory.h"
#include "ptx.h"
#include "translate.h"

enum { RUNS = 5, WORDS = 1 << 20 };

struct job {
	const char *entry;
	unsigned grid[3], block[3];
	const char *args; /* 'x' a buffer that is read, 'y' one written, 'n' */
	int n;
	double least; /* thread-instructions a nanosecond that are wanted */
};

static const struct job jobs[] = {
	{ "fma_chain", { 1, 1, 1 }, { 256, 1, 1 }, "yn", 10000, 3 },
	{ "reduce", { 16, 1, 1 }, { 256, 1, 1 }, "xyn", WORDS, 1 },
	{ "matmul", { 8, 8, 1 }, { 32, 32, 1 }, "xxyn", 256, 1 },
	{ "transpose", { 32, 32, 1 }, { 32, 8, 1 }, "xyn", 1024, 0 },
	{ "histogram", { 16, 1, 1 }, { 256, 1, 1 }, "xyn", WORDS, 0 },
};

struct bench {
	struct memory memory;
	struct findings findings;
	struct launcher launcher;
	struct arena arena;
	struct module module;
	uint64_t buffers[4];
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* One core: the emulator then runs blocks one after the other. */
static void
take_one_core(void)
{
	cpu_set_t set;
	int cpu = sched_getcpu();

	CPU_ZERO(&set);
	CPU_SET(cpu < 0 ? 0U : (unsigned)cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static bool
load(struct bench *b, const char *path)
{
	struct buf text = { 0 };
	size_t i;

	if (!memory_make(&b->memory) || !file_read(path, 1 << 24, &text))
		return false;
	b->launcher.memory = &b->memory;
	b->launcher.findings = &b->findings;
	b->module.arena = &b->arena;
	if (!ptx_parse(&b->module, text.data) ||
	    !layout_module(&b->module, &b->memory))
		return false;
	buf_free(&text);
	translate_module(&b->module);
	for (i = 0; i < 4; i++) {
		if (!memory_allocate(&b->memory, 4 * WORDS, NULL,
				     &b->buffers[i]))
			return false;
		memory_set_written(&b->memory, b->buffers[i], 4 * WORDS, true);
	}
	return true;
}

/* Nanoseconds of one launch. */
static double
run(struct bench *b, const struct job *j)
{
	struct device_launch l = { 0 };
	const struct symbol *s = ptx_find_symbol(&b->module, j->entry);
	uint64_t values[4];
	void *args[4];
	double start;
	size_t i;

	memcpy(l.grid, j->grid, sizeof(l.grid));
	memcpy(l.block, j->block, sizeof(l.block));
	for (i = 0; j->args[i]; i++) {
		values[i] = j->args[i] == 'n' ? (uint64_t)j->n : b->buffers[i];
		args[i] = &values[i];
	}
	l.args = args;
	start = now();
	if (!s || launch_run(&b->launcher, s->function, &l) != LAUNCH_DONE)
		exit(2);
	return now() - start;
}

int
main(int argc, char **argv)
{
	static struct bench b;
	struct finding found;
	double best, time, rate;
	bool slow = false;
	size_t i, k;

	take_one_core();
	if (argc != 2 || !load(&b, argv[1]))
		return 2;
	for (i = 0; i < sizeof(jobs) / sizeof(jobs[0]); i++) {
		best = run(&b, &jobs[i]);
		for (k = 1; k < RUNS; k++) {
			time = run(&b, &jobs[i]);
			best = time < best ? time : best;
		}
		rate = 32 * (double)b.launcher.instructions / best;
		slow |= rate < jobs[i].least;
		printf("%-10s %9.3f ms %6.2f G thread-instructions/s%s\n",
		       jobs[i].entry, best / 1e6, rate,
		       rate < jobs[i].least ? ", too slow" : "");
	}
	while (finding_take(&b.findings, &found)) {
		printf("%s: %s\n", found.kernel, found.text);
		slow = true;
	}
	return slow;
}
