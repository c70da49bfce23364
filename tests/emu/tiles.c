/*
 * tiles: PTX of matrix instructions through the emulator as a device. wmma in
 * every form and every order of its matrices, from global and shared memory;
 * ldmatrix, stmatrix and movmatrix. Small integers, so that each type is exact.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "device.h"
#include "emu.h"
#include "fault.h"
#include "num.h"
#include "operands.h"

enum {
	SIDE = 40, /* the stride of every matrix: longer than a row */
	WORDS = SIDE * 32,
	TEXT = 1 << 13,
};

struct type {
	const char *name;
	enum num_type type;
	char reg; /* of the register's name and type */
};

static const struct type f16 = {"f16", NUM_F16, 'b'};
static const struct type bf16 = {"bf16", NUM_BF16, 'b'};
static const struct type tf32 = {"tf32", NUM_TF32, 'b'};
static const struct type f32 = {"f32", NUM_F32, 'f'};
static const struct type f64 = {"f64", NUM_F64, 'd'};
static const struct type s8 = {"s8", NUM_S8, 'b'};
static const struct type u8 = {"u8", NUM_U8, 'b'};
static const struct type s32 = {"s32", NUM_S32, 'b'};

struct form {
	unsigned m, n, k;
	const struct type *type[4]; /* A B C D */
	unsigned registers[4];
};

static const struct form forms[] = {
	{16, 16, 16, {&f16, &f16, &f32, &f32}, {8, 8, 8, 8}},
	{16, 16, 16, {&f16, &f16, &f16, &f16}, {8, 8, 4, 4}},
	{32, 8, 16, {&f16, &f16, &f16, &f32}, {8, 8, 4, 8}},
	{8, 32, 16, {&f16, &f16, &f32, &f16}, {8, 8, 8, 4}},
	{16, 16, 16, {&bf16, &bf16, &f32, &f32}, {4, 4, 8, 8}},
	{32, 8, 16, {&bf16, &bf16, &f32, &f32}, {8, 2, 8, 8}},
	{8, 32, 16, {&bf16, &bf16, &f32, &f32}, {2, 8, 8, 8}},
	{16, 16, 16, {&s8, &s8, &s32, &s32}, {2, 2, 8, 8}},
	{32, 8, 16, {&u8, &u8, &s32, &s32}, {4, 1, 8, 8}},
	{8, 32, 16, {&s8, &s8, &s32, &s32}, {1, 4, 8, 8}},
	{16, 16, 8, {&tf32, &tf32, &f32, &f32}, {4, 4, 8, 8}},
	{8, 8, 4, {&f64, &f64, &f64, &f64}, {1, 1, 2, 2}},
};

struct bench {
	const struct device_ops *ops;
	struct device *d;
	char text[TEXT];
	size_t used;
	long done, bad;
};

