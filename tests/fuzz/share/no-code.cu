__device__ float decl(float);
struct A { int x; };
