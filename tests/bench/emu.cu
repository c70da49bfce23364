// What emu.c times; emu.ptx is this as nvcc -arch compute_90 -ptx makes it.
extern "C" {

__global__ void fma_chain(float *x, int n)
{
	float a = x[threadIdx.x], b = a, c = a, d = a;
	for (int i = 0; i < n; i++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			a = fmaf(a, 0.999f, 0.5f);
			b = fmaf(b, 0.999f, 0.5f);
			c = fmaf(c, 0.999f, 0.5f);
			d = fmaf(d, 0.999f, 0.5f);
		}
	}
	x[threadIdx.x] = a + b + c + d;
}

__global__ void reduce(const float *x, float *out, int n)
{
	__shared__ float s[256];
	int t = threadIdx.x;
	float v = 0;
	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
		v += x[i];
	s[t] = v;
	__syncthreads();
	for (int o = 128; o > 0; o >>= 1) {
		if (t < o)
			s[t] += s[t + o];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
	__shared__ float s[32][32], u[32][32];
	int y = threadIdx.y, x = threadIdx.x;
	int row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
	float v = 0;
	for (int k = 0; k < n; k += 32) {
		s[y][x] = a[row * n + k + x];
		u[y][x] = b[(k + y) * n + col];
		__syncthreads();
		for (int i = 0; i < 32; i++)
			v += s[y][i] * u[i][x];
		__syncthreads();
	}
	c[row * n + col] = v;
}

__global__ void transpose(const float *a, float *b, int n)
{
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
	for (int j = threadIdx.y; j < 32; j += 8)
		b[x * n + y + j] = a[(y + j) * n + x];
}

__global__ void histogram(const int *x, int *bins, int n)
{
	__shared__ int s[256];
	s[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n;
	     i += gridDim.x * 256)
		atomicAdd(&s[x[i] & 255], 1);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

}
