/*
 * Inside of the marker parser: what its files share; include marker.h first.
 * A reader takes what it wants from r->rest; false after an error was said.
 */
#include "str.h"

enum option {
	OPTION_WITHIN,
	OPTION_BETWEEN,
	OPTION_ON,
	OPTION_IN,
	OPTION_BECAUSE,
	OPTION_ID
};

/* Where a word of the language has its place. */
enum word_place {
	WORD_MARKER, /* first in a marker; value: enum marker_kind */
	WORD_OPTION, /* behind an expression; value: enum option */
	WORD_TABLE,  /* first on a line of `table`; value: enum table_line */
	WORD_TEST,   /* first on a line of `test`, `probe`; enum test_line */
	WORD_CHECK,  /* in a line of `check`, `fails` */
	WORD_FENCE   /* info word; value: enum fence_word */
};

enum table_line { TABLE_ROWS, TABLE_COLUMN, TABLE_PER, TABLE_CITES };
enum test_line { TEST_CHECK, TEST_FAILS, TEST_ALLOW, TEST_WORK };
enum fence_word { FENCE_ID, FENCE_SM, FENCE_SKETCH, FENCE_FAILS };

/* A row of the table of all words, in marker_words.c. */
struct word {
	const char *word;    /* as parsed; NULL: a row for people only */
	const char *form;    /* as people write it */
	const char *meaning; /* one line */
	enum word_place place;
	int value;
	unsigned options;    /* of a marker: bits 1 << enum option */
};

struct reader {
	struct arena *arena;
	struct diag *diag;
	struct span rest;
	const struct word *directive; /* whose text this is */
	unsigned lines;               /* taken by reader_line */
};

/* The row of that word at a place; NULL if there is none. */
const struct word *word_find(enum word_place place, struct str word);

/* The word of a place that s looks like a slip of; NULL if none is near. */
const struct word *word_nearest(enum word_place place, struct str s);

/* Says `unknown WHAT 'WORD'`, with the nearest word of the place. */
void word_unknown(struct diag *d, struct span at, const char *what,
		  enum word_place place);

/* Says that something other than WHAT or an option stands at r->rest. */
void reader_unexpected(struct reader *r, const char *what);

/* Whether an option stands next. */
bool reader_at_option(const struct reader *r);

/* Takes options up to the end of r->rest; those in the mask are allowed. */
bool reader_options(struct reader *r, struct options *out, unsigned allowed);

/* Takes a name as `id=` and `let` give them. */
bool reader_name(struct reader *r, struct str *out, struct span *at);

/* Takes a text in quotes or the bytes up to a blank; WHAT is expected. */
bool reader_text(struct reader *r, struct str *out, const char *what);

/* Takes all that is left as a reason; it must not be empty. */
bool reader_reason(struct reader *r, struct str *out);

/* Takes `SOURCE [ANCHOR]`. */
bool reader_source(struct reader *r, struct str *source, struct str *anchor);

/* Nothing may be left; else WHAT was expected. */
bool reader_end(struct reader *r, const char *what);

/*
 * Takes the next line that is not blank into *line, trimmed; with lines that
 * go on because a parenthesis is open or an operator or comma stands last.
 * False when none is left, or with an error when there are too many (what
 * is looked through for each line would take too long).
 */
bool reader_line(struct reader *r, struct span *line);

/* Takes the rest of the current line, trimmed; it may be empty. */
struct span reader_first_line(struct reader *r);

/* Where a marker stands: alone, or behind a text of `at`. */
enum nesting { NESTING_WHOLE, NESTING_ITEM };

/* Takes a whole marker, whose directive may stand at that place. */
bool marker_parse_directive(struct reader *r, struct marker *m,
			    enum nesting nesting);

/* What each directive has behind its word. */
bool marker_parse_at(struct reader *r, struct marker *m);
bool marker_parse_table(struct reader *r, struct marker *m);
bool marker_parse_given(struct reader *r, struct marker *m);
bool marker_parse_test(struct reader *r, struct marker *m);

/* An expression that a quantity can equal: no comparison, no text. */
bool marker_check_value(struct diag *d, const struct expr *e);

/* One line of a test or probe each; the caller has taken its first word. */
bool marker_parse_variables(struct reader *r, struct marker *m);
bool marker_parse_launch(struct reader *r, struct launch **out);
bool marker_parse_check(struct reader *r, struct check *c);

/* Whether text goes on with a launch, `name<<<`. */
bool marker_at_launch(struct span text);

/* Whether name is a word of a C or CUDA type that a test may declare. */
bool marker_is_type(struct str name);

/* The word of a type that name looks like a slip of; NULL if none is near. */
const char *marker_type_nearest(struct str name);

/* Gives oracles that are not passed the array they are compared with that
   array, where a launch has it. */
void marker_bind_oracles(struct arena *a, struct marker *m);

/* Whether no oracle is the one launch of its test over again, which any kernel
   agrees with. */
bool marker_check_oracles(struct arena *a, struct diag *d,
			  const struct marker *m);

/* Whether every name in a test's expressions is one of its variables. */
bool marker_check_names(struct diag *d, const struct marker *m);
