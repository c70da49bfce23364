/*
 * SplitMix64 (Steele, Lea and Flood, 2014): one addition and three
 * multiply-xorshifts a number, which passes BigCrush, and any state is a good
 * one. Enough to fill buffers and to shuffle; not for secrets.
 */
#include "random.h"

uint64_t
random_next(struct random *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

struct random
random_make(uint64_t seed, uint64_t a, uint64_t b)
{
	struct random r = { seed };

	r.state = random_next(&r) ^ a;
	r.state = random_next(&r) ^ b;
	return r;
}

double
random_unit(struct random *r)
{
	return (double)(random_next(r) >> 11) * 0x1p-53;
}

uint64_t
random_below(struct random *r, uint64_t n)
{
	uint64_t x = random_next(r);

	/* below 2^64 mod n, which is less than n, the draw is unfair */
	while (x < n && x < -n % n)
		x = random_next(r);
	return x % n;
}

void
random_shuffle(struct random *r, size_t *order, size_t n)
{
	size_t i, j, other;

	for (i = n; i > 1; i--) {
		j = (size_t)random_below(r, i);
		other = order[i - 1];
		order[i - 1] = order[j];
		order[j] = other;
	}
}
