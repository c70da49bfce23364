/*
 * Frames of a warp: a function at work, for the threads that called it
 * together.
 *
 * A frame has registers for 32 lanes and a place in each thread's local
 * memory. Frames that are done with are kept for the next call that fits; the
 * rest is given back with the block.
 */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "code.h"
#include "int.h"
#include "machine.h"
#include "ptx.h"
#include "vec.h"
#include "warp.h"

void
warp_set_frame(struct warp *w, struct frame *f)
{
	w->frame = f;
	w->base[0] = f->regs;
}

static struct frame *
make_frame(struct warp *w, const struct function *f)
{
	struct frame **at, *frame;

	for (at = &w->unused; *at; at = &(*at)->next) {
		frame = *at;
		if (frame->regs_bytes < f->frame_bytes)
			continue;
		*at = frame->next;
		memset(frame->regs, 0, f->frame_bytes);
		return frame;
	}
	frame = arena_make(w->block->arena, sizeof(*frame));
	frame->regs = arena_make(w->block->arena, f->frame_bytes + 64);
	frame->regs += 64 - (uintptr_t)frame->regs % 64;
	frame->regs_bytes = f->frame_bytes;
	return frame;
}

void
warp_free_frame(struct warp *w, struct frame *f)
{
	f->next = w->unused;
	w->unused = f;
}

/* No byte of the local variables of a new frame was written. */
static void
clear_local(struct warp *w, const struct frame *frame, uint32_t mask)
{
	const struct function *f = frame->function;
	unsigned char *bits = (unsigned char *)w->local_written;
	uint32_t from = (frame->local + f->depot) / 8, lane;
	uint32_t end = (frame->local + f->depot + f->depot_bytes + 7) / 8;

	if (!f->depot_bytes)
		return;
	for (lane = 0; lane < LANES; lane++) {
		if (mask >> lane & 1)
			memset(bits + (size_t)lane * (LOCAL_STRIDE / 8) + from,
			       0, end - from);
	}
}

void
warp_start(struct warp *w, const struct function *f)
{
	struct frame *frame = make_frame(w, f);

	frame->parent = NULL;
	frame->function = f;
	frame->call = NULL;
	frame->local = LOCAL_START;
	frame->mask = w->exist;
	frame->depth = 0;
	w->base[1] = f->module->constants;
	w->dead = ~w->exist;
	w->mask = 0;
	w->carry = 0;
	w->spent = 0;
	w->ngroups = 1;
	w->groups[0] = (struct group){ .frame = frame, .mask = w->exist };
	clear_local(w, frame, w->exist);
}

struct frame *
warp_call(struct warp *w, const struct function *f, uint32_t mask,
	  const struct insn *call)
{
	struct frame *parent = w->frame, *frame;
	uint32_t local = parent->local + parent->function->local_bytes;

	local = (local + 15) / 16 * 16;
	if (parent->depth + 1 >= FRAME_DEPTH ||
	    local + f->local_bytes > LOCAL_BYTES)
		return NULL;
	frame = make_frame(w, f);
	frame->parent = parent;
	frame->function = f;
	frame->call = call;
	frame->local = local;
	frame->return_pc = w->pc;
	frame->mask = mask;
	frame->depth = parent->depth + 1;
	clear_local(w, frame, mask);
	if (mask != w->mask)
		w->groups[w->ngroups++] = (struct group){
			.frame = parent, .pc = w->pc, .mask = w->mask & ~mask
		};
	warp_set_frame(w, frame);
	w->mask = mask;
	w->pc = 0;
	return frame;
}

void
warp_return(struct warp *w, uint32_t mask)
{
	struct frame *f = w->frame;

	warp_split(w, w->mask & ~mask, w->pc);
	f->mask &= ~mask;
	w->mask = mask;
	w->pc = f->return_pc;
	warp_set_frame(w, f->parent);
	if (!f->mask)
		warp_free_frame(w, f);
}
