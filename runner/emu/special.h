/*
 * Special registers.
 */
#ifndef EMU_SPECIAL_H
#define EMU_SPECIAL_H

struct decoder;

/* mov from the special register that operand 1 names. */
void decode_special(struct decoder *d);

#endif
