/*
 * The tests' own arithmetic: integers of 4,480 bits that hold any sum of
 * products of PTX's floats exactly. Shares nothing with the emulator.
 */
#ifndef EXACT_H
#define EXACT_H

#include <stdbool.h>
#include <stdint.h>

struct shape {
	int bits, fraction; /* of the format; the bias follows */
};

extern const struct shape SHAPE_F16, SHAPE_BF16, SHAPE_F32, SHAPE_F64;

enum exact_round {
	EXACT_RN,
	EXACT_RZ,
	EXACT_RM,
	EXACT_RP,
};

/* A sign and a magnitude times 2^-EXACT_UNIT. */
enum {
	EXACT_WORDS = 70,
	EXACT_UNIT = 2240,
};

struct exact {
	bool negative;
	int low, high; /* words between are in use */
	uint64_t word[EXACT_WORDS];
};

bool shape_nan(struct shape s, uint64_t x);
bool shape_infinite(struct shape s, uint64_t x);

/* The value of a finite float; of a product of two; of a * b + c. */
void exact_set(struct exact *e, struct shape s, uint64_t x);
void exact_product(struct exact *e, struct shape s, uint64_t x, uint64_t y);
void exact_add(struct exact *e, const struct exact *f);

bool exact_is_zero(const struct exact *e);

/*
 * Rounded to a format; overflow as IEEE has it. A zero is +0, or what the
 * caller makes of it.
 */
uint64_t exact_round(const struct exact *e, struct shape s,
		     enum exact_round how);

#endif
