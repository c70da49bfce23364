/*
probe: elementwise_bandwidth
summary: Bandwidth and time of y = a * x + b over an array much larger than the L2 cache.
parameters:
  type:    {values: [fp32, fp64, fp16, fp16x2, bf16, bf16x2], at: compile, sweep: false}
  width:   {values: [1, 2, 4, 8], at: compile}
  chains:  {values: [1, 2, 4], at: compile}
  threads: {values: [256, 512]}
let:
  lanes:    {fp32: 1, fp64: 1, fp16: 1, fp16x2: 2, bf16: 1, bf16x2: 2}
  bytes:    {fp32: 4, fp64: 8, fp16: 2, fp16x2: 4, bf16: 2, bf16x2: 4}
  elements: 2^20 * ceil(2 * l2 / 2^20)
  words:    elements / lanes
template: [type, width, chains]
buffers:
  in:
    bytes: words * bytes
    fill:
      fp32:   grid f32 0.5 1 5.9604644775390625e-8
      fp64:   grid f64 0.5 1 9.313225746154785e-10
      fp16:   grid f16 0.5 1 0.00048828125
      fp16x2: grid f16 0.5 1 0.00048828125
      bf16:   grid bf16 0.5 1 0.00390625
      bf16x2: grid bf16 0.5 1 0.00390625
  out:
    bytes: words * bytes
    fill: poison
arguments: [out, in, {f32: -1.0}, {f32: 1.0}]
grid: words / (width * chains * threads)
block: threads
measure: events launches 1
check:
  fp32:   out affine f32 in -1 1 0
  fp64:   out affine f64 in -1 1 0
  fp16:   out affine f16 in -1 1 0
  fp16x2: out affine f16 in -1 1 0
  bf16:   out affine bf16 in -1 1 0
  bf16x2: out affine bf16 in -1 1 0
loop:
  instruction: "LDG*"
  count: ceil(bytes * width / 16) * chains
metrics:
  rate:  {value: 2 * words * bytes / time, unit: B/s, best: max}
  time:  {value: 2^20 * time / elements, unit: s, best: min}
  bytes: {value: 2 * words * bytes, unit: B, best: min}
ceiling: {metric: rate, value: device.dram_bytes_per_s}
*/

#define TYPE(name, bits, letter, multiply_add, convert)                   \
	struct name {                                                     \
		using word = bits;                                        \
		static __device__ word                                    \
		fma(word a, word x, word b)                               \
		{                                                         \
			asm(multiply_add " %0, %1, %0, %2;"               \
			    : "+" letter(x) : letter(a), letter(b));      \
			return x;                                         \
		}                                                         \
		static __device__ word                                    \
		from(float value)                                         \
		{                                                         \
			word w;                                           \
			asm(convert ";" : "=" letter(w) : "f"(value));    \
			return w;                                         \
		}                                                         \
	}

TYPE(fp32,   float,          "f", "fma.rn.f32",    "mov.f32 %0, %1");
TYPE(fp64,   double,         "d", "fma.rn.f64",    "cvt.f64.f32 %0, %1");
TYPE(fp16,   unsigned short, "h", "fma.rn.f16",    "cvt.rn.f16.f32 %0, %1");
TYPE(bf16,   unsigned short, "h", "fma.rn.bf16",   "cvt.rn.bf16.f32 %0, %1");
TYPE(fp16x2, unsigned,       "r", "fma.rn.f16x2",  "cvt.rn.f16x2.f32 %0, %1, %1");
TYPE(bf16x2, unsigned,       "r", "fma.rn.bf16x2", "cvt.rn.bf16x2.f32 %0, %1, %1");

template <int bytes> struct move;
template <> struct move<2>  { using type = unsigned short; };
template <> struct move<4>  { using type = unsigned; };
template <> struct move<8>  { using type = uint2; };
template <> struct move<16> { using type = uint4; };

template <class word, int width>
struct vector {
	static constexpr int bytes = width * sizeof(word);
	static constexpr int moves = bytes > 16 ? bytes / 16 : 1;
	using part = typename move<bytes / moves>::type;
	union {
		part parts[moves];
		word words[width];
	};
};

template <class type, int width, int chains>
static __device__ __forceinline__ void
elementwise_bandwidth(void *out, void *in, float a, float b)
{
	using word = typename type::word;
	using vec = vector<word, width>;
	using part = typename vec::part;
	const word factor = type::from(a), summand = type::from(b);
	const size_t first = size_t(blockIdx.x) * blockDim.x * chains + threadIdx.x;
	vec v[chains];

	for (int c = 0; c < chains; c++)
		for (int m = 0; m < vec::moves; m++)
			v[c].parts[m] = static_cast<part *>(in)[(first + c * blockDim.x) * vec::moves + m];
	for (int c = 0; c < chains; c++)
		for (int w = 0; w < width; w++)
			v[c].words[w] = type::fma(factor, v[c].words[w], summand);
	for (int c = 0; c < chains; c++)
		for (int m = 0; m < vec::moves; m++)
			static_cast<part *>(out)[(first + c * blockDim.x) * vec::moves + m] = v[c].parts[m];
}
