/*
 * Matrix instructions of a warp: which lane holds which element, and what the
 * tensor core makes of them.
 *
 * Fragments are arrays of registers, a register an array of 32 lanes: of
 * uint32_t, but of uint64_t in the fp64 shapes. Element types are those of
 * num.h (enum num_type) in unsigned chars.
 */
#ifndef EMU_NUM_MMA_H
#define EMU_NUM_MMA_H

#include <stdbool.h>
#include <stdint.h>

struct mma {
	unsigned char m, n, k;
	unsigned char a, b; /* enum num_type of the elements */
	unsigned char c, d;
	bool satfinite;	   /* of integers: clamp instead of wrapping */
	bool a_col, b_row; /* m8n8k4.f16 alone: not the usual row.col */
};

enum mma_part {
	MMA_A,
	MMA_B,
	MMA_C,
	MMA_D,
};

/* Is there such an instruction, up to sm_90? */
bool mma_exists(const struct mma *f);

/* Registers of a part of the instruction, of one thread. */
unsigned mma_registers(const struct mma *f, enum mma_part p);

/*
 * mma.sync: d = a * b + c. D's registers may be C's.
 *
 * How a tensor core adds is not IEEE, and no document says it. What stands
 * here is the simplest rule that gives every bit that an H200 gave, in 8192
 * sums: 1024 each of operands of one size, of sizes far apart, with
 * cancellation, with ties, mostly 0, subnormal, overflowing, special
 * (tests/gpu/conformance). 24 bits kept below, or 26, do not.
 *
 * f16, bf16, tf32: all products of k and C are aligned to the largest exponent
 * among them (a product's is the sum of its operands'), cut toward zero 25
 * bits below that, added exactly; the sum is cut toward zero to fp32, or
 * rounded to nearest even to f16. A sum of 2^128 or more is an infinity,
 * though it is cut. Subnormals are numbers; a sum of 0 is +0; a NaN is
 * canonical. fp64: a chain of fma in the order of k.
 *
 * Two have no core on sm_90, and what ptxas makes of them is in its SASS.
 * fp8: the operands become f16; a core of half the depth adds those of
 * k % 4 < 2, a second one the others to its result; C is added by an ordinary
 * addition of D's type. m8n8k4.f16: a chain of fp32 fma from +0 in the order
 * of k, then C is added; for an f16 result two pairs, fma(a1, b1, a0 * b0),
 * are added to C one after the other in fp32, and the sum is rounded to f16.
 */
void mma_sync(const struct mma *f, void *const d[], void *const a[],
	      void *const b[], void *const c[]);

/* Where element I of a thread's fragment stands in the matrix. */
struct mma_place {
	unsigned char row, col;
};

/*
 * The place of element I (counted through the registers, low bits first) of
 * LANE in part P. m8n8k4.f16 has four quads of matrices: that of the lane.
 */
struct mma_place mma_place(const struct mma *f, enum mma_part p, unsigned lane,
			   unsigned i);

/*
 * wmma: the same for shapes m16n16k16, m32n8k16, m8n32k16 (f16, bf16, u8, s8),
 * m16n16k8 (tf32) and m8n8k4 (fp64). PTX leaves open which thread holds what.
 * Here it is as on sm_90, where an instruction becomes mma.sync of m16n8k16
 * (m16n8k4 of tf32, twice along k), side by side; those of m8n32k16 have the
 * operands changed, and all matrices transposed. f16 A and B have 8 registers,
 * and repeat what they hold where fewer would do. Where C or D alone is fp32
 * the sum is, and f16 is converted.
 */
bool wmma_exists(const struct mma *f);
unsigned wmma_registers(const struct mma *f, enum mma_part p);
struct mma_place wmma_place(const struct mma *f, enum mma_part p,
			    unsigned lane, unsigned i);
void wmma_mma(const struct mma *f, void *const d[], void *const a[],
	      void *const b[], void *const c[]);

/*
 * ldmatrix .m8n8 .b16 with COUNT = 1, 2, 4 matrices: ROWS[i] are the 16 bytes
 * at the address that lane i gave (only the first 8 * COUNT are read).
 */
void mma_ldmatrix(uint32_t *const d[], uint8_t rows[32][16], unsigned count,
		  bool trans);

/* stmatrix: the rows for the first 8 * COUNT lanes' addresses. */
void mma_stmatrix(uint8_t rows[32][16], uint32_t *const a[], unsigned count,
		  bool trans);

/* movmatrix.m8n8.trans.b16 */
void mma_movmatrix(uint32_t d[32], const uint32_t a[32]);

#endif
