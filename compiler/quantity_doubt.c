/*
 * Words beside a quantity that turn, shift or scale it: `not 3`, `twice 3`.
 *
 * Input: the quantity that ends at a marker, with its leads read, and the
 * text. Output: the word that makes it doubtful and how to write what is
 * meant, if there is one.
 *
 * The idea: what no lead understands must not be dropped, for the number alone
 * says something else. A table has the words that stand directly before a
 * number. A negation may stand further away: before a bound anywhere in its
 * clause (`no block can have more than 3`), before a plain number among the
 * three words ahead of it, unless one of them says that the number is a place
 * or a name (`does not fit in 48 KB`, `not the 3 us that …`). Behind the
 * marker only few words are looked for (`3<!-- … --> or more`).
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

static const char bound_help[] = "write the bound itself, as in `\xe2\x89\xa4 "
				 "5` or `at least 5`";
static const char sign_help[] = "write the number with its sign, as in `-5`";
static const char scale_help[] = "write the number that comes out, in "
				 "digits: `6` for `twice 3`";
static const char digits_help[] = "write the whole number in digits, as in "
				  "`2.5`";
static const char other_help[] = "write what the number is, or bind these "
				 "words with 'holds'";

/* --- words directly before it -------------------------------------------- */

struct turn {
	struct str text; /* lower case; a blank is any run of blanks */
	const char *help;
};

/* Sorted by the last byte. */
static const struct turn turns[] = {
	{ STR_INIT("&minus;"), sign_help },
	{ STR_INIT("half a"), digits_help },
	{ STR_INIT("quarter of a"), digits_help },
	{ STR_INIT("beyond"), bound_help },
	{ STR_INIT("negative"), sign_help },
	{ STR_INIT("twice"), scale_help },
	{ STR_INIT("thrice"), scale_help },
	{ STR_INIT("double"), scale_help },
	{ STR_INIT("triple"), scale_help },
	{ STR_INIT("quadruple"), scale_help },
	{ STR_INIT("outside"), other_help },
	{ STR_INIT("half"), scale_help },
	{ STR_INIT("half of"), scale_help },
	{ STR_INIT("halves of"), scale_help },
	{ STR_INIT("third of"), scale_help },
	{ STR_INIT("thirds of"), scale_help },
	{ STR_INIT("quarter of"), scale_help },
	{ STR_INIT("quarters of"), scale_help },
	{ STR_INIT("fifth of"), scale_help },
	{ STR_INIT("fifths of"), scale_help },
	{ STR_INIT("sixth of"), scale_help },
	{ STR_INIT("sixths of"), scale_help },
	{ STR_INIT("eighth of"), scale_help },
	{ STR_INIT("eighths of"), scale_help },
	{ STR_INIT("tenth of"), scale_help },
	{ STR_INIT("tenths of"), scale_help },
	{ STR_INIT("outside of"), other_help },
	{ STR_INIT("excluding"), other_help },
	{ STR_INIT("several"), digits_help },
	{ STR_INIT("different from"), other_help },
	{ STR_INIT("differs from"), other_help },
	{ STR_INIT("differ from"), other_help },
	{ STR_INIT("far from"), other_help },
	{ STR_INIT("other than"), other_help },
	{ STR_INIT("different than"), other_help },
	{ STR_INIT("unequal to"), other_help },
	{ STR_INIT("minus"), sign_help },
	{ STR_INIT("at best"), bound_help },
	{ STR_INIT("at worst"), bound_help },
	{ STR_INIT("except"), other_help },
	{ STR_INIT("all but"), other_help },
	{ STR_INIT("anything but"), other_help },
	{ STR_INIT("few"), digits_help },
};

static bool
is_word(char c)
{
	return byte_is_letter(c) || c == '-';
}

