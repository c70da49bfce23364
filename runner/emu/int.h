/*
 * Integer instructions of PTX on 32 lanes.
 */
#ifndef EMU_INT_H
#define EMU_INT_H

#include <stdbool.h>
#include <stdint.h>

enum int_op {
	INT_ADD,
	INT_SUB,
	INT_MUL_LO,
	INT_MUL_HI,
	INT_MUL_WIDE,
	INT_MUL24_LO,
	INT_MUL24_HI,
	INT_MAD_LO,
	INT_MAD_HI,
	INT_MAD_WIDE,
	INT_MAD24_LO,
	INT_MAD24_HI,
	INT_SAD,
	INT_DIV,
	INT_REM,
	INT_ABS,
	INT_NEG,
	INT_MIN,
	INT_MAX,
	INT_AND,
	INT_OR,
	INT_XOR,
	INT_NOT,
	INT_CNOT,
	INT_SHL,
	INT_SHR,
	INT_MOVE,
	INT_POPC,
	INT_CLZ,
	INT_BFIND,
	INT_BFIND_SHIFT,
	INT_BREV,
	INT_BFE,
	INT_SHF_L_WRAP,
	INT_SHF_L_CLAMP,
	INT_SHF_R_WRAP,
	INT_SHF_R_CLAMP,
	INT_PRMT,
	INT_PRMT_F4E,
	INT_PRMT_B4E,
	INT_PRMT_RC8,
	INT_PRMT_ECL,
	INT_PRMT_ECR,
	INT_PRMT_RC16,
	INT_FNS,
	INT_SZEXT_WRAP,
	INT_SZEXT_CLAMP,
	INT_BMSK_WRAP,
	INT_BMSK_CLAMP,
	INT_SHL_ADD, /* of addresses: what the decoder joins */
	INT_OPS
};

/* Modifiers of an operation. */
enum int_flag { INT_SAT = 1, INT_RELU = 2, INT_PAIR = 4 };

/* An operation, a type and flags as the "how" of int_lanes. */
unsigned int_how(enum int_op op, unsigned type, unsigned flags);

enum int_op int_op_of(unsigned how);
enum ptx_type int_type_of(unsigned how);

/* The low BITS of a value, with their sign or zeros above. */
uint64_t int_extend(uint64_t value, unsigned bits, bool is_signed);

/*
 * The function for OP on TYPE: a fast one if there is one, else int_lanes,
 * which takes all. Sources of 64-bit types are in slots of 64 bits, and so is
 * the result of .wide of 32 bits.
 */
run_lanes *int_lanes_of(enum int_op op, unsigned type, unsigned flags);

/* A comparison of integers, a bit a lane; NULL: int_compare does it. */
typedef uint32_t run_compare(const void *a, const void *b);
run_compare *int_compare_of(unsigned compare, unsigned type);

/* One after the other: HOW is of int_how. */
void int_lanes(void *d, const void *const abc[3], unsigned how);

/* One value; sources hold what their register does. */
uint64_t int_apply(unsigned how, const uint64_t abc[3]);

/* A comparison as enum num_compare names it: a bit a lane. */
uint32_t int_compare(unsigned compare, unsigned type, const void *a,
		     const void *b);

#endif
