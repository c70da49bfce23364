/*
 * `over` before a number: a bound, or where something happens.
 *
 * Input: text and the place of an `over`. Output: whether it says more than
 * (`has over 100 SMs`), where (`unrolled over 4 chains`), or nobody knows.
 *
 * The idea: the word before it decides. Words of having and being, other
 * prepositions, and the beginning of a clause leave nothing but a bound; words
 * of spreading and counting, and a number that is divided, nothing but a place.
 * Both are lists, and what is in neither is for the writer to say: a bound read
 * by mistake would let a wrong number pass, and one that is not read would
 * refute a right one.
 */
#include "quantity.h"
#include "quantity_parts.h"

static const char *const bounded[] = {
	"has",	     "have",	 "had",	     "having",	"is",	   "are",
	"was",	     "were",	 "be",	     "been",	"being",   "at",
	"with",	     "by",	 "to",	     "of",	"for",	   "in",
	"from",	     "after",	 "and",	     "or",	"but",	   "a",
	"reach",     "reaches",	 "reached",  "hit",	"hits",	   "get",
	"gets",	     "got",	 "need",     "needs",	"needed",  "take",
	"takes",     "took",	 "use",	     "uses",	"used",	   "give",
	"gives",     "gave",	 "deliver",  "delivers", "delivered",
	"achieve",   "achieves", "achieved", "cost",	"costs",   "hold",
	"holds",     "offer",	 "offers",   "provide", "provides",
	"contain",   "contains", "include",  "includes", "total",
	"totals",    "sit",	 "sits",     "stay",	"stays",   "not",
	"never",     "no",	 "cannot",   "still",	"now",	   "already",
	"even",	     "just",	 "only",     "well",	"far",	   "little",
	"bit",	     "much",	 "easily",   "that's",	"it's",	   "requires",
	"require",   "required", "sustains", "sustain",	"show",	   "shows",
	"considerably",
};

static const char *const placed[] = {
	"unroll",      "unrolls",     "unrolled",    "unrolling",
	"spread",      "spreads",     "spreading",   "distribute",
	"distributes", "distributed", "split",	     "splits",
	"average",     "averages",    "averaged",    "averaging",
	"sum",	       "sums",	      "summed",	     "summing",
	"loop",	       "loops",	      "looped",	     "looping",
	"iterate",     "iterates",    "iterated",    "iterating",
	"iteration",   "iterations",  "sweep",	     "sweeps",
	"swept",       "measured",    "computed",    "repeated",
	"tiled",       "partitioned", "striped",     "interleaved",
	"amortized",   "amortised",   "accumulated", "reduced",
	"mean",	       "median",      "minimum",     "maximum",
	"reduction",   "scan",	      "product",     "evenly",
	"speedup",     "improvement", "gain",	     "advantage",
	"equally",     "uniformly",   "ratio",	     "divided",
};

/* Where nothing is said before it, a clause begins. */
static enum over
without_word(struct str s, size_t end)
{
	if (end == 0 || byte_among(s.p[end - 1], ".,:;|(!?\n"))
		return OVER_BOUND;
	return byte_is_digit(s.p[end - 1]) || s.p[end - 1] == '>' ?
		       OVER_PLACE :
		       OVER_UNSURE;
}

/* Whether nothing but blanks and one line end stand between: the sentence goes
   on from the line before. */
static bool
goes_on(struct str between)
{
	return str_trim(between).n == 0 && str_count_byte(between, '\n') == 1;
}

enum over
over_read(struct span text, size_t at)
{
	struct clause w = { .s = span_str(text) };
	struct str word;

	w.at = emphasis_before(w.s, at);
	if (w.at == 0 || !byte_is_letter(w.s.p[w.at - 1]) ||
	    (opens_line(text, at) &&
	     !goes_on(str_slice(w.s, w.at, at - w.at))))
		return without_word(w.s, w.at);
	if (!clause_word(&w, &word))
		return OVER_UNSURE;
	if (word_among(word, bounded, COUNT_OF(bounded)) ||
	    str_ends(word, STR("n't")) ||
	    str_ends(word, STR("n\xe2\x80\x99t")))
		return OVER_BOUND;
	return word_among(word, placed, COUNT_OF(placed)) ? OVER_PLACE :
							    OVER_UNSURE;
}
