/*
 * The tree of pages: configuration, ids, links, what other files there are.
 */
#include "str.h"

struct arena;
struct diag;
struct library;
struct listings;
struct devices;
struct digest;
struct files_found;
struct index;
struct needs;
struct node;
struct page;
struct paths;
struct probe_name;
struct schemas;
struct shelf;
struct source;

/* What a merge may do (kbc.yaml, `gate`). */
struct gate_policy {
	bool inconclusive_fails, not_run_fails, keep_coverage, keep_types;
	struct str *devices;    /* of which changed claims need evidence */
	size_t ndevices;
	/* of changed claims' evidence: versions, the last one with all that
	   begin so; empty: any */
	struct str toolkit_from, toolkit_to;
};

/* A cluster that measures (kbc.yaml, `slurm`). */
struct slurm_policy {
	struct str *options;    /* of all jobs, `--partition=gpu` */
	size_t noptions;
	struct slurm_device {
		struct str name;    /* NVIDIA H200 */
		struct str options; /* that get one, with blanks between */
	} *devices;
	size_t ndevices;
	size_t tasks;           /* parts of a device at most */
	double every;           /* seconds between looks at most; 0: ours */
	bool counters;          /* its nodes have a profiler */
};

struct config {
	const struct source *source; /* kbc.yaml, or NULL */
	const struct node *root;
	bool strict;
	struct str device;      /* default scope, `H200`; empty: by evidence */
	struct str sm;          /* default architecture, `sm_90a` */
	struct str generated;   /* folder, or empty: a cache folder */
	struct str evidence;    /* folder; `evidence` under the root */
	struct str *sources;    /* folders where sources are looked for */
	size_t nsources;
	struct probe_name *probes; /* names of probes for every page */
	size_t nprobes;
	struct str *pages;      /* folders of pages; none: the whole wiki */
	size_t npages;
	bool lacks_pages;       /* one of these is not there */
	const struct node *indices; /* file: folder that it lists; or NULL */
	const struct node *types; /* folder: page type; or NULL */
	const struct node *records; /* data files and their schemas; or NULL */
	struct str signers;     /* file of those who may sign records; or
				   empty */
	struct str revoked;     /* file of keys that do not count; or empty */
	bool require_signature; /* evidence without one does not count */
	double compile_seconds;
	uint64_t compile_memory;
	struct gate_policy gate;
	struct slurm_policy slurm;
};

/* Bytes of pages that stand for their files, as those will be. */
struct texts {
	struct str *paths;
	struct str *items;         /* a NUL behind each */
	size_t n;
};

struct wiki {
	struct arena *arena;
	struct str root;           /* folder, as given */
	struct str bound;          /* real folder that nothing leads out of */
	struct str data;           /* kbc's own probes/, devices/, schemas/ */
	struct config config;
	struct schemas *schemas;
	struct listings *listings; /* `indices`; NULL: none */
	struct library *library;
	struct devices *devices;
	struct paths *temps;       /* of writes that came to no end, or are
				      going on */
	struct str *paths;         /* of all pages, sorted, with the root */
	size_t npages;
	struct str *records;       /* [page]: the schema of a record, a data
				      file that is all front matter; empty of
				      pages */
	bool strays;               /* links of pages lead out of the bound */
	const struct texts *instead; /* of files of pages; NULL: none */
	struct str on;             /* the device that pages are taken to speak
				      of, whatever they say; empty: theirs */
	struct page **pages;       /* NULL where a page is not there */
	struct digest *digests;    /* of the bytes of pages that wiki_parse_some
				      let go; else NULL */
	struct summary *summaries; /* name and id; wiki_summary for the rest */
	struct index *index;
	struct shelf *shelf;
	struct diag *diag;         /* of config and tree */
	struct files_found *found; /* of this view, by wiki_file */
	struct needs *needs;       /* of this view, by its page; or NULL */
	struct arena *scratch;     /* of this view, for a moment */
	struct arena *spare[64];   /* of pages that were let go */
	size_t nspare;
};

/*
 * The root of the wiki that a folder is in: the nearest one upward that has a
 * kbc.yaml. False when there is none.
 */
bool wiki_around(struct arena *a, struct str folder, struct str *root);

/*
 * Finds the root of path (the nearest folder upward with kbc.yaml, else the
 * folder itself, or a file's folder), reads the configuration, the library
 * and the list of pages (all *.md of the root; only those under path are
 * selected later). A folder below with a kbc.yaml of its own is another wiki
 * and not walked into; that, and files that only look like pages by their
 * names (`notes.MD`), are said once. False with a fail or errors in w->diag.
 */
bool wiki_open(struct arena *a, struct wiki *w, struct str path,
	       struct str data);

/* Adds pages that are on no disk yet, by their paths below the root as that is
   written; those that could be no page, or are there, are left out. Before
   anything is read of pages. */
