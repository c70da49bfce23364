/*
probe: mma_latency
summary: Clock cycles for each mma.sync of one warp that adds to independent accumulators.
parameters:
  type:    {values: [fp16, fp16acc, bf16, tf32, int8, fp64], at: compile, sweep: false}
  shape:   {values: [m8n8k4, m16n8k4, m16n8k8, m16n8k16, m16n8k32], at: compile, sweep: false}
  chains:  {values: [1, 2, 4, 8], at: compile}
  threads: {values: [32]}
let:
  m: {m8n8k4: 8, m16n8k4: 16, m16n8k8: 16, m16n8k16: 16, m16n8k32: 16}
  k: {m8n8k4: 4, m16n8k4: 4, m16n8k8: 8, m16n8k16: 16, m16n8k32: 32}
  size: {fp16: 2, fp16acc: 2, bf16: 2, tf32: 4, int8: 1, fp64: 8}
  sum:  {fp16: 4, fp16acc: 2, bf16: 4, tf32: 4, int8: 4, fp64: 8}
  deep: min(1, floor(k * size / 32))
  work: threads / 32
  body: 1536
uses: [clock, mma]
template: [type, shape, chains]
buffers:
  a:
    bytes: m * k * size * work
    fill:
      fp16:    grid f16 -1 1 0.0078125
      fp16acc: grid f16 -1 1 0.25
      bf16:    grid bf16 -1 1 0.0078125
      tf32:    grid f32 -1 1 0.001953125
      int8:    random s8 -127 127
      fp64:    grid f64 -1 1 9.5367431640625e-7
  b:
    bytes: 8 * k * size * work
    fill:
      fp16:    grid f16 -1 1 0.0078125
      fp16acc: grid f16 -1 1 0.25
      bf16:    grid bf16 -1 1 0.0078125
      tf32:    grid f32 -1 1 0.001953125
      int8:    random s8 -127 127
      fp64:    grid f64 -1 1 9.5367431640625e-7
  in:
    bytes: m * 8 * sum * chains * work
    fill:
      fp16:    grid f32 -16 16 0.00006103515625
      fp16acc: grid f16 -8 8 0.0625
      bf16:    grid f32 -16 16 0.00006103515625
      tf32:    grid f32 -4 4 0.000003814697265625
      int8:    random bits
      fp64:    grid f64 -16 16 9.094947017729282379150390625e-13
  out:
    bytes: m * 8 * sum * chains * work
    fill: poison
  clk:
    bytes: 8
    fill: poison
arguments: [out, in, a, b, clk, iterations]
grid: 1
block: threads
measure: cycles iterations 4
check: out same in
loop:
  instruction:
    fp16:    HMMA*
    fp16acc: HMMA*
    bf16:    HMMA*
    tf32:    HMMA*
    int8:    IMMA*
    fp64:    DMMA*
  count: body
metrics:
  cycles: {value: cycles / body, unit: cycles, best: min}
ceiling:
  metric: cycles
  bound: below
  value:
    fp16:    m * 8 * k * max(4, work) / device.per_clock.mma_fp16
    fp16acc: m * 8 * k * max(4, work) / device.per_clock.mma_fp16
    bf16:    m * 8 * k * max(4, work) / device.per_clock.mma_bf16
    tf32:    m * 8 * k * max(4, work) / device.per_clock.mma_tf32
    int8:    m * 8 * k * max(4, work) / device.per_clock.mma_int8
    fp64:    m * 8 * k * max(4, work) / device.per_clock.mma_fp64
  reach:
    fp16:    0.45 + 0.15 * deep
    fp16acc: 0.45 + 0.15 * deep
    bf16:    0.45 + 0.15 * deep
    tf32:    0.45 + 0.15 * deep
    int8:    0.45 + 0.15 * deep
    fp64:    0.9 * m / 16
*/

/*
 * The cycles are those of a step of one chain. With one chain they are the
 * latency from C to D; the bound, which enough chains come to, is the dense
 * peak of a tensor core, one of an SM's four. On compute capability 9.0 that is
 * wgmma's: an mma.sync of m16n8k16 takes 6 cycles and not 4, of m16n8k8
 * likewise 4 and not 2. `deep` are the shapes whose k is 32 bytes; the reach is
 * little less than was seen. Of fp64 all but m8n8k4 come to the peak. With more
 * threads than 128 the warps share the tensor cores of one SM.
 *
 * C += A * B and then C += A * (-B) leaves C as it was, where the sums are
 * exact: A and B are multiples of a power of two and few bits wide, C is one of
 * the like, so that no sum outgrows the significand. All three are random, and
 * after an even number of steps C is back bit for bit. `fp16` sums in fp32,
 * `fp16acc` in fp16.
 */

constexpr int body = 1536;

template <class type, class shape, int chains>
static __device__ __forceinline__ void
mma_latency(void *out, void *in, void *a, void *b, void *clk,
    unsigned iterations)
{
	static_assert(body % (2 * chains) == 0,
	    "chains must be a power of two, 256 at most");
	using mma = mma<type, shape>;
	using word = typename type::word;
	const unsigned first = threadIdx.x, stride = blockDim.x;
	word as[mma::as], bs[2][mma::bs], cs[chains][mma::cs];

	for (int i = 0; i < mma::as; i++)
		as[i] = static_cast<word *>(a)[first + i * stride];
	for (int i = 0; i < mma::bs; i++) {
		bs[0][i] = static_cast<word *>(b)[first + i * stride];
		bs[1][i] = type::negated(bs[0][i]);
	}
	for (int i = 0; i < chains * mma::cs; i++)
		cs[i / mma::cs][i % mma::cs] =
		    static_cast<word *>(in)[first + i * stride];
	__syncthreads();
	const unsigned long long start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < body / chains; step++)
			for (int c = 0; c < chains; c++)
				mma::step(cs[c], as, bs[step % 2]);
	}
	const unsigned long long end = clock_ticks();
	for (int i = 0; i < chains * mma::cs; i++)
		static_cast<word *>(out)[first + i * stride] =
		    cs[i / mma::cs][i % mma::cs];
	if (threadIdx.x == 0)
		*static_cast<unsigned long long *>(clk) = end - start;
}
