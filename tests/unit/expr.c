#include "arena.h"
#include "buf.h"
#include "check.h"
#include "diag.h"
#include "expr.h"
#include "source.h"

/* Text, its tree, its canonical form (NULL: the text), what is left of it. */
static const struct {
	const char *text, *tree, *canonical, *rest;
} good[] = {
	{ "1",
	  "1",
	  NULL, "" },
	{ "0.5",
	  "0.5",
	  NULL, "" },
	{ ".5",
	  "0.5",
	  "0.5", "" },
	{ "6.55e+4",
	  "65500",
	  "65500", "" },
	{ "1e-5",
	  "1e-05",
	  "1e-05", "" },
	{ "2.5E3",
	  "2500",
	  "2500", "" },
	{ "14",
	  "14",
	  NULL, "" },
	{ "0x1F",
	  "31",
	  "31", "" },
	{ "0xffu",
	  "255",
	  "255", "" },
	{ "1.0f",
	  "1",
	  "1", "" },
	{ "3.F",
	  "3",
	  "3", "" },
	{ "7ul",
	  "7",
	  "7", "" },
	{ "75%",
	  "0.75",
	  "0.75", "" },
	{ "75% + 1",
	  "(+ 0.75 1)",
	  "0.75 + 1", "" },
	{ "7 % 4",
	  "(mod 7 4)",
	  "7 mod 4", "" },
	{ "7%4",
	  "(mod 7 4)",
	  "7 mod 4", "" },
	{ "7 %(4)",
	  "(mod 7 4)",
	  "7 mod 4", "" },
	{ "x % y",
	  "(mod x y)",
	  "x mod y", "" },
	{ "100%",
	  "1",
	  "1", "" },
	{ "1..4100",
	  "1",
	  NULL, "..4100" },
	{ "fp16",
	  "fp16",
	  NULL, "" },
	{ "_tmp",
	  "_tmp",
	  NULL, "" },
	{ "N",
	  "N",
	  NULL, "" },
	{ "fp16 / fp32",
	  "(/ fp16 fp32)",
	  NULL, "" },
	{ "fp16 / fp32 to fp16x2 / fp32",
	  "(/ fp16 fp32)",
	  NULL, "to fp16x2 / fp32" },
	{ "bf16 & fp16",
	  "(& bf16 fp16)",
	  NULL, "" },
	{ "a & b & c",
	  "(& (& a b) c)",
	  NULL, "" },
	{ "a < b & c >= d",
	  "(& (< a b) (>= c d))",
	  NULL, "" },
	{ "a + b - c",
	  "(- (+ a b) c)",
	  NULL, "" },
	{ "a - (b - c)",
	  "(- a (- b c))",
	  NULL, "" },
	{ "a - b - c",
	  "(- (- a b) c)",
	  NULL, "" },
	{ "a / b / c",
	  "(/ (/ a b) c)",
	  NULL, "" },
	{ "a / (b / c)",
	  "(/ a (/ b c))",
	  NULL, "" },
	{ "a * b / c * d",
	  "(* (/ (* a b) c) d)",
	  NULL, "" },
	{ "a mod b mod c",
	  "(mod (mod a b) c)",
	  NULL, "" },
	{ "a mod (b mod c)",
	  "(mod a (mod b c))",
	  NULL, "" },
	{ "a + b * c",
	  "(+ a (* b c))",
	  NULL, "" },
	{ "(a + b) * c",
	  "(* (+ a b) c)",
	  NULL, "" },
	{ "-a",
	  "(neg a)",
	  NULL, "" },
	{ "- a",
	  "(neg a)",
	  "-a", "" },
	{ "-a * b",
	  "(* (neg a) b)",
	  NULL, "" },
	{ "-a ^ 2",
	  "(neg (^ a 2))",
	  NULL, "" },
	{ "(-a) ^ 2",
	  "(^ (neg a) 2)",
	  NULL, "" },
	{ "2 ^ -10",
	  "(^ 2 (neg 10))",
	  NULL, "" },
	{ "2^3^2",
	  "(^ 2 (^ 3 2))",
	  "2 ^ 3 ^ 2", "" },
	{ "(2^3)^2",
	  "(^ (^ 2 3) 2)",
	  "(2 ^ 3) ^ 2", "" },
	{ "2 * -3",
	  "(* 2 (neg 3))",
	  NULL, "" },
	{ "a - -b",
	  "(- a (neg b))",
	  NULL, "" },
	{ "-(-a)",
	  "(neg (neg a))",
	  NULL, "" },
	{ "- - a",
	  "(neg (neg a))",
	  "-(-a)", "" },
	{ "-(a + b)",
	  "(neg (+ a b))",
	  NULL, "" },
	{ "a == b",
	  "(== a b)",
	  NULL, "" },
	{ "a != b",
	  "(!= a b)",
	  NULL, "" },
	{ "a <= b",
	  "(<= a b)",
	  NULL, "" },
	{ "a>=b",
	  "(>= a b)",
	  "a >= b", "" },
	{ "a<b",
	  "(< a b)",
	  "a < b", "" },
	{ "a >b",
	  "(> a b)",
	  "a > b", "" },
	{ "a + 1 == b * 2",
	  "(== (+ a 1) (* b 2))",
	  NULL, "" },
	{ "(a == b)",
	  "(== a b)",
	  "a == b", "" },
	{ "max(a < b, c)",
	  "max((< a b), c)",
	  NULL, "" },
	{ "(tiles mod sms) / sms",
	  "(/ (mod tiles sms) sms)",
	  "tiles mod sms / sms", "" },
	{ "1 - a / b",
	  "(- 1 (/ a b))",
	  NULL, "" },
	{ "(a)",
	  "a",
	  "a", "" },
	{ "((a))",
	  "a",
	  "a", "" },
	{ "format.fp16.max",
	  "format.fp16.max",
	  NULL, "" },
	{ "format.fp16.ulp/format.bf16.ulp",
	  "(/ format.fp16.ulp format.bf16.ulp)",
	  "format.fp16.ulp / format.bf16.ulp", "" },
	{ "a.b.c.d",
	  "a.b.c.d",
	  NULL, "" },
	{ "ilp.enough(chains)",
	  "ilp.enough(chains)",
	  NULL, "" },
	{ "f()",
	  "f()",
	  NULL, "" },
	{ "f( )",
	  "f()",
	  "f()", "" },
	{ "f(a)",
	  "f(a)",
	  NULL, "" },
	{ "f(a, b, c)",
	  "f(a, b, c)",
	  NULL, "" },
	{ "f(a)(b)",
	  "f(a)(b)",
	  NULL, "" },
	{ "f(a).b",
	  "f(a).b",
	  NULL, "" },
	{ "f(n=1)",
	  "f(n=1)",
	  NULL, "" },
	{ "occupancy(threads=128, regs=132, smem=0).blocks",
	  "occupancy(threads=128, regs=132, smem=0).blocks",
	  NULL, "" },
	{ "f(x == y)",
	  "f((== x y))",
	  NULL, "" },
	{ "f(x=y == z)",
	  "f(x=(== y z))",
	  NULL, "" },
	{ "f(a + b, -c)",
	  "f((+ a b), (neg c))",
	  NULL, "" },
	{ "y[i]",
	  "y[i]",
	  NULL, "" },
	{ "y[i + 1]",
	  "y[(+ i 1)]",
	  NULL, "" },
	{ "y[2 * i].x",
	  "y[(* 2 i)].x",
	  NULL, "" },
	{ "y [0]",
	  "y[0]",
	  "y[0]", "" },
	{ "f (a)",
	  "f(a)",
	  "f(a)", "" },
	{ "old y[i]",
	  "(old y[i])",
	  NULL, "" },
	{ "old y",
	  "(old y)",
	  NULL, "" },
	{ "max(fma(a, b, old y[i]), 0)",
	  "max(fma(a, b, (old y[i])), 0)",
	  NULL, "" },
	{ "old + 1",
	  "(+ old 1)",
	  "(old) + 1", "" },
	{ "old / old",
	  "(/ old old)",
	  "(old) / (old)", "" },
	{ "(old) mod x",
	  "(mod old x)",
	  NULL, "" },
	{ "in[n] + in",
	  "(+ in[n] in)",
	  NULL, "" },
	{ "has + count",
	  "(+ has count)",
	  NULL, "" },
	{ "mod mod mod",
	  "(mod mod mod)",
	  NULL, "" },
	{ "sm_90a",
	  "<sm_90a>",
	  NULL, "" },
	{ "sm_100",
	  "<sm_100>",
	  NULL, "" },
	{ "min_sm(f) == sm_100a",
	  "(== min_sm{f} <sm_100a>)",
	  NULL, "" },
	{ "min_sm(f) >= sm_90",
	  "(>= min_sm{f} <sm_90>)",
	  NULL, "" },
	{ "sm_count",
	  "sm_count",
	  NULL, "" },
	{ "sm",
	  "sm",
	  NULL, "" },
	{ "\"text\"",
	  "\"text\"",
	  NULL, "" },
	{ "\"a\\\"b\"",
	  "\"a\"b\"",
	  NULL, "" },
	{ "\"a\\\\b\"",
	  "\"a\\b\"",
	  NULL, "" },
	{ "\"a\\b\"",
	  "\"a\\b\"",
	  "\"a\\\\b\"", "" },
	{ "\"\"",
	  "\"\"",
	  NULL, "" },
	{ "cell(\"row\", \"col\")",
	  "cell(\"row\", \"col\")",
	  NULL, "" },
	{ "col(\"Columns\") * 2",
	  "(* col(\"Columns\") 2)",
	  NULL, "" },
	{ "floor(512 / col(\"Columns\"))",
	  "floor((/ 512 col(\"Columns\")))",
	  NULL, "" },
	{ "ptx(k) has",
	  "(has ptx{k})",
	  NULL, "" },
	{ "ptx(k) has \"fma.rn.f32\"",
	  "(has ptx{k} \"fma.rn.f32\")",
	  NULL, "" },
	{ "ptx(k)has\"x\"",
	  "(has ptx{k} \"x\")",
	  "ptx(k) has \"x\"", "" },
	{ "ptx(k) lacks \"bra\" at loop",
	  "(lacks ptx{k} \"bra\" at loop)",
	  NULL, "" },
	{ "sass(k) lacks at loop",
	  "(lacks sass{k} at loop)",
	  NULL, "" },
	{ "sass(k) count \"HFMA2*\"",
	  "(count sass{k} \"HFMA2*\")",
	  NULL, "" },
	{ "sass(k) count \"*\" / sass(m) count \"*\"",
	  "(/ (count sass{k} \"*\") (count sass{m} \"*\"))",
	  NULL, "" },
	{ "1 - sass(a) count \"*\" / sass(b) count \"*\"",
	  "(- 1 (/ (count sass{a} \"*\") (count sass{b} \"*\")))",
	  NULL, "" },
	{ "sass(fp16) count \"H*\" == sass(fp16x2) count \"H*\" & "
	  "ptx(x) has",
	  "(& (== (count sass{fp16} \"H*\") (count sass{fp16x2} "
	  "\"H*\")) (has ptx{x}))",
	  NULL, "" },
	{ "ptx(atomicAdd(half*, half)) has",
	  "(has ptx{atomicAdd(half*, half)})",
	  NULL, "" },
	{ "ptx( atomicAdd(half*, half) ) has",
	  "(has ptx{atomicAdd(half*, half)})",
	  "ptx(atomicAdd(half*, half)) has", "" },
	{ "ptx(f(\")\")) has",
	  "(has ptx{f(\")\")})",
	  NULL, "" },
	{ "ptx(f(')')) has",
	  "(has ptx{f(')')})",
	  NULL, "" },
	{ "ptx(f('\\'')) has",
	  "(has ptx{f('\\'')})",
	  NULL, "" },
	{ "sass(ex2.approx.f32) count \"MUFU.EX2\"",
	  "(count sass{ex2.approx.f32} \"MUFU.EX2\")",
	  NULL, "" },
	{ "ptx(k)",
	  "ptx{k}",
	  NULL, "" },
	{ "ptx",
	  "ptx",
	  NULL, "" },
	{ "sass / ptx",
	  "(/ sass ptx)",
	  NULL, "" },
	{ "ptx(k) has at",
	  "(has ptx{k})",
	  NULL, "at" },
	{ "value((1e8f + -1e8f) + 1.0f) != value(1e8f + (-1e8f + 1.0f))",
	  "(!= value{(1e8f + -1e8f) + 1.0f} value{1e8f + (-1e8f + "
	  "1.0f)})",
	  NULL, "" },
	{ "value(__hmul(a, b)) == 0",
	  "(== value{__hmul(a, b)} 0)",
	  NULL, "" },
	{ "exists",
	  "exists",
	  NULL, "" },
	{ "exists(__hfma2_relu)",
	  "exists{__hfma2_relu}",
	  NULL, "" },
	{ "exists(ptx \"tcgen05.alloc\")",
	  "exists{ptx \"tcgen05.alloc\"}",
	  NULL, "" },
	{ "min_sm(ptx \"a.b::c\") == sm_100a",
	  "(== min_sm{ptx \"a.b::c\"} <sm_100a>)",
	  NULL, "" },
	{ "regs(k)",
	  "regs{k}",
	  NULL, "" },
	{ "regs + extra",
	  "(+ regs extra)",
	  NULL, "" },
	{ "spills(k) + shared(k) + stack(k)",
	  "(+ (+ spills{k} shared{k}) stack{k})",
	  NULL, "" },
	{ "shared * 2",
	  "(* shared 2)",
	  NULL, "" },
	{ "metric(fp32, \"sm__x.avg\")",
	  "metric{fp32}(\"sm__x.avg\")",
	  NULL, "" },
	{ "metric(atomicAdd(half*, half), \"sm__x\")",
	  "metric{atomicAdd(half*, half)}(\"sm__x\")",
	  NULL, "" },
	{ "metric(fp32)",
	  "metric{fp32}",
	  NULL, "" },
	{ "metric_exists(\"*imc*\")",
	  "metric_exists(\"*imc*\")",
	  NULL, "" },
	{ "metric_exists",
	  "metric_exists",
	  NULL, "" },
	{ "metric_text(\"*imc*\") has \"instruction\"",
	  "(has metric_text(\"*imc*\") \"instruction\")",
	  NULL, "" },
	{ "metric_text lacks \"x\"",
	  "(lacks metric_text \"x\")",
	  NULL, "" },
	{ "ilp#fma_latency",
	  "ilp#fma_latency",
	  NULL, "" },
	{ "ilp-basics#lat.cycles * 2",
	  "(* ilp-basics#lat.cycles 2)",
	  NULL, "" },
	{ "guides/ilp#lat",
	  "guides/ilp#lat",
	  NULL, "" },
	{ "a - b#c",
	  "(- a b#c)",
	  NULL, "" },
	{ "a-b#c",
	  "a-b#c",
	  NULL, "" },
	{ "a / b#c",
	  "(/ a b#c)",
	  NULL, "" },
	{ "a/b#c",
	  "a/b#c",
	  NULL, "" },
	{ "2 * ilp#x",
	  "(* 2 ilp#x)",
	  NULL, "" },
	{ "p#f(3)",
	  "p#f(3)",
	  NULL, "" },
	{ "1605 in TFLOPS / peak",
	  "(/ (in 1605 TFLOPS) peak)",
	  "(1605 in TFLOPS) / peak", "" },
	{ "(3 in us)",
	  "(in 3 us)",
	  NULL, "" },
	{ "max(3 in us, x)",
	  "max((in 3 us), x)",
	  "max((3 in us), x)", "" },
	{ "x in us < 5",
	  "(< (in x us) 5)",
	  "(x in us) < 5", "" },
	{ "y[1 in us]",
	  "y[(in 1 us)]",
	  "y[(1 in us)]", "" },
	{ "x in us",
	  "x",
	  NULL, "in us" },
	{ "x in us within 3%",
	  "x",
	  NULL, "in us within 3%" },
	{ "row in GFLOP/s",
	  "row",
	  NULL, "in GFLOP/s" },
	{ "in in us / 2",
	  "(/ (in in us) 2)",
	  "(in in us) / 2", "" },
	{ "device(B200).per_clock.mma_bf16 / "
	  "device(H100).per_clock.mma_bf16 == 2",
	  "(== (/ device(B200).per_clock.mma_bf16 "
	  "device(H100).per_clock.mma_bf16) 2)",
	  NULL, "" },
	{ "log(2) ^ 2 / 2",
	  "(/ (^ log(2) 2) 2)",
	  NULL, "" },
	{ "-log2(acc.max_rel)",
	  "(neg log2(acc.max_rel))",
	  NULL, "" },
	{ "32 * 4 - 1",
	  "(- (* 32 4) 1)",
	  NULL, "" },
	{ "2 ^ (format.fp16.mantissa_bits + 1) within 3%",
	  "(^ 2 (+ format.fp16.mantissa_bits 1))",
	  NULL, "within 3%" },
	{ "a within 3%",
	  "a",
	  NULL, "within 3%" },
	{ "a on H200*",
	  "a",
	  NULL, "on H200*" },
	{ "a = b",
	  "a",
	  NULL, "= b" },
	{ "a × b",
	  "a",
	  NULL, "× b" },
	{ "a # b",
	  "a",
	  NULL, "# b" },
	{ "a ..",
	  "a",
	  NULL, ".." },
	{ "a..b",
	  "a",
	  NULL, "..b" },
	{ "a \"x\"",
	  "a",
	  NULL, "\"x\"" },
};

