/*
 * The parts that quantity.c is put together from. Everything here works on
 * plain bytes and offsets into them; only quantity.c knows sources.
 */
#include "str.h"

struct arena;
struct quantity;
struct unit;

/* --- quantity_glyph.c: UTF-8, one code point at a time ------------------- */

/*
 * The code point at byte `at`, or the one that ends there; the result is its
 * bytes, 0 at the end of s. A byte that is no UTF-8 is GLYPH_BAD by itself.
 */
#define GLYPH_BAD 0xfffd
size_t glyph_at(uint32_t *glyph, struct str s, size_t at);
size_t glyph_before(uint32_t *glyph, struct str s, size_t at);

/* Space, tab, line ends and the Unicode blanks of a fixed width. */
bool glyph_is_blank(uint32_t glyph);

/* Punctuation, arrows, signs: what may touch a number without joining it. */
bool glyph_is_mark(uint32_t glyph);

/* The value of a superscript digit, 0 to 9; -1 for other glyphs. */
int glyph_superscript(uint32_t glyph);

/* The offset behind, or before, the blanks at `at`; not over an empty line.
   Asked at every word, and mostly none is there. */
size_t glyph_blanks_after(struct str s, size_t at);
size_t glyph_blanks_before(struct str s, size_t at);

static inline bool
may_be_blank(char c)
{
	return (unsigned char)c <= ' ' || (unsigned char)c >= 0x80;
}

static inline size_t
blanks_after(struct str s, size_t at)
{
	if (at >= s.n || !may_be_blank(s.p[at]))
		return at;
	/* most are one space */
	if (s.p[at] == ' ' && at + 1 < s.n && !may_be_blank(s.p[at + 1]))
		return at + 1;
	return glyph_blanks_after(s, at);
}

static inline size_t
blanks_before(struct str s, size_t at)
{
	if (at == 0 || !may_be_blank(s.p[at - 1]))
		return at;
	if (s.p[at - 1] == ' ' && at > 1 && !may_be_blank(s.p[at - 2]))
		return at - 1;
	return glyph_blanks_before(s, at);
}

/* Likewise for blanks and runs of emphasis (`*`, and `_` beside no name). */
size_t emphasis_after(struct str s, size_t at);
size_t emphasis_before(struct str s, size_t at);

/* Whether s has the bytes of text at offset at. */
static inline bool
bytes_at(struct str s, size_t at, const char *text)
{
	while (*text) {
		if (at >= s.n || s.p[at] != *text)
			return false;
		at++;
		text++;
	}
	return true;
}

/* --- quantity_rows.c: tables of words ------------------------------------ */

/* The last byte of a text. */
static inline unsigned char
text_last(struct str text)
{
	return (unsigned char)text.p[text.n - 1];
}

/* The byte before `at`, in lower case; 0 at the start. */
static inline unsigned char
byte_before(struct str s, size_t at)
{
	return at > 0 ? (unsigned char)byte_lower(s.p[at - 1]) : '\0';
}

/*
 * Tables of texts that are looked for before a number are sorted by the last
 * byte of the text. Of n rows of `size` bytes, each with its struct str first,
 * the first whose text ends in `last` or a later byte.
 */
size_t row_ending(const void *rows, size_t n, size_t size, unsigned char last);

/* Likewise of rows that are sorted by the first byte of their text. */
size_t row_starting(const void *rows, size_t n, size_t size, char first);

/* Whether word is one of n lower-case words but for its case. */
bool word_among(struct str word, const char *const *list, size_t n);

/* --- quantity_number.c, quantity_write.c: the digits --------------------- */

enum number_form {
	NUMBER_PLAIN,    /* 14,675.50 */
	NUMBER_EXPONENT, /* 6.55e+4 */
	NUMBER_TENS,     /* 6.55 × 10^4 */
	NUMBER_POWER,    /* 2^-10 10⁻³ */
	NUMBER_FRACTION, /* 1/4 */
	NUMBER_VERSION   /* 570.124.06 */
};

