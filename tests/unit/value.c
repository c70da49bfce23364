/*
 * Expressions over values: each row an expression, the values of its names
 * (worth.h), and the result as text, `reason` for a lack.
 */
#include "check.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "expr.h"
#include "quantity.h"
#include "source.h"
#include "value.h"

#include <stdlib.h>

#include "worth.h"

struct row {
	const char *expr, *values, *want;
};

static struct expr *
parse(struct arena *a, const char *text)
{
	struct diag *d = diag_make(a);
	struct str copy = arena_copy(a, str_of(text));
	struct source *s = source_make(a, STR("test"), copy);
	struct span rest = source_span(s, 0, copy.n);
	struct expr *e = expr_parse(a, &rest, d);

	CHECK(e && !diag_failed(d) && rest.n == 0);
	return e;
}

static void
emit_runs(struct buf *out, const struct value *v)
{
	for (size_t i = 0; i < v->nruns; i++) {
		buf_printf(out, " [" STR_FMT, STR_ARG(v->runs[i].id));
		for (size_t k = 0; k < v->runs[i].n; k++)
			if (isnan(v->runs[i].v[k]))
				buf_add(out, STR(" nan"));
			else
				buf_printf(out, " %g", v->runs[i].v[k]);
		buf_add_byte(out, ']');
	}
}

/* `1.5 B/s [r1 1 2]`, `stale: why`, `true`. */
static struct str
dump(struct arena *a, const struct value *v)
{
	static const char *const lacks[] = {
		[LACK_NOTHING] = "nothing", [LACK_NOT_RUN] = "not run",
		[LACK_TOOL] = "tool", [LACK_UNMEASURED] = "unmeasured",
		[LACK_OTHER_SCOPE] = "other", [LACK_STALE] = "stale",
		[LACK_INCONCLUSIVE] = "inconclusive", [LACK_ERROR] = "error",
	};
	struct buf out = { 0 };
	struct str text;

	if (v->kind == VALUE_NONE)
		buf_printf(&out, "%s: ", lacks[v->lack]);
	buf_add(&out, value_text_of(a, v));
	emit_runs(&out, v);
	if (v->share > 0)
		buf_printf(&out, " @%g", v->share);
	if (v->reach > 0)
		buf_printf(&out, "/%g", v->reach);
	buf_add(&out, v->pinned ? STR(" pin") : STR(""));
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static void
test_rows(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct arena *a = arena_make(), *other = arena_make();
		struct environment env = { 0 };
		struct expr *e = parse(a, rows[i].expr);
		struct value v;

		CHECK_ROW(rows[i].expr);
		env.bindings = worth_bindings(a, &env.nbindings,
					      str_of(rows[i].values));
		if (e) {
			v = value_eval(a, e, &env);
			CHECK_STR(dump(a, &v), rows[i].want);
			v = value_copy(other, &v);
		}
		arena_free(a);
		if (e) /* all of it lies elsewhere now */
			CHECK_STR(dump(other, &v), rows[i].want);
		arena_free(other);
	}
	CHECK_ROW("");
}

static const struct row exact[] = {
	{ "1 + 2 * 3", "", "7" },
	{ "2 ^ 10", "", "1024" },
	{ "-2 ^ 2", "", "-4" },
	{ "2 ^ -1", "", "0.5" },
	{ "7 mod 4", "", "3" },
	{ "-7 mod 4", "", "1" },
	{ "1.5 mod 0.5", "", "0" },
	{ "75%", "", "0.75" },
	{ "x - 1", "x = 1.97", "0.97" },
	{ "1 / 0", "", "error: divides by zero" },
	{ "1 / (x - x)", "x = 3", "error: divides by zero" },
	{ "3 mod 0", "", "error: divides by zero" },
	{ "0 / 3", "", "0" },
	{ "10 ^ 400", "", "error: what '^' gives is no finite number" },
	{ "nosuch", "", "error: unknown name 'nosuch'" },
	{ "nosuch.at.all", "", "error: unknown name 'nosuch.at.all'" },
	{ "-x", "x = 2 cycles", "-2 cycles" },
	{ "-x", "x = \"two\"",
	  "error: a text stands where a number belongs: 'two'" },
	{ "true_one + 1", "true_one = true", "2" },
};

