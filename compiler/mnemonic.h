/*
 * Whether PTX mnemonics exist and the least architecture of each, from what
 * ptxas says of a module that uses them.
 *
 * How ptxas 13.0 answers, each kind tried:
 *
 *   It goes on after an error, so one module asks about many mnemonics, a
 *   line each. A syntax error and some others end it (`fatal`): the line is
 *   taken out and the rest asked again. The last line is wrong on purpose, so
 *   that silence cannot pass for consent.
 *   Operands are looked at before modifiers: with wrong ones (`Arguments
 *   mismatch`) it does not say that `.relu` cannot go with `fma.rn.f32`. So
 *   each mnemonic is asked about with operands of its own.
 *   `Not a name of any known instruction`, `Unknown modifier`, `Illegal
 *   modifier`, `Unexpected instruction types`: there is no such mnemonic. The
 *   last of a name without a type (`tcgen05.alloc`) only says that it is
 *   short for others; those are asked about.
 *   With `.target sm_20` it names every feature's need, `requires .target
 *   sm_53 or higher`; the largest is the mnemonic's.
 *   `not supported on .target` says that the mnemonic is of some
 *   architectures only (`sm_90a`, but plain `sm_90` as well): those are tried,
 *   one run each. A module has one `.target`; the step that assembles ours
 *   puts each in its place. What operands fit can depend on it too
 *   (`tcgen05.ld` with `.pack::16b`).
 *   `.version 99.9` makes ptxas name the newest that it knows.
 */
#include "str.h"

struct arena;
struct buf;

struct mnemonic {
	bool exists;
	bool sure;         /* false: ptxas could not be asked well enough */
	struct str min_sm; /* `sm_53`, `sm_90a`; empty: not known */
	struct str why;    /* in ptxas' words why it does not exist; of one
			      that is not sure, why not; of one for some
			      architectures all that have it */
};

/* The module that asks. False when no name could be a mnemonic. */
bool mnemonic_emit(struct buf *out, const struct str *names, size_t n);

/* The answers for the same names, from the log of the step. */
void mnemonic_read(struct arena *a, struct mnemonic *out,
		   const struct str *names, size_t n, struct str log);

/* Whether a text is such a module. */
bool mnemonic_is_module(struct str ptx);

/*
 * The i-th architecture that a module is assembled for, as `.target` and as
 * ptxas' own option; false past the last. The first names all plain needs.
 */
bool mnemonic_rung(size_t i, struct str *target, struct str *arch);

/* Whether ptxas has read the module to its end, from what it said. */
bool mnemonic_is_whole(struct str log);

/* Whether a line of the module asks about a name. */
bool mnemonic_is_statement(struct str line);

/*
 * Whether a message of the first rung leaves a line to the others: it is not
 * for its target, or operands do not fit, as they may elsewhere. All that it
 * does not say this of need not be asked again.
 */
bool mnemonic_is_open(struct str message);

/*
 * What a message says of the target: the number N of `requires .target sm_N
 * or higher`, else 0; *specific when it is not supported on the target.
 */
uint32_t mnemonic_need(struct str message, bool *specific);
