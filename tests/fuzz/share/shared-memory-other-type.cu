__global__ void k()
{
    extern __shared__ int smem[];
    smem[threadIdx.x] = 1;
}
