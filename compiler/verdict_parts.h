/*
 * Findings: what one comparison came to, before it is a verdict. Shared by the
 * parts of `verdict` alone; value.h and verdict.h come before it.
 */
#include "str.h"

struct arena;
struct band;
struct claim;
struct environment;
struct expr;
struct options;

struct finding {
	enum status status;
	struct str reason;
	uint32_t line;           /* that the reason speaks of, or 0 */
	struct span part;        /* of the expression that is at fault */
	double value, low, high; /* NaN: none */
	double share;
	bool measured, firm, between;
	bool toolless;           /* a lack of a tool */
	bool unmeasured;         /* a lack of evidence */
	enum value_class class;  /* measured: whose floor was used */
	double floor;            /* that, 0: none */
	size_t npairs;           /* it is from */
	bool uncounted;          /* too few replicates of it count */
	size_t wants;            /* replicates of one more run; 0: none */
	bool answered;           /* a question */
	int side;                /* exact and not equal: the number is below
				    (-1) or above (1) what was to be; else 0 */
	struct value shown;
};

/* What a page says, as numbers in coherent units. */
struct written {
	double value, high;     /* high: of a range, else value */
	double half_digit, plus_minus;
	const struct unit *unit;
	double scale;
	enum relation relation;
	bool approximate;
};

/* A status by itself: no numbers, nothing shown. */
struct finding finding_status(enum status status, struct str reason);

/* Why there is no value, as the status that says so. */
struct finding finding_lack(const struct value *v);

/* Confirmed or refuted, by what is shown; firm. */
struct finding finding_truth(bool truth, const struct value *shown);

/* Of two findings that must both hold, the one that decides. */
struct finding finding_worse(struct finding x, struct finding y);

/* A measured value against a band, closeness to its ceiling included. */
struct finding finding_judged(struct arena *a, const struct value *v,
			      struct band band);

/* The floor f of a measured value, by its class and its device's ledger. */
double finding_floor(const struct value *v);

/* Says whose floor a finding was judged by, if not that of its own value. */
void finding_set_class(struct finding *f, const struct value *of);

/* Class default of a measured value, its relative half-width: wider where the
   floor wants it to be. */
double finding_class(const struct value *v);

/* Half-width t of a band of that class and floor around what is written. */
double finding_tolerance(const struct written *w, double class, double floor);

/* The band of what is written: by the options, else by the tolerance. */
struct band finding_band(struct arena *a, const struct written *w,
			 const struct options *o, double tolerance);

/* The claim's quantity in the unit it means; *fits is false when the value is
   of another kind. */
struct written finding_written(struct arena *a, const struct claim *c,
			       const struct value *v, bool *fits);

/* An exact value against what is written. */
struct finding finding_exact(struct arena *a, struct written w,
			     const struct claim *c, const struct value *v);

/* A whole number of more digits than double has against an expression of
   such numbers; false where one of them is none. */
bool finding_whole(struct arena *a, struct finding *out, const struct claim *c,
		   const struct expr *e);

/* A claim's quantity against its expressions. */
struct finding finding_quantity(struct arena *a, const struct claim *c,
				const struct environment *env);

/* A condition, measured or exact. */
struct finding finding_condition(struct arena *a, const struct claim *c,
				 const struct expr *e,
				 const struct environment *env);

/* An open question: n/a, whatever comes of it, but for a fault of its
   expression. */
struct finding finding_open(struct arena *a, const struct claim *c,
			    const struct environment *env);

/* The answer to a question that has one. */
const struct answer *verdict_answer(struct arena *a, const struct claim *c,
				    const struct environment *env);

/* The number that was found as a page would write it, `1.97x`; empty when its
   unit has no name. */
struct str verdict_plain(struct arena *a, const struct claim *c,
			 const struct verdict *v);

/* The same with its interval, `1.97x (1.96..1.98)`; never empty. */
struct str verdict_plain_is(struct arena *a, const struct claim *c,
			    const struct verdict *v);

/* x of `x - 1` (sign 1) or `1 - x` (sign -1); NULL for anything else. */
const struct expr *finding_difference(const struct expr *e, int *sign);
