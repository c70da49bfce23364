/*
 * Words beside a quantity that turn, shift or scale it: `not 3`, `twice 3`.
 *
 * Input: the quantity that ends at a marker, with its leads read, and the
 * text. Output: the word that makes it doubtful and how to write what is
 * meant, if there is one.
 *
 * The idea: what no lead understands must not be dropped, for the number alone
 * says something else. Words directly beside a number are quantity_turn.c. A
 * negation may stand further away: before a bound anywhere in its clause (`no
 * block can have more than 3`), before a plain number among the three words
 * ahead of it, unless one of them says that the number is a place or a name
 * (`does not fit in 48 KB`, `not the 3 us that …`).
 *
 * Only markers ask: prose is not searched. Grammar is not understood, so a
 * negation of something else may be taken for one of the bound.
 */
#include "quantity.h"
#include "quantity_parts.h"

/* Bytes before a quantity in which a negation may stand. */
#define CLAUSE_REACH 80
/* Words between a negation and a plain number. */
#define BETWEEN_MAX 3

/* --- negations ----------------------------------------------------------- */

/* What a word is to the number behind it. */
enum role {
	PLAIN,
	NEGATES,
	OPENS_CLAUSE, /* another one than that of a negation before */
	NAMES_NUMBER  /* behind it a plain number is a place or has a name */
};

static const struct {
	struct str text; /* sorted by the first letter */
	enum role role;
} roles[] = {
	{ STR_INIT("after"), NAMES_NUMBER },
	{ STR_INIT("all"), NAMES_NUMBER },
	{ STR_INIT("although"), OPENS_CLAUSE },
	{ STR_INIT("and"), OPENS_CLAUSE }, { STR_INIT("as"), NAMES_NUMBER },
	{ STR_INIT("barely"), NEGATES },
	{ STR_INIT("because"), OPENS_CLAUSE },
	{ STR_INIT("before"), NAMES_NUMBER },
	{ STR_INIT("both"), NAMES_NUMBER }, { STR_INIT("but"), OPENS_CLAUSE },
	{ STR_INIT("by"), NAMES_NUMBER }, { STR_INIT("cannot"), NEGATES },
	{ STR_INIT("for"), NAMES_NUMBER }, { STR_INIT("from"), NAMES_NUMBER },
	{ STR_INIT("hardly"), NEGATES }, { STR_INIT("if"), OPENS_CLAUSE },
	{ STR_INIT("in"), NAMES_NUMBER },
	{ STR_INIT("inside"), NAMES_NUMBER },
	{ STR_INIT("into"), NAMES_NUMBER }, { STR_INIT("its"), NAMES_NUMBER },
	{ STR_INIT("just"), NAMES_NUMBER }, { STR_INIT("neither"), NEGATES },
	{ STR_INIT("never"), NEGATES }, { STR_INIT("no"), NEGATES },
	{ STR_INIT("nobody"), NEGATES }, { STR_INIT("none"), NEGATES },
	{ STR_INIT("nor"), NEGATES }, { STR_INIT("not"), NEGATES },
	{ STR_INIT("nothing"), NEGATES }, { STR_INIT("nowhere"), NEGATES },
	{ STR_INIT("of"), NAMES_NUMBER }, { STR_INIT("on"), NAMES_NUMBER },
	{ STR_INIT("once"), OPENS_CLAUSE },
	{ STR_INIT("only"), NAMES_NUMBER }, { STR_INIT("our"), NAMES_NUMBER },
	{ STR_INIT("over"), NAMES_NUMBER }, { STR_INIT("per"), NAMES_NUMBER },
	{ STR_INIT("rarely"), NEGATES }, { STR_INIT("scarcely"), NEGATES },
	{ STR_INIT("seldom"), NEGATES }, { STR_INIT("since"), OPENS_CLAUSE },
	{ STR_INIT("so"), OPENS_CLAUSE }, { STR_INIT("that"), NAMES_NUMBER },
	{ STR_INIT("the"), NAMES_NUMBER },
	{ STR_INIT("their"), NAMES_NUMBER },
	{ STR_INIT("then"), OPENS_CLAUSE },
	{ STR_INIT("these"), NAMES_NUMBER },
	{ STR_INIT("this"), NAMES_NUMBER },
	{ STR_INIT("those"), NAMES_NUMBER },
	{ STR_INIT("though"), OPENS_CLAUSE },
	{ STR_INIT("thus"), OPENS_CLAUSE },
	{ STR_INIT("under"), NAMES_NUMBER },
	{ STR_INIT("unless"), OPENS_CLAUSE },
	{ STR_INIT("until"), OPENS_CLAUSE },
	{ STR_INIT("via"), NAMES_NUMBER }, { STR_INIT("when"), OPENS_CLAUSE },
	{ STR_INIT("where"), OPENS_CLAUSE },
	{ STR_INIT("whereas"), OPENS_CLAUSE },
	{ STR_INIT("which"), NAMES_NUMBER },
	{ STR_INIT("while"), OPENS_CLAUSE },
	{ STR_INIT("with"), NAMES_NUMBER },
	{ STR_INIT("within"), NAMES_NUMBER },
	{ STR_INIT("yet"), OPENS_CLAUSE },
};