static const struct row compared[] = {
	{ "1 < 2", "", "true" },
	{ "2 < 1", "", "false" },
	{ "2 <= 2", "", "true" },
	{ "2 < 2", "", "false" },
	{ "0.1 + 0.2 == 0.3", "", "true" },
	{ "0.1 + 0.2 > 0.3", "", "false" },
	{ "0.1 + 0.2 >= 0.3", "", "true" },
	{ "0.1 + 0.2 != 0.3", "", "false" },
	{ "1 == 1.0000001", "", "false" },
	{ "2 ^ 40 - 1 < 2 ^ 40", "", "true" },
	{ "2 ^ 48 - 1 == 2 ^ 48", "", "false" },
	{ "2 ^ 53 - 1 >= 2 ^ 53", "", "false" },
	{ "(0.1 + 0.2) * 2 ^ 40 == 0.3 * 2 ^ 40", "", "true" },
	{ "1 < 2 & 2 < 3", "", "true" },
	{ "1 < 2 & 3 < 2", "", "false" },
	{ "3 & 1 < 2", "", "error: '&' joins conditions only" },
	{ "sm_90a > sm_90", "", "true" },
	{ "sm_100 > sm_90a", "", "true" },
	{ "sm_90 == sm_90", "", "true" },
	{ "sm_90a == sm_90", "", "false" },
	{ "a >= sm_80", "a = sm_100a", "true" },
	{ "\"x\" == \"x\"", "", "true" },
	{ "\"x\" == \"y\"", "", "false" },
	{ "\"x\" == 1", "",
	  "error: a number and a text cannot be compared: 'x'" },
	{ "sm_90 == 90", "",
	  "error: a number and a text cannot be compared: 'sm_90'" },
	{ "\"sm_90\" == sm_90", "",
	  "error: a text and an architecture cannot be compared: 'sm_90'" },
	{ "limit == \"registers\"", "limit = \"registers\"", "true" },
	/* versions by their parts, to the parts that both have */
	{ "v >= \"12.9\"", "v = \"13.0.88\"", "true" },
	{ "v >= \"9.9\"", "v = \"13.0.88\"", "true" },
	{ "v < \"12.10\"", "v = \"12.9.86\"", "true" },
	{ "v == \"13.0\"", "v = \"13.0.88\"", "true" },
	{ "v == \"13\"", "v = \"13.0.88\"", "true" },
	{ "v == \"13.0.8\"", "v = \"13.0.88\"", "false" },
	{ "v > \"13.0\"", "v = \"13.0.88\"", "false" },
	{ "v >= \"580.65.06\"", "v = \"580.159.04\"", "true" },
	{ "v == \"1.0x\"", "v = \"1.0\"", "false" },
};

