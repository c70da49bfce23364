#include "arena.h"
#include "buf.h"
#include "check.h"
#include "diag.h"
#include "expr.h"
#include "marker.h"
#include "scan.h"
#include "source.h"

struct said {
	const char *text, *want;
};

/* The body of a marker and its dump. */
static const struct said good[] = {
	{ "format.fp16.bits",
	  "equals format.fp16.bits\n" },
	{ "fp16 / fp32",
	  "equals (/ fp16 fp32)\n" },
	{ "fp16 / fp32 to fp16x2 / fp32",
	  "equals (/ fp16 fp32) to (/ fp16x2 fp32)\n" },
	{ "bf16 & fp16",
	  "equals bf16 and fp16\n" },
	{ "ilp8 & ilp4 within 5%",
	  "equals ilp8 and ilp4 within 5%\n" },
	{ "32 * 3 to 32 * 4 - 1",
	  "equals (* 32 3) to (- (* 32 4) 1)\n" },
	{ "sass(fp16) has",
	  "equals (has sass{fp16})\n" },
	{ "sass(bf16x2) lacks at loop",
	  "equals (lacks sass{bf16x2} at loop)\n" },
	{ "ptx(__hfma2_relu(half2, half2, half2)) has",
	  "equals (has ptx{__hfma2_relu(half2, half2, half2)})\n" },
	{ "sass(ex2.approx.f32) count \"MUFU.EX2\"",
	  "equals (count sass{ex2.approx.f32} \"MUFU.EX2\")\n" },
	{ "metric(fp32, \"sm__throughput.avg\")",
	  "equals metric{fp32}(\"sm__throughput.avg\")\n" },
	{ "exists",
	  "equals exists\n" },
	{ "metric_exists",
	  "equals metric_exists\n" },
	{ "toolkit",
	  "equals toolkit\n" },
	{ "-log2(acc.max_rel)",
	  "equals (neg log2(acc.max_rel))\n" },
	{ "format.fp16.max within 1%",
	  "equals format.fp16.max within 1%\n" },
	{ "copy.rate within 0.5",
	  "equals copy.rate within 0.5\n" },
	{ "copy.rate within 7%",
	  "equals copy.rate within 7%\n" },
	{ "copy.rate within 2 * noise",
	  "equals copy.rate within (* 2 noise)\n" },
	{ "lat between 60 and 67",
	  "equals lat between 60 and 67\n" },
	{ "share between 90% and 95%",
	  "equals share between 0.9 and 0.95\n" },
	{ "lat between lo * 2 and hi - 1",
	  "equals lat between (* lo 2) and (- hi 1)\n" },
	{ "fp32 on H200*",
	  "equals fp32 on H200*\n" },
	{ "fp32 on sm_90a",
	  "equals fp32 on sm_90a\n" },
	{ "fp32 on \"NVIDIA H200\"",
	  "equals fp32 on NVIDIA H200\n" },
	{ "fp32 in GFLOP/s",
	  "equals fp32 in GFLOP/s\n" },
	{ "fp32 because the probe saturates the pipe, within reason",
	  "equals fp32 because \"the probe saturates the pipe, within "
	  "reason\"\n" },
	{ "fp32 id=peak",
	  "equals fp32 id=peak\n" },
	{ "fp32 id = peak",
	  "equals fp32 id=peak\n" },
	{ "fp32 on H200* within 3% in TFLOP/s id=p1 because measured "
	  "twice",
	  "equals fp32 within 3% on H200* in TFLOP/s id=p1 because "
	  "\"measured twice\"\n" },
	{ "fp32 because why not id=x",
	  "equals fp32 because \"why not id=x\"\n" },
	{ "holds bf16 / fp32 == 1.58 within 3%",
	  "holds (== (/ bf16 fp32) 1.58) within 3%\n" },
	{ "holds a < b & c < d",
	  "holds (& (< a b) (< c d))\n" },
	{ "holds t_relu",
	  "holds t_relu\n" },
	{ "holds exists(ptx \"tcgen05.alloc\")",
	  "holds exists{ptx \"tcgen05.alloc\"}\n" },
	{ "holds occupancy(threads=block, regs=132, smem=0).blocks < 2",
	  "holds (< occupancy(threads=block, regs=132, smem=0).blocks "
	  "2)\n" },
	{ "holds metric_text(\"*imc*\") has \"instruction\"",
	  "holds (has metric_text(\"*imc*\") \"instruction\")\n" },
	{ "holds value(__heq(a, b))",
	  "holds value{__heq(a, b)}\n" },
	{ "holds other#claim",
	  "holds other#claim\n" },
	{ "holds ptx(a) has & ptx(b) lacks",
	  "holds (& (has ptx{a}) (lacks ptx{b}))\n" },
	{ "=",
	  "repeat\n" },
	{ "= within 3%",
	  "repeat within 3%\n" },
	{ "= id=again",
	  "repeat id=again\n" },
	{ "let regs",
	  "let regs\n" },
	{ "let n2 in KiB",
	  "let n2 in KiB\n" },
	{ "let n because an example",
	  "let n because \"an example\"\n" },
	{ "cites contest-p1",
	  "cites contest-p1\n" },
	{ "cites contest-p1 id=sol",
	  "cites contest-p1 id=sol\n" },
	{ "cites cuda/docs-13.2 L25350-L25420",
	  "cites cuda/docs-13.2 L25350-L25420\n" },
	{ "cites cuda/docs-13.2 L25350-L25420 id=x because of it",
	  "cites cuda/docs-13.2 L25350-L25420 id=x because \"of it\"\n" },
	{ "cites book \"Table 5, row 2\" on H200",
	  "cites book Table 5, row 2 on H200\n" },
	{ "open a / b",
	  "open (/ a b)\n" },
	{ "open sass(x) lacks \"H*\"",
	  "open (lacks sass{x} \"H*\")\n" },
	{ "open a < b & c < d",
	  "open (& (< a b) (< c d))\n" },
	{ "open a & b",
	  "open a and b\n" },
	{ "open a to b",
	  "open a to b\n" },
	{ "open icache.enough(body)",
	  "open icache.enough(body)\n" },
	{ "ignore rule of thumb",
	  "ignore why \"rule of thumb\"\n" },
	{ "ignore 4 is only an example",
	  "ignore why \"4 is only an example\"\n" },
	{ "ignore because it is prose",
	  "ignore why \"because it is prose\"\n" },
	{ "ignore in this sentence",
	  "ignore why \"in this sentence\"\n" },
	{ "retired old-claim measured wrong",
	  "retired old-claim why \"measured wrong\"\n" },
	{ "retired \"page:a / b:1\" the probe was wrong",
	  "retired page:a / b:1 why \"the probe was wrong\"\n" },
	{ "at \"One\" ptx(packed) count \"fma\"",
	  "at\n"
	  "  \"One\": equals (count ptx{packed} \"fma\")\n" },
	{ "at \"Native\" holds sass(k) lacks \"*CAS*\"",
	  "at\n"
	  "  \"Native\": holds (lacks sass{k} \"*CAS*\")\n" },
	{ "at every \"4\" let n",
	  "at\n"
	  "  every \"4\": let n\n" },
	{ "at \"a \\\"b\\\"\" 4",
	  "at\n"
	  "  \"a \"b\"\": equals 4\n" },
	{ "at\n"
	  "\"M=7168, K=16384\" let cfg1",
	  "at\n"
	  "  \"M=7168, K=16384\": let cfg1\n" },
	{ "at\n"
	  "\"142 SMs\" device(B200).sm_count id=sms\n"
	  "\"150 tiles\" let tiles\n"
	  "every \"2 waves\" ceil(tiles / sms)\n"
	  "\"5.6%\" (tiles mod sms) / sms\n"
	  "\"86% → 98%\" cites blog",
	  "at\n"
	  "  \"142 SMs\": equals device(B200).sm_count id=sms\n"
	  "  \"150 tiles\": let tiles\n"
	  "  every \"2 waves\": equals ceil((/ tiles sms))\n"
	  "  \"5.6%\": equals (/ (mod tiles sms) sms)\n"
	  "  \"86% → 98%\": cites blog\n" },
	{ "at \"a\"\n"
	  "  holds x <\n"
	  "  y\n"
	  "\"b\" ignore prose\n"
	  "more prose",
	  "at\n"
	  "  \"a\": holds (< x y)\n"
	  "  \"b\": ignore why \"prose\n"
	  "more prose\"\n" },
	{ "at \"x\" =",
	  "at\n"
	  "  \"x\": repeat\n" },
	{ "at \"x\" retired c1 gone",
	  "at\n"
	  "  \"x\": retired c1 why \"gone\"\n" },
	{ "table cites blog-x",
	  "table blog-x\n" },
	{ "table\n"
	  "cites blog-x \"table 4\"",
	  "table blog-x table 4\n" },
	{ "table\n"
	  "rows variant\n"
	  "column \"GFLOPS\" = row in GFLOP/s\n"
	  "column \"vs own\" = row / row.base within 5%\n"
	  "per device",
	  "table\n"
	  "  rows \"variant\"\n"
	  "  column \"GFLOPS\" = row in GFLOP/s\n"
	  "  column \"vs own\" = (/ row row.base) within 5%\n"
	  "  per device\n" },
	{ "table\n"
	  "rows Format = format.*\n"
	  "column \"Max\" = row.max",
	  "table\n"
	  "  rows \"Format\" of format\n"
	  "  column \"Max\" = row.max\n" },
	{ "table\n"
	  "rows Format = device(B200).per_clock.*\n"
	  "column Max = row",
	  "table\n"
	  "  rows \"Format\" of device(B200).per_clock\n"
	  "  column \"Max\" = row\n" },
	{ "table\n"
	  "rows Resource: \"SFU units\" = per_clock.sfu, \"Tensor, "
	  "bf16\" = peak.bf16\n"
	  "column \"Hopper (SM90)\" = device(H100).row",
	  "table\n"
	  "  rows \"Resource\"\n"
	  "    \"SFU units\" = per_clock.sfu\n"
	  "    \"Tensor, bf16\" = peak.bf16\n"
	  "  column \"Hopper (SM90)\" = device(H100).row\n" },
	{ "table\n"
	  "rows Resource: \"SFU units\" = per_clock.sfu,\n"
	  "  \"Tensor\" = peak.bf16\n"
	  "column \"H\" = device(H100).row",
	  "table\n"
	  "  rows \"Resource\"\n"
	  "    \"SFU units\" = per_clock.sfu\n"
	  "    \"Tensor\" = peak.bf16\n"
	  "  column \"H\" = device(H100).row\n" },
	{ "table\n"
	  "rows \"Accumulator Size\"\n"
	  "column \"Max Buffers\" = floor(512 / col(\"Columns\"))\n"
	  "column \"Rest\" = 512 -\n"
	  "  col(\"Columns\") * col(\"Max Buffers\")",
	  "table\n"
	  "  rows \"Accumulator Size\"\n"
	  "  column \"Max Buffers\" = floor((/ 512 col(\"Columns\")))\n"
	  "  column \"Rest\" = (- 512 (* col(\"Columns\") col(\"Max "
	  "Buffers\")))\n" },
	{ "table\n"
	  "rows: \"A\" = x\n"
	  "column \"B\" = row",
	  "table\n"
	  "  rows \"\"\n"
	  "    \"A\" = x\n"
	  "  column \"B\" = row\n" },
	{ "table\n"
	  "rows = format.*\n"
	  "column \"B\" = row.ulp",
	  "table\n"
	  "  rows \"\" of format\n"
	  "  column \"B\" = row.ulp\n" },
	{ "table\n"
	  "rows \"My Name\" = format.*\n"
	  "column \"B\" = row.ulp",
	  "table\n"
	  "  rows \"My Name\" of format\n"
	  "  column \"B\" = row.ulp\n" },
	{ "table\n"
	  "rows Two words = format.*\n"
	  "column Three whole words = row.ulp",
	  "table\n"
	  "  rows \"Two words\" of format\n"
	  "  column \"Three whole words\" = row.ulp\n" },
	{ "table\n"
	  "column \"Note\" ignore only prose\n"
	  "column \"A\" = 4",
	  "table\n"
	  "  column \"Note\" because \"only prose\"\n"
	  "  column \"A\" = 4\n" },
	{ "given const float* in; float* out; int n",
	  "given\n"
	  "  const float* in\n"
	  "  float* out\n"
	  "  int n\n" },
	{ "given int N, tid, stride; __half* out_h",
	  "given\n"
	  "  int N\n"
	  "  int tid\n"
	  "  int stride\n"
	  "  __half* out_h\n" },
	{ "given float acc[4][32]; int a, b[2], *c",
	  "given\n"
	  "  float acc[4][32]\n"
	  "  int a\n"
	  "  int b[2]\n"
	  "  int *c\n" },
	{ "given constexpr int K = 64, M = 2; __device__ float "
	  "f(uint8_t, uint8_t);",
	  "given\n"
	  "  constexpr int K = 64\n"
	  "  constexpr int M = 2\n"
	  "  __device__ float f(uint8_t, uint8_t)\n" },
	{ "given vec<float, 4> a, b; unsigned n",
	  "given\n"
	  "  vec<float, 4> a\n"
	  "  vec<float, 4> b\n"
	  "  unsigned n\n" },
	{ "given int n\n"
	  "int tid = threadIdx.x;\n"
	  "  ...\n"
	  "out[tid] = n;",
	  "given\n"
	  "  int n\n"
	  "  before\n"
	  "int tid = threadIdx.x;\n"
	  "\n"
	  "  after\n"
	  "out[tid] = n;\n" },
	{ "given\n"
	  "setup();\n"
	  "...",
	  "given\n"
	  "  before\n"
	  "setup();\n"
	  "\n" },
	{ "given int n\n"
	  "...\n"
	  "done();",
	  "given\n"
	  "  int n\n"
	  "  after\n"
	  "done();\n" },
	{ "given __shared__ float tile[32][33]; const float* "
	  "__restrict__ in",
	  "given\n"
	  "  __shared__ float tile[32][33]\n"
	  "  const float* __restrict__ in\n" },
	{ "fence id=packed sm=80,90a",
	  "fence words id=packed sm=80,90a\n" },
	{ "fence sketch",
	  "fence words sketch\n" },
	{ "code\n"
	  "__global__ void k(float *x) {\n"
	  "    x[0] = 1;\n"
	  "}",
	  "code\n"
	  "  code\n"
	  "__global__ void k(float *x) {\n"
	  "    x[0] = 1;\n"
	  "}\n" },
	{ "code sm=90a\n"
	  "  int a;",
	  "code words sm=90a\n"
	  "  code\n"
	  "  int a;\n" },
	{ "test id=sum\n"
	  "int   n in 1..4100, 65536\n"
	  "float in[n] = uniform(0.5, 1)\n"
	  "float out[1] = 0\n"
	  "reduce<<<2, 128>>>(in, out, n)\n"
	  "check out[0] == sum(in) rel 1e-5",
	  "test id=sum\n"
	  "  int n in (.. 1 4100), 65536\n"
	  "  float in of n = uniform(0.5, 1)\n"
	  "  float out of 1 = 0\n"
	  "  run reduce<<<2, 128>>>(in, out, n)\n"
	  "  check out[0] == sum(in) rel 1e-05\n" },
	{ "test\n"
	  "half2 y[32] = uniform(-2, 2), a = uniform(-2, 2)\n"
	  "k<<<1, 32>>>(y, a)\n"
	  "check y[i] == max(fma(a, a, old y[i]), 0)",
	  "test\n"
	  "  half2 y of 32 = uniform((neg 2), 2)\n"
	  "  half2 a = uniform((neg 2), 2)\n"
	  "  run k<<<1, 32>>>(y, a)\n"
	  "  check y[i] == max(fma(a, a, (old y[i])), 0)\n" },
	{ "test id=acc\n"
	  "float x[100] = uniform(-0.5, 0.5)\n"
	  "float y[100]\n"
	  "y[i] = f(x[i])\n"
	  "check y[i] == exp2(x[i]) rel 2^-22",
	  "test id=acc\n"
	  "  float x of 100 = uniform((neg 0.5), 0.5)\n"
	  "  float y of 100\n"
	  "  run f(x[i]) into y[i]\n"
	  "  check y[i] == exp2(x[i]) rel (^ 2 (neg 22))\n" },
	{ "test\n"
	  "int n in 1..2^20\n"
	  "float in[n] = i * 0.5, out[n];\n"
	  "k<<<n / 32 + 1, 32, 4 * n>>>(in, out, n);\n"
	  "check out == ref<<<1,1>>>(in, n) abs 0.5 ulp 2",
	  "test\n"
	  "  int n in (.. 1 (^ 2 20))\n"
	  "  float in of n = (* i 0.5)\n"
	  "  float out of n\n"
	  "  run k<<<(+ (/ n 32) 1), 32, (* 4 n)>>>(in, out, n)\n"
	  "  check out == ref<<<1, 1>>>(in, out, n) abs 0.5 ulp 2\n" },
	{ "test\n"
	  "float out[1]\n"
	  "k<<<dim3(2, 2), dim3(8, 8)>>>(out)\n"
	  "fails nan",
	  "test\n"
	  "  float out of 1\n"
	  "  run k<<<dim3(2, 2), dim3(8, 8)>>>(out)\n"
	  "  fails nan\n" },
	{ "test\n"
	  "float out[1]\n"
	  "k<float, 4><<<1, 1>>>(out)\n"
	  "fails wrong",
	  "test\n"
	  "  float out of 1\n"
	  "  run k<float, 4><<<1, 1>>>(out)\n"
	  "  fails wrong\n" },
	{ "test on sm_90a because it is slow\n"
	  "int n in 4096\n"
	  "float out[n]\n"
	  "a<<<1, 1>>>(out)\n"
	  "b<<<1, 1>>>(out)\n"
	  "allow races\n"
	  "fails wrong out[0] >= n / 4",
	  "test on sm_90a because \"it is slow\"\n"
	  "  int n in 4096\n"
	  "  float out of n\n"
	  "  run a<<<1, 1>>>(out)\n"
	  "  run b<<<1, 1>>>(out)\n"
	  "  fails wrong out[0] >= (/ n 4)\n"
	  "  allow races\n" },
	{ "test\n"
	  "unsigned long long n = 7\n"
	  "const unsigned  int m in -4..-1, 0x10, 7\n"
	  "__nv_bfloat162 b[m + 8]\n"
	  "k<<<1, 1>>>(n, m, b)\n"
	  "check b[0] != 0",
	  "test\n"
	  "  unsigned long long n = 7\n"
	  "  unsigned int m in (.. (neg 4) (neg 1)), 16, 7\n"
	  "  __nv_bfloat162 b of (+ m 8)\n"
	  "  run k<<<1, 1>>>(n, m, b)\n"
	  "  check b[0] != 0\n" },
	{ "test\n"
	  "float x[4] = 1.0f\n"
	  "k<<<1, 1>>>(x,\n"
	  "  4)\n"
	  "check x[0] == 1 +\n"
	  "  1",
	  "test\n"
	  "  float x of 4 = 1\n"
	  "  run k<<<1, 1>>>(x, 4)\n"
	  "  check x[0] == (+ 1 1)\n" },
	{ "test\n"
	  "float x[2]\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x[0] < 1\n"
	  "check x[1] <= 2 rel 0.1 abs 1e-3",
	  "test\n"
	  "  float x of 2\n"
	  "  run k<<<1, 1>>>(x)\n"
	  "  check x[0] < 1\n"
	  "  check x[1] <= 2 rel 0.1 abs 0.001\n" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, device.sm_count>>>()\n"
	  "check x == 1",
	  "test\n"
	  "  float x of 1\n"
	  "  run k<<<1, device.sm_count>>>()\n"
	  "  check x == 1\n" },
	{ "probe sw\n"
	  "float x[1024] = uniform(-1, 0)\n"
	  "k_sw<<<264, 1024>>>(x)\n"
	  "work ops = 264 * 1024 * 256",
	  "probe sw\n"
	  "  float x of 1024 = uniform((neg 1), 0)\n"
	  "  run k_sw<<<264, 1024>>>(x)\n"
	  "  work ops (* (* 264 1024) 256)\n" },
	{ "probe copy on H200*\n"
	  "int n = 1024\n"
	  "float a[n], b[n]\n"
	  "copy<<<1, 32>>>(a, b, n)\n"
	  "work bytes = 8*n",
	  "probe copy on H200*\n"
	  "  int n = 1024\n"
	  "  float a of n\n"
	  "  float b of n\n"
	  "  run copy<<<1, 32>>>(a, b, n)\n"
	  "  work bytes (* 8 n)\n" },
};

