/*
 * Bits -> a number taken apart -> bits. The one place that knows formats and
 * the one place that rounds.
 *
 * A number is a sign, 128 bits of digits, a power of two and whether there is
 * more behind the digits. Whoever computes gives enough digits that "more" is
 * all that rounding needs to know. Rounding cuts at the last place of the
 * format, subnormals included, so that packing is an addition: the exponent's
 * field and the digits overlap in one bit, and a carry runs into the exponent.
 *
 * .ftz looks at what rounding gives if there is no smallest exponent: what is
 * still below the smallest normal number is a zero, also where a subnormal
 * would have been rounded up to it.
 */
#include "num.h"

#include "num_parts.h"

static const struct num_format formats[NUM_TYPES] = {
	[NUM_F16] = {16, 10, 15, 0, false, 0x7fff},
	[NUM_BF16] = {16, 7, 127, 0, false, 0x7fff},
	[NUM_F16X2] = {16, 10, 15, 0, false, 0x7fff},
	[NUM_BF16X2] = {16, 7, 127, 0, false, 0x7fff},
	[NUM_F32] = {32, 23, 127, 0, false, 0x7fffffff},
	[NUM_F64] = {64, 52, 1023, 0, false, 0xfff8000000000000},
	[NUM_TF32] = {32, 10, 127, 13, false, 0x7fffe000},
	[NUM_E4M3] = {8, 3, 7, 0, true, 0x7f},
	[NUM_E5M2] = {8, 2, 15, 0, false, 0x7f},
	[NUM_E4M3X2] = {8, 3, 7, 0, true, 0x7f},
	[NUM_E5M2X2] = {8, 2, 15, 0, false, 0x7f},
};

const struct num_format *
num_format(enum num_type t)
{
	return &formats[t];
}

unsigned
num_bits(enum num_type t)
{
	static const unsigned char integers[NUM_TYPES] = {
		[NUM_U8] = 8,	[NUM_S8] = 8,	[NUM_U16] = 16,
		[NUM_S16] = 16, [NUM_U32] = 32, [NUM_S32] = 32,
		[NUM_U64] = 64, [NUM_S64] = 64,
	};

	if (integers[t])
		return integers[t];
	return formats[t].bits * (num_is_pair(t) ? 2u : 1u);
}

bool
num_is_pair(enum num_type t)
{
	return t == NUM_F16X2 || t == NUM_BF16X2 || t == NUM_E4M3X2 ||
	       t == NUM_E5M2X2;
}

enum num_type
num_element(enum num_type t)
{
	if (t == NUM_F16X2)
		return NUM_F16;
	if (t == NUM_BF16X2)
		return NUM_BF16;
	if (t == NUM_E4M3X2)
		return NUM_E4M3;
	return t == NUM_E5M2X2 ? NUM_E5M2 : t;
}

unsigned
num_top(uint128 digits)
{
	uint64_t high = (uint64_t)(digits >> 64);

	if (high)
		return 127u - (unsigned)__builtin_clzll(high);
	return 63u - (unsigned)__builtin_clzll((uint64_t)digits);
}

void
num_normalise(struct number *n, unsigned to)
{
	unsigned top = num_top(n->digits);

	if (top < to) {
		n->digits <<= to - top;
		n->exponent -= (int)(to - top);
		return;
	}
	if (n->digits & ((((uint128)1) << (top - to)) - 1))
		n->inexact = true;
	n->digits >>= top - to;
	n->exponent += (int)(top - to);
}

static uint64_t
infinity_of(const struct num_format *f)
{
	uint64_t all = (1ull << (f->bits - f->fraction - f->low - 1)) - 1;

	return all << f->fraction;
}

struct number
num_unpack(enum num_type t, uint64_t bits, unsigned how)
{
	const struct num_format *f = &formats[t];
	uint64_t fraction, field, infinity = infinity_of(f);
	struct number n = {.kind = NUMBER_FINITE};

	n.negative = bits >> (f->bits - 1) & 1;
	bits >>= f->low;
	fraction = bits & ((1ull << f->fraction) - 1);
	field = (bits & infinity) >> f->fraction;
	if (f->no_infinity && (bits & 0x7f) == f->nan)
		n.kind = NUMBER_NAN;
	else if (!f->no_infinity && (bits & infinity) == infinity)
		n.kind = fraction ? NUMBER_NAN : NUMBER_INFINITE;
	else if (!field && (!fraction || (how & NUM_FTZ)))
		n.kind = NUMBER_ZERO;
	if (field)
		fraction |= 1ull << f->fraction;
	n.digits = n.kind == NUMBER_FINITE ? fraction : 0;
	n.exponent = (int)(field ? field : 1) - f->bias - f->fraction;
	return n;
}

