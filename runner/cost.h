/*
 * Where the time of visits goes: to the kernels that are measured, and to what
 * has to be done around them.
 */
#include <stdbool.h>
#include <stddef.h>

struct buf;

enum cost_part {
	COST_ALL,     /* the visits from begin to end */
	COST_KERNELS, /* the device's time for launches */
	COST_LOAD,    /* images: read, hashed, loaded, unloaded */
	COST_FILL,    /* buffers: allocated, filled, released */
	COST_CHECK,   /* buffers: read back and compared */
	COST_WATCH,   /* conditions: what reading them took beyond a launch */
	COST_PARTS,
};

struct cost {
	double ns[COST_PARTS];
};

/* A time that only grows, in nanoseconds. */
double cost_now(void);

/* Add what has passed since a time of cost_now(); the time now. */
double cost_add(struct cost *c, enum cost_part part, double since);

/* Add the parts of another. */
void cost_sum(struct cost *c, const struct cost *more);

/* Append ` NS` for each part, and take that apart again. */
void cost_dump(const struct cost *c, struct buf *out);
bool cost_parse(const char *text, struct cost *c);
