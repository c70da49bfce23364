/*
 * Decoded instructions.
 */
#ifndef EMU_CODE_H
#define EMU_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct function;
struct insn;
struct warp;
struct statement;

/* Types of registers, operands and memory: ptx_type.h. */
enum ptx_type {
	PTX_NONE,
	PTX_PRED,
	PTX_B8,
	PTX_U8,
	PTX_S8,
	PTX_B16,
	PTX_U16,
	PTX_S16,
	PTX_F16,
	PTX_BF16,
	PTX_E4M3X2,
	PTX_E5M2X2,
	PTX_B32,
	PTX_U32,
	PTX_S32,
	PTX_F32,
	PTX_TF32,
	PTX_F16X2,
	PTX_BF16X2,
	PTX_E4M3,
	PTX_E5M2,
	PTX_B64,
	PTX_U64,
	PTX_S64,
	PTX_F64,
	PTX_B128,
	PTX_TYPES
};

enum {
	LANES = 32,
	SLOT32 = LANES * 4,
	SLOT64 = LANES * 8,
};

#define ALL_LANES UINT32_C(0xffffffff)

/* What a kernel does, for the scheduler. */
enum need {
	NEED_ATOMICS,  /* on memory that blocks share */
	NEED_ORDER,    /* results may depend on the order of blocks */
	NEED_PRINT,
	NEED_FENCES,
	NEED_WORKSPACE, /* of a barrier of the grid */
};

/* How the group of threads that runs goes on. */
enum next {
	NEXT_ON,     /* with the following instruction */
	NEXT_CHOOSE, /* pc or mask were changed: see who runs next */
	NEXT_STOP,   /* the launch is over */
};

enum insn_kind {
	KIND_LANES32, /* lanes() into a slot of 32 bits */
	KIND_LANES64,
	KIND_BRANCH,
	KIND_RUN, /* run() */
};

/*
 * An operand: the offset of its lanes, in the frame, or, with REF_CONSTANT
 * or'ed, among the module's constants.
 */
enum { REF_CONSTANT = 1 };

/* As num_lanes in num.h: 32 lanes from up to three operands. */
typedef void run_lanes(void *d, const void *const abc[3], unsigned how);

/* Two or four bytes of meaning differ by executor: see where it is decoded. */
struct insn {
	unsigned char kind;
	unsigned char guard; /* 0, 1: if predicate, 2: if not */
	unsigned char space;
	unsigned char type;  /* enum ptx_type */
	unsigned char bytes; /* of one element in memory */
	unsigned char count; /* elements */
	unsigned char order; /* enum order of memory.c's accesses */
	unsigned char op;    /* of the family */
	uint32_t predicate;
	uint32_t d, d2;
	uint32_t ref[5];
	uint32_t target;
	uint32_t how;
	uint32_t flags;
	int64_t offset; /* of an address */
	run_lanes *lanes;
	/* The executor for the lanes of MASK, which is never 0. */
	enum next (*run)(struct warp *w, const struct insn *i, uint32_t mask);
	uint32_t (*compare)(const void *a, const void *b); /* setp */
	const void *more;
};

#endif
