/*
 * Seeded random numbers: the same seed gives the same run on any machine.
 */
#include <stddef.h>
#include <stdint.h>

struct random {
	uint64_t state;
};

/* A generator for this seed and these two numbers (replicate, buffer ...). */
struct random random_make(uint64_t seed, uint64_t a, uint64_t b);

/* The next 64 random bits. */
uint64_t random_next(struct random *r);

/* A number in [0, 1) with 53 random bits. */
double random_unit(struct random *r);

/* A whole number in [0, n); n > 0. */
uint64_t random_below(struct random *r, uint64_t n);

/* Bring the N numbers of ORDER into a random order. */
void random_shuffle(struct random *r, size_t *order, size_t n);
