/* The verdict on a claim: a pure function of claim and values. */
#include "str.h"

struct arena;
struct claim;
struct environment;
struct unit;
struct value;

enum status {
	STATUS_CONFIRMED, STATUS_REFUTED, STATUS_INCONCLUSIVE,
	STATUS_PROBE_LIMITED, STATUS_STALE, STATUS_NOT_RUN,
	STATUS_NOT_APPLICABLE, STATUS_ERROR, STATUS_UNBOUND, STATUS_COUNT
};

/* By which kind of evidence a claim was decided; the strongest that went in. */
enum basis { BASIS_NONE, BASIS_ARITHMETIC, BASIS_DOCUMENTED, BASIS_BUILT,
	     BASIS_EMULATED, BASIS_MEASURED, BASIS_CITED, BASIS_COUNT };

/* What an open question comes to. */
struct answer {
	struct str text;      /* `1.97x (1.96..1.98)`, `true` */
	struct str written;   /* how a page would say it, `1.97x`; or empty */
	struct str offer;     /* the same with its marker, which would be
				 confirmed; empty: no sentence says it */
	struct str lines;     /* the instructions that it is of, a line each */
};

struct verdict {
	enum status status;
	enum basis basis;
	struct str reason;    /* `needs gpu`, `noise`, or empty */
	uint32_t line;        /* of the page, that the reason speaks of; or 0 */
	struct span part;     /* error: of its expression, that is at fault */
	struct str says;      /* the claim as written */
	const struct value *shown; /* what was found; NULL: nothing */
	bool measured;
	double value;         /* coherent; NaN if none */
	double low, high;     /* interval, measured only */
	double share;         /* of the ceiling; 0 none */
	double floor;         /* f that it was judged by; 0: not measured */
	size_t npairs;        /* of runs that f is from; few: it is the least */
	struct str class;     /* of numbers that f is of: `bandwidth` */
	bool firm, between;   /* struct judged has what they mean */
	bool toolless;        /* not run: a tool is missing */
	bool unmeasured;      /* not run: the ledger has no evidence of it */
	bool uncounted;       /* inconclusive: of its evidence too few
				 replicates count */
	size_t wants;         /* replicates of one more run that may decide
				 it; 0: none would */
	const struct answer *answer; /* to a question; NULL: it has none */
};

/* Beyond this floor the tolerance of the class is wider by as much as it is
   above: errors of 5 %, which are less than t + 2f then, are not always decided
   any more, and what two laboratories find, each within f, has to be. */
#define VERDICT_FLOOR_WIDE 0.0088

/* Counts of verdicts over pages. */
struct tally {
	size_t status[STATUS_COUNT];
	size_t basis[BASIS_COUNT]; /* of the confirmed */
	size_t pages, claims;
	size_t lacking;       /* claims that were not run for want of a tool */
	size_t bad;           /* pages with errors */
	size_t was_bound, was_unbound; /* by the front matter that was */
	size_t unknown;       /* pages whose front matter said neither */
};

/* What was found as the claim writes its own, `1.97x (1.96..1.98)`, or "". */
struct str verdict_is(struct arena *a, const struct claim *c,
		      const struct verdict *v);

/*
 * What was found, as digits for the place of the claim's number: in its form
 * and with as many as it has, or with three significant ones where that is
 * what the page says already and it is refuted (`1x` of 1.42). Empty when
 * nothing was found that the number could say.
 */
struct str verdict_digits(struct arena *a, const struct claim *c,
			  const struct verdict *v);

/* Where pages write the values that the claim names, `b.md:7:10`, or "". */
struct str verdict_written(struct arena *a, const struct claim *c);

/* The reason with the line it speaks of, `line 7: expected an expression`. Both
   places are those of the files as they were written. */
struct str verdict_reason(struct arena *a, const struct claim *c,
			  const struct verdict *v);

/* Whether it makes its page fail: refuted, an error; in a strict wiki stale,
   since what held it is no longer of it, and what has evidence of which too
   few replicates count, since nothing holds it. */
bool verdict_fails(const struct verdict *v, bool strict);

/* Whether the evidence of a measured claim is gone, no longer of it, or not
   enough to decide it. */
bool verdict_lost(const struct verdict *v);

/* confirmed, refuted, …, `n/a`, `not run`, as reports and pages say it. */
struct str status_text(enum status s);
struct str basis_text(enum basis b);

/* A number in coherent units as people write one, with so many significant
   digits and a unit of fitting size: `28.51 TFLOP/s`. u: NULL for a bare
   one. */
struct str verdict_number(struct arena *a, const struct unit *u, double number,
			  int significant);

/*
 * facts[i] is the value of claim->facts[i]; env gives what else expressions
 * may name. For CLAIM_CHECK, CLAIM_FENCE and CLAIM_CITED, `own` is the answer
 * to the claim itself (a truth, or a lack), else NULL.
 */
void verdict_judge(struct arena *a, struct verdict *out, const struct claim *c,
		   const struct environment *env, const struct value *own);
