/*
 * cvt: a value of one type -> the value of another, rounded once.
 *
 * Everything goes through a number taken apart, integers too; what differs is
 * only what can be packed at the end. PTX has cvt of one value, of two values
 * to a pair, and of a pair to a pair; which of them two types have is a table.
 */
#include "num.h"

#include "num_parts.h"

static bool
is_integer(enum num_type t)
{
	return t >= NUM_U8;
}

static bool
is_signed(enum num_type t)
{
	return t == NUM_S8 || t == NUM_S16 || t == NUM_S32 || t == NUM_S64;
}

static uint64_t
mask_of(unsigned bits)
{
	return bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
}

static struct number
unpack_integer(enum num_type t, uint64_t a)
{
	unsigned bits = num_bits(t);
	struct number n = {.kind = NUMBER_FINITE};

	a &= mask_of(bits);
	n.negative = is_signed(t) && a >> (bits - 1);
	n.digits = n.negative ? (0 - a) & mask_of(bits) : a;
	if (!a)
		n.kind = NUMBER_ZERO;
	return n;
}

/* The magnitude of N, clamped to what T holds on that side of 0. */
static uint64_t
clamp_integer(enum num_type t, const struct number *n)
{
	unsigned bits = num_bits(t) - is_signed(t);
	uint64_t most = mask_of(bits);

	if (n->negative)
		most = is_signed(t) ? most + 1 : 0;
	if (n->kind == NUMBER_INFINITE ||
	    (n->kind == NUMBER_FINITE && n->digits > most))
		return most;
	return n->kind == NUMBER_FINITE ? (uint64_t)n->digits : 0;
}

static uint64_t
pack_integer(enum num_type t, struct number n, unsigned how)
{
	unsigned bits = num_bits(t);
	uint64_t magnitude;

	if (n.kind == NUMBER_NAN)
		return bits == 64 ? 1ull << 63 : 0;
	if (n.kind == NUMBER_FINITE) {
		if (n.exponent > 64)
			n.kind = NUMBER_INFINITE;
		else if (n.exponent > 0)
			n.digits <<= n.exponent;
		else
			num_round_at(&n, 0, how);
	}
	magnitude = clamp_integer(t, &n);
	return (n.negative ? 0 - magnitude : magnitude) & mask_of(bits);
}

static uint64_t
integer_to_integer(const struct num_cvt *c, uint64_t a)
{
	struct number n = unpack_integer(c->from, a);
	uint64_t magnitude = (uint64_t)n.digits;

	if (c->how & NUM_SAT)
		magnitude = clamp_integer(c->to, &n);
	return (n.negative ? 0 - magnitude : magnitude) &
	       mask_of(num_bits(c->to));
}

/* A NaN among floats: canonical, but between fp64s with its payload. */
static uint64_t
nan_to_float(const struct num_cvt *c, uint64_t a)
{
	struct number n = {.kind = NUMBER_NAN};

	if (c->to == NUM_F64 && c->from == NUM_F64 && !(c->how & NUM_SAT))
		return a | 1ull << 51;
	return num_pack(c->to, &n, c->how);
}

uint64_t
num_convert(const struct num_cvt *c, uint64_t a)
{
	struct number n;

	if (is_integer(c->from)) {
		if (is_integer(c->to))
			return integer_to_integer(c, a);
		n = unpack_integer(c->from, a);
		return num_pack(c->to, &n, c->how);
	}
	n = num_unpack(c->from, a, c->how);
	if (is_integer(c->to))
		return pack_integer(c->to, n, c->how);
	if (n.kind == NUMBER_NAN)
		return nan_to_float(c, a);
	if (n.kind == NUMBER_FINITE && (c->how & NUM_INTEGRAL)) {
		num_round_at(&n, 0, c->how);
		if (!n.digits)
			n.kind = NUMBER_ZERO;
	}
	return num_pack(c->to, &n, c->how);
}

uint64_t
num_convert_pair(const struct num_cvt *c, uint64_t a, uint64_t b)
{
	struct num_cvt one = {num_element(c->to), c->from, c->how};

	return num_convert(&one, a) << num_bits(one.to) |
	       num_convert(&one, b);
}

uint64_t
num_convert_both(const struct num_cvt *c, uint64_t a)
{
	enum num_type from = num_element(c->from);
	struct num_cvt pair = {c->to, from, c->how};

	return num_convert_pair(&pair, a >> num_bits(from), a);
}

unsigned
num_convert_kind(const struct num_cvt *c)
{
	bool fp8 = c->to == NUM_E4M3X2 || c->to == NUM_E5M2X2;
	bool from8 = c->from == NUM_E4M3X2 || c->from == NUM_E5M2X2;
	bool half2 = c->from == NUM_F16X2 || c->from == NUM_BF16X2;

	if (c->to == NUM_TF32)
		return c->from == NUM_F32;
	if (num_is_pair(c->to) && c->from == NUM_F32)
		return 2;
	if ((fp8 && half2) || (from8 && c->to == NUM_F16X2))
		return 3;
	if (num_is_pair(c->to) || num_is_pair(c->from))
		return 0;
	return c->to != NUM_E4M3 && c->to != NUM_E5M2 &&
	       c->from != NUM_E4M3 && c->from != NUM_E5M2 &&
	       c->from != NUM_TF32;
}