/* Text and what is said of it: OFFSET+BYTES MESSAGE; … */
static const struct {
	const char *text, *message;
} bad[] = {
	{ "",
	  "0+0 expected an expression, found the end" },
	{ "   ",
	  "3+0 expected an expression, found the end" },
	{ "+",
	  "0+1 expected an expression, found '+'" },
	{ "a +",
	  "3+0 expected an expression, found the end" },
	{ "a + * b",
	  "4+1 expected an expression, found '*'" },
	{ "a *",
	  "3+0 expected an expression, found the end" },
	{ "(a",
	  "2+0 expected ')' or an operator, found the end; 0+1 note: "
	  "opened here" },
	{ "(a + b",
	  "6+0 expected ')' or an operator, found the end; 0+1 note: "
	  "opened here" },
	{ "(a b)",
	  "3+1 expected ')' or an operator, found 'b'; 0+1 note: "
	  "opened here" },
	{ "()",
	  "1+1 expected an expression, found ')'" },
	{ "a + )",
	  "4+1 expected an expression, found ')'" },
	{ "f(a",
	  "3+0 expected ',', ')' or an operator, found the end; 1+1 "
	  "note: opened here" },
	{ "f(a,",
	  "4+0 expected an expression, found the end" },
	{ "f(a b)",
	  "4+1 expected ',', ')' or an operator, found 'b'; 1+1 note: "
	  "opened here" },
	{ "f(, a)",
	  "2+1 expected an expression, found ','" },
	{ "f(n=)",
	  "4+1 expected an expression, found ')'" },
	{ "y[",
	  "2+0 expected an expression, found the end" },
	{ "y[1",
	  "3+0 expected ']' or an operator, found the end; 1+1 note: "
	  "opened here" },
	{ "y[]",
	  "2+1 expected an expression, found ']'" },
	{ "y[a < b]",
	  "4+1 expected ']' or an operator, found '<'; 1+1 note: "
	  "opened here" },
	{ "a.",
	  "2+0 expected a name directly behind '.', found the end" },
	{ "a. b",
	  "3+1 expected a name directly behind '.', found 'b'" },
	{ "a.1",
	  "2+1 expected a name directly behind '.', found '1'" },
	{ "a.*",
	  "2+1 expected a name directly behind '.', found '*'" },
	{ "p#",
	  "2+0 expected a name directly behind '#', found the end" },
	{ "p#1",
	  "2+1 expected a name directly behind '#', found '1'" },
	{ "p# x",
	  "3+1 expected a name directly behind '#', found 'x'" },
	{ "4x",
	  "1+1 a letter touches the number: a unit is written 'in UNIT'" },
	{ "1.5us",
	  "3+1 a letter touches the number: a unit is written 'in UNIT'" },
	{ "0x",
	  "0+2 number is too large or has no digits" },
	{ "0xg",
	  "0+2 number is too large or has no digits" },
	{ "1e999",
	  "0+5 number is too large or has no digits" },
	{ "\"abc",
	  "0+1 text in quotes is not closed on its line" },
	{ "\"a",
	  "0+1 text in quotes is not closed on its line" },
	{ "a < b < c",
	  "6+1 comparisons do not chain: join two with '&'" },
	{ "a == b != c",
	  "7+1 comparisons do not chain: join two with '&'" },
	{ "a < ",
	  "4+0 expected an expression, found the end" },
	{ "a & ",
	  "4+0 expected an expression, found the end" },
	{ "a ^",
	  "3+0 expected an expression, found the end" },
	{ "-",
	  "1+0 expected an expression, found the end" },
	{ "ptx(",
	  "3+1 parenthesis is never closed" },
	{ "ptx(a",
	  "3+1 parenthesis is never closed" },
	{ "ptx(a (b)",
	  "3+1 parenthesis is never closed" },
	{ "ptx()",
	  "4+1 expected what to look at, found ')'" },
	{ "ptx( ) has",
	  "5+1 expected what to look at, found ')'" },
	{ "value(f(\")",
	  "5+1 parenthesis is never closed" },
	{ "ptx(k) has \"x",
	  "11+1 text in quotes is not closed on its line" },
	{ "metric(fp32,",
	  "12+0 expected an expression, found the end" },
	{ "metric(fp32, \"x\"",
	  "16+0 expected ',', ')' or an operator, found the end; 6+1 "
	  "note: opened here" },
	{ "metric(, \"x\")",
	  "7+1 expected what to look at, found ','" },
	{ "x has \"y\"",
	  "0+1 'has' stands behind ptx(), sass() and metric_text() only" },
	{ "f(x) lacks \"y\"",
	  "0+4 'lacks' stands behind ptx(), sass() and metric_text() "
	  "only" },
	{ "regs(k) count \"x\"",
	  "0+7 'count' stands behind ptx(), sass() and metric_text() "
	  "only" },
	{ "sm_9",
	  "0+4 unknown architecture 'sm_9'; "
	  "the nearest known is 'sm_90'" },
	{ "sm_9x + 1",
	  "0+5 unknown architecture 'sm_9x'; "
	  "the nearest known is 'sm_90'" },
	{ "sm_90aa",
	  "0+7 unknown architecture 'sm_90aa'; "
	  "the nearest known is 'sm_90a'" },
	{ "3 in parsecs / 2",
	  "5+7 unknown unit 'parsecs'" },
	{ "(3 in parsecs)",
	  "6+7 unknown unit 'parsecs'" },
	{ "((((((((((a",
	  "11+0 expected ')' or an operator, found the end; 9+1 note: "
	  "opened here" },
	{ "§",
	  "0+2 expected an expression, found '§'" },
	{ "a + →",
	  "4+3 expected an expression, found '→'" },
	{ "@",
	  "0+1 expected an expression, found '@'" },
	{ "a + 'x'",
	  "4+1 expected an expression, found '''" },
	{ "$parent",
	  "0+1 expected an expression, found '$'" },
};

