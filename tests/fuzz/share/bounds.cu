__global__ void __launch_bounds__(256, 2) k(float *x) { x[0] = 1; }
