// Kernels for the emulator's tests (check.c knows what each must give).
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <cassert>

namespace cg = cooperative_groups;

extern "C" {

__global__ void saxpy(int n, float a, const float *x, float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i] + y[i];
}

__global__ void sum_shuffle(const float *x, float *out, int n)
{
	__shared__ float part[32];
	float v = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		v += x[i];
	for (int o = 16; o > 0; o >>= 1)
		v += __shfl_down_sync(~0u, v, o);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x < 32) {
		v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
		for (int o = 16; o > 0; o >>= 1)
			v += __shfl_down_sync(~0u, v, o);
		if (threadIdx.x == 0)
			out[0] = v;
	}
}

__global__ void sum_shared(const float *x, float *out, int n)
{
	extern __shared__ float s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? x[i] : 0;
	__syncthreads();
	for (int o = blockDim.x / 2; o > 0; o >>= 1) {
		if (t < o)
			s[t] += s[t + o];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

// As sum_shared, the barrier inside of the loop is missing.
__global__ void sum_racing(const float *x, float *out, int n)
{
	extern __shared__ float s[];
	int t = threadIdx.x;
	s[t] = t < n ? x[t] : 0;
	__syncthreads();
	for (int o = blockDim.x / 2; o > 0; o >>= 1)
		if (t < o)
			s[t] += s[t + o];
	if (t == 0)
		out[0] = s[0];
}

__global__ void collatz(const int *x, int *steps, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = x[i];
	int k = 0;
	while (v > 1) {
		if (v & 1)
			v = 3 * v + 1;
		else
			v /= 2;
		k++;
	}
	steps[i] = k;
}

__device__ __noinline__ int fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__global__ void recursion(int *out)
{
	out[threadIdx.x] = fibonacci(threadIdx.x % 12);
}

typedef float (*function)(float);
__device__ __noinline__ float twice(float x) { return 2 * x; }
__device__ __noinline__ float square(float x) { return x * x; }
__device__ function table[2] = { twice, square };

__global__ void indirect(float *x)
{
	x[threadIdx.x] = table[threadIdx.x & 1](x[threadIdx.x]);
}

__global__ void histogram(const int *x, int *bins, int n)
{
	__shared__ int h[16];
	if (threadIdx.x < 16)
		h[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * blockDim.x)
		atomicAdd(&h[x[i] & 15], 1);
	__syncthreads();
	if (threadIdx.x < 16)
		atomicAdd(&bins[threadIdx.x], h[threadIdx.x]);
}

// The second barrier is missing: bins are read while others count.
__global__ void histogram_racing(const int *x, int *bins, int n)
{
	__shared__ int h[16];
	if (threadIdx.x < 16)
		h[threadIdx.x] = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		atomicAdd(&h[x[i] & 15], 1);
	if (threadIdx.x < 16)
		bins[threadIdx.x] = h[threadIdx.x];
}

__global__ void transpose(const float *in, float *out, int w, int h)
{
	__shared__ float tile[32][33];
	int x = blockIdx.x * 32 + threadIdx.x;
	int y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		if (x < w && y + j < h)
			tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		if (x < h && y + j < w)
			out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[16][16], t[16][16];
	int row = blockIdx.y * 16 + threadIdx.y;
	int col = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < n; k += 16) {
		s[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
		t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum += s[threadIdx.y][i] * t[i][threadIdx.x];
		__syncthreads();
	}
	c[row * n + col] = sum;
}

// As matmul, without the second barrier.
__global__ void matmul_racing(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[16][16], t[16][16];
	int row = blockIdx.y * 16 + threadIdx.y;
	int col = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < n; k += 16) {
		s[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
		t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum += s[threadIdx.y][i] * t[i][threadIdx.x];
	}
	c[row * n + col] = sum;
}

__global__ void out_of_bounds(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	y[i] = x[i] + 1;
}

__global__ void misaligned(const float *x, float4 *y)
{
	y[0] = *(const float4 *)(x + 1);
}

__global__ void says(int n)
{
	printf("%s %d %5.2f %c %llu %%\n", "thread", threadIdx.x + n,
	       threadIdx.x * 0.5, 'x', 1ull << 40);
}

__global__ void asserts(int n)
{
	assert(n > threadIdx.x);
}

__global__ void traps(int n)
{
	if (threadIdx.x == n)
		__trap();
}

__global__ void hangs(volatile int *flag)
{
	while (*flag == 0)
		;
}

__global__ void diverging_barrier(int *out)
{
	if (threadIdx.x < 40) {
		out[threadIdx.x] = 1;
		__syncthreads();
		out[threadIdx.x] = 2;
	}
}

__global__ void warp_votes(const int *x, unsigned *out)
{
	int v = x[threadIdx.x];
	unsigned odd = __ballot_sync(~0u, v & 1);
	out[4 * threadIdx.x] = odd;
	out[4 * threadIdx.x + 1] = __any_sync(~0u, v == 5);
	out[4 * threadIdx.x + 2] = __all_sync(~0u, v < 100);
	out[4 * threadIdx.x + 3] = __match_any_sync(~0u, v % 3);
}

__global__ void spin_lock(int *lock, int *count)
{
	bool done = false;
	while (!done) {
		if (atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			*count = *count + 1;
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
	}
}

__device__ unsigned ticket;

__global__ void last_block(const float *x, float *part, float *out, int n)
{
	__shared__ float s[128];
	__shared__ bool last;
	int t = threadIdx.x, i = blockIdx.x * 128 + t;
	s[t] = i < n ? x[i] : 0;
	__syncthreads();
	for (int o = 64; o > 0; o >>= 1) {
		if (t < o)
			s[t] += s[t + o];
		__syncthreads();
	}
	if (t == 0) {
		part[blockIdx.x] = s[0];
		__threadfence();
		last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && t == 0) {
		float v = 0;
		for (int b = 0; b < gridDim.x; b++)
			v += part[b];
		out[0] = v;
	}
}

// A block waits for the one with the next number.
__global__ void chain(volatile int *flags, int *out)
{
	if (blockIdx.x + 1 < gridDim.x)
		while (flags[blockIdx.x + 1] == 0)
			;
	out[blockIdx.x] = blockIdx.x + 1;
	__threadfence();
	flags[blockIdx.x] = 1;
}

__global__ void half_dot(const __half2 *x, const __half2 *y, float *out, int n)
{
	__half2 sum = __float2half2_rn(0);
	for (int i = threadIdx.x; i < n; i += 32)
		sum = __hfma2(x[i], y[i], sum);
	float v = __low2float(sum) + __high2float(sum);
	for (int o = 16; o > 0; o >>= 1)
		v += __shfl_xor_sync(~0u, v, o);
	if (threadIdx.x == 0)
		*out = v;
}

__global__ void bf16_scale(__nv_bfloat16 *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = __float2bfloat16(a * __bfloat162float(x[i]));
}

__global__ void tiles(const int *x, int *out)
{
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
	int v = x[block.thread_rank()];
	for (int o = tile.size() / 2; o > 0; o /= 2)
		v += tile.shfl_down(v, o);
	if (tile.thread_rank() == 0)
		out[block.thread_rank() / 8] = v;
	cg::coalesced_group g = cg::coalesced_threads();
	if (threadIdx.x == 0)
		out[31] = g.size();
}

__global__ void softmax(const float *x, float *y, int n)
{
	__shared__ float red[8];
	float most = -INFINITY, sum = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		most = fmaxf(most, x[i]);
	for (int o = 16; o > 0; o >>= 1)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, o));
	if (threadIdx.x % 32 == 0)
		red[threadIdx.x / 32] = most;
	__syncthreads();
	most = red[0];
	for (int w = 1; w < blockDim.x / 32; w++)
		most = fmaxf(most, red[w]);
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		sum += expf(x[i] - most);
	for (int o = 16; o > 0; o >>= 1)
		sum += __shfl_xor_sync(~0u, sum, o);
	if (threadIdx.x % 32 == 0)
		red[threadIdx.x / 32] = sum;
	__syncthreads();
	sum = 0;
	for (int w = 0; w < blockDim.x / 32; w++)
		sum += red[w];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		y[i] = expf(x[i] - most) / sum;
}

__global__ void integers(const int *x, const unsigned *y, long long *out)
{
	int a = x[threadIdx.x];
	unsigned b = y[threadIdx.x];
	long long r = 0;
	r += __popc(b) + __clz(a) + __ffs(a) + __brev(b);
	r += (long long)a * b + a / (int)(b | 1) + a % (int)(b | 1);
	r += __mulhi(a, (int)b) + __umulhi(a, b) + __byte_perm(a, b, 0x5140);
	r += __funnelshift_l(a, b, 7) + __sad(a, (int)b, 5);
	r += __dp4a(a, (int)b, 3) + ((unsigned long long)b << 33) / 7;
	r += (short)a * (short)b + (unsigned char)a + (a >> 3) + (b >> 5);
	r ^= __mul64hi(r, r * 77) + __vadd2(a, b);
	out[threadIdx.x] = r;
}

__global__ void switches(const int *x, int *out)
{
	int v = x[threadIdx.x], r;
	switch (v % 8) {
	case 0: r = v * 3; break;
	case 1: r = v - 7; break;
	case 2: r = v ^ 0x55; break;
	case 3: r = v << 2; break;
	case 4: r = ~v; break;
	case 5: r = v / 3; break;
	case 6: r = v | 64; break;
	default: r = 0;
	}
	out[threadIdx.x] = r;
}

__global__ void local_array(const int *x, int *out)
{
	int a[16];
	for (int i = 0; i < 16; i++)
		a[i] = x[(threadIdx.x + i) % 32];
	for (int i = 0; i < 16; i++) // an insertion sort, indexed at run time
		for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
			int t = a[j];
			a[j] = a[j - 1];
			a[j - 1] = t;
		}
	out[threadIdx.x] = a[x[threadIdx.x] & 15];
}

