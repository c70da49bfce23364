/*
 * What a unit's compiler has found of each source in it, kept beside what else
 * was built: `.build/NAME.unit`.
 *
 *	kbc-unit 1
 *	good
 *	KEY          what it was found of: text, architecture, tools
 *	LIST STAMPS  the headers that were read, and as the disk had them
 *
 * The one idea: each source remembers for itself. A change of one page then
 * asks for that page's sources alone, whoever they had stood beside, and what
 * is in a unit is nobody's business afterwards.
 */
#include "share.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "file.h"
#include "graph.h"
#include "hash.h"
#include "path.h"
#include "plan.h"
#include "step.h"
#include "toolkit.h"

#define FINDING_MAX ((size_t)1024)

static const struct str head = STR_INIT("kbc-unit 1\n");

struct str
share_key(struct arena *a, const struct making *m, const struct target *t,
	  struct str text)
{
	return hash_hex(a, arena_printf(a, "kbc " KBC_VERSION
		" steps %d share %d\n" STR_FMT STR_FMT "\n" STR_FMT,
		STEP_VERSION, SHARE_VERSION, STR_ARG(m->toolkit->stamp),
		STR_ARG(t->sm), STR_ARG(text)));
}

static struct str
finding_path(struct arena *a, struct str folder, struct str name)
{
	return path_join(a, folder, arena_printf(a, ".build/" STR_FMT ".unit",
						 STR_ARG(name)));
}

struct str
share_list_path(struct arena *a, struct str folder, struct str hash)
{
	struct str lists = path_join(a, folder, STR(".build/headers"));

	return hash.n == 0 ? lists :
	       arena_printf(a, STR_FMT "/" STR_FMT, STR_ARG(lists),
			    STR_ARG(hash));
}

bool
share_find(struct arena *a, struct share_finding *out, struct str folder,
	   struct str name)
{
	struct str path = finding_path(a, folder, name), text, word;

	*out = (struct share_finding){ 0 };
	if (file_kind(path) != FILE_PLAIN ||
	    !file_read(a, &text, path, FINDING_MAX, diag_make(a)) ||
	    !str_starts(text, head))
		return false;
	text = str_skip(text, head.n);
	if (!str_split(&word, &text, '\n') ||
	    !str_split(&out->key, &text, '\n') ||
	    !str_split(&out->list, &text, ' ') ||
	    !str_split(&out->stamps, &text, '\n'))
		return false;
	out->good = str_equal(word, STR("good"));
	return true;
}

bool
share_keep(struct arena *a, const struct share_finding *f, struct str folder,
	   struct str name)
{
	struct str text = arena_printf(a, STR_FMT "%s\n" STR_FMT "\n"
		STR_FMT " " STR_FMT "\n", STR_ARG(head),
		f->good ? "good" : "alone", STR_ARG(f->key),
		STR_ARG(f->list), STR_ARG(f->stamps));

	return file_keep(a, finding_path(a, folder, name), text);
}

struct str
share_stamps(struct arena *a, struct str folder, struct str list)
{
	struct buf all = { 0 };
	struct file_stamp s;
	struct str name, hash;

	while (str_split(&name, &list, '\n')) {
		if (name.n == 0)
			continue;
		if (!file_stamp(&s, path_join(a, folder, name)))
			s = (struct file_stamp){ 0 };
		buf_printf(&all, "%llu %lld " STR_FMT "\n",
			   (unsigned long long)s.size, (long long)s.written,
			   STR_ARG(name));
	}
	hash = hash_hex(a, buf_str(&all));
	buf_free(&all);
	return hash;
}

bool
share_is_good(struct arena *a, const struct making *m, const struct target *t)
{
	struct share_finding f;

	return !m->alone && t->kind == TARGET_FENCE && t->check &&
	       share_find(a, &f, m->folder, t->name) && f.good;
}
