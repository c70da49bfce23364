/*
 * The words of the page language: one table of directives, options, line
 * words and fence words, each with its form and its meaning.
 *
 * Whatever needs to know a word asks here: the parsers which word it is, the
 * messages what it may have been meant to be, `kbc --help markers` what there
 * is, and the test of the manual what must be described. A word that is not
 * in the table is an error wherever it stands, never a thing to skip.
 */
#include "marker.h"

#include "buf.h"
#include "diag.h"
#include "expr_lex.h"
#include "marker_parts.h"
#include "slips.h"

#define WITHIN (1u << OPTION_WITHIN)
#define BETWEEN (1u << OPTION_BETWEEN)
#define ON (1u << OPTION_ON)
#define IN (1u << OPTION_IN)
#define BECAUSE (1u << OPTION_BECAUSE)
#define ID (1u << OPTION_ID)
#define ALL (WITHIN | BETWEEN | ON | IN | BECAUSE | ID)

/* More of what is no word is not quoted. */
#define QUOTED_MAX 48

static const struct word words[] = {
	{ NULL, "EXPR", "the quantity before the marker equals EXPR",
	  WORD_MARKER, MARKER_EQUALS, ALL },
	{ NULL, "A & B", "it equals both",
	  WORD_MARKER, MARKER_EQUALS, ALL },
	{ NULL, "A to B", "its ends are A and B",
	  WORD_MARKER, MARKER_EQUALS, ALL },
	{ "holds", "holds COND", "the condition is true, or the test passes",
	  WORD_MARKER, MARKER_HOLDS, WITHIN | ON | IN | BECAUSE | ID },
	{ "=", "=", "says again what the page's claim with these digits says",
	  WORD_MARKER, MARKER_REPEAT, WITHIN | ON | IN | BECAUSE | ID },
	{ "at", "at \"TEXT\" MARKER",
	  "a marker for TEXT, once in the block before; one a line",
	  WORD_MARKER, MARKER_AT, 0 },
	{ NULL, "at every \"TEXT\" MARKER", "likewise, each time in the page",
	  WORD_MARKER, MARKER_AT, 0 },
	{ "let", "let NAME", "the quantity is an input, named for markers",
	  WORD_MARKER, MARKER_LET, IN | BECAUSE },
	{ "cites", "cites SOURCE [ANCHOR]",
	  "the quantity comes from a source, which must exist",
	  WORD_MARKER, MARKER_CITES, ON | IN | BECAUSE | ID },
	{ "open", "open EXPR", "a question: reported, never a failure",
	  WORD_MARKER, MARKER_OPEN, ALL },
	{ "ignore", "ignore WHY", "no claim",
	  WORD_MARKER, MARKER_IGNORE, 0 },
	{ "retired", "retired ID WHY", "the claim ID was taken back",
	  WORD_MARKER, MARKER_RETIRED, 0 },
	{ "table", "table", "binds the table below",
	  WORD_MARKER, MARKER_TABLE, 0 },
	{ "given", "given PARAMETERS",
	  "makes a kernel of the fence below; code around it at '...'",
	  WORD_MARKER, MARKER_GIVEN, 0 },
	{ "fence", "fence WORDS", "info words for the fence below",
	  WORD_MARKER, MARKER_FENCE, 0 },
	{ "code", "code [WORDS]", "a fence that readers do not see",
	  WORD_MARKER, MARKER_CODE, 0 },
	{ "test", "test [id=NAME]", "runs a kernel of the page and checks it",
	  WORD_MARKER, MARKER_TEST, ON | BECAUSE | ID },
	{ "probe", "probe NAME", "measures a kernel of the page",
	  WORD_MARKER, MARKER_PROBE, ON | BECAUSE },

	{ "within", "within 3%", "the tolerance, or an absolute one: within 2",
	  WORD_OPTION, OPTION_WITHIN, 0 },
	{ "between", "between A and B", "the values that are allowed",
	  WORD_OPTION, OPTION_BETWEEN, 0 },
	{ "on", "on DEVICE", "holds for these devices (H200*) or sm_90a only",
	  WORD_OPTION, OPTION_ON, 0 },
	{ "in", "in UNIT", "the unit of the side that has none",
	  WORD_OPTION, OPTION_IN, 0 },
	{ "because", "because WHY", "a remark, up to the end of the marker",
	  WORD_OPTION, OPTION_BECAUSE, 0 },
	{ "id", "id=NAME", "names the value that is written",
	  WORD_OPTION, OPTION_ID, 0 },

	{ "rows", "rows HEAD", "the column that names the rows",
	  WORD_TABLE, TABLE_ROWS, 0 },
	{ NULL, "rows HEAD = format.*", "likewise, each a member of format",
	  WORD_TABLE, TABLE_ROWS, 0 },
	{ NULL, "rows HEAD: \"TEXT\" = NAME, ...", "likewise, text by text",
	  WORD_TABLE, TABLE_ROWS, 0 },
	{ "column", "column \"HEAD\" = EXPR", "what each cell equals",
	  WORD_TABLE, TABLE_COLUMN, ALL & ~ID },
	{ NULL, "column \"HEAD\" ignore WHY", "its cells claim nothing",
	  WORD_TABLE, TABLE_COLUMN, 0 },
	{ "per", "per device", "the columns repeat for each device measured",
	  WORD_TABLE, TABLE_PER, 0 },
	{ "cites", "cites SOURCE [ANCHOR]", "all cells come from a source",
	  WORD_TABLE, TABLE_CITES, 0 },

	{ "check", "check A == B", "what must be so after the launches",
	  WORD_TEST, TEST_CHECK, 0 },
	{ "fails", "fails wrong [COND]",
	  "what goes wrong: wrong, nan, bounds, race or hang",
	  WORD_TEST, TEST_FAILS, 0 },
	{ "allow", "allow races", "no error if threads race",
	  WORD_TEST, TEST_ALLOW, 0 },
	{ "work", "work flops = EXPR", "of a probe: flops, bytes or ops",
	  WORD_TEST, TEST_WORK, 0 },
	{ "rel", "rel X", "a difference up to X times the magnitudes",
	  WORD_CHECK, 0, 0 },
	{ "abs", "abs X", "a difference up to X",
	  WORD_CHECK, 0, 0 },
	{ "ulp", "ulp N", "a difference up to N units of the last place",
	  WORD_CHECK, 0, 0 },

	{ "id", "id=NAME", "names the fence",
	  WORD_FENCE, FENCE_ID, 0 },
	{ "sm", "sm=80,90a", "the architectures it is compiled for",
	  WORD_FENCE, FENCE_SM, 0 },
	{ "sketch", "sketch", "not meant to compile",
	  WORD_FENCE, FENCE_SKETCH, 0 },
	{ "fails", "fails", "must not compile",
	  WORD_FENCE, FENCE_FAILS, 0 },
	{ NULL, "fails=\"PATTERN\"", "likewise, with such a message",
	  WORD_FENCE, FENCE_FAILS, 0 },
};

