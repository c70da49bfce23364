/*
probe: shared_conflicts
summary: Clock cycles of one multiprocessor for each load of a warp whose threads are a stride apart in shared memory.
parameters:
  stride:  {values: [1, 2, 4, 8, 16, 32, 3, 33], sweep: false}
  width:   {values: [4, 8, 16], at: compile, default: 4}
  threads: {values: [256], default: 256}
let:
  body: 128
template: [width]
buffers:
  in:
    bytes: 2^15
    fill: random bits
  out:
    bytes: 4 * threads
    fill: poison
  expected:
    bytes: 4 * threads
    fill: poison
  clk:
    bytes: 8
    fill: poison
arguments: [out, expected, in, clk, iterations, {u32: stride}]
grid: 1
block: threads
measure: cycles iterations 16
check: out same expected
loop:
  instruction: LDS*
  count: body
  others: body * width / 4 + 32
metrics:
  cycles: {value: cycles / (body * threads / 32), unit: cycles, best: min}
ceiling:
  metric: cycles
  value: 32 * width / device.per_clock.shared_bytes
  bound: below
*/

/*
 * Thread i of a warp loads word i * stride, words having `width` bytes; all
 * warps load the same ones, 16 neighbouring places in turn. Where two threads
 * want different words of 4 bytes from one of the 32 banks, the load takes
 * another cycle; 8 bytes are loaded by half a warp at a time, 16 by a quarter.
 * The bound is the rate of all banks together. What was loaded is added up and
 * compared with a sum over the same words in device memory.
 */
constexpr int body = 128, places = 16;
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
   would first load everything and then add it up. Loads of one place are not
   to become one, so they are volatile. */
template <int width> struct load;

#define LOAD(bytes, registers, vector, list, adds)                          \
	template <> struct load<bytes> {                                    \
		static __device__ __forceinline__ void                      \
		add(unsigned &sum, unsigned p)                              \
		{                                                           \
			asm volatile("{ .reg .u32 " registers "; "          \
			    "ld.volatile.shared" vector ".u32 " list        \
			    ", [%1]; " adds " }" : "+r"(sum) : "r"(p));     \
		}                                                           \
	}

LOAD(4, "a", "", "a", "add.u32 %0, %0, a;");
LOAD(8, "a, b", ".v2", "{a, b}", "add.u32 a, a, b; add.u32 %0, %0, a;");
LOAD(16, "a, b, c, d", ".v4", "{a, b, c, d}", "add.u32 a, a, b; "
    "add.u32 c, c, d; add.u32 a, a, c; add.u32 %0, %0, a;");

/* The same sum as the loop's, word by word. */
template <int width>
static __device__ unsigned
sum_of(const unsigned *from, unsigned first)
{
	unsigned sum = 0;

	for (int k = 0; k < body; k++)
		for (int w = 0; w < width / 4; w++)
			sum += from[(first + k % places * width) / 4 + w];
	return sum;
}

template <int width>
static __device__ __forceinline__ void
shared_conflicts(void *out, void *expected, void *in, void *clk,
    unsigned iterations, unsigned stride)
{
	__shared__ unsigned words[size / 4];
	const unsigned *from = static_cast<unsigned *>(in);
	const unsigned first = threadIdx.x % 32 * stride * width;
	const unsigned base = unsigned(__cvta_generic_to_shared(words)) + first;
	unsigned sum = 0;

	/* Too large a stride fails the check, and nothing else. */
	if (first + places * width > size)
		return;
	for (unsigned i = threadIdx.x; i < size / 4; i += blockDim.x)
		words[i] = from[i];
	__syncthreads();
	const address start = clock_ticks();
	#pragma unroll 1
	for (unsigned i = 0; i < iterations; i++) {
		sum = 0;
		#pragma unroll
		for (int k = 0; k < body; k++)
			load<width>::add(sum, base + k % places * width);
	}
	__syncthreads();
	const address end = clock_ticks();
	static_cast<unsigned *>(out)[threadIdx.x] = sum;
	static_cast<unsigned *>(expected)[threadIdx.x] =
	    sum_of<width>(from, first);
	if (threadIdx.x == 0)
		*static_cast<address *>(clk) = end - start;
}
