/*
 * Blocks of a body.
 *
 * Bytes -> blocks in order, each with its lines, and the markers in them. It
 * is the line half of CommonMark with GitHub's tables: a line first goes
 * through the containers that are open (quotes, list items), may open further
 * ones, and what is left of it continues the open leaf or opens another.
 *
 * The one idea: renderers agree on lines, not on offsets; so lines are read
 * here, where offsets are free, and what is inside of a line's text is left
 * to md4c (mark.c), which is asked whether it saw the same blocks.
 *
 * Lists and quotes are no blocks of their own, thematic breaks and blank
 * lines are none at all, and emphasis, links and entities are unknown here.
 * Leaves are made in scan_leaf.c, comments found in scan_comment.c; the dump
 * for tests is in scan_dump.c.
 */
#include "scan.h"

#include <string.h>

#include "arena.h"
#include "diag.h"
#include "scan_html.h"
#include "scan_line.h"
#include "scan_parts.h"
#include "scan_table.h"
#include "source.h"

/* Quotes and list items within each other; deeper ones are text. */
#define CONTAINERS_MAX 64

struct container {
	bool quote;
	uint32_t indent;  /* columns in front of an item's text */
	bool empty;       /* an item that has no text yet */
};

struct scanner {
	struct leaf leaf;
	struct container containers[CONTAINERS_MAX];
	size_t depth;
};

/* A line on its way: how many containers it goes on in, and whether it opened
   further ones. */
struct passage {
	struct cursor c;
	size_t matched;
	bool fresh;
};

static void
close_containers(struct scanner *k, size_t n)
{
	if (n < k->depth)
		leaf_close(&k->leaf, false);
	k->depth = n;
}

/* Whether the line goes on in a quote; takes its mark. */
static bool
take_quote(struct cursor *c)
{
	struct str rest = cursor_rest(c);

	if (cursor_indent(c) > INDENT_MAX || rest.n == 0 || rest.p[0] != '>')
		return false;
	cursor_skip(c, INDENT_MAX);
	cursor_take(c, 1);
	cursor_skip(c, 1);
	return true;
}

static bool
take_item(struct container *item, struct cursor *c)
{
	bool blank = cursor_rest(c).n == 0;

	if (cursor_indent(c) < item->indent && (!blank || item->empty))
		return false;
	if (!blank)
		item->empty = false;
	cursor_skip(c, item->indent);
	return true;
}

static void
take_containers(struct scanner *k, struct passage *p)
{
	while (p->matched < k->depth) {
		struct container *next = &k->containers[p->matched];

		if (next->quote ? !take_quote(&p->c) : !take_item(next, &p->c))
			return;
		p->matched++;
	}
}

static struct container
open_item(struct cursor *c, const struct item *item)
{
	uint32_t before = cursor_indent(c), behind;

	cursor_skip(c, before);
	cursor_take(c, item->width);
	behind = cursor_indent(c);
	if (item->empty || behind > INDENT_MAX + 1)
		behind = 1;
	cursor_skip(c, behind);
	return (struct container){ .indent = before + item->width + behind,
				   .empty = item->empty };
}

/* Whether the line would interrupt a paragraph. */
static bool
is_in_paragraph(const struct scanner *k, const struct passage *p)
{
	return k->leaf.kind == LEAF_TEXT && p->matched == k->depth &&
	       !p->fresh;
}

/* The level of the heading that the line makes of the open paragraph. */
static int
find_underline(const struct scanner *k, const struct passage *p)
{
	int level = line_underline(cursor_rest(&p->c));

	if (level && is_in_paragraph(k, p) &&
	    cursor_indent(&p->c) <= INDENT_MAX && leaf_has_words(&k->leaf))
		return level;
	return 0;
}

/* Opens one more container if the line does. */
static bool
open_container(struct scanner *k, struct passage *p)
{
	struct str rest = cursor_rest(&p->c);
	bool quote = rest.n && rest.p[0] == '>';
	struct container *next = &k->containers[p->matched];
	struct item item;

	if (p->matched == CONTAINERS_MAX ||
	    cursor_indent(&p->c) > INDENT_MAX || find_underline(k, p))
		return false;
	if (!quote && (line_is_rule(rest) || !line_item(rest, &item) ||
		       (is_in_paragraph(k, p) && (item.empty || !item.one))))
		return false;
	close_containers(k, p->matched);
	leaf_close(&k->leaf, true);
	if (quote) {
		take_quote(&p->c);
		*next = (struct container){ .quote = true };
	} else {
		*next = open_item(&p->c, &item);
	}
	k->depth = ++p->matched;
	p->fresh = true;
	return true;
}

/* Whether the line belongs to an open fence or HTML block, where nothing else
   is looked for. */
static bool
take_raw(struct scanner *k, struct passage *p)
{
	struct leaf *l = &k->leaf;

	if (p->matched < k->depth)
		return false;
	if (l->kind == LEAF_FENCE) {
		leaf_add_fenced(l, &p->c);
		return true;
	}
	if (l->kind != LEAF_HTML)
		return false;
	if (l->html >= HTML_BLOCK && cursor_rest(&p->c).n == 0) {
		leaf_close(l, true);
		return false;
	}
	leaf_add_html(l, &p->c);
	return true;
}

