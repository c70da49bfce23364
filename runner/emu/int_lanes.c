/*
 * Integer instructions and comparisons on 32 lanes, one after the other: the
 * widths of slots around int.c's single values.
 */
#include <string.h>

#include "code.h"
#include "int.h"
#include "num.h"
#include "ptx_type.h"

/* Widths of the sources and of the result in slots: 64 or not. */
static void
find_widths(unsigned how, bool wide[4])
{
	enum int_op op = int_op_of(how);
	enum ptx_type t = int_type_of(how);
	bool is_64 = ptx_type_bits(t) == 64;
	bool is_32 = ptx_type_bits(t) == 32;

	wide[0] = wide[1] = wide[2] = wide[3] = is_64;
	if (op == INT_MUL_WIDE || op == INT_MAD_WIDE)
		wide[2] = wide[3] = is_32;
	if (op == INT_SHL || op == INT_SHR)
		wide[1] = false;
	if (op == INT_POPC || op == INT_CLZ || op == INT_BFIND ||
	    op == INT_BFIND_SHIFT)
		wide[3] = false;
	if (op == INT_BFE)
		wide[1] = wide[2] = false;
	if (op == INT_SHL_ADD)
		wide[1] = false;
}

void
int_lanes(void *d, const void *const abc[3], unsigned how)
{
	uint64_t v[3] = { 0, 0, 0 }, r;
	uint32_t narrow;
	bool wide[4];
	unsigned lane, i;

	find_widths(how, wide);
	for (lane = 0; lane < LANES; lane++) {
		for (i = 0; i < 3; i++) {
			if (!abc[i])
				continue;
			if (wide[i]) {
				memcpy(&v[i], (const char *)abc[i] + 8 * lane,
				       8);
				continue;
			}
			memcpy(&narrow, (const char *)abc[i] + 4 * lane, 4);
			v[i] = narrow;
		}
		r = int_apply(how, v);
		narrow = (uint32_t)r;
		if (wide[3])
			memcpy((char *)d + 8 * lane, &r, 8);
		else
			memcpy((char *)d + 4 * lane, &narrow, 4);
	}
}

static bool
compare(unsigned c, int order)
{
	switch ((enum num_compare)c) {
	case NUM_EQ: return order == 0;
	case NUM_NE: return order != 0;
	case NUM_LT:
	case NUM_LTU: return order < 0;
	case NUM_LE:
	case NUM_LEU: return order <= 0;
	case NUM_GT:
	case NUM_GTU: return order > 0;
	case NUM_GE:
	case NUM_GEU: return order >= 0;
	case NUM_EQU:
	case NUM_NEU:
	case NUM_ORDERED:
	case NUM_UNORDERED: break;
	}
	return false;
}

uint32_t
int_compare(unsigned c, unsigned type, const void *a, const void *b)
{
	unsigned bits = ptx_type_bits((enum ptx_type)type), lane, size;
	bool is_signed = ptx_type_signed((enum ptx_type)type);
	uint32_t r = 0;
	uint64_t x, y;
	int order;

	size = bits == 64 ? 8 : 4;
	for (lane = 0; lane < LANES; lane++) {
		x = y = 0;
		memcpy(&x, (const char *)a + size * lane, size);
		memcpy(&y, (const char *)b + size * lane, size);
		x = int_extend(x, bits, is_signed);
		y = int_extend(y, bits, is_signed);
		order = is_signed ? ((int64_t)x > (int64_t)y) -
					    ((int64_t)x < (int64_t)y)
				  : (x > y) - (x < y);
		r |= (uint32_t)compare(c, order) << lane;
	}
	return r;
}
