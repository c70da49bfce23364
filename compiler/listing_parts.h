/*
 * Between the parts of listing: one function while its instructions come in,
 * PTX or SASS, with the labels and jumps that its loops are found by.
 */
#include "str.h"

struct arena;
struct kernel;
struct listing;

/* A name for a place; it is seen in its scope and those inside. */
struct label {
	struct str name;
	size_t at;    /* index of the instruction behind it */
	size_t scope;
};

#define NOWHERE SIZE_MAX

/* Where control goes after one instruction. */
struct jump {
	struct str label; /* empty: nowhere else */
	size_t scope;     /* that the label is looked for from */
	size_t target;    /* found by function_end, or NOWHERE */
	bool falls;       /* or on to the next one */
	bool closes;      /* a branch: backwards, it may close a loop */
};

struct function {
	struct arena *arena;
	struct kernel *kernel;
	struct label *labels;
	size_t nlabels, caplabels;
	struct jump *jumps; /* one an instruction */
	size_t njumps, capjumps;
	size_t *parents;    /* of scopes; the first is its own */
	size_t nscopes, capscopes;
	size_t scope;       /* the open one */
};

/* Opens a new function in the listing; f takes its parts. */
void function_begin(struct function *f, struct arena *a, struct listing *l,
		    struct str name);

/* Puts a label before the next instruction, in the open scope. */
void function_add_label(struct function *f, struct str name);

/* Adds an instruction; of jump, its label and what it does are given. */
void function_add(struct function *f, struct str mnemonic, struct str text,
		  struct jump jump);

/* Opens a scope of labels within the open one. */
void function_open_scope(struct function *f);

/* Closes the open scope; false when it is the function's own. */
bool function_close_scope(struct function *f);

/* Resolves the labels and marks the hot loop. */
void function_end(struct function *f);

/* Marks the hot loop of a function whose jumps have their targets. */
void function_mark_loop(struct function *f);

/* All before the first blank. */
struct str listing_front_word(struct str s);
