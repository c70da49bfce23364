/*
 * A device that is named beside a claim about another one.
 *
 *	On an A100 there are 132 SMs<!-- kbc: device.sm_count -->.
 *
 * The idea: on a page about an H200 that marker is of the H200, whatever the
 * sentence says, and its reader takes the number for the A100's. The last
 * documented device that a sentence names before the number is the one that it
 * speaks of, or in a table that of the row or of the column's head; behind the
 * marker only `on`, `of`, `in` and `for` name it. A name is spent on a marker
 * that has it, and one that others are held against (`than an A100`) is not
 * meant.
 *
 * A warning, and an error in a strict wiki. Of pages that are about no device
 * nothing is known, and nothing is said.
 */
#include "claim.h"
#include "claim_parts.h"
#include "diag.h"
#include "expr.h"
#include "fact.h"
#include "page.h"
#include "scan.h"
#include "wiki.h"

/* Bytes before a name in which two things are held against each other:
   `compared to that of the `. */
#define CONTRAST_REACH 24

/* Words behind a marker, the last one a name: `SMs in use on every H200`. */
#define BEHIND_MAX 6

/* --- names in a text ----------------------------------------------------- */

/* Whether s has the device's name at `at`, alone: not the one of `GB200`. */
static bool
name_at(struct str s, size_t at, struct str name)
{
	size_t end = at + name.n;

	if (!str_starts(str_skip(s, at), name) ||
	    (at > 0 && (byte_is_name(s.p[at - 1]) || s.p[at - 1] == '-')))
		return false;
	return end == s.n || !byte_is_name(s.p[end]) ||
	       (s.p[end] == 's' && (end + 1 == s.n ||
				    !byte_is_name(s.p[end + 1])));
}

/* The documented device whose name is at `at`; NULL for none. */
static const struct device_file *
device_at(const struct gather *g, struct str s, size_t at)
{
	const struct devices *all = g->wiki->devices;
	const struct device_file *f;

	if (!byte_is_upper(s.p[at]))
		return NULL;
	for (size_t i = 0; (f = devices_at(all, i)); i++)
		if (name_at(s, at, device_name(f)))
			return f;
	return NULL;
}

static bool
holds_name(struct str s, struct str name)
{
	for (size_t at = 0; at < s.n; at++)
		if (name_at(s, at, name))
			return true;
	return false;
}

/* --- before a number ----------------------------------------------------- */

static bool
is_among(struct str word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_equal_case(word, str_of(list[i])))
			return true;
	return false;
}

/* Whether a line that begins at `at` is an item of a list. */
static bool
opens_item(struct str s, size_t at)
{
	while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t'))
		at++;
	return at + 1 < s.n && byte_among(s.p[at], "-*+") &&
	       byte_is_blank(s.p[at + 1]);
}

/* Where the sentence that `at` stands in begins. */
static size_t
sentence_start(const struct gather *g, struct span in, size_t at)
{
	struct str s = span_str(in);

	for (size_t i = at; i > 0; i--) {
		if (gather_in_comment(g, in.at + i - 1))
			continue;
		if ((byte_among(s.p[i - 1], ".!?;") && i < s.n &&
		     byte_is_blank(s.p[i])) ||
		    (s.p[i - 1] == '\n' && opens_item(s, i)))
			return i;
	}
	return 0;
}

/* Whether words hold two things against each other. */
static bool
contrasts(struct str s)
{
	static const char *const words[] = {
		"against", "but",	"compared", "here", "instead", "not",
		"over",	   "than",	"this",	    "unlike", "versus",
		"vs",	   "whereas",	"while",    "with", "like",
	};
	size_t start = 0;

	for (size_t i = 0; i <= s.n; i++) {
		if (i < s.n && byte_is_letter(s.p[i]))
			continue;
		if (is_among(str_slice(s, start, i - start), words,
			     COUNT_OF(words)))
			return true;
		start = i + 1;
	}
	return false;
}

/* The device that the sentence before `at` speaks of; *name is its place. */
static const struct device_file *
named_before(const struct gather *g, struct span *name, struct span in,
	     size_t at)
{
	struct str s = span_str(in);
	size_t start = sentence_start(g, in, at), lead;

	for (size_t i = at; i-- > start;) {
		const struct device_file *f = device_at(g, s, i);

		if (!f)
			continue;
		lead = i - start > CONTRAST_REACH ? i - CONTRAST_REACH : start;
		if (gather_in_comment(g, in.at + i) ||
		    contrasts(str_slice(s, lead, at - lead)))
			return NULL;
		*name = span_slice(in, i, device_name(f).n);
		return f;
	}
	return NULL;
}

/* --- behind a marker ----------------------------------------------------- */

/* `SMs on the A100`: few words, none of them anything but a name's. */
static const struct device_file *
named_behind(const struct gather *g, struct span *name, struct span in,
	     size_t at)
{
	static const char *const relations[] = { "on", "of", "in", "for" };
	static const char *const articles[] = { "the", "an", "a", "every",
						"each" };
	struct str s = span_str(in);
	bool related = false;

	for (int words = 0; words < BEHIND_MAX; words++) {
		size_t start, end;
		struct str word;
		const struct device_file *f;

		while (at < s.n && byte_is_blank(s.p[at]))
			at++;
		for (start = end = at; end < s.n && byte_is_name(s.p[end]);)
			end++;
		if (end == start)
			return NULL;
		f = related ? device_at(g, s, start) : NULL;
		if (f) {
			*name = span_slice(in, start, device_name(f).n);
			return f;
		}
		word = str_slice(s, start, end - start);
		related = is_among(word, relations, COUNT_OF(relations)) ||
			  (related &&
			   is_among(word, articles, COUNT_OF(articles)));
		at = end;
	}
	return NULL;
}

