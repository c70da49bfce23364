__global__ void k(float *x)
{
    asm("{ .reg .f32 t; mov.f32 t, %0; add.f32 %0, t, t; }" : "+f"(x[0]));
}
