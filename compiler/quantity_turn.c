/*
 * Words directly beside a number that turn, shift or scale it, or may bound it.
 *
 * Input: the quantity, and the text before it or behind its marker. Output: the
 * words, and how to write what is meant.
 *
 * The idea: two tables. What stands before a number may be anything that no
 * lead has read; behind the marker only few words are looked for (`3<!-- … -->
 * or more`), and those that go on elsewhere (`and more cores`) only at the end
 * of what is said.
 */
#include "quantity.h"
#include "quantity_parts.h"

const char doubt_bound[] = "write the bound itself, as in `\xe2\x89\xa4 "
				 "5` or `at least 5`";
static const char sign_help[] = "write the number with its sign, as in `-5`";
static const char scale_help[] = "write the number that comes out, in "
				 "digits: `6` for `twice 3`";
const char doubt_digits[] = "write the whole number in digits, as in "
				  "`2.5`";
static const char about_help[] = "write `about 5`";
static const char order_help[] = "write `about 5`, or the bounds";
static const char over_help[] = "write `> 5` for a bound, `across 5` for a "
				"place";
const char doubt_other[] = "write what the number is, or bind these "
				 "words with 'holds'";

/* --- words directly before it -------------------------------------------- */

struct turn {
	struct str text; /* lower case; a blank is any run of blanks */
	const char *help;
};

/* Sorted by the last byte. */
static const struct turn turns[] = {
	{ STR_INIT("&minus;"), sign_help },
	{ STR_INIT("half a"), doubt_digits },
	{ STR_INIT("quarter of a"), doubt_digits },
	{ STR_INIT("beyond"), doubt_bound },
	{ STR_INIT("negative"), sign_help },
	{ STR_INIT("twice"), scale_help },
	{ STR_INIT("thrice"), scale_help },
	{ STR_INIT("double"), scale_help },
	{ STR_INIT("triple"), scale_help },
	{ STR_INIT("quadruple"), scale_help },
	{ STR_INIT("outside"), doubt_other },
	{ STR_INIT("without the"), doubt_other },
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
	{ STR_INIT("outside of"), doubt_other },
	{ STR_INIT("on the order of"), order_help },
	{ STR_INIT("in the order of"), order_help },
	{ STR_INIT("of the order of"), order_help },
	{ STR_INIT("excluding"), doubt_other },
	{ STR_INIT("topping"), doubt_bound },
	{ STR_INIT("exceeding"), doubt_bound },
	{ STR_INIT("lacking"), doubt_other },
	{ STR_INIT("lack"), doubt_other },
	{ STR_INIT("several"), doubt_digits },
	{ STR_INIT("without all"), doubt_other },
	{ STR_INIT("different from"), doubt_other },
	{ STR_INIT("differs from"), doubt_other },
	{ STR_INIT("differ from"), doubt_other },
	{ STR_INIT("far from"), doubt_other },
	{ STR_INIT("other than"), doubt_other },
	{ STR_INIT("different than"), doubt_other },
	{ STR_INIT("rather than"), doubt_other },
	{ STR_INIT("than"), doubt_bound },
	{ STR_INIT("unequal to"), doubt_other },
	{ STR_INIT("over"), over_help },
	{ STR_INIT("minus"), sign_help },
	{ STR_INIT("tops"), doubt_bound },
	{ STR_INIT("lacks"), doubt_other },
	{ STR_INIT("at best"), doubt_bound },
	{ STR_INIT("at worst"), doubt_bound },
	{ STR_INIT("except"), doubt_other },
	{ STR_INIT("all but"), doubt_other },
	{ STR_INIT("anything but"), doubt_other },
	{ STR_INIT("past"), doubt_bound },
	{ STR_INIT("without"), doubt_other },
	{ STR_INIT("few"), doubt_digits },
	{ STR_INIT("without any"), doubt_other },
};

/* `unrolled over 4`; `Exceeding 512 hangs`: the limit, as it is; `a better one
   than 5`. */
static bool
speaks_of_place(const struct turn *t, struct span text, size_t start)
{
	struct str s = span_str(text);
	size_t end;

	if (t->help == over_help)
		return over_read(text, start) == OVER_PLACE;
	end = emphasis_before(s, start);
	if (str_equal(t->text, STR("than")))
		return text_before(s, end, STR("er")) == SIZE_MAX &&
		       text_before(s, end, STR("worse")) == SIZE_MAX;
	return str_equal(t->text, STR("exceeding")) &&
	       (end == 0 || !byte_is_letter(s.p[end - 1]));
}

