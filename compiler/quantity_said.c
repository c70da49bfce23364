/*
 * What the words around a code span say of it: that it is there, or that not.
 *
 * Input: the text before and behind, as far as their block goes. Output: the
 * word that decides, and which way, or that nothing is certain.
 *
 * The idea: as with numbers, a negation reaches a span over a few words, but
 * articles do not count (`does not use the `FMUL``), and one that stands behind
 * is certain only with a verb of being there (`is not used`; `is not new` says
 * something else). Only what cannot be mistaken is an affirmation: a verb of
 * having before the span, and nothing in its clause that takes away.
 */
#include "quantity.h"
#include "quantity_parts.h"

/* Bytes before a span that are looked at, and words that may stand between. */
#define SAID_REACH 120
#define SAID_BETWEEN 3

/* Words behind a span, a verb the last of them: `has never been used`. */
#define SAID_BEHIND 4

static const char *const articles[] = { "a",	 "an",	  "the", "its",
					"any",	 "all",	  "this", "these",
					"those", "their", "single" };

/* Behind these the span is where or of what, not what is denied. */
static const char *const relations[] = { "after",  "as",    "at",   "before",
					 "by",	   "for",   "from", "in",
					 "inside", "into",  "just", "on",
					 "only",   "merely", "per",  "that",
					 "than",   "through", "via", "which",
					 "who",	   "with",  "within" };

/* Before a span, with nothing but articles between. */
static const char *const takes_away[] = { "without", "lacks", "lack",
					  "lacking", "avoids", "avoid",
					  "avoiding" };

static const char *const having[] = {
	"use",	    "uses",    "used",	  "using",   "has",	"have",
	"contains", "contain", "emits",	  "emit",    "issues",	"issue",
	"executes", "execute", "includes", "include", "needs",	"need",
	"becomes",  "become",
};

/* In the clause of a verb of having: who knows what is said. */
static const char *const doubtful[] = {
	"avoid",   "avoids",  "avoided", "avoiding", "eliminate",
	"eliminates", "free", "fewer",	 "instead",  "less",
	"may",	   "might",   "could",	 "would",    "should",
	"rather",  "removes", "remove",	 "replaces", "replace",
	"than",	   "without", "longer",	 "if",	     "unless",
	"when",	   "old",     "drops",	 "drop",     "used",
};

/* What a span behind its marker is or does: it is there. */
static const char *const present[] = {
	"used",	    "emitted",	"generated", "issued",	 "executed",
	"present",  "needed",	"found",     "produced", "there",
	"appear",   "appears",	"occur",     "occurs",	 "exist",
	"exists",
};

static const char *const being[] = { "is",   "are",  "was",  "were", "does",
				     "do",   "did",  "has",  "have", "be",
				     "been", "ever", "it" };

/* Whether a word takes away what stands directly behind it. */
static bool
denies_next(struct str word)
{
	return word_among(word, takes_away, COUNT_OF(takes_away));
}

/* A negation before the span, few words away. */
static bool
denied_before(struct str *by, struct str s)
{
	struct clause w = { .s = s, .at = s.n,
			  .least = s.n > SAID_REACH ? s.n - SAID_REACH : 0 };
	size_t between = 0;

	while (between <= SAID_BETWEEN && w.commas == 0 &&
	       clause_word(&w, by)) {
		if (word_among(*by, articles, COUNT_OF(articles)))
			continue;
		if (word_negates(*by) || (between == 0 && denies_next(*by)))
			return w.commas == 0;
		if (word_opens_clause(*by) ||
		    word_among(*by, relations, COUNT_OF(relations)))
			break;
		between++;
	}
	return false;
}

/* A verb of having directly before it, in a clause that is in no doubt. */
static bool
affirmed_before(struct str *by, struct str s)
{
	struct clause w = { .s = s, .at = s.n, .least = 0 };
	struct str word;

	do {
		if (!clause_word(&w, by))
			return false;
	} while (word_among(*by, articles, COUNT_OF(articles)));
	if (!word_among(*by, having, COUNT_OF(having)) || w.commas > 0)
		return false;
	while (clause_word(&w, &word)) {
		if (word_negates(word) ||
		    word_among(word, doubtful, COUNT_OF(doubtful)))
			return false;
	}
	return true;
}

/* The word at *at of s, and *at behind it; empty where none stands. */
static struct str
next_word(struct str s, size_t *at)
{
	size_t start = emphasis_after(s, *at), end = start;

	while (end < s.n && (byte_is_letter(s.p[end]) || s.p[end] == '\'' ||
			     (unsigned char)s.p[end] >= 0x80))
		end++;
	*at = end;
	return str_slice(s, start, end - start);
}

/* `is not used`, `never appears`, `is used`; nothing else is certain. */
static enum presence
said_behind(struct str *by, struct str s)
{
	struct str word, verb = STR("");
	bool denied = false;
	size_t at = 0;

	for (int i = 0; i < SAID_BEHIND; i++) {
		word = next_word(s, &at);
		if (word.n == 0)
			break;
		if (word_negates(word)) {
			denied = true;
			*by = word;
		} else if (word_among(word, present, COUNT_OF(present))) {
			verb = word;
			break;
		} else if (!word_among(word, being, COUNT_OF(being)) &&
			   !str_ends(word, STR("ly"))) {
			break;
		}
	}
	if (verb.n == 0)
		return PRESENCE_OPEN;
	if (!denied)
		*by = verb;
	return denied ? PRESENCE_DENIED : PRESENCE_SAID;
}

enum presence
quantity_said(struct span *by, struct span before, struct span after)
{
	struct str s = span_str(before), rest = span_str(after), word;
	enum presence said = said_behind(&word, rest);

	if (said != PRESENCE_OPEN)
		*by = span_slice(after, (size_t)(word.p - rest.p), word.n);
	if (said == PRESENCE_DENIED)
		return said;
	if (denied_before(&word, s)) {
		*by = span_slice(before, (size_t)(word.p - s.p), word.n);
		return said == PRESENCE_SAID ? PRESENCE_OPEN : PRESENCE_DENIED;
	}
	if (said == PRESENCE_OPEN && affirmed_before(&word, s)) {
		*by = span_slice(before, (size_t)(word.p - s.p), word.n);
		return PRESENCE_SAID;
	}
	return said;
}
