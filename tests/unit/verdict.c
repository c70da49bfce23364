/*
 * Verdicts: each row what a page says, the marker behind it, the values of its
 * names (worth.h), and the verdict as `status [is] (reason)`. What is said is
 * a quantity, or a code span or words where no quantity ends.
 */
#include "check.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "diag.h"
#include "expr.h"
#include "fact.h"
#include "marker.h"
#include "quantity.h"
#include "scan.h"
#include "source.h"
#include "value.h"
#include "verdict.h"

#include <stdlib.h>

#include "worth.h"

struct saying {
	const char *says, *marker, *values, *want;
};

static struct span
make_span(struct arena *a, const char *text)
{
	struct str copy = arena_copy(a, str_of(text));

	return source_span(source_make(a, STR("test"), copy), 0, copy.n);
}

static struct marker *
parse(struct arena *a, const char *text)
{
	struct diag *d = diag_make(a);
	struct span at = make_span(a, text);
	struct comment c = { .at = at, .body = at };
	struct marker *m = marker_parse(a, &c, d);

	CHECK(m && !diag_failed(d));
	return m;
}

static struct claim
make_claim(struct arena *a, const struct saying *row)
{
	struct marker *m = parse(a, row->marker);
	struct quantity *q = arena_alloc(a, sizeof *q);
	struct claim c = { .at = make_span(a, row->says), .marker = m };
	struct span nothing = make_span(a, "");

	c.text = span_str(c.at);
	if (!m)
		return c;
	c.expr = m->expr;
	c.expr2 = m->expr2;
	c.range = m->range;
	c.options = &m->options;
	c.kind = m->kind == MARKER_HOLDS ? CLAIM_HOLDS :
		 m->kind == MARKER_OPEN ? CLAIM_OPEN : CLAIM_TEXT;
	if (m->kind == MARKER_EQUALS && row->says[0] != '`') {
		CHECK(quantity_before(q, c.at, nothing));
		c.kind = CLAIM_EQUALS;
		c.quantity = q;
		c.text = span_str(q->at);
	} else if (c.kind == CLAIM_TEXT) {
		c.text = str_slice(c.text, 1, c.text.n - 2);
	}
	return c;
}

static struct str
dump(struct arena *a, const struct claim *c, const struct verdict *v)
{
	struct str status = status_text(v->status);
	struct str is = verdict_is(a, c, v);

	struct str offer = v->answer ? v->answer->offer : STR("");

	return arena_printf(a, STR_FMT "%s" STR_FMT "%s%s" STR_FMT "%s%s%s"
		"%s" STR_FMT,
		STR_ARG(status), is.n ? " [" : "", STR_ARG(is),
		is.n ? "]" : "", v->reason.n ? " (" : "",
		STR_ARG(v->reason), v->reason.n ? ")" : "",
		v->firm && v->status == STATUS_CONFIRMED ? " firm" : "",
		v->toolless ? " no tool" : "", offer.n ? " offers " : "",
		STR_ARG(offer));
}

static void
test_rows(const struct saying *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct arena *a = arena_make();
		struct environment env = { 0 };
		struct claim c;
		struct verdict v;
		char name[110];

		snprintf(name, sizeof name, "%s <- %s", rows[i].says,
			 rows[i].marker);
		CHECK_ROW(name);
		c = make_claim(a, &rows[i]);
		env.bindings = worth_bindings(a, &env.nbindings,
					      str_of(rows[i].values));
		if (c.expr) {
			verdict_judge(a, &v, &c, &env, NULL);
			CHECK_STR(dump(a, &c, &v), rows[i].want);
		}
		arena_free(a);
	}
	CHECK_ROW("");
}

/* Measured claims of a device whose ledger has raised floors, and by which
   floor each is judged; `plain` is what it comes to without. */
static const struct floors raised = { {
	[CLASS_CYCLES] = { 0.01, 41 },  [CLASS_RATIOS] = { 0.005, 50 },
	[CLASS_RATES] = { 0.006, 30 },  [CLASS_TIMES] = { 0.005, 2 },
	[CLASS_BANDWIDTH] = { 0.02, 90 },
} };

#define OUTSIDE " (outside the band in one run; needs a second)"