/* A number and how it was written, which is what a rewrite keeps. */
struct number {
	enum number_form form;
	struct str text;      /* all of it, the sign first */
	struct str sign;      /* "-", "+", U+2212 or empty */
	struct str separator; /* of thousands, or empty */
	struct str link;      /* between mantissa and exponent: `e`, ` × 10^` */
	struct str exponent;  /* with its sign */
	bool raised;          /* the exponent is in superscript digits */
	double base;          /* of a power; upper half of a fraction */
	int decimals;
	int digits;           /* significant ones */
	double value;
	double half_digit;    /* 0: exact */
};

/*
 * The number at the start of s, which begins with a digit or a sign before
 * one. False for what begins like one and is none (`2^n`, `1,2`, `5e`).
 */
bool number_read(struct number *n, struct str s);

/* quantity_digits.c: likewise, where s begins with digits and nothing that
   could belong to them follows; false where it may be more. */
bool digits_read(struct number *n, struct str s);

/* value in the form of n; equal to value within half a unit of its last
   digit. */
struct str number_write(struct arena *a, const struct number *n, double value);

/* --- quantity_edge.c: where a number may begin and end ------------------- */

/* Whether a number (with its sign) may start at `at`: nothing before it
   belongs to it. */
bool edge_starts(struct str s, size_t at);

/* Whether a quantity may end at `at`: nothing behind it belongs to it. */
bool edge_ends(struct str s, size_t at);

/* `digit`, or the place of the sign that belongs to the digit there. */
size_t edge_sign(struct str s, size_t digit);

/* --- quantity_tag.c: tags between numbers -------------------------------- */

/* Whether the `>` that ends at `at` ends a tag. */
bool tag_closes(struct str s, size_t at);

/* Whether a line, a cell or a block begins or ends at the tag whose `<` is at
   `at`, so that it joins nothing. */
bool tag_parts(struct str s, size_t at);

/* The same of the tag whose `>` ends at `at`; false if none ends there. */
bool tag_parts_before(struct str s, size_t at);

/* --- quantity_lead.c: `about`, `≥`, `up to`, read backwards -------------- */

/* Sets what the words and signs before `at` say; where the first begins. */
size_t lead_read(struct quantity *q, struct span text, size_t at);

/* Where text, lower-case words with any blanks between, begins if it ends at
   `at`; SIZE_MAX if it does not. */
size_t text_before(struct str s, size_t at, struct str text);

/* Whether nothing but marks of quotes and lists stands before `at` on its
   line. A cell and a scalar begin within a line. */
bool opens_line(struct span text, size_t at);

/* --- quantity_over.c: `over 3` ------------------------------------------- */

enum over {
	OVER_BOUND,  /* more than that: `has over 3` */
	OVER_PLACE,  /* where, or divided by it: `unrolled over 3` */
	OVER_UNSURE
};

/* What the `over` at `at` says of the number behind it. */
enum over over_read(struct span text, size_t at);

/* --- quantity_word.c: `half`, `twice`, `one` ----------------------------- */

/* Where words stand: the number, and its unit up to close. */
struct words {
	size_t start, end, close;
};

/*
 * The quantity in words that s ends in: a unit behind a cardinal, up to three
 * plain words behind a word of scale (those are not in *at).
 */
bool word_before(struct quantity *q, struct words *at, struct str s);

/* The word that says value as `word` does, or other digits for it; empty for
   verbs, which have no other form. */
struct str word_write(struct arena *a, struct str word, double value);

/* --- quantity_side.c: what belongs to one number ------------------------- */

/* `+` behind a number: at least. Moves *at behind it. */
bool more_read(struct str s, size_t *at);

/* `±` in one of its writings; its bytes, 0 for none. */
size_t plus_minus_at(struct str s, size_t at);

/* Whether the word at `to` may be the unit of what ends at `from`: also on the
   next line, if that does not begin a sentence there. */
bool unit_may_follow(struct str s, size_t from, size_t to);

