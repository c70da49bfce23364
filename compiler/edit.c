/*
 * Edits of a page: bytes to bytes.
 *
 * The idea: an edit is a span of the source and its new text. Applying copies
 * everything between the spans as it is, so whatever an edit does not name
 * stays identical: comments, quoting, line endings, a missing final newline.
 * Front matter keys are edited at the spans that `yaml` gave them; a new key
 * is a new line with the page's own line ending.
 *
 * Not here: writing to disk (file), what is to be said (writeback).
 */
#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "edit.h"
#include "page.h"
#include "scan.h"
#include "source.h"
#include "yaml.h"

#include <string.h>

void
edit_add(struct arena *a, struct edits *e, struct span at, struct str text)
{
	size_t i = e->n;

	e->items = arena_grow(a, e->items, e->n, &e->cap, sizeof *e->items);
	while (i > 0 && e->items[i - 1].at.at > at.at)
		i--;
	if ((i > 0 && e->items[i - 1].at.at + e->items[i - 1].at.n > at.at) ||
	    (i < e->n && at.at + at.n > e->items[i].at.at))
		bug("edits overlap");
	memmove(&e->items[i + 1], &e->items[i],
		(e->n - i) * sizeof *e->items);
	e->items[i] = (struct edit){ at, text };
	e->n++;
}

struct str
edit_apply(struct arena *a, const struct page *p, const struct edits *e)
{
	struct str was = p->source->text, now;
	struct buf out = { 0 };
	size_t at = 0;

	for (size_t i = 0; i < e->n; i++) {
		buf_add(&out, str_slice(was, at, e->items[i].at.at - at));
		buf_add(&out, e->items[i].text);
		at = e->items[i].at.at + e->items[i].at.n;
	}
	buf_add(&out, str_skip(was, at));
	now = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return now;
}

/* How many lines more an edit makes, fewer if below 0. */
static long
lines_more(const struct edit *e)
{
	return (long)str_count_byte(e->text, '\n') -
	       (long)str_count_byte(span_str(e->at), '\n');
}

/* Where the text that an edit replaces ends: what stands behind it moves, what
   stands in it is gone and has no line of its own. */
static size_t
edit_end(const struct edit *e)
{
	return e->at.at + e->at.n;
}

long
edit_line(struct span at, const struct edits *e)
{
	long line = (long)span_line(at);

	for (size_t i = 0; i < e->n; i++)
		if (at.at >= edit_end(&e->items[i]))
			line += lines_more(&e->items[i]);
	return line;
}

void
edit_moved(struct arena *a, const struct page *p, const struct edits *e)
{
	for (size_t i = 0; i < e->n; i++)
		if (lines_more(&e->items[i]) != 0)
			source_move(a, p->source, edit_end(&e->items[i]),
				    lines_more(&e->items[i]));
}

/* --- front matter -------------------------------------------------------- */

/* The page's line ending, by its first line. */
static struct str
line_ending(const struct page *p)
{
	struct str text = p->source->text;
	size_t end = str_find_byte(text, '\n');

	return end > 0 && end < text.n && text.p[end - 1] == '\r' ?
		STR("\r\n") : STR("\n");
}

/* text with every \n replaced by the page's line ending. */
static struct str
with_endings(struct arena *a, const struct page *p, struct str text)
{
	struct str ending = line_ending(p), line, out;
	struct buf b = { 0 };

	while (str_split(&line, &text, '\n')) {
		buf_add(&b, line);
		if (text.p)
			buf_add(&b, ending);
	}
	out = arena_copy(a, buf_str(&b));
	buf_free(&b);
	return out;
}

/* Where a new last line of the front matter goes: before its closing `---`. */
static struct span
front_end(const struct page *p)
{
	return span_slice(p->front_at, p->front_at.n, 0);
}

/* The node at a dotted path, or NULL. */
static const struct node *
find_node(const struct page *p, struct str path)
{
	const struct node *n = p->front;
	struct str part;

	while (n && str_split(&part, &path, '.'))
		n = yaml_find(n, part);
	return n;
}

bool
edit_set_value(struct arena *a, struct edits *e, const struct node *n,
	       struct str value)
{
	struct str text;

