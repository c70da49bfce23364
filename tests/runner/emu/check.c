/*
 * The emulator as a device: emu-check FILE.ptx runs the kernels of kernels.cu
 * and compares what they leave, print and are found to do.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "device.h"
#include "emu.h"
#include "fault.h"
#include "file.h"
#include "rules.h"

enum { MESSAGES = 40 };

#define CHECK(good) check((good), #good, __LINE__)

static int
check(bool good, const char *what, int line)
{
	static int failed;

	if (!good && failed++ < MESSAGES)
		fprintf(stderr, "check.c:%d: failed: %s\n", line, what);
	return failed;
}

struct bench {
	const struct device_ops *ops;
	struct device *d;
	void *module;
	unsigned grid[3], block[3], shared;
	void *args[16];
	uint64_t values[16];
	unsigned nargs;
};

static void
set_size(struct bench *b, unsigned grid, unsigned block, unsigned shared)
{
	unsigned i;

	for (i = 0; i < 3; i++)
		b->grid[i] = b->block[i] = 1;
	b->grid[0] = grid;
	b->block[0] = block;
	b->shared = shared;
	b->nargs = 0;
}

static uint64_t
add_arg(struct bench *b, uint64_t value)
{
	b->values[b->nargs] = value;
	b->args[b->nargs] = &b->values[b->nargs];
	b->nargs++;
	return value;
}

static uint64_t
add_float(struct bench *b, float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return add_arg(b, bits);
}

/* A buffer of BYTES as an argument; FROM NULL: never written. */
static uint64_t
add_buffer(struct bench *b, const void *from, size_t bytes)
{
	uint64_t at = 0;

	CHECK(!b->ops->allocate(b->d, bytes, &at));
	if (from)
		CHECK(!b->ops->copy_in(b->d, at, from, bytes));
	return add_arg(b, at);
}

static bool
has_entry(struct bench *b, const char *name)
{
	void *entry;

	return !b->ops->find(b->d, b->module, name, &entry);
}

static int
launch(struct bench *b, const char *name)
{
	struct device_launch l = { .shared = b->shared, .args = b->args };
	int code = b->ops->find(b->d, b->module, name, &l.entry);

	memcpy(l.grid, b->grid, sizeof(l.grid));
	memcpy(l.block, b->block, sizeof(l.block));
	if (!code)
		code = b->ops->launch(b->d, &l);
	if (code)
		fprintf(stderr, "%s: code %d\n", name, code);
	return code;
}

/* Launch, and say what was found: nothing should be. */
static void
run(struct bench *b, const char *name)
{
	struct finding f;

	CHECK(!launch(b, name));
	while (b->ops->finding(b->d, &f)) {
		fprintf(stderr, "%s:%ld: %s: %s\n", f.file, f.line, f.kernel,
			f.text);
		CHECK(!"no finding");
	}
}

/* Launch, and expect a finding of KIND with TEXT in it; *F is the first. */
static void
run_badly(struct bench *b, const char *name, enum finding_kind kind,
	  const char *text, struct finding *f)
{
	struct finding other;

	memset(f, 0, sizeof(*f));
	CHECK(!launch(b, name));
	if (!b->ops->finding(b->d, f)) {
		fprintf(stderr, "%s: nothing found\n", name);
		CHECK(!"a finding");
		return;
	}
	if (f->kind != kind || !strstr(f->text, text))
		fprintf(stderr, "%s: %s\n", name, f->text);
	CHECK(f->kind == kind);
	CHECK(strstr(f->text, text));
	CHECK(!strcmp(f->kernel, name));
	CHECK(strstr(f->file, "kernels.cu") && f->line > 0);
	while (b->ops->finding(b->d, &other))
		CHECK(other.kind == kind);
}

static void
get(struct bench *b, unsigned arg, void *to, size_t bytes)
{
	CHECK(!b->ops->copy_out(b->d, to, b->values[arg], bytes));
}

enum { MOST = 8192 };

