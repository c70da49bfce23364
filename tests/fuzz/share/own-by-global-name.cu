__device__ float helper(float x) { return x; }
__global__ void k(float *x) { x[0] = ::helper(1); }
