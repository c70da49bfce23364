__global__ void k(float *x)
{
#pragma unroll 4
    for (int i = 0; i < 16; i++)
        x[i] = i;
}
