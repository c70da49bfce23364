/*
 * A float is an integer times 2^-2240, in 70 words; sums and products of them
 * are integers, whatever their exponents. Rounding looks for the top bit, cuts
 * where the format ends, and compares what is cut off with a half, word by
 * word. Slow, and without a case that needs thought.
 */
#include "exact.h"

#include <string.h>

const struct shape SHAPE_F16 = {16, 10}, SHAPE_BF16 = {16, 7},
		   SHAPE_F32 = {32, 23}, SHAPE_F64 = {64, 52};

static int
bias(struct shape s)
{
	return (1 << (s.bits - s.fraction - 2)) - 1;
}

static uint64_t
magnitude(struct shape s, uint64_t x)
{
	return x & ((1ull << (s.bits - 1)) - 1);
}

static uint64_t
infinity(struct shape s)
{
	return ((1ull << (s.bits - s.fraction - 1)) - 1) << s.fraction;
}

bool
shape_nan(struct shape s, uint64_t x)
{
	return magnitude(s, x) > infinity(s);
}

bool
shape_infinite(struct shape s, uint64_t x)
{
	return magnitude(s, x) == infinity(s);
}

static uint64_t
digits(struct shape s, uint64_t x, int *place)
{
	uint64_t fraction = x & ((1ull << s.fraction) - 1);
	int field = (int)(magnitude(s, x) >> s.fraction);

	*place = (field ? field : 1) - bias(s) - s.fraction;
	return field ? fraction | 1ull << s.fraction : fraction;
}

/* Put 128 bits at 2^PLACE. */
static void
put(struct exact *e, uint64_t high, uint64_t low, int place)
{
	int at = place + EXACT_UNIT, word = at / 64, bit = at % 64;

	e->low = word;
	e->high = word + 3;
	memset(&e->word[word], 0, 3 * sizeof(e->word[0]));
	e->word[word] = low << bit;
	e->word[word + 1] = high << bit;
	if (bit) {
		e->word[word + 1] |= low >> (64 - bit);
		e->word[word + 2] = high >> (64 - bit);
	}
}

void
exact_set(struct exact *e, struct shape s, uint64_t x)
{
	int place;
	uint64_t d = digits(s, x, &place);

	e->negative = x >> (s.bits - 1) & 1;
	put(e, 0, d, place);
}

void
exact_product(struct exact *e, struct shape s, uint64_t x, uint64_t y)
{
	int p, q;
	uint64_t a = digits(s, x, &p), b = digits(s, y, &q);
	uint64_t al = a & 0xffffffff, ah = a >> 32;
	uint64_t bl = b & 0xffffffff, bh = b >> 32;
	uint64_t low = al * bl, middle = ah * bl + (low >> 32);
	uint64_t cross = al * bh + (middle & 0xffffffff);

	e->negative = ((x ^ y) >> (s.bits - 1)) & 1;
	put(e, ah * bh + (middle >> 32) + (cross >> 32),
	    cross << 32 | (low & 0xffffffff), p + q);
}

static uint64_t
word_at(const struct exact *e, int i)
{
	return i >= e->low && i < e->high ? e->word[i] : 0;
}

static int
compare(const struct exact *e, const struct exact *f)
{
	for (int i = EXACT_WORDS - 1; i >= 0; i--)
		if (word_at(e, i) != word_at(f, i))
			return word_at(e, i) < word_at(f, i) ? -1 : 1;
	return 0;
}

/* e = big + or - small in magnitude */
static void
combine(struct exact *e, const struct exact *big, const struct exact *small,
	bool minus)
{
	int low = big->low < small->low ? big->low : small->low;
	int high = big->high > small->high ? big->high : small->high;
	struct exact r = {big->negative, low, high + 1, {0}};
	unsigned carry = 0;

	for (int i = low; i <= high; i++) {
		uint64_t x = word_at(big, i), y = word_at(small, i), t;

		if (minus) {
			t = x - y - carry;
			carry = carry ? x <= y : x < y;
		} else {
			t = x + y + carry;
			carry = carry ? t <= x : t < x;
		}
		r.word[i] = t;
	}
	*e = r;
}

void
exact_add(struct exact *e, const struct exact *f)
{
	struct exact copy = *e;

	if (e->negative == f->negative)
		combine(e, &copy, f, false);
	else if (compare(&copy, f) >= 0)
		combine(e, &copy, f, true);
	else
		combine(e, f, &copy, true);
}

static int
top(const struct exact *e)
{
	for (int i = e->high - 1; i >= e->low; i--)
		if (e->word[i])
			return i * 64 + 63 - __builtin_clzll(e->word[i]);
	return -1;
}

bool
exact_is_zero(const struct exact *e)
{
	return top(e) < 0;
}

static bool
bit_at(const struct exact *e, int i)
{
	return i >= 0 && word_at(e, i / 64) >> (i % 64) & 1;
}

static bool
any_below(const struct exact *e, int i)
{
	for (int w = e->low; w < i / 64; w++)
		if (word_at(e, w))
			return true;
	return i > 0 && i % 64 &&
	       word_at(e, i / 64) & ((1ull << (i % 64)) - 1);
}

static bool
away(const struct exact *e, int cut, enum exact_round how)
{
	bool half = bit_at(e, cut - 1), more = any_below(e, cut - 1);

	switch (how) {
	case EXACT_RN:
		return half && (more || bit_at(e, cut));
	case EXACT_RM:
		return e->negative && (half || more);
	case EXACT_RP:
		return !e->negative && (half || more);
	case EXACT_RZ:
		break;
	}
	return false;
}

uint64_t
exact_round(const struct exact *e, struct shape s, enum exact_round how)
{
	int last = 1 - bias(s) - s.fraction + EXACT_UNIT;
	int high = top(e), cut = high - s.fraction;
	uint64_t sign = (uint64_t)e->negative << (s.bits - 1), d = 0;
	bool less = how == EXACT_RZ || (how == EXACT_RM && !e->negative) ||
		    (how == EXACT_RP && e->negative);

	if (high < 0)
		return 0;
	cut = cut > last ? cut : last;
	for (int i = 0; i <= s.fraction; i++)
		d |= (uint64_t)bit_at(e, cut + i) << i;
	d += away(e, cut, how);
	if (cut - last > 2 * bias(s))
		return sign | (less ? infinity(s) - 1 : infinity(s));
	d += (uint64_t)(cut - last) << s.fraction;
	if (d >= infinity(s))
		d = less ? infinity(s) - 1 : infinity(s);
	return sign | d;
}
