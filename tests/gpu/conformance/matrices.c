/*
 * Shapes and types of mma.sync -> cases, and fragments for them.
 *
 * What a tensor core does with a sum shows only in sums that are not exact.
 * The eight warps of a launch get eight kinds of operands: of one size, of
 * sizes far apart, with cancellation, mostly zeros, small integers whose sums
 * tie, subnormals, large ones that overflow, and special values.
 */
#include "matrices.h"

#include <stdio.h>
#include <string.h>

#include "operands.h"

struct shape {
	unsigned char m, k;
	const char *a, *b, *d, *c;
	const char *orders; /* every order of A and B, or the usual one */
};

static const char *const float8[] = {"e4m3", "e5m2"};
static const char *const int8[] = {"u8", "s8"};

static const struct shape shapes[] = {
	{8, 4, "f16", "f16", "f16", "f16", "all"},
	{8, 4, "f16", "f16", "f32", "f16", "all"},
	{8, 4, "f16", "f16", "f32", "f32", "all"},
	{16, 8, "f16", "f16", "f16", "f16", NULL},
	{16, 8, "f16", "f16", "f32", "f32", NULL},
	{16, 16, "f16", "f16", "f16", "f16", NULL},
	{16, 16, "f16", "f16", "f32", "f32", NULL},
	{16, 8, "bf16", "bf16", "f32", "f32", NULL},
	{16, 16, "bf16", "bf16", "f32", "f32", NULL},
	{16, 4, "tf32", "tf32", "f32", "f32", NULL},
	{16, 8, "tf32", "tf32", "f32", "f32", NULL},
	{16, 32, "fp8", "fp8", "f32", "f32", NULL},
	{16, 32, "fp8", "fp8", "f16", "f16", NULL},
	{16, 16, "fp8", "fp8", "f32", "f32", NULL},
	{16, 16, "fp8", "fp8", "f16", "f16", NULL},
	{8, 4, "f64", "f64", "f64", "f64", NULL},
	{16, 4, "f64", "f64", "f64", "f64", NULL},
	{16, 8, "f64", "f64", "f64", "f64", NULL},
	{16, 16, "f64", "f64", "f64", "f64", NULL},
	{8, 16, "int8", "int8", "s32", "s32", NULL},
	{16, 16, "int8", "int8", "s32", "s32", NULL},
	{16, 32, "int8", "int8", "s32", "s32", NULL},
};

static unsigned
bits_of(const char *type)
{
	static const struct {
		const char *name;
		unsigned bits;
	} all[] = {{"f16", 16}, {"bf16", 16}, {"tf32", 32}, {"f32", 32},
		   {"s32", 32}, {"f64", 64},  {"e4m3", 8},  {"e5m2", 8},
		   {"u8", 8},	{"s8", 8}};

	for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (!strcmp(type, all[i].name))
			return all[i].bits;
	return 0;
}

static bool
is_integer(const char *type)
{
	return !strcmp(type, "int8");
}

static unsigned
variants(const struct shape *s)
{
	if (is_integer(s->a))
		return 8; /* signs of both, satfinite */
	return s->orders || !strcmp(s->a, "fp8") ? 4 : 1;
}

static void
count_registers(struct matrix_case *m)
{
	unsigned copies = m->m == 8 && m->k == 4 && m->bits == 32 ? 4 : 1;
	const unsigned bits[4] = {
		m->m * m->k * bits_of(m->a) * copies,
		m->k * m->n * bits_of(m->b) * copies,
		m->m * m->n * bits_of(m->c) * copies,
		m->m * m->n * bits_of(m->d) * copies};

	for (unsigned p = 0; p < 4; p++)
		m->registers[p] = bits[p] / 32 / m->bits;
}

static void
make(const struct shape *s, unsigned v, struct matrix_case *m)
{
	memset(m, 0, sizeof(*m));
	m->m = s->m;
	m->n = 8;
	m->k = s->k;
	m->a = s->a;
	m->b = s->b;
	m->c = s->c;
	m->d = s->d;
	m->a_order = s->orders && v & 1 ? "col" : "row";
	m->b_order = s->orders && v & 2 ? "row" : "col";
	m->bits = !strcmp(s->a, "f64") ? 64 : 32;
	m->blocks = m->bits == 64 || is_integer(s->a) ? 4 : MATRIX_BLOCKS;
	if (is_integer(s->a)) {
		m->a = int8[v & 1];
		m->b = int8[v >> 1 & 1];
		m->satfinite = v >> 2;
	}
	if (!strcmp(s->a, "fp8")) {
		m->a = float8[v & 1];
		m->b = float8[v >> 1];
	}
	count_registers(m);
	snprintf(m->text, sizeof(m->text),
		 "mma.sync.aligned.m%un%uk%u.%s.%s%s.%s.%s.%s.%s", m->m, m->n,
		 m->k, m->a_order, m->b_order,
		 m->satfinite ? ".satfinite" : "", m->d, m->a, m->b, m->c);
}