__constant__ float coefficients[4] = { 1, 2, 3, 4 };

__global__ void polynomial(float *x)
{
	float v = x[threadIdx.x], r = 0;
	for (int i = 3; i >= 0; i--)
		r = r * v + coefficients[i];
	x[threadIdx.x] = r;
}

__global__ void doubles(const double *x, double *y)
{
	int i = threadIdx.x;
	y[i] = sqrt(x[i]) / (1 + x[i]) + fma(x[i], x[i], -0.5);
}

#if __CUDA_ARCH__ >= 800
__global__ void pipeline(const float *x, float *out, int tiles)
{
	__shared__ float s[2][128];
	float sum = 0;
	int t = threadIdx.x;
	unsigned at = (unsigned)__cvta_generic_to_shared(&s[0][t]);
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at),
		     "l"(x + t));
	asm volatile("cp.async.commit_group;");
	for (int i = 0; i < tiles; i++) {
		if (i + 1 < tiles) {
			at = (unsigned)__cvta_generic_to_shared(
				&s[(i + 1) & 1][t]);
			asm volatile(
				"cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
					at),
				"l"(x + (i + 1) * 128 + t));
		}
		asm volatile("cp.async.commit_group;");
		asm volatile("cp.async.wait_group 1;");
		__syncthreads();
		sum += s[i & 1][(t + 1) % 128];
		__syncthreads();
	}
	out[t] = sum;
}

