/*
 * What an earlier run of ours has begun elsewhere, gone on with.
 *
 * The idea: while a part runs, a file `placed` lies in its folder that says
 * where. A run that is cut off leaves it behind, and the next one looks there
 * first, before it decides what is missing: what is done is fetched, what
 * still runs is waited for, and what is gone is forgotten, to be asked for
 * again with the rest. So it does not matter how that is split then.
 *
 *	site gpu1
 *	device NVIDIA H200
 *	job 17_3
 *	out try1
 */
#include "arena.h"
#include "diag.h"
#include "engine.h"
#include "engine_parts.h"
#include "file.h"
#include "path.h"

static struct str
note_path(struct engine *e, const struct part *p)
{
	return path_join(e->arena, p->folder, STR("placed"));
}

bool
engine_note(struct engine *e, const struct part *p)
{
	struct str text = arena_printf(e->arena, "site " STR_FMT "\ndevice "
		STR_FMT "\njob " STR_FMT "\nout " STR_FMT "\n",
		STR_ARG(e->sites[p->site].name), STR_ARG(p->machine.name),
		STR_ARG(p->job), STR_ARG(p->out));

	return file_update(note_path(e, p), text, e->diag);
}

void
engine_forget(struct engine *e, const struct part *p)
{
	if (e->row->clear)
		e->row->clear(e, p);
	file_remove_tree(p->folder, e->diag);
}

/* The rest of the line that begins with a key. */
static struct str
find_line(struct str text, struct str key)
{
	struct str line, rest = text;

	while (str_split(&line, &rest, '\n'))
		if (str_starts(line, key))
			return str_skip(line, key.n);
	return STR("");
}

/* The site of that name with that device, still; nsites if there is none. */
static size_t
find_site(const struct engine *e, struct str name, struct str device)
{
	size_t i = 0;

	while (i < e->nsites && !(str_equal(e->sites[i].name, name) &&
				  str_equal(e->sites[i].machine.name, device)))
		i++;
	return i;
}

static void
add_placed(struct engine *e, struct str folder, struct str text)
{
	struct str device = find_line(text, STR("device "));
	size_t site = find_site(e, find_line(text, STR("site ")), device);
	struct part *p;

	if (site == e->nsites || e->sites[site].why.n > 0)
		return; /* perhaps another time */
	p = engine_add(e, &e->sites[site].machine);
	p->id = path_base(folder);
	p->folder = folder;
	p->job = find_line(text, STR("job "));
	p->out = find_line(text, STR("out "));
	p->site = site;
	p->state = PART_RUNS;
	p->resumed = true;
	p->tries = 1;
}

void
engine_resume(struct engine *e)
{
	struct paths folders = { 0 };
	size_t n = e->nparts;

	file_folders(e->arena, &folders, e->folder);
	for (size_t i = 0; i < folders.n; i++) {
		struct str folder = path_join(e->arena, e->folder,
					      path_base(folders.items[i]));
		struct str text;

		if (file_read_start(e->arena, &text, path_join(e->arena,
				folder, STR("placed")), 4096))
			add_placed(e, folder, text);
		else /* it never came to that */
			file_remove_tree(folder, e->diag);
	}
	if (e->nparts > n)
		diag_tell("%zu parts of an earlier run are looked for",
			  e->nparts - n);
}
