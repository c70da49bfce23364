/*
 * One marker in prose, heading or cell -> the claim it makes of what stands
 * before it: a quantity, a code span, or words.
 *
 * The idea: the marker's expression says what it can be bound to. A truth
 * (`has`, `exists`) or a text (`toolkit`) belongs to a code span or words,
 * everything else to the quantity that ends where the marker starts. `=`
 * repeats the page's only claim with the same digits and unit; after words,
 * the one with the same words, else the nearest before it.
 */
#include "arena.h"
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "mark.h"
#include "marker.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "source.h"
#include "summary.h"
#include "value.h"

/* Words shown for a condition: at most this many before the marker. */
#define WORDS_MAX 6

/* The bytes of the block or table cell that holds `at`. */
static struct span
stretch_of(const struct gather *g, struct span at, size_t block)
{
	const struct block *b = &g->page->scan->blocks[block];

	for (size_t r = 0; b->kind == BLOCK_TABLE && r < b->nrows; r++)
		for (size_t i = 0; i < b->rows[r].n; i++) {
			struct span cell = b->rows[r].cells[i];

			if (cell.at <= at.at && at.at < cell.at + cell.n)
				return cell;
		}
	return b->at;
}

static struct span
bytes_between(struct span in, size_t from, size_t to)
{
	return to > from ? span_slice(in, from - in.at, to - from) :
			   span_slice(in, from - in.at, 0);
}

/* Whether the expression gives a truth or a text rather than a number. */
static bool
binds_words(const struct expr *e)
{
	static const struct str names[] = {
		STR_INIT("exists"), STR_INIT("metric_exists"),
		STR_INIT("toolkit"), STR_INIT("driver"),
	};

	if (expr_is_condition(e))
		return true;
	if (e->kind == EXPR_CALL)
		e = e->left;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if ((e->kind == EXPR_NAME || e->kind == EXPR_RAW) &&
		    str_equal(e->text, names[i]))
			return true;
	return false;
}

/* The last few words that end at `end`. */
static struct span
last_words(struct span before)
{
	struct str s = str_trim(span_str(before));
	size_t end = (size_t)(s.p - span_str(before).p) + s.n;
	size_t start = end, words = 0;

	while (start > 0 && words < WORDS_MAX) {
		struct str left = str_slice(span_str(before), 0, start);
		char c = left.p[start - 1];

		if (c == '\n' || c == '|' ||
		    (c == '>' && str_ends(left, STR("-->"))))
			break;
		if (byte_is_blank(c) && start < end)
			words++;
		if (words == WORDS_MAX)
			break;
		start--;
	}
	while (start < end && str_find_byte(STR(" \t\r\n,;:.)"),
					    span_str(before).p[start]) < 9)
		start++;
	return span_slice(before, start, end - start);
}

/* The code span, else the words, that end where the marker starts. */
static struct span
words_before(const struct gather *g, struct span before)
{
	struct str s = span_str(before);
	size_t end = s.n;
	const struct span *code;

	while (end > 0 && (byte_is_blank(s.p[end - 1]) ||
			   s.p[end - 1] == '*' || s.p[end - 1] == '_'))
		end--;
	if (end > 0 && s.p[end - 1] == '`') {
		code = mark_code_at(g->page->mark,
				    (uint32_t)(before.at + end - 1));
		if (code)
			return *code;
	}
	return last_words(before);
}

/* --- kinds --------------------------------------------------------------- */

static struct claim *
claim_words(struct gather *g, const struct marker *m, int kind,
	    struct span words)
{
	struct claim *c = gather_claim(g, kind, words);

	c->marker = m;
	c->marker_at = m->at;
	c->expr = m->expr;
	gather_cover(g, words);
	gather_options(g, c, &m->options);
	return c;
}

static void
bind_both(struct gather *g, struct claim *c, const struct marker *m)
{
	c->expr = m->expr;
	c->expr2 = m->expr2;
	c->range = m->range;
	if (m->expr && !gather_bind(g, c, m->expr))
		return;
	if (m->expr2)
		gather_bind(g, c, m->expr2);
}

static void
claim_quantity(struct gather *g, const struct marker *m,
	       const struct quantity *found)
{
	struct quantity *q = arena_alloc(g->arena, sizeof *q);
	struct claim *c;

	*q = *found;
	c = gather_claim(g, CLAIM_EQUALS, q->at);
	c->marker = m;
	c->marker_at = m->at;
	c->quantity = q;
	gather_cover(g, q->at);
	gather_options(g, c, &m->options);
	bind_both(g, c, m);
}