/* Opens the leaf that the line shows by its first bytes; false for text. */
static bool
open_leaf(struct scanner *k, struct passage *p)
{
	struct str rest = cursor_rest(&p->c), text;
	int level = line_heading(rest, &text), html = html_block(rest);
	size_t fence = line_fence(rest);

	if (html == HTML_ANY && is_in_paragraph(k, p))
		html = HTML_NONE;
	if (!level && !fence && !html && !line_is_rule(rest))
		return false;
	close_containers(k, p->matched);
	leaf_close(&k->leaf, true);
	if (level)
		leaf_open_heading(&k->leaf, &p->c, level, text);
	else if (fence)
		leaf_open_fence(&k->leaf, &p->c, fence);
	else if (html)
		leaf_open_html(&k->leaf, &p->c, html);
	return true;
}

/* A line of text goes on with a paragraph, also from outside of its
   containers, or with a table, or opens a paragraph. */
static void
take_text(struct scanner *k, struct passage *p)
{
	struct leaf *l = &k->leaf;

	if (l->kind == LEAF_TEXT && !p->fresh) {
		if (!is_in_paragraph(k, p) || !leaf_open_table(l, &p->c))
			leaf_add_text(l, &p->c);
		return;
	}
	close_containers(k, p->matched);
	if (l->kind == LEAF_TABLE && row_count(cursor_rest(&p->c))) {
		leaf_add_row(l, &p->c);
		return;
	}
	leaf_close(l, true);
	leaf_open_text(l, &p->c);
}

/* A line indented by more than three columns: text of a paragraph, or code. */
static void
take_indented(struct scanner *k, struct passage *p)
{
	struct leaf *l = &k->leaf;

	if (l->kind == LEAF_TEXT && !p->fresh) {
		leaf_add_text(l, &p->c);
		return;
	}
	close_containers(k, p->matched);
	if (l->kind == LEAF_CODE) {
		leaf_add_code(l, &p->c);
		return;
	}
	leaf_close(l, true);
	leaf_open_code(l, &p->c);
}

static void
take_blank(struct scanner *k, struct passage *p)
{
	close_containers(k, p->matched);
	if (k->leaf.kind != LEAF_CODE)
		leaf_close(&k->leaf, true);
}

static void
take_line(struct scanner *k, struct cursor c)
{
	struct passage p = { .c = c };
	int level;

	take_containers(k, &p);
	if (take_raw(k, &p))
		return;
	while (open_container(k, &p))
		continue;
	level = find_underline(k, &p);
	if (level)
		leaf_underline(&k->leaf, &p.c, level);
	else if (cursor_rest(&p.c).n == 0)
		take_blank(k, &p);
	else if (cursor_indent(&p.c) > INDENT_MAX)
		take_indented(k, &p);
	else if (!open_leaf(k, &p))
		take_text(k, &p);
}

static void
check_returns(struct collector *k, struct span line)
{
	struct str s = span_str(line);
	size_t at = str_find_byte(s, '\r');

	if (at == s.n)
		return;
	diag_error(k->diag, span_slice(line, at, 1),
		   "lone carriage return: to renderers the line ends here");
	k->good = false;
}

/* Where the line behind that one, from 1, begins; at most `end`. */
static uint32_t
line_behind(const struct source *s, size_t line, uint32_t end)
{
	return line < s->nlines && s->lines[line] < end ? s->lines[line] : end;
}

/* The line from `at` to before `next` without its ending. */
static struct span
line_between(const struct source *s, uint32_t at, uint32_t next)
{
	if (next > at && s->text.p[next - 1] == '\n')
		next--;
	if (next > at && s->text.p[next - 1] == '\r')
		next--;
	return source_span(s, at, next - at);
}

static void
scan_lines(struct scanner *k, struct span body)
{
	struct str all = span_str(body);
	bool returns = str_find_byte(all, '\r') < all.n;
	uint32_t end = body.at + body.n;

	for (uint32_t at = body.at, next; at < end; at = next) {
		struct span line;

		next = line_behind(body.source, k->leaf.line, end);
		line = line_between(body.source, at, next);
		if (returns)
			check_returns(k->leaf.collector, line);
		take_line(k, (struct cursor){ .text = body.source->text.p,
					      .start = at, .at = at,
					      .end = at + line.n });
		k->leaf.line++;
	}
	close_containers(k, 0);
	leaf_close(&k->leaf, false);
}

static void *
copy_items(struct arena *a, const void *items, size_t size)
{
	return size ? memcpy(arena_alloc(a, size), items, size) : NULL;
}

bool
scan_body(struct arena *a, struct scan *out, struct span body, struct diag *d)
{
	struct collector collector = { .arena = a, .scratch = arena_make(),
				       .diag = d, .out = out, .good = true };
	struct scanner k = {
		.leaf = { .collector = &collector, .source = body.source,
			  .start = body.at, .section = SIZE_MAX,
			  .line = span_line(body) },
	};

	*out = (struct scan){ .blocks = NULL };
	if (body.source)
		scan_lines(&k, body);
	out->blocks = copy_items(a, out->blocks,
				 out->nblocks * sizeof(*out->blocks));
	out->comments = copy_items(a, out->comments,
				   out->ncomments * sizeof(*out->comments));
	arena_free(collector.scratch);
	return scan_check_tables(out, d) && collector.good;
}
