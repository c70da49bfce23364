/*
 * Instructions that the emulator lacks.
 */
#ifndef EMU_STOP_H
#define EMU_STOP_H

struct insn;

/* Make I one that ends the launch, since NAME is lacking. */
void stop_set(struct insn *i, const char *name);

#endif