__global__ void mma_tile(const __half *a, const __half *b, float *c)
{
	__shared__ __half s[16][16], u[8][16];
	int t = threadIdx.x;
	for (int i = t; i < 256; i += 32)
		s[i / 16][i % 16] = a[i];
	for (int i = t; i < 128; i += 32)
		u[i / 16][i % 16] = b[i]; // b by columns
	__syncwarp();
	unsigned ra[4], rb[2];
	unsigned at = (unsigned)__cvta_generic_to_shared(
		&s[t % 16][t / 16 * 8]);
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
		     "{%0,%1,%2,%3}, [%4];"
		     : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
		     : "r"(at));
	at = (unsigned)__cvta_generic_to_shared(&u[t % 8][t / 8 % 2 * 8]);
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 "
		     "{%0,%1}, [%2];"
		     : "=r"(rb[0]), "=r"(rb[1])
		     : "r"(at));
	float d[4] = { 0, 0, 0, 0 };
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
		     "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
		     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
		     : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]),
		       "r"(rb[0]), "r"(rb[1]));
	int row = t / 4, col = t % 4 * 2;
	c[row * 8 + col] = d[0];
	c[row * 8 + col + 1] = d[1];
	c[(row + 8) * 8 + col] = d[2];
	c[(row + 8) * 8 + col + 1] = d[3];
}

