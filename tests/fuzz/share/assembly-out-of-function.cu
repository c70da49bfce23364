__global__ void k(float *x) { asm volatile("} .visible .entry z() { ret;"); }