static float f[MOST], g[MOST];
static int32_t n[MOST], m[MOST];

/* f: 0, 1, 2 ... times STEP; n: the same as integers. */
static void
fill(float step)
{
	int i;

	for (i = 0; i < MOST; i++) {
		f[i] = (float)i * step;
		n[i] = i;
	}
}

static void
test_saxpy(struct bench *b)
{
	int i;

	fill(1);
	set_size(b, 3, 256, 0);
	add_arg(b, 600);
	add_float(b, 2);
	add_buffer(b, f, 600 * 4);
	add_buffer(b, f, 600 * 4);
	run(b, "saxpy");
	get(b, 3, g, 600 * 4);
	for (i = 0; i < 600; i++)
		CHECK(g[i] == 3 * f[i]);
}

static void
test_sums(struct bench *b)
{
	int i;

	for (i = 0; i < 1000; i++)
		f[i] = 1;
	set_size(b, 1, 256, 0);
	add_buffer(b, f, 4000);
	add_buffer(b, NULL, 4);
	add_arg(b, 1000);
	run(b, "sum_shuffle");
	get(b, 1, g, 4);
	CHECK(g[0] == 1000);
	set_size(b, 4, 256, 1024);
	add_buffer(b, f, 4000);
	add_buffer(b, NULL, 16);
	add_arg(b, 1000);
	run(b, "sum_shared");
	get(b, 1, g, 16);
	CHECK(g[0] == 256 && g[1] == 256 && g[2] == 256 && g[3] == 232);
}

static void
test_races(struct bench *b)
{
	struct finding found;

	fill(1);
	set_size(b, 1, 256, 1024);
	add_buffer(b, f, 1024);
	add_buffer(b, NULL, 4);
	add_arg(b, 256);
	run_badly(b, "sum_racing", FINDING_RACE, "shared memory", &found);
	CHECK(found.thread[0] == 0 && strstr(found.text, "(16, 0, 0)"));
	set_size(b, 1, 128, 0);
	add_buffer(b, n, 2000);
	memset(m, 0, 64);
	add_buffer(b, m, 64);
	add_arg(b, 500);
	run_badly(b, "histogram_racing", FINDING_RACE, "read of shared",
		  &found);
	set_size(b, 2, 16, 0);
	b->grid[1] = 2;
	b->block[1] = 16;
	add_buffer(b, f, 4096);
	add_buffer(b, f, 4096);
	add_buffer(b, NULL, 4096);
	add_arg(b, 32);
	run_badly(b, "matmul_racing", FINDING_RACE, "shared", &found);
}

static int
count_steps(unsigned v)
{
	int k;

	for (k = 0; v > 1; k++)
		v = v & 1 ? 3 * v + 1 : v / 2;
	return k;
}

static void
test_divergence(struct bench *b)
{
	static const int fibonacci[] = { 0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55,
					 89 };
	int i;

	fill(1);
	set_size(b, 2, 64, 0);
	add_buffer(b, n, 400);
	add_buffer(b, NULL, 400);
	add_arg(b, 100);
	run(b, "collatz");
	get(b, 1, m, 400);
	for (i = 0; i < 100; i++)
		CHECK(m[i] == count_steps((unsigned)i));
	set_size(b, 1, 45, 0);
	add_buffer(b, NULL, 180);
	run(b, "recursion");
	get(b, 0, m, 180);
	for (i = 0; i < 45; i++)
		CHECK(m[i] == fibonacci[i % 12]);
	set_size(b, 1, 32, 0);
	add_buffer(b, f, 128);
	run(b, "indirect");
	get(b, 0, g, 128);
	for (i = 0; i < 32; i++)
		CHECK(g[i] == (i & 1 ? f[i] * f[i] : 2 * f[i]));
}

static int
switched(int v)
{
	switch (v % 8) {
	case 0: return v * 3;
	case 1: return v - 7;
	case 2: return v ^ 0x55;
	case 3: return v << 2;
	case 4: return ~v;
	case 5: return v / 3;
	case 6: return v | 64;
	default: return 0;
	}
}

