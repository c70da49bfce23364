/*
 * What holds of every device, whichever implements it.
 *
 * Blocks that wait for each other must all be there. The driver refuses other
 * launches with a code that says no number, so the two numbers are compared
 * before one is made.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "fault.h"

bool
device_runs(const struct device_attributes *d, const char *target)
{
	long have = (long)(d->cc_major * 10 + d->cc_minor), need;
	char *end;

	if (strncmp(target, "sm_", 3) || d->cc_major < 0)
		return true;
	need = strtol(target + 3, &end, 10);
	if (end == target + 3 || (*end && end[1]))
		return true;
	return have == need ||
	       (*end != 'a' && have / 10 == need / 10 && have > need);
}

bool
device_fits(struct device *d, const struct device_launch *l, const char *name,
	    struct fault *f)
{
	uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
	uint64_t most = 0;
	int code;

	if (!l->cooperative || !d->ops->resident)
		return true;
	code = d->ops->resident(d, l, &most);
	if (code)
		fault_set(f, FAULT_LAUNCH, "asking for the blocks of '%s' that "
			  "fit failed with %d (%s)", name, code,
			  d->ops->error(d, code));
	else if (blocks > most)
		fault_set(f, FAULT_LAUNCH, "'%s' waits for all %" PRIu64
			  " blocks of its grid, and the device holds %" PRIu64
			  " at once", name, blocks, most);
	return !code && blocks <= most;
}
