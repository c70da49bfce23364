/*
 * A test run on a device, point by point.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct device;
struct fault;
struct outcome;
struct pack_parameter;
struct pack_test;

/* Store a number as a kernel's parameter, of at most 8 bytes. */
void trial_store(const struct pack_parameter *p, struct worth x, void *at);

/* A module, and the image that it was loaded from. */
struct trial_image {
	const void *data;
	size_t bytes;
	void *module; /* NULL: it could not be loaded again */
};

/*
 * Run the test with the kernels of an image, whose variables each run of the
 * launches finds as if it were the first; SEED is that of all random data.
 * False with a fault when it could not be run: what is wrong with its results
 * is in the outcome and no fault.
 */
bool trial_run(struct device *d, struct trial_image *image,
	       const struct pack_test *t, uint64_t seed, struct outcome *o,
	       struct fault *f);

/*
 * Make the launches of the test's last point, the largest as a rule, ROUNDS
 * times for a profiler, which sees no others. False with a fault.
 */
bool trial_count(struct device *d, struct trial_image *image,
		 const struct pack_test *t, uint64_t seed, unsigned rounds,
		 struct fault *f);
