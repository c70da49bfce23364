/*
 * Threads of a warp that exchange values; decoders for rules.c.
 */
#ifndef EMU_LANES_OPS_H
#define EMU_LANES_OPS_H

#include <stdbool.h>
#include <stdint.h>

struct decoder;

void decode_shfl(struct decoder *d);
void decode_vote(struct decoder *d);
void decode_match(struct decoder *d);
void decode_redux(struct decoder *d);
void decode_activemask(struct decoder *d);
void decode_elect(struct decoder *d);

/*
 * May the threads of MASK do I together, WANT being their member masks (lane
 * by lane)? If some must wait for others they are parked; what is left of
 * MASK, perhaps 0, goes on.
 */
uint32_t lanes_gather(struct warp *w, const struct insn *i, uint32_t mask,
		      const uint32_t *want);

#endif
