/*
probe: occupancy_bandwidth
summary: Bandwidth of a copy much larger than the L2 cache by bytes of shared memory that each block takes, and so by blocks of an SM.
parameters:
  shared:     {values: [1024, 28160, 37888, 57344, 76800, 115712, 232448], sweep: false}
  per_thread: {values: [1, 2, 4, 8], at: compile, sweep: false}
  threads:    {values: [256]}
let:
  size:  2^29
  moved: 2 * size
template: [per_thread]
buffers:
  in:  {bytes: size, fill: random bits}
  out: {bytes: size, fill: poison}
arguments: [out, in]
grid: size / (16 * per_thread * threads)
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
 * A copy by words of 16 bytes with a limit to its occupancy: the block is given
 * dynamic shared memory, which it does not touch. On compute capability 9.0 an
 * SM has 228 KB, and a block takes 1 KB more than it asks for: 28160 bytes are 8
 * blocks, 37888 are 6, 57344 are 4, 76800 are 3, 115712 are 2 and 232448 are 1.
 *
 * What a memory has under way is threads times loads of a thread that wait, so
 * `per_thread` makes good what warps are missing. The share is what is asked
 * for and says nothing of the probe, so any will do.
 */
template <int per_thread>
static __device__ __forceinline__ void
occupancy_bandwidth(void *out, void *in)
{
	const size_t first =
	    size_t(blockIdx.x) * blockDim.x * per_thread + threadIdx.x;
	uint4 x[per_thread];

	for (int i = 0; i < per_thread; i++)
		x[i] = static_cast<uint4 *>(in)[first + i * blockDim.x];
	for (int i = 0; i < per_thread; i++)
		static_cast<uint4 *>(out)[first + i * blockDim.x] = x[i];
}
