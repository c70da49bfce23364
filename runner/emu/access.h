/*
 * Accesses of a warp to memory: where they go, and whether they may.
 */
#ifndef EMU_ACCESS_H
#define EMU_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct access;
struct insn;
struct line;
struct warp;

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

/*
 * The threads of MASK access BYTES each as I says: if they do it in a row, or
 * all at one place, and nothing is wrong with it, note it and give the host's
 * memory of the first lane, *L saying the rest. NULL: nothing was done.
 */
unsigned char *access_line(struct warp *w, const struct insn *i, uint32_t mask,
			   struct line *l);

/* Are COUNT bits from AT all set? */
bool access_bits(const uint64_t *bits, uint64_t at, uint64_t count);

#endif
