/*
 * What the parts of `trial` share. Nobody else includes this.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct device;
struct fault;
struct outcome;
struct pack_launch;
struct pack_test;

/* A variable at the point at hand. */
struct trial_variable {
	uint64_t address, bytes; /* on the device; bytes 0: not allocated */
	unsigned char *before, *after, *other;
	size_t count; /* numbers */
};

struct trial {
	struct arena *arena; /* of the point */
	struct device *device;
	const struct pack_test *test;
	struct outcome *outcome;
	struct fault *fault;
	uint64_t seed;
	void *entries[TEST_SYMBOLS];
	int64_t point[TEST_RANGES];
	size_t number; /* of the point */
	struct trial_variable variables[TEST_VARIABLES];
	/* the same and the references, as formulas see them */
	struct formula_variable views[TEST_VARIABLES];
	struct formula_reference references[TEST_REFERENCES];
	bool found; /* a finding at this point that counts */
	bool stop;  /* no further point: a hang, a missing instruction */
};

/* Set a fault at the point at hand; always false. */
bool trial_fail(struct trial *t, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The world of formulas with element I. */
struct formula_world trial_world(const struct trial *t, size_t i);

/* Make what all variables hold before the launches; false with a fault. */
bool trial_fill(struct trial *t);

/* Give the arrays their memory on the device, and what they hold before. With
   OTHER the poison is another one. */
bool trial_put(struct trial *t, bool other);

/* Read the arrays back; with OTHER into `other` instead of `after`. */
bool trial_get(struct trial *t, bool other);

/* Give back all memory of the device. */
void trial_release(struct trial *t);

/* Whether element I of an array holds the poison, that of OTHER or not. */
bool trial_is_poison(const unsigned char *bytes, size_t size, size_t i,
		     bool other);

/* Look at outputs and checks; *good when all is well. False with a fault. */
bool trial_check(struct trial *t, bool *good);

/* Fill the arrays as they were, make the oracle's launch, take what it leaves
   as the reference; false with a fault. */
bool trial_consult(struct trial *t, size_t reference);