static const struct floored {
	struct saying row;
	const char *plain, *class;
	double floor;
	size_t npairs;
} floored[] = {
	{ { "4.00 TB/s", "bw", "bw = [r1 4.2*10] TB/s",
	    "confirmed [4.20 TB/s (4.2..4.2)]" },
	  "inconclusive [4.20 TB/s (4.2..4.2)]" OUTSIDE,
	  "bandwidth", 0.02, 90 },
	{ { "28.0 GFLOP/s", "r", "r = [r1 29*10] GFLOP/s",
	    "confirmed [29.0 GFLOP/s (29..29)]" },
	  "inconclusive [29.0 GFLOP/s (29..29)]" OUTSIDE, "rates", 0.006, 30 },
	{ { "4.00 cycles", "l", "l = [r1 4.12*10] cycles",
	    "confirmed [4.12 cycles (4.12..4.12)]" },
	  "inconclusive [4.12 cycles (4.12..4.12)]" OUTSIDE,
	  "cycles", 0.01, 41 },
	{ { "2.00x", "a / b", "a = [r 2.09*10] TB/s; b = [r 1*10] TB/s",
	    "inconclusive [2.09x (2.09..2.09)]" OUTSIDE },
	  "inconclusive [2.09x (2.09..2.09)]" OUTSIDE, "ratios", 0.005, 50 },
	{ { "9.0 us", "t", "t = [r1 9*10] us",
	    "confirmed [9.0 us (9..9)] firm" },
	  "confirmed [9.0 us (9..9)] firm", "times", 0.005, 2 },
	{ { "w", "holds l <= 4", "l = [r1 4.03*10] cycles",
	    "confirmed [1.008 (1.008..1.008)]" },
	  "inconclusive [1.008 (1.008..1.008)]" OUTSIDE,
	  "cycles", 0.01, 41 },
	{ { "w", "holds 4 >= l", "l = [r1 4.03*10] cycles",
	    "confirmed [0.9926 (0.9926..0.9926)]" },
	  "inconclusive [0.9926 (0.9926..0.9926)]" OUTSIDE,
	  "cycles", 0.01, 41 },
	{ { "w", "holds a <= b", "a = [r 1.01*10] TB/s; b = [r 1*10] TB/s",
	    "inconclusive [1.01 (1.01..1.01)]" OUTSIDE },
	  "inconclusive [1.01 (1.01..1.01)]" OUTSIDE, "ratios", 0.005, 50 },
};

static struct verdict
judge_floored(struct arena *a, const struct floored *f,
	      const struct floors *floors)
{
	struct claim c = make_claim(a, &f->row);
	struct environment env = { 0 };
	struct verdict v;
	struct binding *all = worth_bindings(a, &env.nbindings,
					     str_of(f->row.values));

	for (size_t i = 0; i < env.nbindings; i++)
		if (all[i].value.runs)
			all[i].value.floors = floors;
	env.bindings = all;
	verdict_judge(a, &v, &c, &env, NULL);
	CHECK_STR(dump(a, &c, &v), floors ? f->row.want : f->plain);
	return v;
}

static void
test_floors(void)
{
	for (size_t i = 0; i < sizeof floored / sizeof *floored; i++) {
		struct arena *a = arena_make();
		struct verdict v;

		CHECK_ROW(floored[i].row.says);
		v = judge_floored(a, &floored[i], NULL);
		CHECK_NUM(v.floor, 0.005);
		CHECK_NUM(v.npairs, 0);
		v = judge_floored(a, &floored[i], &raised);
		CHECK_NUM(v.floor, floored[i].floor);
		CHECK_NUM(v.npairs, floored[i].npairs);
		CHECK_STR(v.class, floored[i].class);
		arena_free(a);
	}
	CHECK_ROW("");
}

