/*
 * A buffer that is one cycle of lines in random order, for pointer chases.
 */
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct device;
struct random;

enum {
	CYCLE_STRIDE_LEAST = 16, /* two addresses */
	CYCLE_STRIDE_MOST = 1 << 20,
	CYCLE_LINES_MOST = 1 << 24,
};

struct cycle {
	uint64_t address, bytes, stride;
};

/* Whether the bytes are a whole number of lines, two at least, that is not
   beyond bounds. */
bool cycle_fits(const struct cycle *c);

/*
 * Fill the place. Line I, which begins at address + I * stride, holds two
 * addresses: of the line behind it on the cycle, and of the line that is I-th
 * on the cycle. Its other bytes are zero. Returns 0 or the driver's code.
 */
int cycle_fill(struct device *d, const struct cycle *c, struct random *r,
	       struct arena *a);
