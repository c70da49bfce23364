typedef float real;
constexpr int N = 4, M = N * 2;
__global__ void k(real *x) { x[N] = M; }
