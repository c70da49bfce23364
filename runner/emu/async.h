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
void decode_bulk(struct decoder *d);

/* BYTES have come for the mbarrier whose word is at AT. */
void mbarrier_copied(struct warp *w, unsigned char *at, uint32_t bytes);

/* All copies of MASK's threads are done. */
void async_finish(struct warp *w, uint32_t mask);

/* A warp starts: it has no copies. */
void async_start(struct warp *w);

#endif
