/*
 * What a run has to say, one thing each, for reports that programs read: claims
 * with their verdicts, messages, numbers that nothing checks.
 */
#include "str.h"

struct arena;
struct diag;
struct map;
struct page_verdicts;
struct report;

/* What an entry is of, behind the verdicts (enum status). */
enum entry_kind {
	ENTRY_OPEN = 9,      /* a question */
	ENTRY_FAULT,         /* an error of a page or of the run */
	ENTRY_WARNING,
	ENTRY_UNABLE,        /* something of the environment */
	ENTRY_LOST, ENTRY_UNFIRM, ENTRY_DEVICE, /* of the gate (gate.h) */
	ENTRY_TOOLKIT, ENTRY_REMOVED, ENTRY_WIDENED, ENTRY_NARROWED, ENTRY_WORD,
	ENTRY_CONFLICT, ENTRY_ALTERED, ENTRY_EMPTY,
	ENTRY_COUNT
};

/* What forms make of an entry that does not fail; which one that does is a
   failure in all. */
struct rule {
	struct str id;       /* a word without blanks */
	struct str word;     /* for people */
	struct str does;     /* a sentence */
	struct str kind, level;  /* of a result of SARIF */
	enum element { PASSED, FAILURE, ERROR, SKIPPED, ELEMENTS } element;
	struct str command;  /* of GitHub's workflows */
};

struct entry {
	int kind;            /* enum status or entry_kind */
	bool named;          /* reports for people have a line of it */
	bool fails;          /* it makes its page, or the run, fail */
	bool claim;          /* it is a claim, not a message or a number */
	bool repeated;       /* a message says the same */
	struct str id;       /* stays when lines of the page move */
	struct str text;     /* one line, fit for a terminal; or empty */
	struct span at;      /* without source: it has no place in its file */
	size_t alike;        /* entries with its text, if it is the first */
};

struct entries {
	struct entry *items;
	size_t n, cap;
	struct map *firsts;  /* by kind and text; NULL: none yet */
};

/* That of an entry's kind; those of all kinds, ENTRY_COUNT of them. */
const struct rule *report_rule(const struct entry *e);
const struct rule *report_rules(void);

/* What is told of one file. */
struct told_file {
	struct str path;     /* empty: of the run */
	struct str name;     /* what it is called wherever the program runs */
	struct entries all;
};

/* Messages of the page, its claims in order of place, numbers that nothing
   checks. */
void report_entries(struct arena *a, struct entries *out,
		    const struct report *r, const struct page_verdicts *p);

/* Messages; a note is told with the one before it. */
void report_messages(struct arena *a, struct entries *out,
		     const struct diag *d);

/* `refuted: the page says 5, it is 4`, or the word alone. */
struct str report_sentence(struct arena *a, const struct entry *e);

/* A span as programs count: lines of the file as the run has left it, columns
   from 1 in units of UTF-16, the end behind the last. */
struct region {
	uint32_t line, column, last_line, last_column;
};
struct region report_region(struct span at);

/* Bytes fit for a terminal: one line, UTF-8 without controls. */
struct str report_plain(struct arena *a, struct str s);