/* `let NAME`, `ignore WHY`: no claim, but the number is spoken for. */
static void
cover_quantity(struct gather *g, const struct marker *m,
	       const struct quantity *q, struct span words)
{
	gather_cover(g, q ? q->at : words);
	if (m->kind == MARKER_IGNORE)
		g->out->nignored++;
}

static void
claim_cited(struct gather *g, const struct marker *m,
	    const struct quantity *q, struct span words)
{
	struct claim *c = gather_claim(g, CLAIM_CITED, q ? q->at : words);
	struct quantity *kept;

	if (q) {
		kept = arena_alloc(g->arena, sizeof *kept);
		*kept = *q;
		c->quantity = kept;
	}
	c->marker = m;
	c->marker_at = m->at;
	c->source = m->name;
	c->anchor = m->anchor;
	gather_cover(g, c->at);
	gather_options(g, c, &m->options);
}

/* --- `=` ----------------------------------------------------------------- */

/* The same digits in the same unit, however it is written (`cycles/FMA`,
   `cycles per FMA`). */
static bool
same_writing(const struct quantity *a, const struct quantity *b)
{
	return str_equal(span_str(a->number), span_str(b->number)) &&
	       a->factor == b->factor && a->unit.percent == b->unit.percent &&
	       unit_same_kind(&a->unit, &b->unit) &&
	       !(a->unit.scale < b->unit.scale) &&
	       !(a->unit.scale > b->unit.scale);
}

static bool
same_expression(struct arena *a, const struct claim *x, const struct claim *y)
{
	if (x->kind != y->kind)
		return false;
	if (x->kind == CLAIM_CITED)
		return str_equal(x->source, y->source);
	return x->expr && y->expr &&
	       str_equal(expr_text(a, x->expr), expr_text(a, y->expr));
}

/* What a claim's expression is worth where all its facts are known. */
static bool
known_worth(const struct gather *g, const struct claim *c, double *out)
{
	struct environment env = { .nfacts = c->nfacts };
	struct value *values = arena_alloc(g->arena, (c->nfacts + 1) *
							     sizeof *values);
	struct value v;

	for (size_t i = 0; i < c->nfacts; i++) {
		if (!c->facts[i].value)
			return false;
		values[i] = *c->facts[i].value;
	}
	if (!c->expr || c->expr2)
		return false;
	env.facts = values;
	v = value_eval(g->arena, c->expr, &env);
	*out = v.number;
	return v.kind == VALUE_NUMBER;
}

/* Whether it makes no difference which of the two is repeated. */
static bool
same_claim(const struct gather *g, const struct claim *x,
	   const struct claim *y)
{
	double a, b;

	return same_expression(g->arena, x, y) ||
	       (known_worth(g, x, &a) && known_worth(g, y, &b) &&
		!(a < b) && !(a > b));
}

/* The page's claim with these digits and unit, `exact`ly as written or of the
   same kind; *second is another that would make a difference. */
static const struct claim *
find_same_number(const struct gather *g, const struct quantity *q, bool exact,
		 const struct claim **second)
{
	const struct claim *found = NULL;

	*second = NULL;
	for (size_t i = 0; i < g->out->n; i++) {
		const struct claim *c = &g->out->items[i];

		if (c->repeat || !c->quantity ||
		    !same_writing(c->quantity, q) ||
		    (exact && !str_equal(c->quantity->unit.text,
					 q->unit.text)))
			continue;
		if (!found)
			found = c;
		else if (!same_claim(g, found, c))
			*second = c;
	}
	return found;
}

static bool
may_repeat_words(const struct claim *c)
{
	return c->kind == CLAIM_HOLDS || c->kind == CLAIM_TEXT ||
	       c->kind == CLAIM_EQUALS || c->kind == CLAIM_OPEN ||
	       c->kind == CLAIM_CITED;
}

/* The claim with the same words, else the nearest one before `at`. */
static const struct claim *
find_same_words(const struct gather *g, struct span words)
{
	const struct claim *nearest = NULL;

	for (size_t i = 0; i < g->out->n; i++) {
		const struct claim *c = &g->out->items[i];

		if (!may_repeat_words(c) || c->repeat)
			continue;
		if (str_equal(c->text, span_str(words)))
			return c;
		if (c->at.at < words.at &&
		    (!nearest || c->at.at > nearest->at.at))
			nearest = c;
	}
	return nearest;
}

