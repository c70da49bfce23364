template <class T> __global__ void k(T *x) { x[0] = T(); }
template __global__ void k<float>(float *);
