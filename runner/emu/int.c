/*
 * Integer arithmetic, one lane at a time: every operation and type.
 *
 * Operands are brought to 64 bits by their sign, the operation is done there
 * (in 128 bits where it needs them), and the result is cut to the type. The
 * frequent operations have vectors in int_fast.c, which the tests compare with
 * this. A shift by more than the width, a division by 0 and the rest are as
 * the ISA or, where it leaves them open, the hardware has them.
 */
#include <string.h>

#include "code.h"
#include "int.h"
#include "num.h"
#include "ptx_type.h"

__extension__ typedef unsigned __int128 wide_unsigned;
__extension__ typedef __int128 wide_signed;

enum { FLAG_BITS = 3, TYPE_BITS = 6 };

unsigned
int_how(enum int_op op, unsigned type, unsigned flags)
{
	return (unsigned)op << (TYPE_BITS + FLAG_BITS) | type << FLAG_BITS |
	       flags;
}

enum int_op
int_op_of(unsigned how)
{
	return (enum int_op)(how >> (TYPE_BITS + FLAG_BITS));
}

enum ptx_type
int_type_of(unsigned how)
{
	return (enum ptx_type)(how >> FLAG_BITS & ((1u << TYPE_BITS) - 1));
}

uint64_t
int_extend(uint64_t value, unsigned bits, bool is_signed)
{
	unsigned up = 64 - bits;

	if (!is_signed)
		return value << up >> up;
	return (uint64_t)((int64_t)(value << up) >> up);
}

static uint64_t
multiply_high(uint64_t a, uint64_t b, unsigned bits, bool is_signed)
{
	wide_signed product;

	if (is_signed) {
		product = (wide_signed)(int64_t)a * (int64_t)b;
		return (uint64_t)(product >> bits);
	}
	return (uint64_t)((wide_unsigned)a * b >> bits);
}

static uint64_t
divide(enum int_op op, uint64_t a, uint64_t b, bool is_signed)
{
	bool rest = op == INT_REM;

	if (!b) /* both, whatever the signs */
		return UINT64_MAX;
	if (!is_signed)
		return rest ? a % b : a / b;
	if (b == UINT64_MAX)
		return rest ? 0 : 0 - a;
	return (uint64_t)(rest ? (int64_t)a % (int64_t)b
			       : (int64_t)a / (int64_t)b);
}

static uint64_t
shift_right(uint64_t a, uint64_t by, unsigned bits, bool is_signed)
{
	by &= 0xffffffff;
	if (by >= bits)
		return is_signed && (int64_t)a < 0 ? UINT64_MAX : 0;
	return is_signed ? (uint64_t)((int64_t)a >> by) : a >> by;
}

static uint64_t
find_bit(enum int_op op, uint64_t a, unsigned bits, bool is_signed)
{
	unsigned at;

	if (is_signed && (int64_t)a < 0)
		a = int_extend(~a, bits, false);
	if (!a)
		return 0xffffffff;
	at = 63 - (unsigned)__builtin_clzll(a);
	return op == INT_BFIND_SHIFT ? bits - 1 - at : at;
}

static uint64_t
reverse(uint64_t a, unsigned bits)
{
	uint64_t r = 0;
	unsigned i;

	for (i = 0; i < bits; i++)
		r |= (a >> i & 1) << (bits - 1 - i);
	return r;
}

/* A word's place and length are bytes; devices take all bits for 64. */
static uint64_t
extract(const uint64_t v[3], unsigned bits, bool is_signed)
{
	uint64_t mask = bits == 64 ? UINT32_MAX : UINT8_MAX;
	uint64_t pos = v[1] & mask, len = v[2] & mask;
	uint64_t a = v[0], r = 0, sign, end;
	unsigned i;

	end = pos + len - 1 < bits - 1 ? pos + len - 1 : bits - 1;
	sign = is_signed && len ? a >> end & 1 : 0;
	for (i = 0; i < bits; i++)
		r |= (i < len && pos + i < bits ? a >> (pos + i) & 1 : sign)
		     << i;
	return r;
}

/* The two words A (low) and B (high) shifted as one. */
static uint64_t
funnel(enum int_op op, const uint64_t v[3])
{
	uint64_t both = (v[1] & 0xffffffff) << 32 | (v[0] & 0xffffffff);
	uint64_t by = v[2] & 0xffffffff;
	bool wrap = op == INT_SHF_L_WRAP || op == INT_SHF_R_WRAP;

	if (wrap)
		by &= 31;
	else if (by > 32)
		by = 32;
	if (op == INT_SHF_L_WRAP || op == INT_SHF_L_CLAMP)
		return by == 32 ? both & 0xffffffff : both << by >> 32;
	return both >> by;
}

