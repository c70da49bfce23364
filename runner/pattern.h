/*
 * Periods of random data, kept for all visits of a worker. pack.h comes before
 * it.
 */
#include <stddef.h>
#include <stdint.h>

struct arena;

/* Kept at a time; a case wants PACK_BUFFERS of them at most. */
enum { PATTERNS = 2 * PACK_BUFFERS };

struct pattern {
	struct pack_fill fill;
	size_t place;
	size_t bytes; /* made of its FILL_PERIOD */
	uint64_t used; /* when it was asked for last */
	unsigned char *data;
};

struct patterns {
	struct arena *arena;
	uint64_t seed;
	struct pattern kept[PATTERNS];
	uint64_t time;
	unsigned dropped; /* in favour of others */
};

/*
 * The first BYTES, FILL_PERIOD at most, of what a buffer with this fill holds;
 * buffers of one fill differ by their PLACE in the case. It holds until
 * PACK_BUFFERS others were asked for.
 */
const unsigned char *pattern_find(struct patterns *p,
				  const struct pack_fill *fill, size_t place,
				  size_t bytes);
