/*
 * Numbers in words: `half the footprint`, `doubles`, `twice`, `two blocks`.
 *
 * Input: text that ends where a marker stands. Output: the quantity that its
 * last words say.
 *
 * The idea: two sorts. A cardinal (zero to ninety-nine, a hundred, a thousand,
 * a million) is a number like digits are. A word of scale speaks of what comes
 * behind it, so up to three plain words may stand between it and the marker;
 * `half`, `double` and `quarter` are also names of types and things, so they
 * count only as the last word or before an article, `of`, `as` and the like.
 *
 * Prose is not searched for these words: only a marker says that one is meant.
 */
#include "arena.h"
#include "quantity.h"
#include "quantity_parts.h"

#include <math.h>

/* Words looked at before a marker, and those between scale and marker. */
#define WORDS_MAX 6
#define BETWEEN_MAX 3

enum word_kind {
	WORD_CARDINAL,
	WORD_MULTIPLE, /* `a thousand`, `two thousand` */
	WORD_NOUN,     /* of scale, before `the`, `of`, … or last */
	WORD_ADVERB,   /* of scale: twice as fast */
	WORD_VERB      /* of scale: halves the bytes moved */
};

struct word {
	struct str text;
	double value;
	enum word_kind kind;
};

static const struct word words[] = {
	{ STR_INIT("zero"), 0, WORD_CARDINAL },
	{ STR_INIT("one"), 1, WORD_CARDINAL },
	{ STR_INIT("two"), 2, WORD_CARDINAL },
	{ STR_INIT("three"), 3, WORD_CARDINAL },
	{ STR_INIT("four"), 4, WORD_CARDINAL },
	{ STR_INIT("five"), 5, WORD_CARDINAL },
	{ STR_INIT("six"), 6, WORD_CARDINAL },
	{ STR_INIT("seven"), 7, WORD_CARDINAL },
	{ STR_INIT("eight"), 8, WORD_CARDINAL },
	{ STR_INIT("nine"), 9, WORD_CARDINAL },
	{ STR_INIT("ten"), 10, WORD_CARDINAL },
	{ STR_INIT("eleven"), 11, WORD_CARDINAL },
	{ STR_INIT("twelve"), 12, WORD_CARDINAL },
	{ STR_INIT("thirteen"), 13, WORD_CARDINAL },
	{ STR_INIT("fourteen"), 14, WORD_CARDINAL },
	{ STR_INIT("fifteen"), 15, WORD_CARDINAL },
	{ STR_INIT("sixteen"), 16, WORD_CARDINAL },
	{ STR_INIT("seventeen"), 17, WORD_CARDINAL },
	{ STR_INIT("eighteen"), 18, WORD_CARDINAL },
	{ STR_INIT("nineteen"), 19, WORD_CARDINAL },
	{ STR_INIT("twenty"), 20, WORD_CARDINAL },
	{ STR_INIT("thirty"), 30, WORD_CARDINAL },
	{ STR_INIT("forty"), 40, WORD_CARDINAL },
	{ STR_INIT("fifty"), 50, WORD_CARDINAL },
	{ STR_INIT("sixty"), 60, WORD_CARDINAL },
	{ STR_INIT("seventy"), 70, WORD_CARDINAL },
	{ STR_INIT("eighty"), 80, WORD_CARDINAL },
	{ STR_INIT("ninety"), 90, WORD_CARDINAL },
	{ STR_INIT("hundred"), 1e2, WORD_MULTIPLE },
	{ STR_INIT("thousand"), 1e3, WORD_MULTIPLE },
	{ STR_INIT("million"), 1e6, WORD_MULTIPLE },
	{ STR_INIT("half"), 0.5, WORD_NOUN },
	{ STR_INIT("quarter"), 0.25, WORD_NOUN },
	{ STR_INIT("double"), 2, WORD_NOUN },
	{ STR_INIT("triple"), 3, WORD_NOUN },
	{ STR_INIT("twice"), 2, WORD_ADVERB },
	{ STR_INIT("thrice"), 3, WORD_ADVERB },
	{ STR_INIT("halves"), 0.5, WORD_VERB },
	{ STR_INIT("halved"), 0.5, WORD_VERB },
	{ STR_INIT("halving"), 0.5, WORD_VERB },
	{ STR_INIT("doubles"), 2, WORD_VERB },
	{ STR_INIT("doubled"), 2, WORD_VERB },
	{ STR_INIT("doubling"), 2, WORD_VERB },
	{ STR_INIT("triples"), 3, WORD_VERB },
	{ STR_INIT("tripled"), 3, WORD_VERB },
	{ STR_INIT("quadruple"), 4, WORD_VERB },
	{ STR_INIT("quadruples"), 4, WORD_VERB },
	{ STR_INIT("quadrupled"), 4, WORD_VERB },
};

static const char *const followers[] = { "the",  "a",	  "an",	  "of", "as",
					 "that", "its",	  "their", "this",
					 "what", "those", "these", "our" };

static const struct word *
word_find(struct str text)
{
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		/* most words part at their length */
		if (text.n == words[i].text.n &&
		    str_equal_case(text, words[i].text))
			return &words[i];
	}
	return NULL;
}

