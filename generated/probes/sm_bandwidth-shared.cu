// kbc: probe sm_bandwidth space=shared
#line 40 "probes/sm_bandwidth.cu"

/*
 * A block for each multiprocessor loads the same 32 KB again and again and adds
 * them up, neighbouring threads neighbouring words of `width` bytes: 32 KB of
 * shared memory, or of device memory, which are in the L1 cache but for the
 * first time. 128 bytes a clock are one word of 4 bytes from each of the 32
 * banks that both are made of.
 *
 * The loads are volatile, or relaxed within the block (LDG.STRONG.SM, as
 * ld.global.ca is): others of the same words would become one, or be taken out
 * of the loop. The ticks are those of the first block, from barrier to barrier.
 */
constexpr int body = 128;
constexpr unsigned size = 1 << 15;
using address = unsigned long long;

static __device__ __forceinline__ address
clock_ticks()
{
	address ticks;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks) :: "memory");
	return ticks;
}

/* Adds the words that a load brings to a sum, all in one piece: the compiler
   would first load everything and then add it up. */
template <class space, int width> struct load;

#define LOAD(space, bytes, registers, ptx, letter, list, adds)              \
	template <> struct load<space, bytes> {                             \
		static __device__ __forceinline__ void                      \
		add(unsigned &sum, space::pointer p)                        \
		{                                                           \
			asm volatile("{ .reg .u32 " registers "; " ptx " "  \
			    list ", [%1]; " adds " }"                       \
			    : "+r"(sum) : letter(p));                       \
		}                                                           \
	}
#define LOADS(space, ptx, letter)                                           \
	LOAD(space, 4, "a", ptx ".u32", letter, "a", "add.u32 %0, %0, a;"); \
	LOAD(space, 8, "a, b", ptx ".v2.u32", letter, "{a, b}",             \
	    "add.u32 a, a, b; add.u32 %0, %0, a;");                         \
	LOAD(space, 16, "a, b, c, d", ptx ".v4.u32", letter,                \
	    "{a, b, c, d}", "add.u32 a, a, b; add.u32 c, c, d; "            \
	    "add.u32 a, a, c; add.u32 %0, %0, a;")

struct shared {
	using pointer = unsigned;
	static __device__ __forceinline__ pointer
	bring(const unsigned *from)
	{
		__shared__ unsigned words[size / 4];

		for (unsigned i = threadIdx.x; i < size / 4; i += blockDim.x)
			words[i] = from[i];
		return pointer(__cvta_generic_to_shared(words));
	}
};
LOADS(shared, "ld.volatile.shared", "r");

struct l1 {
	using pointer = address;
	static __device__ __forceinline__ pointer
	bring(const unsigned *from)
	{
		return __cvta_generic_to_global(from);
	}
};
LOADS(l1, "ld.relaxed.cta.global", "l");

template <class space, int width, int threads>
static __device__ __forceinline__ void
sm_bandwidth(void *out, void *in, void *clk, unsigned iterations)
{
	const auto base = space::bring(static_cast<unsigned *>(in) +
	    blockIdx.x * (size / 4)) + threadIdx.x * width;
	constexpr unsigned step = threads * width;
	unsigned sum = 0;

	__syncthreads();
	const address start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		sum = 0;
		#pragma unroll
		for (int k = 0; k < body; k++)
			load<space, width>::add(sum, base + k * step % size);
	}
	__syncthreads();
	const address end = clock_ticks();
	static_cast<unsigned *>(out)[blockIdx.x * blockDim.x + threadIdx.x] =
	    sum;
	if (blockIdx.x == 0 && threadIdx.x == 0)
		*static_cast<address *>(clk) = end - start;
}
#line 99 "probes/sm_bandwidth-shared.cu"

extern "C" __global__ void
__launch_bounds__(512)
sm_bandwidth_shared_w4_t512(void *out, void *in, void *clk, unsigned iterations)
{
	sm_bandwidth<shared, 4, 512>(out, in, clk, iterations);
}

extern "C" __global__ void
__launch_bounds__(1024)
sm_bandwidth_shared_w4_t1024(void *out, void *in, void *clk, unsigned iterations)
{
	sm_bandwidth<shared, 4, 1024>(out, in, clk, iterations);
}

extern "C" __global__ void
__launch_bounds__(512)
sm_bandwidth_shared_w8_t512(void *out, void *in, void *clk, unsigned iterations)
{
	sm_bandwidth<shared, 8, 512>(out, in, clk, iterations);
}

extern "C" __global__ void
__launch_bounds__(1024)
sm_bandwidth_shared_w8_t1024(void *out, void *in, void *clk, unsigned iterations)
{
	sm_bandwidth<shared, 8, 1024>(out, in, clk, iterations);
}

extern "C" __global__ void
__launch_bounds__(512)
sm_bandwidth_shared_w16_t512(void *out, void *in, void *clk, unsigned iterations)
{
	sm_bandwidth<shared, 16, 512>(out, in, clk, iterations);
}

extern "C" __global__ void
__launch_bounds__(1024)
sm_bandwidth_shared_w16_t1024(void *out, void *in, void *clk, unsigned iterations)
{
	sm_bandwidth<shared, 16, 1024>(out, in, clk, iterations);
}