/* The selectors of the modes that have no selectors: from c's low bits. */
static unsigned
find_selector(enum int_op op, unsigned n)
{
	static const unsigned short modes[][4] = {
		{ 0x3210, 0x4321, 0x5432, 0x6543 }, /* f4e */
		{ 0x5670, 0x6701, 0x7012, 0x0123 }, /* b4e */
		{ 0x0000, 0x1111, 0x2222, 0x3333 }, /* rc8 */
		{ 0x3210, 0x3211, 0x3222, 0x3333 }, /* ecl */
		{ 0x0000, 0x1110, 0x2210, 0x3210 }, /* ecr */
		{ 0x1010, 0x3232, 0x1010, 0x3232 }, /* rc16 */
	};

	return modes[op - INT_PRMT_F4E][n & 3];
}

static uint64_t
permute(enum int_op op, const uint64_t v[3])
{
	uint64_t both = (v[1] & 0xffffffff) << 32 | (v[0] & 0xffffffff);
	unsigned select = (unsigned)v[2], i, one;
	uint64_t r = 0, byte;

	if (op != INT_PRMT)
		select = find_selector(op, select);
	for (i = 0; i < 4; i++) {
		one = select >> 4 * i;
		byte = both >> 8 * (one & 7) & 0xff;
		if (op == INT_PRMT && one & 8)
			byte = byte & 0x80 ? 0xff : 0;
		r |= byte << 8 * i;
	}
	return r;
}

/* The N-th set bit from BASE on, upward or (N < 0) downward. */
static uint64_t
find_nth(const uint64_t v[3])
{
	uint32_t mask = (uint32_t)v[0];
	int64_t at = (int64_t)(v[1] & 0xffffffff), n = (int32_t)v[2];
	int step = n < 0 ? -1 : 1;

	if (!n)
		return mask >> at & 1 ? (uint64_t)at : 0xffffffff;
	n = n < 0 ? -n : n;
	for (; at >= 0 && at < 32; at += step) {
		if (mask >> at & 1 && --n == 0)
			return (uint64_t)at;
	}
	return 0xffffffff;
}

static uint64_t
extend_at(enum int_op op, uint64_t a, uint64_t at, bool is_signed)
{
	bool wrap = op == INT_SZEXT_WRAP;

	at &= 0xffffffff;
	at = wrap ? at & 31 : at > 32 ? 32 : at;
	if (!at)
		return 0;
	return int_extend(a, (unsigned)at, is_signed);
}

static uint64_t
make_mask(uint64_t at, uint64_t width, bool wrap)
{
	at &= 0xffffffff;
	width &= 0xffffffff;
	at = wrap ? at & 31 : at > 32 ? 32 : at;
	width = wrap ? width & 31 : width > 32 ? 32 : width;
	return ((UINT64_C(1) << width) - 1) << at;
}

