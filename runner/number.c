/*
 * Conversion between double and the formats of device memory, by bits, so
 * that it is the same on every host and needs no 16-bit type of the compiler.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "number.h"

static const struct {
	const char *name;
	size_t size;
} types[] = {
	[NUMBER_F64] = { "f64", 8 }, [NUMBER_F32] = { "f32", 4 },
	[NUMBER_F16] = { "f16", 2 }, [NUMBER_BF16] = { "bf16", 2 },
	[NUMBER_E4M3] = { "e4m3", 1 }, [NUMBER_E5M2] = { "e5m2", 1 },
	[NUMBER_U32] = { "u32", 4 }, [NUMBER_S32] = { "s32", 4 },
	[NUMBER_S8] = { "s8", 1 },   [NUMBER_U8] = { "u8", 1 },
	[NUMBER_S16] = { "s16", 2 }, [NUMBER_U16] = { "u16", 2 },
	[NUMBER_S64] = { "s64", 8 }, [NUMBER_U64] = { "u64", 8 },
};

bool
number_find(const char *name, enum number_type *type)
{
	size_t i;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (!strcmp(types[i].name, name)) {
			*type = (enum number_type)i;
			return true;
		}
	}
	return false;
}

bool
number_is_whole(enum number_type type)
{
	return type >= NUMBER_U32;
}

size_t
number_size(enum number_type type)
{
	return types[type].size;
}

static uint32_t
float_bits(float f)
{
	uint32_t u;

	memcpy(&u, &f, sizeof(u));
	return u;
}

static float
bits_float(uint32_t u)
{
	float f;

	memcpy(&f, &u, sizeof(f));
	return f;
}

/* Drop the low N bits (1 to 31) of U, to nearest even. */
static uint32_t
round_bits(uint32_t u, unsigned n)
{
	uint32_t half = (uint32_t)1 << (n - 1);

	return (u + half - 1 + (u >> n & 1)) >> n;
}

static uint16_t
half_bits(float f)
{
	uint32_t u = float_bits(f), sign = u >> 16 & 0x8000;
	uint32_t exponent, fraction;

	u &= 0x7fffffff;
	if (u > 0x7f800000)
		return (uint16_t)(sign | 0x7e00); /* NaN */
	if (u >= 0x477ff000)
		return (uint16_t)(sign | 0x7c00); /* rounds to infinity */
	if (u >= 0x38800000) /* normal: 2^-14 and up; bias 127 to 15 */
		return (uint16_t)(sign | round_bits(u - 0x38000000, 13));
	exponent = u >> 23;
	if (exponent < 102)
		return (uint16_t)sign; /* below half of the least subnormal */
	fraction = (u & 0x7fffff) | 0x800000;
	return (uint16_t)(sign | round_bits(fraction, 126 - exponent));
}

static float
half_float(uint16_t h)
{
	uint32_t sign = (uint32_t)(h & 0x8000) << 16, low = h & 0x7fff;
	float f;

	if (low >= 0x7c00)
		return bits_float(sign | 0x7f800000 | low << 13);
	if (low >= 0x0400)
		return bits_float(sign | ((low << 13) + 0x38000000));
	f = (float)low * 0x1p-24f;
	return sign ? -f : f;
}

static uint16_t
bfloat_bits(float f)
{
	uint32_t u = float_bits(f);

	if ((u & 0x7fffffff) > 0x7f800000)
		return (uint16_t)(u >> 16 | 0x40); /* NaN stays one */
	return (uint16_t)round_bits(u, 16);
}

/* The formats of 8 bits. */
struct small {
	int fraction;	  /* bits */
	int least;	  /* exponent of the normal numbers */
	double most;	  /* the largest finite number */
	unsigned char max; /* its code */
};

static const struct small smalls[] = {
	[NUMBER_E4M3] = { 3, -6, 448, 0x7e },
	[NUMBER_E5M2] = { 2, -14, 57344, 0x7b },
};

static unsigned char
small_bits(enum number_type type, float f)
{
	const struct small *s = &smalls[type];
	unsigned char sign = float_bits(f) >> 31 ? 0x80 : 0;
	double size = fabs((double)f);
	int exponent;

	if (isnan(f))
		return sign | 0x7f;
	if (size >= s->most)
		return sign | s->max;
	frexp(size, &exponent);
	exponent = size > 0 && exponent - 1 > s->least ? exponent - 1
						       : s->least;
	/* a fraction that rounds up to 2 is the next exponent's 1 */
	return (unsigned char)(sign |
			       (((exponent - s->least) << s->fraction) +
				(int)nearbyint(ldexp(size, s->fraction -
							   exponent))));
}

static double
small_value(enum number_type type, unsigned char bits)
{
	const struct small *s = &smalls[type];
	int code = bits & 0x7f, exponent = code >> s->fraction;
	int fraction = code & ((1 << s->fraction) - 1);
	double value = exponent ? ldexp((1 << s->fraction) + fraction,
					exponent - 1)
				: fraction;

	value = ldexp(value, s->least - s->fraction);
	if (code > s->max) /* e5m2 has infinities */
		value = type == NUMBER_E5M2 && code == s->max + 1
				? (double)INFINITY
				: (double)NAN;
	return bits & 0x80 ? -value : value;
}

