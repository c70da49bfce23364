/*
 * The table of instructions.
 */
#ifndef EMU_RULES_H
#define EMU_RULES_H

struct rule;

/* The first row of an opcode, and the one behind it; NULL if there is none. */
const struct rule *rules_find(const char *name);
const struct rule *rules_next(const struct rule *r);

#endif
