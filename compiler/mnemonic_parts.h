/*
 * What the parts of `mnemonic` share: how a module is made and which lines of
 * it are whose. Nobody else includes it.
 */
#include "str.h"

struct buf;

/* Ways to ask about one mnemonic; more would only repeat each other. */
#define CANDIDATES_MAX 64

/* A statement that uses a mnemonic. */
struct candidate {
	struct str name;     /* of the mnemonic, but for its ending */
	struct str ending;   /* a type, `.f32`, or empty */
	struct str operands; /* as the table of shapes has them */
	bool own;            /* the name as it stands, not what it may be
				short for */
};

/* Lines of the module in front of its first statement. */
#define MODULE_HEAD_LINES 7

/* Whether the bytes could be one: `fma.rn.f32`, `ld.L1::no_allocate.b32`. */
bool mnemonic_is_name(struct str name);

/* The statements to ask about a name with, into CANDIDATES_MAX places; their
   count. */
size_t candidates_make(struct candidate *out, struct str name);

/* The statement as text, without `;`. */
void candidate_emit(struct buf *b, const struct candidate *c);

/* Bits of a type, `f16x2`; 0 if the word is none. */
unsigned mnemonic_type_bits(struct str word);

/* The operands of a mnemonic, all alternatives parted by `;`, as the head of
   mnemonic_table.c writes them; some that fit most for one not known. */
struct str mnemonic_operands(struct str name);

/* The i-th whole mnemonic that a name may be short for; false past the last. */
bool mnemonic_specimen(size_t i, struct str *name);