static void
test_flow(struct bench *b)
{
	int i;

	fill(1);
	set_size(b, 1, 64, 0);
	add_buffer(b, n, 256);
	add_buffer(b, NULL, 256);
	run(b, "switches");
	get(b, 1, m, 256);
	for (i = 0; i < 64; i++)
		CHECK(m[i] == switched(i));
	set_size(b, 1, 32, 0);
	for (i = 0; i < 32; i++)
		n[i] = (i * 7 + 3) % 32;
	add_buffer(b, n, 128);
	add_buffer(b, NULL, 128);
	run(b, "local_array");
	get(b, 1, m, 128);
	for (i = 0; i < 32; i++)
		CHECK(m[i] >= 0 && m[i] < 32);
	set_size(b, 1, 32, 0);
	add_buffer(b, f, 128);
	run(b, "polynomial");
	get(b, 0, g, 128);
	CHECK(g[0] == 1 && g[1] == 10 && g[2] == 49 && g[11] == 5710);
}

static void
test_tiles(struct bench *b)
{
	int i, k;

	fill(1);
	set_size(b, 3, 32, 0);
	b->grid[1] = 3;
	b->block[1] = 8;
	add_buffer(b, f, 80 * 70 * 4);
	add_buffer(b, NULL, 80 * 70 * 4);
	add_arg(b, 80);
	add_arg(b, 70);
	run(b, "transpose");
	get(b, 1, g, 80 * 70 * 4);
	for (i = 0; i < 70; i++) {
		for (k = 0; k < 80; k++)
			CHECK(g[k * 70 + i] == f[i * 80 + k]);
	}
	for (i = 0; i < 4096; i++)
		f[i] = (float)(i % 7);
	set_size(b, 4, 16, 0);
	b->grid[1] = 4;
	b->block[1] = 16;
	add_buffer(b, f, 4096 * 4);
	add_buffer(b, f, 4096 * 4);
	add_buffer(b, NULL, 4096 * 4);
	add_arg(b, 64);
	run(b, "matmul");
	get(b, 2, g, 4096 * 4);
	for (i = 0; i < 4096; i++) {
		float sum = 0;

		for (k = 0; k < 64; k++)
			sum += f[i / 64 * 64 + k] * f[k * 64 + i % 64];
		CHECK(g[i] == sum);
	}
}

static void
test_atomics(struct bench *b)
{
	int i, want[16] = { 0 };

	fill(1);
	for (i = 0; i < 5000; i++)
		want[i % 16]++;
	set_size(b, 4, 128, 0);
	add_buffer(b, n, 20000);
	memset(m, 0, 64);
	add_buffer(b, m, 64);
	add_arg(b, 5000);
	run(b, "histogram");
	get(b, 1, m, 64);
	CHECK(!memcmp(m, want, sizeof(want)));
	m[0] = 0;
	set_size(b, 2, 64, 0);
	add_buffer(b, m, 4);
	add_buffer(b, m, 4);
	run(b, "spin_lock");
	get(b, 1, m, 4);
	CHECK(m[0] == 128);
	for (i = 0; i < 1000; i++)
		f[i] = 1;
	set_size(b, 8, 128, 0);
	add_buffer(b, f, 4000);
	add_buffer(b, NULL, 32);
	add_buffer(b, NULL, 4);
	add_arg(b, 1000);
	run(b, "last_block");
	get(b, 2, g, 4);
	CHECK(g[0] == 1000);
}

/* Blocks that wait for others which have not begun. */
static void
test_blocks(struct bench *b)
{
	int i;

	memset(m, 0, 800);
	set_size(b, 200, 1, 0);
	add_buffer(b, m, 800);
	add_buffer(b, NULL, 800);
	run(b, "chain");
	get(b, 1, m, 800);
	for (i = 0; i < 200; i++)
		CHECK(m[i] == i + 1);
	set_size(b, 100, 64, 0);
	add_buffer(b, NULL, 400);
	add_buffer(b, NULL, 400);
	run(b, "grid_barrier");
	get(b, 1, m, 400);
	for (i = 0; i < 100; i++)
		CHECK(m[i] == (i + 1) % 100 * 3);
}

