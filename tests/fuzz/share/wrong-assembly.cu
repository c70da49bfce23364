__global__ void k(float *x) { asm("mov.f17 %0, %0;" : "+f"(x[0])); }
