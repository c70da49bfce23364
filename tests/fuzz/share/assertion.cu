__global__ void k(float *x) { static_assert(sizeof(*x) == 8, "no"); *x = 1; }