static void
test_bad_accesses(struct bench *b)
{
	struct finding found;

	fill(1);
	set_size(b, 2, 128, 0);
	add_buffer(b, f, 800);
	add_buffer(b, NULL, 800);
	add_arg(b, 200);
	run_badly(b, "out_of_bounds", FINDING_BOUNDS,
		  "read of 4 bytes at offset 800 of a buffer of 800 bytes",
		  &found);
	CHECK(found.block[0] == 1 && found.thread[0] == 72);
	CHECK(found.count == 112);
	set_size(b, 1, 1, 0);
	add_buffer(b, f, 32);
	add_buffer(b, NULL, 16);
	run_badly(b, "misaligned", FINDING_ALIGN, "no multiple of 16", &found);
	set_size(b, 1, 64, 0);
	add_arg(b, 64);
	add_float(b, 2);
	add_buffer(b, NULL, 256);
	add_buffer(b, f, 256);
	run_badly(b, "saxpy", FINDING_UNWRITTEN, "never written", &found);
	CHECK(found.count == 64);
}

static void
test_ends(struct bench *b)
{
	struct finding found;

	memset(m, 0, 4);
	set_size(b, 1, 64, 0);
	add_arg(b, 40);
	run_badly(b, "asserts", FINDING_ASSERT, "n > threadIdx.x", &found);
	CHECK(found.thread[0] == 40);
	set_size(b, 1, 64, 0);
	add_arg(b, 40);
	run_badly(b, "traps", FINDING_TRAP, "trap", &found);
	CHECK(found.thread[0] == 40);
	set_size(b, 1, 32, 0);
	add_buffer(b, m, 4);
	run_badly(b, "hangs", FINDING_HANG, "nobody writes", &found);
	set_size(b, 1, 128, 0);
	add_buffer(b, NULL, 512);
	run_badly(b, "diverging_barrier", FINDING_BARRIER,
		  "barrier 0 is reached by 40 of 128 threads", &found);
	if (!has_entry(b, "lacks"))
		return;
	set_size(b, 1, 1, 0);
	m[0] = 1;
	add_buffer(b, m, 4);
	run_badly(b, "lacks", FINDING_UNSUPPORTED, "wgmma", &found);
	CHECK(!strcmp(found.text, "wgmma"));
	set_size(b, 1, 1, 0);
	m[0] = 0;
	add_buffer(b, m, 4);
	run(b, "lacks");
}

static void
test_warps(struct bench *b)
{
	uint32_t r[128];
	int i, k;

	fill(1);
	set_size(b, 1, 32, 0);
	add_buffer(b, n, 128);
	add_buffer(b, NULL, 512);
	run(b, "warp_votes");
	get(b, 1, r, 512);
	for (i = 0; i < 32; i++) {
		uint32_t same = 0;

		for (k = i % 3; k < 32; k += 3)
			same |= UINT32_C(1) << k;
		CHECK(r[4 * i] == 0xaaaaaaaa && r[4 * i + 1] == 1);
		CHECK(r[4 * i + 2] == 1 && r[4 * i + 3] == same);
	}
	set_size(b, 1, 32, 0);
	add_buffer(b, n, 128);
	add_buffer(b, NULL, 128);
	run(b, "tiles");
	get(b, 1, m, 128);
	CHECK(m[0] == 28 && m[1] == 92 && m[2] == 156 && m[3] == 220);
	CHECK(m[31] == 32);
	if (!has_entry(b, "reduces"))
		return;
	set_size(b, 1, 32, 0);
	add_buffer(b, n, 128);
	add_buffer(b, NULL, 128);
	run(b, "reduces");
	get(b, 1, m, 128);
	CHECK(m[0] == 496031 && m[31] == 496031);
}