static const struct saying exact[] = {
	/* to the digits that are written */
	{ "4", "2 + 2", "", "confirmed [4] firm" },
	{ "5", "2 + 2", "", "refuted [4]" },
	{ "9.77e-4", "2 ^ -10", "", "confirmed [9.77e-4] firm" },
	{ "4.88e-4", "2 ^ -10", "", "refuted [9.77e-4]" },
	{ "65,504", "65504", "", "confirmed [65,504] firm" },
	{ "65,500", "65504", "", "refuted [65,504]" },
	{ "65k", "65504", "", "refuted [66k]" },
	{ "2 million", "2.6e6", "", "refuted [3 million]" },
	{ "6.55e+4", "65504", "", "confirmed [6.55e+4] firm" },
	{ "8x", "8", "", "confirmed [8x] firm" },
	{ "16x", "8", "", "refuted [8x]" },
	{ "2^-10", "1 / 1024", "", "confirmed [2^-10] firm" },
	{ "1/4", "0.25", "", "confirmed [1/4] firm" },
	{ "0.3", "1 / 3", "", "confirmed [0.3] firm" },
	{ "0.33", "1 / 3", "", "confirmed [0.33] firm" },
	{ "0.333333333333", "1 / 3", "", "confirmed [0.333333333333] firm" },
	{ "0.333333333334", "1 / 3", "", "refuted [0.333333333333]" },
	{ "0.2402265069591007", "0.24022650718688965", "",
	  "refuted [0.2402265071868896]" },
	{ "0.34", "1 / 3", "", "refuted [0.33]" },
	/* every digit of a whole number counts */
	{ "281474976710655", "2 ^ 48 - 1", "", "confirmed [281474976710655] "
	  "firm" },
	{ "281474976710656", "2 ^ 48 - 1", "", "refuted [281474976710655]" },
	{ "281474976710656", "3 * (2 ^ 48 - 1) / 3", "",
	  "refuted [281474976710655]" },
	{ "18446744073709551615", "2 ^ 64 - 1", "",
	  "confirmed [18446744073709551615] firm" },
	{ "18,446,744,073,709,551,616", "2 ^ 64 - 1", "",
	  "refuted [18446744073709551615]" },
	{ "-9223372036854775807", "-(2 ^ 63)", "",
	  "refuted [-9223372036854775808]" },
	{ "\xe2\x88\x92" "9223372036854775808", "-(2 ^ 63)", "",
	  "confirmed [-9223372036854775808] firm" },
	{ "18446744073709551614", "2 ^ 64 - 1 within 1", "",
	  "confirmed [18446744073709551616] firm" },
	{ "1234567890123456789", "x", "x = 1234567890123456789",
	  "confirmed [1234567890123456768] firm" },
	{ "64K", "65536", "", "confirmed [64K] firm" },
	{ "64 KB", "65536 in B", "", "confirmed [64 KB] firm" },
	{ "64 KB", "65000 in B", "", "refuted [65 KB (63 KiB)]" },
	{ "-5", "0 - 5", "", "confirmed [-5] firm" },
	{ "5", "0 - 5", "", "refuted [-5]" },
	{ "\xe2\x88\x92" "5", "0 - 5", "",
	  "confirmed [\xe2\x88\x92" "5] firm" },
	{ "75%", "3 / 4", "", "confirmed [75%] firm" },
	{ "75 %", "0.7", "", "refuted [70%]" },
	{ "half", "x", "x = 0.5", "confirmed [half] firm" },
	{ "twice", "x", "x = 2", "confirmed [twice] firm" },
	{ "half", "x", "x = 0.3", "refuted [0.30\xc3\x97]" },
	{ "3x", "x", "x = 0.5", "refuted [0x]" },
	/* an inexact number has twice the half digit */
	{ "about 4.0", "4.06", "", "confirmed [4.1] firm" },
	{ "~4.0", "4.12", "", "refuted [4.12]" },
	{ "33 \xc2\xb1 2", "35.1", "", "refuted [35.1]" },
	{ "4.00 \xc2\xb1 0.2", "4.15", "", "confirmed [4.15] firm" },
	{ "4.00 \xc2\xb1 0.1", "4.15", "", "refuted [4.15]" },
	/* given tolerances */
	{ "100", "103 within 3%", "", "confirmed [103] firm" },
	{ "100", "104 within 3%", "", "refuted [104]" },
	{ "100", "103.5 within 4", "", "confirmed [104] firm" },
	{ "12 %", "0.124 within 0.5", "", "confirmed [12%] firm" },
	{ "12 %", "0.126 within 0.5", "", "refuted [12.6%]" },
	{ "100", "66 between 60 and 67", "", "confirmed [66] firm" },
	{ "100", "68 between 60 and 67", "", "refuted [68]" },
	/* bounds */
	{ "at least 4", "4", "", "confirmed [4] firm" },
	{ "at least 4", "5", "", "confirmed [5] firm" },
	{ "at least 4", "3", "", "refuted [3]" },
	{ ">= 4", "3.9", "", "refuted [3.9]" },
	{ "at most 4", "4", "", "confirmed [4] firm" },
	{ "at most 4", "5", "", "refuted [5]" },
	{ "more than 4", "5", "", "confirmed [5] firm" },
	{ "more than 4", "4", "", "refuted [4]" },
	{ "under 4", "4", "", "refuted [4]" },
	{ "under 4", "3", "", "confirmed [3] firm" },
	{ "128+", "200", "", "confirmed [200] firm" },
	{ "128+", "127", "", "refuted [127]" },
	{ "up to 4", "4", "", "confirmed [4] firm" },
	{ "up to 4", "3", "", "refuted [3]" },
	/* ranges: one value within, or each end its own */
	{ "3\xe2\x80\x93" "5", "4", "", "confirmed [4] firm" },
	{ "3\xe2\x80\x93" "5", "6", "", "refuted [6]" },
	{ "3-5", "3 to 5", "", "confirmed [3] firm" },
	{ "3-5", "3 to 6", "", "refuted [6]" },
	{ "3-5", "2 to 5", "", "refuted [2]" },
	{ "4", "3 to 5", "",
	  "error ('to' needs a range as `3\xe2\x80\x93" "5`)" },
	{ "6", "2 * 3 & 12 / 2", "", "confirmed [6] firm" },
	{ "6", "2 * 3 & 12 / 3", "", "refuted [4]" },
	{ "6", "2 * 4 & 12 / 2", "", "refuted [8]" },
	{ "6", "2 * 3 & a", "a = !n needs gpu", "not run (needs gpu)" },
	{ "6", "2 * 4 & a", "a = !n needs gpu", "refuted [8]" },
};

