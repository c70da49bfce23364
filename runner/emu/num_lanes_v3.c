/*
 * The loops over lanes, compiled for AVX2 and FMA;
 * num_lanes.c chooses at run time.
 */
#include <stdbool.h>

#define LANES lanes_v3
#include "num_lanes.inc"

static bool
runs_here(void)
{
	return __builtin_cpu_supports("avx2") &&
	       __builtin_cpu_supports("fma");
}

#include "num_lanes_mma.inc"
#include "num_lanes_table.inc"
