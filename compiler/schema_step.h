/*
 * The steps of a compiled pattern, between schema_pattern (says which),
 * schema_step (makes them) and schema_match (runs them).
 */
#include "str.h"

/* Steps of a compiled pattern, so that matching needs no memory of its own. */
#define PATTERN_STEPS_MAX 256

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

/*
 * The steps while they are made: a list whose end is still open to change.
 * Every function is false when the list would grow over PATTERN_STEPS_MAX;
 * `full` stays set then.
 */
struct steps {
	struct step items[PATTERN_STEPS_MAX];
	size_t n;
	bool full;
};

/* Puts a step behind all others. */
bool steps_add(struct steps *p, struct step s);

/* Puts a step before those from `at` on, whose inner targets stay true. */
bool steps_insert(struct steps *p, size_t at, struct step s);

/* The steps from `at` on: any number of times (`again`), or at most once. */
bool steps_make_optional(struct steps *p, size_t at, bool again);

/* The steps from `at` on: at least `least` times and at most `most`. */
bool steps_repeat(struct steps *p, size_t at, unsigned least, unsigned most);

/* The steps from `at` on: `least` times or more. */
bool steps_repeat_open(struct steps *p, size_t at, unsigned least);

/* Takes the next code point; bytes that are not UTF-8 count one by one. */
uint32_t step_character(struct str *rest);