/* Does cutting DIGITS at bit CUT (1..127) leave something to add 1 for? */
static bool
rounds_up(const struct number *n, unsigned cut, unsigned how)
{
	uint128 half = (uint128)1 << (cut - 1);
	uint128 rest = n->digits & ((half << 1) - 1);
	bool odd = n->digits >> cut & 1;

	switch (how & NUM_ROUND_BITS) {
	case NUM_RN:
		return rest > half ||
		       (rest == half && (n->inexact || odd));
	case NUM_RNA:
		return rest >= half;
	case NUM_RM:
		return n->negative && (rest || n->inexact);
	case NUM_RP:
		return !n->negative && (rest || n->inexact);
	default:
		return false;
	}
}

void
num_round_at(struct number *n, int at, unsigned how)
{
	int cut = at - n->exponent;
	bool up;

	if (cut <= 0)
		return;
	if (cut > 126) { /* nothing but "more" is left */
		n->digits = 1;
		n->exponent = at - 3;
		n->inexact = true;
		cut = 3;
	}
	up = rounds_up(n, (unsigned)cut, how);
	n->digits = (n->digits >> cut) + up;
	n->exponent = at;
	n->inexact = false;
}

/* An overflow, or an infinity that isn't wanted. */
static uint64_t
pack_infinity(const struct num_format *f, bool negative, unsigned how,
	      bool exact)
{
	uint64_t infinity = infinity_of(f);
	unsigned round = how & NUM_ROUND_BITS;
	bool finite = !exact && (round == NUM_RZ ||
				 (round == NUM_RM && !negative) ||
				 (round == NUM_RP && negative));

	if (f->no_infinity)
		return finite || (how & NUM_SATFINITE) ? f->nan - 1 : f->nan;
	return finite || (how & NUM_SATFINITE) ? infinity - 1 : infinity;
}

static uint64_t
pack_finite(const struct num_format *f, struct number n, unsigned how)
{
	int last = 1 - f->bias - f->fraction; /* of subnormals */
	uint64_t limit = f->no_infinity ? f->nan : infinity_of(f);
	uint64_t bits;
	int at;

	if (num_top(n.digits) < (unsigned)f->fraction + 2)
		num_normalise(&n, (unsigned)f->fraction + 2);
	at = n.exponent + (int)num_top(n.digits) - f->fraction;
	if ((how & NUM_FTZ) && at < last) {
		num_round_at(&n, at, how);
		if (n.exponent + (int)num_top(n.digits) < last + f->fraction)
			return 0;
	}
	at = at > last ? at : last;
	if (at > last + (1 << (f->bits - f->fraction - f->low - 1)))
		return pack_infinity(f, n.negative, how, false);
	num_round_at(&n, at, how);
	bits = (uint64_t)n.digits + ((uint64_t)(at - last) << f->fraction);
	if (bits >= limit)
		return pack_infinity(f, n.negative, how, false);
	return bits;
}

uint64_t
num_pack(enum num_type t, const struct number *n, unsigned how)
{
	const struct num_format *f = &formats[t];
	uint64_t sign = (uint64_t)n->negative << (f->bits - 1);
	uint64_t one = (uint64_t)f->bias << f->fraction;
	uint64_t bits = 0;

	if (n->kind == NUMBER_NAN)
		return how & NUM_SAT ? 0 : f->nan;
	if ((how & (NUM_SAT | NUM_RELU)) && n->negative)
		return 0;
	if (n->kind == NUMBER_INFINITE)
		bits = pack_infinity(f, n->negative, how, true);
	if (n->kind == NUMBER_FINITE)
		bits = pack_finite(f, *n, how);
	if ((how & NUM_SAT) && bits > one)
		bits = one;
	return bits << f->low | sign;
}
