/*
 * The loops over lanes, compiled for every processor of the target;
 * vec.c chooses at run time.
 */
#include <stdbool.h>

static bool
runs_here(void)
{
	return true;
}

#define VECTORS vectors_base
#include "vec.inc"