/* The body of a marker and what is said of it: OFFSET+BYTES MESSAGE; … */
static const struct said bad[] = {
	{ "begn t1",
	  "0+4 unknown directive 'begn'" },
	{ "begin t1",
	  "0+5 unknown directive 'begin'" },
	{ "end t1",
	  "0+3 unknown directive 'end'" },
	{ "tabel\n"
	  "rows x",
	  "0+5 unknown directive 'tabel'; 0+5 note: did you mean "
	  "'table'?" },
	{ "hold x < 3",
	  "0+4 unknown directive 'hold'; 0+4 note: did you mean "
	  "'holds'?" },
	{ "Holds x < 3",
	  "0+5 unknown directive 'Holds'; 0+5 note: did you mean "
	  "'holds'?" },
	{ "cite blog",
	  "0+4 unknown directive 'cite'; 0+4 note: did you mean "
	  "'cites'?" },
	{ "lets regs",
	  "0+4 unknown directive 'lets'; 0+4 note: did you mean 'let'?" },
	{ "ignored why",
	  "0+7 unknown directive 'ignored'; 0+7 note: did you mean "
	  "'ignore'?" },
	{ "foo \"bar\"",
	  "0+3 unknown directive 'foo'" },
	{ "+",
	  "0+1 expected an expression, found '+'" },
	{ "a b",
	  "0+1 unknown directive 'a'" },
	{ "a within",
	  "8+0 expected an expression, found the end" },
	{ "a within 3% within 4%",
	  "12+6 'within' is given twice" },
	{ "a within 3% between 1 and 2",
	  "12+7 'within' and 'between' are two bands for one claim" },
	{ "a between 3",
	  "11+0 expected 'and' or an operator, found the end" },
	{ "a between 3 or 4",
	  "12+2 expected 'and' or an operator, found 'or'" },
	{ "a between 67 and 60",
	  "10+2 'between' has its lower end first" },
	{ "a wihtin 3%",
	  "2+6 expected an option or the end, found 'wihtin'; 2+6 "
	  "note: did you mean 'within'?" },
	{ "lat betwen 1 and 2",
	  "4+6 expected an option or the end, found 'betwen'; 4+6 "
	  "note: did you mean 'between'?" },
	{ "hold it < 3",
	  "0+4 unknown directive 'hold'; 0+4 note: did you mean "
	  "'holds'?" },
	{ "a on",
	  "4+0 expected a device or an architecture, found the end" },
	{ "a in",
	  "4+0 expected a unit, found the end" },
	{ "a in parsecs",
	  "5+7 unknown unit 'parsecs'" },
	{ "a because",
	  "9+0 expected a reason, found the end" },
	{ "a because  ",
	  "11+0 expected a reason, found the end" },
	{ "a id=",
	  "5+0 expected a name, found the end" },
	{ "a id=Sol",
	  "5+3 a name has small letters, digits and '_', a letter first" },
	{ "a id=9x",
	  "5+2 a name has small letters, digits and '_', a letter first" },
	{ "a id=a-b",
	  "5+3 a name has small letters, digits and '_', a letter first" },
	{ "a id=old",
	  "5+3 'old' is a word of expressions, not a name" },
	{ "a id=_x",
	  "5+2 a name has small letters, digits and '_', a letter first" },
	{ "a id=x id=y",
	  "7+2 'id' is given twice" },
	{ "a, b",
	  "1+1 expected an option or the end, found ','" },
	{ "a = b",
	  "2+1 expected an option or the end, found '='; 2+1 note: "
	  "'==' compares" },
	{ "a == b",
	  "0+6 a condition is marked 'holds'" },
	{ "a < b to c",
	  "0+5 a condition is marked 'holds'" },
	{ "a & b & c",
	  "8+1 '&' joins two values, not more" },
	{ "a & b to c",
	  "6+2 expected an option or the end, found 'to'" },
	{ "\"text\"",
	  "0+6 expected a value, found a text" },
	{ "a to",
	  "4+0 expected an expression, found the end" },
	{ "a to b to c",
	  "7+2 expected an option or the end, found 'to'" },
	{ "a to \"x\"",
	  "5+3 expected a value, found a text" },
	{ "(a + b",
	  "6+0 expected ')' or an operator, found the end; 0+1 note: "
	  "opened here" },
	{ "f(a",
	  "3+0 expected ',', ')' or an operator, found the end; 1+1 "
	  "note: opened here" },
	{ "a \"x",
	  "0+1 unknown directive 'a'" },
	{ "holds",
	  "5+0 expected an expression, found the end" },
	{ "holds a + b",
	  "6+5 expected a condition, found a value" },
	{ "holds 4",
	  "6+1 expected a condition, found a value" },
	{ "holds \"x\"",
	  "6+3 expected a condition, found a value" },
	{ "holds -a",
	  "6+2 expected a condition, found a value" },
	{ "holds sass(x) count \"y\"",
	  "6+17 expected a condition, found a value" },
	{ "holds a < b & c + d",
	  "14+5 expected a condition, found a value" },
	{ "holds a = b",
	  "8+1 expected an option or the end, found '='; 8+1 note: "
	  "'==' compares" },
	{ "holds a < b between 1 and 2",
	  "12+7 'between' does not go with 'holds'" },
	{ "holds a < b < c",
	  "12+1 comparisons do not chain: join two with '&'" },
	{ "= 4 * 5",
	  "2+1 '=' stands alone: an expression has none before it" },
	{ "== 5",
	  "0+1 expected an expression, found '='" },
	{ "= foo",
	  "2+3 '=' stands alone: an expression has none before it" },
	{ "= between 1 and 2",
	  "2+7 'between' does not go with '='" },
	{ "let",
	  "3+0 expected a name, found the end" },
	{ "let N",
	  "4+1 a name has small letters, digits and '_', a letter first" },
	{ "let x y",
	  "6+1 expected an option or the end, found 'y'" },
	{ "let x within 3%",
	  "6+6 'within' does not go with 'let'" },
	{ "let x id=y",
	  "6+2 'id' does not go with 'let'" },
	{ "let has",
	  "4+3 'has' is a word of expressions, not a name" },
	{ "cites",
	  "5+0 expected a source, found the end" },
	{ "cites blog page 4",
	  "16+1 expected an option or the end, found '4'" },
	{ "cites blog within 3%",
	  "11+6 'within' does not go with 'cites'" },
	{ "cites \"blog",
	  "6+1 text in quotes is not closed on its line" },
	{ "open",
	  "4+0 expected an expression, found the end" },
	{ "open a b",
	  "7+1 expected an option or the end, found 'b'" },
	{ "ignore",
	  "6+0 expected a reason, found the end" },
	{ "ignore within 3%",
	  "7+6 'within' does not go with 'ignore'" },
	{ "ignore id=x",
	  "7+2 'id' does not go with 'ignore'" },
	{ "ignore between 1 and 2",
	  "7+7 'between' does not go with 'ignore'" },
	{ "retired",
	  "7+0 expected the id of a claim, found the end" },
	{ "retired x",
	  "9+0 expected a reason, found the end" },
	{ "at",
	  "2+0 expected a text in quotes, found the end" },
	{ "at foo",
	  "3+3 expected a text in quotes, found 'foo'" },
	{ "at \"x\"",
	  "6+0 expected a marker, found the end" },
	{ "at \"\" 4",
	  "3+2 text is empty" },
	{ "at \"x",
	  "3+1 text in quotes is not closed on its line" },
	{ "at \"x\" at \"y\" 4",
	  "7+2 'at' cannot stand behind 'at'" },
	{ "at \"x\" table",
	  "7+5 'table' cannot stand behind 'at'" },
	{ "at \"x\" test",
	  "7+4 'test' cannot stand behind 'at'" },
	{ "at \"x\" begn t1",
	  "7+4 unknown directive 'begn'" },
	{ "at \"a\" 4\n"
	  "\"b\" +\n"
	  "\"c\" 3 4",
	  "13+1 expected an expression, found '+'; 21+1 expected an "
	  "option or the end, found '4'" },
	{ "at every",
	  "8+0 expected a text in quotes, found the end" },
	{ "at\n"
	  "\"a\" 4\n"
	  "b 5",
	  "9+1 expected an option or the end, found 'b'" },
	{ "table",
	  "5+0 expected a line 'column' or 'cites', found the end" },
	{ "table\n",
	  "6+0 expected a line 'column' or 'cites', found the end" },
	{ "table\n"
	  "rows x",
	  "12+0 expected a line 'column' or 'cites', found the end" },
	{ "table\n"
	  "colum \"X\" = 4",
	  "6+5 unknown line of a table 'colum'; 6+5 note: did you mean "
	  "'column'?" },
	{ "table\n"
	  "column = 4",
	  "13+1 expected the head of a column, found '='" },
	{ "table\n"
	  "column \"X\"",
	  "16+0 expected '=' or 'ignore', found the end" },
	{ "table\n"
	  "column \"X\" 4",
	  "17+1 expected '=' or 'ignore', found '4'" },
	{ "table\n"
	  "column \"X\" =",
	  "18+0 expected an expression, found the end" },
	{ "table\n"
	  "column \"X\" = a < b",
	  "19+5 a condition is marked 'holds'" },
	{ "table\n"
	  "column \"X\" = a id=x",
	  "21+2 'id' does not go with 'column'" },
	{ "table\n"
	  "column \"X\" = a b",
	  "21+1 expected an option or the end, found 'b'" },
	{ "table\n"
	  "column \"X\" = 1\n"
	  "column \"X\" = 2",
	  "28+3 column 'X' is given twice; 6+14 note: the first time" },
	{ "table\n"
	  "rows x\n"
	  "rows y\n"
	  "column \"X\" = 1",
	  "13+6 'rows' is given twice" },
	{ "table\n"
	  "rows\n"
	  "column \"X\" = 1",
	  "10+0 expected the head of a column, found the end" },
	{ "table\n"
	  "rows \"x\" foo\n"
	  "column \"X\" = 1",
	  "15+3 expected '=' or ':', found 'foo'" },
	{ "table\n"
	  "rows x = format\n"
	  "column \"X\" = 1",
	  "21+0 expected '.*' at the end of the rows' names, found the "
	  "end" },
	{ "table\n"
	  "rows x = format.* y\n"
	  "column \"X\" = 1",
	  "25+0 expected '.*' at the end of the rows' names, found the "
	  "end" },
	{ "table\n"
	  "rows x: y\n"
	  "column \"X\" = 1",
	  "14+1 expected a text in quotes, found 'y'" },
	{ "table\n"
	  "rows x: \"a\"\n"
	  "column \"X\" = 1",
	  "17+0 expected '=', found the end" },
	{ "table\n"
	  "rows x: \"a\" = \n"
	  "column \"X\" = 1",
	  "19+0 expected an expression, found the end" },
	{ "table\n"
	  "rows x: \"a\" = b c\n"
	  "column \"X\" = 1",
	  "22+1 expected ',' or an operator, found 'c'" },
	{ "table\n"
	  "per foo",
	  "10+3 expected 'device', found 'foo'" },
	{ "table\n"
	  "per device x",
	  "17+1 expected the end of the line, found 'x'" },
	{ "table\n"
	  "per device",
	  "16+0 expected a line 'column' or 'cites', found the end" },
	{ "table\n"
	  "cites",
	  "11+0 expected a source, found the end" },
	{ "table\n"
	  "cites a b c",
	  "16+1 expected the end of the line, found 'c'" },
	{ "given",
	  "5+0 expected declarations or code, found the end" },
	{ "given n",
	  "6+1 expected a type and a name, found 'n'" },
	{ "given int n;; int m",
	  "12+1 a declaration is missing before ';'" },
	{ "given int n,",
	  "11+1 a name is missing behind ','" },
	{ "given int a,,b",
	  "11+1 a name is missing behind ','" },
	{ "given __device__ int f(int), g(int)",
	  "27+1 a prototype stands alone: ';' goes before it" },
	{ "given int n\n"
	  "code();",
	  "19+0 expected a line '...' for the fence, found the end" },
	{ "given int n\n"
	  "a();\n"
	  "...\n"
	  "b();\n"
	  "...",
	  "26+3 a second line '...'" },
	{ "fence",
	  "5+0 expected words of a fence, found the end" },
	{ "code",
	  "4+0 expected code on the lines below 'code', found the end" },
	{ "code\n",
	  "5+0 expected code on the lines below 'code', found the end" },
	{ "code int a;",
	  "11+0 expected code on the lines below 'code', found the end" },
	{ "test",
	  "4+0 no line launches a kernel" },
	{ "test foo",
	  "5+3 expected an option or the end, found 'foo'" },
	{ "test id=",
	  "8+0 expected a name, found the end" },
	{ "test\n"
	  "float x[1]",
	  "15+0 no line launches a kernel" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)",
	  "30+0 no line is a 'check' or 'fails'" },
	{ "test\n"
	  "k<<<1, 1>>>()\n"
	  "check 1 == 1\n"
	  "chekc 2 == 2",
	  "32+5 expected a declaration, a launch or 'check', found "
	  "'chekc'; 32+5 note: did you mean 'check'?" },
	{ "test\n"
	  "flaot x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x == 1",
	  "5+5 expected a declaration, a launch or 'check', found "
	  "'flaot'; 5+5 note: did you mean 'float'?" },
	{ "test\n"
	  "float *x\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x == 1",
	  "11+1 expected the name of a variable, found '*'; 11+1 note: "
	  "an array is written 'name[size]'" },
	{ "test\n"
	  "float x[\n"
	  "k<<<1, 1>>>(x)",
	  "15+1 expected ']' or an operator, found '<'" },
	{ "test\n"
	  "float x[4\n"
	  "check x == 1",
	  "15+5 expected ']' or an operator, found 'check'" },
	{ "test\n"
	  "float x[2], x\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x == 1",
	  "17+1 variable 'x' is declared twice; 11+4 note: the first "
	  "time" },
	{ "test\n"
	  "float x[2]\n"
	  "half x\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x == 1",
	  "21+1 variable 'x' is declared twice; 11+4 note: the first "
	  "time" },
	{ "test\n"
	  "int n in\n"
	  "k<<<1, 1>>>(n)\n"
	  "check n == 1",
	  "13+0 expected an expression, found the end" },
	{ "test\n"
	  "int n in 5..1\n"
	  "k<<<1, 1>>>(n)\n"
	  "check n == 1",
	  "14+4 range is empty" },
	{ "test\n"
	  "int n[2] in 1..2\n"
	  "k<<<1, 1>>>(n)\n"
	  "check n == 1",
	  "17+1 an array takes no values in turn" },
	{ "test\n"
	  "int n = \n"
	  "k<<<1, 1>>>(n)\n"
	  "check n == 1",
	  "12+0 expected an expression, found the end" },
	{ "test\n"
	  "int n 4\n"
	  "k<<<1, 1>>>(n)\n"
	  "check n == 1",
	  "11+1 expected ',', '=', 'in' or the end, found '4'" },
	{ "test\n"
	  "float x[n]\n"
	  "int n = 4\n"
	  "k<<<1, 1>>>(n)\n"
	  "check x == 1",
	  "13+1 no variable 'n' is declared above" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1>>>(x)\n"
	  "check x == 1",
	  "21+1 expected ',' and the threads of a block, found '>'" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>(x)\n"
	  "check x == 1",
	  "24+1 expected '>>>' or an operator, found '>'" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>x\n"
	  "check x == 1",
	  "27+1 expected '(' and the kernel's arguments, found 'x'" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x\n"
	  "check x == 1",
	  "30+5 expected ',', ')' or an operator, found 'check'" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x) y\n"
	  "check x == 1",
	  "31+1 expected the end of the line, found 'y'" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(y)\n"
	  "check x == 1",
	  "28+1 no variable 'y' is declared above" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<m, 1>>>(x)\n"
	  "check z == 1",
	  "20+1 no variable 'm' is declared above; 37+1 no variable "
	  "'z' is declared above" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(i)\n"
	  "check x == 1",
	  "28+1 no variable 'i' is declared above" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1, 0, 0>>>(x)\n"
	  "check x == 1",
	  "27+1 expected '>>>' or an operator, found ','" },
	{ "test\n"
	  "float x[1]\n"
	  "k(x)\n"
	  "check x == 1",
	  "16+1 expected a declaration, a launch or 'check', found 'k'" },
	{ "test\n"
	  "float x[1]\n"
	  "x[i] = 4\n"
	  "check x == 1",
	  "23+1 expected a call of a device function" },
	{ "test\n"
	  "float x[1]\n"
	  "x[i] x\n"
	  "check x == 1",
	  "21+1 expected '=', found 'x'" },
	{ "test\n"
	  "float x[1]\n"
	  "x[i].y = f(x)\n"
	  "check x == 1",
	  "16+6 expected an element of an array" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x",
	  "38+0 expected a comparison or an operator, found the end" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x = 1",
	  "39+1 expected a comparison or an operator, found '='; 39+1 "
	  "note: '==' compares" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x == 1 rel",
	  "47+0 expected an expression, found the end" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x == 1 rel 1 rel 2",
	  "50+3 'rel' is given twice" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x == 1 relative 2",
	  "44+8 expected an operator, 'rel', 'abs' or 'ulp', found "
	  "'relative'" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x == 1\n"
	  "fails nan",
	  "44+9 a test has 'check' or 'fails', not both; 31+12 note: "
	  "the other one" },
	{ "test\n"
	  "float x[8]\n"
	  "k<<<2, 4>>>(x, 8)\n"
	  "check x == k<<<2, 4>>>(8)",
	  "45+14 this is the launch that is checked: it agrees with itself" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "fails badly",
	  "37+5 expected 'wrong', 'nan', 'bounds', 'race', 'hang', 'align', "
	  "'barrier', 'unwritten', 'assert' or 'trap', found 'badly'" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "fails nan x == 1",
	  "41+1 expected the end of the line, found 'x'" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "fails wrong nan",
	  "46+0 expected a comparison or an operator, found the end" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "allow race\n"
	  "check x == 1",
	  "37+4 expected 'races', found 'race'" },
	{ "test\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "work flops = 2",
	  "31+4 'work' is a line of a probe" },
	{ "test\n"
	  "float x[1]\n"
	  "*\n"
	  "check x == 1",
	  "16+1 expected a declaration, a launch or 'check', found '*'" },
	{ "probe",
	  "5+0 expected a name, found the end" },
	{ "probe Foo",
	  "6+3 a name has small letters, digits and '_', a letter first" },
	{ "probe p within 3%",
	  "8+6 'within' does not go with 'probe'" },
	{ "probe p\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)",
	  "33+0 no line is 'work'" },
	{ "probe p\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "check x == 1",
	  "34+5 'check' is a line of a test" },
	{ "probe p\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "work flop = 1",
	  "39+4 expected 'flops', 'bytes' or 'ops', found 'flop'" },
	{ "probe p\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "work flops 1",
	  "45+1 expected '=', found '1'" },
	{ "probe p\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "work flops bytes = 1",
	  "45+5 expected '=', found 'bytes'" },
	{ "probe p\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "work flops = q",
	  "47+1 no variable 'q' is declared above" },
	{ "probe p\n"
	  "float x[1]\n"
	  "k<<<1, 1>>>(x)\n"
	  "work flops = 1\n"
	  "work ops = 2",
	  "49+4 'work' is given twice" },
	{ "probe p\n"
	  "work flops = 1",
	  "22+0 no line launches a kernel" },
};

