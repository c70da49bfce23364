/*
 * What rows of data answer: how many there are, whether one is there twice,
 * whether another file has one; and dates and pages that data names.
 *
 * The idea: a row is a map in a list, of the page or record itself or of a YAML
 * file of the wiki, and is known by texts under its keys.
 *
 * Which keys rows have is the schema's to say.
 */
#include "arena.h"
#include "claim.h"
#include "map.h"
#include "observe.h"
#include "observe_parts.h"
#include "page.h"
#include "recall.h"
#include "source.h"
#include "value.h"
#include "wiki.h"
#include "yaml.h"

/* `KEY=TEXT`; without a text *text stays. */
static struct str
split_pair(struct str pair, struct str *text)
{
	size_t at = str_find_byte(pair, '=');

	if (at < pair.n)
		*text = str_skip(pair, at + 1);
	return str_slice(pair, 0, at);
}

struct value
observe_row_count(struct arena *a, const struct claim *c)
{
	struct str pair = c->anchor, key = STR(""), text = STR("");
	const struct node *list;
	double says = -1;
	size_t n = 0;

	str_split(&key, &pair, ' ');
	list = observe_list(c->node, key);
	if (!list || list->kind != NODE_LIST)
		return observe_lacks(STR("needs its list"));
	pair = pair.p ? split_pair(str_trim(pair), &text) : STR("");
	for (const struct node *i = list->child; i; i = i->next)
		n += pair.n == 0 || str_equal(yaml_text(i, pair), text);
	yaml_number(c->node, &says);
	return observe_answer(!(says < (double)n) && !(says > (double)n),
			      arena_printf(a, "`" STR_FMT "` has %zu%s" STR_FMT,
					   STR_ARG(key), n,
					   pair.n > 0 ? " that are " : "",
					   STR_ARG(text)));
}

struct value
observe_unique(struct arena *a, const struct claim *c)
{
	struct map lines = { .arena = a };

	for (const struct node *i = c->node->child; i; i = i->next) {
		const struct node *n = yaml_find(i, c->anchor);
		uint32_t line = n ? span_line(n->at) : 0;
		size_t first = line;

		if (n && n->kind == NODE_SCALAR && n->text.n > 0)
			first = map_add(&lines, n->text, line);
		if (first != line)
			return observe_answer(false, arena_printf(a, "'" STR_FMT
				"' stands on line %zu and on line %u",
				STR_ARG(n->text), first, line));
	}
	return observe_answer(true, STR(""));
}

/* --- rows of another file ------------------------------------------------- */

static const struct node *
read_file(struct arena *a, const struct world *w, size_t page, struct str file)
{
	struct str path = wiki_file(a, w->wiki, file, page);

	return path.n > 0 ? recall_yaml(w->recall, path) : NULL;
}

static struct value
lack_file(struct arena *a, struct str file)
{
	return observe_lacks(arena_printf(a, "needs " STR_FMT, STR_ARG(file)));
}

/* Whether a row has all texts. */
static bool
fits(const struct node *row, struct str pairs, struct str otherwise)
{
	struct str pair;

	while (str_split(&pair, &pairs, ' ')) {
		struct str text = otherwise;
		struct str key = split_pair(pair, &text);

		if (key.n > 0 && !str_equal(yaml_text(row, key), text))
			return false;
	}
	return true;
}

static bool
has_row(const struct node *list, struct str pairs, struct str otherwise)
{
	for (const struct node *n = list ? list->child : NULL; n; n = n->next)
		if (n->kind == NODE_MAP && fits(n, pairs, otherwise))
			return true;
	return false;
}

/* `a=1 b=2`, with what is meant where there is no `=`. */
static struct str
pairs_text(struct arena *a, struct str pairs, struct str otherwise)
{
	struct str out = STR(""), pair;

	while (str_split(&pair, &pairs, ' ')) {
		struct str text = otherwise;
		struct str key = split_pair(pair, &text);

		if (key.n > 0)
			out = arena_printf(a, STR_FMT "%s" STR_FMT "=" STR_FMT,
					   STR_ARG(out), out.n > 0 ? " " : "",
					   STR_ARG(key), STR_ARG(text));
	}
	return out;
}

struct value
observe_row(struct arena *a, const struct world *w, size_t page,
	    const struct claim *c)
{
	struct str pairs = c->anchor, named = STR(""), file, key;
	const struct node *all;

	str_split(&named, &pairs, ' ');
	file = str_slice(named, 0, str_find_byte(named, '#'));
	key = str_skip(named, file.n + 1);
	all = read_file(a, w, page, file);
	if (!all)
		return lack_file(a, file);
	if (key.n > 0)
		all = yaml_find(all, key);
	return observe_answer(has_row(all, pairs, c->text),
			      arena_printf(a, "no row of " STR_FMT " has "
					   STR_FMT, STR_ARG(named),
					   STR_ARG(pairs_text(a, pairs,
							      c->text))));
}

struct value
observe_until(struct arena *a, const struct world *w, size_t page,
	      const struct claim *c)
{
	struct str file = str_slice(c->anchor, 0,
				    str_find_byte(c->anchor, '#'));
	struct str key = str_skip(c->anchor, file.n + 1), last;
	const struct node *all = read_file(a, w, page, file);
	bool same = str_equal(c->check, STR("same"));
	int order;

	if (!all)
		return value_lack(LACK_OTHER_SCOPE, arena_printf(a,
				"there is no " STR_FMT, STR_ARG(file)));
	last = yaml_text(all, key);
	if (last.n == 0)
		return value_lack(LACK_ERROR, arena_printf(a, STR_FMT " has no "
				"text under `" STR_FMT "`", STR_ARG(file),
				STR_ARG(key)));
	order = str_compare(str_slice(c->text, 0, last.n), last);
	return observe_answer(order < 0 ? !same : order == 0,
			      arena_printf(a, "`" STR_FMT "` of " STR_FMT
					   " is " STR_FMT, STR_ARG(key),
					   STR_ARG(file), STR_ARG(last)));
}

/* --- pages ---------------------------------------------------------------- */

/* The front matter of a page, or of a file that is none of the wiki's; false
   if there is no such file. */
static bool
find_front(struct arena *a, const struct world *w, size_t page,
	   struct str name, const struct node **out)
{
	size_t i = wiki_find(w->wiki, name, page);
	const struct stored *file;
	struct str path;

	if (i != SIZE_MAX) {
		*out = wiki_head(a, w->wiki, i)->front;
		return true;
	}
	path = wiki_file(a, w->wiki, name, page);
	file = path.n > 0 ? recall_stored(w->recall, path) : NULL;
	if (file)
		*out = page_head(a, file->source, name)->front;
	return file != NULL;
}

struct value
observe_mentions(struct arena *a, const struct world *w, size_t page,
		 const struct claim *c)
{
	struct str text = c->anchor, key = STR("");
	const struct node *front = NULL;

	str_split(&key, &text, ' ');
	text = str_trim(text);
	if (!find_front(a, w, page, c->text, &front))
		return observe_answer(false, STR("no such page"));
	return observe_answer(observe_holds(yaml_find(front, key), text),
			      arena_printf(a, "it has no '" STR_FMT "' under `"
					   STR_FMT "`", STR_ARG(text),
					   STR_ARG(key)));
}