/* Text, a name, what replaces it, the result. */
static const struct {
	const char *text, *from, *to, *result;
} replaced[] = {
	{ "row", "row", "fp16", "fp16" },
	{ "row / row.base", "row", "fp16x2", "fp16x2 / fp16x2.base" },
	{ "format.row.max", "row", "bf16", "format.bf16.max" },
	{ "device(H100).row", "row", "per_clock.sfu",
	  "device(H100).per_clock.sfu" },
	{ "row + 1", "row", "peak.bf16", "peak.bf16 + 1" },
	{ "f(row, n=row)", "row", "a.b", "f(a.b, n=a.b)" },
	{ "sass(row) count \"row\"", "row", "k",
	  "sass(k) count \"row\"" },
	{ "value(f(row, rows, row_))", "row", "7",
	  "value(f(7, rows, row_))" },
	{ "cell(\"row\", \"x\")", "row", "y", "cell(\"row\", \"x\")" },
	{ "p#row + row", "row", "x", "p#row + x" },
	{ "y[row] - -row", "row", "i", "y[i] - -i" },
	{ "rows", "row", "x", "rows" },
	{ "f(row=row)", "row", "x", "f(row=x)" },
	{ "row", "row", "a-b", "a-b" },
	{ "row", "row", "1.5", "1.5" },
	{ "row", "row", "a..b", "a..b" },
};