static const struct saying united[] = {
	{ "4814 GB/s", "bw", "bw = 4.8143 TB/s", "confirmed [4814 GB/s] firm" },
	{ "4.8 TB/s", "bw", "bw = 4814.3 GB/s", "confirmed [4.8 TB/s] firm" },
	{ "4 cycles", "l", "l = 4 cycles", "confirmed [4 cycles] firm" },
	{ "4", "l", "l = 4 cycles", "confirmed [4] firm" },
	{ "4 FMA", "l", "l = 4", "confirmed [4 FMA] firm" },
	{ "4 cycles", "4", "", "confirmed [4 cycles] firm" },
	{ "4 us", "l", "l = 4 cycles", "error (the value is 4 cycles, the "
	  "page's 'us' is of another kind (`in UNIT` names that of a bare "
	  "side))" },
	{ "4 GB/s", "4", "", "error (the value is 4 without unit, the "
	  "page's 'GB/s' is of another kind (`in UNIT` names that of a bare "
	  "side))" },
	{ "4814", "bw in GB/s", "bw = 4814.3 GB/s",
	  "confirmed [4814 GB/s] firm" },
	{ "4813", "bw in GB/s", "bw = 4814.3 GB/s", "refuted [4814 GB/s]" },
	{ "4814", "bw", "bw = 4814.3 GB/s", "error (the value is 4.814 TB/s, "
	  "the page has no unit (`in UNIT` names that of a bare side))" },
	{ "48 GB/s", "6 * 8 in GB/s", "", "confirmed [48 GB/s] firm" },
	{ "48 GB/s", "6 * 8 in MB/s", "", "refuted [0.048 GB/s]" },
	/* bare counts of bits and bytes */
	{ "16 bits", "16", "", "confirmed [16 bits] firm" },
	{ "2 bytes", "16 / 8", "", "confirmed [2 bytes] firm" },
	{ "3 bytes", "16 / 8", "", "refuted [2 bytes]" },
	/* capacities may be binary, rates never */
	{ "228 KB", "c", "c = 233472 B", "confirmed [228 KB] firm" },
	{ "233 KB", "c", "c = 233472 B", "confirmed [233 KB] firm" },
	{ "230 KB", "c", "c = 233472 B", "refuted [233 KB (228 KiB)]" },
	{ "227 KB", "c", "c = 232448 B", "confirmed [227 KB] firm" },
	{ "228 KiB", "c", "c = 233472 B", "confirmed [228 KiB] firm" },
	{ "233 KiB", "c", "c = 233472 B", "refuted [228 KiB]" },
	{ "60 MB", "c", "c = 62914560 B", "confirmed [60 MB] firm" },
	{ "50 MB", "c", "c = 62914560 B", "refuted [63 MB (60 MiB)]" },
	{ "32 KB", "128 * 128 * 2 in B", "", "confirmed [32 KB] firm" },
	{ "32 KB", "32768", "", "error (the value is 32768 without unit, "
	  "the page's 'KB' is of another kind (`in UNIT` names that of a "
	  "bare side))" },
	{ "4294 GB/s", "c", "c = 4294.967296 GB/s",
	  "refuted [4295 GB/s]" },
	{ "4 GB/s", "c", "c = 4.294967296 GB/s",
	  "confirmed [4 GB/s] firm" },
	{ "4.0 GB/s", "c", "c = 4.294967296 GB/s", "refuted [4.3 GB/s]" },
	{ "at least 48 KB", "c", "c = 49152 B",
	  "confirmed [49 KB] firm" },
	{ "at least 50 KB", "c", "c = 49152 B", "refuted [49 KB (48 KiB)]" },
	{ "250 ns", "t", "t = 0.25 us", "confirmed [250 ns] firm" },
};

static const struct saying texts[] = {
	{ "sm_80+", "a", "a = sm_80", "confirmed [sm_80] firm" },
	{ "sm_90+", "a", "a = sm_80", "refuted [sm_80]" },
	{ "sm_100a", "a", "a = sm_100", "refuted [sm_100]" },
	{ "sm_9.0", "a", "a = sm_90", "confirmed [sm_90] firm" },
	{ "8.0", "a", "a = sm_80", "confirmed [sm_80] firm" },
	{ "8.6", "a", "a = sm_80", "refuted [sm_80]" },
	{ "9", "a", "a = sm_90",
	  "error (one side is an architecture, the other is none)" },
	{ "sm_80", "90", "",
	  "error (one side is an architecture, the other is none)" },
	{ "9", "a", "a = \"registers\"", "error (the expression is a text)" },
	{ "`12.9`", "toolkit", "toolkit = \"12.9.86\"",
	  "confirmed [12.9.86] firm" },
	{ "`CUDA 12.9`", "toolkit", "toolkit = \"12.9.86\"",
	  "confirmed [12.9.86] firm" },
	{ "`12.9`", "toolkit", "toolkit = \"12.90\"", "refuted [12.90]" },
	{ "`12.9.8`", "toolkit", "toolkit = \"12.9.86\"",
	  "refuted [12.9.86]" },
	{ "`12.9.86`", "toolkit", "toolkit = \"12.9\"", "refuted [12.9]" },
	{ "CUDA 12.9", "holds toolkit >= \"12.9\"", "toolkit = \"12.9.86\"",
	  "confirmed [true] firm" },
	{ "a fused one", "holds x == \"registers\"", "x = \"registers\"",
	  "confirmed [true] firm" },
	{ "a fused one", "holds x == \"warps\"", "x = \"registers\"",
	  "refuted [false]" },
	{ "`words`", "exists", "exists = true", "confirmed [true] firm" },
	{ "`words`", "exists", "exists = false", "refuted [false]" },
	{ "`words`", "exists", "exists = !t needs nvcc",
	  "not run (needs nvcc) no tool" },
	/* a lack is told by what it is, not by its words */
	{ "`words`", "exists", "exists = !n needs nvcc",
	  "not run (needs nvcc)" },
};