bool
matrix_at(unsigned i, struct matrix_case *m)
{
	for (unsigned k = 0; k < sizeof(shapes) / sizeof(*shapes); k++) {
		if (i < variants(&shapes[k])) {
			make(&shapes[k], i, m);
			return true;
		}
		i -= variants(&shapes[k]);
	}
	return false;
}

/* --- fragments --- */

struct layout {
	unsigned bits, fraction;
	unsigned low; /* bits below that the instruction doesn't see */
};

static struct layout
layout_of(const char *type)
{
	if (!strcmp(type, "f16"))
		return (struct layout){16, 10, 0};
	if (!strcmp(type, "bf16"))
		return (struct layout){16, 7, 0};
	if (!strcmp(type, "tf32"))
		return (struct layout){32, 23, 13};
	if (!strcmp(type, "f64"))
		return (struct layout){64, 52, 0};
	if (!strcmp(type, "e4m3"))
		return (struct layout){8, 3, 0};
	if (!strcmp(type, "e5m2"))
		return (struct layout){8, 2, 0};
	return (struct layout){32, 23, 0};
}

/* A float of exponent E around 1, clipped to the format. */
static uint64_t
scaled(struct layout f, uint64_t r, int e)
{
	int bias = (1 << (f.bits - f.fraction - 2)) - 1, field = bias + e;
	uint64_t digits = r & ((1ull << f.fraction) - 1);

	field = field < 0 ? 0 : field > 2 * bias ? 2 * bias : field;
	return digits | (uint64_t)field << f.fraction |
	       (r >> 63) << (f.bits - 1);
}

static uint64_t
special(struct layout f, uint64_t r)
{
	uint64_t to[OPERAND_SPECIALS];
	unsigned n;

	if (f.bits == 8)
		return r >> 8 & 0xff;
	n = operand_specials((int)f.bits, (int)f.fraction, to);
	return to[(r >> 8) % n];
}

static uint64_t
float_element(struct layout f, unsigned kind, unsigned part, uint64_t r)
{
	int spread = 1 << (f.bits - f.fraction - 2);
	int wide = (int)(r >> 40) % (spread < 40 ? spread : 40);
	bool rare = (r >> 32) % 16 == 0;

	switch (kind) {
	case 0:
		return scaled(f, r, (int)(r >> 40) % 3 - 1);
	case 1:
		return scaled(f, r, wide / 2 - spread / (part < 2 ? 4 : 2));
	case 2: /* few digits and near sizes: cancellation */
		return scaled(f, r & ~(uint64_t)0xf, (int)(r >> 40) % 2);
	case 3:
		return rare ? scaled(f, r, wide - spread / 4)
			    : (r >> 63) << (f.bits - 1);
	case 4:
		return scaled(f, r & 1ull << 63, (int)(r >> 40) % 12 - 4);
	case 5:
		return scaled(f, r, rare ? 0 : -spread + (int)(r >> 40) % 3);
	case 6:
		return scaled(f, r, spread / (part < 2 ? 2 : 1) - 2 +
					    (int)(r >> 40) % 3);
	default:
		return (r >> 32) % 32 == 0 ? special(f, r)
					   : scaled(f, r, 0);
	}
}

static uint64_t
element(const struct matrix_case *m, unsigned block, unsigned p, uint64_t r)
{
	const char *type = p == 0 ? m->a : p == 1 ? m->b : m->c;

	if (*type != 'u' && *type != 's')
		return float_element(layout_of(type), block, p, r);
	if (p == 2)
		return block == 1 ? 0x7ffffff0 + (r & 31)
		       : block == 2
			       ? 0x80000000 + (r & 31)
			       : r >> 20 & 0xffffffff;
	return block == 3 ? (r & 1 ? 0x7f : 0x80) : r >> 20 & 0xff;
}

uint64_t
matrix_word(const struct matrix_case *m, unsigned block, unsigned p,
	    unsigned r, unsigned lane)
{
	const char *type = p == 0 ? m->a : p == 1 ? m->b : m->c;
	unsigned bits = bits_of(type);
	uint64_t word = 0, seed = 0;

	for (const char *s = m->text; *s; s++)
		seed = seed * 131 + (unsigned char)*s;
	seed += block * 0x10001u + p * 0x1000193u + r * 0x5bd1e995u +
		lane * 0x9e3779b1u;
	for (unsigned at = 0; at < m->bits; at += bits)
		word |= element(m, block, p, operand_random(&seed)) << at;
	return word;
}

uint32_t
matrix_print(const struct matrix_case *m)
{
	uint32_t print = 1;
	unsigned each;
	uint64_t word;

	for (unsigned p = 0; p < 3; p++) {
		each = m->registers[p] * 32;
		for (unsigned i = 0; i < m->blocks * each; i++) {
			word = matrix_word(m, i / each, p, i % each / 32,
					   i % 32);
			print = (print ^ (uint32_t)(word ^ word >> 32)) *
				16777619u;
		}
	}
	return print;
}