/* V is extended to 64 bits; sources that have their own types are raw. */
static uint64_t
apply(enum int_op op, const uint64_t v[3], unsigned bits, bool is_signed)
{
	uint64_t low24[3] = { int_extend(v[0], 24, is_signed),
			      int_extend(v[1], 24, is_signed), v[2] };

	switch (op) {
	case INT_ADD: return v[0] + v[1];
	case INT_SUB: return v[0] - v[1];
	case INT_MUL_LO:
	case INT_MUL_WIDE: return v[0] * v[1];
	case INT_MUL_HI: return multiply_high(v[0], v[1], bits, is_signed);
	case INT_MAD_LO:
	case INT_MAD_WIDE: return v[0] * v[1] + v[2];
	case INT_MAD_HI:
		return multiply_high(v[0], v[1], bits, is_signed) + v[2];
	case INT_MUL24_LO: return low24[0] * low24[1];
	case INT_MUL24_HI: return low24[0] * low24[1] >> 16;
	case INT_MAD24_LO: return low24[0] * low24[1] + v[2];
	case INT_MAD24_HI: return (low24[0] * low24[1] >> 16) + v[2];
	case INT_SAD:
		return v[2] + ((is_signed ? (int64_t)v[0] < (int64_t)v[1]
					  : v[0] < v[1])
				       ? v[1] - v[0]
				       : v[0] - v[1]);
	case INT_DIV: return divide(op, v[0], v[1], is_signed);
	case INT_REM: return divide(op, v[0], v[1], is_signed);
	case INT_ABS: return (int64_t)v[0] < 0 ? 0 - v[0] : v[0];
	case INT_NEG: return 0 - v[0];
	case INT_MIN:
	case INT_MAX:
		return (is_signed ? (int64_t)v[0] < (int64_t)v[1]
				  : v[0] < v[1]) == (op == INT_MIN)
			       ? v[0]
			       : v[1];
	case INT_AND: return v[0] & v[1];
	case INT_OR: return v[0] | v[1];
	case INT_XOR: return v[0] ^ v[1];
	case INT_NOT: return ~v[0];
	case INT_CNOT: return !v[0];
	case INT_SHL:
		return (v[1] & 0xffffffff) >= bits
			       ? 0
			       : v[0] << (v[1] & 0xffffffff);
	case INT_SHR: return shift_right(v[0], v[1], bits, is_signed);
	case INT_SHL_ADD: return (v[0] << (v[1] & 63)) + v[2];
	case INT_MOVE: return v[0];
	case INT_POPC: return (uint64_t)__builtin_popcountll(v[0]);
	case INT_CLZ:
		return v[0] ? (uint64_t)__builtin_clzll(v[0]) - (64 - bits)
			    : bits;
	case INT_BFIND:
	case INT_BFIND_SHIFT: return find_bit(op, v[0], bits, is_signed);
	case INT_BREV: return reverse(v[0], bits);
	case INT_BFE: return extract(v, bits, is_signed);
	case INT_SHF_L_WRAP:
	case INT_SHF_L_CLAMP:
	case INT_SHF_R_WRAP:
	case INT_SHF_R_CLAMP: return funnel(op, v);
	case INT_PRMT:
	case INT_PRMT_F4E:
	case INT_PRMT_B4E:
	case INT_PRMT_RC8:
	case INT_PRMT_ECL:
	case INT_PRMT_ECR:
	case INT_PRMT_RC16: return permute(op, v);
	case INT_FNS: return find_nth(v);
	case INT_SZEXT_WRAP:
	case INT_SZEXT_CLAMP:
		return extend_at(op, v[0], v[1], is_signed);
	case INT_BMSK_WRAP:
	case INT_BMSK_CLAMP:
		return make_mask(v[0], v[1], op == INT_BMSK_WRAP);
	case INT_OPS: break;
	}
	return 0;
}

/* Addition and subtraction of two halves, minima ... */
static uint64_t
apply_pair(enum int_op op, const uint64_t v[3], unsigned how)
{
	enum ptx_type t = int_type_of(how);
	bool is_signed = ptx_type_signed(t), relu = how & INT_RELU;
	uint64_t half[3], r = 0, one;
	unsigned i, j;

	for (i = 0; i < 2; i++) {
		for (j = 0; j < 3; j++)
			half[j] = int_extend(v[j] >> 16 * i, 16, is_signed);
		one = apply(op, half, 16, is_signed);
		if (relu && (int16_t)one < 0)
			one = 0;
		r |= (one & 0xffff) << 16 * i;
	}
	return r;
}

static uint64_t
saturate(uint64_t value)
{
	int64_t v = (int64_t)value;

	v = v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v;
	return (uint64_t)v;
}

uint64_t
int_apply(unsigned how, const uint64_t abc[3])
{
	enum int_op op = int_op_of(how);
	enum ptx_type t = int_type_of(how);
	unsigned bits = ptx_type_bits(t), i;
	bool is_signed = ptx_type_signed(t);
	uint64_t v[3], r;

	if (how & INT_PAIR)
		return apply_pair(op, abc, how);
	for (i = 0; i < 3; i++)
		v[i] = int_extend(abc[i], bits, is_signed);
	if (op == INT_MAD_WIDE || op == INT_SHL_ADD)
		v[2] = abc[2];
	if (op == INT_SHL || op == INT_SHR || op == INT_SHL_ADD)
		v[1] = abc[1];
	r = apply(op, v, bits, is_signed);
	if (how & INT_SAT)
		r = saturate(r);
	if (how & INT_RELU && (int32_t)r < 0)
		r = 0;
	if (op == INT_MUL_WIDE || op == INT_MAD_WIDE || op == INT_SHL_ADD)
		return bits == 16 ? r & 0xffffffff : r;
	return int_extend(r, bits, false);
}
