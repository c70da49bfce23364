/*
 * Numbers and units as people write them. The written text is the expected
 * value, so nothing is read by a prefix: a quantity is taken whole or not.
 */
#include "str.h"

struct arena;
struct buf;

/*
 * A unit as powers of base dimensions and a factor to the coherent unit.
 * Words that count things (threads, FMA, blocks, warps, elements, …) have no
 * dimension; `%` is the factor 0.01. FLOP, byte and bit: bit = byte/8.
 */
struct unit {
	double scale;    /* value * scale is in coherent units */
	int8_t second, byte, flop, cycle;
	bool binary_may; /* KB, MB, GB of a capacity: may also be binary */
	double binary;   /* then value * scale * binary is it; else 1 */
	bool percent;
	struct str text; /* as written; empty for none */
};

enum relation { IS_EQUAL, IS_AT_LEAST, IS_MORE, IS_AT_MOST, IS_LESS };

enum quantity_kind {
	QUANTITY_NUMBER,
	QUANTITY_RANGE,  /* `3–5`, value to high */
	QUANTITY_ARCH,   /* `sm_80+`: value is number*10 + suffix order */
	QUANTITY_VERSION /* `570.124.06`: compare the text of number */
};

struct quantity {
	enum quantity_kind kind;
	struct span at;        /* number, sign of approximation, unit */
	struct span number;    /* the digits alone, what a rewrite replaces */
	struct span number_high; /* likewise, of the end of a range */
	double value;          /* as written, before the unit's scale; `k` is
				  put in: 65000 of `65k` */
	double high;           /* of a range */
	double plus_minus;     /* of `1.01 ± 0.02`; 0 without */
	double half_digit;     /* half a unit of the last digit written, of the
				  coarser end of a range; 0 for powers and
				  fractions; 10 % of words of scale */
	struct unit unit;
	enum relation relation;
	bool approximate;      /* ~ ≈ about roughly approximately typically */
	bool up_to;            /* the best of a sweep */
	bool factor;           /* x or × behind it, half, twice: a ratio */
	struct str arch;       /* of QUANTITY_ARCH, canonical: "sm_90a" */
	bool or_later;         /* of QUANTITY_ARCH: `sm_80+` */
	bool either;           /* `5 to 3`, `from 3 to 5`: a range, or a change
				  whose end is the last number */
	struct span doubt;     /* why the number alone is not what is said:
				  what joins it to another one (then there is no
				  quantity), turns or scales it; else empty */
	const char *advice;    /* how to write that; NULL for what joins two */
};

/*
 * The quantity that ends at the end of `before` (the bytes of a block up to a
 * marker or to the end of a cell), blanks and closing emphasis skipped. When
 * no unit stands before the end, a unit word that follows directly in `after`
 * (first word) is taken. `between 3 and 5` and `3 to 5` are one range. False
 * when no quantity ends there, or one that is joined to the number before it
 * (`3 or 5`, `3 x 5`): then only q->doubt and q->advice are of use. A quantity
 * that words beside it turn or scale (`not 3`, `twice 3`) has both as well.
 */
bool quantity_before(struct quantity *q, struct span before, struct span after);

/*
 * What the words around a code span say of it, where that is certain: `uses no`
 * and `is not used` behind it, `uses the`, `is used`. *by is the word that
 * says so.
 */
enum presence { PRESENCE_OPEN, PRESENCE_SAID, PRESENCE_DENIED };
enum presence quantity_said(struct span *by, struct span before,
			    struct span after);

/* How to write the number that seems to be meant at the end of a text that no
   quantity ends in (`(3)`, `.5`, `14_675`); NULL if nothing looks like one. */
const char *quantity_hint(struct span before);

/*
 * The whole of a table cell or scalar: one quantity, optionally in one pair
 * of emphasis or code marks. False for anything else (`128*64*2`,
 * `~~33~~35`, `14 of 15`); empty and dash cells are no quantity.
 */
bool quantity_whole(struct quantity *q, struct span cell);

/* Whether a cell claims nothing: empty, `-`, `–`, `—`, `n/a`. */
bool quantity_is_none(struct str cell);

/*
 * All quantities of a stretch of prose from left to right, for coverage and
 * for `at`: identifiers (`sm_90a`, `P3`, `fp16`), ordinals, dates, versions
 * and numbers inside words are not taken.
 */
size_t quantity_collect(struct arena *a, struct quantity **out,
			struct span text);

/* Likewise without those whose first digit is known: `known` is as long as
   text, NULL for none. */
