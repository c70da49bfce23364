/*
 * Loops over the 32 lanes of a warp, compiled for several processors. Needs
 * code.h and int.h before it.
 */
#ifndef EMU_VEC_H
#define EMU_VEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the addresses of a warp lie to each other. */
enum pattern {
	PATTERN_NONE,
	PATTERN_LINE, /* one behind the other */
	PATTERN_SAME, /* all the same */
};

enum { VEC_U32, VEC_S32, VEC_U64, VEC_S64, VEC_TYPES, VEC_COMPARES = 6 };

/*
 * What a warp does to the race entries (race.c) of granules in a row: N of
 * them, 1 << PER a lane.
 */
struct race_line {
	uint64_t *writer, *reader;
	size_t n;
	unsigned per;
	uint64_t me;	     /* the entry of the first lane */
	uint64_t launch;     /* entries below are of older launches */
	uint64_t block;	     /* entries of this block begin here */
	uint64_t floor;	     /* entries of this block below are ordered */
	uint64_t many, many_all; /* readers of this block, of several */
	const uint32_t *clock;
	uint32_t own; /* index of the warp */
};

struct vectors {
	bool (*runs_here)(void);
	run_lanes *ints[INT_OPS][VEC_TYPES]; /* NULL: int_lanes */
	/* enum num_compare, up to NUM_GE */
	uint32_t (*compare[VEC_COMPARES][VEC_TYPES])(const void *a,
						     const void *b);
	/* TO gets the lanes of MASK from FROM. */
	void (*blend32)(uint32_t *to, const uint32_t *from, uint32_t mask);
	void (*blend64)(uint64_t *to, const uint64_t *from, uint32_t mask);
	/* A or B by the bits of CHOICE. */
	void (*select32)(uint32_t *to, const uint32_t *a, const uint32_t *b,
			 uint32_t choice);
	/* Of addresses whose lanes of MASK access BYTES each. */
	enum pattern (*pattern32)(const uint32_t *at, uint32_t mask,
				  unsigned bytes);
	enum pattern (*pattern64)(const uint64_t *at, uint32_t mask,
				  unsigned bytes);
	/*
	 * Note a read or a write that races with nothing; false, and nothing
	 * noted, if that takes a closer look.
	 */
	bool (*race_read)(const struct race_line *l);
	bool (*race_write)(const struct race_line *l);
};

/* The best ones that this processor runs. */
const struct vectors *vectors_find(void);

/* The I-th build, the best first, NULL past the last; runs_here or not. */
const struct vectors *vectors_at(unsigned i);

#endif
