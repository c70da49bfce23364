/*
 * A citation -> whether its source is there and, where that is stored, says
 * what the page cites it for.
 *
 * The idea: numbers are compared as numbers. What the source says is read by
 * the same rules as the page, so `1,024` says 1024, and no part of `2.5x` says
 * 5x; unit, direction (`> 9 GB`) and both ends of a range count. Where to look
 * is observe_place.c.
 *
 * A source that is not stored, or is no text, cannot be read: that it is
 * listed is all that is asked. It fetches nothing and judges no meaning.
 */
#include "arena.h"
#include "claim.h"
#include "observe.h"
#include "observe_parts.h"
#include "page.h"
#include "quantity.h"
#include "recall.h"
#include "source.h"
#include "summary.h"
#include "value.h"
#include "wiki.h"

/* So many numbers may share one unit: `1, 2, 3 and 4 us`. */
#define JOINED_MAX 16

static bool
is_bare(const struct unit *u)
{
	return u->second == 0 && u->byte == 0 && u->flop == 0 && u->cycle == 0;
}

/* Whether a number counts something: a word follows it. */
static bool
counts_words(const struct quantity *q)
{
	struct str s = q->at.source->text;
	size_t at = q->at.at + q->at.n;

	while (at < s.n && byte_among(s.p[at], " *_`-"))
		at++;
	return at < s.n && byte_is_name(s.p[at]);
}

static int
direction(const struct quantity *q)
{
	switch (q->relation) {
	case IS_AT_LEAST:
	case IS_MORE:
		return 1;
	case IS_AT_MOST:
	case IS_LESS:
		return -1;
	case IS_EQUAL:
	default:
		return 0;
	}
}

/* A bound may be cited for itself; `at least 9` also for what is 9. */
static bool
same_direction(const struct quantity *cited, const struct quantity *said)
{
	return direction(cited) == direction(said) ||
	       (said->relation == IS_EQUAL &&
		(cited->relation == IS_AT_LEAST ||
		 cited->relation == IS_AT_MOST));
}

/* Whether a value with the other's unit agrees to the digits that are cited;
   KB of a capacity may be binary. */
static bool
same_number(const struct quantity *cited, const struct quantity *said,
	    double value)
{
	const struct unit *u = &cited->unit, *v = &said->unit;
	double from = u->scale > 0 ? u->scale : 1;
	double to = v->scale > 0 ? v->scale : 1;
	double half = cited->half_digit * (cited->approximate ? 2 : 1);

	if (!unit_same_kind(u, v)) {
		if (!is_bare(u) && (!is_bare(v) || counts_words(said)))
			return false;
		from = to = 1; /* a unit may stand elsewhere: in a head */
	}
	return quantity_agrees(cited->value * from, half * from, value * to) ||
	       (u->binary_may &&
		quantity_agrees(cited->value * from * u->binary,
				half * from * u->binary, value * to)) ||
	       (v->binary_may &&
		quantity_agrees(cited->value * from, half * from,
				value * to * v->binary));
}

static bool
is_said(const struct quantity *cited, const struct quantity *said)
{
	if (said->kind != QUANTITY_NUMBER && said->kind != QUANTITY_RANGE)
		return false;
	if (!same_direction(cited, said))
		return false;
	return same_number(cited, said, said->value) ||
	       (said->kind == QUANTITY_RANGE &&
		same_number(cited, said, said->high));
}

/* Whether one word or comma joins two numbers, as in `from 40 to 60 us`. */
static bool
are_joined(const struct quantity *q, const struct quantity *next)
{
	static const struct str joints[] = {
		STR_INIT("to"), STR_INIT("and"), STR_INIT("or"), STR_INIT(","),
		STR_INIT("vs"), STR_INIT("vs."), STR_INIT("versus"),
	};
	size_t end = q->at.at + q->at.n;
	struct str between;

	if (next->at.at < end)
		return false;
	between = str_trim(str_slice(q->at.source->text, end,
				     next->at.at - end));
	for (size_t i = 0; i < COUNT_OF(joints); i++)
		if (str_equal(between, joints[i]))
			return true;
	return false;
}

/* What the source says as its i-th number: one without a unit has that of the
   number it is joined to. */