static void say(struct bench *b, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void
say(struct bench *b, const char *format, ...)
{
	va_list list;
	int n;

	va_start(list, format);
	n = vsnprintf(b->text + b->used, TEXT - b->used, format, list);
	va_end(list);
	b->used += (size_t)n;
}

/* --- the text --- */

static void
say_head(struct bench *b)
{
	b->used = 0;
	say(b, ".version 9.0\n.target sm_90\n.address_size 64\n"
	       ".visible .entry k(.param .u64 p0, .param .u64 p1, "
	       ".param .u64 p2, .param .u64 p3)\n{\n"
	       ".reg .b64 %%p<4>;\n.reg .b32 %%t<4>;\n"
	       ".shared .align 32 .b8 s[8192];\n");
	for (unsigned i = 0; i < 4; i++)
		say(b, "ld.param.u64 %%p%u, [p%u];\n", i, i);
}

static void
say_list(struct bench *b, unsigned part, unsigned count)
{
	say(b, "{");
	for (unsigned r = 0; r < count; r++)
		say(b, "%s%%%c%u", r ? ", " : "", "abcd"[part], r);
	say(b, "}");
}

/* From shared memory: copied there, the address being one of its window. */
static void
say_to_shared(struct bench *b)
{
	say(b, ".reg .b64 %%g, %%u;\n.reg .b32 %%s, %%v;\n.reg .pred %%q;\n"
	       "mov.u32 %%t0, %%tid.x;\nmul.lo.u32 %%t0, %%t0, 4;\n"
	       "mov.u32 %%s, s;\n"
	       "copy:\ncvt.u64.u32 %%u, %%t0;\nadd.u64 %%g, %%p0, %%u;\n"
	       "ld.u32 %%v, [%%g];\nadd.u32 %%t1, %%s, %%t0;\n"
	       "st.shared.u32 [%%t1], %%v;\nadd.u32 %%t0, %%t0, 128;\n"
	       "setp.lt.u32 %%q, %%t0, %d;\n@%%q bra copy;\n"
	       "bar.sync 0;\n", WORDS);
}

static void
say_wmma(struct bench *b, const struct form *f, unsigned order)
{
	static const char *const orders[] = {"row", "col"};
	bool shared = order == 5 && f->type[0] != &f64;

	say_head(b);
	for (unsigned p = 0; p < 4; p++)
		say(b, ".reg .%c%u %%%c<%u>;\n",
		    f->type[p]->reg == 'b' ? 'b' : 'f',
		    f->type[p] == &f64 ? 64 : 32, "abcd"[p],
		    f->registers[p]);
	if (shared)
		say_to_shared(b);
	say(b, "mov.u32 %%t2, %d;\n", SIDE);
	for (unsigned p = 0; p < 3; p++) {
		say(b, "wmma.load.%c.sync.aligned.%s.m%un%uk%u.%s%s ",
		    "abc"[p], orders[order >> p & 1], f->m, f->n, f->k,
		    p || !shared ? "" : "shared.", f->type[p]->name);
		say_list(b, p, f->registers[p]);
		say(b, p || !shared ? ", [%%p%u], %%t2;\n" : ", [%%s], %%t2;\n",
		    p);
	}
	say(b, "wmma.mma.sync.aligned.%s.%s.m%un%uk%u.%s",
	    orders[order & 1], orders[order >> 1 & 1], f->m, f->n, f->k,
	    f->type[3]->name);
	if (f->type[0] != &f16)
		say(b, ".%s.%s", f->type[0]->name, f->type[1]->name);
	say(b, ".%s%s ", f->type[2]->name, f->type[0] == &f64 ? ".rn" : "");
	for (unsigned i = 0; i < 4; i++) {
		say_list(b, i ? i - 1 : 3, f->registers[i ? i - 1 : 3]);
		say(b, i < 3 ? ", " : ";\n");
	}
	say(b, "wmma.store.d.sync.aligned.%s.m%un%uk%u.%s [%%p3], ",
	    orders[order >> 2 & 1], f->m, f->n, f->k, f->type[3]->name);
	say_list(b, 3, f->registers[3]);
	say(b, ", %%t2;\nret;\n}\n");
}

/* --- running --- */

struct memory {
	unsigned char bytes[WORDS * 8];
};

/* Runs the text; P are its four buffers, in and out. */
static bool
run(struct bench *b, struct memory p[4])
{
	struct device_launch l = {.grid = {1, 1, 1}, .block = {32, 1, 1}};
	uint64_t at[4] = {0, 0, 0, 0};
	void *args[4], *module = NULL;
	struct finding f;
	bool ok = !b->ops->load(b->d, b->text, &module) &&
		  !b->ops->find(b->d, module, "k", &l.entry);

	for (unsigned i = 0; i < 4 && ok; i++) {
		args[i] = &at[i];
		ok = !b->ops->allocate(b->d, sizeof(p[i]), &at[i]) &&
		     !b->ops->copy_in(b->d, at[i], &p[i], sizeof(p[i]));
	}
	l.args = args;
	ok = ok && !b->ops->launch(b->d, &l) && !b->ops->synchronise(b->d) &&
	     !b->ops->copy_out(b->d, &p[3], at[3], sizeof(p[3]));
	while (b->ops->finding(b->d, &f)) {
		printf("line %ld: %s\n", f.line, f.text);
		ok = false;
	}
	for (unsigned i = 0; i < 4; i++)
		if (at[i])
			b->ops->release(b->d, at[i]);
	if (module)
		b->ops->unload(b->d, module);
	return ok;
}

static void
put(struct memory *m, enum num_type t, unsigned at, int value)
{
	const struct num_cvt c = {t, NUM_S32, 0};
	uint64_t bits = num_convert(&c, (uint32_t)value);
	unsigned bytes = num_bits(t) / 8;

	memcpy(m->bytes + at * bytes, &bits, bytes);
}

static unsigned
index_of(unsigned row, unsigned col, bool by_columns)
{
	return by_columns ? col * SIDE + row : row * SIDE + col;
}

static void
check_wmma(struct bench *b, const struct form *f, unsigned order)
{
	static struct memory p[4], want;
	static int x[3][32][32];
	uint64_t seed = order + f->m * 8u + f->k;
	const unsigned rows[3] = {f->m, f->k, f->m};
	const unsigned cols[3] = {f->k, f->n, f->n};
	int sum;

	memset(p, 0, sizeof(p));
	for (unsigned i = 0; i < 3; i++)
		for (unsigned r = 0; r < rows[i]; r++)
			for (unsigned c = 0; c < cols[i]; c++) {
				x[i][r][c] = (int)(operand_random(&seed) >> 9 &
						   7);
				put(&p[i], f->type[i]->type,
				    index_of(r, c, order >> i & 1),
				    x[i][r][c]);
			}
	want = p[3];
	for (unsigned r = 0; r < f->m; r++)
		for (unsigned c = 0; c < f->n; c++) {
			sum = x[2][r][c];
			for (unsigned k = 0; k < f->k; k++)
				sum += x[0][r][k] * x[1][k][c];
			put(&want, f->type[3]->type,
			    index_of(r, c, order >> 2 & 1), sum);
		}
	say_wmma(b, f, order);
	b->done++;
	if (run(b, p) && !memcmp(&p[3], &want, sizeof(want)))
		return;
	if (b->bad++ < 3)
		printf("wrong, order %u:\n%s", order, b->text);
}

/* --- moving matrices of 16-bit elements --- */

static void
say_moves(struct bench *b, const char *trans)
{
	say_head(b);
	say(b, ".reg .b32 %%a<4>;\n.reg .b32 %%m;\n.reg .b64 %%o;\n");
	say_to_shared(b);
	say(b, "mov.u32 %%t0, %%tid.x;\nshl.b32 %%t1, %%t0, 4;\n"
	       "add.u32 %%t1, %%t1, %%s;\n"
	       "ldmatrix.sync.aligned.m8n8.x4%s.shared.b16 "
	       "{%%a0, %%a1, %%a2, %%a3}, [%%t1];\n"
	       "mul.wide.u32 %%o, %%t0, 16;\nadd.u64 %%o, %%o, %%p3;\n"
	       "st.v4.u32 [%%o], {%%a0, %%a1, %%a2, %%a3};\n"
	       "movmatrix.sync.aligned.m8n8.trans.b16 %%m, %%a1;\n"
	       "mul.wide.u32 %%u, %%t0, 4;\nadd.u64 %%u, %%u, %%p3;\n"
	       "st.u32 [%%u+512], %%m;\n"
	       "stmatrix.sync.aligned.m8n8.x4%s.shared.b16 [%%t1+1024], "
	       "{%%a3, %%a2, %%a1, %%a0};\n"
	       "bar.sync 0;\nadd.u32 %%t1, %%t1, 1024;\n"
	       "ld.shared.v4.u32 {%%a0, %%a1, %%a2, %%a3}, [%%t1];\n"
	       "st.v4.u32 [%%o+1024], {%%a0, %%a1, %%a2, %%a3};\n"
	       "ret;\n}\n",
	    trans, trans);
}

/* Element I of LANE of matrix R; the number it was given. */
static unsigned
held(unsigned r, unsigned lane, unsigned i, bool trans)
{
	unsigned row = lane / 4, col = lane % 4 * 2 + i;

	return trans ? r * 64 + col * 8 + row : r * 64 + row * 8 + col;
}

static void
check_moves(struct bench *b, bool trans)
{
	static struct memory p[4];
	uint16_t x, want[WORDS], got[WORDS];
	bool ok;

	memset(p, 0, sizeof(p));
	for (unsigned i = 0; i < 256; i++) {
		x = (uint16_t)(i * 257 + 3);
		memcpy(p[0].bytes + i * 2, &x, 2);
	}
	say_moves(b, trans ? ".trans" : "");
	ok = run(b, p);
	memcpy(got, p[3].bytes, sizeof(got));
	memset(want, 0, sizeof(want));
	for (unsigned lane = 0; lane < 32; lane++)
		for (unsigned i = 0; i < 2; i++) {
			for (unsigned r = 0; r < 4; r++)
				want[lane * 8 + r * 2 + i] = (uint16_t)(
					held(r, lane, i, trans) * 257 + 3);
			want[256 + lane * 2 + i] = (uint16_t)(
				held(1, lane, i, !trans) * 257 + 3);
		}
	for (unsigned i = 0; i < 256; i++) /* matrices in reverse */
		want[512 + i] =
			(uint16_t)(((3 - i / 64) * 64 + i % 64) * 257 + 3);
	b->done++;
	if (ok && !memcmp(got, want, 2048))
		return;
	b->bad++;
	for (unsigned i = 0; i < 1024; i++)
		if (got[i] != want[i]) {
			printf("moves%s: %u: %u, not %u\n",
			       trans ? " trans" : "", i, got[i], want[i]);
			break;
		}
}

int
main(void)
{
	static struct bench b;
	struct fault fault = {.kind = FAULT_NONE};

	b.ops = emu_make();
	if (!b.ops->open(DEVICE_EMULATOR, &b.d, &fault) ||
	    !b.ops->start(b.d, &fault))
		return 2;
	for (unsigned i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		for (unsigned order = 0; order < 8; order++)
			/* fp64 has one order of A and B */
			if (forms[i].type[0] != &f64 || order % 4 == 2)
				check_wmma(&b, &forms[i], order);
	check_moves(&b, false);
	check_moves(&b, true);
	b.ops->close(b.d);
	printf("%ld kernels, %ld wrong\n", b.done, b.bad);
	return b.bad != 0;
}
