/*
 * Entries of documented devices that are nearly right: `sm_cuont`.
 *
 * The idea: what no device has was mostly meant for what one has, so all their
 * entries are looked at and the nearest is told.
 */
#include "arena.h"
#include "fact.h"
#include "slips.h"

struct str
devices_no_entry(struct arena *a, const struct devices *all, struct str key)
{
	struct str head = STR("device."), out, *names;
	struct nearest near = { .word = str_starts(key, head) ?
				str_skip(key, head.n) : key };
	const struct device_file *f;

	for (size_t i = 0; (f = devices_at(all, i)); i++) {
		size_t n = device_entries(a, &names, f);

		for (size_t k = 0; k < n; k++)
			nearest_add(&near, names[k]);
	}
	out = arena_printf(a, "'" STR_FMT "' is not read off a device",
			   STR_ARG(key));
	return near.best.n == 0 ? out :
		arena_printf(a, STR_FMT ": did you mean 'device." STR_FMT "'?",
			     STR_ARG(out), STR_ARG(near.best));
}