void wiki_add_unsaved(struct wiki *w, const struct paths *unsaved);

/*
 * Asks of pages, before they are parsed, what another wiki asks: its page
 * types, before those of its own, its types of folders and of records, and the
 * files that list pages, if it has some. What is wrong with these is an error
 * in w->diag.
 */
void wiki_ask_as(struct wiki *w, const struct wiki *other);

/* Parses all pages, on `threads` threads; they and their summaries stay. */
bool wiki_parse(struct wiki *w, unsigned threads);

/* As that, but only pages with stay[i] are there afterwards, and those that
   could not be read; of the others their summaries and digests stay. */
void wiki_parse_some(struct wiki *w, unsigned threads, const bool *stay);

/*
 * Instead: reads only the names and ids of all pages, but for those whose id is
 * known, if ids is not NULL (a NULL text is none). A page is there from
 * wiki_page to wiki_release; each page may have one such turn at most.
 */
void wiki_scan(struct wiki *w, unsigned threads, const struct str *ids);

/* Frees the pages and the views' memory. */
void wiki_close(struct wiki *w);

/* The wiki for one more thread: what it allocates is its own, all else is
   shared. Summaries it fills stay when it is closed. */
void wiki_view(struct wiki *view, const struct wiki *w);
void wiki_view_close(struct wiki *view);

/* Page i, parsed. Never NULL. */
struct page *wiki_page(struct wiki *view, size_t i);
void wiki_release(struct wiki *view, size_t i);

/* The text of page i, which has no turn, is another one now: what was known of
   it is forgotten, but for its name and id. Where there is only one view. */
void wiki_renew(struct wiki *view, size_t i);

/* The front matter alone of page i, on a. Never NULL. */
struct page *wiki_head(struct arena *a, const struct wiki *w, size_t i);

/* All that others may ask of page i. */
const struct summary *wiki_summary(struct wiki *view, size_t i);

/* The name of page i: its path below the root. */
struct str wiki_name(const struct wiki *w, size_t i);

/* A path as the user gave it, from the root on, links resolved; empty is the
   root. False when it is outside of the wiki. */
bool wiki_below(struct arena *a, struct str *out, const struct wiki *w,
		struct str path);

/* The type that kbc.yaml gives to pages of that name that have none of their
   own; empty without. */
struct str wiki_type(const struct wiki *w, struct str name);

/* Whether page i is a record: nothing refers to it or writes to it. */
bool wiki_is_record(const struct wiki *w, size_t i);

/* Whether page i is under such a path. */
bool wiki_selects(const struct wiki *w, size_t i, struct str below);

/*
 * The page meant by ref on page `from`: an id, an id without its type prefix
 * (`ilp` for `skill-ilp`), a path relative to the page or the root, with or
 * without .md, or a folder's name. SIZE_MAX when there is none.
 */
size_t wiki_find(const struct wiki *w, struct str ref, size_t from);

/* Whether page i has a heading with that anchor. */
bool wiki_has_anchor(struct wiki *w, size_t i, struct str anchor);

/*
 * A file that a page names: relative to the page, the root, the root's
 * parent, or a source folder. The path, or empty; looked for once in a run.
 */
struct str wiki_file(struct arena *a, const struct wiki *w, struct str path,
		     size_t from);

/* Whether a file or folder stands at a path; looked at once in a run. */
bool wiki_stands(const struct wiki *view, struct str path);

/* The paths where this view has looked for files, by these, links and texts;
   whether a file or folder stood there. */
const struct paths *wiki_looked(const struct wiki *view);
bool wiki_stood(const struct wiki *view, struct str path);

/*
 * The other pages that were asked for by page, in order, since wiki_page: what
 * is found of it comes from them, too; how many. Only in a wiki whose pages
 * come and go.
 */
size_t wiki_needs(const struct wiki *view, const uint32_t **out);

/* Whether something of another page could not be read for any of them: what is
   found of pages may be another thing then. */
bool wiki_missed(const struct wiki *view);

/*
 * Of page i, which is there: links that lead nowhere are warnings (errors in
 * a strict wiki); an id that an earlier page has is an error with both places.
 */
void wiki_check_links(struct wiki *w, size_t i);
void wiki_check_id(struct wiki *w, size_t i);

/*
 * Whether `records` of kbc.yaml has all that it asks for: a record in each
 * folder that is to have one, and each file that they are to cover in such a
 * folder. An error in d for each that is not, at the glob that asks.
 */
void wiki_check_records(const struct wiki *w, struct diag *d);

/*
 * Whether the files that `indices` names list page i, which is there, by its
 * title: else an error of the page. And whether they list what is none, once
 * the pages are known: an error in d.
 */
void wiki_check_listed(struct wiki *w, size_t i);
void wiki_check_listings(const struct wiki *w, struct diag *d);
