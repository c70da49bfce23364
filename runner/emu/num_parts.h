/*
 * What the parts of num share: formats, numbers taken apart, and the one
 * place that rounds. Needs num.h before it.
 */
#ifndef EMU_NUM_PARTS_H
#define EMU_NUM_PARTS_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 uint128;

struct num_format {
	unsigned char bits;	/* of the whole value as it is stored */
	unsigned char fraction; /* explicit bits of the significand */
	short bias;
	unsigned char low; /* bits below the fraction that are always 0 */
	bool no_infinity;  /* e4m3: its largest exponent is of numbers */
	uint64_t nan;	   /* the canonical one */
};

/* The bit of a quiet NaN of fp64. */
#define NUM_F64_QUIET (1ull << 51)

enum number_kind {
	NUMBER_ZERO,
	NUMBER_FINITE,
	NUMBER_INFINITE,
	NUMBER_NAN,
};

/* digits * 2^exponent, and a little more if inexact. */
struct number {
	enum number_kind kind;
	bool negative;
	bool inexact; /* true digits lie above these, by less than 1 */
	int exponent;
	uint128 digits; /* not 0 if finite */
};

/* The format of a float; of a pair, that of its elements. */
const struct num_format *num_format(enum num_type t);

/* Take apart; with NUM_FTZ in HOW a subnormal is a zero. */
struct number num_unpack(enum num_type t, uint64_t bits, unsigned how);

/* Round once and put together, with .ftz .sat .satfinite .relu of HOW. */
uint64_t num_pack(enum num_type t, const struct number *n, unsigned how);

/*
 * The nearest integer multiple of 2^AT by the rounding of HOW: its digits
 * become multiples of 2^AT, exact; 0 may come out.
 */
void num_round_at(struct number *n, int at, unsigned how);

/* The index of the highest bit set; DIGITS isn't 0. */
unsigned num_top(uint128 digits);

/* The digits moved up or down by powers of two until bit TO is the top. */
void num_normalise(struct number *n, unsigned to);

/* Exact sums and products of finite or zero numbers; HOW gives -0 of .rm. */
struct number num_sum(struct number x, struct number y, unsigned how);
struct number num_product(const struct number *x, const struct number *y);

/* Is T two elements in a word? Then the type of one; else T. */
bool num_is_pair(enum num_type t);
enum num_type num_element(enum num_type t);

/* A as .ftz in HOW sees it: a subnormal is a zero; no bits above T's. */
uint64_t num_taken(enum num_type t, uint64_t a, unsigned how);

/* OP for the approximate instructions of num_apply. */
uint64_t num_approximate(enum num_op op, enum num_type t,
			 const uint64_t abc[3], unsigned how);

/* Likewise with a lean of NUM_LEANS in HOW. */
uint64_t num_lean(enum num_op op, enum num_type t, const uint64_t abc[3],
		  unsigned how);

/* min, max, neg, abs, copysign: they choose and don't round. */
uint64_t num_choose(enum num_op op, enum num_type t, const uint64_t abc[3],
		    unsigned how);

enum {
	MMA_ROWS = 16,
	MMA_DEPTH = 32,
	MMA_COLS = 8,
	MMA_KEEP = 25, /* bits that the aligner keeps below a 1 */
	MMA_NOTHING = -100000, /* the exponent of a 0 */
};

/* Matrices as bits; C becomes the result. */
struct mma_cells {
	uint64_t a[MMA_ROWS][MMA_DEPTH], b[MMA_DEPTH][MMA_COLS];
	uint64_t c[MMA_ROWS][MMA_COLS];
};

/*
 * A floating matrix product, taken apart. An operand is digits * 2^exponent;
 * digits have a sign. The sum is fp32.
 */
struct mma_tile {
	int rows, depth;
	int point; /* bits behind the point of a product's digits */
	int32_t a[MMA_ROWS][MMA_DEPTH], a_exponent[MMA_ROWS][MMA_DEPTH];
	int32_t b[MMA_DEPTH][MMA_COLS], b_exponent[MMA_DEPTH][MMA_COLS];
	uint32_t sum[MMA_ROWS][MMA_COLS];
	double exact[MMA_ROWS][MMA_COLS]; /* the sum before it is cut */
};

struct mma;

/*
 * Between registers of part P (enum mma_part) and cells; QUAD is the product
 * of m8n8k4.f16, or -1. Registers get D.
 */
void mma_gather(const struct mma *f, unsigned p, struct mma_cells *x,
		void *const registers[], int quad);
void mma_scatter(const struct mma *f, struct mma_cells *x,
		 void *const registers[], int quad);

/* c += a * b of any form. */
void mma_product(const struct mma *f, struct mma_cells *x);

/* What a tensor core adds: c += a * b of f16, bf16 or tf32. */
void mma_core(const struct mma *f, struct mma_cells *x);

/* The same of fp8, which has no such core on sm_90. */
void mma_of_fp8(const struct mma *f, struct mma_cells *x);

/* The same of m8n8k4.f16, whose core was sm_70's alone. */
void mma_of_quad(const struct mma *f, struct mma_cells *x);

/* What one build of the loops over lanes has; false where it has none. */
struct lanes {
	bool (*runs_here)(void); /* on this processor */
	num_lanes *(*apply)(enum num_op op, enum num_type t);
	uint32_t (*f32_holds)(enum num_compare c, const void *const ab[2]);
	bool (*convert)(const struct num_cvt *c, void *d, const void *a);
	void (*mma_multiply)(struct mma_tile *t);
};

/* The builds of num_lanes.inc; those of v3 and v4 on x86-64 alone. */
extern const struct lanes lanes_base, lanes_v3, lanes_v4;

/* The build that this processor runs. */
const struct lanes *num_lanes_here(void);

/* Functions of that kind for the rarer instructions; NULL: no such one. */
num_lanes *num_lanes_rare(enum num_op op, enum num_type t);

#endif
