/*
 * Accesses of a warp to memory: where they go, and whether they may.
 */
#ifndef EMU_ACCESS_H
#define EMU_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code.h"

struct insn;
struct warp;

enum access_kind {
	ACCESS_READ = 1,
	ACCESS_WRITE = 2,
	ACCESS_STRONG = 4,    /* volatile, relaxed ...: not part of a race */
	ACCESS_UNCHECKED = 8, /* parameters of calls */
	ACCESS_RELEASE = 16,  /* orders what came before */
};

struct access {
	const struct insn *i;
	uint64_t at[LANES]; /* address as given; then the offset in SPACE */
	uint32_t mask;
	unsigned bytes;	    /* of one lane; a power of two */
	unsigned space;	    /* enum space, never generic once taken */
	unsigned kind;
	const unsigned char *values; /* to be written, BYTES a lane; or NULL */
};

/* The addresses of I for the threads of MASK. */
void access_make(struct warp *w, const struct insn *i, uint32_t mask,
		 struct access *x);

/*
 * Move the threads of ALL that go to one space into X, with offsets there;
 * false if none is left.
 */
bool access_take(struct warp *w, struct access *all, struct access *x);

/*
 * Check X and note what it does: x->mask loses the threads that may not. What
 * is found is told.
 */
void access_check(struct warp *w, struct access *x);

/* The host's memory of a lane that passed. */
unsigned char *access_host(const struct warp *w, const struct access *x,
			   unsigned lane);

/* Are COUNT bits from AT all set? */
bool access_bits(const uint64_t *bits, uint64_t at, uint64_t count);

#endif
