/* What the parts of `gate` alone share; gate.h comes before it. */
#include "str.h"

struct buf;
struct claim;
struct gate;
struct gate_finding;
struct gate_pair;
struct page;

/* The page now, or before. */
const struct page *gate_page_now(const struct gate *g,
				 const struct gate_pair *p);
const struct page *gate_page_before(const struct gate *g,
				    const struct gate_pair *p);

/* The claim's id without its page: `#NAME`, `:EXPR:K`. */
struct str gate_id(const struct claim *c);

/*
 * Finds for each claim of the page what it was before: out[i] is a number of
 * the older page's claims, SIZE_MAX for a new one.
 */
size_t *gate_match(struct gate *g, const struct gate_pair *p);

/* All that a claim says and asks, as one text: another text is another
   claim. */
struct str gate_print(struct gate *g, const struct gate_side *side,
		      const struct page_verdicts *v, size_t claim);

/* Says that a claim allows more than before, or speaks of less, without a
   reason. */
void gate_width(struct gate *g, const struct claim *before,
		const struct claim *now);

/* Says which claims of before are gone without a tombstone. `kept[i]`: claim i
   is there. */
void gate_removed(struct gate *g, const struct gate_pair *p, struct str path,
		  const bool *kept);

/* Says what the front matter claims for itself and cannot. */
void gate_front(struct gate *g, const struct gate_pair *p);

/* The findings in order of places, and the path that one is of; or empty. */
const struct gate_finding **gate_sorted(const struct gate *g);
struct str gate_path(const struct gate_finding *f);

/* The last line. */
void gate_total(struct buf *out, const struct gate *g);

/* Says where a merge was left half done, and which numbers have no check that
   were not there before. */
void gate_marks(struct gate *g, const struct gate_pair *p);
void gate_unbound(struct gate *g, const struct gate_pair *p);
