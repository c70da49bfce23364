/*
 * What a writer puts before a number to say how it is meant: `about`, `≥`,
 * `up to`, `at least roughly`.
 *
 * Input: text and the offset where the number starts. Output: the relation
 * and approximation in the quantity, and where the first such word begins.
 *
 * The idea: one table, tried backwards from the number, longest first, until
 * nothing fits. Emphasis and blanks may stand between (`~**4**`).
 *
 * Not here: `+` and `±` behind the number. `over` is left out on purpose: it
 * mostly says where ("unrolled over 4 chains"), and a bound read by mistake
 * would let a wrong number pass. So are `max` and `exactly`, which bound
 * nothing that a reader would check differently.
 */
#include "quantity.h"
#include "quantity_parts.h"

#include <string.h>

/* `at least about roughly ~` and the like end here. */
#define LEADS_MAX 4

struct lead {
	const char *text; /* lower case; a blank is any run of blanks */
	enum relation relation;
	bool approximate, up_to;
};

/* A text that ends in another one stands before it. */
static const struct lead leads[] = {
	/* signs */
	{ "&asymp;", IS_EQUAL, true, false },
	{ "~", IS_EQUAL, true, false },
	{ "\xe2\x89\x88", IS_EQUAL, true, false },    /* ≈ */
	{ "\xe2\x89\x83", IS_EQUAL, true, false },    /* ≃ */
	{ "\xe2\x89\x85", IS_EQUAL, true, false },    /* ≅ */
	{ "\xe2\x88\xbc", IS_EQUAL, true, false },    /* ∼ */
	{ "\xe2\x89\xb3", IS_AT_LEAST, true, false }, /* ≳ */
	{ "\xe2\x89\xb2", IS_AT_MOST, true, false },  /* ≲ */
	{ "\xe2\x89\xa5", IS_AT_LEAST, false, false },
	{ "\xe2\xa9\xbe", IS_AT_LEAST, false, false }, /* ⩾ */
	{ "&ge;", IS_AT_LEAST, false, false },
	{ "&gt;=", IS_AT_LEAST, false, false },
	{ ">=", IS_AT_LEAST, false, false },
	{ "\xe2\x89\xa4", IS_AT_MOST, false, false },
	{ "\xe2\xa9\xbd", IS_AT_MOST, false, false }, /* ⩽ */
	{ "&le;", IS_AT_MOST, false, false },
	{ "&lt;=", IS_AT_MOST, false, false },
	{ "<=", IS_AT_MOST, false, false },
	{ "&gt;", IS_MORE, false, false },
	{ ">", IS_MORE, false, false },
	{ "&lt;", IS_LESS, false, false },
	{ "<", IS_LESS, false, false },
	/* nearly */
	{ "about", IS_EQUAL, true, false },
	{ "around", IS_EQUAL, true, false },
	{ "roughly", IS_EQUAL, true, false },
	{ "approximately", IS_EQUAL, true, false },
	{ "approx.", IS_EQUAL, true, false },
	{ "approx", IS_EQUAL, true, false },
	{ "circa", IS_EQUAL, true, false },
	{ "ca.", IS_EQUAL, true, false },
	{ "typically", IS_EQUAL, true, false },
	{ "nearly", IS_EQUAL, true, false },
	{ "almost", IS_EQUAL, true, false },
	{ "near", IS_EQUAL, true, false },
	{ "close to", IS_EQUAL, true, false },
	/* the best of a sweep */
	{ "up to", IS_EQUAL, false, true },
	{ "as much as", IS_EQUAL, false, true },
	{ "as many as", IS_EQUAL, false, true },
	/* bounds; those with a negation first */
	{ "no less than", IS_AT_LEAST, false, false },
	{ "not less than", IS_AT_LEAST, false, false },
	{ "never less than", IS_AT_LEAST, false, false },
	{ "no fewer than", IS_AT_LEAST, false, false },
	{ "not fewer than", IS_AT_LEAST, false, false },
	{ "not below", IS_AT_LEAST, false, false },
	{ "never below", IS_AT_LEAST, false, false },
	{ "not under", IS_AT_LEAST, false, false },
	{ "never under", IS_AT_LEAST, false, false },
	{ "at least", IS_AT_LEAST, false, false },
	{ "a minimum of", IS_AT_LEAST, false, false },
	{ "no more than", IS_AT_MOST, false, false },
	{ "not more than", IS_AT_MOST, false, false },
	{ "never more than", IS_AT_MOST, false, false },
	{ "not above", IS_AT_MOST, false, false },
	{ "never above", IS_AT_MOST, false, false },
	{ "at most", IS_AT_MOST, false, false },
	{ "a maximum of", IS_AT_MOST, false, false },
	{ "more than", IS_MORE, false, false },
	{ "greater than", IS_MORE, false, false },
	{ "higher than", IS_MORE, false, false },
	{ "above", IS_MORE, false, false },
	{ "less than", IS_LESS, false, false },
	{ "fewer than", IS_LESS, false, false },
	{ "lower than", IS_LESS, false, false },
	{ "below", IS_LESS, false, false },
	{ "under", IS_LESS, false, false },
};

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
is_word(const char *text)
{
	return text[0] >= 'a' && text[0] <= 'z';
}

/* Where text begins if it ends at `at`; SIZE_MAX if it does not. */
static size_t
match_before(struct str s, size_t at, const char *text)
{
	size_t n = strlen(text);

	if (at == 0 || lower(s.p[at - 1]) != text[n - 1])
		return SIZE_MAX;
	for (size_t i = n; i > 0; i--) {
		if (text[i - 1] == ' ') {
			size_t before = blanks_before(s, at);

			if (before == at)
				return SIZE_MAX;
			at = before;
			continue;
		}
		if (at == 0 || lower(s.p[at - 1]) != text[i - 1])
			return SIZE_MAX;
		at--;
	}
	return at;
}

/* Where a word starts nothing may go on before it; `->5` is no comparison. */
static bool
stands_alone(struct str s, size_t at, const struct lead *l)
{
	char before = at > 0 ? s.p[at - 1] : ' ';

	if (is_word(l->text))
		return !byte_is_name(before) && before != '-';
	if (l->text[0] == '>' && (before == '-' || before == '='))
		return false;
	return !(byte_among(l->text[0], "<>~") && byte_among(before, "<>~"));
}

static const struct lead *
lead_before(struct str s, size_t at, size_t *start)
{
	bool apart = emphasis_before(s, at) < at;

	at = emphasis_before(s, at);
	for (size_t i = 0; i < COUNT_OF(leads); i++) {
		if (is_word(leads[i].text) && !apart)
			continue;
		*start = match_before(s, at, leads[i].text);
		if (*start != SIZE_MAX && stands_alone(s, *start, &leads[i]))
			return &leads[i];
	}
	return NULL;
}

size_t
lead_read(struct quantity *q, struct str s, size_t at)
{
	const struct lead *found;
	size_t start;

	for (int i = 0; i < LEADS_MAX; i++) {
		found = lead_before(s, at, &start);
		if (!found)
			break;
		at = start;
		q->approximate |= found->approximate;
		q->up_to |= found->up_to;
		if (found->relation != IS_EQUAL)
			q->relation = found->relation;
	}
	return at;
}
