// Kernels that go wrong in the ways a page's kernel can, and one that does not.
extern "C" __global__ void store_null(unsigned *out, unsigned iterations)
{
	// 0, which only the runner knows: it never asks for 2^31 iterations.
	unsigned long long nowhere = iterations >> 31;

	asm volatile("st.global.u32 [%0], %1;" ::"l"(nowhere), "r"(iterations)
		     : "memory");
	out[threadIdx.x] = iterations;
}

extern "C" __global__ void loop_forever(unsigned *out, unsigned iterations)
{
	volatile unsigned *seen = out;

	while (seen[0] != iterations + 1 || seen[1] != 0xdeadbeef)
		;
	out[2] = 1;
}

extern "C" __global__ void count(unsigned *out, unsigned iterations)
{
	unsigned x = threadIdx.x + 1;

	for (unsigned i = 0; i < iterations * 64; i++)
		x = x * 1664525u + 1013904223u;
	out[blockIdx.x * blockDim.x + threadIdx.x] = x | 1u;
}
