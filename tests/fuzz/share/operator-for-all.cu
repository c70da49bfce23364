struct V { float a; };
__device__ V operator+(V a, V b) { return { a.a + b.a }; }
__global__ void k(V *x) { x[0] = x[0] + x[1]; }