static const struct row united[] = {
	{ "a + b", "a = 2 cycles; b = 3 cycles", "5 cycles" },
	{ "a + 1", "a = 2 cycles", "3 cycles" },
	{ "1 + a", "a = 2 cycles", "3 cycles" },
	{ "a + b", "a = 2 cycles; b = 3 us",
	  "error: joins values of different units" },
	{ "a + 1", "a = 2 us", "error: joins values of different units" },
	{ "a < 1", "a = 2 us", "error: compares values of different units" },
	{ "a < 3", "a = 2 cycles", "true" },
	{ "a < b", "a = 900 us; b = 1 ms", "true" },
	{ "a < b", "a = 1 GB/s; b = 1 GFLOP/s",
	  "error: compares values of different units" },
	{ "a / b", "a = 8 GB/s; b = 4 GB/s", "2" },
	{ "a / b", "a = 8 GB; b = 4 s", "2 GB/s" },
	{ "a * b", "a = 8 GB/s; b = 4 s", "3.2e+10 B" },
	{ "a ^ 2 / a", "a = 4 cycles", "4 cycles" },
	{ "a ^ 0", "a = 4 cycles", "1" },
	{ "a ^ -1 * a", "a = 4 cycles", "1" },
	{ "a ^ 0.5", "a = 4 cycles",
	  "error: joins values of different units" },
	{ "2 ^ a", "a = 4 cycles", "error: joins values of different units" },
	{ "(60 in GB/s) / b", "b = 30 GB/s", "2" },
	{ "(b in GB/s) / 2", "b = 30 GB/s",
	  "error: 'in' gives a bare number its unit" },
	{ "a mod b", "a = 7 cycles; b = 4 cycles", "3 cycles" },
};

static const struct row functions[] = {
	{ "abs(-2)", "", "2" },
	{ "ceil(2.1) + floor(2.9) + round(2.5)", "", "8" },
	{ "sqrt(16)", "", "4" },
	{ "exp(0)", "", "1" },
	{ "exp2(10)", "", "1024" },
	{ "log(1)", "", "0" },
	{ "log2(1024)", "", "10" },
	{ "log10(1000)", "", "3" },
	{ "pow(2, 10)", "", "1024" },
	{ "min(3, 1, 2)", "", "1" },
	{ "max(3, 1, 2)", "", "3" },
	{ "ceil(a)", "a = 2.1 cycles", "3 cycles" },
	/* 2 in microseconds, 1 in seconds: nobody says which is meant */
	{ "ceil(a)", "a = 1.5 us", "error: 'ceil' of a number with a unit "
	  "depends on the unit: write `ceil(x / 1 in us)`, and `in us` "
	  "behind it" },
	{ "ceil(a / 1 in us)", "a = 1.5 us", "2" },
	{ "floor(a / 1 in KiB)", "a = 1500 B", "1" },
	{ "round(a)", "a = 1500 B", "error: 'round' of a number with a unit "
	  "depends on the unit: write `round(x / 1 in KiB)`, and `in KiB` "
	  "behind it" },
	{ "floor(a)", "a = [r 1 2 3 4 5] GB/s", "error: 'floor' of a number "
	  "with a unit depends on the unit: write `floor(x / 1 in GB/s)`, "
	  "and `in GB/s` behind it" },
	{ "floor(a)", "a = 2 GHz", "error: 'floor' of a number with a unit "
	  "depends on the unit: write `floor(x / 1 in MHz)`, and `in MHz` "
	  "behind it" },
	{ "floor(a * a)", "a = 3 ms", "error: 'floor' of a number with a "
	  "unit depends on the unit: write `floor(x / 1 in UNIT)`, and "
	  "`in UNIT` behind it" },
	{ "max(a, ceil(b))", "a = !n gpu; b = 2.5", "not run: gpu" },
	{ "max(a, b)", "a = 1 ms; b = 900 us", "0.001 s" },
	{ "sqrt(-1)", "", "error: is not defined there: 'sqrt'" },
	{ "log(0)", "", "error: is not defined there: 'log'" },
	{ "log2(a)", "a = 8 cycles",
	  "error: takes a number without unit: 'log2'" },
	/* half a power is no unit: as `a ^ 0.5` */
	{ "sqrt(a)", "a = 4 ms",
	  "error: takes a number without unit: 'sqrt'" },
	{ "min(a, b)", "a = 1 ms; b = 2 cycles",
	  "error: takes numbers of one unit: 'min'" },
	{ "abs(\"x\")", "", "error: takes a number: 'abs'" },
	{ "max(1)", "", "error: too few arguments for 'max'" },
	{ "abs(1, 2)", "", "error: takes one argument: 'abs'" },
	{ "pow(2, 3, 4)", "", "error: too many arguments for 'pow'" },
	{ "pow(2)", "", "error: too few arguments for 'pow'" },
	{ "abs()", "", "error: too few arguments for 'abs'" },
	{ "nosuch(1)", "", "error: unknown name 'nosuch(1)'" },
	{ "max(a, 1)", "a = !n needs gpu", "not run: needs gpu" },
	{ "abs(a)", "a = !s changed", "stale: changed" },
};

