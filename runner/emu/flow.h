/*
 * Where threads go: branches, calls, ends; decoders for rules.c.
 */
#ifndef EMU_FLOW_H
#define EMU_FLOW_H

struct decoder;
struct insn;

void decode_bra(struct decoder *d);
void decode_brx(struct decoder *d);
void decode_call(struct decoder *d);
void decode_end(struct decoder *d); /* op: enum flow_end */
void decode_nothing(struct decoder *d);

enum flow_end { FLOW_RETURN, FLOW_EXIT, FLOW_TRAP };

/* The return at the end of a body. */
void flow_set_return(struct insn *i);

#endif
