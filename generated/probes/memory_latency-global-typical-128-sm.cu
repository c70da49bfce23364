// kbc: probe memory_latency space=global footprint=typical stride=128 blocks=sm
#line 57 "probes/memory_latency.cu"

/*
 * A chase: each load's address is the result of the load before it. The lines,
 * `stride` bytes apart, are one cycle in random order, so that nothing can
 * know the next address sooner. Where a chase ends is compared with the order
 * of the cycle. The cycles are those of the load alone: code that makes an
 * address of an index pays some 6 more for it.
 *
 * One thread of each block chases and each multiprocessor has a block, on its
 * own share of the cycle; the cycles are a mean over all of them. A near slice
 * of the L2 cache answers sooner than a far one, and which one a line has, and
 * which multiprocessor the first block gets, is chance: lines all over the
 * slices and all multiprocessors give a number that the next process, and the
 * next device, has too. `blocks=1` asks for one multiprocessor.
 *
 * global: a line is read once in a launch, and 2^28 other bytes between
 * launches, so that every load goes to device memory; 64 MB to 256 MB, lines
 * 128 or 4096 bytes apart read the same within 2 %: pages of 2 MB are found
 * without another wait. l2: around the L1 cache (ld.global.cg), all lines read
 * by every block before; of more than 24 MB, on an H200, a part is far away or
 * gone. l1: ld.global.ca, likewise. shared: at most 48 KB.
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

/* The n-th line on the cycle, as the second address of line n says. */
static __device__ address
line_at(address base, unsigned stride, unsigned n)
{
	return *reinterpret_cast<address *>(base + address(stride) * n + 8);
}

/* What is chased: `lines` of `stride` bytes from `base` on. */
struct chase {
	address base;
	unsigned stride, lines;
	void *sum;
};

/* Makes what was loaded a result, or the assembler drops the load. */
static __device__ __forceinline__ void
keep(void *sum, address seen)
{
	if (seen == ~address(0))
		static_cast<address *>(sum)[2] = seen;
}

/* Where the data is already, and where it is to be brought near first. */
#define GLOBAL(name, load, near)                                        \
	struct name {                                                   \
		using pointer = address;                                \
		static constexpr bool is_near = near;                   \
		static __device__ __forceinline__ pointer               \
		next(pointer p)                                         \
		{                                                       \
			asm volatile(load " %0, [%0];" : "+l"(p));      \
			return p;                                       \
		}                                                       \
		static __device__ __forceinline__ pointer               \
		begin(const chase &c, address line)                     \
		{                                                       \
			address seen = 0;                               \
			if (near)                                       \
				for (unsigned i = threadIdx.x;          \
				     i < c.lines; i += blockDim.x)      \
					seen |= next(c.base +           \
					    address(c.stride) * i);     \
			keep(c.sum, seen);                              \
			return line;                                    \
		}                                                       \
		static __device__ __forceinline__ address               \
		end(const chase &, pointer p)                           \
		{                                                       \
			return p;                                       \
		}                                                       \
	}

GLOBAL(global, "ld.global.u64", false);
GLOBAL(l2, "ld.global.cg.u64", true);
GLOBAL(l1, "ld.global.ca.u64", true);

struct shared {
	using pointer = unsigned;
	static constexpr bool is_near = true;
	static __device__ __forceinline__ pointer
	next(pointer p)
	{
		asm volatile("ld.shared.u32 %0, [%0];" : "+r"(p));
		return p;
	}
	static __device__ __forceinline__ pointer
	lines()
	{
		__shared__ unsigned words[48 << 8];
		return pointer(__cvta_generic_to_shared(words));
	}
	static __device__ __forceinline__ pointer
	begin(const chase &c, address line)
	{
		const pointer here = lines();

		for (unsigned i = threadIdx.x; i < c.lines; i += blockDim.x) {
			const address at = c.base + address(c.stride) * i;
			const pointer to = here + unsigned(
			    *reinterpret_cast<address *>(at) - c.base);

			asm volatile("st.shared.u32 [%0], %1;"
			    :: "r"(here + c.stride * i), "r"(to));
		}
		return here + unsigned(line - c.base);
	}
	static __device__ __forceinline__ address
	end(const chase &c, pointer p)
	{
		return c.base + (p - lines());
	}
};

/* The ticks of all blocks, to clk by the last one. */
static __device__ void
add_ticks(void *sum, void *clk, address ticks)
{
	address *total = static_cast<address *>(sum);

	atomicAdd(total, ticks);
	__threadfence();
	if (atomicAdd(total + 1, 1) + 1 < gridDim.x)
		return;
	*static_cast<address *>(clk) = atomicExch(total, 0);
	total[1] = 0;
}

/* Read by all blocks, so that nothing of the cycle stays in the L2 cache. */
static __device__ void
displace(void *flush, void *sum)
{
	const uint4 *from = static_cast<uint4 *>(flush);
	unsigned seen = 0;
	uint4 w;

	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	     i < (1u << 28) / sizeof(w); i += gridDim.x * blockDim.x) {
		w = from[i];
		seen ^= w.x ^ w.y ^ w.z ^ w.w;
	}
	keep(sum, seen + ~address(0xffffffff));
}

template <class space>
static __device__ __forceinline__ void
memory_latency(void *out, void *expected, void *in, void *flush, void *sum,
    void *clk, unsigned iterations, address footprint, unsigned stride)
{
	const chase c = { address(in), stride,
	    unsigned(footprint / stride), sum };
	const unsigned first =
	    unsigned(address(c.lines) * blockIdx.x / gridDim.x);
	typename space::pointer p =
	    space::begin(c, line_at(c.base, stride, first));

	__syncthreads();
	if (threadIdx.x == 0) {
		const address start = clock_ticks();
		#pragma unroll 1
		for (unsigned i = 0; i < iterations; i++) {
			#pragma unroll
			for (int step = 0; step < body; step++)
				p = space::next(p);
		}
		add_ticks(sum, clk, clock_ticks() - start);
		static_cast<address *>(out)[blockIdx.x] = space::end(c, p);
		static_cast<address *>(expected)[blockIdx.x] =
		    line_at(c.base, stride,
		    (first + address(iterations) * body) % c.lines);
	}
	if (!space::is_near)
		displace(flush, sum);
}
#line 190 "probes/memory_latency-global-typical-128-sm.cu"

extern "C" __global__ void
memory_latency_global(void *out, void *expected, void *in, void *flush, void *sum, void *clk, unsigned iterations, unsigned long long a7, unsigned a8)
{
	memory_latency<global>(out, expected, in, flush, sum, clk, iterations, a7, a8);
}
