/*
 * Threads that wait for each other, and fences; decoders for rules.c.
 */
#ifndef EMU_SYNC_H
#define EMU_SYNC_H

#include <stdbool.h>
#include <stdint.h>

struct block;
struct decoder;
struct insn;
struct warp;

void decode_bar(struct decoder *d); /* op: enum bar_op */
void decode_bar_warp(struct decoder *d);
void decode_fence(struct decoder *d);

enum bar_op { BAR_SYNC, BAR_ARRIVE, BAR_RED };

/* Threads of the block ended: who waits for them waits no longer. */
void sync_after_exit(struct block *b);

/* All that is left of the block waits: say for what. */
void sync_tell_stuck(struct block *b);

#endif
