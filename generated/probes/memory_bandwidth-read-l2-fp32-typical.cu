// kbc: probe memory_bandwidth op=read level=l2 type=fp32 footprint=typical
#line 63 "probes/memory_bandwidth.cu"

/*
 * copy: y = x; read: the sum of x; write: y = a constant; scale: y = -2 x;
 * triad: y = x - 2 z. Loads and stores of `width` bytes go around the L1 cache
 * (ld.global.cg), `per_thread` of them before the first result.
 *
 * dram: one launch is one pass over arrays of 512 MB and more, a thread for
 * each group of words, as such kernels are mostly written; many times the
 * largest L2 cache, since what a pass leaves there the next one finds. With
 * blocks that stay and go through the array themselves a copy is 6 % slower.
 * l2: blocks that stay go through arrays of 8 MB (read: 35 MB) again and again:
 * a launch would take as long as a pass.
 *
 * On compute capability 9.0 a read comes to 96 % of the memory's rate, a write
 * to 95 %; in a copy, where the memory turns from one to the other all the
 * time, 88 % are what is left, as in copy_bandwidth.
 */
#define TYPE(name, bits, letter, kind, convert)                        \
	struct name {                                                  \
		using word = bits;                                     \
		static __device__ __forceinline__ word                 \
		mul(word a, word x)                                    \
		{                                                      \
			asm("mul" kind " %0, %0, %1;"                  \
			    : "+" letter(x) : letter(a));              \
			return x;                                      \
		}                                                      \
		static __device__ __forceinline__ word                 \
		fma(word a, word x, word b)                            \
		{                                                      \
			asm("fma" kind " %0, %1, %0, %2;"              \
			    : "+" letter(x) : letter(a), letter(b));   \
			return x;                                      \
		}                                                      \
		static __device__ __forceinline__ word                 \
		from(float value)                                      \
		{                                                      \
			word w;                                        \
			asm(convert ";" : "=" letter(w) : "f"(value)); \
			return w;                                      \
		}                                                      \
	}

TYPE(fp32, float, "f", ".rn.f32", "mov.f32 %0, %1");
TYPE(fp64, double, "d", ".rn.f64", "cvt.f64.f32 %0, %1");
TYPE(fp16x2, unsigned, "r", ".rn.f16x2", "cvt.rn.f16x2.f32 %0, %1, %1");
TYPE(bf16x2, unsigned, "r", ".rn.bf16x2", "cvt.rn.bf16x2.f32 %0, %1, %1");

/* What a load or store moves, around the L1 cache. */
template <int bytes> struct move;
template <> struct move<4> {
	using word = unsigned;
	static __device__ __forceinline__ word
	load(const word *p)
	{
		word w;
		asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(w) : "l"(p));
		return w;
	}
	static __device__ unsigned
	sum(word w)
	{
		return w;
	}
};
template <> struct move<8> {
	using word = uint2;
	static __device__ __forceinline__ word
	load(const word *p)
	{
		word w;
		asm volatile("ld.global.cg.v2.u32 {%0, %1}, [%2];"
		    : "=r"(w.x), "=r"(w.y) : "l"(p));
		return w;
	}
	static __device__ unsigned
	sum(word w)
	{
		return w.x + w.y;
	}
};
template <> struct move<16> {
	using word = uint4;
	static __device__ __forceinline__ word
	load(const word *p)
	{
		word w;
		asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
		    : "=r"(w.x), "=r"(w.y), "=r"(w.z), "=r"(w.w) : "l"(p));
		return w;
	}
	static __device__ unsigned
	sum(word w)
	{
		return w.x + w.y + w.z + w.w;
	}
};

template <class type, class part>
union vector {
	part moved;
	typename type::word words[sizeof(part) / sizeof(typename type::word)];
};

struct copy  { static constexpr int loads = 1, stores = 1; };
struct read  { static constexpr int loads = 1, stores = 0; };
struct write { static constexpr int loads = 0, stores = 1; };
struct scale { static constexpr int loads = 1, stores = 1; };
struct triad { static constexpr int loads = 2, stores = 1; };

/* x to what is stored. */
template <class type, class part>
static __device__ __forceinline__ part
work(copy, part x, part, typename type::word)
{
	return x;
}

template <class type, class part>
static __device__ __forceinline__ part
work(scale, part x, part, typename type::word a)
{
	vector<type, part> v = { x };

	#pragma unroll
	for (int i = 0; i < int(sizeof(part) / sizeof(a)); i++)
		v.words[i] = type::mul(a, v.words[i]);
	return v.moved;
}

