/*
 * kbc doctor: which tools are here and what is missing without each, and what
 * kbc-run says of the device and its profiler.
 *
 * A tool that is not here is no fault: the exit status says only whether the
 * question could be asked.
 */
#include "cmd.h"
#include "proc.h"
#include "session.h"
#include "toolkit.h"

#include <stdio.h>

static void
say_tool(const char *name, const struct tool *t, const char *without)
{
	if (t->path.n > 0)
		printf("%-10s " STR_FMT "%s" STR_FMT "\n", name,
		       STR_ARG(t->version), t->version.n ? "  " : "",
		       STR_ARG(t->path));
	else
		printf("%-10s missing: %s\n", name, without);
}

/* What kbc-run says of a profiler, on its second line. */
static void
say_counters(struct str said)
{
	struct str word = STR("counters: ");
	struct str line = str_trim(str_skip(said, str_find(said, word)));

	if (str_starts(line, word))
		printf("counters   " STR_FMT "\n",
		       STR_ARG(str_skip(line, word.n)));
}

static void
say_device(const struct session *s)
{
	struct proc_result r;
	struct str said;
	bool found;

	found = session_doctor(s, &r);
	if (!r.started) {
		printf("device     kbc-run is missing: it is neither beside "
		       "kbc nor what KBC_RUN names\n");
		return;
	}
	said = str_trim(r.out.n ? r.out : r.err);
	printf("device     " STR_FMT "%s\n",
	       STR_ARG(str_slice(said, 0, str_find_byte(said, '\n'))),
	       found ? "" :
	       "\n           without one a measured claim is judged by "
	       "the records of the wiki,\n           else `not run`; "
	       "tests run on the emulator");
	say_counters(said);
}

static void
say_sandbox(struct arena *a)
{
	struct str name = proc_sandbox_name(a);

	if (name.n > 0)
		printf("sandbox    " STR_FMT "\n", STR_ARG(name));
	else
		printf("sandbox    missing: no Landlock in this kernel, no "
		       "bubblewrap (bwrap) in PATH;\n           code of pages "
		       "is compiled under limits alone\n");
}

int
cmd_doctor(struct session *s)
{
	struct toolkit t;

	if (!toolkit_find(s->arena, &t, s->fetched, s->diag))
		return cmd_finish(s);
	say_tool("nvcc", &t.nvcc, "nothing is built; fences, listings and "
		 "names are `not run`");
	say_tool("ptxas", &t.ptxas, "nothing is built, as without nvcc");
	say_tool("nvdisasm", &t.nvdisasm, "claims about SASS are `not run`");
	say_tool("cuobjdump", &t.cuobjdump, "no claim needs it");
	say_tool("ninja", &t.ninja, "nothing is built, as without nvcc");
	say_sandbox(s->arena);
	say_device(s);
	return cmd_finish(s);
}
