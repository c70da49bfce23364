/*
 * The loops over lanes, compiled for AVX-512;
 * vec.c chooses at run time.
 */
#include <stdbool.h>

static bool
runs_here(void)
{
	return __builtin_cpu_supports("avx512f") &&
	       __builtin_cpu_supports("avx512vl") &&
	       __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("avx512dq") &&
	       __builtin_cpu_supports("avx2");
}

#define VECTORS vectors_v4
#include "vec.inc"
