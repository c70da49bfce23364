/*
 * Matrix instructions; decoders for rules.c.
 */
#ifndef EMU_MATRIX_H
#define EMU_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

struct decoder;
struct insn;
struct mma;
struct warp;

/* The rule's op of decode_mma. */
enum { MATRIX_MMA, MATRIX_WMMA };

void decode_mma(struct decoder *d);
void decode_ldmatrix(struct decoder *d);
void decode_stmatrix(struct decoder *d);
void decode_movmatrix(struct decoder *d);
void decode_wmma_load(struct decoder *d);
void decode_wmma_store(struct decoder *d);

/* All threads of the warp, together; false: those that are here wait. */
bool matrix_gather(struct warp *w, const struct insn *i, uint32_t mask);

/* Take the mod that is a shape, as m16n8k16; false if there is none. */
bool matrix_shape(struct decoder *d, struct mma *m);

#endif