/* What `k` or ` million` at `at` multiplies by; 1 for neither. *end is behind
   it. */
double multiple_at(struct str s, size_t at, size_t *end);

/* --- quantity_read.c: one quantity forwards ------------------------------ */

/* Offsets in q's spans to places of the page, start to end its own. */
void quantity_place(struct quantity *q, struct span text, size_t start,
		    size_t end);

/* --- quantity_unit.c, quantity_atom.c: units ----------------------------- */

/* No unit, as of a bare number. */
extern const struct unit unit_none;

/* One word without blanks: an atom, a prefix and an atom, a counting word. */
bool atom_find(struct unit *u, struct str word);

/* --- quantity_after.c: behind the marker --------------------------------- */

/* Gives q the factor or unit that s begins with. False when s makes another
   number of q. */
bool after_read(struct quantity *q, struct str s);

/* --- quantity_pair.c: `between 3 and 5`, read backwards from the 5 ------- */

/*
 * What joins q, whose number starts at byte `at` of text, to a number before
 * it: makes q the range, or returns false with the joint in q->doubt.
 */
bool pair_read(struct quantity *q, struct span text, size_t at);

/* --- quantity_strange.c: `!= 3` ------------------------------------------ */

/* Puts a sign before `at` that nothing here understands into q->doubt. */
bool strange_read(struct quantity *q, struct span text, size_t at);

/* --- quantity_clause.c: the words of a clause, backwards ------------------ */

struct clause {
	struct str s;
	size_t at, least; /* the place; how far back it may go */
	size_t commas;    /* behind the place */
	bool bracket;     /* within `(…)` that stands in the clause */
};

/* The word before the walk's place, with hyphens and apostrophes. False where
   the clause begins. */
bool clause_word(struct clause *w, struct str *word);

/* --- quantity_turn.c: `twice 3`, `3 or more` ------------------------------ */

/* How to write bounds, numbers of several words, and what is something else. */
extern const char doubt_bound[], doubt_digits[], doubt_other[];

/* The words directly before `at`, or behind the marker, into q->doubt. */
bool turn_read(struct quantity *q, struct span text, size_t at);
bool tail_read(struct quantity *q, struct span after);

/* Whether a word goes on with that byte. */
static inline bool
doubt_in_word(char c)
{
	return byte_is_letter(c) || c == '-';
}

/* --- quantity_doubt.c: `not 3`, `twice 3`, `3 or more` ------------------- */

/* Whether a word negates (`never`, `isn't`), or begins another clause. */
bool word_negates(struct str word);
bool word_opens_clause(struct str word);

/*
 * Puts into q->doubt what word beside q, whose number or its code span starts
 * at byte `at` of text, turns, shifts or scales it and was read by no lead.
 * text ends where q does, after begins behind its marker.
 */
void doubt_read(struct quantity *q, struct span text, size_t at,
		struct span after);

/* --- quantity.c ---------------------------------------------------------- */

/* The quantity that text ends in, with no look at what joins it to others;
   *at is where its number or the code span around it starts. */
bool single_before(struct quantity *q, struct span text, size_t *at);

/* --- quantity_arch.c ----------------------------------------------------- */

/* The names that are known, in order, from 0; empty behind the last. */
struct str arch_known(size_t i);

/* `sm_80+` at `at`, which becomes *q; *end is behind it. */
bool arch_read(struct quantity *q, struct str s, size_t at, size_t *end);

/*
 * Makes q an architecture if n at `at` is one (`9.0a`, `compute capability
 * 7.0+`) and moves *end behind it; the result is where it starts.
 */
size_t capability_read(struct quantity *q, const struct number *n,
		       struct str s, size_t at, size_t *end);

/* --- quantity_label.c ---------------------------------------------------- */

/* Whether q, read from s between at and end, only tells one thing from
   another: a step, a figure, a year, a version. */
bool number_is_name(const struct quantity *q, struct str s, size_t at,
		    size_t end);
