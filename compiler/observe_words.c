/*
 * What the words of a front matter answer to each other and to lists that the
 * wiki shares: vocabularies with their aliases, words that must be listed
 * twice, folders, devices that the page is about.
 *
 * The idea: a list is a node, of a page or of a YAML file, and a word is in it
 * or not; a word that is not there is told by what it is an alias of.
 *
 * Which words a page may use is the schema's to say; what a source says is
 * observe_cited.c.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "fact.h"
#include "file.h"
#include "observe.h"
#include "observe_parts.h"
#include "page.h"
#include "path.h"
#include "quantity.h"
#include "recall.h"
#include "value.h"
#include "wiki.h"
#include "yaml.h"

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

bool
observe_holds(const struct node *n, struct str word)
{
	return holds_word(n, word, 0);
}

/* --- vocabularies --------------------------------------------------------- */

/* `FILE#key,key`: the file's tree; NULL and why. */
static const struct node *
read_words(struct arena *a, const struct world *w, size_t page,
	   struct str named, struct value *lack)
{
	struct str file = str_slice(named, 0, str_find_byte(named, '#'));
	struct str path = wiki_file(a, w->wiki, file, page);
	const struct node *all = path.n ? recall_yaml(w->recall, path) : NULL;

	if (!all)
		*lack = path.n == 0 ? observe_lacks(arena_printf(a,
				"needs the vocabulary " STR_FMT, STR_ARG(file)))
			: value_lack(LACK_ERROR, STR("unreadable vocabulary"));
	return all;
}

/* Whether the word is under one of the keys of `FILE#key,key`, or in the file
   when it names none. */
static bool
has_word(const struct node *all, struct str named, struct str word)
{
	size_t hash = str_find_byte(named, '#');
	struct str keys = str_skip(named, hash + 1), key;

	if (hash == named.n)
		return holds_word(all, word, 0);
	while (str_split(&key, &keys, ',')) {
		if (holds_word(yaml_find(all, str_trim(key)), word, 0))
			return true;
		if (!keys.p)
			break;
	}
	return false;
}

/* The entry of a file of aliases, `word: [alias, …]`, that has this one. */
static struct str
find_alias(const struct node *all, struct str alias)
{
	for (const struct node *n = all ? all->child : NULL; n; n = n->next) {
		if (n->kind != NODE_LIST)
			continue;
		for (const struct node *k = n->child; k; k = k->next)
			if (k->kind == NODE_SCALAR &&
			    str_equal_case(k->text, alias))
				return n->key;
	}
	return STR("");
}

struct value
observe_vocabulary(struct arena *a, const struct world *w, size_t page,
		   const struct claim *c)
{
	struct str mark = STR(" aliases "), meant;
	size_t at = str_find(c->anchor, mark);
	struct str named = str_slice(c->anchor, 0, at);
	struct str aliases = str_trim(str_skip(c->anchor, at + mark.n));
	struct value lack;
	const struct node *all = read_words(a, w, page, named, &lack);

	if (!all)
		return lack;
	if (has_word(all, named, c->text))
		return observe_answer(true, STR(""));
	all = at < c->anchor.n ? read_words(a, w, page, aliases, &lack) : NULL;
	meant = find_alias(all, c->text);
	if (meant.n > 0)
		return observe_answer(false, arena_printf(a, "the word for it "
			"is '" STR_FMT "' (" STR_FMT ")", STR_ARG(meant),
			STR_ARG(aliases)));
	return observe_answer(false, arena_printf(a, "not in the vocabulary "
						  STR_FMT, STR_ARG(named)));
}

/* --- lists of the page ---------------------------------------------------- */

const struct node *
observe_list(const struct node *n, struct str key)
{
	for (n = n->parent; n; n = n->parent) {
		const struct node *found = yaml_find(n, key);

		if (found)
			return found;
	}
	return NULL;
}

struct value
observe_listed(struct arena *a, const struct claim *c)
{
	return observe_answer(holds_word(observe_list(c->node, c->anchor),
					 c->text, 0),
			      arena_printf(a, "not in the page's `" STR_FMT "`",
					   STR_ARG(c->anchor)));
}

/* `KEY FILE#key`: words of the page's list KEY that the file has are here,
   too. */
struct value
observe_gathers(struct arena *a, const struct world *w, size_t page,
		const struct claim *c)
{
	struct str named = c->anchor, key = STR("");
	const struct node *list, *all;
	struct value lack;

	str_split(&key, &named, ' ');
	named = str_trim(named);
	all = read_words(a, w, page, named, &lack);
	list = observe_list(c->node, key);
	if (!all)
		return lack;
	for (const struct node *n = list ? list->child : NULL; n; n = n->next)
		if (has_word(all, named, n->text) &&
		    !holds_word(c->node, n->text, 0))
			return observe_answer(false, arena_printf(a,
				"it lacks '" STR_FMT "', which is in `" STR_FMT
				"`", STR_ARG(n->text), STR_ARG(key)));
	return observe_answer(true, STR(""));
}

struct value
observe_folder(struct arena *a, const struct world *w, const struct claim *c)
{
	struct str root = w->wiki->root, above = c->anchor;
	struct str folder = path_join(a, root, c->text);
	struct str upper = path_join(a, root, above);
	struct str real, under = file_real(a, upper);

	wiki_stands(w->wiki, upper); /* what is found rests on both */
	wiki_stands(w->wiki, folder);
	if (under.n == 0)
		return observe_lacks(arena_printf(a, "needs the folder "
						  STR_FMT, STR_ARG(above)));
	real = file_real(a, folder);
	if (real.n == 0 || file_kind(real) != FILE_FOLDER)
		return observe_answer(false, STR("no such folder"));
	return observe_answer(path_is_under(real, under), arena_printf(a,
		"it is not under " STR_FMT, STR_ARG(above)));
}

/* --- devices -------------------------------------------------------------- */

/* The architecture of a device, of its file or by the wiki's aliases. */
static struct str
find_sm(struct arena *a, const struct world *w, size_t page,
	const struct claim *c)
{
	const struct device_file *f = devices_find(w->wiki->devices, c->text);
	struct value lack;
	struct str sm;

	if (f)
		return device_sm(f);
	if (c->anchor.n > 0 && arch_require(&sm, find_alias(
			read_words(a, w, page, c->anchor, &lack), c->text)))
		return sm;
	return STR("");
}

struct value
observe_gpu(struct arena *a, const struct world *w, size_t page,
	    const struct claim *c)
{
	struct str sm = find_sm(a, w, page, c), code;
	const struct node *all = observe_list(c->node, STR("architectures"));

	if (sm.n == 0)
		return observe_lacks(STR("needs a device of that name, "
					 "documented or as an alias"));
	for (const struct node *n = all ? all->child : NULL; n; n = n->next)
		if (arch_require(&code, n->text) && arch_runs(sm, code))
			return observe_answer(true, STR(""));
	return observe_answer(!all, arena_printf(a, "it is of " STR_FMT
		", which is none of the page's `architectures`", STR_ARG(sm)));
}