	if (n->kind != NODE_SCALAR || n->style == NODE_BLOCK)
		return false; /* a block's end is not the value's alone */
	if (str_equal(n->text, value))
		return true;
	text = yaml_scalar(a, value, n->style);
	if (n->at.n == 0) /* an empty value needs a blank after `:` */
		text = arena_printf(a, " " STR_FMT, STR_ARG(text));
	edit_add(a, e, n->at, text);
	return true;
}

bool
edit_set(struct arena *a, struct edits *e, const struct page *p,
	 struct str key, struct str value)
{
	const struct node *n = find_node(p, key);

	if (!p->front)
		return false;
	if (n)
		return edit_set_value(a, e, n, value);
	if (str_find_byte(key, '.') < key.n || p->front->style == NODE_FLOW)
		return false;
	edit_add(a, e, front_end(p), with_endings(a, p, arena_printf(a,
		STR_FMT ": " STR_FMT "\n", STR_ARG(key),
		STR_ARG(yaml_scalar(a, value, NODE_PLAIN)))));
	return true;
}

/* From the start of the key's line to the start of the line behind its value:
   comments behind it on lines of their own stay. */
static struct span
block_lines(const struct page *p, const struct node *n)
{
	struct str text = p->source->text;
	size_t start = n->key_at.at, end = n->at.at + n->at.n;

	while (start > 0 && text.p[start - 1] != '\n')
		start--;
	while (end < text.n && text.p[end - 1] != '\n')
		end++;
	return source_span(p->source, start, end - start);
}

bool
edit_set_block(struct arena *a, struct edits *e, const struct page *p,
	       struct str key, struct str text)
{
	const struct node *n = yaml_find(p->front, key);
	struct str now = with_endings(a, p, text);
	struct span at;

	if (!p->front || p->front->style == NODE_FLOW)
		return false;
	if (!n) {
		edit_add(a, e, front_end(p), now);
		return true;
	}
	at = block_lines(p, n);
	if (!str_equal(span_str(at), now))
		edit_add(a, e, at, now);
	return true;
}

/* --- what was written must say the same ---------------------------------- */

static bool
is_owned(struct str key, const struct edit_owned *o)
{
	for (size_t i = 0; i < o->n; i++)
		if (str_equal(o->keys[i], key))
			return true;
	return false;
}

/* Whether an edit lies within a scalar. */
static bool
is_edited(const struct node *n, const struct edit_owned *o)
{
	for (size_t i = 0; o->values && i < o->values->n; i++) {
		struct span at = o->values->items[i].at;

		if (at.at >= n->at.at && at.at + at.n <= n->at.at + n->at.n)
			return true;
	}
	return false;
}

static bool
same_tree(const struct node *x, const struct node *y,
	  const struct edit_owned *o)
{
	if (!x || !y)
		return x == y;
	if (x->kind != y->kind || (x->kind == NODE_SCALAR &&
	    !str_equal(x->text, y->text) && !is_edited(x, o)))
		return false;
	x = x->child;
	y = y->child;
	for (;;) {
		while (x && is_owned(x->key, o))
			x = x->next;
		while (y && is_owned(y->key, o))
			y = y->next;
		if (!x || !y)
			return !x && !y;
		if (!str_equal(x->key, y->key) || !same_tree(x, y, o))
			return false;
		x = x->next;
		y = y->next;
	}
}

static bool
same_scan(const struct page *p, const struct page *q)
{
	if (p->scan->nblocks != q->scan->nblocks ||
	    p->scan->ncomments != q->scan->ncomments)
		return false;
	for (size_t i = 0; i < p->scan->ncomments; i++)
		if (!str_equal(span_str(p->scan->comments[i].body),
			       span_str(q->scan->comments[i].body)))
			return false;
	return true;
}

bool
edit_verify(struct arena *a, const struct page *p, struct str text,
	    const struct edit_owned *owned, struct diag *d)
{
	const struct source *s = source_make(a, p->source->name, text);
	const struct page *q = page_parse(a, s, p->name);

	if (page_is_good(q) && same_tree(p->front, q->front, owned) &&
	    same_scan(p, q))
		return true;
	diag_error(d, p->front_at, "not written: the edited page would not "
		   "hold the same claims");
	return false;
}
