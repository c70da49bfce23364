/*
 * The threads of a warp: groups, frames, and the loop that runs them.
 */
#ifndef EMU_WARP_H
#define EMU_WARP_H

#include <stdbool.h>
#include <stdint.h>

struct function;
struct insn;
struct warp;
struct frame;
struct group;

enum warp_end {
	WARP_DONE,  /* no thread is left */
	WARP_WAITS, /* all threads wait for others of the block */
	WARP_TURN,  /* its turn is over */
	WARP_STOP,  /* the launch is */
};

/* Make the kernel's frame; all threads are at its start. */
void warp_start(struct warp *w, const struct function *f);

/* Run until nothing can run, or for MOST instructions. */
enum warp_end warp_run(struct warp *w, int64_t most);

/* Threads of MASK, of the group that runs, go to PC. */
void warp_split(struct warp *w, uint32_t mask, uint32_t pc);

/* Threads of MASK, of the group that runs, wait as HOW says: pc, state. */
void warp_wait(struct warp *w, uint32_t mask, const struct group *how);

/* The threads of MASK end. */
void warp_exit(struct warp *w, uint32_t mask);

/*
 * The threads of MASK call F: a frame for them, its parameters copied by the
 * caller. NULL: the stack is full.
 */
struct frame *warp_call(struct warp *w, const struct function *f,
			uint32_t mask, const struct insn *call);

/* The group that runs is in F; nobody is in F any more: frame.c. */
void warp_set_frame(struct warp *w, struct frame *f);
void warp_free_frame(struct warp *w, struct frame *f);

/* The threads of MASK leave their frame. */
void warp_return(struct warp *w, uint32_t mask);

/* Store LANES' MASK part of FROM into the slot at TO, of 32 or 64 bits. */
void warp_store32(struct warp *w, uint32_t to, const uint32_t from[32],
		  uint32_t mask);
void warp_store64(struct warp *w, uint32_t to, const uint64_t from[32],
		  uint32_t mask);

/* Set the predicate at TO, a bit a lane. */
void warp_store_predicate(struct warp *w, uint32_t to, uint32_t from,
			  uint32_t mask);

#endif
