// kbc: probe sm_bandwidth space=l1
#line 38 "probes/sm_bandwidth.cu"

/*
 * A block for each multiprocessor loads the same bytes again and again and adds
 * them up, neighbouring threads neighbouring words of `width` bytes: from 32 KB
 * of shared memory, or from 64 KB of device memory, which are in the L1 cache
 * (ld.global.ca) but for the first time. 128 bytes a clock are one word of 4
 * bytes from each of the 32 banks that both are made of.
 *
 * The two halves take turns, since loads of the same words would be taken out
 * of the loop. The ticks are those of the first block, from barrier to barrier.
 */
constexpr int body = 128;
using address = unsigned long long;

static __device__ __forceinline__ address
clock_ticks()
{
	address ticks;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks) :: "memory");
	return ticks;
}

/* The sum of the words that a load brings. */
template <class space, int width> struct load;

#define LOAD(space, bytes, ptx, letter, list, ...)                          \
	template <> struct load<space, bytes> {                             \
		static __device__ __forceinline__ unsigned                  \
		sum(space::pointer p)                                       \
		{                                                           \
			unsigned w[bytes / 4], sum = 0;                     \
			asm volatile(ptx " " list                           \
			    : __VA_ARGS__ : letter(p));                     \
			for (unsigned x : w)                                \
				sum += x;                                   \
			return sum;                                         \
		}                                                           \
	}
#define LOADS(space, ptx, letter)                                           \
	LOAD(space, 4, ptx ".u32", letter, "%0, [%1];", "=r"(w[0]));        \
	LOAD(space, 8, ptx ".v2.u32", letter, "{%0, %1}, [%2];",            \
	    "=r"(w[0]), "=r"(w[1]));                                        \
	LOAD(space, 16, ptx ".v4.u32", letter, "{%0, %1, %2, %3}, [%4];",   \
	    "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3]))

struct shared {
	using pointer = unsigned;
	static constexpr unsigned half = 1 << 14;
	static __device__ __forceinline__ pointer
	bring(const unsigned *from)
	{
		__shared__ unsigned words[2 * half / 4];

		for (unsigned i = threadIdx.x; i < 2 * half / 4;
		     i += blockDim.x)
			words[i] = from[i];
		return pointer(__cvta_generic_to_shared(words));
	}
};
LOADS(shared, "ld.volatile.shared", "r");

struct l1 {
	using pointer = address;
	static constexpr unsigned half = 1 << 15;
	static __device__ __forceinline__ pointer
	bring(const unsigned *from)
	{
		return __cvta_generic_to_global(from);
	}
};
LOADS(l1, "ld.global.ca", "l");

template <class space, int width>
static __device__ __forceinline__ void
sm_bandwidth(void *out, void *in, void *clk, unsigned iterations)
{
	constexpr unsigned half = space::half;
	const auto base = space::bring(static_cast<unsigned *>(in) +
	    blockIdx.x * (2 * half / 4));
	const unsigned self = threadIdx.x * width;
	const unsigned step = blockDim.x * width;
	unsigned sum = 0;

	__syncthreads();
	const address start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		const auto from = base + (i & 1) * half;

		if ((i & 1) == 0)
			sum = 0;
		#pragma unroll
		for (int k = 0; k < body; k++)
			sum += load<space, width>::sum(from +
			    (self + k * step) % half);
	}
	__syncthreads();
	const address end = clock_ticks();
	static_cast<unsigned *>(out)[blockIdx.x * blockDim.x + threadIdx.x] =
	    sum;
	if (blockIdx.x == 0 && threadIdx.x == 0)
		*static_cast<address *>(clk) = end - start;
}
#line 107 "probes/sm_bandwidth-l1.cu"

extern "C" __global__ void
sm_bandwidth_l1_w4(void *out, void *in, void *clk, unsigned iterations)
{
	sm_bandwidth<l1, 4>(out, in, clk, iterations);
}

extern "C" __global__ void
sm_bandwidth_l1_w8(void *out, void *in, void *clk, unsigned iterations)
{
	sm_bandwidth<l1, 8>(out, in, clk, iterations);
}

extern "C" __global__ void
sm_bandwidth_l1_w16(void *out, void *in, void *clk, unsigned iterations)
{
	sm_bandwidth<l1, 16>(out, in, clk, iterations);
}
