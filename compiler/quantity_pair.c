/*
 * Two numbers that words or signs join: `between 3 and 5`, `3 us to 5 us`.
 *
 * Input: the quantity that ends at a marker and the text it was read from.
 * Output: the range of both, or what joins them, if nobody can say which of
 * the two the marker means.
 *
 * The idea: a number before a marker is its quantity only as long as nothing
 * ties it to the number before. The ties are a table, tried backwards. What
 * is a range and nothing else becomes one; `from 3 to 5` and `5 to 3` may be a
 * change, and the marker must say which (q->either); all else is doubtful, a
 * share and what it is of (`80% of 5`) too. A marker between the two numbers
 * unties them.
 *
 * Ranges with a dash and `±` are read forwards, in quantity_read.c; here they
 * are only met where that failed.
 */
#include "quantity.h"
#include "quantity_parts.h"

#include <math.h>

enum tie {
	TIE_AND,   /* between 3 and 5 */
	TIE_TO,    /* 3 to 5 */
	TIE_UP_TO, /* from 3 up to 5 */
	TIE_CLOSE, /* only without blanks */
	TIE_SHARE, /* 80% of 5: only behind a share */
	TIE_OTHER
};

struct joint {
	struct str text;
	enum tie tie;
};

/* Sorted by the last byte; what ends in another one stands before it. */
static const struct joint joints[] = {
	{ STR_INIT("*"), TIE_OTHER },
	{ STR_INIT("+"), TIE_OTHER },
	{ STR_INIT("+/-"), TIE_OTHER },
	{ STR_INIT("+-"), TIE_OTHER },
	{ STR_INIT("--"), TIE_OTHER },
	{ STR_INIT("-"), TIE_OTHER },
	{ STR_INIT(".."), TIE_OTHER },
	{ STR_INIT("/"), TIE_OTHER },
	{ STR_INIT("&plusmn;"), TIE_OTHER },
	{ STR_INIT("&ndash;"), TIE_OTHER },
	{ STR_INIT("&times;"), TIE_OTHER },
	{ STR_INIT("^"), TIE_OTHER },
	{ STR_INIT("and"), TIE_AND },
	{ STR_INIT("mod"), TIE_OTHER },
	{ STR_INIT("of"), TIE_SHARE },
	{ STR_INIT("through"), TIE_TO },
	{ STR_INIT("until"), TIE_TO },
	{ STR_INIT("up to"), TIE_UP_TO },
	{ STR_INIT("to"), TIE_TO },
	{ STR_INIT("or"), TIE_OTHER },
	{ STR_INIT("per"), TIE_OTHER },
	{ STR_INIT("times"), TIE_OTHER },
	{ STR_INIT("plus or minus"), TIE_OTHER },
	{ STR_INIT("plus"), TIE_OTHER },
	{ STR_INIT("minus"), TIE_OTHER },
	{ STR_INIT("thru"), TIE_TO },
	{ STR_INIT("x"), TIE_OTHER },
	{ STR_INIT("~"), TIE_OTHER },
	{ STR_INIT("\xe2\x80\x92"), TIE_OTHER }, /* ‒ */
	{ STR_INIT("\xe2\x88\x92"), TIE_OTHER }, /* − */
	{ STR_INIT("\xe2\x80\x93"), TIE_OTHER }, /* – */
	{ STR_INIT("\xe2\x88\x93"), TIE_OTHER }, /* ∓ */
	{ STR_INIT("\xe2\x80\x94"), TIE_CLOSE }, /* — */
	{ STR_INIT("\xc3\x97"), TIE_OTHER },     /* × */
	{ STR_INIT("\xe2\x80\xa6"), TIE_OTHER }, /* … */
	{ STR_INIT("\xc2\xb1"), TIE_OTHER },     /* ± */
	{ STR_INIT("\xc2\xb7"), TIE_OTHER },     /* · */
	{ STR_INIT("\xc3\xb7"), TIE_OTHER },     /* ÷ */
	{ STR_INIT("\xe2\x88\xbc"), TIE_OTHER }, /* ∼ */
};

/* --- the joint ----------------------------------------------------------- */

