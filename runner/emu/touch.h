/*
 * What a warp does to memory, as the checks see it.
 */
#ifndef EMU_TOUCH_H
#define EMU_TOUCH_H

#include <stdbool.h>
#include <stdint.h>

struct insn;
struct warp;

enum access_kind {
	TOUCH_READ = 1,
	TOUCH_WRITE = 2,
	TOUCH_STRONG = 4,    /* volatile, relaxed ...: not part of a race */
	TOUCH_UNCHECKED = 8, /* parameters of calls */
	TOUCH_RELEASE = 16,  /* orders what came before */
	TOUCH_LATER = 32,    /* the bytes do not come with the write */
	TOUCH_CONSTANT = 64, /* of memory that no thread of the launch writes */
};

struct access {
	const struct insn *i;
	uint64_t at[32]; /* address as given; then the offset in SPACE */
	uint32_t mask;
	unsigned bytes;	    /* of one lane; a power of two */
	unsigned space;	    /* enum space, never generic once taken */
	unsigned kind;
	const unsigned char *values; /* to be written, BYTES a lane; or NULL */
};

/* Lanes that access bytes in a row, or all the same ones. */
struct line {
	uint64_t at; /* address in SPACE */
	unsigned first, n; /* lanes */
	unsigned bytes;	   /* of one */
	unsigned space, kind;
	bool same;
};

/* The host's memory of a lane that passed. */
unsigned char *touch_host(const struct warp *w, const struct access *x,
			   unsigned lane);

#endif
