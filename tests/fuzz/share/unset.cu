__global__ void k(float *x) { float *p; p[0] = 1; }