template <class type, class part>
static __device__ __forceinline__ part
work(triad, part x, part y, typename type::word a)
{
	vector<type, part> v = { x }, u = { y };

	#pragma unroll
	for (int i = 0; i < int(sizeof(part) / sizeof(a)); i++)
		v.words[i] = type::fma(a, u.words[i], v.words[i]);
	return v.moved;
}

/* The sum of a block, to one word. */
static __device__ __forceinline__ void
add_up(unsigned *to, unsigned sum)
{
	__shared__ unsigned total;

	for (int lanes = 16; lanes > 0; lanes /= 2)
		sum += __shfl_xor_sync(~0u, sum, lanes);
	if (threadIdx.x == 0)
		total = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		atomicAdd(&total, sum);
	__syncthreads();
	if (threadIdx.x == 0)
		*to = total;
}

template <class op, class type, int width, int per_thread>
static __device__ __forceinline__ void
memory_bandwidth(void *out, void *in, void *second, unsigned iterations,
    unsigned turns, unsigned rows, float factor)
{
	using word = typename move<width>::word;
	const size_t threads = size_t(gridDim.x) * blockDim.x;
	const size_t self = size_t(blockIdx.x) * blockDim.x * per_thread +
	    threadIdx.x;
	const word *x = static_cast<word *>(in);
	const word *y = static_cast<word *>(second);
	word *to = static_cast<word *>(out);
	const auto a = type::from(factor);
	const unsigned total = iterations * turns;
	/* What is written where nothing is read. */
	const word own = x[op::loads ? 0 :
	    blockIdx.x % rows * blockDim.x + threadIdx.x];
	unsigned turn = 0, sum = 0;
	size_t at = self;
	word v[per_thread], u[per_thread];

	#pragma unroll 1
	for (unsigned i = 0; i < total; i++) {
		#pragma unroll
		for (int k = 0; k < per_thread; k++) {
			if constexpr (op::loads >= 1)
				v[k] = move<width>::load(x + at +
				    k * blockDim.x);
			if constexpr (op::loads >= 2)
				u[k] = move<width>::load(y + at +
				    k * blockDim.x);
		}
		#pragma unroll
		for (int k = 0; k < per_thread; k++) {
			if constexpr (!op::loads)
				to[at + k * blockDim.x] = own;
			else if constexpr (!op::stores)
				sum += move<width>::sum(v[k]);
			else
				to[at + k * blockDim.x] = work<type>(op(),
				    v[k], u[k], a);
		}
		at += threads * per_thread;
		if (++turn == turns) {
			turn = 0;
			at = self;
			if (i + 1 < total)
				sum = 0;
		}
	}
	if constexpr (!op::stores)
		add_up(static_cast<unsigned *>(out) + blockIdx.x, sum);
}
#line 217 "probes/memory_bandwidth-read-l2-fp32-typical.cu"

extern "C" __global__ void
memory_bandwidth_read_fp32_w8_p1(void *out, void *x, void *y, unsigned iterations, unsigned a4, unsigned a5, float a6)
{
	memory_bandwidth<read, fp32, 8, 1>(out, x, y, iterations, a4, a5, a6);
}

extern "C" __global__ void
memory_bandwidth_read_fp32_w8_p2(void *out, void *x, void *y, unsigned iterations, unsigned a4, unsigned a5, float a6)
{
	memory_bandwidth<read, fp32, 8, 2>(out, x, y, iterations, a4, a5, a6);
}

extern "C" __global__ void
memory_bandwidth_read_fp32_w8_p4(void *out, void *x, void *y, unsigned iterations, unsigned a4, unsigned a5, float a6)
{
	memory_bandwidth<read, fp32, 8, 4>(out, x, y, iterations, a4, a5, a6);
}

extern "C" __global__ void
memory_bandwidth_read_fp32_w16_p1(void *out, void *x, void *y, unsigned iterations, unsigned a4, unsigned a5, float a6)
{
	memory_bandwidth<read, fp32, 16, 1>(out, x, y, iterations, a4, a5, a6);
}

extern "C" __global__ void
memory_bandwidth_read_fp32_w16_p2(void *out, void *x, void *y, unsigned iterations, unsigned a4, unsigned a5, float a6)
{
	memory_bandwidth<read, fp32, 16, 2>(out, x, y, iterations, a4, a5, a6);
}

extern "C" __global__ void
memory_bandwidth_read_fp32_w16_p4(void *out, void *x, void *y, unsigned iterations, unsigned a4, unsigned a5, float a6)
{
	memory_bandwidth<read, fp32, 16, 4>(out, x, y, iterations, a4, a5, a6);
}
