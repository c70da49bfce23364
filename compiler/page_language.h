/* Which fences kbc compiles, by their language and their code. */
#include "str.h"

struct block;

/*
 * The language that a fence is compiled as: `cuda` or `ptx`; empty for one
 * that kbc does not compile. `asked` when a marker says that it is for kbc:
 * then C++ needs no CUDA words.
 */
struct str language_compiled(const struct block *fence, bool asked);

/* The first word of a fence's info string. */
struct span language_word(const struct block *fence);