/* An info string and what it says. */
static const struct said infos[] = {
	{ "cuda",
	  "cuda" },
	{ "CUDA",
	  "cuda" },
	{ "cuda id=packed",
	  "cuda id=packed" },
	{ "cuda id=packed sm=80,90a sketch",
	  "cuda id=packed sm_80 sm_90a sketch" },
	{ "cuda fails",
	  "cuda fails" },
	{ "cuda fails=\"no such\"",
	  "cuda fails=no such" },
	{ "CPP fails=\"a \\\"b\\\"\"",
	  "cpp fails=a \"b\"" },
	{ "c++ sketch",
	  "c++ sketch" },
	{ "ptx sm=sm_100a",
	  "ptx sm_100a" },
	{ "cuda sm=9.0a,compute_80,SM90A",
	  "cuda sm_90a sm_80 sm_90a" },
	{ "python title=\"x\" {1,3}",
	  "python" },
	{ "{.python}",
	  "{.python}" },
	{ "text",
	  "text" },
	{ "cuda-cpp foo",
	  "cuda-cpp" },
	{ "cudacpp x",
	  "cudacpp" },
	{ "c",
	  "c" },
	{ "cu x",
	  "cu" },
	{ "cppx y",
	  "cppx" },
	{ "",
	  "" },
	{ "  cuda   id=a  ",
	  "cuda id=a" },
};

