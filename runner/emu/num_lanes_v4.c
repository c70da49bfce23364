/*
 * The loops over lanes, compiled for AVX-512;
 * num_lanes.c chooses at run time.
 */
#include <stdbool.h>

#define LANES lanes_v4
#include "num_lanes.inc"

static bool
runs_here(void)
{
	return __builtin_cpu_supports("avx512f") &&
	       __builtin_cpu_supports("avx512vl") &&
	       __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("avx512dq") &&
	       __builtin_cpu_supports("avx2") &&
	       __builtin_cpu_supports("fma");
}

#include "num_lanes_mma.inc"
#include "num_lanes_table.inc"
