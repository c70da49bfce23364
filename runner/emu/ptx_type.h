/*
 * The types that PTX writes behind an opcode, ".s32" without its dot. Needs
 * code.h before it.
 */
#ifndef EMU_PTX_TYPE_H
#define EMU_PTX_TYPE_H

#include <stdbool.h>
#include <stddef.h>

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