bool
turn_read(struct quantity *q, struct span text, size_t at)
{
	struct str s = span_str(text);
	size_t end = emphasis_before(s, at), start;
	unsigned char last = byte_before(s, end);
	size_t i = row_ending(turns, COUNT_OF(turns), sizeof *turns, last);

	for (; i < COUNT_OF(turns) && text_last(turns[i].text) == last; i++) {
		start = text_before(s, end, turns[i].text);
		if (start == SIZE_MAX ||
		    (start > 0 && doubt_in_word(s.p[start - 1])) ||
		    speaks_of_place(&turns[i], text, start))
			continue;
		q->doubt = span_slice(text, start, end - start);
		q->advice = turns[i].help;
		return true;
	}
	return false;
}

/* --- words behind it ----------------------------------------------------- */

/* Behind a marker, also behind the unit there. */
static const struct tail {
	struct str text;
	const char *help;
	bool closes; /* only where nothing of the clause follows */
} tails[] = {
	{ STR_INIT("or more"), doubt_bound, false },
	{ STR_INIT("or less"), doubt_bound, false },
	{ STR_INIT("or fewer"), doubt_bound, false },
	{ STR_INIT("or above"), doubt_bound, false },
	{ STR_INIT("or below"), doubt_bound, false },
	{ STR_INIT("or higher"), doubt_bound, false },
	{ STR_INIT("or lower"), doubt_bound, false },
	{ STR_INIT("or greater"), doubt_bound, false },
	{ STR_INIT("or larger"), doubt_bound, false },
	{ STR_INIT("or bigger"), doubt_bound, false },
	{ STR_INIT("or smaller"), doubt_bound, false },
	{ STR_INIT("or longer"), doubt_bound, false },
	{ STR_INIT("or shorter"), doubt_bound, false },
	{ STR_INIT("or better"), doubt_bound, false },
	{ STR_INIT("or worse"), doubt_bound, false },
	{ STR_INIT("or over"), doubt_bound, false },
	{ STR_INIT("or under"), doubt_bound, false },
	{ STR_INIT("or beyond"), doubt_bound, false },
	{ STR_INIT("or slightly more"), doubt_bound, false },
	{ STR_INIT("or slightly less"), doubt_bound, false },
	{ STR_INIT("at most"), doubt_bound, false },
	{ STR_INIT("at least"), doubt_bound, false },
	{ STR_INIT("at the most"), doubt_bound, false },
	{ STR_INIT("at the least"), doubt_bound, false },
	{ STR_INIT("at best"), doubt_bound, false },
	{ STR_INIT("at worst"), doubt_bound, false },
	{ STR_INIT("or so"), about_help, false },
	{ STR_INIT("and a half"), doubt_digits, false },
	{ STR_INIT("and a quarter"), doubt_digits, false },
	{ STR_INIT("and up"), doubt_bound, true },
	{ STR_INIT("and upwards"), doubt_bound, true },
	{ STR_INIT("and more"), doubt_bound, true },
	{ STR_INIT("and above"), doubt_bound, true },
	{ STR_INIT("and over"), doubt_bound, true },
	{ STR_INIT("and higher"), doubt_bound, true },
	{ STR_INIT("and below"), doubt_bound, true },
	{ STR_INIT("and under"), doubt_bound, true },
	{ STR_INIT("and less"), doubt_bound, true },
	{ STR_INIT("and fewer"), doubt_bound, true },
	{ STR_INIT("and lower"), doubt_bound, true },
	{ STR_INIT("and beyond"), doubt_bound, true },
	{ STR_INIT("upwards"), doubt_bound, true },
	{ STR_INIT("plus"), doubt_bound, true },
	{ STR_INIT("minimum"), doubt_bound, true },
	{ STR_INIT("tops"), doubt_bound, true },
	{ STR_INIT("if not more"), doubt_bound, true },
	{ STR_INIT("if not less"), doubt_bound, true },
};

/* Whether nothing but marks and blanks follow up to the end of a clause. */
static bool
closes_clause(struct str s, size_t at)
{
	at = emphasis_after(s, at);
	return at == s.n || byte_among(s.p[at], ".,;:)|!?\n");
}

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
	if (at < s.n && (doubt_in_word(s.p[at]) || byte_is_digit(s.p[at])))
		return 0;
	next = blanks_after(s, at);
	return next < s.n && byte_is_digit(s.p[next]) ? 0 : at - from;
}

bool
tail_read(struct quantity *q, struct span after)
{
	struct str s = span_str(after);
	size_t at = emphasis_after(s, 0), unit;
	struct unit u;

	if (q->kind > QUANTITY_RANGE)
		return false;
	if (unit_read(&u, &unit, str_skip(s, at)))
		at = emphasis_after(s, at + unit);
	if (at >= s.n || !byte_among(byte_lower(s.p[at]), "aoupimt"))
		return false;
	for (size_t i = 0; i < COUNT_OF(tails); i++) {
		size_t n = text_at(s, at, tails[i].text);

		if (n == 0 || (tails[i].closes && !closes_clause(s, at + n)))
			continue;
		q->doubt = span_slice(after, at, n);
		q->advice = tails[i].help;
		return true;
	}
	return false;
}
