/*
probe: copy_bandwidth
summary: Bandwidth of a copy of an array much larger than the L2 cache, reads and writes counted.
parameters:
  width:      {values: [4, 8, 16], at: compile}
  per_thread: {values: [1, 2, 4, 8], at: compile}
  threads:    {values: [128, 256, 512, 1024]}
let:
  size: 2^20 * ceil(4 * l2 / 2^20)
template: [width, per_thread]
buffers:
  in:  {bytes: size, fill: random bits}
  out: {bytes: size, fill: poison}
arguments: [out, in]
grid: size / (width * per_thread * threads)
block: threads
measure: events launches 1
check: out same in
loop:
  instruction: "LDG*"
  count: per_thread
metrics:
  rate:  {value: 2 * size / time, unit: B/s, best: max}
  time:  {value: time * 10^9 / size, unit: s, best: min}
  bytes: {value: 2 * size, unit: B, best: min}
ceiling: {metric: rate, value: device.dram_bytes_per_s}
*/

template <int bytes> struct move;
template <> struct move<4>  { using type = unsigned; };
template <> struct move<8>  { using type = uint2; };
template <> struct move<16> { using type = uint4; };

#ifndef LOAD
#define LOAD(p) (*(p))
#define STORE(p, v) (*(p) = (v))
#endif

template <int width, int per_thread>
static __device__ __forceinline__ void
copy_bandwidth(void *out, void *in)
{
	using word = typename move<width>::type;
	const size_t first = size_t(blockIdx.x) * blockDim.x * per_thread + threadIdx.x;
	word v[per_thread];

	for (int i = 0; i < per_thread; i++)
		v[i] = LOAD(static_cast<word *>(in) + first + i * blockDim.x);
	for (int i = 0; i < per_thread; i++)
		STORE(static_cast<word *>(out) + first + i * blockDim.x, v[i]);
}
