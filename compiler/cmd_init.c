/*
 * kbc init: the files of a preset, laid into a folder that is to be a wiki.
 *
 * The idea: a preset is data, presets/NAME.yaml with what it is for and what
 * to do next, and presets/NAME/ with the files themselves; a new preset needs
 * no C. What stands in the folder already is kept as it is, but for kbc.yaml,
 * which makes it a wiki: where one is, nothing is written.
 *
 * Names that start with a dot are `dot-NAME` in a preset, so that searches of
 * trees see them.
 */
#include "arena.h"
#include "buf.h"
#include "cmd.h"
#include "diag.h"
#include "file.h"
#include "path.h"
#include "session.h"
#include "source.h"
#include "yaml.h"

#include <stdio.h>

#define PRESET_MAX (1u << 20)

/* One preset, and where its files go. */
struct preset {
	struct str folder;       /* of its files */
	struct str to;
	const struct node *said; /* presets/NAME.yaml */
	struct paths files;      /* with the folder before them */
};

/* --- which presets there are --------------------------------------------- */

/* The names that may be asked for: `kernelwiki, plain`. */
static struct str
list_presets(struct session *s, struct str folder)
{
	struct paths all = { 0 };
	struct buf b = { 0 };
	struct str out;

	file_folders(s->arena, &all, folder);
	for (size_t i = 0; i < all.n; i++)
		buf_printf(&b, "%s" STR_FMT, i > 0 ? ", " : "",
			   STR_ARG(path_base(all.items[i])));
	out = arena_copy(s->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

/* Whether it is the name of one and no path. */
static bool
is_preset(struct session *s, struct str folder, struct str name)
{
	struct paths all = { 0 };

	file_folders(s->arena, &all, folder);
	for (size_t i = 0; i < all.n; i++)
		if (str_equal(path_base(all.items[i]), name))
			return true;
	return false;
}

static bool
read_said(struct session *s, struct preset *p)
{
	struct str path = arena_printf(s->arena, STR_FMT ".yaml",
				       STR_ARG(p->folder)), text;
	const struct source *source;

	if (!file_read(s->arena, &text, path, PRESET_MAX, s->diag))
		return false;
	source = source_make(s->arena, path, text);
	p->said = yaml_parse(s->arena, source_span(source, 0, text.n),
			     s->diag);
	return p->said != NULL;
}

static bool
find_preset(struct session *s, struct preset *p)
{
	struct str all = path_join(s->arena, s->data, STR("presets"));
	struct str name = s->given.preset;

	if (name.n == 0)
		name = STR("plain");
	if (!is_preset(s, all, name)) {
		diag_fail(s->diag, "there is no preset '" STR_FMT "', but "
			  STR_FMT, STR_ARG(name),
			  STR_ARG(list_presets(s, all)));
		return false;
	}
	p->folder = path_join(s->arena, all, name);
	return read_said(s, p) &&
	       file_walk(s->arena, &p->files, p->folder, STR(""), s->diag);
}

/* --- laying -------------------------------------------------------------- */

/* Where a file of the preset goes: `dot-github/a` to `.github/a`. */
static struct str
place_of(struct session *s, const struct preset *p, struct str file)
{
	struct str mark = STR("dot-");
	struct str name = path_below(file, p->folder);

	if (str_starts(name, mark))
		name = arena_printf(s->arena, "." STR_FMT,
				    STR_ARG(str_skip(name, mark.n)));
	return path_clean(s->arena, path_join(s->arena, p->to, name));
}

static bool
lay_file(struct session *s, const struct preset *p, struct str file)
{
	struct str to = place_of(s, p, file), text;

	if (file_kind(to) != FILE_NONE) {
		printf("kept   " STR_FMT "\n", STR_ARG(to));
		return true;
	}
	if (!file_read(s->arena, &text, file, PRESET_MAX, s->diag) ||
	    !file_update(to, text, s->diag))
		return false;
	printf("made   " STR_FMT "\n", STR_ARG(to));
	return true;
}

/* kbc.yaml is the last to come: with it the folder is a wiki. */
static bool
lay_files(struct session *s, const struct preset *p)
{
	struct str config = path_join(s->arena, p->folder, STR("kbc.yaml"));

	for (size_t i = 0; i < p->files.n; i++)
		if (!str_equal(p->files.items[i], config) &&
		    !lay_file(s, p, p->files.items[i]))
			return false;
	return lay_file(s, p, config);
}

/* The one folder that is named, else this one; false with a fail when it is a
   wiki. */
static bool
find_place(struct session *s, struct preset *p)
{
	struct str config;

	p->to = s->given.npaths > 0 ? s->given.paths[0] : STR(".");
	config = path_clean(s->arena, path_join(s->arena, p->to,
						STR("kbc.yaml")));
	if (file_kind(config) == FILE_NONE)
		return true;
	diag_fail(s->diag, "'" STR_FMT "' is there: this is a wiki already, "
		  "and nothing was written", STR_ARG(config));
	return false;
}

int
cmd_init(struct session *s)
{
	struct preset p = { 0 };

	if (find_place(s, &p) && find_preset(s, &p) && lay_files(s, &p))
		printf(STR_FMT "\n", STR_ARG(str_trim(
			       yaml_text(p.said, STR("next")))));
	return cmd_finish(s);
}
