/*
 * What is unsupported ends the launch where a thread gets to it, and is told
 * by its name: a kernel that has such an instruction on a way that is not
 * taken runs to its end.
 */
#include "code.h"
#include "device.h"
#include "finding.h"
#include "machine.h"
#include "stop.h"

static enum next
run_unsupported(struct warp *w, const struct insn *i, uint32_t mask)
{
	finding_add(w, i, first_lane(mask), FINDING_UNSUPPORTED, "%s",
		    (const char *)i->more);
	return NEXT_STOP;
}

void
stop_set(struct insn *i, const char *name)
{
	i->kind = KIND_RUN;
	i->more = name;
	i->run = run_unsupported;
}
