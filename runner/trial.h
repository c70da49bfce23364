/*
 * A test run on a device, point by point.
 */
#include <stdbool.h>
#include <stdint.h>

struct device;
struct fault;
struct outcome;
struct pack_test;

/*
 * Run the test with the kernels of MODULE; SEED is that of all random data.
 * False with a fault when it could not be run: what is wrong with its results
 * is in the outcome and no fault.
 */
bool trial_run(struct device *d, void *module, const struct pack_test *t,
	       uint64_t seed, struct outcome *o, struct fault *f);
