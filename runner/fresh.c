/*
 * Fresh data for every launch.
 *
 * A kernel that sorts, counts or updates in place finds its own results when
 * it is launched again: another branch, another time, an index beyond the
 * array. Whether it does is not asked but seen: after the very first launch
 * each buffer is compared with what it was filled with. Those that differ get
 * a copy on the device, and every launch from then on is made behind a copy
 * back. What that takes is timed alone and taken off (measure.c).
 *
 * Outputs, which hold the poison, are never written anew.
 */
#include "check.h"
#include "device.h"
#include "fault.h"
#include "formula.h"
#include "fresh.h"
#include "number.h"
#include "pack.h"
#include "probe.h"

/* A copy of what buffer I held before all launches. */
static bool
keep_copy(struct probe *p, const struct pack_case *c, size_t i,
	  struct fault *f)
{
	struct probe_buffer *spare = &p->spare[i];
	uint64_t bytes = p->buffers[i].bytes;
	int code;

	code = p->device->ops->allocate(p->device, bytes, &spare->address);
	if (code)
		return probe_fail(p, f, "allocating a second copy of a buffer",
				  code);
	spare->bytes = bytes;
	code = probe_fill_one(p, c, i, spare);
	return code ? probe_fail(p, f, "filling a buffer", code) : true;
}

bool
fresh_find(struct probe *p, const struct pack_case *c, struct fault *f)
{
	bool changed;
	size_t i;

	for (i = 0; c->fresh && i < c->nbuffers; i++) {
		if (c->buffers[i].fill.kind == FILL_POISON)
			continue;
		if (!check_changed(c, p, i, &changed, f) ||
		    (changed && !keep_copy(p, c, i, f)))
			return false;
	}
	return true;
}

unsigned
fresh_mask(const struct probe *p)
{
	unsigned mask = 0;
	size_t i;

	for (i = 0; i < PACK_BUFFERS; i++) {
		if (p->spare[i].bytes)
			mask |= 1u << i;
	}
	return mask;
}

int
fresh_start(struct probe *p)
{
	const struct device_ops *ops = p->device->ops;
	int code = 0;
	size_t i;

	for (i = 0; i < PACK_BUFFERS && !code; i++) {
		if (p->spare[i].bytes)
			code = ops->copy_within(p->device,
						p->buffers[i].address,
						p->spare[i].address,
						p->spare[i].bytes);
	}
	return code;
}