static const struct said bad_infos[] = {
	{ "cuda{probe=b}",
	  "0+13 words of a fence stand behind its language with blanks "
	  "between; 0+13 note: write 'cuda id=NAME'" },
	{ "{.cuda probe=c}",
	  "0+6 words of a fence stand behind its language with blanks "
	  "between; 0+6 note: write 'cuda id=NAME'" },
	{ "{cuda}",
	  "0+6 words of a fence stand behind its language with blanks "
	  "between; 0+6 note: write 'cuda id=NAME'" },
	{ "cuda,probe=e",
	  "0+12 words of a fence stand behind its language with blanks "
	  "between; 0+12 note: write 'cuda id=NAME'" },
	{ "cuda porbe=f",
	  "5+5 unknown word of a fence 'porbe'" },
	{ "cuda probe=a",
	  "5+5 unknown word of a fence 'probe'" },
	{ "cuda skecth",
	  "5+6 unknown word of a fence 'skecth'; 5+6 note: did you "
	  "mean 'sketch'?" },
	{ "cuda id",
	  "7+0 expected 'id=NAME'" },
	{ "cuda id=",
	  "7+1 expected 'id=NAME'" },
	{ "cuda id= x",
	  "7+1 expected 'id=NAME'" },
	{ "cuda id=X",
	  "8+1 a name has small letters, digits and '_', a letter first" },
	{ "cuda id=a id=b",
	  "10+2 'id' is given twice" },
	{ "cuda sm=",
	  "7+1 expected 'sm=80,90a'" },
	{ "cuda sm=80,",
	  "11+0 expected an architecture" },
	{ "cuda sm=80,9",
	  "11+1 unknown architecture '9'; "
	  "the nearest known is 'sm_90'" },
	{ "cuda sm=hopper",
	  "8+6 unknown architecture 'hopper'; "
	  "the nearest known is 'sm_90'" },
	{ "cuda sm=80 sm=90",
	  "11+2 'sm' is given twice" },
	{ "cuda sketch sketch",
	  "12+6 'sketch' is given twice" },
	{ "cuda sketch=1",
	  "11+1 expected a blank, found '='" },
	{ "cuda fails=x",
	  "11+1 expected a pattern in quotes, found 'x'" },
	{ "cuda fails=\"x",
	  "11+1 text in quotes is not closed on its line" },
	{ "cuda fails fails",
	  "11+5 'fails' is given twice" },
	{ "cuda sketch fails",
	  "0+17 a fence is a 'sketch' or 'fails', not both" },
	{ "cuda fails=\"a\"b",
	  "14+1 expected a blank, found 'b'" },
	{ "cuda \"x\"",
	  "5+3 unknown word of a fence '\"x\"'" },
	{ "cuda:x",
	  "0+6 words of a fence stand behind its language with blanks "
	  "between; 0+6 note: write 'cuda id=NAME'" },
	{ "cuda {.numbered}",
	  "5+11 unknown word of a fence '{.numbered}'" },
	{ "ptx 5",
	  "4+1 unknown word of a fence '5'" },
};