static bool
turn_read(struct quantity *q, struct span text, size_t at)
{
	struct str s = span_str(text);
	size_t end = emphasis_before(s, at), start;
	unsigned char last = byte_before(s, end);
	size_t i = row_ending(turns, COUNT_OF(turns), sizeof *turns, last);

	for (; i < COUNT_OF(turns) && text_last(turns[i].text) == last; i++) {
		start = text_before(s, end, turns[i].text);
		if (start == SIZE_MAX || (start > 0 && is_word(s.p[start - 1])))
			continue;
		q->doubt = span_slice(text, start, end - start);
		q->advice = turns[i].help;
		return true;
	}
	return false;
}

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
			q->advice = is_bound(q) ? bound_help : other_help;
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

/* Where the first part of the number begins that ends in q: `and a` of `two
   and a half`; SIZE_MAX for none. */
static size_t
first_part(const struct quantity *q, struct span text, size_t at)
{
	struct str s = span_str(text);
	size_t behind = q->number.at - text.at + q->number.n, start;
	bool last = blanks_after(s, behind) == s.n;

	if (str_equal_case(span_str(q->number), STR("halves")))
		return last && number_ends(text, at) ? at : SIZE_MAX;
	start = text_before(s, emphasis_before(s, at), STR("and a"));
	if (start == SIZE_MAX || (start > 0 && is_word(s.p[start - 1])))
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

	q->advice = digits_help;
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

/* --- words behind it ----------------------------------------------------- */

/* Behind a marker, also behind the unit there. */
static const struct turn tails[] = {
	{ STR_INIT("or more"), bound_help },
	{ STR_INIT("or less"), bound_help },
	{ STR_INIT("or fewer"), bound_help },
	{ STR_INIT("or above"), bound_help },
	{ STR_INIT("or below"), bound_help },
	{ STR_INIT("or higher"), bound_help },
	{ STR_INIT("or lower"), bound_help },
	{ STR_INIT("at most"), bound_help },
	{ STR_INIT("at least"), bound_help },
	{ STR_INIT("at best"), bound_help },
	{ STR_INIT("at worst"), bound_help },
	{ STR_INIT("and a half"), digits_help },
	{ STR_INIT("and a quarter"), digits_help },
};

/* The bytes of text that s has at `at`, any blanks for one; 0 for none, and if
   it speaks of a number behind. */
static size_t
text_at(struct str s, size_t at, struct str text)
{
	size_t from = at, next;

	for (size_t i = 0; i < text.n; i++) {
		next = text.p[i] == ' ' ? blanks_after(s, at) : at + 1;

		if (next == at || at >= s.n ||
		    (text.p[i] != ' ' && byte_lower(s.p[at]) != text.p[i]))
			return 0;
		at = next;
	}
	if (at < s.n && (is_word(s.p[at]) || byte_is_digit(s.p[at])))
		return 0;
	next = blanks_after(s, at);
	return next < s.n && byte_is_digit(s.p[next]) ? 0 : at - from;
}

static bool
tail_read(struct quantity *q, struct span after)
{
	struct str s = span_str(after);
	size_t at = emphasis_after(s, 0), unit;
	struct unit u;

	if (q->kind > QUANTITY_RANGE)
		return false;
	if (unit_read(&u, &unit, str_skip(s, at)))
		at = emphasis_after(s, at + unit);
	if (at + 1 >= s.n || !byte_among(byte_lower(s.p[at]), "ao"))
		return false;
	for (size_t i = 0; i < COUNT_OF(tails); i++) {
		size_t n = text_at(s, at, tails[i].text);

		if (n == 0)
			continue;
		q->doubt = span_slice(after, at, n);
		q->advice = tails[i].help;
		return true;
	}
	return false;
}

/* --- both ---------------------------------------------------------------- */

void
doubt_read(struct quantity *q, struct span text, size_t at, struct span after)
{
	size_t lead = q->at.at - text.at;
	char first = span_str(q->number).p[0];

	if (lead > at)
		lead = at;
	if (q->factor && byte_is_letter(first) && words_read(q, text, lead))
		return;
	if (!turn_read(q, text, lead) && !negation_read(q, text, lead))
		tail_read(q, after);
}
