/*
 * Where arithmetic goes wrong is at the edges: zeros, the first and last
 * subnormal, the first normal and its neighbours, 1 and its neighbours, halves
 * between, the largest, infinities, NaNs with payloads. Between random bits
 * nothing ever cancels, so that many tuples share an exponent or differ in a
 * few bits; and a third operand is often near the product of two.
 */
#include "operands.h"

uint64_t
operand_random(uint64_t *seed)
{
	uint64_t x = *seed += 0x9e3779b97f4a7c15;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

unsigned
operand_specials(int bits, int fraction, uint64_t to[])
{
	uint64_t unit = 1ull << fraction, sign = 1ull << (bits - 1);
	uint64_t infinity = (sign >> fraction) * unit - unit;
	uint64_t one = (infinity >> fraction) / 2 * unit;
	const uint64_t values[] = {
		0, 1, 2, unit / 2, unit - 1, unit, unit + 1, unit * 2 - 1,
		one - unit, one - 1, one, one + 1, one + unit / 2,
		one + unit, one + unit + 1, one + unit * 3 / 2,
		one + unit * (unsigned)fraction,
		one + unit * (unsigned)fraction + unit / 2 + 1,
		infinity - unit, infinity - 1, infinity, infinity + 1,
		infinity + unit / 2, infinity + unit - 1,
	};
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof(values) / sizeof(*values); i++) {
		to[n++] = values[i];
		to[n++] = values[i] | sign;
	}
	return n;
}

static uint64_t
relative_of(uint64_t *seed, int fraction, uint64_t x)
{
	uint64_t r = operand_random(seed), unit = 1ull << fraction;

	switch (r >> 60) {
	case 0:
		return x ^ 1;
	case 1:
	case 2:
		return x ^ (r & (unit - 1)); /* the same exponent */
	case 3:
		return x + (r & 7) - 3;
	case 4:
	case 5:
		return x + ((r & 15) - 7) * unit; /* near */
	case 6:
		return x + ((r & 63) - 31) * unit;
	default:
		return (x & ~(unit - 1)) | (r & (unit - 1) & (r >> 7));
	}
}

void
operand_tuple(uint64_t *seed, int bits, int fraction, uint64_t abc[3])
{
	uint64_t specials[OPERAND_SPECIALS];
	unsigned count = operand_specials(bits, fraction, specials);
	uint64_t all = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
	uint64_t sign = 1ull << (bits - 1), r = operand_random(seed);

	for (int i = 0; i < 3; i++) {
		uint64_t how = r >> (i * 8) & 15;

		abc[i] = operand_random(seed);
		if (how < 3)
			abc[i] = specials[abc[i] % count];
		else if (how < 9 && i > 0)
			abc[i] = relative_of(seed, fraction, abc[i - 1]);
		else if (how == 9)
			abc[i] &= sign | ((1ull << fraction) - 1);
		abc[i] ^= (r >> (i + 40) & 1) * sign;
		abc[i] &= all;
	}
	if ((r >> 50 & 7) == 0) /* near 1: products near the third */
		abc[1] = (abc[1] & ((1ull << fraction) - 1)) | specials[20];
}
