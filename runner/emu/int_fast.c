/*
 * Which function does an integer instruction: a vector of vec.h for the
 * frequent ones, int.c's lane by lane for the rest.
 */
#include "code.h"
#include "int.h"
#include "num.h"
#include "ptx_type.h"
#include "vec.h"

/* The column of vec.h's tables for a type; -1: none. */
static int
column_of(unsigned type)
{
	unsigned bits = ptx_type_bits((enum ptx_type)type);
	int is_signed = ptx_type_signed((enum ptx_type)type);

	if (bits == 32)
		return VEC_U32 + is_signed;
	return bits == 64 ? VEC_U64 + is_signed : -1;
}

run_lanes *
int_lanes_of(enum int_op op, unsigned type, unsigned flags)
{
	int column = column_of(type);
	run_lanes *fast;

	if (op == INT_MOVE && column < 0)
		column = VEC_U32; /* 16 bits are kept clean */
	if (flags || column < 0)
		return int_lanes;
	fast = vectors_find()->ints[op][column];
	return fast ? fast : int_lanes;
}

run_compare *
int_compare_of(unsigned compare, unsigned type)
{
	int column = column_of(type);

	if (column < 0 || compare > NUM_GE)
		return NULL;
	return vectors_find()->compare[compare][column];
}
