/*
 * The table of instructions.
 */
#ifndef EMU_RULES_H
#define EMU_RULES_H

#include <stdbool.h>

struct rule;

/* The first row of an opcode, and the one behind it; NULL if there is none. */
const struct rule *rules_find(const char *name);
const struct rule *rules_next(const struct rule *r);

/* Are the names in order, as rules_find needs them? For the tests. */
bool rules_sorted(void);

#endif
