// kbc: probe constant_latency footprint=65536 blocks=sm
#line 38 "probes/constant_latency.cu"

/*
 * A chase as in memory_latency, through constant memory with an index that
 * differs from load to load (LDC). A line has 64 bytes. Constant memory can
 * only be set when a module is loaded, so the cycle is made by the compiler:
 * x -> multiplier * x + increment modulo a power of two, which visits all lines
 * in no simple order; where a chase begins is random. Up to 2 KB lie in the
 * constant cache of a multiprocessor (compute capability 9.0).
 */
constexpr int body = 128;
constexpr unsigned line = 64, multiplier = 1664525, increment = 1013904223;
using address = unsigned long long;

static __device__ __forceinline__ address
clock_ticks()
{
	address ticks;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks) :: "memory");
	return ticks;
}

static __host__ __device__ constexpr unsigned
after(unsigned n, unsigned lines)
{
	return (multiplier * n + increment) % lines;
}

template <unsigned bytes>
struct table {
	static_assert(bytes % line == 0 && (bytes & (bytes - 1)) == 0 &&
	    bytes >= 2 * line, "footprint must be a power of two from 128 on");
	unsigned words[bytes / 4];
	constexpr table() : words()
	{
		for (unsigned i = 0; i < bytes / line; i++)
			words[i * line / 4] = after(i, bytes / line) * line;
	}
};

template <unsigned bytes>
__constant__ const table<bytes> lines = table<bytes>();

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

template <unsigned bytes>
static __device__ __forceinline__ void
constant_latency(void *out, void *expected, void *in, void *sum, void *clk,
    unsigned iterations)
{
	const unsigned first =
	    static_cast<unsigned *>(in)[blockIdx.x] % (bytes / line);
	address base;
	unsigned p = first * line, n = first, seen = 0;

	/* Entries are addresses only if the table begins at 0; else the chase
	   ends elsewhere. */
	asm("cvta.to.const.u64 %0, %1;" : "=l"(base) : "l"(&lines<bytes>));
	p += unsigned(base);
	for (unsigned i = threadIdx.x; i < bytes / line; i += 32) {
		unsigned w;
		asm volatile("ld.const.u32 %0, [%1];" : "=r"(w)
		    : "r"(i * line));
		seen |= w;
	}
	/* Else the assembler drops the loads. */
	if (seen == ~0u)
		static_cast<address *>(sum)[2] = seen;
	__syncthreads();
	if (threadIdx.x > 0)
		return;
	const address start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < body; step++)
			asm volatile("ld.const.u32 %0, [%0];" : "+r"(p));
	}
	add_ticks(sum, clk, clock_ticks() - start);
	for (unsigned i = iterations * body % (bytes / line); i > 0; i--)
		n = after(n, bytes / line);
	static_cast<unsigned *>(out)[blockIdx.x] = p;
	static_cast<unsigned *>(expected)[blockIdx.x] = n * line;
}
#line 99 "probes/constant_latency-65536-sm.cu"

extern "C" __global__ void
constant_latency_65536(void *out, void *expected, void *in, void *sum, void *clk, unsigned iterations)
{
	constant_latency<65536>(out, expected, in, sum, clk, iterations);
}
