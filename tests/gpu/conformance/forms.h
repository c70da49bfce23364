/*
 * The instructions whose results are recorded: forms, made from a table of
 * patterns, and the operands of each, made from its text.
 */
#ifndef FORMS_H
#define FORMS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	FORM_TEXT = 320,
	FORM_SOURCES = 4,
	FORM_TUPLES = 128, /* threads of a launch; at most */
};

/* What a register holds. */
struct class {
	const char *name;
	unsigned char bits;	 /* of the register: 16, 32, 64 */
	unsigned char kept;	 /* bytes of a result that are recorded */
	unsigned char format;	 /* bits of a float in it; 0: an integer */
	unsigned char fraction;
	unsigned char repeat;	 /* floats in it */
	unsigned char width;	 /* of an integer */
};

struct form {
	const char *group;
	char text[FORM_TEXT]; /* $d $a $b $c $e, predicates $p $q, $t */
	const struct class *result, *source[FORM_SOURCES];
	unsigned sources, tuples;
};

/* The I-th form, in a fixed order; false past the last. */
bool form_at(unsigned i, struct form *f);

/* How many forms there are. */
unsigned form_count(void);

/* The operands of tuple T. */
void form_operands(const struct form *f, unsigned t,
		   uint64_t to[FORM_SOURCES]);

/* A number that changes with the form's text and operands. */
uint32_t form_print(const struct form *f);

#endif