/* A question is n/a, answered or not, unless its expression is at fault. */
static const struct saying open_ones[] = {
	{ "is it?", "open a", "a = 4 cycles",
	  "n/a [4 cycles] (open) offers 4 cycles<!-- kbc: a -->" },
	{ "is it?", "open a within 3% id=x", "a = 4", "n/a [4] (open) offers "
	  "4<!-- kbc: a within 3% id=x -->" },
	{ "is it?", "open a < 3", "a = 4 cycles",
	  "n/a [false] (open) offers <!-- kbc: holds a >= 3 -->" },
	{ "is it?", "open a < 3 & a > 2", "a = 2.5", "n/a [true] (open) "
	  "offers <!-- kbc: holds a < 3 & a > 2 -->" },
	{ "is it?", "open a < 3 & a > 2", "a = 4", "n/a [false] (open)" },
	{ "is it?", "open a", "a = !n needs gpu",
	  "n/a (open: needs gpu)" },
	{ "is it?", "open a", "a = !t needs nvcc",
	  "n/a (open: needs nvcc) no tool" },
	{ "is it?", "open a / b", "a = 4; b = !n needs gpu",
	  "n/a (open: needs gpu)" },
	{ "is it?", "open a / 0", "a = 4", "error (divides by zero)" },
	{ "is it?", "open x", "x = \"registers\"", "n/a [registers] (open) "
	  "offers registers<!-- kbc: holds x == \"registers\" -->" },
	{ "is it?", "open toolkit", "toolkit = \"13.0.88\"", "n/a [13.0.88] "
	  "(open) offers 13.0.88<!-- kbc: toolkit -->" },
	{ "is it?", "open x", "x = sm_90a", "n/a [sm_90a] (open) offers "
	  "sm_90a<!-- kbc: x -->" },
	/* exact: what matters; of whole numbers all */
	{ "is it?", "open 1 / 3", "",
	  "n/a [0.3333] (open) offers 0.3333<!-- kbc: 1 / 3 -->" },
	{ "is it?", "open 2^40", "", "n/a [1099511627776] (open) offers "
	  "1099511627776<!-- kbc: 2^40 -->" },
	{ "is it?", "open 2^-20", "", "n/a [9.537e-07] (open) offers "
	  "9.537e-07<!-- kbc: 2^-20 -->" },
	/* measured: three digits, a unit of people's size */
	{ "is it?", "open a / b", "a = [r1 2.0*10]; b = [r1 1.0*10]",
	  "n/a [2.00x (2..2)] (open) offers 2.00x<!-- kbc: a / b -->" },
	{ "is it?", "open a", "a = [r1 28512.3*10] GFLOP/s",
	  "n/a [28.5 TFLOP/s (28.51..28.51)] (open) offers "
	  "28.5 TFLOP/s<!-- kbc: a -->" },
	{ "is it?", "open a in GFLOP/s", "a = [r1 28512.3*10] GFLOP/s",
	  "n/a [28500 GFLOP/s (2.851e+04..2.851e+04)] (open) offers "
	  "28500 GFLOP/s<!-- kbc: a in GFLOP/s -->" },
	{ "is it?", "open a", "a = [r1 473.4*10] us",
	  "n/a [473 us (473.4..473.4)] (open) offers 473 us<!-- kbc: a -->" },
	{ "is it?", "open a < b", "a = [r1 1.0*10]; b = [r1 2.0*10]",
	  "n/a [true: the quotient of both sides is 0.5 (0.5..0.5)] (open) "
	  "offers <!-- kbc: holds a < b -->" },
	/* both ends */
	{ "is it?", "open a to b", "a = 2; b = 3", "n/a [2 to 3] (open) offers "
	  "2\xe2\x80\x93" "3<!-- kbc: a to b -->" },
	{ "is it?", "open a to b", "a = 4; b = 3", "n/a [4 to 3] (open)" },
	{ "is it?", "open a & b", "a = 4; b = 4", "n/a [4 & 4] (open) offers "
	  "4<!-- kbc: a & b -->" },
	{ "is it?", "open a & b", "a = 4; b = !n needs gpu",
	  "n/a (open: needs gpu)" },
	/* what may not count is told, and no sentence of it */
	{ "is it?", "open a", "a = [r1 2.0*10] GFLOP/s @0.6",
	  "n/a (open: the probe reached 60 % of the ceiling)" },
	{ "is it?", "open a", "a = !i throttled",
	  "n/a (open: throttled)" },
};

#define R "1.991 1.992 1.990 1.991 1.985 2.000 1.991 1.992 1.991 1.991"
#define TWICE(run) "[r1 " run "][r2 " run "]"