/* Words of a fence marker, which name no language. */
static const struct said marked[] = {
	{ "id=a sm=90a",
	  " id=a sm_90a" },
	{ "sketch",
	  " sketch" },
	{ "fails=\"x y\"",
	  " fails=x y" },
	{ "",
	  "" },
};

static const struct said bad_marked[] = {
	{ "cuda id=a",
	  "0+4 unknown word of a fence 'cuda'" },
	{ "foo",
	  "0+3 unknown word of a fence 'foo'" },
	{ "id=a,sm=90",
	  "3+7 a name has small letters, digits and '_', a letter first" },
};

static struct span
span_make(struct arena *a, struct str text)
{
	const struct source *s = source_make(a, STR("page"),
					     arena_copy(a, text));

	return source_span(s, 0, s->text.n);
}

static struct marker *
parse(struct arena *a, struct str text, struct diag *d)
{
	struct span all = span_make(a, text);
	struct comment c = { .at = all, .body = all, .alone = true };

	return marker_parse(a, &c, d);
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
		struct marker *m = parse(a, str_of(good[i].text), d);
		struct buf out = { NULL, 0, 0 };

		CHECK_ROW(good[i].text);
		CHECK(m != NULL);
		CHECK_STR(messages(a, d), "");
		if (m) {
			marker_dump(&out, m);
			CHECK_STR(buf_str(&out), good[i].want);
			CHECK_STR(span_str(m->at), good[i].text);
		}
		buf_free(&out);
	}
}

