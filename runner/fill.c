/*
 * Filling buffers: one period of random data is made on the host and doubled
 * on the device, so that a buffer of gigabytes costs a millisecond. Inputs are
 * random, never all zero: zeros hide wrong indices and draw less power.
 */
#include <string.h>

#include "device.h"
#include "fill.h"
#include "number.h"
#include "pack.h"
#include "random.h"

enum { DRAWN = 512 }; /* numbers at a time */

static double
draw(const struct pack_fill *fill, struct random *r)
{
	double span = fill->high - fill->low;

	if (fill->kind == FILL_GRID)
		return (fill->low +
			(double)random_below(r, (uint64_t)span + 1)) *
		       fill->step;
	if (number_is_whole(fill->type))
		return fill->low + (double)random_below(r, (uint64_t)span + 1);
	return fill->low + span * random_unit(r);
}

static void
make_numbers(const struct pack_fill *fill, size_t count, struct random *r,
	     unsigned char *out)
{
	size_t size = number_size(fill->type), n, i;
	size_t left = (count + size - 1) / size;
	double values[DRAWN];

	for (; left; left -= n, out += n * size) {
		n = left < DRAWN ? left : DRAWN;
		for (i = 0; i < n; i++)
			values[i] = draw(fill, r);
		number_store_all(fill->type, out, n, values);
	}
}

void
fill_make(const struct pack_fill *fill, size_t count, struct random *r,
	  unsigned char *out)
{
	uint64_t bits;
	size_t i;

	if (fill->kind != FILL_BITS) {
		make_numbers(fill, count, r, out);
		return;
	}
	for (i = 0; i < count; i += sizeof(bits)) {
		bits = random_next(r);
		memcpy(out + i, &bits, sizeof(bits));
	}
}

int
fill_random(struct device *d, const uint64_t place[2],
	    const unsigned char *period)
{
	uint64_t address = place[0], bytes = place[1], done, more;
	int code;

	done = bytes < FILL_PERIOD ? bytes : FILL_PERIOD;
	code = d->ops->copy_in(d, address, period, (size_t)done);
	for (; !code && done < bytes; done += more) {
		more = bytes - done < done ? bytes - done : done;
		code = d->ops->copy_within(d, address + done, address, more);
	}
	return code;
}

int
fill_words(struct device *d, const uint64_t place[2], uint32_t word)
{
	uint64_t words = place[1] / sizeof(word);
	size_t rest = (size_t)(place[1] % sizeof(word));
	int code = 0;

	if (words)
		code = d->ops->fill_words(d, place[0], word, words);
	if (!code && rest)
		code = d->ops->copy_in(d, place[0] + words * sizeof(word),
				       &word, rest);
	return code;
}