static void
test_floats(struct bench *b)
{
	double x[32], y[32], sum = 0;
	int i;

	for (i = 0; i < 32; i++)
		x[i] = i * 0.37;
	set_size(b, 1, 32, 0);
	add_buffer(b, x, sizeof(x));
	add_buffer(b, NULL, sizeof(y));
	run(b, "doubles");
	get(b, 1, y, sizeof(y));
	for (i = 0; i < 32; i++)
		CHECK(y[i] ==
		      sqrt(x[i]) / (1 + x[i]) + fma(x[i], x[i], -0.5));
	fill(0.01f);
	set_size(b, 1, 128, 0);
	add_buffer(b, f, 2000);
	add_buffer(b, NULL, 2000);
	add_arg(b, 500);
	run(b, "softmax");
	get(b, 1, g, 2000);
	for (i = 0; i < 500; i++)
		sum += (double)g[i];
	CHECK(fabs(sum - 1) < 1e-5);
	CHECK(fabs((double)g[101] / (double)g[1] - exp(1)) < 1e-5);
}

/* x = 1, 2, 3 ... in half precision; the sums are exact. */
static void
test_halves(struct bench *b)
{
	static const uint16_t small[4] = { 0x3c00, 0x4000, 0x4200, 0x4400 };
	uint16_t x[256], y[256];
	float want = 0;
	int i;

	for (i = 0; i < 256; i++) {
		x[i] = small[i % 4];
		y[i] = small[i % 3];
		want += (float)((i % 4 + 1) * (i % 3 + 1));
	}
	set_size(b, 1, 32, 0);
	add_buffer(b, x, sizeof(x));
	add_buffer(b, y, sizeof(y));
	add_buffer(b, NULL, 4);
	add_arg(b, 128);
	run(b, "half_dot");
	get(b, 2, g, 4);
	CHECK(g[0] == want);
	for (i = 0; i < 32; i++)
		x[i] = (uint16_t)(0x3f80 + i);
	set_size(b, 1, 32, 0);
	add_buffer(b, x, 64);
	add_float(b, 2);
	add_arg(b, 32);
	run(b, "bf16_scale");
	get(b, 0, y, 64);
	for (i = 0; i < 32; i++)
		CHECK(y[i] == 0x4000 + i);
}

static void
test_tensor(struct bench *b)
{
	static const uint16_t small[4] = { 0x3c00, 0x4000, 0x4200, 0x4400 };
	uint16_t x[256], y[128];
	int i, k;

	if (!has_entry(b, "mma_tile"))
		return;
	for (i = 0; i < 256; i++)
		x[i] = small[(i + i / 16) % 4];
	for (i = 0; i < 128; i++)
		y[i] = small[(i * 5 + i / 16) % 4];
	set_size(b, 1, 32, 0);
	add_buffer(b, x, sizeof(x));
	add_buffer(b, y, sizeof(y));
	add_buffer(b, NULL, 512);
	run(b, "mma_tile");
	get(b, 2, g, 512);
	for (i = 0; i < 128; i++) {
		int row = i / 8, col = i % 8, sum = 0, p, q;

		for (k = 0; k < 16; k++) {
			p = row * 16 + k;
			q = col * 16 + k;
			sum += ((p + p / 16) % 4 + 1) *
			       ((q * 5 + q / 16) % 4 + 1);
		}
		CHECK(g[i] == (float)sum);
	}
	fill(1);
	set_size(b, 1, 128, 0);
	add_buffer(b, f, 5120);
	add_buffer(b, NULL, 512);
	add_arg(b, 10);
	run(b, "pipeline");
	get(b, 1, g, 512);
	CHECK(g[0] == 5770 && g[127] == 5760);
}

