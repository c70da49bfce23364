/*
 * What the wiki's own files answer: sources that exist, lines, headings and
 * vocabularies.
 *
 * The idea: a source is a page, a file, or an entry of sources.yaml. What it
 * says is observe_cited.c.
 *
 * It judges no meaning, fetches nothing, and leaves a file that is missing to
 * the check of its own path.
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

/* The lines of a stored file; false when it has not that many. */
static bool
read_lines(struct arena *a, struct str path, struct str anchor, struct str *out)
{
	struct diag *d = diag_make(a);
	uint64_t first, last;
	struct source *s;
	struct span from, to;
	struct str text;

	if (!observe_parse_lines(anchor, &first, &last) ||
	    !file_read(a, &text, path, STORED_MAX, d))
		return false;
	s = source_make(a, path, text);
	if (last > s->nlines)
		return false;
	from = source_line(s, (size_t)first);
	to = source_line(s, (size_t)last);
	*out = str_slice(text, from.at, to.at + to.n - from.at);
	return true;
}

struct value
observe_lines(struct arena *a, const struct world *w, size_t page,
	      const struct claim *c)
{
	struct str named = yaml_text(c->node->parent, STR("path")), lines;
	struct str path = wiki_file(a, w->wiki, named, page);

	if (path.n == 0) /* the file's own check says so */
		return observe_lacks(STR("needs its file"));
	return observe_answer(read_lines(a, path, c->text, &lines),
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

static bool
holds_word(const struct node *n, struct str word, int depth)
{
	if (!n || depth > 8)
		return false;
	if (n->kind == NODE_SCALAR)
		return str_equal(n->text, word);
	for (const struct node *k = n->child; k; k = k->next)
		if ((n->kind == NODE_MAP && str_equal(k->key, word)) ||
		    holds_word(k, word, depth + 1))
			return true;
	return false;
}

struct value
observe_vocabulary(struct arena *a, const struct world *w, size_t page,
		   const struct claim *c)
{
	size_t hash = str_find_byte(c->anchor, '#');
	struct str named = str_slice(c->anchor, 0, hash);
	struct str path = wiki_file(a, w->wiki, named, page);
	const struct node *all;

	if (path.n == 0)
		return observe_lacks(arena_printf(a, "needs the vocabulary "
					    STR_FMT, STR_ARG(named)));
	all = recall_yaml(w->recall, path);
	if (!all)
		return value_lack(LACK_ERROR, STR("unreadable vocabulary"));
	if (hash < c->anchor.n)
		all = yaml_find(all, str_skip(c->anchor, hash + 1));
	return observe_answer(holds_word(all, c->text, 0),
			      arena_printf(a, "not in the vocabulary " STR_FMT,
				   STR_ARG(c->anchor)));
}
