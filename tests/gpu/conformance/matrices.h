/*
 * Cases of mma.sync: forms by shape and types, and the fragments they get.
 */
#ifndef MATRICES_H
#define MATRICES_H

#include <stdbool.h>
#include <stdint.h>

enum {
	MATRIX_BLOCKS = 8,     /* warps of a launch, each with its fragments */
	MATRIX_REGISTERS = 8, /* of a part, at most */
};

struct matrix_case {
	unsigned m, n, k;
	const char *a, *b, *c, *d; /* types as PTX names them */
	const char *a_order, *b_order;
	bool satfinite;
	unsigned blocks;
	unsigned registers[4]; /* of A B C D */
	unsigned bits; /* of a register: 32 or 64 */
	char text[160]; /* the instruction, without operands */
};

/* The I-th case; false past the last. */
bool matrix_at(unsigned i, struct matrix_case *m);

/* The word of a register of part P (0 A, 1 B, 2 C). */
uint64_t matrix_word(const struct matrix_case *m, unsigned block, unsigned p,
		     unsigned r, unsigned lane);

/* A number that changes with the fragments. */
uint32_t matrix_print(const struct matrix_case *m);

#endif