/* Text and its root's bytes, then those of its first and second side. */
static const struct {
	const char *text, *root, *left, *right;
} places[] = {
	{ " a + b ", "a + b", "a", "b" },
	{ "(a) + (b * c) within", "(a) + (b * c)", "(a)", "(b * c)" },
	{ "f(x).y + -z", "f(x).y + -z", "f(x).y", "-z" },
	{ "ptx(k) has \"x\" at loop & a < b",
	  "ptx(k) has \"x\" at loop & a < b", "ptx(k) has \"x\" at loop",
	  "a < b" },
	{ "2 ^ 3 ^ 4 + 1", "2 ^ 3 ^ 4 + 1", "2 ^ 3 ^ 4", "1" },
	{ "75% - p#x  ", "75% - p#x", "75%", "p#x" },
	{ "x in us / old y[i]", "x in us / old y[i]", "x in us", "old y[i]" },
};

static const char *const conditions[] = {
	"a < b", "a == b", "a & b", "ptx(k) has", "sass(k) lacks \"x\"",
};

static const char *const values[] = {
	"a", "a + b", "ptx(k) count", "-a", "\"x\"", "exists(f)",
};

static struct span
span_make(struct arena *a, const char *text)
{
	const struct source *s = source_make(a, STR("page"),
					     arena_copy(a, str_of(text)));

	return source_span(s, 0, s->text.n);
}

