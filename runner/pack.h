/*
 * A pack: the folder that kbc-run executes. It holds cubins and a text file
 * MANIFEST that says what to launch, with which data, what to measure and
 * what to check. Nothing of it is code for the host. number.h comes before it.
 *
 * MANIFEST is lines; words are separated by single spaces; an empty line or a
 * line that starts with '#' is a comment. Lines are printable ASCII (comments
 * may be anything). Worked example, all that there is:
 *
 *   kbc-pack 1                 the first line
 *   toolkit 13.0.88            one word, copied to the evidence
 *   harness 00ff               opaque hex, copied to the evidence
 *   seed 1                     of every random choice
 *   metric sm__cycles_active   a metric of the profiler, or a pattern with '*':
 *                              what it is shall be asked; any number of them
 *
 *   job fma_f32                a name [a-z0-9_-]+, also of the evidence file
 *   key 8d2f                   opaque hex, copied to the evidence
 *   cubin bin/fma.cubin SHA    a path in the pack without '..' and the
 *                              SHA-256 that the file must have (64 digits)
 *   ptx bin/fma.ptx SHA        likewise, what the cubin was assembled from: for
 *                              devices that run that (may be left out)
 *   target sm_90a              what the cubin was built for, for messages
 *   limit 20                   seconds of wall time that one visit of the job
 *                              in one replicate may take (default 60)
 *   replicates 20              how many, 1 to 160; may be left out (10), and
 *                              the command line has the last word
 *   point 512 coarse           of a sweep that is large: one for each case, in
 *                              their order. What the case is worth, over its
 *                              slope; whether a pilot begins with it; 'keep':
 *                              it is measured in any case. Others are when
 *                              they are the best or next to it (sweep.h)
 *   count smsp__inst_executed.sum   a metric whose value for this job's
 *                              launches the profiler shall say; any number
 *   counts only                nothing else is wanted of the job
 *   buffer in 4096*sm random f32 -1 1
 *   buffer out 4096*sm poison
 *   buffer clk 8 poison        NAME BYTES FILL, see below
 *   case                       one point of a sweep
 *   buffer in 8192*sm random f32 -1 1     replaces the job's, in this case
 *   param chains 4             NAME and the rest of the line, for evidence
 *   entry k_c4                 a kernel that this case launches, or the NAME
 *                              of a line 'symbol NAME SYMBOL ...'
 *                              (pack_test.h) above the job's cases; lines
 *                              below it are of it, and another 'entry' is
 *                              launched behind it
 *   grid 4*sm 1 1
 *   block 256 1 1
 *   shared 0                   bytes of dynamic shared memory (default 0)
 *   arg buffer out             arguments, in order:
 *   arg iterations             u32, the slope variable N
 *   arg u32 12345              also u64, f32, f64
 *   arg number 2.5             as the parameter is by the symbol's line
 *   arg number 2.5 f16 2       where that is bytes (b4): two numbers of TYPE
 *   cycles clk                 with 'measure cycles': thread 0 of block 0
 *                              stores elapsed clock64() ticks, a u64, first
 *   measure events iterations 1024
 *   fresh                      with a slope over launches: data that the
 *                              launches change is written anew before each
 *                              of them, and the time for it taken off
 *   check out affine f32 in 2 1 1e-6
 *   end                        closes the job; the last one must be closed
 *
 * In place of cases a job may have a test (pack_test.h).
 *
 * BYTES and grid numbers are products of at most three factors, each a whole
 * number, 'sm' (multiprocessors) or 'l2' (bytes of L2) of the device.
 *
 * FILL is one of
 *   random TYPE LO HI     uniform; TYPE f64 f32 f16 bf16 e4m3 e5m2, s8 s16 s32
 *                         s64 or u8 u16 u32 u64, whole numbers with both ends
 *   random bits           any bit pattern, NaN included
 *   grid TYPE LO HI STEP  random multiples of STEP within [LO, HI]
 *   poison                0xfffafff5 in every word: NaN in every format
 *   zero
 *   cycle STRIDE          lines of STRIDE bytes in a cycle of random order
 *                         (cycle.h): a whole number of them
 * Random data has a period of about 1 MiB that is no multiple of any power of
 * two above 8; it depends on seed, replicate and place in the job.
 *
 * measure, with the N to start from (a power of two, at least 2):
 *   events iterations N   ns of one launch that is told N and 4N iterations
 *   cycles iterations N   ticks that the kernel stores, at N and 4N
 *   events launches N     ns of N and 4N launches (of all the case's entries
 *                         in turn), one after the other
 *
 * check BUFFER, on what the last launch (of 4N) left:
 *   same IN                     byte for byte, over the shorter of both
 *   affine TYPE IN A B TOL      out[i] = A*in[i] + B, off by no more than
 *                               TOL * (|A*in[i]| + |B|); NaN is wrong
 *   linear TYPE X A Y B TOL     out[i] = A*X[i] + B*Y[i], likewise; X and Y
 *                               hold random data
 *   total IN TIMES              the sum of all 4-byte words is TIMES that of
 *                               IN's, modulo 2^32
 *   written                     no 4-byte word, or rest of one, still holds
 *                               the poison, of two launches over different
 *                               ones in both
 *   varied                      as 'written', and not all of each MiB is the
 *                               same 8 bytes, as values are that settled
 * IN with random data counts as it was filled, whatever the launches made of
 * it; any other counts as the last launch left it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct device_attributes;
struct pack_test;

enum {
	PACK_ARGS = 16,	   /* most arguments of an entry */
	PACK_LAUNCHES = 16, /* most launches of a case */
	PACK_CHECKS = 16,  /* most checks of a case */
	PACK_BUFFERS = 16, /* most buffers of a case */
	PACK_NONE = -1,	   /* no such buffer */
};

