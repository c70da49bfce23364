/*
 * What buffers are filled with, made once.
 *
 * A period of half precision takes milliseconds to draw, as long as the kernels
 * of a point, and many jobs want the same. So a worker draws it when it is
 * first asked for and keeps it, with the seed of its replicate; of too many,
 * the one that nobody has asked for the longest time makes room.
 */
#include <stdbool.h>

#include "arena.h"
#include "fill.h"
#include "number.h"
#include "pack.h"
#include "pattern.h"
#include "random.h"

static bool
is_same_fill(const struct pack_fill *a, const struct pack_fill *b)
{
	return a->kind == b->kind && a->type == b->type && a->low == b->low &&
	       a->high == b->high && a->step == b->step;
}

/* The one that is meant, or the one to take its place. */
static struct pattern *
find_kept(struct patterns *p, const struct pack_fill *fill, size_t place)
{
	struct pattern *oldest = &p->kept[0], *k;

	for (k = p->kept; k < p->kept + PATTERNS; k++) {
		if (k->bytes && k->place == place &&
		    is_same_fill(&k->fill, fill))
			return k;
		if (k->used < oldest->used)
			oldest = k;
	}
	p->dropped += oldest->bytes > 0;
	oldest->bytes = 0;
	oldest->fill = *fill;
	oldest->place = place;
	return oldest;
}

const unsigned char *
pattern_find(struct patterns *p, const struct pack_fill *fill, size_t place,
	     size_t bytes)
{
	struct pattern *k = find_kept(p, fill, place);
	struct random r;

	k->used = ++p->time;
	if (!k->data)
		k->data = arena_make(p->arena, FILL_PERIOD);
	if (k->bytes >= bytes)
		return k->data;
	r = random_make(p->seed, place, 0);
	fill_make(fill, bytes, &r, k->data);
	k->bytes = bytes;
	return k->data;
}
