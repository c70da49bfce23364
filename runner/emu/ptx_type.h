/*
 * The types that PTX writes behind an opcode, ".s32" without its dot.
 */
#ifndef EMU_PTX_TYPE_H
#define EMU_PTX_TYPE_H

#include <stdbool.h>
#include <stddef.h>

enum ptx_type {
	PTX_NONE,
	PTX_PRED,
	PTX_B8,
	PTX_U8,
	PTX_S8,
	PTX_B16,
	PTX_U16,
	PTX_S16,
	PTX_F16,
	PTX_BF16,
	PTX_E4M3X2,
	PTX_E5M2X2,
	PTX_B32,
	PTX_U32,
	PTX_S32,
	PTX_F32,
	PTX_TF32,
	PTX_F16X2,
	PTX_BF16X2,
	PTX_E4M3,
	PTX_E5M2,
	PTX_B64,
	PTX_U64,
	PTX_S64,
	PTX_F64,
	PTX_B128,
	PTX_TYPES
};

/* The type of the LEN bytes at NAME; PTX_NONE if they name none. */
enum ptx_type ptx_type_find(const char *name, size_t len);

/* Bits in memory; 0 of PTX_NONE and of predicates. */
unsigned ptx_type_bits(enum ptx_type t);

/* Is it of .s8 to .s64? */
bool ptx_type_signed(enum ptx_type t);

/* Is it of .f16 to .f64, packed ones as well? */
bool ptx_type_float(enum ptx_type t);

/* enum num_type of a type; bits count as unsigned; -1 where there is none. */
int ptx_type_num(enum ptx_type t);

#endif
