__global__ void k(float *x) { x[0] = kbc_unit_0_::scale(1); }
