/*
 * What the wiki's own files answer: sources that exist, lines and headings.
 *
 * The idea: a source is a page, a file, or an entry of sources.yaml. What it
 * says is observe_cited.c.
 *
 * It judges no meaning, fetches nothing, and leaves a file that is missing to
 * the check of its own path. Vocabularies are observe_words.c.
 */
#include "arena.h"
#include "claim.h"
#include "diag.h"
#include "file.h"
#include "observe.h"
#include "observe_parts.h"
#include "path.h"
#include "recall.h"
#include "source.h"
#include "summary.h"
#include "value.h"
#include "wiki.h"
#include "yaml.h"

#define STORED_MAX (16u << 20)

/* Whether sources.yaml at the wiki's root lists the id. */
static bool
is_listed(struct arena *a, const struct world *w, struct str id)
{
	struct str path = path_join(a, w->wiki->root, STR("sources.yaml"));

	return yaml_find(recall_yaml(w->recall, path), id) != NULL;
}

/* Whether a folder that kbc.yaml names for sources is there, if it names any;
   one that is not is said of kbc.yaml, once. */
static bool
has_folder(struct arena *a, const struct world *w, size_t page)
{
	const struct config *c = &w->wiki->config;

	for (size_t i = 0; i < c->nsources; i++)
		if (wiki_file(a, w->wiki, c->sources[i], page).n > 0)
			return true;
	return c->nsources == 0;
}

struct value
observe_source(struct arena *a, const struct world *w, size_t page,
	       struct str id)
{
	if (observe_has_source(a, w, page, id))
		return observe_answer(true, STR(""));
	if (!has_folder(a, w, page))
		return observe_lacks(STR("needs a folder of sources that "
					 "kbc.yaml names"));
	return observe_answer(false, STR("no such source"));
}

bool
observe_has_source(struct arena *a, const struct world *w, size_t page,
		   struct str id)
{
	size_t i = wiki_find(w->wiki, id, page);

	if (i != SIZE_MAX && str_equal(w->wiki->summaries[i].id, id))
		return true;
	return wiki_file(a, w->wiki, id, page).n > 0 ||
	       is_listed(a, w, id);
}

/* Whether a stored file has the lines. */
static bool
has_lines(struct arena *a, struct recall *r, struct str path,
	   struct str anchor)
{
	uint64_t first, last;
	struct str text;
	bool good;

	if (!observe_parse_lines(anchor, &first, &last) ||
	    file_kind(path) != FILE_PLAIN)
		return false;
	good = file_read(a, &text, path, STORED_MAX, diag_make(a));
	recall_file(r, path, !good);
	return good && last <= source_make(a, path, text)->nlines;
}

struct value
observe_lines(struct arena *a, const struct world *w, size_t page,
	      const struct claim *c)
{
	struct str named = yaml_text(c->node->parent, STR("path"));
	struct str path = wiki_file(a, w->wiki, named, page);

	if (path.n == 0) /* the file's own check says so */
		return observe_lacks(STR("needs its file"));
	return observe_answer(has_lines(a, w->recall, path, c->text),
			      STR("the file has no such lines"));
}

struct value
observe_heading(const struct world *w, size_t page, const struct claim *c)
{
	struct str named = yaml_text(c->node->parent, STR("path"));
	size_t i = named.n > 0 ? wiki_find(w->wiki, named, page) : page;

	if (i == SIZE_MAX) /* its own check says so */
		return observe_lacks(STR("needs its page"));
	return observe_answer(wiki_has_anchor(w->wiki, i, c->text),
			      STR("the page has no such heading"));
}