static enum role
role_of(struct str word)
{
	char first = byte_lower(word.p[0]);
	size_t i = row_starting(roles, COUNT_OF(roles), sizeof *roles, first);

	for (; i < COUNT_OF(roles) && roles[i].text.p[0] == first; i++)
		if (str_equal_case(word, roles[i].text))
			return roles[i].role;
	return str_ends(word, STR("n't")) ||
	       str_ends(word, STR("n\xe2\x80\x99t")) ? NEGATES : PLAIN;
}

bool
word_negates(struct str word)
{
	return word.n > 0 && role_of(word) == NEGATES;
}

bool
word_opens_clause(struct str word)
{
	return word.n > 0 && role_of(word) == OPENS_CLAUSE;
}

static bool
is_bound(const struct quantity *q)
{
	return q->relation != IS_EQUAL || q->up_to;
}

/* Two commas set off what stands between, if the negation has the first. */
static bool
reaches(const struct clause *w, struct str word)
{
	return w->commas == 0 ||
	       (w->commas == 2 && bytes_at(w->s, w->at + word.n, ","));
}

static bool
negation_read(struct quantity *q, struct span text, size_t at)
{
	struct clause w = { .s = span_str(text), .at = at,
			  .least = at > CLAUSE_REACH ? at - CLAUSE_REACH : 0 };
	size_t most = is_bound(q) ? CLAUSE_REACH : BETWEEN_MAX + 1;
	struct str word;

	while (most-- > 0 && clause_word(&w, &word)) {
		enum role role = role_of(word);

		if (role == NEGATES && reaches(&w, word)) {
			q->doubt = span_slice(text, w.at, word.n);
			q->advice = is_bound(q) ? doubt_bound : doubt_other;
			return true;
		}
		if (role == OPENS_CLAUSE ||
		    (!is_bound(q) && (w.commas > 0 || role == NAMES_NUMBER)))
			break;
	}
	return false;
}

/* --- numbers of several words -------------------------------------------- */

/* Whether digits or a cardinal end at `at`. */
static bool
number_ends(struct span text, size_t at)
{
	struct str s = str_slice(span_str(text), 0, at);
	struct quantity q;
	struct words place;
	size_t end = emphasis_before(s, s.n), digit = end;

	while (digit > 0 && (byte_is_digit(s.p[digit - 1]) ||
			     byte_among(s.p[digit - 1], ".,")))
		digit--;
	if (digit < end && edge_starts(s, digit))
		return true;
	return word_before(&q, &place, s) && !q.factor && place.end == end;
}

/* Where what belongs to the cardinal q begins: `hundred and` of `two hundred
   and five`, `point` of `two point five`, or q itself behind another number in
   words; SIZE_MAX if it stands alone. */
static size_t
cardinal_part(struct span text, size_t at)
{
	static const struct str joints[] = {
		STR_INIT("hundred and"), STR_INIT("thousand and"),
		STR_INIT("million and"), STR_INIT("point"),
	};
	struct str s = span_str(text);
	size_t end = emphasis_before(s, at), start;
	struct quantity q;
	struct words place;

	for (size_t i = 0; i < COUNT_OF(joints); i++) {
		start = text_before(s, end, joints[i]);
		if (start != SIZE_MAX && (i < COUNT_OF(joints) - 1 ||
					  number_ends(text, start)))
			return start;
	}
	return word_before(&q, &place, str_slice(s, 0, end)) && !q.factor &&
			       place.end == end ? at : SIZE_MAX;
}

/* Where the first part of the number begins that ends in q: `and a` of `two
   and a half`; SIZE_MAX for none. */
static size_t
first_part(const struct quantity *q, struct span text, size_t at)
{
	struct str s = span_str(text);
	size_t behind = q->number.at - text.at + q->number.n, start;
	bool last = blanks_after(s, behind) == s.n;

	if (!q->factor && byte_is_letter(span_str(q->number).p[0]))
		return cardinal_part(text, at);
	if (str_equal_case(span_str(q->number), STR("halves")))
		return last && number_ends(text, at) ? at : SIZE_MAX;
	start = text_before(s, emphasis_before(s, at), STR("and a"));
	if (start == SIZE_MAX || (start > 0 && doubt_in_word(s.p[start - 1])))
		return SIZE_MAX;
	return last || number_ends(text, start) ? start : SIZE_MAX;
}

/* `two and a half`, `three halves`, `half a dozen`, `half again`. */
static bool
words_read(struct quantity *q, struct span text, size_t at)
{
	static const char *const more[] = { "dozen", "hundred", "thousand",
					    "million", "billion", "score",
					    "again" };
	size_t end = q->number.at - text.at + q->number.n, start;
	struct clause w = { .s = span_str(text), .at = text.n, .least = end };
	struct str word;

	q->advice = doubt_digits;
	while (clause_word(&w, &word))
		if (word_among(word, more, COUNT_OF(more))) {
			q->doubt = span_slice(text, w.at, word.n);
			return true;
		}
	start = first_part(q, text, at);
	if (start == SIZE_MAX)
		return false;
	q->doubt = span_slice(text, start, end - start);
	return true;
}

/* --- both ---------------------------------------------------------------- */

void
doubt_read(struct quantity *q, struct span text, size_t at, struct span after)
{
	size_t lead = q->at.at - text.at;
	char first = span_str(q->number).p[0];

	if (lead > at)
		lead = at;
	if (byte_is_letter(first) && words_read(q, text, lead))
		return;
	if (!turn_read(q, text, lead) && !negation_read(q, text, lead))
		tail_read(q, after);
}
