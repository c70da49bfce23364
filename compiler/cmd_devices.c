/*
 * kbc --help devices: the documented devices, and what `device.NAME` has.
 *
 * The idea: one short name may be of several cards (`A100`), so each device is
 * shown with the full names that it goes by, then all its entries with their
 * values, as markers write them.
 */
#include "arena.h"
#include "buf.h"
#include "cmd.h"
#include "cmd_parts.h"
#include "diag.h"
#include "fact.h"
#include "path.h"
#include "session.h"
#include "value.h"

#include <stdio.h>

static void
add_device(struct buf *out, struct arena *a, const struct device_file *f)
{
	struct str *names;
	size_t n = device_entries(a, &names, f);

	buf_printf(out, STR_FMT " (" STR_FMT ")", STR_ARG(device_name(f)),
		   STR_ARG(device_sm(f)));
	for (size_t i = 0; device_alias(f, i).n > 0; i++)
		buf_printf(out, "%s" STR_FMT, i > 0 ? ", " : ": ",
			   STR_ARG(device_alias(f, i)));
	buf_add_byte(out, '\n');
	for (size_t i = 0; i < n; i++) {
		struct value v = device_entry(a, f, names[i]);

		buf_printf(out, "  device.%-30.*s " STR_FMT "\n",
			   (int)names[i].n, names[i].p,
			   STR_ARG(value_text_of(a, &v)));
	}
}

int
cmd_show_devices(struct session *s)
{
	const struct device_file *f;
	struct devices *all;
	struct buf out = { 0 };

	if (!devices_read(s->arena, &all,
			  path_join(s->arena, s->data, STR("devices")),
			  s->diag))
		return cmd_finish(s);
	for (size_t i = 0; (f = devices_at(all, i)); i++)
		add_device(&out, s->arena, f);
	fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
	return cmd_finish(s);
}
