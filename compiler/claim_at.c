/*
 * `at "TEXT" MARKER`: a marker apart from the text it speaks of.
 *
 * The idea: where no comment can stand (code, a line that must stay as it is),
 * the marker stands behind the block and names the text. The text must be
 * found once in the block before, or is bound wherever the page has it; it is
 * never part of a longer number, and never found in a marker.
 *
 * What is then claimed, and of what kind, is claim_marker.c.
 */
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "summary.h"

/* The block before a marker's that is no comment; SIZE_MAX if none. */
static size_t
block_before(const struct gather *g, size_t block)
{
	const struct scan *s = g->page->scan;

	if (s->blocks[block].kind != BLOCK_COMMENT)
		return block;
	while (block-- > 0)
		if (s->blocks[block].kind != BLOCK_COMMENT)
			return block;
	return SIZE_MAX;
}

static void
bind_item(struct gather *g, const struct marker *item, struct span at)
{
	struct quantity q;
	bool found = summary_quantity(g->arena, &q, at);

	if (!gather_doubt(g, item, &q))
		gather_bound(g, item, found ? &q : NULL, at);
}

/* Whether a number goes on across byte `at` of text: `4` in `64` or `4.5`. */
static bool
splits_number(struct str text, size_t at)
{
	size_t left = at, right = at;

	if (at == 0 || at == text.n)
		return false;
	if (left > 1 && byte_among(text.p[left - 1], ".,"))
		left--;
	if (right + 1 < text.n && byte_among(text.p[right], ".,"))
		right++;
	return byte_is_digit(text.p[left - 1]) && byte_is_digit(text.p[right]);
}

/* Finds what from *at on is the item's text and no part of a number or of a
   marker. */
static bool
find_next(const struct gather *g, const struct marker *item, struct span in,
	  size_t *at)
{
	struct str text = span_str(in);
	size_t n = item->text.n;

	for (; n > 0; (*at)++) {
		*at += str_find(str_skip(text, *at), item->text);
		if (*at + n > text.n)
			return false;
		if (!gather_in_comment(g, in.at + *at) &&
		    !splits_number(text, *at) && !splits_number(text, *at + n))
			return true;
	}
	return false;
}

static size_t
count_in(const struct gather *g, const struct marker *item, struct span in)
{
	size_t count = 0;

	for (size_t at = 0; find_next(g, item, in, &at); at += item->text.n)
		count++;
	return count;
}

/* Binds each occurrence of the item's text in a stretch. */
static void
bind_in(struct gather *g, const struct marker *item, struct span in)
{
	for (size_t at = 0; find_next(g, item, in, &at); at += item->text.n)
		bind_item(g, item, span_slice(in, at, item->text.n));
}

static void
gather_everywhere(struct gather *g, const struct marker *item)
{
	const struct scan *s = g->page->scan;
	size_t count = 0;

	for (size_t i = 0; i < s->nblocks; i++) {
		if (s->blocks[i].kind == BLOCK_COMMENT)
			continue;
		count += count_in(g, item, s->blocks[i].at);
		bind_in(g, item, s->blocks[i].at);
	}
	if (count == 0)
		diag_error(g->page->diag, item->text_at,
			   "the page does not hold this text");
}

static void
gather_item(struct gather *g, const struct marker *item, size_t block)
{
	const struct scan *s = g->page->scan;
	size_t count;

	if (item->every) {
		gather_everywhere(g, item);
		return;
	}
	block = block_before(g, block);
	if (block == SIZE_MAX) {
		diag_error(g->page->diag, item->text_at,
			   "no block stands before this marker");
		return;
	}
	count = count_in(g, item, s->blocks[block].at);
	if (count == 1)
		bind_in(g, item, s->blocks[block].at);
	else if (count == 0)
		diag_error(g->page->diag, item->text_at,
			   "the block before does not hold this text");
	else
		diag_error(g->page->diag, item->text_at, "the block before "
			   "holds this text %zu times: name more of it", count);
}

void
gather_at(struct gather *g, const struct marker *m, size_t block, bool repeats)
{
	for (const struct marker *item = m->items; item; item = item->next)
		if ((item->kind == MARKER_REPEAT) == repeats)
			gather_item(g, item, block);
}