static struct expr *
parse(struct arena *a, struct span *rest, const char *text, struct diag *d)
{
	*rest = span_make(a, text);
	return expr_parse(a, rest, d);
}

static struct str
dump(struct arena *a, const struct expr *e)
{
	struct buf out = { NULL, 0, 0 };
	struct str text;

	expr_dump(&out, e);
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static struct str
messages(struct arena *a, const struct diag *d)
{
	struct str text = STR("");

	for (size_t i = 0; i < d->n; i++)
		text = arena_printf(a, STR_FMT "%s%u+%u %s" STR_FMT,
				    STR_ARG(text), i ? "; " : "",
				    d->items[i].at.at, d->items[i].at.n,
				    d->items[i].level == DIAG_NOTE ? "note: "
								   : "",
				    STR_ARG(d->items[i].text));
	return text;
}

static void
test_good(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(good); i++) {
		struct diag *d = diag_make(a);
		struct span rest;
		struct expr *e = parse(a, &rest, good[i].text, d), *again;
		struct str want = str_of(good[i].canonical), text;

		CHECK_ROW(good[i].text);
		CHECK(e != NULL);
		CHECK_STR(messages(a, d), "");
		if (!e)
			continue;
		text = expr_text(a, e);
		if (!good[i].canonical)
			want = str_slice(str_of(good[i].text), 0, text.n);
		CHECK_STR(dump(a, e), good[i].tree);
		CHECK_STR(text, want);
		CHECK_STR(span_str(rest), good[i].rest);
		again = parse(a, &rest, (const char *)text.p, d);
		CHECK(again != NULL);
		CHECK_STR(dump(a, again), good[i].tree);
		CHECK_STR(expr_text(a, again), text);
	}
}

