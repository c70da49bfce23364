/*
 * What md4c makes of a body: the context of the bytes (code span, link,
 * heading, HTML), and a second opinion on fences and tables. The only user of
 * md4c. All spans point into the body.
 */
#include "str.h"

struct arena;
struct buf;
struct diag;
struct scan;

struct link {
	struct span text; /* first to last byte of its text */
	struct str href;  /* decoded */
	bool image;
};

struct heading {
	int level;
	struct span at;    /* first to last byte of its text */
	struct str text;   /* without markup and comments */
	struct str anchor; /* as GitHub makes it, `-1` for a repeat */
};

/* A fence or table as md4c sees it. */
struct seen {
	uint32_t at;      /* a byte of it in the source; UINT32_MAX: unknown */
	struct span code; /* of a fence: from its first to its last byte that
			     is no blank; without source if there is none */
};

struct mark {
	struct span *codes; /* contents of code spans, without backticks */
	size_t ncodes;
	struct link *links;
	size_t nlinks;
	struct heading *headings;
	size_t nheadings;
	uint32_t *comments; /* offsets of HTML comments that start `kbc:` */
	size_t ncomments;
	struct seen *fences;
	size_t nfences;
	struct seen *tables;
	size_t ntables;
};

/*
 * Parses body, of which s is the scan, in the GitHub dialect. Where md4c is
 * known to differ from GitHub, it is given bytes that it reads as GitHub reads
 * the page. False with a fail in d if md4c fails.
 */
bool mark_body(struct arena *a, struct mark *out, const struct scan *s,
	       struct span body, struct diag *d);

/*
 * Compares both views: number of fences, their code, tables, markers. A
 * disagreement is an error at the line of the first odd block, which says
 * what a renderer would show. Only for a scan without errors. (md4c lets a
 * table swallow what stands directly below it, sees none below text or over
 * delimiters of less than three bytes, and does not close a fence on a tab:
 * these are known, the scan is right as GitHub is, and they are not reported.)
 */
bool mark_agrees(const struct mark *m, const struct scan *s, struct diag *d);

/* The code span that holds or ends at offset `at` of the source, or NULL. */
const struct span *mark_code_at(const struct mark *m, uint32_t at);

/* All that md4c saw as text, one thing a line, for tests. */
void mark_dump(struct buf *out, const struct mark *m);