/* Runs are paired by their ids and combined replicate by replicate. */
static const struct row measured[] = {
	{ "a / b", "a = [r 2 4 6 8 10]; b = [r 1 2 3 4 5]",
	  "2 [r 2 2 2 2 2]" },
	{ "a / 2", "a = [r 2 4 6 8 10]", "3 [r 1 2 3 4 5]" },
	{ "12 / a", "a = [r 2 4 6 12 1]", "3 [r 6 3 2 1 12]" },
	{ "a / b", "a = [r 1 1 1 1 1][s 4 4 4 4 4]; "
	  "b = [s 2 2 2 2 2][r 1 1 1 1 1]",
	  "1.5 [r 1 1 1 1 1] [s 2 2 2 2 2]" },
	{ "a / b", "a = [r 1 1 1 1 1][s 4 4 4 4 4]; b = [s 2 2 2 2 2]",
	  "2 [s 2 2 2 2 2]" },
	{ "a / b", "a = [r 1 1 1 1 1]; b = [s 2 2 2 2 2]",
	  "stale: its parts were measured in different runs" },
	/* a replicate that was dropped on one side is dropped */
	{ "a / b", "a = [r 2 nan 6 8 10 12 14]; b = [r 1 2 3 4 5 nan 7]",
	  "2 [r 2 nan 2 2 2 nan 2]" },
	{ "a / b", "a = [r 2 4 6 8 10 12]; b = [r 1 2 3 4 5]",
	  "2 [r 2 2 2 2 2]" },
	{ "a / b", "a = [r 2 nan 6 nan 10 12]; b = [r 1 2 3 4 nan nan]",
	  "inconclusive: too few replicates in which all its parts count" },
	{ "a / b", "a = [r nan nan 6 8 1 1][s 1 1 1 1 1]; "
	  "b = [r 1 2 nan nan 1 1][s 1 1 1 1 1]", "1 [s 1 1 1 1 1]" },
	{ "a / b", "a = [r 1 1 1 1 1]; b = [r 0 0 0 0 0]",
	  "error: what '/' gives is no finite number" },
	{ "sqrt(a)", "a = [r -1 -1 -1 -1 -1]",
	  "error: is not defined there: 'sqrt'" },
	{ "sqrt(a)", "a = [r 1 4 9 16 25]", "3 [r 1 2 3 4 5]" },
	{ "1 - a", "a = [r 1 2 3 4 5]", "-2 [r 0 -1 -2 -3 -4]" },
	{ "-a", "a = [r 1 2 3 4 5] cycles",
	  "-3 cycles [r -1 -2 -3 -4 -5]" },
	{ "a * b", "a = [r 1 2 3 4 5] GB/s; b = 2 s",
	  "6e+09 B [r 2e+09 4e+09 6e+09 8e+09 1e+10]" },
	{ "a < 4", "a = [r 1 2 3 4 5]", "true" },
	{ "a ^ 2", "a = [r 1 2 3 4 5]", "9 [r 1 4 9 16 25]" },
	{ "ceil(a)", "a = [r 1.5 2.5 3.5 4.5 5.5]", "4 [r 2 3 4 5 6]" },
	/* the best of two is chosen by the medians, not by replicate */
	{ "max(a, b)", "a = [r 1 9 3 3 3]; b = [r 2 2 2 2 2]",
	  "3 [r 1 9 3 3 3]" },
	{ "min(a, b)", "a = [r 1 9 3 3 3]; b = [r 2 2 2 2 2]",
	  "2 [r 2 2 2 2 2]" },
};