const struct word *
word_find(enum word_place place, struct str word)
{
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (words[i].place == place && words[i].word && word.n > 0 &&
		    words[i].word[0] == word.p[0] &&
		    str_equal(str_of(words[i].word), word))
			return &words[i];
	}
	return NULL;
}

const struct word *
word_nearest(enum word_place place, struct str s)
{
	const struct word *nearest = NULL;
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		size_t n;

		if (words[i].place != place || !words[i].word)
			continue;
		n = slips_count(s, str_of(words[i].word));
		if (n < best) {
			best = n;
			nearest = &words[i];
		}
	}
	return nearest;
}

void
word_unknown(struct diag *d, struct span at, const char *what,
	     enum word_place place)
{
	struct str s = str_slice(span_str(at), 0, QUOTED_MAX);
	const struct word *near = word_nearest(place, s);

	diag_error(d, at, "unknown %s '" STR_FMT "'", what, STR_ARG(s));
	if (near)
		diag_note(d, at, "did you mean '%s'?", near->word);
}

const char *
marker_meant(struct span body)
{
	struct span first = lex_name(body);
	const struct word *near = first.n > 2 ?
		word_nearest(WORD_MARKER, span_str(first)) : NULL;

	return near ? near->word : NULL;
}

static const char *const titles[] = {
	[WORD_MARKER] = "<!-- kbc: MARKER [OPTIONS] -->",
	[WORD_OPTION] = "options",
	[WORD_TABLE] = "lines of a table marker",
	[WORD_TEST] = "lines of a test or probe, beside declarations, launches",
	[WORD_CHECK] = "behind a check",
	[WORD_FENCE] = "words of a fence: ```cuda WORDS",
};

void
marker_help(struct buf *out)
{
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (i == 0 || words[i].place != words[i - 1].place)
			buf_printf(out, "%s%s\n", i ? "\n" : "",
				   titles[words[i].place]);
		buf_printf(out, "  %-30s %s\n", words[i].form,
			   words[i].meaning);
	}
}

bool
marker_word(size_t i, struct str *word, struct str *meaning)
{
	if (i >= COUNT_OF(words))
		return false;
	*word = str_of(words[i].word ? words[i].word : words[i].form);
	*meaning = str_of(words[i].meaning);
	return true;
}