static struct quantity
said_number(const struct stored *s, size_t i)
{
	struct quantity out = s->said[i];

	for (int more = JOINED_MAX; more > 0 && out.unit.text.n == 0 &&
	     i + 1 < s->nsaid && are_joined(&s->said[i], &s->said[i + 1]);
	     more--)
		out.unit = s->said[++i].unit;
	return out;
}

static bool
says_number(const struct stored *s, struct span place,
	    const struct quantity *cited)
{
	for (size_t i = 0; i < s->nsaid; i++) {
		struct quantity said = said_number(s, i);

		if (said.at.at >= place.at &&
		    said.at.at < place.at + place.n && is_said(cited, &said))
			return true;
	}
	return false;
}

/* The words with the one before them: `CUDA 12.9`; empty without one. */
static struct str
with_label(struct span at)
{
	size_t start = at.at;
	const char *p = at.source->text.p;

	while (start > 0 && (p[start - 1] == ' ' || p[start - 1] == '\n'))
		start--;
	if (start == at.at || start == 0 || !byte_is_name(p[start - 1]))
		return STR("");
	while (start > 0 && byte_is_name(p[start - 1]))
		start--;
	return str_slice(at.source->text, start, at.at + at.n - start);
}

/* `two banks` of `about two banks`: no text is searched for such numbers. */
static struct str
in_words(const struct quantity *q)
{
	return str_skip(span_str(q->at), q->number.at - q->at.at);
}

static bool
says_it(const struct stored *s, struct span place, const struct claim *c)
{
	const struct quantity *q = c->quantity;
	struct quantity high;

	if (!q)
		return page_holds_words(span_str(place), str_trim(c->text));
	if (q->kind == QUANTITY_ARCH || q->kind == QUANTITY_VERSION)
		return page_holds_words(span_str(place),
					span_str(q->number));
	if (says_number(s, place, q)) {
		high = quantity_end(q);
		return q->kind != QUANTITY_RANGE ||
		       says_number(s, place, &high);
	}
	if (byte_is_letter(span_str(q->number).p[0]) &&
	    page_holds_words(span_str(place), in_words(q)))
		return true;
	/* a number that is a name there is no number of the text */
	return page_holds_words(span_str(place), with_label(q->at));
}

/* The stored text of a source; empty if it is only listed. */
static struct str
stored_path(struct arena *a, const struct world *w, size_t page,
	    struct str source)
{
	size_t i = wiki_find(w->wiki, source, page);

	if (i != SIZE_MAX && str_equal(w->wiki->summaries[i].id, source))
		return w->wiki->paths[i];
	return wiki_file(a, w->wiki, source, page);
}

/* With the line of the source that says it all the same. */
static struct str
why_not(struct arena *a, const struct stored *s, const struct claim *c)
{
	static const char what[] = "the source does not say it";
	struct span all = source_span(s->source, 0, s->source->text.n);
	struct str text = s->source->text;
	size_t start = 0;

	if (c->anchor.n == 0 || !says_it(s, all, c))
		return str_of(what);
	for (unsigned line = 1; start < text.n; line++) {
		size_t n = str_find_byte(str_skip(text, start), '\n');

		if (says_it(s, source_span(s->source, start, n), c))
			return arena_printf(a, "%s there, but in line %u",
					    what, line);
		start += n + 1;
	}
	return arena_printf(a, "%s there, but elsewhere", what);
}

struct value
observe_cited(struct arena *a, const struct world *w, size_t page,
	      const struct claim *c)
{
	const struct stored *s;
	struct span place;
	struct str path, why;

	if (!observe_has_source(a, w, page, c->source))
		return observe_answer(false, arena_printf(a,
			"no source '" STR_FMT "'", STR_ARG(c->source)));
	path = stored_path(a, w, page, c->source);
	s = path.n > 0 ? recall_stored(w->recall, path) : NULL;
	if (!s)
		return observe_answer(true, STR(""));
	place = observe_place(s->source, c->anchor, &why);
	if (!place.source)
		return observe_answer(false, why);
	if (says_it(s, place, c))
		return observe_answer(true, STR(""));
	return observe_answer(false, why_not(a, s, c));
}
