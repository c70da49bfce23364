/*
 * Instructions whose results the ISA leaves open within an error.
 */
#ifndef EMU_APPROXIMATE_H
#define EMU_APPROXIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct decoder;

/* As decode_float; the launch notes that it was made, and leans it. */
void decode_approximate(struct decoder *d);

/*
 * The I-th of a launch's SET as "ex2.approx.f32 may err by 2 ulp"; false past
 * the last.
 */
bool approximate_tell(uint32_t set, unsigned i, char *out, size_t cap);

#endif