static bool
is_signed(enum number_type type)
{
	return type == NUMBER_S8 || type == NUMBER_S16 ||
	       type == NUMBER_S32 || type == NUMBER_S64;
}

/* VALUE as a whole number of SIZE bytes, in its range. */
static uint64_t
whole_bits(enum number_type type, double value)
{
	size_t bits = 8 * types[type].size - is_signed(type);
	double limit = bits == 64 ? 0x1p64 : (double)((uint64_t)1 << bits);
	uint64_t most = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;

	if (!(value >= 0 || value < 0))
		return 0;
	if (value >= limit)
		return most;
	if (value >= 0)
		return (uint64_t)value;
	if (!is_signed(type))
		return 0;
	return value <= -limit ? -most - 1 : (uint64_t)(int64_t)value;
}

static double
whole_value(enum number_type type, const void *at)
{
	size_t bits = 8 * types[type].size;
	uint64_t u = 0;

	memcpy(&u, at, types[type].size); /* of a little-endian host */
	if (is_signed(type) && u >> (bits - 1))
		return -(double)(-(u | ~(UINT64_MAX >> (64 - bits))));
	return (double)u;
}

void
number_store(enum number_type type, void *at, double value)
{
	float f = (float)value;
	uint64_t u;
	uint16_t h;
	unsigned char b;

	switch (type) {
	case NUMBER_E4M3:
	case NUMBER_E5M2:
		b = small_bits(type, f);
		memcpy(at, &b, sizeof(b));
		break;
	case NUMBER_F64:
		memcpy(at, &value, sizeof(value));
		break;
	case NUMBER_F32:
		memcpy(at, &f, sizeof(f));
		break;
	case NUMBER_F16:
	case NUMBER_BF16:
		h = type == NUMBER_F16 ? half_bits(f) : bfloat_bits(f);
		memcpy(at, &h, sizeof(h));
		break;
	case NUMBER_U32:
	case NUMBER_S32:
	case NUMBER_S8:
	case NUMBER_U8:
	case NUMBER_S16:
	case NUMBER_U16:
	case NUMBER_S64:
	case NUMBER_U64:
		u = whole_bits(type, value);
		memcpy(at, &u, types[type].size);
		break;
	}
}

double
number_load(enum number_type type, const void *at)
{
	double d = 0;
	uint32_t u;
	uint16_t h;
	unsigned char b;

	switch (type) {
	case NUMBER_E4M3:
	case NUMBER_E5M2:
		memcpy(&b, at, sizeof(b));
		d = small_value(type, b);
		break;
	case NUMBER_F64:
		memcpy(&d, at, sizeof(d));
		break;
	case NUMBER_F32:
		memcpy(&u, at, sizeof(u));
		d = (double)bits_float(u);
		break;
	case NUMBER_F16:
		memcpy(&h, at, sizeof(h));
		d = (double)half_float(h);
		break;
	case NUMBER_BF16:
		memcpy(&h, at, sizeof(h));
		d = (double)bits_float((uint32_t)h << 16);
		break;
	case NUMBER_U32:
	case NUMBER_S32:
	case NUMBER_S8:
	case NUMBER_U8:
	case NUMBER_S16:
	case NUMBER_U16:
	case NUMBER_S64:
	case NUMBER_U64:
		d = whole_value(type, at);
		break;
	}
	return d;
}

/* --- many at once: the common formats without a choice for each ---------- */

static void
store_halves(char *to, size_t n, const double *values)
{
	uint16_t h;
	size_t i;

	for (i = 0; i < n; i++) {
		h = half_bits((float)values[i]);
		memcpy(to + i * sizeof(h), &h, sizeof(h));
	}
}

static void
load_halves(const char *from, size_t n, double *values)
{
	uint16_t h;
	size_t i;

	for (i = 0; i < n; i++) {
		memcpy(&h, from + i * sizeof(h), sizeof(h));
		values[i] = (double)half_float(h);
	}
}

static void
store_floats(char *to, size_t n, const double *values)
{
	float f;
	size_t i;

	for (i = 0; i < n; i++) {
		f = (float)values[i];
		memcpy(to + i * sizeof(f), &f, sizeof(f));
	}
}

static void
load_floats(const char *from, size_t n, double *values)
{
	float f;
	size_t i;

	for (i = 0; i < n; i++) {
		memcpy(&f, from + i * sizeof(f), sizeof(f));
		values[i] = (double)f;
	}
}

void
number_store_all(enum number_type type, void *at, size_t n,
		 const double *values)
{
	size_t size = types[type].size, i;

	if (type == NUMBER_F16)
		store_halves(at, n, values);
	else if (type == NUMBER_F32)
		store_floats(at, n, values);
	else
		for (i = 0; i < n; i++)
			number_store(type, (char *)at + i * size, values[i]);
}

void
number_load_all(enum number_type type, const void *at, size_t n,
		double *values)
{
	size_t size = types[type].size, i;

	if (type == NUMBER_F16)
		load_halves(at, n, values);
	else if (type == NUMBER_F32)
		load_floats(at, n, values);
	else
		for (i = 0; i < n; i++)
			values[i] = number_load(type,
						(const char *)at + i * size);
}
