// kbc: probe elementwise_bandwidth type=fp32
#line 49 "probes/elementwise_bandwidth.cu"

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
#line 87 "probes/elementwise_bandwidth-fp32.cu"

extern "C" __global__ void
elementwise_bandwidth_fp32_w1_c1(void *out, void *in, float a2, float a3)
{
	elementwise_bandwidth<fp32, 1, 1>(out, in, a2, a3);
}

extern "C" __global__ void
elementwise_bandwidth_fp32_w1_c2(void *out, void *in, float a2, float a3)
{
	elementwise_bandwidth<fp32, 1, 2>(out, in, a2, a3);
}

extern "C" __global__ void
elementwise_bandwidth_fp32_w1_c4(void *out, void *in, float a2, float a3)
{
	elementwise_bandwidth<fp32, 1, 4>(out, in, a2, a3);
}

extern "C" __global__ void
elementwise_bandwidth_fp32_w2_c1(void *out, void *in, float a2, float a3)
{
	elementwise_bandwidth<fp32, 2, 1>(out, in, a2, a3);
}

extern "C" __global__ void
elementwise_bandwidth_fp32_w2_c2(void *out, void *in, float a2, float a3)
{
	elementwise_bandwidth<fp32, 2, 2>(out, in, a2, a3);
}

extern "C" __global__ void
elementwise_bandwidth_fp32_w2_c4(void *out, void *in, float a2, float a3)
{
	elementwise_bandwidth<fp32, 2, 4>(out, in, a2, a3);
}

extern "C" __global__ void
elementwise_bandwidth_fp32_w4_c1(void *out, void *in, float a2, float a3)
{
	elementwise_bandwidth<fp32, 4, 1>(out, in, a2, a3);
}

extern "C" __global__ void
elementwise_bandwidth_fp32_w4_c2(void *out, void *in, float a2, float a3)
{
	elementwise_bandwidth<fp32, 4, 2>(out, in, a2, a3);
}

extern "C" __global__ void
elementwise_bandwidth_fp32_w4_c4(void *out, void *in, float a2, float a3)
{
	elementwise_bandwidth<fp32, 4, 4>(out, in, a2, a3);
}
