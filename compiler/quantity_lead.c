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

/* `at least about roughly ~` and the like end here. */
#define LEADS_MAX 4

struct lead {
	struct str text; /* lower case; a blank is any run of blanks */
	enum relation relation;
	bool approximate, up_to;
};

/* A text that ends in another one stands before it. */
static const struct lead leads[] = {
	/* signs */
	{ STR_INIT("&asymp;"), IS_EQUAL, true, false },
	{ STR_INIT("~"), IS_EQUAL, true, false },
	{ STR_INIT("\xe2\x89\x88"), IS_EQUAL, true, false },    /* ≈ */
	{ STR_INIT("\xe2\x89\x83"), IS_EQUAL, true, false },    /* ≃ */
	{ STR_INIT("\xe2\x89\x85"), IS_EQUAL, true, false },    /* ≅ */
	{ STR_INIT("\xe2\x88\xbc"), IS_EQUAL, true, false },    /* ∼ */
	{ STR_INIT("\xe2\x89\xb3"), IS_AT_LEAST, true, false }, /* ≳ */
	{ STR_INIT("\xe2\x89\xb2"), IS_AT_MOST, true, false },  /* ≲ */
	{ STR_INIT("\xe2\x89\xa5"), IS_AT_LEAST, false, false },
	{ STR_INIT("\xe2\xa9\xbe"), IS_AT_LEAST, false, false }, /* ⩾ */
	{ STR_INIT("&ge;"), IS_AT_LEAST, false, false },
	{ STR_INIT("&gt;="), IS_AT_LEAST, false, false },
	{ STR_INIT(">="), IS_AT_LEAST, false, false },
	{ STR_INIT("\xe2\x89\xa4"), IS_AT_MOST, false, false },
	{ STR_INIT("\xe2\xa9\xbd"), IS_AT_MOST, false, false }, /* ⩽ */
	{ STR_INIT("&le;"), IS_AT_MOST, false, false },
	{ STR_INIT("&lt;="), IS_AT_MOST, false, false },
	{ STR_INIT("<="), IS_AT_MOST, false, false },
	{ STR_INIT("&gt;"), IS_MORE, false, false },
	{ STR_INIT(">"), IS_MORE, false, false },
	{ STR_INIT("&lt;"), IS_LESS, false, false },
	{ STR_INIT("<"), IS_LESS, false, false },
	/* nearly */
	{ STR_INIT("about"), IS_EQUAL, true, false },
	{ STR_INIT("around"), IS_EQUAL, true, false },
	{ STR_INIT("roughly"), IS_EQUAL, true, false },
	{ STR_INIT("approximately"), IS_EQUAL, true, false },
	{ STR_INIT("approx."), IS_EQUAL, true, false },
	{ STR_INIT("approx"), IS_EQUAL, true, false },
	{ STR_INIT("circa"), IS_EQUAL, true, false },
	{ STR_INIT("ca."), IS_EQUAL, true, false },
	{ STR_INIT("typically"), IS_EQUAL, true, false },
	{ STR_INIT("nearly"), IS_EQUAL, true, false },
	{ STR_INIT("almost"), IS_EQUAL, true, false },
	{ STR_INIT("near"), IS_EQUAL, true, false },
	{ STR_INIT("close to"), IS_EQUAL, true, false },
	/* the best of a sweep */
	{ STR_INIT("up to"), IS_EQUAL, false, true },
	{ STR_INIT("as much as"), IS_EQUAL, false, true },
	{ STR_INIT("as many as"), IS_EQUAL, false, true },
	/* bounds; those with a negation first */
	{ STR_INIT("no less than"), IS_AT_LEAST, false, false },
	{ STR_INIT("not less than"), IS_AT_LEAST, false, false },
	{ STR_INIT("never less than"), IS_AT_LEAST, false, false },
	{ STR_INIT("no fewer than"), IS_AT_LEAST, false, false },
	{ STR_INIT("not fewer than"), IS_AT_LEAST, false, false },
	{ STR_INIT("not below"), IS_AT_LEAST, false, false },
	{ STR_INIT("never below"), IS_AT_LEAST, false, false },
	{ STR_INIT("not under"), IS_AT_LEAST, false, false },
	{ STR_INIT("never under"), IS_AT_LEAST, false, false },
	{ STR_INIT("at least"), IS_AT_LEAST, false, false },
	{ STR_INIT("a minimum of"), IS_AT_LEAST, false, false },
	{ STR_INIT("no more than"), IS_AT_MOST, false, false },
	{ STR_INIT("not more than"), IS_AT_MOST, false, false },
	{ STR_INIT("never more than"), IS_AT_MOST, false, false },
	{ STR_INIT("not above"), IS_AT_MOST, false, false },
	{ STR_INIT("never above"), IS_AT_MOST, false, false },
	{ STR_INIT("at most"), IS_AT_MOST, false, false },
	{ STR_INIT("a maximum of"), IS_AT_MOST, false, false },
	{ STR_INIT("more than"), IS_MORE, false, false },
	{ STR_INIT("greater than"), IS_MORE, false, false },
	{ STR_INIT("higher than"), IS_MORE, false, false },
	{ STR_INIT("above"), IS_MORE, false, false },
	{ STR_INIT("less than"), IS_LESS, false, false },
	{ STR_INIT("fewer than"), IS_LESS, false, false },
	{ STR_INIT("lower than"), IS_LESS, false, false },
	{ STR_INIT("below"), IS_LESS, false, false },
	{ STR_INIT("under"), IS_LESS, false, false },
};

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
is_word(struct str text)
{
	return text.p[0] >= 'a' && text.p[0] <= 'z';
}

/* Where text begins if it ends at `at`; SIZE_MAX if it does not. */
static size_t
match_before(struct str s, size_t at, struct str text)
{
	for (size_t i = text.n; i > 0; i--) {
		if (text.p[i - 1] == ' ') {
			size_t before = blanks_before(s, at);

			if (before == at)
				return SIZE_MAX;
			at = before;
			continue;
		}
		if (at == 0 || lower(s.p[at - 1]) != text.p[i - 1])
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
	if (l->text.p[0] == '>' && (before == '-' || before == '='))
		return false;
	return !(byte_among(l->text.p[0], "<>~") && byte_among(before, "<>~"));
}

static const struct lead *
lead_before(struct str s, size_t at, size_t *start)
{
	size_t end = emphasis_before(s, at);
	bool apart = end < at;
	char last = end > 0 ? lower(s.p[end - 1]) : '\0';

	at = end;
	for (size_t i = 0; i < COUNT_OF(leads); i++) {
		struct str text = leads[i].text;

		/* most part at their last byte */
		if (text.p[text.n - 1] != last || (is_word(text) && !apart))
			continue;
		*start = match_before(s, at, text);
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
