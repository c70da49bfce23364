// kbc: probe copy_bandwidth
#line 29 "probes/copy_bandwidth.cu"

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
#line 36 "probes/copy_bandwidth.cu"

extern "C" __global__ void
copy_bandwidth_w4_p1(void *out, void *in)
{
	copy_bandwidth<4, 1>(out, in);
}

extern "C" __global__ void
copy_bandwidth_w4_p2(void *out, void *in)
{
	copy_bandwidth<4, 2>(out, in);
}

extern "C" __global__ void
copy_bandwidth_w4_p4(void *out, void *in)
{
	copy_bandwidth<4, 4>(out, in);
}

extern "C" __global__ void
copy_bandwidth_w8_p1(void *out, void *in)
{
	copy_bandwidth<8, 1>(out, in);
}

extern "C" __global__ void
copy_bandwidth_w8_p2(void *out, void *in)
{
	copy_bandwidth<8, 2>(out, in);
}

extern "C" __global__ void
copy_bandwidth_w8_p4(void *out, void *in)
{
	copy_bandwidth<8, 4>(out, in);
}

extern "C" __global__ void
copy_bandwidth_w16_p1(void *out, void *in)
{
	copy_bandwidth<16, 1>(out, in);
}

extern "C" __global__ void
copy_bandwidth_w16_p2(void *out, void *in)
{
	copy_bandwidth<16, 2>(out, in);
}

extern "C" __global__ void
copy_bandwidth_w16_p4(void *out, void *in)
{
	copy_bandwidth<16, 4>(out, in);
}
