/*
 * Where the host has the memory of a thread.
 */
#include "code.h"
#include "machine.h"
#include "memory.h"
#include "ptx.h"
#include "touch.h"

unsigned char *
touch_host(const struct warp *w, const struct access *x, unsigned lane)
{
	switch ((int)x->space) {
	case SPACE_SHARED: return w->block->shared + x->at[lane];
	case SPACE_LOCAL:
		return w->local + (size_t)lane * LOCAL_STRIDE + x->at[lane];
	default:
		return w->block->launch->memory->bytes +
		       (x->at[lane] - MEMORY_BASE);
	}
}