static bool
is_word(const struct joint *j)
{
	return byte_is_lower(j->text.p[0]);
}

/* Where j begins if it ends at `end`, with all of `---` and `...`. */
static size_t
joint_start(struct str s, size_t end, const struct joint *j)
{
	size_t start = text_before(s, end, j->text);
	char first = j->text.p[0];

	while (start != SIZE_MAX && start > 0 && byte_among(first, "-.") &&
	       s.p[start - 1] == first)
		start--;
	return start;
}

/* Whether blanks stand beside j as it wants them; `*` beside a word is
   emphasis. */
static bool
is_parted(struct str s, const struct joint *j, size_t start, size_t at)
{
	size_t end = blanks_before(s, at), left = blanks_before(s, start);

	if (is_word(j))
		return emphasis_before(s, start) < start &&
		       emphasis_before(s, at) < at;
	if (j->tie == TIE_CLOSE)
		return end == at && left == start;
	return j->text.p[0] != '*' || (end < at && left < start);
}

/* The joint that ends at `end`, before a number at `at`, and its *place. */
static const struct joint *
joint_ending(struct span text, size_t end, size_t at, struct span *place)
{
	struct str s = span_str(text);
	unsigned char last = byte_before(s, end);
	size_t i = row_ending(joints, COUNT_OF(joints), sizeof *joints, last);

	for (; i < COUNT_OF(joints) && text_last(joints[i].text) == last; i++) {
		const struct joint *j = &joints[i];
		size_t start = joint_start(s, end, j);

		if (start == SIZE_MAX || !is_parted(s, j, start, at) ||
		    (!is_word(j) && opens_line(text, start)))
			continue;
		*place = span_slice(text, start, end - start);
		return j;
	}
	return NULL;
}

/* Likewise with blanks and emphasis between; `*` is no emphasis of itself. */
static const struct joint *
joint_before(struct span text, size_t at, struct span *place)
{
	struct str s = span_str(text);
	size_t blank = blanks_before(s, at);
	const struct joint *j = joint_ending(text, emphasis_before(s, at), at,
					     place);

	return !j && byte_before(s, blank) == '*' ?
		       joint_ending(text, blank, at, place) : j;
}

/* Whether the last word before `at` is `word`, and where it begins. */
static bool
word_ahead(struct str s, size_t at, struct str word, size_t *start)
{
	size_t end = emphasis_before(s, at), from = end - word.n;

	if (end == at || end < word.n ||
	    !str_equal_case(str_slice(s, from, word.n), word) ||
	    !edge_starts(s, from))
		return false;
	*start = from;
	return true;
}

/* --- the number before it ------------------------------------------------ */

/* A number of its own, from *start on: `doubled` and `half` are tied to
   nothing. */
static bool
first_read(struct quantity *q, struct span text, size_t *start)
{
	struct str digits;
	size_t at;

	if (!single_before(q, text, &at))
		return false;
	*start = q->at.at - text.at < at ? q->at.at - text.at : at;
	digits = span_str(q->number);
	return !q->factor || byte_is_digit(digits.p[0]) ||
	       byte_among(digits.p[0], "+-\xe2");
}

static bool
is_bare(const struct quantity *q)
{
	return !q->factor && !q->unit.text.n && !q->unit.binary_may;
}

static bool
is_scaled(const struct quantity *q)
{
	size_t end;

	return multiple_at(span_str(q->at),
			   q->number.at - q->at.at + q->number.n, &end) > 1;
}

/* Gives both ends one measure; false if they have two. */
static bool
share_measure(struct quantity *low, struct quantity *high)
{
	if (is_scaled(low) != is_scaled(high))
		return false;
	if (is_bare(low)) {
		low->unit = high->unit;
		low->factor = high->factor;
	} else if (is_bare(high)) {
		high->unit = low->unit;
		high->factor = low->factor;
	}
	return low->factor == high->factor &&
	       low->unit.percent == high->unit.percent &&
	       unit_same_kind(&low->unit, &high->unit) &&
	       fabs(low->unit.scale - high->unit.scale) <= 0;
}

