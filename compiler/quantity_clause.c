/*
 * A walk backwards over the words of a clause.
 *
 * Input: text and a place in it. Output: one word after the other, until the
 * clause begins.
 *
 * The idea: a clause is what punctuation leaves together. Code spans and
 * brackets that stand in it are stepped over; commas are counted, for they may
 * part clauses or not. Which words begin another clause is for the callers.
 */
#include "quantity.h"
#include "quantity_parts.h"

static bool
parts_clause(struct str s, size_t at)
{
	char c = s.p[at], next = at + 1 < s.n ? s.p[at + 1] : ' ';

	if (byte_among(c, ".!?"))
		return byte_is_blank(next) || byte_among(next, "*_\"'");
	if (c == '>')
		return at >= 2 && s.p[at - 1] == '-' && s.p[at - 2] == '-';
	if (c == '-')
		return at > 0 && byte_is_blank(next) &&
		       (byte_is_blank(s.p[at - 1]) || s.p[at - 1] == '-');
	return byte_among(c, ":[]|") || bytes_at(s, at, "\n\n") ||
	       bytes_at(s, at, "\xe2\x80\x94") ||
	       (c == ';' && !bytes_at(s, at - (at < 5 ? at : 5), "&nbsp;"));
}

/* One byte back, over a code span at once; false where the clause begins. */
static bool
clause_step(struct clause *w)
{
	char c = w->s.p[--w->at];

	if (c == '`') {
		while (w->at > w->least && w->s.p[w->at - 1] != '`')
			w->at--;
		if (w->at == w->least)
			return false;
		w->at--;
		return true;
	}
	if (c == ')')
		w->bracket = true;
	else if (c == '(' && !w->bracket)
		return false;
	else if (c == '(')
		w->bracket = false;
	w->commas += c == ',';
	return w->bracket || !parts_clause(w->s, w->at);
}

static bool
ends_word(struct str s, size_t at)
{
	size_t next = at;

	while (next < s.n && s.p[next] == '_')
		next++;
	return byte_is_letter(s.p[at - 1]) &&
	       (next == s.n || !byte_is_name(s.p[next]));
}

/* Letters, hyphens and apostrophes of both writings. */
static bool
joins_word(struct str s, size_t at)
{
	if ((unsigned char)s.p[at] < 0x80)
		return byte_is_letter(s.p[at]) || byte_among(s.p[at], "-'");
	for (size_t k = 0; k < 3 && k <= at; k++)
		if (bytes_at(s, at - k, "\xe2\x80\x99"))
			return true;
	return false;
}

bool
clause_word(struct clause *w, struct str *word)
{
	size_t end;

	while (w->at > w->least && (w->bracket || !ends_word(w->s, w->at)))
		if (!clause_step(w))
			return false;
	end = w->at;
	while (w->at > w->least && joins_word(w->s, w->at - 1))
		w->at--;
	*word = str_slice(w->s, w->at, end - w->at);
	return word->n > 0;
}
