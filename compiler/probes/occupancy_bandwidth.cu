/*
probe: occupancy_bandwidth
summary: Bandwidth of a copy much larger than the L2 cache by bytes of shared memory that each block takes, and so by blocks of an SM.
parameters:
  shared:     {values: [1024, 28160, 37888, 57344, 76800, 115712, 232448], sweep: false}
  per_thread: {values: [1, 2, 4, 8], at: compile, sweep: false}
  width:      {values: [16], at: compile}
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
shared: shared
measure: events launches 2
check: out same in
loop:
  instruction: LDG*
  count: per_thread
metrics:
  rate:  {value: moved / time, unit: B/s, best: max}
  time:  {value: 10^9 * time / size, unit: s, best: min}
ceiling: {metric: rate, value: device.dram_bytes_per_s, reach: 0.01}
*/

/*
 * copy_bandwidth with a limit to its occupancy: the block is given dynamic
 * shared memory, which it does not touch. On compute capability 9.0 an SM has
 * 228 KB, a block takes 1 KB more than it asks for: 28160 bytes are 8 blocks,
 * 37888 are 6, 57344 are 4, 76800 are 3, 115712 are 2 and 232448 are 1.
 *
 * What a memory has under way is threads times loads of a thread that wait, so
 * `per_thread` makes good what warps are missing. The share is what is asked
 * for and says nothing of the probe, so any will do.
 */
template <int bytes> struct move;
template <> struct move<1>  { using word = unsigned char; };
template <> struct move<2>  { using word = unsigned short; };
template <> struct move<4>  { using word = unsigned; };
template <> struct move<8>  { using word = uint2; };
template <> struct move<16> { using word = uint4; };

template <int width, int per_thread>
static __device__ __forceinline__ void
occupancy_bandwidth(void *out, void *in)
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
