/*
 * Functions that the system gives to kernels: printf and assert.
 */
#ifndef EMU_SYSTEM_H
#define EMU_SYSTEM_H

#include <stdint.h>

enum { SYSTEM_ARGS = 8 };

struct insn;
struct warp;

struct system_call {
	const char *name;
	/* The call by LANE; V are the arguments, V[0] becomes the result. */
	enum next (*run)(struct warp *w, const struct insn *i, unsigned lane,
			 uint64_t v[SYSTEM_ARGS]);
};

/* The function of that name; NULL if there is none. */
const struct system_call *system_find(const char *name);

#endif
