/*
 * What stands behind a check of a schema, with the page's own words put in:
 * `sources/prs/$repo/PR-$number.md`.
 *
 * The idea: `$NAME` is the text under that key beside the value, or else in a
 * map around that, so that a row can speak of the file that it is in.
 *
 * A text with a blank in it would be two words there: that is an error.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "claim_parts.h"
#include "page.h"
#include "schema.h"
#include "yaml.h"

/* The name of a page as links to it could end: without `.md`. */
static struct str
page_name(const struct page *p)
{
	struct str end = STR(".md");

	return str_ends(p->name, end) ?
		       str_slice(p->name, 0, p->name.n - end.n) : p->name;
}

/* The text that a name stands for; empty if there is none. */
static struct str
find_text(const struct claim *c, struct str name)
{
	const struct node *n = c->node;

	if (str_equal(name, STR("this")))
		return c->text;
	if (str_equal(name, STR("page")))
		return page_name(c->page);
	for (n = n->parent; n; n = n->parent) {
		struct str text = yaml_text(n, name);

		if (text.n > 0)
			return text;
	}
	return STR("");
}

/* What its form leaves of it. */
static struct str
form_text(const struct schema_name_part *part, struct str text)
{
	size_t at = str_find(text, part->text);

	if (part->form == 'B' && str_starts(text, part->text))
		return str_skip(text, part->text.n);
	if (part->form == 'F')
		return str_slice(text, 0, at);
	while (part->form == 'L' && at < text.n) {
		text = str_skip(text, at + part->text.n);
		at = str_find(text, part->text);
	}
	return text;
}

/* Whether it can be put in; false with an error. */
static bool
check_text(struct gather *g, struct claim *c, struct str name, struct str text)
{
	if (text.n == 0)
		gather_trouble(g, c, c->at, "this value is checked with the "
			       "key '" STR_FMT "' beside or around it, which "
			       "is missing", STR_ARG(name));
	else if (str_find_byte(text, ' ') < text.n)
		gather_trouble(g, c, c->at, "this value is checked with the "
			       "text under '" STR_FMT "', which is more than "
			       "one word", STR_ARG(name));
	else
		return true;
	return false;
}

static bool
put_texts(struct gather *g, struct claim *c, struct str *argument)
{
	struct schema_name_part part;
	struct str rest = *argument, text;
	struct buf b = { 0 };
	bool good = true;

	while (good) {
		size_t at = str_find_byte(rest, '$');

		buf_add(&b, str_slice(rest, 0, at));
		rest = str_skip(rest, at);
		if (rest.n == 0 || !schema_name_part(&part, &rest))
			break;
		text = find_text(c, part.name);
		good = check_text(g, c, part.name, text);
		buf_add(&b, form_text(&part, text));
	}
	*argument = arena_copy(g->arena, buf_str(&b));
	buf_free(&b);
	return good;
}

void
gather_arguments(struct gather *g, struct claim *c)
{
	struct schema_check **end, *copy;
	const struct schema_check *k = c->otherwise;
	struct schema_check *first = NULL;

	if (str_find_byte(c->anchor, '$') < c->anchor.n &&
	    !put_texts(g, c, &c->anchor))
		return;
	for (end = &first; k; k = k->otherwise, end = &copy->otherwise) {
		copy = arena_alloc(g->arena, sizeof *copy);
		*copy = *k;
		*end = copy;
		if (!put_texts(g, c, &copy->argument))
			return;
	}
	c->otherwise = first;
}
