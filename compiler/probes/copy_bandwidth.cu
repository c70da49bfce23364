/*
probe: copy_bandwidth
summary: Bandwidth of a copy of an array much larger than the L2 cache, reads and writes both counted.
parameters:
  width:      {values: [4, 8, 16], at: compile}
  per_thread: {values: [1, 2, 4], at: compile}
  threads:    {values: [256]}
let:
  size:  2^29
  moved: 2 * size
template: [width, per_thread]
buffers:
  in:  {bytes: size, fill: random bits}
  out: {bytes: size, fill: poison}
arguments: [out, in]
grid: size / (width * per_thread * threads)
block: threads
measure: events launches 2
check: out same in
loop:
  instruction: LDG*
  count: per_thread
metrics:
  rate:  {value: moved / time, unit: B/s, best: max}
  time:  {value: 10^9 * time / size, unit: s, best: min}
  bytes: {value: 10^9 * moved / size, unit: B, best: min}
ceiling: {metric: rate, value: device.dram_bytes_per_s, reach: 0.85}
*/

/*
 * A thread loads `per_thread` words of `width` bytes before it stores the
 * first. The array is four times the largest L2 cache of today or more; time
 * and bytes are those of a copy of 10^9 bytes.
 *
 * 89 % of the memory's rate is the most that was seen on compute capability
 * 9.0, with streaming and cached loads and stores, bulk copies through shared
 * memory, larger blocks, more words for each thread, and the driver's own copy.
 */
template <int bytes> struct move;
template <> struct move<1>  { using word = unsigned char; };
template <> struct move<2>  { using word = unsigned short; };
template <> struct move<4>  { using word = unsigned; };
template <> struct move<8>  { using word = uint2; };
template <> struct move<16> { using word = uint4; };

template <int width, int per_thread>
static __device__ __forceinline__ void
copy_bandwidth(void *out, void *in)
{
	using word = typename move<width>::word;
	const size_t block = size_t(blockIdx.x) * blockDim.x * per_thread;
	const word *from = static_cast<word *>(in) + block + threadIdx.x;
	word *to = static_cast<word *>(out) + block + threadIdx.x;
	word w[per_thread];

	for (int i = 0; i < per_thread; i++)
		w[i] = from[i * blockDim.x];
	for (int i = 0; i < per_thread; i++)
		to[i * blockDim.x] = w[i];
}
