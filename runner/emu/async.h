/*
 * Asynchronous copies and mbarriers; decoders for rules.c.
 */
#ifndef EMU_ASYNC_H
#define EMU_ASYNC_H

#include <stdint.h>

struct decoder;
struct warp;

void decode_cp_async(struct decoder *d);
void decode_mbarrier(struct decoder *d);

/* All copies of MASK's threads are done. */
void async_finish(struct warp *w, uint32_t mask);

/* A warp starts: it has no copies. */
void async_start(struct warp *w);

#endif
