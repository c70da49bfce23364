/*
 * The steps of a compiled pattern, between schema_pattern (makes them) and
 * schema_match (runs them).
 */
#include "str.h"

enum step_kind {
	STEP_CHARACTER, /* one between low and high; negated: any other */
	STEP_SET,       /* one of the next `length` steps, which are ranges */
	STEP_SPLIT,     /* go on at both targets */
	STEP_JUMP,      /* go on at a */
	STEP_BEGIN,
	STEP_END,
	STEP_MATCH
};

struct step {
	enum step_kind kind;
	bool negated;
	uint32_t low, high;
	int a, b;     /* targets, from this step */
	size_t length;
};

struct pattern {
	struct step *steps;
	size_t n;
};

/* Takes the next code point; bytes that are not UTF-8 count one by one. */
uint32_t step_character(struct str *rest);