/* x is 16 x 16 by rows, y 16 x 16 by columns, in small halves. */
static void
test_fragments(struct bench *b)
{
	static const uint16_t small[4] = { 0x3c00, 0x4000, 0x4200, 0x4400 };
	int8_t p[128], q[512];
	uint16_t x[256], y[256];
	int i, k, sum;

	for (i = 0; i < 256; i++) {
		x[i] = small[(i + i / 16) % 4];
		y[i] = small[(i * 5 + i / 16) % 4];
	}
	set_size(b, 1, 32, 0);
	add_buffer(b, x, sizeof(x));
	add_buffer(b, y, sizeof(y));
	add_buffer(b, NULL, 1024);
	run(b, "wmma_half");
	get(b, 2, g, 1024);
	for (i = 0; i < 256; i++) {
		for (k = 0, sum = 1; k < 16; k++)
			sum += ((i / 16 * 17 + k) % 4 + 1) *
			       ((i % 16 * 81 + k * 5) % 4 + 1);
		CHECK(g[i] == (float)(2 * sum));
	}
	for (i = 0; i < 512; i++)
		q[i] = (int8_t)(i * 7 % 256 - 128);
	memcpy(p, q + 100, sizeof(p));
	set_size(b, 1, 32, 0);
	add_buffer(b, p, sizeof(p));
	add_buffer(b, q, sizeof(q));
	add_buffer(b, NULL, 1024);
	run(b, "wmma_bytes");
	get(b, 2, m, 1024);
	for (i = 0; i < 256; i++) {
		for (k = 0, sum = 0; k < 16; k++)
			sum += p[i / 32 * 16 + k] * q[i % 32 * 16 + k];
		CHECK(m[i] == sum);
	}
}

static uint32_t
reversed(uint32_t v)
{
	uint32_t r = 0;
	int i;

	for (i = 0; i < 32; i++)
		r |= (v >> i & 1) << (31 - i);
	return r;
}

/* The first line of integers(), which the host can say as well. */
static void
test_integers(struct bench *b)
{
	int64_t r[32];

	fill(1);
	set_size(b, 1, 32, 0);
	add_buffer(b, n, 128);
	add_buffer(b, n, 128);
	add_buffer(b, NULL, 256);
	run(b, "integers");
	get(b, 2, r, 256);
	/* x = y = 0: 0 + 32 + 0 + 0, then sad 5 and dp4a 3 */
	CHECK(r[0] == 40);
	CHECK(reversed(1) == 0x80000000);
}

static void
test_scans(struct bench *b)
{
	int i;

	fill(1);
	set_size(b, 1, 64, 512);
	add_buffer(b, n, 512);
	add_buffer(b, NULL, 512);
	add_arg(b, 128);
	run(b, "scan");
	get(b, 1, m, 512);
	for (i = 0; i < 128; i++)
		CHECK(m[i] == i * (i - 1) / 2);
	set_size(b, 20, 128, 0);
	add_buffer(b, n, 2560 * 4);
	add_buffer(b, NULL, 2560 * 4);
	memset(m, 0, 80);
	add_buffer(b, m, 80);
	add_buffer(b, NULL, 80);
	run(b, "look_back");
	get(b, 1, m, 2560 * 4);
	for (i = 0; i < 2560; i++)
		CHECK(m[i] == i * (i + 1) / 2);
	for (i = 0; i < 128; i++)
		n[i] = i * 37 % 128;
	set_size(b, 1, 128, 512);
	add_buffer(b, n, 512);
	add_arg(b, 128);
	run(b, "bitonic");
	get(b, 0, m, 512);
	for (i = 0; i < 128; i++)
		CHECK(m[i] == i);
}

static void
test_meetings(struct bench *b)
{
	int i, k;

	fill(1);
	set_size(b, 1, 128, 0);
	add_buffer(b, n, 256);
	add_buffer(b, NULL, 768);
	run(b, "producer");
	get(b, 1, m, 768);
	for (k = 0; k < 3; k++) {
		for (i = 0; i < 64; i++)
			CHECK(m[k * 64 + i] == (63 - i) * (k + 1));
	}
	set_size(b, 16, 64, 0);
	add_buffer(b, NULL, 4096);
	add_buffer(b, NULL, 4096);
	run(b, "grid_sync");
	get(b, 0, m, 4096);
	for (i = 0; i < 1024; i++)
		CHECK(m[i] == (i + 64) % 1024 * 3);
}

