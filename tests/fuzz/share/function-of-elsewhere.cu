__device__ float undefined_fn(float);
__global__ void k(float *x) { x[0] = undefined_fn(x[0]); }
