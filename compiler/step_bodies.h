/* Between the parts of the step that finds what code of names needs: PTX taken
   apart by function, and what ptxas says of each. */
#include "str.h"

struct arena;
struct bodies;

/* A line that ptxas must complain of, or it has not read all. */
#define NEEDS_END "\n.func kbc_end()\n{\n\tkbc_end;\n}\n"

/* The first target that is tried: all needs are named. */
#define NEEDS_FIRST 20

/* The line of the file `names` that is of name 0. */
#define NEEDS_LINE 2

/* Kept of what ptxas says: some lines an instruction. */
#define NEEDS_LOG_MAX ((size_t)4 << 20)

/* No functions yet. */
struct bodies *bodies_make(struct arena *a);

/* Functions of nvcc's PTX, and which uses which. */
void bodies_parse(struct bodies *b, struct str ptx);

/*
 * Takes what ptxas said with the target `sm_AT`: the next target to try, the
 * least above it that some function needs; 0: there is none.
 */
uint32_t bodies_take(struct bodies *b, uint32_t at, struct str log);

/* Whether a function is of some architectures only, and none is found. */
bool bodies_open(const struct bodies *b);

/* Takes what ptxas said with a target for such functions. */
void bodies_try(struct bodies *b, struct str target, struct str log);

/* What name `number` needs: `sm_53`, `signatures`, `there`. */
struct str bodies_answer(struct bodies *b, uint64_t number);
