/*
probe: elementwise_bandwidth
summary: Time and bandwidth of y = a * x + b over an array much larger than the L2 cache.
parameters:
  type:    {values: [fp32, fp64, fp16, fp16x2, bf16, bf16x2], at: compile, sweep: false}
  width:   {values: [1, 2, 4], at: compile}
  chains:  {values: [1, 2, 4], at: compile}
  threads: {values: [256]}
let:
  size:     {fp32: 4, fp64: 8, fp16: 2, fp16x2: 4, bf16: 2, bf16x2: 4}
  lanes:    {fp32: 1, fp64: 1, fp16: 1, fp16x2: 2, bf16: 1, bf16x2: 2}
  elements: 2^27
  words:    elements / lanes
  moved:    2 * size * words
template: [type, width, chains]
buffers:
  in:
    bytes: size * words
    fill:
      fp32:   grid f32 0.5 1 5.9604644775390625e-8
      fp64:   grid f64 0.5 1 9.313225746154785e-10
      fp16:   grid f16 0.5 1 0.00048828125
      fp16x2: grid f16 0.5 1 0.00048828125
      bf16:   grid bf16 0.5 1 0.00390625
      bf16x2: grid bf16 0.5 1 0.00390625
  out:
    bytes: size * words
    fill: poison
arguments: [out, in, {f32: -1.0}, {f32: 1.0}]
grid: words / (width * chains * threads)
block: threads
measure: events launches 2
check:
  fp32:   out affine f32 in -1 1 0
  fp64:   out affine f64 in -1 1 0
  fp16:   out affine f16 in -1 1 0
  fp16x2: out affine f16 in -1 1 0
  bf16:   out affine bf16 in -1 1 0
  bf16x2: out affine bf16 in -1 1 0
loop:
  instruction: LDG*
  count: chains * ceil(size * width / 16)
metrics:
  rate:  {value: moved / time, unit: B/s, best: max}
  time:  {value: 10^9 * time / elements, unit: s, best: min}
  bytes: {value: 10^9 * moved / elements, unit: B, best: min}
ceiling: {metric: rate, value: device.dram_bytes_per_s, reach: 0.85}
*/

/*
 * A thread loads `chains` vectors of `width` words, a word being a scalar or a
 * packed pair, before it computes and stores the first; a vector of more than
 * 16 bytes is moved in several parts. There is no loop: one thread for each
 * group of elements, as such kernels are mostly written. The number of elements
 * is the same for all types, so that ratios of time compare equal work; time and
 * bytes are those of 10^9 elements. Half as many lose 3 to 4 % of the rate in
 * half precision: a launch begins and ends with an idle memory.
 *
 * Reads and writes together reach 89 % of the memory's rate at most, as in
 * copy_bandwidth.
 *
 * 1 - x is exact for the inputs, multiples of a small power of two, so the
 * check allows no error.
 */
#define TYPE(name, bits, letter, multiply_add, convert)                \
	struct name {                                                  \
		using word = bits;                                     \
		static __device__ word                                 \
		fma(word a, word x, word b)                            \
		{                                                      \
			asm(multiply_add " %0, %1, %0, %2;"            \
			    : "+" letter(x) : letter(a), letter(b));   \
			return x;                                      \
		}                                                      \
		static __device__ word                                 \
		from(float value)                                      \
		{                                                      \
			word w;                                        \
			asm(convert ";" : "=" letter(w) : "f"(value)); \
			return w;                                      \
		}                                                      \
	}

TYPE(fp32, float, "f", "fma.rn.f32", "mov.f32 %0, %1");
TYPE(fp64, double, "d", "fma.rn.f64", "cvt.f64.f32 %0, %1");
TYPE(fp16, unsigned short, "h", "fma.rn.f16", "cvt.rn.f16.f32 %0, %1");
TYPE(bf16, unsigned short, "h", "fma.rn.bf16", "cvt.rn.bf16.f32 %0, %1");
TYPE(fp16x2, unsigned, "r", "fma.rn.f16x2", "cvt.rn.f16x2.f32 %0, %1, %1");
TYPE(bf16x2, unsigned, "r", "fma.rn.bf16x2", "cvt.rn.bf16x2.f32 %0, %1, %1");

template <int bytes> struct move;
template <> struct move<2>  { using part = unsigned short; };
template <> struct move<4>  { using part = unsigned; };
template <> struct move<8>  { using part = uint2; };
template <> struct move<16> { using part = uint4; };

template <class word, int width>
struct vector {
	static constexpr int bytes = width * sizeof(word);
	static constexpr int moves = bytes > 16 ? bytes / 16 : 1;
	using part = typename move<bytes / moves>::part;
	union {
		part parts[moves];
		word words[width];
	};
};

template <class type, int width, int chains>
static __device__ __forceinline__ void
elementwise_bandwidth(void *out, void *in, float factor, float summand)
{
	using word = typename type::word;
	using vector = vector<word, width>;
	using part = typename vector::part;
	constexpr int moves = vector::moves;
	const word a = type::from(factor), b = type::from(summand);
	const size_t block = size_t(blockIdx.x) * blockDim.x * chains * moves;
	const part *from = static_cast<part *>(in) + block + threadIdx.x;
	part *to = static_cast<part *>(out) + block + threadIdx.x;
	vector v[chains];

	for (int c = 0; c < chains; c++)
		for (int m = 0; m < moves; m++)
			v[c].parts[m] = from[(c * moves + m) * blockDim.x];
	for (int c = 0; c < chains; c++)
		for (int w = 0; w < width; w++)
			v[c].words[w] = type::fma(a, v[c].words[w], b);
	for (int c = 0; c < chains; c++)
		for (int m = 0; m < moves; m++)
			to[(c * moves + m) * blockDim.x] = v[c].parts[m];
}
