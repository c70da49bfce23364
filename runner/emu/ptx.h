/*
 * A PTX module: what the parser makes of the text, and the decoder and the
 * executor use. Everything lives in the module's arena.
 */
#ifndef EMU_PTX_H
#define EMU_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PTX_OPERANDS = 10,
	PTX_MODS = 14,
};

#define PTX_NO_REGISTER UINT32_C(0xffffffff)

enum space {
	SPACE_GENERIC,
	SPACE_GLOBAL, /* and constant memory */
	SPACE_SHARED,
	SPACE_LOCAL,
	SPACE_PARAM, /* of calls: the frame; of the kernel: the launch */
	SPACE_CODE,  /* a function's address */
};

/* A variable, a parameter or a function. */
struct symbol {
	const char *name;
	enum space space;
	unsigned scope; /* 0: of the module */
	uint64_t bytes, align;
	bool dynamic;  /* extern .shared x[] */
	bool kernel;   /* a parameter of the kernel */
	uint64_t at;   /* address, or offset in its frame or parameters */
	unsigned char *image; /* initial bytes; NULL: zeros */
	struct patch *patches;
	size_t npatches;
	struct function *function; /* SPACE_CODE */
};

/* An address in a variable's initial bytes: (&SYMBOL + add) >> shift. */
struct patch {
	uint64_t at;
	const char *symbol;
	uint64_t add;
	unsigned bytes, shift;
};

/* A virtual register; AT is the offset of its lanes in the frame. */
struct reg {
	unsigned char type; /* enum ptx_type */
	uint32_t at;
};

struct place {
	unsigned file;
	long line;
};

struct label {
	const char *name;
	size_t statement; /* the first one behind it */
	const char **targets; /* of .branchtargets: a list, not a place */
	size_t ntargets;
};

struct function {
	const char *name;
	bool entry, defined;
	struct module *module;
	struct symbol **params; /* results first */
	size_t nparams, nresults;
	struct symbol **symbols; /* params, local, shared and call variables */
	size_t nsymbols;
	struct reg *regs;
	size_t nregs;
	struct statement *statements;
	size_t nstatements;
	struct insn *code; /* one for each statement, and an end */
	struct label *labels; /* by name, once parsed */
	size_t nlabels;
	uint32_t frame_bytes;	 /* of registers */
	uint32_t local_bytes;	 /* parameters, local and call variables */
	uint32_t depot, depot_bytes; /* local variables among them */
	uint32_t param_bytes;	 /* of a kernel */
	uint32_t shared_bytes;	 /* static, set by layout.c */
	const char *unsupported; /* by the emulator, of a kernel, or NULL */
	unsigned threads_most, threads_exact[3]; /* .maxntid .reqntid */
	bool needs[8]; /* enum need (code.h) */
	unsigned granule; /* the narrowest access to memory: 0, 1, 2: 4 bytes */
	struct function **callees;
	size_t ncallees;
	bool indirect; /* calls through an address */
};

struct module {
	struct arena *arena;
	struct symbol **symbols;
	size_t nsymbols;
	struct function **functions;
	size_t nfunctions;
	const char **files; /* by number; NULL where there is none */
	size_t nfiles;
	unsigned char *constants; /* lanes of immediate operands */
	size_t nconstants, constants_cap; /* bytes */
	const char *unsupported; /* a directive that the emulator lacks */
	char error[200]; /* why the text is no PTX; "" if it is */
};

enum operand_kind {
	OPERAND_NONE,
	OPERAND_REGISTER,
	OPERAND_NUMBER,
	OPERAND_ADDRESS, /* [base + offset] */
	OPERAND_SYMBOL,
	OPERAND_NAME,	/* a label, a special register */
	OPERAND_VECTOR, /* {a, b} or (a, b) */
	OPERAND_SINK,	/* _ */
};

struct operand {
	enum operand_kind kind;
	uint32_t reg;	 /* of an address: its base, or none */
	uint32_t second; /* b of a|b */
	bool negated;	 /* !p */
	char real;	 /* a number that has the bits of a float */
	struct symbol *symbol;
	uint64_t number; /* or the offset of an address */
	const char *name;
	struct operand *parts;
	unsigned nparts;
};

/* One instruction as written. */
struct statement {
	const char *op; /* "ld" */
	const char *full; /* "ld.global.f32" */
	const char *mods[PTX_MODS]; /* "global", "f32" */
	unsigned nmods;
	uint32_t used; /* mods that were understood, a bit each */
	bool odd; /* operands that could not be parsed */
	struct operand *o;
	unsigned n;
	uint32_t guard; /* predicate register, or none */
	bool guard_negated;
	struct place place;
};

/* Parse TEXT into M, whose arena is set. False: M->error says why. */
bool ptx_parse(struct module *m, const char *text);

/* A function or variable of the module; NULL if there is none. */
struct symbol *ptx_find_symbol(struct module *m, const char *name);

#endif
