using namespace cooperative_groups;
__global__ void k(float *x) { x[0] = this_grid().size(); }
