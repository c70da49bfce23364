/*
 * Functions that the system gives to kernels: printf and assert.
 */
#ifndef EMU_SYSTEM_H
#define EMU_SYSTEM_H

#include <stdint.h>

#include "code.h"

enum { SYSTEM_ARGS = 8 };

/* The call by LANE; V are the arguments, V[0] becomes the result. */
typedef enum next system_call(struct warp *w, const struct insn *i,
			      unsigned lane, uint64_t v[SYSTEM_ARGS]);

/* The function of that name; NULL if there is none. */
system_call *system_find(const char *name);

#endif