#define PACK_POISON 0xfffafff5u
#define PACK_OTHER_POISON (~PACK_POISON) /* to tell numbers that look so */

/* number * sm^sm * l2^l2 */
struct pack_size {
	uint64_t number;
	unsigned sm, l2;
};

enum fill_kind {
	FILL_RANDOM,
	FILL_BITS,
	FILL_GRID,
	FILL_POISON,
	FILL_ZERO,
	FILL_CYCLE
};

struct pack_fill {
	enum fill_kind kind;
	enum number_type type;
	double low, high; /* of FILL_GRID: in steps, whole */
	double step; /* of FILL_CYCLE: the stride */
};

struct pack_buffer {
	const char *name;
	struct pack_size bytes;
	struct pack_fill fill;
};

enum arg_kind {
	ARG_BUFFER,
	ARG_ITERATIONS,
	ARG_VALUE,
	ARG_NUMBER /* as the entry's parameter wants it */
};

struct pack_arg {
	enum arg_kind kind;
	int buffer;    /* index into the case's buffers */
	uint64_t bits; /* of ARG_VALUE, in its low bytes */
	double number; /* of ARG_NUMBER */
	enum number_type type; /* likewise, for a parameter that is bytes: */
	unsigned lanes;        /* so many of it; 0: none is passed there */
};

enum check_kind {
	CHECK_SAME,
	CHECK_AFFINE,
	CHECK_LINEAR,
	CHECK_TOTAL,
	CHECK_WRITTEN,
	CHECK_VARIED
};

struct pack_check {
	enum check_kind kind;
	int out, in, second; /* indices into the case's buffers */
	enum number_type type;
	double a, b, tolerance; /* a: the times of CHECK_TOTAL, too */
};

struct pack_param {
	const char *name, *value;
};

enum measure_kind {
	MEASURE_NONE,
	MEASURE_EVENTS,
	MEASURE_CYCLES,
	MEASURE_LAUNCHES
};

struct case_launch {
	const char *entry;
	struct pack_size grid[3];
	unsigned block[3];
	unsigned shared;
	struct pack_arg *args;
	size_t nargs;
};

struct pack_case {
	unsigned long line; /* of MANIFEST, for messages */
	struct pack_param *params;
	size_t nparams;
	struct pack_buffer *buffers; /* the job's, with the case's own */
	size_t nbuffers;
	struct case_launch *launches; /* one at least */
	size_t nlaunches;
	bool fresh;
	int cycles; /* index of a buffer, or PACK_NONE */
	enum measure_kind measure;
	uint32_t n; /* to start from */
	struct pack_check *checks;
	size_t nchecks;
};

enum { PACK_REPLICATES = 10, PACK_REPLICATES_MOST = 160 };

/* What a sweep must know of a case. */
struct pack_point {
	double weight; /* over its slope: what it is worth */
	bool coarse;   /* of the grid that a pilot begins with */
	bool keep;     /* is measured in any case */
};

struct pack_job {
	unsigned long line;
	const char *name, *key, *cubin, *sha256, *target;
	const char *ptx, *ptx_sha256; /* NULL: none */
	struct pack_test *symbols;    /* with the job's; NULL: none */
	struct pack_test *test;       /* the same, in place of cases; or NULL */
	unsigned limit; /* seconds */
	unsigned replicates; /* 0: does not say */
	const char **counts; /* metrics, by their names */
	size_t ncounts;
	bool counts_only;    /* not measured */
	struct pack_buffer *buffers;
	size_t nbuffers;
	struct pack_case *cases;
	size_t ncases;
	struct pack_point *points; /* one for each case, or none */
	size_t npoints;
};

struct pack {
	const char *folder;
	const char *toolkit, *harness;
	const char *sha256; /* of MANIFEST: two readers saw the same one */
	uint64_t seed;
	const char **metrics; /* names and patterns */
	size_t nmetrics;
	struct pack_job *jobs;
	size_t njobs;
};

/*
 * Read FOLDER/MANIFEST. False if it cannot be read or has errors; these are
 * then printed on the standard error as "MANIFEST:LINE: error: ...".
 */
bool pack_read(struct arena *a, const char *folder, struct pack *p);

/* Index of the job of this name; p->njobs if there is none. */
size_t pack_find(const struct pack *p, const char *name);

/*
 * What the size is on this device; false if that does not fit 63 bits or the
 * device does not know the attribute.
 */
bool pack_size_find(const struct pack_size *s,
		    const struct device_attributes *d, uint64_t *bytes);
