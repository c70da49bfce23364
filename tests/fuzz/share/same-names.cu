__device__ int scale(int x) { return x + 2; }
__global__ void k(int *x) { x[0] = scale(x[0]); }
