/* Numbers of a page that nothing checks, and markers that would. */
#include "str.h"

struct arena;
struct buf;
struct claims;
struct page;
struct page_verdicts;
struct quantity;
struct wiki;
struct world;

/*
 * Questions after all that a number of the page may be: its named values, what
 * its probes measure and the quotients of that, entries of its device,
 * constants of formats. As text to be put behind that of the page, which then
 * is judged like any other.
 */
void suggest_ask(struct buf *out, const struct wiki *w, const struct page *p);

/* Proposals for one number: `1.97x<!-- kbc: fp16x2 / fp16 -->`. */
#define SUGGEST_MAX 3

/*
 * The proposals for number q of the page, best first; their count. v is of the
 * page with its questions, which start at byte `asked`.
 */
size_t suggest_find(struct arena *a, struct str out[SUGGEST_MAX],
		    const struct world *w, const struct page_verdicts *v,
		    const struct quantity *q, size_t asked);

/* Markers that the words of a page ask for, whatever its numbers are. */
struct sure {
	struct arena *arena;
	const struct page *page;
	struct sure_marker {
		size_t at;           /* the byte of the page that it goes to */
		struct str text;
		struct span of;      /* the number, or the table */
	} *items;
	size_t n, cap;
	struct sure_probe {
		struct str name, call;
		struct str as, base; /* or empty */
	} *probes;                   /* that the page does not have */
	size_t nprobes, capprobes;
};
void suggest_sure(struct sure *out, struct arena *a, const struct page *p,
		  const struct claims *c);

/* Adds one. */
void sure_add(struct sure *s, size_t at, struct str text, struct span of);

/* The page with them in it; false where its front matter takes no probes. */
bool suggest_apply(struct str *out, const struct sure *s);
