/*
 * The loops over lanes, compiled for AVX2;
 * vec.c chooses at run time.
 */
#include <stdbool.h>

static bool
runs_here(void)
{
	return __builtin_cpu_supports("avx2") &&
	       __builtin_cpu_supports("fma");
}

#define VECTORS vectors_v3
#include "vec.inc"
