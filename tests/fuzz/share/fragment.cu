float x = threadIdx.x;
__syncthreads();
if (x > 3) printf("%g\n", x);
