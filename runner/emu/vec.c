/*
 * Chooses among the builds of vec.inc, the best first; VECTORS_BUILDS is the
 * build's list of their addresses.
 */
#include <stddef.h>

#include "code.h"
#include "int.h"
#include "vec.h"

extern const struct vectors vectors_base, vectors_v3, vectors_v4;

static const struct vectors *const builds[] = { VECTORS_BUILDS };

const struct vectors *
vectors_at(unsigned i)
{
	return i < sizeof(builds) / sizeof(builds[0]) ? builds[i] : NULL;
}

const struct vectors *
vectors_find(void)
{
	size_t i;

	for (i = 0; !builds[i]->runs_here(); i++)
		;
	return builds[i];
}
