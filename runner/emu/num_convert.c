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

/* A NaN is the highest bit where 64 bits take part, else 0. */
static uint64_t
nan_to_integer(const struct num_cvt *c)
{
	unsigned bits = num_bits(c->to);

	return bits == 64 || c->from == NUM_F64 ? 1ull << (bits - 1) : 0;
}

static uint64_t
pack_integer(enum num_type t, struct number n, unsigned how)
{
	unsigned bits = num_bits(t);
	uint64_t magnitude;

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

/* A NaN from or to fp64: quiet, its payload cut or filled at the low end. */
static uint64_t
nan_with_payload(const struct num_cvt *c, uint64_t a)
{
	const struct num_format *from = num_format(c->from);
	const struct num_format *to = num_format(c->to);
	uint64_t fraction = a & ((1ull << from->fraction) - 1);

	if (c->from == NUM_F32 && (c->how & NUM_FTZ))
		a = fraction = 0x7fffff; /* flushing makes it canonical */
	fraction = fraction << (52 - from->fraction) | NUM_F64_QUIET;
	return (a >> (from->bits - 1) & 1) << (to->bits - 1) |
	       ((1ull << (to->bits - 1 - to->fraction)) - 1) << to->fraction |
	       fraction >> (52 - to->fraction);
}

/* cvt.rna.tf32 works on bits: cut; .satfinite is one less of the rest. */
static uint64_t
nan_to_tf32(const struct num_cvt *c, uint64_t a)
{
	if ((c->how & NUM_ROUND_BITS) != NUM_RNA)
		return num_format(NUM_TF32)->nan;
	a = a >> 13 << 13;
	return c->how & NUM_SATFINITE ? a - (1u << 13) : a;
}

/*
 * A NaN among floats: canonical, but with its payload where fp64 takes part,
 * and from bf16 to fp32, which is a shift.
 */
static uint64_t
nan_to_float(const struct num_cvt *c, uint64_t a)
{
	if (c->how & NUM_SAT)
		return 0;
	if (c->to == NUM_F64 || c->from == NUM_F64)
		return nan_with_payload(c, a);
	if (c->to == NUM_TF32)
		return nan_to_tf32(c, a);
	if (c->to == NUM_F32 && c->from == NUM_BF16)
		return (a & 0xffff) << 16;
	return num_format(c->to)->nan;
}

/* .ftz of a conversion is about fp32 alone. */
static unsigned
how_of(unsigned how, enum num_type t)
{
	return t == NUM_F32 ? how : how & ~(unsigned)NUM_FTZ;
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
	n = num_unpack(c->from, a, how_of(c->how, c->from));
	if (n.kind == NUMBER_NAN)
		return is_integer(c->to) ? nan_to_integer(c)
					 : nan_to_float(c, a);
	if (is_integer(c->to))
		return pack_integer(c->to, n, c->how);
	if (n.kind == NUMBER_FINITE && (c->how & NUM_INTEGRAL)) {
		num_round_at(&n, 0, c->how);
		if (!n.digits)
			n.kind = NUMBER_ZERO;
	}
	return num_pack(c->to, &n, how_of(c->how, c->to));
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