static const struct saying measured[] = {
	/* ratios: 3 %, cycles: 2 % */
	{ "1.97x", "r", "r = [r1 " R "]",
	  "confirmed [1.99x (1.99..1.992)] firm" },
	{ "1.84x", "r", "r = [r1 " R "]",
	  "inconclusive [1.99x (1.99..1.992)] (outside the "
	  "band in one run; needs a second)" },
	{ "1.84x", "r", "r = " TWICE(R), "refuted [1.991x (1.991..1.992)]" },
	{ "4.20 cycles", "l", "l = [r1 4.28125*10] cycles",
	  "confirmed [4.28 cycles (4.281..4.281)] firm" },
	{ "4.00 cycles", "l", "l = " TWICE("4.28125*10") " cycles",
	  "refuted [4.281 cycles (4.281..4.281)]" },
	/* half a unit of the last digit, at most 10 % */
	{ "2x", "r", "r = [r1 2.2*10]",
	  "confirmed [2x (2.2..2.2)] firm" },
	{ "2x", "r", "r = " TWICE("2.3*10"), "refuted [2.3x (2.3..2.3)]" },
	{ "28 GFLOP/s", "r", "r = [r1 28.9*10] GFLOP/s",
	  "confirmed [29 GFLOP/s (28.9..28.9)]" },
	{ "~2.00x", "r", "r = [r1 2.12*10]",
	  "confirmed [2.12x (2.12..2.12)] firm" },
	{ "~2.00x", "r", "r = " TWICE("2.2*10"),
	  "refuted [2.20x (2.2..2.2)]" },
	{ "2.00x \xc2\xb1 0.2", "r", "r = [r1 2.19*10]",
	  "confirmed [2.19x (2.19..2.19)] firm" },
	/* given bands */
	{ "2.00x", "r within 10%", "r = [r1 2.19*10]",
	  "confirmed [2.19x (2.19..2.19)] firm" },
	{ "2.00x", "r between 2.1 and 2.2", "r = [r1 2.19*10]",
	  "confirmed [2.19x (2.19..2.19)] firm" },
	{ "2.00x", "r between 2.1 and 2.2", "r = " TWICE("2.3*10"),
	  "refuted [2.30x (2.3..2.3)]" },
	/* bounds */
	{ "at least 2x", "r", "r = [r1 9*10]",
	  "confirmed [9x (9..9)] firm" },
	{ "at least 2x", "r", "r = [r1 1.995*10]",
	  "confirmed [2x (1.995..1.995)]" },
	{ "at least 2x", "r", "r = " TWICE("1.9*10"),
	  "refuted [1.9x (1.9..1.9)]" },
	{ "under 10 us", "t", "t = [r1 9*10] us",
	  "confirmed [9 us (9..9)] firm" },
	{ "up to 4.0x", "r", "r = " TWICE("3*10"),
	  "refuted [3.0x (3..3)]" },
	/* ranges */
	{ "1.0x-2.0x", "r", "r = [r1 1.5*10]",
	  "confirmed [1.5x (1.5..1.5)] firm" },
	{ "1.0x-2.0x", "a to b", "a = [r1 1*10]; b = [r1 2*10]",
	  "confirmed [1.0x (1..1)] firm" },
	{ "1.0x-2.0x", "a to b", "a = [r1 1*10]; b = " TWICE("1.5*10"),
	  "refuted [1.5x (1.5..1.5)]" },
	/* ratios are paired within the replicate */
	{ "2.00x", "a / b", "a = [r1 2 4 6 8 10 12 14 16 18 20]; "
	  "b = [r1 1 2 3 4 5 6 7 8 9 10]",
	  "confirmed [2.00x (2..2)] firm" },
	{ "2.00x", "r", "r = [r1 1 1.2 1.5 1.8 2 2 2.2 2.5 2.8 3]",
	  "inconclusive [2.00x (1.2..2.8)] (needs more replicates)" },
};

/* `1 - a/b` and `a/b - 1` have the band and floor of a/b. */
static const struct saying differences[] = {
	{ "12 %", "1 - a / b", "a = [r 0.88*10]; b = [r 1*10]",
	  "confirmed [12% (12..12)] firm" },
	{ "12 %", "1 - a / b", "a = [r 0.90*10]; b = [r 1*10]",
	  "confirmed [10% (10..10)] firm" },
	{ "12 %", "1 - a / b", "a = " TWICE("1*10") "; b = " TWICE("1*10"),
	  "refuted [0% (0..0)]" },
	{ "12 %", "b / a - 1", "a = [r 1*10]; b = [r 1.15*10]",
	  "confirmed [15% (15..15)] firm" },
	{ "12 %", "b / a - 1", "a = " TWICE("1*10") "; b = " TWICE("1.3*10"),
	  "refuted [30% (30..30)]" },
	{ "at least 12 %", "1 - a / b", "a = [r 0.5*10]; b = [r 1*10]",
	  "confirmed [50% (50..50)] firm" },
	{ "at least 12 %", "1 - a / b",
	  "a = " TWICE("0.95*10") "; b = " TWICE("1*10"),
	  "refuted [5% (5..5)]" },
	{ "at most 12 %", "b / a - 1", "a = [r 1*10]; b = [r 1.05*10]",
	  "confirmed [5% (5..5)] firm" },
	{ "10-15 %", "1 - a / b", "a = [r 0.88*10]; b = [r 1*10]",
	  "confirmed [12% (12..12)] firm" },
	{ "12 %", "1 - a / b between 10 and 15",
	  "a = [r 0.86*10]; b = [r 1*10]",
	  "confirmed [14% (14..14)] firm" },
	{ "12 %", "1 - a / b between 10 and 15",
	  "a = " TWICE("0.8*10") "; b = " TWICE("1*10"),
	  "refuted [20% (20..20)]" },
	{ "12 %", "b / a - 1 between 10 and 15",
	  "a = [r 1*10]; b = [r 1.14*10]",
	  "confirmed [14% (14..14)] firm" },
	{ "0.12", "1 - a", "a = 0.88", "confirmed [0.12] firm" },
};