static void
test_bad(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		struct diag *d = diag_make(a);
		struct span rest;

		CHECK_ROW(bad[i].text);
		CHECK(!parse(a, &rest, bad[i].text, d));
		CHECK_STR(messages(a, d), bad[i].message);
		CHECK_STR(span_str(rest), bad[i].text);
	}
}

static void
test_replace(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(replaced); i++) {
		struct diag *d = diag_make(a);
		struct span rest;
		struct expr *e = parse(a, &rest, replaced[i].text, d), *copy;
		struct str before = expr_text(a, e);

		CHECK_ROW(replaced[i].text);
		copy = expr_replace(a, e, str_of(replaced[i].from),
				    str_of(replaced[i].to));
		CHECK_STR(expr_text(a, copy), replaced[i].result);
		CHECK_STR(expr_text(a, e), before);
		CHECK_NUM(copy->at.at, e->at.at);
		CHECK_NUM(copy->at.n, e->at.n);
	}
}

static void
test_places(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		struct diag *d = diag_make(a);
		struct span rest;
		struct expr *e = parse(a, &rest, places[i].text, d);

		CHECK_ROW(places[i].text);
		CHECK_STR(span_str(e->at), places[i].root);
		CHECK_STR(span_str(e->left->at), places[i].left);
		CHECK_STR(span_str(e->right->at), places[i].right);
		CHECK_NUM(e->fact, -1);
	}
}

