enum color { red, green };
__global__ void k(int *x) { x[0] = red + green; }
