/*
 * Instructions that compute: decoders for rules.c.
 */
#ifndef EMU_ARITH_H
#define EMU_ARITH_H

struct decoder;

/* Floats: the rule's op is of enum num_op. */
void decode_float(struct decoder *d);

/* Integers: the rule's op is of enum int_op. */
void decode_int(struct decoder *d);
void decode_int_pair(struct decoder *d); /* u16x2 s16x2 */
void decode_logic(struct decoder *d);	 /* and, or, xor, not of .pred too */
void decode_lop3(struct decoder *d);
void decode_bfi(struct decoder *d);
void decode_dot(struct decoder *d); /* dp4a (op 4), dp2a (op 2) */
void decode_carry(struct decoder *d); /* op: enum carry_op */

enum carry_op { CARRY_ADD, CARRY_SUB, CARRY_MAD_LO, CARRY_MAD_HI };

/* Comparing and choosing. */
void decode_setp(struct decoder *d);
void decode_set(struct decoder *d);
void decode_selp(struct decoder *d);
void decode_slct(struct decoder *d);
void decode_testp(struct decoder *d);

/* Moving and converting. */
void decode_mov(struct decoder *d);
void decode_cvt(struct decoder *d);
void decode_cvt_pack(struct decoder *d);
void decode_cvta(struct decoder *d);
void decode_isspacep(struct decoder *d);

#endif
