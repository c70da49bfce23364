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
	ENTRY_COUNT
};

struct entry {
	int kind;            /* enum status or entry_kind */
	bool named;          /* reports for people have a line of it */
	bool fails;          /* it makes its page, or the run, fail */
	bool claim;          /* it is a claim, not a message or a number */
	bool repeated;       /* a message says the same */
	struct str id;       /* stays when lines of the page move */
	struct str text;     /* one line, fit for a terminal; or empty */
	struct span at;      /* without source: it has no place */
	size_t alike;        /* entries with its text, if it is the first */
};

struct entries {
	struct entry *items;
	size_t n, cap;
	struct map *firsts;  /* by kind and text; NULL: none yet */
};

/* Messages of the page, its claims in order of place, numbers that nothing
   checks. */
void report_entries(struct arena *a, struct entries *out,
		    const struct report *r, const struct page_verdicts *p);

/* Messages; a note is told with the one before it. */
void report_messages(struct arena *a, struct entries *out,
		     const struct diag *d);

/* Its word: of a claim the verdict, `open`, `fault`, `warning`, `unable`. */
struct str report_word(const struct entry *e);

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