/* n times `open`, then `middle`, then n times `close`. */
static const char *
nested(struct arena *a, size_t n, const char *const part[3])
{
	struct buf out = { NULL, 0, 0 };
	struct str text;

	for (size_t i = 0; i < n; i++)
		buf_add(&out, str_of(part[0]));
	buf_add(&out, str_of(part[1]));
	for (size_t i = 0; i < n; i++)
		buf_add(&out, str_of(part[2]));
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text.p;
}

static void
test_depth(struct arena *a)
{
	static const struct {
		const char *part[3];
		size_t most;
		const char *message;
	} rows[] = {
		{ { "", "a", "+a" }, EXPR_DEPTH_MAX - 1,
		  "0+129 expression is more than 64 levels deep" },
		{ { "", "a", ".a" }, EXPR_DEPTH_MAX - 1,
		  "0+129 expression is more than 64 levels deep" },
		{ { "f(", "a", ")" }, EXPR_DEPTH_MAX - 1,
		  "0+193 expression is more than 64 levels deep" },
		{ { "- ", "a", "" }, EXPR_DEPTH_MAX - 1,
		  "0+129 expression is more than 64 levels deep" },
		{ { "2^", "a", "" }, EXPR_DEPTH_MAX - 1,
		  "0+129 expression is more than 64 levels deep" },
		{ { "", "a", "[0]" }, EXPR_DEPTH_MAX - 1,
		  "0+193 expression is more than 64 levels deep" },
		{ { "(", "a", ")" }, 2 * EXPR_DEPTH_MAX - 1,
		  "128+1 expression is nested more than 256 levels deep" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct diag *d = diag_make(a);
		struct span rest;
		const char *text = nested(a, rows[i].most, rows[i].part);
		struct expr *e = parse(a, &rest, text, d);

		CHECK_ROW(text);
		CHECK(e != NULL);
		CHECK(e && e->height <= EXPR_DEPTH_MAX);
		CHECK_STR(messages(a, d), "");
		text = nested(a, rows[i].most + 1, rows[i].part);
		CHECK(!parse(a, &rest, text, d));
		CHECK_STR(messages(a, d), rows[i].message);
	}
}

/* Far too much of anything is refused, not followed. */
static void
test_flood(struct arena *a)
{
	static const char *const parts[][3] = {
		{ "(", "", "" }, { "-", "", "" }, { "f(", "", "" },
		{ "y[", "", "" }, { "a^", "", "" }, { "ptx(", "", "" },
		{ "", "a", "/a" }, { "", "a", "&a" }, { "(", "a", ")" },
	};

	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct diag *d = diag_make(a);
		struct span rest;

		CHECK_ROW(parts[i][0]);
		CHECK(!parse(a, &rest, nested(a, 100000, parts[i]), d));
		CHECK_NUM(d->count[DIAG_ERROR], 1);
	}
}