/* The same, also of `thirty-two`; without text for none. */
static struct word
word_value(struct str text)
{
	size_t dash = str_find_byte(text, '-');
	const struct word *w = word_find(str_slice(text, 0, dash));
	const struct word *ones = word_find(str_skip(text, dash + 1));
	struct word none = { .kind = WORD_VERB };

	if (w && dash == text.n)
		return *w;
	if (!w || !ones || w->value < 20 || w->kind != WORD_CARDINAL ||
	    !(ones->value >= 1 && ones->value < 10) ||
	    ones->kind != WORD_CARDINAL)
		return none;
	return (struct word){ text, w->value + ones->value, WORD_CARDINAL };
}

/* The last words of a text, the last one first. */
struct tail {
	struct str words[WORDS_MAX];
	size_t start[WORDS_MAX];
	size_t n;
};

/* Splits while nothing but blanks and emphasis stands between words. */
static void
tail_split(struct tail *t, struct str s)
{
	size_t end = emphasis_before(s, s.n), at;

	for (t->n = 0; t->n < WORDS_MAX; t->n++) {
		for (at = end; at > 0; at--) {
			if (!byte_is_letter(s.p[at - 1]) && s.p[at - 1] != '-')
				break;
		}
		if (at == end || s.p[at] == '-' || !edge_starts(s, at))
			return;
		t->start[t->n] = at;
		t->words[t->n] = str_slice(s, at, end - at);
		end = emphasis_before(s, at);
	}
}

static size_t
word_end(const struct tail *t, size_t k)
{
	return t->start[k] + t->words[k].n;
}

/* `2 thousand` is a matter of digits, and its last word alone is not. */
static bool
digit_before(struct str s, size_t at)
{
	at = emphasis_before(s, at);
	return at > 0 && byte_is_digit(s.p[at - 1]);
}

/* A cardinal at word k and behind it nothing but a unit. */
static bool
cardinal_read(struct quantity *q, struct words *at, struct str s,
	      const struct tail *t, size_t k)
{
	struct word w = word_value(t->words[k]);
	const struct word *next = k > 0 ? word_find(t->words[k - 1]) : NULL;
	size_t taken, unit;

	if (w.kind > WORD_MULTIPLE || digit_before(s, t->start[k]))
		return false;
	q->value = w.value;
	q->half_digit = w.kind == WORD_CARDINAL ? 0.5 : 0.1 * w.value;
	*at = (struct words){ t->start[k], word_end(t, k), 0 };
	if (w.kind == WORD_CARDINAL && next && next->kind == WORD_MULTIPLE) {
		q->value *= next->value;
		q->half_digit = 0.1 * q->value;
		at->end = word_end(t, k - 1);
	}
	at->close = at->end;
	unit = emphasis_after(s, at->end);
	if (unit == s.n)
		return true;
	at->close = emphasis_before(s, s.n);
	return unit_read(&q->unit, &taken, str_skip(s, unit)) &&
	       unit + taken == at->close;
}

static bool
scale_read(struct quantity *q, struct words *at, const struct tail *t,
	   size_t k)
{
	const struct word *w = word_find(t->words[k]);

	if (!w || w->kind < WORD_NOUN)
		return false;
	if (w->kind == WORD_NOUN && k > 0 &&
	    !word_among(t->words[k - 1], followers, COUNT_OF(followers)))
		return false;
	q->value = w->value;
	q->half_digit = 0.1 * w->value;
	q->factor = true;
	*at = (struct words){ t->start[k], word_end(t, k), word_end(t, k) };
	return true;
}

bool
word_before(struct quantity *q, struct words *at, struct str s)
{
	struct quantity none = { .unit = unit_none };
	struct tail t;

	tail_split(&t, s);
	for (size_t k = t.n; k > 0; k--) {
		*q = none;
		if (cardinal_read(q, at, s, &t, k - 1))
			return true;
	}
	for (size_t k = 0; k < t.n && k <= BETWEEN_MAX; k++) {
		*q = none;
		if (scale_read(q, at, &t, k))
			return true;
	}
	return false;
}

/* Another word of its kind, as large as it begins, or digits. */
static struct str
cardinal_write(struct arena *a, struct str word, double value)
{
	bool large = word.p[0] != byte_lower(word.p[0]);

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		struct str text = words[i].text;

		if (words[i].kind == WORD_CARDINAL &&
		    fabs(words[i].value - value) < 0.5)
			return arena_printf(a, "%c" STR_FMT, large ?
					    text.p[0] - 'a' + 'A' : text.p[0],
					    STR_ARG(str_skip(text, 1)));
	}
	return arena_printf(a, "%.0f", value);
}

struct str
word_write(struct arena *a, struct str word, double value)
{
	static const struct number tenths = { .decimals = 2, .digits = 3,
					      .half_digit = 0.005 };
	struct str last = word;
	struct word w;

	while (last.n && str_find_byte(last, ' ') < last.n)
		last = str_skip(last, str_find_byte(last, ' ') + 1);
	w = word_value(last);
	if (w.text.n == 0)
		return STR("");
	if (w.kind == WORD_CARDINAL)
		return cardinal_write(a, word, value);
	if (w.kind == WORD_MULTIPLE)
		return arena_printf(a, "%.0f", value);
	if (fabs(value - w.value) <= 0.1 * w.value)
		return word;
	if (w.kind == WORD_VERB)
		return STR("");
	return arena_printf(a, STR_FMT "\xc3\x97",
			    STR_ARG(number_write(a, &tenths, value)));
}
