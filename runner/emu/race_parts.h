/*
 * What race.c (accesses) and race_clock.c (synchronisation) share: the entry
 * that a granule of memory keeps of its last writer and its last reader.
 */
#ifndef EMU_RACE_PARTS_H
#define EMU_RACE_PARTS_H

#include <stdint.h>

struct warp;

/*
 * An entry, from the top: launch 12, block 20, clock 20, warp 5, lane 5,
 * many 1, strong 1. 0 is nobody: launches count from 1.
 */
enum {
	STRONG = 1,
	MANY = 2,
	LANE_AT = 2,
	WARP_AT = 7,
	CLOCK_AT = 12,
	BLOCK_AT = 32,
	LAUNCH_AT = 52,
	CLOCK_MOST = (1 << 20) - 1,
	BLOCK_MOST = (1 << 20) - 1, /* as a block of an entry: several */
	LAUNCHES = 1 << 12,
};

/* The entry of LANE at CLOCK. */
uint64_t race_entry(const struct warp *w, unsigned lane, uint32_t clock);

#endif
