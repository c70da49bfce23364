/*
 * One side of a quantity: a number with all that belongs to it alone. Comes
 * behind quantity.h and quantity_parts.h, whose structs it holds.
 */
#include "str.h"

struct side {
	struct number number;
	double multiple; /* of `65k` */
	struct unit unit;
	bool factor, more;
};

/* The side whose number is at *at, which moves behind all of it. */
bool side_read(struct side *side, struct str s, size_t *at);

/* Likewise, with side->number read already. */
bool side_finish(struct side *side, struct str s, size_t *at);

/* A dash between two ends of a range; its bytes, 0 for none. */
size_t dash_at(struct str s, size_t at);