static void
test_bulk(struct bench *b)
{
	int i;

	if (!has_entry(b, "bulk"))
		return;
	fill(1);
	set_size(b, 1, 128, 0);
	add_buffer(b, n, 4096);
	add_buffer(b, NULL, 4096);
	add_arg(b, 4);
	run(b, "bulk");
	get(b, 1, m, 4096);
	for (i = 0; i < 1024; i++)
		CHECK(m[i] == i + (i % 256 < 128 ? 1 : 2));
}

static void
test_all_atomics(struct bench *b)
{
	static const int32_t want[8] = { 63, -5, -1, 0, 9, 9, 2, -128 };
	uint64_t u[2];
	double d;
	uint32_t h;

	memset(m, 0, 64);
	set_size(b, 1, 64, 0);
	add_buffer(b, m, 4);
	add_buffer(b, m, 8);
	add_buffer(b, m, 16);
	add_buffer(b, m, 32);
	add_buffer(b, m, 4);
	run(b, "atomics");
	get(b, 0, g, 4);
	get(b, 1, &d, 8);
	get(b, 2, u, 16);
	get(b, 3, m, 32);
	get(b, 4, &h, 4);
	CHECK(g[0] == 64 && d == 32 && u[0] == 192 && u[1] == 77);
	CHECK(!memcmp(m, want, sizeof(want)));
	CHECK(h == 0x58005400); /* 128, 64 */
}

static void
test_print(struct bench *b)
{
	set_size(b, 2, 3, 0);
	add_arg(b, 4);
	run(b, "says");
}

static void
test_limits(struct bench *b)
{
	uint64_t at = 0;

	set_size(b, 1, 1025, 0);
	add_arg(b, 1);
	CHECK(launch(b, "says") == 1);
	set_size(b, 0, 32, 0);
	add_arg(b, 1);
	CHECK(launch(b, "says") == 1);
	CHECK(launch(b, "no_such_kernel") == 500);
	CHECK(rules_sorted());
	CHECK(b->ops->allocate(b->d, UINT64_C(1) << 50, &at) == 2);
	CHECK(b->ops->copy_out(b->d, &at, 64, 8) == 1);
}

static bool
open_bench(struct bench *b, const char *path)
{
	struct fault fault = { 0 };
	struct buf text = { 0 };
	struct finding found;
	int code;

	b->ops = emu_make();
	if (!b->ops->open(0, &b->d, &fault) || !b->ops->start(b->d, &fault)) {
		fprintf(stderr, "%s\n", fault.text);
		return false;
	}
	if (!file_read(path, 1 << 28, &text)) {
		fprintf(stderr, "cannot read '%s'\n", path);
		return false;
	}
	code = b->ops->load(b->d, text.data, &b->module);
	buf_free(&text);
	while (b->ops->finding(b->d, &found))
		fprintf(stderr, "%s: %s\n", path, found.text);
	return code == 0;
}

int
main(int argc, char **argv)
{
	static void (*const tests[])(struct bench *) = {
		test_saxpy,   test_sums,   test_races,	      test_divergence,
		test_flow,    test_tiles,  test_atomics,      test_blocks,
		test_ends,    test_warps,  test_bad_accesses, test_floats,
		test_halves,  test_tensor, test_fragments,    test_integers,
		test_scans,   test_meetings, test_all_atomics, test_print,
		test_bulk,    test_limits,
	};
	struct bench b = { 0 };
	size_t i;

	if (argc != 2 || !open_bench(&b, argv[1]))
		return 2;
	for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		tests[i](&b);
	b.ops->unload(b.d, b.module);
	b.ops->close(b.d);
	return check(true, "", 0) != 0;
}
