/*
 * Timing a probe: slopes between N and 4N.
 */
#include <stdbool.h>
#include <stdint.h>

struct fault;
struct probe;

enum { MEASURE_PAIRS = 5 };

/* One launch of N, waited for: what is wrong with it is found here. */
bool measure_warm(struct probe *p, uint32_t n, struct fault *f);

/*
 * Raise *N to the first of its doubles at which one unit takes long enough for
 * the clock in use. False if the time does not grow with N, or with the fault
 * of a launch.
 */
bool measure_grow(struct probe *p, uint32_t *n, struct fault *f);

/*
 * Time N and 4N in turn, MEASURE_PAIRS times. The values are those at N, then
 * those at 4N, in nanoseconds or ticks.
 */
bool measure_pairs(struct probe *p, uint32_t n,
		   double values[2 * MEASURE_PAIRS], struct fault *f);

/* The slope of such values: the rise of their medians over 3N. */
double measure_slope(const double values[2 * MEASURE_PAIRS], uint32_t n);

/* Bring the device to the state in which pairs are timed, by a unit of N. */
bool measure_settle(struct probe *p, uint32_t n, struct fault *f);

/*
 * Of a slope over launches: the host's time to begin up to N of them over the
 * device's time for them, the least of a few. Near 1 the device waits for the
 * host. 0 for other slopes.
 */
bool measure_issue(struct probe *p, uint32_t n, double *share,
		   struct fault *f);

/* Start one launch of N and do not wait for it. */
bool measure_start(struct probe *p, uint32_t n, struct fault *f);

/* Wait for what was started. */
bool measure_wait(struct probe *p, struct fault *f);
