/*
 * Matrix instructions; decoders for rules.c.
 */
#ifndef EMU_MATRIX_H
#define EMU_MATRIX_H

struct decoder;

void decode_mma(struct decoder *d);
void decode_ldmatrix(struct decoder *d);
void decode_stmatrix(struct decoder *d);
void decode_movmatrix(struct decoder *d);

#endif
