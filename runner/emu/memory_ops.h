/*
 * Instructions that load and store; decoders for rules.c.
 */
#ifndef EMU_MEMORY_OPS_H
#define EMU_MEMORY_OPS_H

#include <stdbool.h>
#include <stdint.h>

struct decoder;
struct insn;
struct warp;

void decode_ld(struct decoder *d);
void decode_st(struct decoder *d);
void decode_atom(struct decoder *d); /* and red: the rule's op is 1 */
void decode_prefetch(struct decoder *d);

/* Registers of a vector operand: refs or slots. */
struct registers {
	unsigned n;
	uint32_t at[8];
	bool wide[8];
};

/* Those of operand N, each of TYPE; sources or destinations. */
const struct registers *decode_registers(struct decoder *d, unsigned n,
					 bool source);

/* State space, cache and order mods of an access, and its width. */
void decode_access(struct decoder *d);

#endif