__global__ void reduces(const int *x, int *out)
{
	int v = x[threadIdx.x];
	out[threadIdx.x] = __reduce_add_sync(~0u, v) * 1000 +
			   __reduce_max_sync(~0u, v);
}
#endif

#if __CUDA_ARCH__ >= 900
// Tiles come and go as runs of bytes; the barrier counts 128 and the bytes.
__global__ void bulk(const int *x, int *y, int tiles)
{
	__shared__ alignas(16) int q[256];
	__shared__ alignas(8) unsigned long long word;
	unsigned s = (unsigned)__cvta_generic_to_shared(q);
	unsigned bar = (unsigned)__cvta_generic_to_shared(&word);
	int t = threadIdx.x;
	if (t == 0)
		asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(bar));
	__syncthreads();
	for (int k = 0; k < tiles; k++) {
		if (t == 0) {
			asm volatile("cp.async.bulk.shared::cluster.global"
				     ".mbarrier::complete_tx::bytes "
				     "[%0], [%1], 1024, [%2];" ::"r"(s),
				     "l"(x + k * 256), "r"(bar)
				     : "memory");
			asm volatile("mbarrier.arrive.expect_tx.shared.b64 "
				     "_, [%0], 1024;" ::"r"(bar)
				     : "memory");
		} else {
			asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::
					     "r"(bar)
				     : "memory");
		}
		unsigned done = 0;
		while (!done)
			asm volatile("{ .reg .pred p;\n"
				     "mbarrier.try_wait.parity.shared.b64 p, "
				     "[%1], %2;\n"
				     "selp.u32 %0, 1, 0, p; }"
				     : "=r"(done)
				     : "r"(bar), "r"(k & 1)
				     : "memory");
		q[t] += 1;
		q[t + 128] += 2;
		asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
		__syncthreads();
		if (t == 0) {
			asm volatile("cp.async.bulk.global.shared::cta"
				     ".bulk_group [%0], [%1], 1024;" ::"l"(
					     y + k * 256),
				     "r"(s)
				     : "memory");
			asm volatile("cp.async.bulk.commit_group;");
			asm volatile("cp.async.bulk.wait_group.read 0;" :::
					     "memory");
		}
		__syncthreads();
	}
}

__global__ void lacks(int *out)
{
	if (out[0] == 1)
		asm volatile("wgmma.fence.sync.aligned;");
	out[0] = 2;
}
#endif

__global__ void wmma_half(const __half *a, const __half *b, float *c)
{
	using namespace nvcuda::wmma;
	fragment<matrix_a, 16, 16, 16, __half, row_major> x;
	fragment<matrix_b, 16, 16, 16, __half, col_major> y;
	fragment<accumulator, 16, 16, 16, float> z;
	load_matrix_sync(x, a, 16);
	load_matrix_sync(y, b, 16);
	fill_fragment(z, 1.0f);
	mma_sync(z, x, y, z);
	for (int i = 0; i < z.num_elements; i++)
		z.x[i] *= 2;
	store_matrix_sync(c, z, 16, mem_row_major);
}

__global__ void wmma_bytes(const signed char *a, const signed char *b, int *c)
{
	using namespace nvcuda::wmma;
	fragment<matrix_a, 8, 32, 16, signed char, row_major> x;
	fragment<matrix_b, 8, 32, 16, signed char, col_major> y;
	fragment<accumulator, 8, 32, 16, int> z;
	load_matrix_sync(x, a, 16);
	load_matrix_sync(y, b, 16);
	fill_fragment(z, 0);
	mma_sync(z, x, y, z);
	store_matrix_sync(c, z, 32, mem_row_major);
}

// A grid barrier by hand, as cooperative groups have it.
__device__ unsigned arrived;

__global__ void grid_barrier(int *x, int *out)
{
	x[blockIdx.x] = blockIdx.x * 3;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(&arrived, 1);
		while (*(volatile unsigned *)&arrived < gridDim.x)
			;
		__threadfence();
	}
	__syncthreads();
	out[blockIdx.x] = x[(blockIdx.x + 1) % gridDim.x];
}