/* Blanks of raw text say nothing, but in strings they do. */
static void
test_raw(struct arena *a)
{
	static const struct {
		const char *text, *canonical;
	} rows[] = {
		{ "ptx(f( a ,b )) has", "ptx(f(a, b)) has" },
		{ "ptx(f(a,\n  b)) has", "ptx(f(a, b)) has" },
		{ "exists( ptx   \"a  ,b\" )", "exists(ptx \"a  ,b\")" },
		{ "value(a  +  \tb)", "value(a + b)" },
		{ "value(f('  ',  a))", "value(f('  ',  a))" },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct diag *d = diag_make(a);
		struct span rest;

		CHECK_ROW(rows[i].text);
		CHECK_STR(expr_text(a, parse(a, &rest, rows[i].text, d)),
			  rows[i].canonical);
	}
}

static void
test_conditions(struct arena *a)
{
	struct diag *d = diag_make(a);
	struct span rest;

	for (size_t i = 0; i < COUNT_OF(conditions); i++) {
		CHECK_ROW(conditions[i]);
		CHECK(expr_is_condition(parse(a, &rest, conditions[i], d)));
	}
	for (size_t i = 0; i < COUNT_OF(values); i++) {
		CHECK_ROW(values[i]);
		CHECK(!expr_is_condition(parse(a, &rest, values[i], d)));
	}
}

static void
test_value(struct arena *a)
{
	struct diag *d = diag_make(a);
	struct span rest = span_make(a, "128>>>(x) & y");
	struct expr *e = expr_parse_value(a, &rest, d);

	CHECK_STR(dump(a, e), "128");
	CHECK_STR(span_str(rest), ">>>(x) & y");
	rest = span_make(a, "a + b == c");
	e = expr_parse_value(a, &rest, d);
	CHECK_STR(dump(a, e), "(+ a b)");
	CHECK_STR(span_str(rest), "== c");
	CHECK_STR(expr_op_text(OP_MOD), "mod");
	CHECK_STR(expr_op_text(OP_GE), ">=");
	CHECK_STR(expr_op_text(OP_NONE), "..");
}

int
main(void)
{
	struct arena *a = arena_make();

	test_good(a);
	test_bad(a);
	test_replace(a);
	test_places(a);
	test_depth(a);
	test_flood(a);
	test_raw(a);
	test_conditions(a);
	test_value(a);
	arena_free(a);
	CHECK_DONE();
}
