// kbc: probe fma_throughput type=fp32
#line 55 "probes/fma_throughput.cu"

/*
 * x = a * x + x with a = -2 is -x, exactly, for every finite x: the values stay
 * as random as the input was, never settle, and after an even number of steps
 * are back bit for bit. a is an argument, since a compiler that knew it would
 * make an addition of it. The step reads two registers and not three: a third
 * would measure the ports of the register file instead (with three, one chain
 * reaches 50 % of the fp32 pipe and 66 % of the fp64 pipe at full occupancy).
 *
 * The loop holds 1024 steps whatever the number of chains, so that its own
 * three instructions cost 0.3 % of the issue slots.
 *
 * Scalar half precision: one chain is one HFMA2 for each FMA; from two on,
 * ptxas packs pairs of chains into the two halves of one HFMA2. `pack` in the
 * head says so, and the count of the loop's instructions holds it to that.
 */
#define TYPE(name, bits, letter, multiply_add, convert)                \
	struct name {                                                  \
		using word = bits;                                     \
		static __device__ word                                 \
		step(word a, word x)                                   \
		{                                                      \
			asm(multiply_add " %0, %1, %0, %0;"            \
			    : "+" letter(x) : letter(a));              \
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

constexpr int body = 1024;

template <class type, int chains>
static __device__ __forceinline__ void
fma_throughput(void *out, void *in, unsigned iterations, float factor)
{
	static_assert(body % (2 * chains) == 0,
	    "chains must be a power of two, 512 at most");
	using word = typename type::word;
	const word a = type::from(factor);
	const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned stride = gridDim.x * blockDim.x;
	word x[chains];

	for (int c = 0; c < chains; c++)
		x[c] = static_cast<word *>(in)[first + c * stride];
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		#pragma unroll
		for (int step = 0; step < body / chains; step++)
			for (int c = 0; c < chains; c++)
				x[c] = type::step(a, x[c]);
	}
	for (int c = 0; c < chains; c++)
		static_cast<word *>(out)[first + c * stride] = x[c];
}
#line 72 "probes/fma_throughput-fp32.cu"

extern "C" __global__ void
fma_throughput_fp32_c1(void *out, void *in, unsigned iterations, float a3)
{
	fma_throughput<fp32, 1>(out, in, iterations, a3);
}

extern "C" __global__ void
fma_throughput_fp32_c2(void *out, void *in, unsigned iterations, float a3)
{
	fma_throughput<fp32, 2>(out, in, iterations, a3);
}

extern "C" __global__ void
fma_throughput_fp32_c4(void *out, void *in, unsigned iterations, float a3)
{
	fma_throughput<fp32, 4>(out, in, iterations, a3);
}

extern "C" __global__ void
fma_throughput_fp32_c8(void *out, void *in, unsigned iterations, float a3)
{
	fma_throughput<fp32, 8>(out, in, iterations, a3);
}

extern "C" __global__ void
fma_throughput_fp32_c16(void *out, void *in, unsigned iterations, float a3)
{
	fma_throughput<fp32, 16>(out, in, iterations, a3);
}
