/*
 * What a fact or an expression is worth: a number with its unit, a truth, a
 * text, or the reason why there is none. A measured number keeps one value a
 * replicate, so that expressions are evaluated within each replicate.
 */
#include "str.h"

struct arena;
struct expr;
struct unit;

enum value_kind { VALUE_NONE, VALUE_NUMBER, VALUE_TRUTH, VALUE_TEXT,
		  VALUE_ARCH };

/* What a test was run on. */
enum value_ran { RAN_NOTHING, RAN_EMULATOR, RAN_DEVICE };

/* Why there is no value; the later is the stronger when two meet. */
enum lack {
	LACK_NOTHING,
	LACK_NOT_RUN,       /* reason: `needs gpu`, `needs its file` … */
	LACK_TOOL,          /* likewise, for want of a compiler, a disassembler
			       or the emulator: of the page it says nothing */
	LACK_UNMEASURED,    /* the ledger has no evidence of it */
	LACK_OTHER_SCOPE,   /* evidence is of another device or toolkit */
	LACK_STALE,
	LACK_INCONCLUSIVE,  /* throttled, timeout, too few replicates */
	LACK_ERROR          /* did not build, crashed, hung, unknown name */
};

/* Kinds of measured numbers: each has a floor of its own. */
enum value_class { CLASS_CYCLES, CLASS_RATIOS, CLASS_RATES, CLASS_TIMES,
		   CLASS_BANDWIDTH, CLASS_COUNT };

/* How far apart runs of a device on different occasions are. */
struct floors {
	struct floor {
		double f;      /* relative; what bands are judged by */
		size_t npairs; /* that were compared */
	} of[CLASS_COUNT];
};

/* Where too few pairs say more, and never less than this. */
#define VALUE_FLOOR 0.005
/* So many say more. */
#define VALUE_FLOOR_PAIRS 30

/* One run's values, one a replicate; NaN where it was dropped. */
struct series {
	struct str id;      /* of the run: equal ids pair by replicate */
	double *v;
	size_t n;
};

/* Under this share of its ceiling a probe says nothing of the hardware, unless
   its head has a share of its own (`reach`). */
#define VALUE_SHARE_MIN 0.90

/* Over this share it measured something else: clocks are known to 1 %. */
#define VALUE_SHARE_MAX 1.02

struct value {
	enum value_kind kind;
	double number;           /* coherent units; median when measured */
	struct str text;         /* TEXT, ARCH (canonical) */
	const struct unit *unit; /* NULL: a bare number */
	const struct series *runs; /* NULL: exact */
	size_t nruns;
	double share;            /* of its ceiling, of the part that speaks
				    least of the hardware; 0: none known */
	double reach;            /* least share at which it speaks of the
				    hardware; 0: the default */
	bool pinned;             /* the page fixed what a sweep would choose:
				    it says nothing of the hardware's limit */
	enum value_ran ran;      /* of a test */
	const double *others;    /* exact, but of the emulator: numbers that
				    it might be on a device, `reason` says
				    why; NULL: it is as it is */
	size_t nothers;
	const struct floors *floors; /* of the device it was measured on; NULL:
				    not known */
	size_t ndropped;         /* replicates of its evidence that were
				    dropped for their conditions */
	struct str dropped;      /* why, of the first; or empty */
	double brief;            /* seconds of a launch that went in, so short
				    that the gap to the next is much of it; or
				    0 */
	double gap;              /* to the next, with `brief`; seconds */
	struct str at;           /* parameters of a sweep's best, or empty */
	struct str lines;        /* of code that an open question asks about:
				    the instructions, a line each */
	enum lack lack;          /* with kind NONE */
	struct str reason;
	bool apart;              /* STALE: its parts are measured, and never in
				    one run */
	bool uncounted;          /* INCONCLUSIVE: there is evidence, and of its
				    replicates not enough count */
	uint32_t line;           /* of the page, that the reason speaks of; 0:
				    of the whole claim */
	struct span part;        /* of the expression, that the reason speaks
				    of; empty: of all of it, or of a fact */
};

/* The same value, with all that hangs on it but floors, on an arena. */
struct value value_copy(struct arena *a, const struct value *v);

/* Names that an expression may use, besides its facts. */
struct binding {
	struct str name;         /* `threads`, `device.peak.fp32` */
	struct value value;
};

struct environment {
	const struct binding *bindings;
	size_t nbindings;
	const struct value *facts; /* by expr->fact */
	size_t nfacts;
};

/*
 * Exact values, one of each kind: a number in coherent units (unit NULL: a bare
 * one), a truth, a text, an architecture by its canonical name, a lack with
 * its reason. What they point to must outlive them.
 */
struct value value_number(double number, const struct unit *unit);
struct value value_truth(bool truth);
struct value value_text(struct str text);
struct value value_arch(struct str canonical);
struct value value_lack(enum lack lack, struct str reason);

/*
 * The expression's value. A fault of the expression itself (unknown name,
 * units that cannot be added, text where a number belongs, division by zero,
 * wrong count of arguments) is LACK_ERROR with the reason and the part of e.
 * Functions: min max abs floor ceil round sqrt log log2 log10 exp exp2 pow.
 * What is rounded is a bare number or one of cycles: 1.5 us is 2 in
 * microseconds and 0 in seconds.
 * Measured operands are combined run by run (equal ids only; none equal is
 * LACK_STALE) and replicate by replicate.
 */
struct value value_eval(struct arena *a, const struct expr *e,
			const struct environment *env);

/* Whether a call of that name is one of value_eval's functions. */
bool value_is_function(struct str name);

/* The name of the i-th of them; empty past the last. */
struct str value_function(size_t i);

/* x op y (enum expr_op), as the expression would do it. */
struct value value_combine(struct arena *a, int op, struct value x,
			   struct value y);

/* The class of a measured number, by its unit; what it is called, `cycles`. */
enum value_class value_class(const struct unit *u);
struct str value_class_text(enum value_class c);

/* The run of that id, or NULL. */
const struct series *value_run(const struct value *v, struct str id);

/* Sorts n numbers, none of them NaN. */
void value_sort(double *v, size_t n);

/* The median of n sorted numbers; NaN of none. */
double value_middle(const double *v, size_t n);

/* The median of all replicates that count (those not NaN); NaN if none. */
double value_median(struct arena *a, const struct series *runs, size_t nruns);

/* Text for people: `1.97`, `28.6 TFLOP/s`, `sm_90a`, `true`, or the reason. */
struct str value_text_of(struct arena *a, const struct value *v);