static const struct saying conditions[] = {
	{ "w", "holds 1 < 2", "", "confirmed [true] firm" },
	{ "w", "holds 2 < 1", "", "refuted [false]" },
	{ "w", "holds a <= 1.03 * b", "a = [r 1.02*10]; b = [r 1*10]",
	  "confirmed [0.9903 (0.9903..0.9903)] firm" },
	{ "w", "holds a <= 1.03 * b",
	  "a = " TWICE("1.05*10") "; b = " TWICE("1*10"),
	  "refuted [1.019 (1.019..1.019)]" },
	{ "w", "holds a <= 1.03 * b", "a = [r 1.05*10]; b = [r 1*10]",
	  "inconclusive [1.019 (1.019..1.019)] "
	  "(outside the band in one run; needs a second)" },
	{ "w", "holds a > b", "a = [r 2*10]; b = [r 1*10]",
	  "confirmed [2 (2..2)] firm" },
	{ "w", "holds a == b", "a = [r 1.02*10]; b = [r 1*10]",
	  "confirmed [1.02 (1.02..1.02)] firm" },
	{ "w", "holds a == b", "a = " TWICE("1.05*10") "; b = " TWICE("1*10"),
	  "refuted [1.05 (1.05..1.05)]" },
	{ "w", "holds a == b within 10%", "a = [r 1.05*10]; b = [r 1*10]",
	  "confirmed [1.05 (1.05..1.05)] firm" },
	{ "w", "holds a != b", "a = " TWICE("1.05*10") "; b = " TWICE("1*10"),
	  "confirmed [1.05 (1.05..1.05)]" },
	{ "w", "holds a != b", "a = [r 1*10]; b = [r 1*10]",
	  "refuted [1 (1..1)]" },
	{ "w", "holds l == 4", "l = [r 4.07*10] cycles",
	  "confirmed [1.018 (1.018..1.018)] firm" },
	{ "w", "holds l == 4", "l = " TWICE("4.12*10") " cycles",
	  "refuted [1.03 (1.03..1.03)]" },
	{ "w", "holds a / b - 1 < 0.05", "a = [r 1.02*10]; b = [r 1*10]",
	  "confirmed [0.9714 (0.9714..0.9714)] firm" },
	{ "w", "holds 1 - a / b > 0.1", "a = [r 0.8*10]; b = [r 1*10]",
	  "confirmed [0.8889 (0.8889..0.8889)] firm" },
	{ "w", "holds a - b < 0", "a = [r 1*10] cycles; b = [r 2*10] cycles",
	  "confirmed [0.5 (0.5..0.5)] firm" },
	{ "w", "holds 0 < a", "a = [r 1*10]",
	  "confirmed [0 (0..0)] firm" },
	{ "w", "holds a < 30", "a = [r 1*10] GFLOP/s",
	  "error (compares values of different units)" },
	{ "w", "holds a < b", "a = [r 1*10] GFLOP/s; b = [r 1*10] us",
	  "error (compares values of different units)" },
	{ "w", "holds a < 2 & b < 2", "a = [r 1*10]; b = " TWICE("3*10"),
	  "refuted [1.5 (1.5..1.5)]" },
	{ "w", "holds a < 2 & 1 < 2", "a = [r 1*10]",
	  "confirmed [0.5 (0.5..0.5)] firm" },
	{ "w", "holds a < 2 & b < 2", "a = [r 1*10]; b = !n needs gpu",
	  "not run (needs gpu)" },
	{ "w", "holds a < 2 & b < 2", "a = " TWICE("3*10") "; b = !s old",
	  "refuted [1.5 (1.5..1.5)]" },
	{ "w", "holds a + 1 < 2", "a = !o elsewhere", "n/a (elsewhere)" },
	{ "w", "holds sum", "sum = true", "confirmed [true] firm" },
	{ "w", "holds sum", "sum = false", "refuted [false]" },
	{ "w", "holds sum", "sum = 4", "error (is no condition)" },
};

/* How close the probe came to its ceiling. */
static const struct saying shares[] = {
	{ "2.0x", "r", "r = [r 2*10] @0.97",
	  "confirmed [2.0x (2..2)] firm" },
	{ "2.0x", "r", "r = [r 2*10] @0.89",
	  "probe-limited [2.0x (2..2)] (the probe reached 89 % "
	  "of the ceiling)" },
	{ "2.0x", "r", "r = " TWICE("1*10") " @0.43",
	  "probe-limited [1.0x (1..1)] (the probe reached 43 % "
	  "of the ceiling)" },
	{ "2.0x", "r", "r = [r 2*10] @0.86/0.85",
	  "confirmed [2.0x (2..2)] firm" },
	{ "2.0x", "r", "r = [r 2*10] @0.92/0.95",
	  "probe-limited [2.0x (2..2)] (the probe reached 92 % "
	  "of the ceiling)" },
	{ "2.0x", "r", "r = [r 2*10] @0.43 pin",
	  "confirmed [2.0x (2..2)] firm" },
	{ "2.0x", "r", "r = [r 2*10] @1.01",
	  "confirmed [2.0x (2..2)] firm" },
	{ "2.0x", "r", "r = [r 2*10] @1.2",
	  "error (measured 120 % of the physical limit)" },
	{ "2.0x", "r", "r = [r 2*10] @1.2 pin",
	  "error (measured 120 % of the physical limit)" },
	{ "2.0x", "a / b", "a = [r 2*10] @0.97; b = [r 1*10] @0.5",
	  "probe-limited [2.0x (2..2)] (the probe reached 50 % "
	  "of the ceiling)" },
	{ "2.0x", "a / b", "a = [r 2*10] @1.2; b = [r 1*10] @0.95",
	  "error (measured 120 % of the physical limit)" },
	{ "2.0x", "a / b", "a = [r 2*10] @0.95 pin; b = [r 1*10] @0.5",
	  "probe-limited [2.0x (2..2)] (the probe reached 50 % "
	  "of the ceiling)" },
	{ "w", "holds a > b", "a = [r 2*10] @0.97; b = [r 1*10] @0.5",
	  "probe-limited [2 (2..2)] "
	  "(the probe reached 50 % of the ceiling)" },
};