static void
test_bad(struct arena *a)
{
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		struct diag *d = diag_make(a);

		CHECK_ROW(bad[i].text);
		CHECK(!parse(a, str_of(bad[i].text), d));
		CHECK_STR(messages(a, d), bad[i].want);
	}
}

static struct str
words_text(struct arena *a, const struct fence_words *w)
{
	struct str text = w->language;

	if (w->id.n)
		text = arena_printf(a, STR_FMT " id=" STR_FMT, STR_ARG(text),
				    STR_ARG(w->id));
	for (size_t i = 0; i < w->nsm; i++)
		text = arena_printf(a, STR_FMT " " STR_FMT, STR_ARG(text),
				    STR_ARG(w->sm[i]));
	return arena_printf(a, STR_FMT "%s%s%s" STR_FMT, STR_ARG(text),
			    w->sketch ? " sketch" : "",
			    w->fails ? " fails" : "", w->pattern.n ? "=" : "",
			    STR_ARG(w->pattern));
}

/* A language is there if the words do not stand in a marker. */
static void
test_infos(struct arena *a, const struct said *rows, size_t n, bool in_marker)
{
	for (size_t i = 0; i < n; i++) {
		struct diag *d = diag_make(a);
		struct span info = span_make(a, str_of(rows[i].text));
		struct fence_words w;

		CHECK_ROW(rows[i].text);
		CHECK(fence_words_parse(a, &w, info, in_marker, d));
		CHECK_STR(words_text(a, &w), rows[i].want);
		CHECK_NUM(d->n, 0);
	}
}