static const struct row remarks[] = {
	{ "a / b", "a = 1 @0.97; b = 2 @0.8/0.75", "0.5 @0.8/0.75" },
	{ "a / b", "a = 1 @0.7; b = 2 @0.8/0.75", "0.5 @0.7" },
	{ "a / 2", "a = 1 @0.97/0.5", "0.5 @0.97/0.5" },
	{ "2 * a", "a = 1 @0.97", "2 @0.97" },
	{ "a < b", "a = 1 @0.97; b = 2 @0.5", "true @0.5" },
	/* what a page pinned need not reach its ceiling */
	{ "a / b", "a = 1 @0.5 pin; b = 2 @0.8", "0.5 @0.8" },
	{ "a / b", "a = 1 @0.5 pin; b = 2 @0.4 pin", "0.5 @0.4 pin" },
	{ "a / b", "a = 1 @0.5 pin; b = 2", "0.5 @0.5 pin" },
	{ "a / b", "a = 1 @0.89; b = 2 @0.8/0.75", "0.5 @0.89" },
	/* a share over the limit is never hidden by a lower one */
	{ "a / b", "a = 1 @1.2; b = 2 @0.5", "0.5 @1.2" },
	{ "a / b", "a = 1 @0.5; b = 2 @1.2 pin", "0.5 @1.2 pin" },
	{ "a < 2 & b < 3", "a = 1 @0.97; b = 2 @0.5", "true @0.5" },
};

/* Of two lacks the stronger one stays; of a value and a lack the lack. */
static const struct row lacks[] = {
	{ "a + 1", "a = !n needs gpu", "not run: needs gpu" },
	{ "1 + a", "a = !n needs gpu", "not run: needs gpu" },
	{ "a + b", "a = !n needs gpu; b = !e crash", "error: crash" },
	{ "b + a", "a = !n needs gpu; b = !e crash", "error: crash" },
	{ "a + b", "a = !n one; b = !o two", "other: two" },
	{ "a + b", "a = !s one; b = !o two", "stale: one" },
	{ "a + b", "a = !n needs its file; b = !t nvcc", "tool: nvcc" },
	{ "a + b", "a = !t nvcc; b = !u needs gpu", "unmeasured: needs gpu" },
	{ "a + b", "a = !s one; b = !i two", "inconclusive: two" },
	{ "a + b", "a = !n one; b = !n two", "not run: one" },
	{ "a < 1 & b < 1", "a = !n one; b = 2", "not run: one" },
	{ "-a", "a = !s one", "stale: one" },
	{ "a / 0", "a = !n one", "not run: one" },
};

static const struct row told[] = {
	{ "a", "a = 66.9 TFLOP/s", "66.9 TFLOP/s" },
	{ "a", "a = 4814.3 GB/s", "4.814 TB/s" },
	{ "a", "a = 999 B/s", "999 B/s" },
	{ "a", "a = 62914560 B", "6.29146e+07 B" },
	{ "a", "a = 12 us", "1.2e-05 s" },
	{ "a", "a = 4 cycles", "4 cycles" },
	{ "a", "a = sm_90a", "sm_90a" },
	{ "a", "a = \"x y\"", "x y" },
	{ "a", "a = false", "false" },
};

int
main(void)
{
	test_rows(exact, COUNT_OF(exact));
	test_rows(compared, COUNT_OF(compared));
	test_rows(united, COUNT_OF(united));
	test_rows(functions, COUNT_OF(functions));
	test_rows(measured, COUNT_OF(measured));
	test_rows(remarks, COUNT_OF(remarks));
	test_rows(lacks, COUNT_OF(lacks));
	test_rows(told, COUNT_OF(told));
	CHECK_DONE();
}
