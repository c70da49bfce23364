/*
 * Whose the `verification:` of a page is.
 *
 * Front matter -> the block that kbc may replace, or the part of it that kbc
 * never wrote.
 *
 * The idea: a verified page gets the block anew as a whole, so nothing but
 * what kbc has written may stand there. kbc's block is a map of a few keys,
 * `claims:` always among them with counts; an empty value is nothing to lose.
 * Anything else under that name, a text, a list, another program's map, is
 * somebody's and stays.
 *
 * Not here: what the block says (writeback).
 */
#include "page.h"

#include "yaml.h"

static bool
is_key(struct str key)
{
	static const struct str keys[] = {
		STR_INIT("device"), STR_INIT("toolkit"), STR_INIT("date"),
		STR_INIT("claims"), STR_INIT("run"), STR_INIT("refuted"),
		STR_INIT("tests"), /* once, for run */
	};

	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if (str_equal(keys[i], key))
			return true;
	return false;
}

/* `{confirmed: 31, refuted: 2}` */
static bool
is_counts(const struct node *n)
{
	if (n->kind != NODE_MAP)
		return false;
	for (const struct node *k = n->child; k; k = k->next) {
		if (k->kind != NODE_SCALAR || k->text.n == 0)
			return false;
		for (size_t i = 0; i < k->text.n; i++)
			if (!byte_is_digit(k->text.p[i]))
				return false;
	}
	return true;
}

/* What of the block is not kbc's; empty if all is. */
static struct span
foreign_part(const struct node *block)
{
	const struct node *claims = NULL;

	if (yaml_is_null(block) ||
	    (block->kind == NODE_MAP && block->count == 0))
		return (struct span){ 0 };
	if (block->kind != NODE_MAP)
		return block->at;
	for (const struct node *k = block->child; k; k = k->next) {
		if (!is_key(k->key))
			return k->key_at;
		if (str_equal(k->key, STR("claims")))
			claims = k;
	}
	if (!claims)
		return block->key_at;
	return is_counts(claims) ? (struct span){ 0 } : claims->key_at;
}

const struct node *
page_block(const struct page *p, struct span *foreign)
{
	const struct node *n =
		p->front ? yaml_find(p->front, PAGE_BLOCK) : NULL;

	*foreign = n ? foreign_part(n) : (struct span){ 0 };
	return foreign->n == 0 ? n : NULL;
}
