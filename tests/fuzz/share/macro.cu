#define WIDTH 32
__global__ void k(float *x) { x[WIDTH] = 1; }