/* --- tables -------------------------------------------------------------- */

/* The only device that a cell names. */
static const struct device_file *
named_in(const struct gather *g, struct span *name, struct span cell)
{
	struct str s = span_str(cell);
	const struct device_file *f, *found = NULL;

	for (size_t i = 0; i < s.n; i++) {
		f = device_at(g, s, i);
		if (!f || gather_in_comment(g, cell.at + i))
			continue;
		if (found && found != f)
			return NULL;
		found = f;
		*name = span_slice(cell, i, device_name(f).n);
	}
	return found;
}

/* The device of a cell's row or column; none if both name one. */
static const struct device_file *
named_in_table(const struct gather *g, struct span *name,
	       const struct block *table, size_t row, size_t column)
{
	const struct row *heads = &table->rows[0], *r = &table->rows[row];
	struct span place;
	const struct device_file *of_row, *of_head;

	of_row = column > 0 ? named_in(g, name, r->cells[0]) : NULL;
	of_head = column < heads->n ?
			  named_in(g, &place, heads->cells[column]) : NULL;
	if (of_row && of_head)
		return NULL;
	if (of_head)
		*name = place;
	return of_row ? of_row : of_head;
}

/* --- a claim ------------------------------------------------------------- */

/* Whether a fact is of the device that the claim is scoped to. */
static bool
is_of_scope(const struct fact *f)
{
	const struct expr *e = f->expr;

	switch (f->family) {
	case FACT_DEVICE:
	case FACT_MEASURED:
	case FACT_COUNTER:
		return true;
	case FACT_DOCUMENTED:
		while (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX)
			e = e->left;
		return e->kind == EXPR_NAME;
	default:
		return false;
	}
}

/* Whether a claim is of its scope's device. */
static bool
is_scoped(const struct claim *c)
{
	for (size_t i = 0; i < c->nfacts; i++)
		if (is_of_scope(&c->facts[i]))
			return true;
	return false;
}

/* Whether it is of some device, and known of which. */
static bool
is_of_device(const struct claim *c)
{
	if (is_scoped(c))
		return c->device.n > 0;
	for (size_t i = 0; i < c->nfacts; i++)
		if (c->facts[i].family == FACT_DOCUMENTED)
			return true;
	return false;
}

static bool
is_of(const struct gather *g, const struct claim *c,
      const struct device_file *f)
{
	struct str name = device_name(f);

	if (c->expr && holds_name(expr_text(g->arena, c->expr), name))
		return true;
	return is_scoped(c) && (device_matches(f, c->device) ||
				gather_same_device(g, c->device, name));
}

static void
say_other(const struct gather *g, const struct claim *c, struct span name)
{
	static const char what[] = "these words name a device that the claim "
				   "beside it is not about";
	struct diag *d = g->page->diag;

	if (g->wiki->config.strict)
		diag_error(d, name, "%s", what);
	else
		diag_warning(d, name, "device", "%s", what);
	if (is_scoped(c))
		diag_note(d, c->at, "it is about the '" STR_FMT "'; `on "
			  STR_FMT "` in the marker makes it one about the "
			  "other", STR_ARG(c->device), STR_ARG(span_str(name)));
	else
		diag_note(d, c->at, "it is about the device that its marker "
			  "names");
}

/* The cell below the head that a place is in. */
static bool
cell_of(struct span *cell, size_t *row, size_t *column, const struct block *b,
	size_t place)
{
	for (size_t r = 1; r < b->nrows && b->rows[r].at.at <= place; r++)
		for (size_t i = 0; i < b->rows[r].n; i++) {
			*cell = b->rows[r].cells[i];
			*row = r;
			*column = i;
			if (cell->at <= place && place < cell->at + cell->n)
				return true;
		}
	return false;
}

static const struct device_file *
named_beside(const struct gather *g, const struct claim *c, struct span *name,
	     const struct block *b)
{
	const struct device_file *f;
	struct span in = b->at;
	size_t row = 0, column = 0, behind;

	if (b->kind == BLOCK_TABLE && !cell_of(&in, &row, &column, b, c->at.at))
		return NULL;
	f = named_before(g, name, in, c->at.at - in.at);
	behind = c->marker_at.at + c->marker_at.n;
	if (!f && c->marker_at.n > 0 && c->marker_at.at >= in.at &&
	    behind <= in.at + in.n)
		f = named_behind(g, name, in, behind - in.at);
	return f || row == 0 ? f : named_in_table(g, name, b, row, column);
}

void
gather_check_beside(const struct gather *g)
{
	const struct scan *s = g->page->scan;
	size_t block = 0;

	if (g->wiki->on.n > 0)
		return; /* claims speak of another device than their words */
	for (size_t i = 0; i < g->out->n; i++) {
		const struct claim *c = &g->out->items[i];
		const struct device_file *f;
		struct span name;

		if (c->at.source != g->page->source || !is_of_device(c))
			continue;
		while (block < s->nblocks && s->blocks[block].at.at +
		       s->blocks[block].at.n <= c->at.at)
			block++;
		if (block == s->nblocks || s->blocks[block].at.at > c->at.at ||
		    s->blocks[block].kind == BLOCK_COMMENT)
			continue;
		f = named_beside(g, c, &name, &s->blocks[block]);
		if (f && !is_of(g, c, f))
			say_other(g, c, name);
	}
}
