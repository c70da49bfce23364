// kbc: probe launch_cost
#line 26 "probes/launch_cost.cu"

/*
 * Each launch waits for the one before it. A thread makes `work` steps, each
 * waiting for the one before it: were they too few, the device would wait for
 * the host, which takes some 2 us to begin a launch. What a launch costs beside
 * its work is 2 * launch_cost(work=W) - launch_cost(work=2*W).
 *
 * x = a * x + x with a = -2 is -x, exactly, for every finite x.
 */
template <int work>
static __device__ __forceinline__ void
launch_cost(void *out, void *in, float a)
{
	const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
	float x = static_cast<float *>(in)[me];

	#pragma unroll 1
	for (int i = 0; i < work / 256; i++) {
		#pragma unroll
		for (int step = 0; step < 256; step++)
			asm volatile("fma.rn.f32 %0, %1, %0, %0;"
			    : "+f"(x) : "f"(a));
	}
	static_cast<float *>(out)[me] = x;
}
#line 29 "probes/launch_cost.cu"

extern "C" __global__ void
launch_cost_w4096(void *out, void *in, float a2)
{
	launch_cost<4096>(out, in, a2);
}
