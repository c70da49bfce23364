/*
 * What runs: a launch has blocks, a block warps, a warp groups of threads
 * that are at one place, and a thread's calls are frames.
 */
#ifndef EMU_MACHINE_H
#define EMU_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	WARPS = 32,    /* of a block, at most */
	BARRIERS = 16, /* of a block */
	SHARED_START = 1024,	   /* the first address of shared memory */
	SHARED_DYNAMIC = 1 << 20,  /* where dynamic shared memory begins */
	SHARED_BYTES = (1 << 20) + (256 << 10),
	SHARED_MOST = 227 << 10,   /* of a block, static and dynamic */
	LOCAL_START = 1024,	   /* the first address of local memory */
	LOCAL_BYTES = 128 << 10,   /* of a thread */
	LOCAL_STRIDE = LOCAL_BYTES + 320, /* no two lanes in one cache set */
	FRAME_DEPTH = 4096,
};

/* Instructions of warps in a launch, after which it counts as hung. */
#define LAUNCH_BUDGET UINT64_C(8000000000)

/*
 * Likewise, since a thread has ended last: so many, and as many for each word
 * of global memory to the power of 3/2, for which a serial product of matrices
 * takes a few. Where something else is wrong nobody waits as long.
 */
#define FRUITLESS_BUDGET UINT64_C(200000000)
#define FRUITLESS_A_WORD 16
#define FRUITLESS_WRONG 16 /* the share */

/* Volatile and atomic reads in a row, after which a launch hangs. */
#define IDLE_BUDGET UINT64_C(300000)

/* Windows of generic addresses; the rest is global. */
#define SHARED_WINDOW UINT64_C(0x100000000000)
#define LOCAL_WINDOW UINT64_C(0x180000000000)
#define CODE_WINDOW UINT64_C(0x1c0000000000) /* functions' addresses */

/* One function at work, for the threads that called it together. */
struct frame {
	struct frame *parent; /* NULL: the kernel's */
	const struct function *function;
	const struct insn *call; /* that made it */
	unsigned char *regs;
	size_t regs_bytes;
	uint32_t local;	    /* where its local memory begins */
	uint32_t return_pc; /* in the parent */
	uint32_t mask;	    /* threads in it */
	unsigned depth;
	struct frame *next; /* of those not in use */
};

enum group_state {
	GROUP_READY,
	GROUP_AGAIN,   /* waits for others to come to the same place */
	GROUP_WARP,    /* bar.warp.sync */
	GROUP_BARRIER, /* of the block */
};

/* Threads of a warp that are at one place. */
struct group {
	struct frame *frame;
	uint32_t pc, mask;
	enum group_state state;
	uint32_t want; /* GROUP_WARP, GROUP_AGAIN: the member mask */
};

struct warp {
	const unsigned char *base[2]; /* of refs: frame, constants */
	struct frame *frame;	      /* of the group that runs, as pc, mask */
	const struct vectors *vectors;
	uint32_t pc, mask;
	uint32_t limit; /* stop before: another group is there */
	uint32_t dead;	/* lanes that are no thread, or not any more */
	uint32_t carry; /* of the extended precision instructions */
	int64_t left;	/* instructions of this turn */
	uint64_t spent; /* of all turns */
	struct block *block;
	unsigned index;
	uint32_t exist;
	struct group groups[LANES]; /* those that do not run */
	unsigned ngroups;
	bool alone;  /* a collective is done without those that lack */
	bool rotate; /* the next choice is another group */
	unsigned turn; /* which one */
	struct frame *unused;
	unsigned char *local;	/* of all lanes, LOCAL_STRIDE apart */
	uint64_t *local_written; /* bits */
	struct copy *copies;	/* of cp.async, not yet done (async.c) */
	size_t ncopies, copies_cap;
	uint32_t copy_group[LANES]; /* the one that is being filled */
	uint64_t entry;		/* race.c: of its first lane, now */
	uint64_t floor;		/* entries of its block below are ordered */
	uint32_t clock[WARPS];	/* what this warp has seen of others */
	uint32_t released[WARPS]; /* at its last fence */
	uint32_t released_wide[WARPS]; /* at its last for other blocks, too */
	bool fenced;
};

struct barrier {
	unsigned arrived;  /* threads */
	unsigned expected; /* 0: none waits */
	bool counted;	   /* the number was given */
	uint32_t pc;	   /* where the first one waits */
	const struct function *where;
	unsigned holds, all, any; /* .red */
	uint32_t clock[WARPS];
};

struct block {
	struct launch *launch;
	const struct vectors *vectors;
	unsigned index[3];
	uint64_t number; /* linear, from 0 */
	struct warp *warps;
	unsigned nwarps, nthreads, alive;
	unsigned turn; /* the warp that runs next */
	bool started, acquired;
	uint64_t acquired_at; /* what had been published then */
	uint64_t spent;
	int64_t length; /* of its next turn */
	unsigned char *shared;
	uint64_t *shared_written; /* bits */
	uint64_t *shared_writer, *shared_reader;
	uint32_t sync; /* counts what orders threads (race.c) */
	uint32_t fence_clock[WARPS]; /* what fences and atomics published */
	uint32_t phase_clock[WARPS]; /* what arrivals at mbarriers published */
	struct barrier barriers[BARRIERS];
	struct buf *out; /* what it printed */
	struct arena *arena;
	struct block *next;
};

/* What a block has told the others of its warps' accesses: up to which, the
   last time and the time before. */
struct published {
	uint64_t time; /* of the last */
	uint32_t clock[WARPS], before[WARPS];
};

struct launch {
	struct module *module;
	const struct function *function;
	struct memory *memory;
	struct findings *findings;
	unsigned grid[3], threads[3];
	uint64_t nblocks;
	uint32_t dynamic; /* bytes of shared memory */
	uint32_t shared_end; /* behind the last static shared variable */
	const unsigned char *params;
	uint64_t params_address;
	uint64_t workspace; /* address of the grid's barrier, or 0 */
	uint64_t *shared_valid; /* bits, the same for each block */
	unsigned granule;	/* bytes of a race shadow's entry: 1 << it */
	uint64_t number; /* of the launch, for global race entries */
	struct published *published; /* of each block; NULL: not kept */
	uint64_t publications;
	uint64_t left;	 /* instructions until it counts as hung */
	uint64_t fruitless; /* instructions since a thread has ended */
	uint64_t fruitless_most;
	uint64_t idle;	 /* strong reads since memory was last changed */
	uint64_t idle_most; /* after so many it hangs */
	bool needs[8];	 /* enum need */
	uint32_t lean;	 /* NUM_MORE ...; 0: nearest results */
	uint32_t approximated; /* instructions that were made: approximate.c */
	bool stopped;
	bool found; /* anything */
	bool wrong; /* anything but a race */
};

/* Lane L's operand REF of the present frame. */
static inline const void *
warp_at(const struct warp *w, uint32_t ref)
{
	return w->base[ref & REF_CONSTANT] + (ref & ~(uint32_t)REF_CONSTANT);
}

/* The lanes of a destination. */
static inline void *
warp_slot(const struct warp *w, uint32_t offset)
{
	return w->frame->regs + offset;
}

/* The lowest lane of MASK, which is not 0. */
static inline unsigned
first_lane(uint32_t mask)
{
	return (unsigned)__builtin_ctz(mask);
}

#endif