static void
test_bad_infos(struct arena *a, const struct said *rows, size_t n,
	       bool in_marker)
{
	for (size_t i = 0; i < n; i++) {
		struct diag *d = diag_make(a);
		struct span info = span_make(a, str_of(rows[i].text));
		struct fence_words w;

		CHECK_ROW(rows[i].text);
		CHECK(!fence_words_parse(a, &w, info, in_marker, d));
		CHECK_STR(messages(a, d), rows[i].want);
	}
}

static void
test_places(struct arena *a)
{
	struct diag *d = diag_make(a);
	struct marker *m = parse(a, STR("at\n every  \"4 SMs\"  a + b id=x\n"
					"\"5\" cites p q"), d);

	CHECK_ROW("places of at");
	CHECK_STR(span_str(m->items->at), "every  \"4 SMs\"  a + b id=x");
	CHECK_STR(span_str(m->items->text_at), "\"4 SMs\"");
	CHECK_STR(span_str(m->items->body), "a + b id=x");
	CHECK_STR(span_str(m->items->options.id_at), "x");
	CHECK_STR(span_str(m->items->expr->at), "a + b");
	CHECK_STR(m->items->next->text, "5");
	CHECK_STR(m->items->next->anchor, "q");

	CHECK_ROW("places of table");
	m = parse(a, STR("table\n  rows \"A b\" = format.*\n"
			 "column \"C\" = row.max\nrow"), d);
	CHECK(!m);
	m = parse(a, STR("table\n  rows \"A b\": \"x\" = y.z\n"
			 "column \"C\" = row.max  in KiB "), d);
	CHECK_STR(span_str(m->rows_at), "\"A b\"");
	CHECK_STR(span_str(m->row_names->at), "\"x\" = y.z");
	CHECK_STR(span_str(m->columns->at), "column \"C\" = row.max  in KiB");
	CHECK_STR(m->columns->options.in, "KiB");

	CHECK_ROW("places of test");
	m = parse(a, STR("test\nfloat  x[2] = 1 , y[2];\n"
			 "k<<<1, 1>>>(x) ;\ncheck  x == y"), d);
	CHECK_STR(span_str(m->variables->at), "x[2] = 1");
	CHECK_STR(span_str(m->variables->next->at), "y[2]");
	CHECK_STR(span_str(m->launches->at), "k<<<1, 1>>>(x)");
	CHECK_STR(span_str(m->checks->at), "check  x == y");
}