// An exclusive scan of 2 * blockDim.x numbers, up and down a tree.
__global__ void scan(const int *x, int *y, int n)
{
	extern __shared__ int q[];
	int t = threadIdx.x, o = 1;
	q[2 * t] = x[2 * t];
	q[2 * t + 1] = x[2 * t + 1];
	for (int d = n >> 1; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d)
			q[o * (2 * t + 2) - 1] += q[o * (2 * t + 1) - 1];
		o *= 2;
	}
	if (t == 0)
		q[n - 1] = 0;
	for (int d = 1; d < n; d *= 2) {
		o >>= 1;
		__syncthreads();
		if (t < d) {
			int i = o * (2 * t + 1) - 1, j = o * (2 * t + 2) - 1;
			int v = q[i];
			q[i] = q[j];
			q[j] += v;
		}
	}
	__syncthreads();
	y[2 * t] = q[2 * t];
	y[2 * t + 1] = q[2 * t + 1];
}

__global__ void bitonic(int *x, int n)
{
	extern __shared__ int q[];
	int t = threadIdx.x;
	q[t] = x[t];
	__syncthreads();
	for (int k = 2; k <= n; k *= 2) {
		for (int j = k / 2; j > 0; j /= 2) {
			int p = t ^ j;
			if (p > t && (q[t] > q[p]) == ((t & k) == 0)) {
				int v = q[t];
				q[t] = q[p];
				q[p] = v;
			}
			__syncthreads();
		}
	}
	x[t] = q[t];
}

// Two warps make, two use; barriers 1 and 2 count both.
__global__ void producer(const int *x, int *y)
{
	__shared__ int q[64];
	int t = threadIdx.x;
	for (int k = 0; k < 3; k++) {
		if (t < 64) {
			q[t] = x[t] * (k + 1);
			asm volatile("bar.arrive 1, 128;" ::: "memory");
			asm volatile("bar.sync 2, 128;" ::: "memory");
		} else {
			asm volatile("bar.sync 1, 128;" ::: "memory");
			y[k * 64 + t - 64] = q[127 - t];
			asm volatile("bar.arrive 2, 128;" ::: "memory");
		}
	}
}

__global__ void atomics(float *f, double *d, unsigned long long *u, int *i,
			__half2 *h)
{
	int t = threadIdx.x;
	atomicAdd(f, 1.0f);
	atomicAdd(u, 3ull);
	atomicCAS(u + 1, 0ull, 77ull);
	atomicMax(i, t * 7 % 64);
	atomicMin(i + 1, t - 5);
	atomicOr(i + 2, 1 << (t & 31));
	atomicXor(i + 3, t);
	atomicExch(i + 4, 9);
	atomicInc((unsigned *)i + 5, 10);
	atomicDec((unsigned *)i + 6, 10);
	atomicSub(i + 7, 2);
	atomicAdd(d, 0.5);
	atomicAdd(h, __floats2half2_rn(1, 2));
}

// A scan over blocks that wait for the sums of those before them.
__global__ void look_back(const int *x, int *y, volatile int *flag,
			  volatile int *sums)
{
	__shared__ int q[128], base;
	int t = threadIdx.x, b = blockIdx.x;
	q[t] = x[b * 128 + t];
	__syncthreads();
	for (int o = 1; o < 128; o *= 2) {
		int v = t >= o ? q[t - o] : 0;
		__syncthreads();
		q[t] += v;
		__syncthreads();
	}
	if (t == 0) {
		int before = 0;
		if (b > 0) {
			while (flag[b - 1] == 0)
				;
			__threadfence();
			before = sums[b - 1];
		}
		sums[b] = before + q[127];
		__threadfence();
		flag[b] = 1;
		base = before;
	}
	__syncthreads();
	y[b * 128 + t] = q[t] + base;
}

__global__ void grid_sync(int *x, int *y)
{
	cg::grid_group g = cg::this_grid();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = gridDim.x * blockDim.x;
	x[i] = i * 3;
	g.sync();
	y[i] = x[(i + blockDim.x) % n];
	g.sync();
	x[i] = y[i];
}

}
