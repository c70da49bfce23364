/* What a run found: for people, and in the forms that programs read. */
#include "str.h"

struct arena;
struct buf;
struct claim;
struct diag;
struct entries;
struct environment;
struct page_verdicts;
struct tally;
struct verdict;
struct wiki;
struct world;

/* The forms of --format, and their names in the same order. */
enum report_form {
	REPORT_TEXT, REPORT_JSON, REPORT_JUNIT, REPORT_SARIF, REPORT_GITHUB,
	REPORT_MARKDOWN, REPORT_FORMS
};
#define REPORT_NAMES "text|json|junit|sarif|github|markdown"

/* The form of that name; REPORT_FORMS when there is none. */
enum report_form report_form(struct str name);

struct report {
	const struct wiki *wiki; /* the pages that are reported are there */
	enum report_form form;
	bool verbose;   /* also confirmed claims */
	bool quiet;     /* no more than what fails, and the last line */
	bool unbuilt;   /* nothing was to be built */
	bool partly;    /* claims were left out: what is said of a page as a
			   whole is not true of it */
};

/*
 * A report grows page by page. What a page comes to is told into parts of its
 * own, on whichever thread, and these are joined in order of pages. What is in
 * the first part of the whole may be printed and cleared at any time; the
 * others wait for the end, when all is in the first.
 */
#define REPORT_PARTS 6

struct telling {
	enum report_form form;
	bool told;           /* something of a page is in it */
	struct buf *parts;   /* REPORT_PARTS of them */
};

/* How the run as a whole ended. */
struct run_told {
	const struct tally *total; /* NULL: no verdicts were counted */
	const struct diag *diag; /* what was said of no page */
	int status;              /* of the program */
	bool partly;             /* as in struct report */
};

void report_begin(struct telling *t);
void report_tell(struct buf *parts, const struct report *r,
		 const struct page_verdicts *p);

/* As report_tell, of what is no verdict on a page: entries (report_entry.h) on
   the file of that name, or of the run if it is empty, in the forms junit,
   sarif and github. */
void report_tell_entries(struct buf *parts, enum report_form form,
			 struct str name, const struct entries *all);

/* Adds and frees the parts of the next page. */
void report_join(struct telling *t, struct buf *parts);

/*
 * As text: failures as `file:line:col: refuted: …` with source line and caret,
 * what is measured and how sure; what could not be decided and why; a line a
 * page (confirmed by which kind of evidence); a last line that always states
 * pages and all counts. As JSON: schemas/report.schema.json.
 */
void report_end(struct telling *t, const struct run_told *run);

/* The answer to an open question, `1.97x (1.96..1.98)`, or why there is
   none. */
struct str report_answer(struct arena *a, const struct report *r,
			 const struct claim *c, const struct verdict *v);

/* Adds what the page has to the counts; adds the counts of others. */
void report_count(struct tally *t, const struct report *r,
		  const struct page_verdicts *p);
void report_add(struct tally *t, const struct tally *more);

/* What a report of this form says on standard error, so that who reads both
   takes no text of a page for a command: as it is, but for `github` and where
   a workflow of GitHub's reads all that is printed. */
void report_guard(struct buf *out, enum report_form form, struct str text);

/* Prints what was told in that form; that for people is guarded, too. */
void report_print(enum report_form form, const struct buf *told);

/* Everything known of one claim, for `kbc explain`. */
void report_explain(struct buf *out, const struct world *w, size_t page,
		    const struct claim *c, const struct verdict *v,
		    const struct environment *env);
