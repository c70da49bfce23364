/*
 * A block of threads.
 */
#ifndef EMU_BLOCK_H
#define EMU_BLOCK_H

#include <stdint.h>

struct block;
struct launch;

enum block_end {
	BLOCK_DONE,
	BLOCK_TURN, /* it has run for its turn */
	BLOCK_STOP, /* the launch is over */
};

/* A block's memory, for any block of L; NULL: the machine has none. */
struct block *block_make(struct launch *l);

/* Make B the block of NUMBER, at its start. */
void block_start(struct block *b, uint64_t number);

/* Run it for about MOST instructions of warps. */
enum block_end block_run(struct block *b, int64_t most);

/* Give its memory back. */
void block_free(struct block *b);

#endif