static const struct saying lacks[] = {
	{ "4", "a", "a = !n needs gpu", "not run (needs gpu)" },
	{ "4", "a", "a = !u needs gpu", "not run (needs gpu)" },
	{ "4", "a", "a = !o measured on another device",
	  "n/a (measured on another device)" },
	{ "4", "a", "a = !s the probe changed", "stale (the probe changed)" },
	{ "4", "a", "a = !i throttled", "inconclusive (throttled)" },
	{ "4", "a", "a = !e crash", "error (crash)" },
	{ "4", "nosuch", "", "error (unknown name 'nosuch')" },
	{ "4", "1 / 0", "", "error (divides by zero)" },
};

/* Claims that are answered as a whole. */
static void
test_own(void)
{
	static const struct {
		enum claim_kind kind;
		const char *own, *want;
	} rows[] = {
		{ CLAIM_CHECK, "true", "confirmed [true] firm" },
		{ CLAIM_CHECK, "false", "refuted [false]" },
		{ CLAIM_FENCE, "!t needs nvcc",
		  "not run (needs nvcc) no tool" },
		{ CLAIM_FENCE, "!e crash", "error (crash)" },
		{ CLAIM_CITED, "true", "n/a (cited)" },
		{ CLAIM_CITED, "false", "refuted [false]" },
		{ CLAIM_TEST, "!t needs emu or gpu",
		  "not run (needs emu or gpu) no tool" },
		{ CLAIM_TEST, NULL, "not run" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena *a = arena_make();
		struct environment env = { 0 };
		struct claim c = { .kind = rows[i].kind };
		struct value own = worth_of(a, str_of(rows[i].own));
		struct verdict v;

		c.at = make_span(a, "x");
		verdict_judge(a, &v, &c, &env, rows[i].own ? &own : NULL);
		CHECK_STR(dump(a, &c, &v), rows[i].want);
		arena_free(a);
	}
}

/* The strongest kind of evidence that went in. */
static void
test_basis(void)
{
	static const struct {
		int families[2];
		const char *want;
		const char *name; /* of the first fact's leaf */
	} rows[] = {
		{ { FACT_NONE, FACT_NONE }, "arithmetic", "" },
		{ { FACT_FORMAT, FACT_TABLE }, "arithmetic", "" },
		{ { FACT_FORMAT, FACT_DOCUMENTED }, "documentation", "" },
		{ { FACT_LISTING, FACT_DOCUMENTED }, "compiler", "" },
		{ { FACT_MEASURED, FACT_LISTING }, "device", "" },
		{ { FACT_RUN, FACT_API }, "emulator", "" },
		{ { FACT_DEVICE, FACT_NONE }, "device", "" },
		{ { FACT_DEVICE, FACT_NONE }, "compiler", "toolkit" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena *a = arena_make();
		struct saying row = { "4", "2 + 2", "", "" };
		const struct expr first = { .kind = EXPR_NAME,
			.text = str_of(rows[i].name) };
		const struct expr second = { .kind = EXPR_NUMBER };
		struct fact facts[2] = {
			{ .family = rows[i].families[0], .expr = &first },
			{ .family = rows[i].families[1], .expr = &second },
		};
		struct claim c = make_claim(a, &row);
		struct environment env = { 0 };
		struct verdict v;

		c.facts = facts;
		c.nfacts = 2;
		verdict_judge(a, &v, &c, &env, NULL);
		CHECK_STR(basis_text(v.basis), rows[i].want);
		arena_free(a);
	}
}

int
main(void)
{
	test_rows(exact, COUNT_OF(exact));
	test_rows(united, COUNT_OF(united));
	test_rows(texts, COUNT_OF(texts));
	test_rows(measured, COUNT_OF(measured));
	test_rows(differences, COUNT_OF(differences));
	test_rows(conditions, COUNT_OF(conditions));
	test_rows(shares, COUNT_OF(shares));
	test_rows(lacks, COUNT_OF(lacks));
	test_floors();
	test_rows(open_ones, COUNT_OF(open_ones));
	test_own();
	test_basis();
	CHECK_DONE();
}
