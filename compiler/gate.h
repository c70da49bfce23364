/*
 * What a merge may not do: a wiki as it is against the same wiki as it was,
 * both judged. Pure: no git, no disk.
 */
#include "str.h"

struct arena;
struct buf;
struct claim;
struct diag;
struct claims;
struct gate_policy;
struct message;
struct page_verdicts;
struct plan;
struct recall;
struct tombstones;
struct run_told;
struct verdict;
struct wiki;

/* Why something is said; gate_word has the names. */
enum gate_rule {
	GATE_REFUTED, GATE_ERROR, GATE_STALE, GATE_LOST, GATE_UNFIRM,
	GATE_DEVICE, GATE_TOOLKIT, GATE_INCONCLUSIVE, GATE_NOT_RUN,
	GATE_UNBOUND, GATE_REMOVED, GATE_WIDENED, GATE_NARROWED, GATE_WORD,
	GATE_CONFLICT, GATE_ALTERED, GATE_EMPTY, GATE_RULES
};

struct gate_finding {
	enum gate_rule rule;
	bool fails;          /* else it is named and let through */
	struct span at;      /* without source: of the file `path`, or of the
				whole wiki */
	struct str path;     /* of a file that is no page; or empty */
	struct str id;       /* of the claim; or empty */
	struct str text;
};

/* The wiki at one time, judged. Its pages are there. */
struct gate_side {
	const struct wiki *wiki;
	const struct plan *plan;
	struct recall *recall;
	const struct page_verdicts *pages;
	size_t npages;
};

/* A page now and before; NULL: it is not there. */
struct gate_pair {
	const struct page_verdicts *now, *before;
	bool same;           /* not a byte of the page differs */
	bool old_errors;     /* it has some, none that is new */
	bool *touched;       /* [claim of now] it is new, or says other than
				before; by gate_pair */
};

struct gate {
	struct arena *arena;
	const struct gate_policy *policy;
	struct gate_side now, before;
	struct str rev;      /* as messages call the base */
	struct str base;     /* its commit */
	struct gate_finding *findings;
	size_t n, cap;
	size_t failed;       /* of the findings */
	size_t pages, changed; /* with those that are gone */
	size_t claims, touched;
	size_t decided;      /* claims that hold or do not */
	struct tombstones *tombstones; /* found when first asked for */
	size_t old;          /* untouched claims that fail as before */
	size_t rebuilt;      /* records whose cubin was made here, too */
	size_t other_toolkit; /* and those of a toolkit that is not here */
};

/* `refuted`, `not-firm`, … */
struct str gate_word(enum gate_rule rule);

/* Adds a finding; its text is formatted. */
void gate_add(struct gate *g, const struct gate_finding *f,
	      const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Whether an error was said before, at the same byte: there, or at the base. */
bool gate_was_said(const struct gate *g, const struct diag *d,
		   const struct message *m);

/*
 * What is to be said of a page: claims that do not hold, are not firm or are
 * gone; tolerances and scopes; numbers without a check; conflict markers; words
 * of the front matter. Of a page that is new, before is NULL; of one that is
 * gone, now is, and `path` is what it was called.
 */
void gate_page(struct gate *g, struct gate_pair *p, struct str path);

/* Whether a claim is measured, by what was found of it or what it asks. */
bool gate_measured(const struct claim *c, const struct verdict *v);

/* What all pages came to: that no claim was checked is a finding, and that none
   was decided of a wiki that has changed. */
void gate_conclude(struct gate *g);

/* The findings as text, a line each with source line and caret, and a last
   line; as one JSON object (schemas/gate.schema.json). */
void gate_text(struct buf *out, const struct gate *g, bool quiet);
void gate_json(struct buf *out, const struct gate *g);

/* In a form that other programs read: junit, sarif, github (enum report_form).
   A page is a case that passes, a finding one that does not. */
void gate_form(struct buf *out, const struct gate *g, int form,
	       const struct run_told *run);

/* A summary for a merge request, of the pages that are there: what fails, what
   flipped, how much is checked before and now. */
void gate_markdown(struct buf *out, struct gate *g,
		   const struct gate_pair *pairs, size_t n);
