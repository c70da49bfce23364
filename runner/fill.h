/*
 * What device buffers hold before a launch.
 */
#include <stddef.h>
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
 * The first COUNT bytes of random data, rounded up to whole numbers of at most
 * 8 bytes. More of them begin with the same ones.
 */
void fill_make(const struct pack_fill *fill, size_t count, struct random *r,
	       unsigned char *out);

/*
 * Fill a place {address, bytes} with PERIOD, which has FILL_PERIOD bytes or as
 * many as the place. Returns 0 or the driver's code.
 */
int fill_random(struct device *d, const uint64_t place[2],
		const unsigned char *period);

/* As above with the same word everywhere: PACK_POISON or 0. */
int fill_words(struct device *d, const uint64_t place[2], uint32_t word);
