/*
probe: mma_throughput
summary: Rate of mma.sync on the whole device, each warp adding to independent accumulators.
parameters:
  type:    {values: [fp16, fp16acc, bf16, tf32, fp8, int8, fp64], at: compile, sweep: false}
  shape:   {values: [m8n8k4, m16n8k4, m16n8k8, m16n8k16, m16n8k32], at: compile, sweep: false}
  chains:  {values: [1, 2, 4, 8], at: compile}
  threads: {values: [256]}
  blocks:  {values: [sm, 2*sm, 4*sm]}
let:
  m: {m8n8k4: 8, m16n8k4: 16, m16n8k8: 16, m16n8k16: 16, m16n8k32: 16}
  k: {m8n8k4: 4, m16n8k4: 4, m16n8k8: 8, m16n8k16: 16, m16n8k32: 32}
  size: {fp16: 2, fp16acc: 2, bf16: 2, tf32: 4, fp8: 1, int8: 1, fp64: 8}
  sum:  {fp16: 4, fp16acc: 2, bf16: 4, tf32: 4, fp8: 4, int8: 4, fp64: 8}
  each: {fp16: 1, fp16acc: 1, bf16: 1, tf32: 1, fp8: 2, int8: 1, fp64: 1}
  deep: min(1, floor(k * size / 32))
  body: 128
  work: threads * blocks
  fmas: m * 8 * k * body * work / 32
uses: [mma]
template: [type, shape, chains]
buffers:
  a:
    bytes: m * k * size * work / 32
    fill:
      fp16:    grid f16 -1 1 0.0078125
      fp16acc: grid f16 -1 1 0.25
      bf16:    grid bf16 -1 1 0.0078125
      tf32:    grid f32 -1 1 0.001953125
      fp8:     grid e4m3 -1 1 0.125
      int8:    random s8 -127 127
      fp64:    grid f64 -1 1 9.5367431640625e-7
  b:
    bytes: 8 * k * size * work / 32
    fill:
      fp16:    grid f16 -1 1 0.0078125
      fp16acc: grid f16 -1 1 0.25
      bf16:    grid bf16 -1 1 0.0078125
      tf32:    grid f32 -1 1 0.001953125
      fp8:     grid e4m3 -1 1 0.125
      int8:    random s8 -127 127
      fp64:    grid f64 -1 1 9.5367431640625e-7
  in:
    bytes: m * 8 * sum * chains * work / 32
    fill:
      fp16:    grid f32 -16 16 0.00006103515625
      fp16acc: grid f16 -8 8 0.0625
      bf16:    grid f32 -16 16 0.00006103515625
      tf32:    grid f32 -4 4 0.000003814697265625
      fp8:     grid f32 -32 32 0.015625
      int8:    random bits
      fp64:    grid f64 -16 16 9.094947017729282379150390625e-13
  out:
    bytes: m * 8 * sum * chains * work / 32
    fill: poison
arguments: [out, in, a, b, iterations]
grid: blocks
block: threads
measure: events iterations 32
check: out same in
loop:
  instruction:
    fp16:    HMMA*
    fp16acc: HMMA*
    bf16:    HMMA*
    tf32:    HMMA*
    fp8:     HMMA*
    int8:    IMMA*
    fp64:    DMMA*
  count: each * body
metrics:
  rate:      {value: 2 * fmas / time, unit: FLOP/s, best: max}
  ops:       {value: 2 * fmas / time, unit: OP/s, best: max}
  time:      {value: 10^12 * time / fmas, unit: s, best: min}
  per_clock: {value: fmas / time * 2 * device.per_clock.fp32 / device.peak.fp32, best: max}
ceiling:
  metric: rate
  value:
    fp16:    device.peak.mma_fp16
    fp16acc: device.peak.mma_fp16
    bf16:    device.peak.mma_bf16
    tf32:    device.peak.mma_tf32
    fp8:     device.peak.mma_fp8
    int8:    device.peak.mma_int8
    fp64:    device.peak.mma_fp64
  reach:
    fp16:    0.43 + 0.15 * deep
    fp16acc: 0.43 + 0.15 * deep
    bf16:    0.43 + 0.15 * deep
    tf32:    0.43 + 0.15 * deep
    fp8:     0.09 + 0.06 * deep
    int8:    0.43 + 0.15 * deep
    fp64:    0.9 * m / 16
*/

/*
 * C += A * B and then C += A * (-B) leaves C as it was, where the sums are
 * exact: A and B are multiples of a power of two and few bits wide, C is one of
 * the like, so that no sum outgrows the significand. All three are random, and
 * after an even number of steps C is back bit for bit. `fp16` sums in fp32,
 * `fp16acc` in fp16; fp8 is e4m3.
 *
 * The ceiling is the dense peak of the tensor cores. On compute capability 9.0
 * only the asynchronous wgmma comes to that: one mma.sync of m16n8k16 takes a
 * tensor core 6 cycles and not 4, of m16n8k8 likewise 4 and not 2, at any
 * number of warps and chains; where all SMs are at it 6.6 and 4.4, with zeros
 * as with random numbers. `deep` are the shapes whose k is 32 bytes; the reach
 * is little less than was seen. Of fp64 all but m8n8k4 come to the peak.
 *
 * fp8 is no instruction there: each mma is two of fp16, whose operands are
 * converted first, and an addition in fp32. Operands that stay the same would
 * leave the loop with all of it but the additions, so B takes other signs for
 * each pair of steps; the conversion of A does leave the loop.
 */

constexpr int body = 128;

/* Types whose operands are converted for each mma. */
template <class type> constexpr bool converts = false;
template <> constexpr bool converts<fp8> = true;

/* C += A * B', C -= A * B', where B' is B with signs of its own. */
template <class mma>
static __device__ void
turn(unsigned *c, const unsigned *a, const unsigned (*b)[mma::bs],
    unsigned signs)
{
	unsigned turned[2][mma::bs];

	for (int i = 0; i < mma::bs; i++) {
		turned[0][i] = b[0][i] ^ (signs & 0x80808080u);
		turned[1][i] = b[1][i] ^ (signs & 0x80808080u);
	}
	mma::step(c, a, turned[0]);
	mma::step(c, a, turned[1]);
}

template <class type, class shape, int chains>
static __device__ __forceinline__ void
mma_throughput(void *out, void *in, void *a, void *b, unsigned iterations)
{
	static_assert(body % (2 * chains) == 0,
	    "chains must be a power of two, 64 at most");
	using mma = mma<type, shape>;
	using word = typename type::word;
	const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned stride = gridDim.x * blockDim.x;
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
	unsigned fresh = as[0];
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < body / chains; step += 2)
			if constexpr (converts<type>)
				for (int c = 0; c < chains; c++) {
					fresh = fresh * 1664525 + 1013904223;
					turn<mma>(cs[c], as, bs, fresh);
				}
			else
				for (int c = 0; c < 2 * chains; c++)
					mma::step(cs[c % chains], as,
					    bs[c / chains]);
	}
	for (int i = 0; i < chains * mma::cs; i++)
		static_cast<word *>(out)[first + i * stride] =
		    cs[i / mma::cs][i % mma::cs];
}
