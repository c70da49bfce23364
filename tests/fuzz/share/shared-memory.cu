__global__ void k()
{
    extern __shared__ float smem[];
    smem[threadIdx.x] = 1;
}