size_t quantity_collect_rest(struct arena *a, struct quantity **out,
			     struct span text, const bool *known);

/*
 * The whole of text as a quantity, else the first in it. False when there is
 * none, or one whose joint to the next makes it doubtful (`3 or 5`), which is
 * in q->doubt. What turns or scales it is there as by quantity_before.
 */
bool quantity_first(struct arena *a, struct quantity *q, struct span text);

/*
 * The quantity whose number, with its sign, starts at byte `at` of text; *end
 * is the offset behind its unit. What stands before is read as well.
 */
bool quantity_read(struct quantity *q, struct span text, size_t at,
		   size_t *end);

/* The upper end of a range as a quantity of its own, to be written. */
struct quantity quantity_end(const struct quantity *q);

/* The share of a value that calculating it in double may lose, which is never
   held against anybody. */
#define QUANTITY_ROUNDING 1e-14

/*
 * What comparing x with y must allow for: that share, up to `most` of it (1:
 * once), and of two whole numbers never so much that one is the next.
 */
double quantity_slack(double x, double y, double most);

/*
 * Whether a number agrees with what is written, to the digits written:
 * half_digit is the rounding allowed. All in one unit.
 */
bool quantity_agrees(double written, double half_digit, double truth);

/* A unit from its text (`GFLOP/s`, `cycles/FMA`, `us`); false if unknown. */
bool unit_parse(struct unit *u, struct str text);

/* The same, made on a; NULL for an unknown or an empty text. */
const struct unit *unit_make(struct arena *a, struct str text);

/*
 * The unit that text begins with, also ` per clock` alone; *taken is 0 when
 * there is none. False when it goes on with a slash and an unknown word.
 */
bool unit_read(struct unit *u, size_t *taken, struct str text);

/* Whether two units measure the same kind of thing. */
bool unit_same_kind(const struct unit *a, const struct unit *b);

/* What a unit measures, in base units: `B/cycle`, `1/s`, `without unit`. */
struct str unit_kind(struct arena *a, const struct unit *u);

/* The unit that a word with other capitals is (`MHz` for `Mhz`), on a; empty
   for none. */
struct str unit_nearest(struct arena *a, struct str word);

/* The word that before ends in, behind a quantity, if it is no unit: false
   where anything else stands there. */
bool unit_unknown(struct span *word, struct span before);

/* Units of a product (power 1) or quotient (power -1) of two values. */
struct unit unit_combine(const struct unit *a, const struct unit *b, int power);

/*
 * value (coherent) written as q is: digits, separators, unit, percent; only
 * the digits, to replace q->number. Empty when q is in words that have no
 * other form (`doubles`) or no number.
 */
struct str quantity_write(struct arena *a, const struct quantity *q,
			  double value);

/* `k` or ` million` behind the number of q, which quantity_write leaves out;
   empty without. */
struct str quantity_multiple(const struct quantity *q);

/* An architecture as (number, suffix): sm_90a, sm90a, SM90A, 9.0a, sm_9.0a,
   compute_90a are one. Canonical text, a literal, in *out; false for unknown
   (sm_9). */
bool arch_parse(struct str *out, int *number, char *suffix, struct str text);

/* The same; the suffix by its order, which is 0, 1 (f) or 2 (a). */
bool arch_find(struct str *out, int *number, int *order, struct str text);

/* Number and suffix (NUL: none) of a canonical name alone, `sm_90a`, as tools
   take it; false for any other text. */
bool arch_split(struct str sm, int *number, char *suffix);

/* The architecture that a requirement names, a literal: `>=7.0`, `sm_80+`,
   `8.0 or later`, `7.x`, `Hopper+`. False for none, and for lists. */
bool arch_require(struct str *out, struct str text);

/* text without the comparison around it: `7.0` of `>= 7.0`. */
struct str arch_without_comparison(struct str text);

/* The known name that is nearest to text, also to its generation (`Hoper`);
   empty if none is near. */
struct str arch_nearest(struct str text);

/* What to say of a text that names no architecture, with what is nearest. */
struct str arch_complaint(struct arena *a, struct str text);

/* Whether a device of one architecture runs code that was built for another:
   cubins of its own number, plain ones and those of a family (f) of lower
   ones of its generation too. */
bool arch_runs(struct str device, struct str code);

/* Below 0, 0, above 0: order by number, then suffix (none, f, a); a name that
   is unknown stands before all known ones. */
int arch_compare(struct str a, struct str b);

/* The quantity as one line of text, for tests. */
void quantity_dump(struct buf *out, const struct quantity *q);