/* `head`, then n times `line`. */
static struct str
repeated(struct arena *a, const char *head, const char *line, size_t n)
{
	struct buf out = { NULL, 0, 0 };
	struct str text;

	buf_add(&out, str_of(head));
	for (size_t i = 0; i < n; i++)
		buf_printf(&out, "\n%s", line);
	text = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static void
test_limits(struct arena *a)
{
	struct diag *d = diag_make(a);
	struct str text = repeated(a, "test\nfloat x[1]\nk<<<1, 1>>>(x)",
				   "check x == 1", 254);

	CHECK_ROW("lines of a test");
	CHECK(parse(a, text, d) != NULL);
	CHECK_STR(messages(a, d), "");
	text = repeated(a, "test\nfloat x[1]\nk<<<1, 1>>>(x)",
			"check x == 1", 300000);
	CHECK(!parse(a, text, d));
	CHECK_STR(messages(a, d), "3333+5 marker has more than 256 lines");

	CHECK_ROW("lines of a table");
	d = diag_make(a);
	text = repeated(a, "table\ncites x", "per device", 256);
	CHECK(!parse(a, text, d));
	CHECK_STR(messages(a, d), "2819+3 marker has more than 256 lines");

	CHECK_ROW("variables");
	d = diag_make(a);
	text = STR("test\nint a0");
	for (int i = 1; i <= 64; i++)
		text = arena_printf(a, STR_FMT ", a%d", STR_ARG(text), i);
	CHECK(!parse(a, text, d));
	CHECK_STR(messages(a, d), "319+3 more than 64 variables");
}

/* The empty and the unprintable. */
static void
test_strange(struct arena *a)
{
	struct diag *d = diag_make(a);

	CHECK_ROW("strange");
	CHECK(!parse(a, STR(""), d));
	CHECK_STR(messages(a, d), "0+0 marker is empty");
	d = diag_make(a);
	CHECK(!parse(a, STR("a\0b"), d));
	CHECK_NUM(d->items[0].at.at, 1);
	d = diag_make(a);
	CHECK(!parse(a, STR("\xff\xfe"), d));
	CHECK_NUM(d->items[0].at.n, 1);
	d = diag_make(a);
	CHECK(!parse(a, STR("test\r\n\0"), d));
	CHECK(parse(a, STR("table\r\nrows a = b.*\r\ncolumn \"x\" = row\r\n"),
		    diag_make(a)) != NULL);
}

static void
test_words(void)
{
	struct buf help = { NULL, 0, 0 };
	struct str word, meaning;
	size_t n = 0;

	marker_help(&help);
	for (; marker_word(n, &word, &meaning); n++) {
		CHECK_ROW(word);
		CHECK(word.n > 0);
		CHECK(meaning.n >= 8);
		CHECK(str_find(buf_str(&help), word) < help.n);
		CHECK(str_find(buf_str(&help), meaning) < help.n);
	}
	CHECK_ROW("words");
	CHECK(n > 40);
	CHECK(!marker_word(n + 1, &word, &meaning));
	buf_free(&help);
}

int
main(void)
{
	struct arena *a = arena_make();

	test_good(a);
	test_bad(a);
	test_infos(a, infos, COUNT_OF(infos), false);
	test_infos(a, marked, COUNT_OF(marked), true);
	test_bad_infos(a, bad_infos, COUNT_OF(bad_infos), false);
	test_bad_infos(a, bad_marked, COUNT_OF(bad_marked), true);
	test_places(a);
	test_limits(a);
	test_strange(a);
	test_words();
	arena_free(a);
	CHECK_DONE();
}