static bool
may_be_end(const struct quantity *q)
{
	return q->kind == QUANTITY_NUMBER && q->relation == IS_EQUAL &&
	       !(q->plus_minus > 0);
}

/* Whether what stands before `of` is a part of what follows, and no count of
   things: `80%`, `1/4`, `0.8`, `1.5x`, but `3 of 8`, `8 warps of 32`. */
static bool
is_share(const struct quantity *q)
{
	return q->unit.percent || q->factor ||
	       (is_bare(q) && fabs(q->value - floor(q->value)) > 0);
}

/* q becomes the range from low to itself. */
static bool
range_make(struct quantity *q, struct quantity *low, size_t start)
{
	size_t end = q->at.at + q->at.n;

	if (!may_be_end(low) || !may_be_end(q) || !share_measure(low, q))
		return false;
	q->kind = QUANTITY_RANGE;
	q->high = q->value;
	q->value = low->value;
	q->number_high = q->number;
	q->number = low->number;
	q->half_digit = fmax(q->half_digit, low->half_digit);
	q->approximate |= low->approximate;
	q->up_to = false;
	q->at.at = (uint32_t)start;
	q->at.n = (uint32_t)(end - start);
	return true;
}

/* --- both ---------------------------------------------------------------- */

static bool
tie_read(struct quantity *q, struct span text, const struct joint *j,
	 struct span place)
{
	struct str s = span_str(text);
	struct quantity low;
	size_t start;
	bool change;

	if (!first_read(&low, span_slice(text, 0, place.at - text.at), &start))
		return true;
	if (j->tie == TIE_SHARE && !is_share(&low))
		return true;
	change = low.value >= q->value;
	if (j->tie == TIE_AND && !word_ahead(s, start, STR("between"), &start))
		return true;
	if (j->tie != TIE_AND && word_ahead(s, start, STR("from"), &start))
		change = true;
	else if (j->tie == TIE_UP_TO)
		return true;
	if (j->tie <= TIE_UP_TO && !(j->tie == TIE_AND && change) &&
	    range_make(q, &low, text.at + lead_read(q, text, start))) {
		q->either = change;
		return true;
	}
	q->doubt = place;
	if (plus_minus_at(span_str(text), place.at - text.at) > 0)
		q->advice = "write the width in the unit of the number, above "
			    "0, as in `1.01 ± 0.02`";
	else if (j->tie == TIE_SHARE)
		q->advice = "write the number that comes out, in digits, or "
			    "a marker behind each number";
	return false;
}

bool
pair_read(struct quantity *q, struct span text, size_t at)
{
	struct str s = span_str(text);
	size_t lead = q->at.at - text.at;
	/* before the number, its sign (`5 -3`), its leads (`3 to about 5`) */
	size_t places[] = { at, at, lead };

	if (at < s.n && byte_among(s.p[at], "-+"))
		places[1] = at + 1;
	if (strange_read(q, text, lead))
		return false;
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		struct span place;
		const struct joint *j;

		if (i > 0 && places[i] == places[i - 1])
			continue;
		j = joint_before(text, places[i], &place);
		if (!j)
			continue;
		if (!tie_read(q, text, j, place))
			return false;
		if (q->number_high.n > 0)
			break;
	}
	return true;
}

bool
quantity_first(struct arena *a, struct quantity *q, struct span text)
{
	struct quantity *all, second;
	size_t n, at;

	if (quantity_whole(q, text))
		return true;
	*q = (struct quantity){ 0 };
	n = quantity_collect(a, &all, text);
	if (n == 0)
		return false;
	*q = all[0];
	if (n == 1) {
		text = span_slice(text, 0, q->at.at + q->at.n - text.at);
		doubt_read(q, text, q->number.at - text.at,
			   span_slice(text, text.n, 0));
		return true;
	}
	second = all[1];
	at = second.number.at - text.at;
	text = span_slice(text, 0, second.at.at + second.at.n - text.at);
	if (pair_read(&second, text, at) && !second.either) {
		*q = second.number.at == q->number.at ? second : *q;
		return true;
	}
	q->doubt = second.either ? second.at : second.doubt;
	return false;
}
