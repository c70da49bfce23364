/*
 * The loops over lanes, compiled for every processor of the target;
 * num_lanes.c chooses at run time.
 */
#include <stdbool.h>

#define LANES lanes_base
#include "num_lanes.inc"

static bool
runs_here(void)
{
	return true;
}

#include "num_lanes_mma.inc"
#include "num_lanes_table.inc"
