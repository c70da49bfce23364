/*
 * What a verified page's front matter says: the `verification:` block and the
 * keys that the schema gives kbc, as edits.
 */
#include "str.h"

struct arena;
struct claims;
struct diag;
struct edits;
struct node;
struct page;
struct schema_result;
struct verdict;
struct world;

struct page_verdicts {
	size_t page;                  /* index in the wiki */
	const struct claims *claims;
	const struct verdict *verdicts; /* one a claim */
	const struct schema_result *schema; /* or NULL */
	bool unwritten;               /* for its errors */
};

/*
 * The edits that make the front matter of the page say what the verdicts say.
 * Empty when it does already. Line numbers in the block are those of the page
 * after the write. Never dates of today: the date is that of the newest
 * evidence that went in; without any there is no date.
 */
void writeback_make(struct arena *a, struct edits *out, const struct world *w,
		    const struct page_verdicts *v, struct diag *d);

/* The keys of the front matter that kbc may write, its own and what the schema
   gives it; their count. */
size_t writeback_owned(struct arena *a, const struct schema_result *r,
		       struct str **out);

/* Where the front matter says that its claims hold: `verified` as its status
   or confidence, or the schema's word for it; NULL if nowhere. */
const struct node *writeback_word(const struct page *p,
				  const struct schema_result *schema);

/* The device that the block of an earlier run names: then there was evidence.
   NULL if it names none. */
const struct node *writeback_device(const struct page *p);

/* The word for a page, of its verdicts: confirmed, refuted, stale, … The same
   of counts of verdicts (enum status). */
struct str writeback_status(const struct page_verdicts *v);
struct str writeback_word_of(const size_t *count);

/* What the block of an earlier run says. */
struct before {
	bool known;                /* there is one */
	size_t *count;             /* of verdicts (enum status) */
	size_t bound;              /* of them all but unbound */
	size_t evidence;           /* of which there was evidence, also what
				      did not decide */
	struct was_refuted {
		size_t line;       /* of the page after that run */
		struct str says, is;
	} *refuted;                /* that it names; it may count more */
	size_t nrefuted;
};
void writeback_before(struct arena *a, struct before *out,
		      const struct page *p);
