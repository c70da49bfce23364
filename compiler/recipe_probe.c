/*
 * Page probes -> cases of a MANIFEST: a kernel of the page, measured.
 *
 *	float x[1024] = uniform(0, 1)	buffer x 4096 random f32 0 1
 *	scale<<<264, 1024>>>(x, 2)	case
 *					entry scale
 *					grid 264 1 1
 *					...
 *					measure events launches 2
 *
 * Nothing of a case is known only when it runs, so all is worked out here, for
 * each combination of values. The slope is over launches: what a launch costs
 * beside the kernel is part of neither.
 */
#include "recipe.h"

#include "diag.h"
#include "marker.h"
#include "recipe_parts.h"

bool
recipe_emit_probe(struct buf *out, const struct marker *m, struct diag *d)
{
	(void)out;
	diag_error(d, m->at, "page probes are not measured yet");
	return false;
}
