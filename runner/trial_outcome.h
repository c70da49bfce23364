/*
 * What a test came to. A point is one combination of the values of its
 * variables; the first of anything is at the least point.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

enum {
	OUTCOME_FINDINGS = 32,
	OUTCOME_STRETCHES = 16, /* of points: trial_bits.h */
	OUTCOME_LEANS = 4, /* LEAN_MORE to LEAN_TRUE */
};

/* Where and how something is wrong for the first time. */
struct spot {
	int64_t point[TEST_RANGES];
	uint64_t index;	  /* of the first wrong element there */
	struct worth want, got;
	uint64_t bad, of; /* elements there */
	bool untouched;	  /* the array is as it was before the launches */
};

/* What was seen of a check where approximate instructions lean to one side. */
struct leaned {
	uint64_t bad; /* points at which it does not hold */
	double max_rel, max_abs, max_ulp;
	double got; /* of the first element, if bad */
};

struct check_outcome {
	uint64_t bad; /* points at which it does not hold */
	double max_rel, max_abs, max_ulp;
	struct spot first; /* if bad */
	struct leaned leaned[OUTCOME_LEANS]; /* as above, if nothing leant */
};

/* Of an array: elements that no launch wrote, elements that are NaN, and a
   hash of all its bits for each stretch of points. */
struct output_outcome {
	uint64_t unwritten, nan; /* points that have some */
	struct spot first_unwritten, first_nan;
	uint64_t bits[OUTCOME_STRETCHES];
};

struct finding_outcome {
	struct finding finding; /* its count is that of all points */
	int64_t point[TEST_RANGES];
};

struct outcome {
	uint64_t points, failed; /* tried; at which something is wrong */
	uint64_t hashed;	 /* points whose bits were taken */
	struct check_outcome checks[TEST_CHECKS];
	struct output_outcome outputs[TEST_VARIABLES];
	struct finding_outcome findings[OUTCOME_FINDINGS];
	size_t nfindings;
	char promise[256]; /* of approximate instructions that were made */
	char unsure[512];  /* why something is undecided; "": nothing is */
};

/* Whether anything but findings is wrong. */
bool outcome_is_bad(const struct outcome *o);

/* What was seen of a check, as what one leaned run has seen. */
struct leaned outcome_lean(const struct check_outcome *c);

/* Add what came of another point; its bits are taken elsewhere. */
void outcome_add(struct outcome *o, const struct outcome *point);

/* The word of a finding, "bounds". */
const char *outcome_finding_word(enum finding_kind kind);

/* Add a finding: to the one of its kind, kernel and line if there is one. */
void outcome_add_finding(struct outcome *o, const struct finding *f,
			 const int64_t point[TEST_RANGES]);

/* Append as words: `POINTS FAILED ...`, all on one line. */
void outcome_dump(const struct outcome *o, const struct pack_test *t,
		  struct buf *out);

/* The inverse; false if TEXT is malformed. */
bool outcome_parse(const char *text, const struct pack_test *t,
		   struct outcome *o);

/* Append as a JSON object. */
void outcome_emit(const struct outcome *o, const struct pack_test *t,
		  struct buf *out);