static void
repeat(struct gather *g, const struct marker *m, const struct claim *same,
       const struct quantity *q, struct span at)
{
	struct quantity *own = NULL;
	struct claim original = *same; /* gather_claim may move it */
	struct claim *c = gather_claim(g, original.kind, at);

	if (q) {
		own = arena_alloc(g->arena, sizeof *own);
		*own = *q;
	}
	c->marker = m;
	c->marker_at = m->at;
	c->quantity = own ? own : original.quantity;
	c->expr = original.expr;
	c->expr2 = original.expr2;
	c->range = original.range;
	c->options = original.options;
	c->facts = original.facts;
	c->nfacts = original.nfacts;
	c->device = original.device;
	c->sm = original.sm;
	c->source = original.source;
	c->anchor = original.anchor;
	c->trouble = original.trouble;
	c->repeat = true;
	gather_cover(g, at);
}

static void
gather_repeat(struct gather *g, const struct marker *m,
	      const struct quantity *q, struct span words)
{
	const struct claim *second = NULL, *same;

	same = q ? find_same_number(g, q, true, &second) : NULL;
	if (q && !same)
		same = find_same_number(g, q, false, &second);
	if (second) {
		diag_error(g->page->diag, m->at,
			   "'=' is ambiguous: two claims of this page say '"
			   STR_FMT "'", STR_ARG(span_str(q->at)));
		diag_note(g->page->diag, same->at, "one is here");
		diag_note(g->page->diag, second->at, "the other is here");
		return;
	}
	if (!same && !q)
		same = find_same_words(g, words);
	if (!same) {
		diag_error(g->page->diag, m->at, "'=' repeats no claim of this "
			   "page: none says '" STR_FMT "'",
			   STR_ARG(q ? span_str(q->at) : span_str(words)));
		return;
	}
	repeat(g, m, same, q, q ? q->at : words);
}

/* --- the marker ---------------------------------------------------------- */

static void
say_no_quantity(struct gather *g, const struct marker *m)
{
	diag_error(g->page->diag, m->at, "no quantity ends where this marker "
		   "starts");
	if (m->kind == MARKER_EQUALS)
		diag_note(g->page->diag, m->at, "'holds' binds a condition to "
			  "words");
}

static void
gather_bound(struct gather *g, const struct marker *m,
	     const struct quantity *q, struct span words)
{
	struct claim *c;

	switch ((int)m->kind) {
	case MARKER_EQUALS:
		if (binds_words(m->expr)) {
			c = claim_words(g, m, CLAIM_TEXT, words);
			bind_both(g, c, m);
		} else if (q) {
			claim_quantity(g, m, q);
		} else {
			say_no_quantity(g, m);
		}
		break;
	case MARKER_HOLDS:
		c = claim_words(g, m, CLAIM_HOLDS, words);
		gather_bind(g, c, m->expr);
		break;
	case MARKER_OPEN:
		c = claim_words(g, m, CLAIM_OPEN, q ? q->at : words);
		gather_bind(g, c, m->expr);
		break;
	case MARKER_REPEAT:
		gather_repeat(g, m, q, words);
		break;
	case MARKER_CITES:
		claim_cited(g, m, q, words);
		break;
	case MARKER_RETIRED:
		g->out->nretired++;
		break;
	default:
		if (m->kind == MARKER_LET && !q)
			say_no_quantity(g, m);
		else
			cover_quantity(g, m, q, words);
	}
}

void
gather_marker(struct gather *g, const struct marker *m, struct span at,
	      size_t block)
{
	struct span stretch = stretch_of(g, at, block);
	struct span before = bytes_between(stretch, stretch.at, at.at);
	struct span after = bytes_between(stretch, at.at + at.n,
					  stretch.at + stretch.n);
	struct quantity q;
	bool found = quantity_before(&q, before, after);

	gather_bound(g, m, found ? &q : NULL, words_before(g, before));
}

/* --- `at "TEXT" MARKER` -------------------------------------------------- */

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

	gather_bound(g, item, found ? &q : NULL, at);
}

/* Whether a number goes on across byte `at` of text: `4` in `64` or `4.5`. */
static bool
splits_number(struct str text, size_t at)
{
	size_t left = at, right = at;

	if (at == 0 || at == text.n)
		return false;
	if (left > 1 && str_find_byte(STR(".,"), text.p[left - 1]) < 2)
		left--;
	if (right + 1 < text.n && str_find_byte(STR(".,"), text.p[right]) < 2)
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
gather_at(struct gather *g, const struct marker *m, size_t block,
	  bool repeats)
{
	for (const struct marker *item = m->items; item; item = item->next)
		if ((item->kind == MARKER_REPEAT) == repeats)
			gather_item(g, item, block);
}
