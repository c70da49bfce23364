/*
 * Statements to instructions: what the rules share.
 */
#ifndef EMU_DECODE_H
#define EMU_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct decoder;
struct insn;
struct function;
struct module;
struct operand;
struct statement;

/*
 * One form of an instruction: a row of the table (rules.c). A statement has
 * the form if it has the mods of NEEDS, no others than those of MAY and types,
 * and its first type is among TYPES (bits 1 << enum ptx_type; 0: no matter).
 */
struct rule {
	const char *name;
	const char *needs, *may;
	uint32_t types;
	void (*decode)(struct decoder *d);
	int op; /* for the decoder */
};

struct decoder {
	struct module *module;
	struct function *function;
	const struct statement *s;
	const struct rule *rule;
	struct insn *i;
	enum ptx_type types[4]; /* among the mods, in order */
	unsigned ntypes;
	uint32_t used; /* mods, a bit each */
	uint32_t how;  /* NUM_RN ... of the mods */
	bool bad;      /* it has another form after all */
};

/* Take a mod; false if the statement lacks it. */
bool decode_take(struct decoder *d, const char *mod);

/* Take the first of NULL-ended MODS that is there: its index, or -1. */
int decode_take_of(struct decoder *d, const char *const *mods);

/* The operand, or one that is OPERAND_NONE. */
const struct operand *decode_operand(const struct decoder *d, unsigned n);

/* Ref to a source of TYPE in slots of its size; bad if it does not fit. */
uint32_t decode_source(struct decoder *d, const struct operand *o,
		       enum ptx_type type);

/* Ref to a number's lanes; WIDE: 64 bits. */
uint32_t decode_constant(struct module *m, uint64_t value, bool wide);

/* The slot of a destination of TYPE. */
uint32_t decode_destination(struct decoder *d, const struct operand *o,
			    enum ptx_type type);

/* An instruction of lanes with a result of TYPE in operand 0 ... */
void decode_lanes(struct decoder *d, enum ptx_type result);

/* ... and N sources of TYPE behind it, which are all; else it is bad. */
void decode_sources(struct decoder *d, unsigned n, enum ptx_type type);

/* The slot that nobody reads, for "_". */
uint32_t decode_sink(struct decoder *d);

/* Ref to a predicate; its negation is in *NEGATED. */
uint32_t decode_predicate(struct decoder *d, const struct operand *o,
			  bool *negated);

/* The slot of a register; its own type in *TYPE. */
uint32_t decode_register(const struct decoder *d, uint32_t reg,
			 enum ptx_type *type);

/* Is the register in a slot of 64 bits? */
bool decode_is_wide(enum ptx_type type);

/* [address] of operand N: ref[0], offset, flags ADDRESS_..., more. */
void decode_address(struct decoder *d, unsigned n);

/* The first statement behind label NAME. */
bool decode_label(const struct decoder *d, const char *name, uint32_t *pc);

/* Bits of insn.flags that addresses use. */
enum {
	ADDRESS_WIDE = 1 << 26,  /* ref[0] is of 64 bits */
	ADDRESS_NONE = 1 << 27,  /* no base: the offset is all */
	ADDRESS_FRAME = 1 << 28, /* relative to the frame's local memory */
	ADDRESS_PARAM = 1 << 29, /* relative to the kernel's parameters */
	FLAG_NEGATED = 1 << 30,  /* a source predicate is negated */
};

#endif
