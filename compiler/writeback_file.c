/*
 * Files that a page's front matter can name: its generated code, the record of
 * the device, the profiler's.
 *
 * The idea: what is written must be there. Code is there when the wiki keeps
 * what is generated and the plan has some of this page; the device's record
 * when the ledger has it. A path is said from the root, or, where it leads out
 * of the root by one step, from the folder above: as page authors do, and as
 * wiki_file looks for files.
 */
#include "arena.h"
#include "evidence.h"
#include "file.h"
#include "observe.h"
#include "path.h"
#include "plan.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback_parts.h"
#include "yaml.h"

/* A folder of kbc.yaml, as the file says it. */
static struct str
folder_said(const struct writing *w, struct str key)
{
	return yaml_text(w->world->wiki->config.root, key);
}

static struct str
path_said(const struct writing *w, struct str folder, struct str rest)
{
	struct str path = path_clean(w->arena, path_join(w->arena, folder,
							 rest));
	struct str up = STR("../");

	if (str_starts(path, up) && !str_starts(str_skip(path, up.n), up))
		return str_skip(path, up.n);
	return path;
}

/* The folder below that of all generated code; empty without any. */
static struct str
code_folder(const struct writing *w)
{
	const struct plan *p = w->world->plan;

	for (size_t i = 0; i < p->ntargets; i++)
		if (p->targets[i].page == w->page)
			return path_dir(p->targets[i].name);
	return STR("");
}

struct str
writeback_code(const struct writing *w)
{
	struct str folder = folder_said(w, STR("generated"));
	struct str code = code_folder(w);

	if (folder.n == 0 || str_starts(folder, STR("/")) || code.n == 0)
		return STR("");
	return path_said(w, folder, code);
}

/* The record below the folder of the evidence, whether it is there or not. */
static struct str
device_record(const struct writing *w)
{
	return arena_printf(w->arena, STR_FMT "/device.json",
			    STR_ARG(w->newest->device.slug));
}

struct str
writeback_device_file(const struct writing *w)
{
	struct str folder = folder_said(w, STR("evidence")), record;

	if (!w->newest || str_starts(folder, STR("/")))
		return STR("");
	record = device_record(w);
	if (file_kind(path_join(w->arena, w->world->wiki->config.evidence,
				record)) != FILE_PLAIN)
		return STR("");
	return path_said(w, folder.n > 0 ? folder : STR("evidence"), record);
}

struct str
writeback_counters_file(const struct writing *w)
{
	struct str folder = folder_said(w, STR("evidence")), file;

	if (w->counters.n == 0 || str_starts(folder, STR("/")))
		return STR("");
	file = arena_printf(w->arena, STR_FMT "/" STR_FMT,
			    STR_ARG(path_base(path_dir(w->counters))),
			    STR_ARG(path_base(w->counters)));
	return path_said(w, folder.n > 0 ? folder : STR("evidence"), file);
}

struct str
writeback_lacking(const struct writing *w, struct str field)
{
	if (str_equal(field, STR("generated.source")))
		return folder_said(w, STR("generated")).n == 0 ?
			STR("the wiki keeps no generated code "
			    "(`generated:` in kbc.yaml)") :
			STR("the page has no code of its own");
	if (str_equal(field, STR("evidence.device")) && w->newest)
		return STR("the ledger has no record of the device");
	return STR("");
}
