/*
 * What device buffers hold before a launch.
 */
#include <stdint.h>

struct device;
struct pack_fill;
struct random;

/*
 * The period of random data: 8 times a prime, so that a kernel that reads the
 * wrong block reads wrong numbers.
 */
enum { FILL_PERIOD = 8 * 131101 };

/*
 * Fill BYTES at ADDRESS; SCRATCH has room for FILL_PERIOD bytes. Returns 0 or
 * the driver's code.
 */
int fill_random(struct device *d, const struct pack_fill *fill,
		const uint64_t place[2], struct random *r,
		unsigned char *scratch);

/* As above with the same word everywhere: PACK_POISON or 0. */
int fill_words(struct device *d, const uint64_t place[2], uint32_t word);
