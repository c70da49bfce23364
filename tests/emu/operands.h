/*
 * Operands for tests of floats: a generator, special values, and tuples of
 * both whose exponents lie near each other as often as not.
 */
#ifndef OPERANDS_H
#define OPERANDS_H

#include <stdint.h>

/* The next of a sequence; a seed is any number. */
uint64_t operand_random(uint64_t *seed);

/* The values of a format of BITS with FRACTION that matter; how many. */
enum {
	OPERAND_SPECIALS = 48,
};
unsigned operand_specials(int bits, int fraction, uint64_t to[]);

/* One tuple: specials, random bits, and relatives of each other. */
void operand_tuple(uint64_t *seed, int bits, int fraction, uint64_t abc[3]);

#endif
