/*
 * A test's lines as those of a MANIFEST: variables, launches, checks, with
 * expressions in postfix form (runner/pack_test.h, runner/formula.h).
 */
#include "str.h"

struct arena;
struct buf;
struct diag;
struct expr;
struct launch;
struct marker;
struct variable;

/*
 * The lines of a test between `test` and `end`. The text depends on the marker
 * alone. False with errors in d, at the page's bytes, for what no test can
 * have: a name that is no function, a check that reads nothing.
 */
bool recipe_emit(struct buf *out, const struct marker *m, struct diag *d);

/*
 * A page probe's lines from its buffers to its measure, for the values of its
 * variables one case each. Likewise.
 */
bool recipe_emit_probe(struct buf *out, const struct marker *m,
		       struct diag *d);

/* A number format of tests. */
struct number_kind {
	struct str word;   /* of a MANIFEST: `f16` */
	unsigned lanes;    /* numbers of one element */
	bool whole;
	struct str c;      /* the type as C++ has it */
};

/* The format of a declared type; NULL if tests have none for it. */
const struct number_kind *recipe_type(struct str type);

/* The name that a launch has in a MANIFEST: of a kernel its own, of `y[i] =
   f(x[i])` that of the kernel that kbc makes for it. */
struct str recipe_kernel(struct arena *a, const struct marker *m,
			 const struct launch *l);

/* All launches of a marker, its oracles behind the others; NULL at the end. */
const struct launch *recipe_launch(const struct marker *m, size_t i);

/* The name that a page probe's launch has in a MANIFEST: `launchN`, N the first
   launch of the same kernel. */
struct str recipe_entry(struct arena *a, const struct marker *m,
			const struct launch *l);

/* Whether the kernel of `y[i] = f(x[i])` takes the variable; they come in the
   order of the marker, the number of elements behind them. */
bool recipe_takes(const struct launch *l, const struct variable *v);

/* Whether e uses the variable. */
bool recipe_uses(const struct expr *e, struct str name);

/* What a check says, on one line, without its first word. */
struct str recipe_check_text(struct arena *a, struct span check);
