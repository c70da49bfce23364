/*
 * A test: kernels that are run once with data for each of some sizes, and what
 * must be so afterwards. In a MANIFEST it stands in the place of a job's
 * cases; F are formulas (formula.h), parted by ` ; `. All that there is:
 *
 *   job sum-1a2b3c4d              as for other jobs, then
 *   symbol sum _Z3sumPKfPfi i8 i8 i4
 *                                 a kernel's name in the test, in the code,
 *                                 and its parameters: i whole number, f
 *                                 floating, b anything else, and the bytes
 *   cooperative sum               the blocks of its grid wait for each other,
 *                                 so all of them must run at once
 *   test
 *   range n s32 1 4100            a variable that takes every value; several
 *   range n s32 65536 65536       lines of one name add to its list
 *   array in f32 1 ; .n           NAME TYPE LANES ; elements
 *   fill in uniform ; 0.5 ; 1     as the launch finds it: uniform LOW HIGH,
 *                                 normal MEAN DEVIATION, each F of i, bits
 *                                 (any) or bits F (those of i); without a
 *                                 fill: poison, which the test must overwrite
 *   value a f16 2                 a variable that is no array, of 2 lanes
 *   launch sum                    in order; it has a grid, a block of up to
 *   grid 2                        three formulas, 'shared F', and one line
 *   block 128                     for each parameter:
 *   pass .in                      a variable, an array by its address
 *   pass ; .n 1 +                 a number
 *   let sum ; .n ; i @in          a reference, $0 (reference.h)
 *   oracle serial out             another launch, on data as the first one
 *                                 found them; what it leaves in `out` is a
 *                                 reference
 *   check eq ; 1 ; @out           eq ne lt le gt ge, how many i, the left
 *                                 side at i and, if it is an element of an
 *                                 array, `at ARRAY ; INDEX`
 *   at out ; 0
 *   right $0
 *   rel 1e-05                     also abs, ulp: enough if one of them is met
 *   text out[0] == sum(in) rel 1e-5
 *   budget 10000000               instructions after which a launch hangs, for
 *                                 devices that count them
 *   allow races                   findings of races fail no point
 *   end
 *
 * The variables take all combinations of their values, the last one fastest,
 * the least first. Lanes are the numbers of which one element is made: the
 * formulas count numbers.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct line;

enum {
	TEST_VARIABLES = 24,
	TEST_RANGES = 4,      /* variables with a list of values */
	TEST_LAUNCHES = 16,
	TEST_REFERENCES = 32,
	TEST_REFERENCE_ARGS = 7,
	TEST_CHECKS = 16,
	TEST_SYMBOLS = 16,
	TEST_PARAMETERS = 24,
	TEST_POINTS = 1 << 20, /* combinations of values */
};

struct pack_symbol {
	const char *name, *symbol;
	bool cooperative; /* its blocks wait for each other */
	struct pack_parameter {
		char kind; /* i f b */
		unsigned bytes;
	} parameters[TEST_PARAMETERS];
	size_t nparameters;
};

struct pack_span {
	int64_t low, high;
};

enum start_kind {
	START_POISON,
	START_RANGE, /* the point's value */
	START_EACH,
	START_UNIFORM,
	START_NORMAL,
	START_BITS
};

struct pack_variable {
	const char *name;
	enum number_type type;
	size_t lanes;
	bool scalar;
	struct formula size; /* of an array */
	enum start_kind start;
	struct formula args[2];
	struct pack_span *spans; /* of START_RANGE */
	size_t nspans;
};

struct pack_pass {
	int variable; /* -1: the formula */
	struct formula number;
};

struct pack_launch {
	size_t symbol;
	struct formula grid[3], block[3], shared;
	size_t ngrid, nblock;
	bool has_shared;
	struct pack_pass *passes;
	size_t npasses;
};

struct pack_reference {
	int function;               /* of reference.c; -1: the oracle */
	struct formula args[TEST_REFERENCE_ARGS];
	size_t nargs;
	struct pack_launch *oracle; /* or NULL */
	size_t variable;            /* what the oracle leaves */
};

enum comparison {
	COMPARISON_EQ, COMPARISON_NE, COMPARISON_LT,
	COMPARISON_LE, COMPARISON_GT, COMPARISON_GE
};

struct pack_assertion {
	enum comparison comparison;
	struct formula count, left, right, index, rel, abs, ulp;
	bool has_right, has_rel, has_abs, has_ulp;
	int array; /* that the left side is an element of; -1: none */
	const char *text;
};

struct pack_test {
	struct pack_symbol *symbols;
	size_t nsymbols;
	bool open; /* 'test' was seen */
	struct pack_variable *variables;
	size_t nvariables;
	const char *names[TEST_VARIABLES]; /* theirs, for formulas */
	struct pack_launch *launches;
	size_t nlaunches;
	struct pack_reference *references;
	size_t nreferences;
	struct pack_assertion *checks;
	size_t nchecks;
	bool allow_races;
	uint64_t budget; /* 0: the device's */
	struct pack_launch *launch; /* that lines are of */
};

/* Parse a line of a test or, before it, of its symbols; false on error. */
bool test_parse_line(struct arena *a, const struct line *l,
		     struct pack_test *t);

/* The symbol of that name; NULL if there is none, or no T. */
const struct pack_symbol *test_find_symbol(const struct pack_test *t,
					   const char *name);

/* Check that the test is whole, at line L; false after an error. */
bool test_check(const struct line *l, const struct pack_test *t);

/* How many points the test has; 0 if more than TEST_POINTS. */
size_t test_points(const struct pack_test *t);

/* The values of point I: one for each variable of START_RANGE, in order;
   returns how many. */
size_t test_point(const struct pack_test *t, size_t i,
		  int64_t out[TEST_RANGES]);
