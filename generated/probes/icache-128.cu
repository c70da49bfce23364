// kbc: probe icache kb=128
/* What a multiprocessor counts, in the order in which it is asked. */
static __device__ __forceinline__ unsigned long long
clock_ticks()
{
	unsigned long long ticks;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks) :: "memory");
	return ticks;
}
#line 31 "probes/icache.cu"

/*
 * Eight independent chains of multiply-adds, so that only fetching the code
 * holds an instruction up: 16 bytes each, a KB is 64 of them. The loop's own
 * instructions come on top: some 16 cycles a turn, which a body of 1 KB feels.
 * The block runs on one SM, and its caches for instructions step in one after
 * the other; a body that fits none waits for each line, and the share says
 * nothing of the probe: its reach is what was asked for.
 *
 * x = a * x + x with a = -2 is -x, exactly, for every finite x.
 */
#define STEP(x) "fma.rn.f32 " x ", %8, " x ", " x ";\n"
#define STEPS8                                                               \
	STEP("%0") STEP("%1") STEP("%2") STEP("%3")                          \
	STEP("%4") STEP("%5") STEP("%6") STEP("%7")
#define STEPS64                                                              \
	STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8 STEPS8

template <int kb>
static __device__ __forceinline__ void
icache(void *out, void *in, void *clk, unsigned iterations, float a)
{
	float x[8];

	for (int c = 0; c < 8; c++)
		x[c] = static_cast<float *>(in)[threadIdx.x + c * blockDim.x];
	__syncthreads();
	const unsigned long long start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int k = 0; k < kb; k++)
			asm volatile(STEPS64
			    : "+f"(x[0]), "+f"(x[1]), "+f"(x[2]), "+f"(x[3]),
			      "+f"(x[4]), "+f"(x[5]), "+f"(x[6]), "+f"(x[7])
			    : "f"(a));
	}
	const unsigned long long end = clock_ticks();
	for (int c = 0; c < 8; c++)
		static_cast<float *>(out)[threadIdx.x + c * blockDim.x] = x[c];
	if (threadIdx.x == 0)
		*static_cast<unsigned long long *>(clk) = end - start;
}
#line 55 "probes/icache-128.cu"

extern "C" __global__ void
icache_128(void *out, void *in, void *clk, unsigned iterations, float a4)
{
	icache<128>(out, in, clk, iterations, a4);
}
