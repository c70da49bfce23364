__constant__ int table[8];
__global__ void k(int *x) { x[0] = table[threadIdx.x]; }
