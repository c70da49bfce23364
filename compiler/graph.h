/*
 * build.ninja: two edges a source (nvcc to PTX, ptxas to cubin and report),
 * nvdisasm where a claim asks, and an edge for the least architecture of
 * names and, where a claim asks, of calls. Commands are `kbc step …`, so a
 * source that does not compile fails alone and is not tried again until it
 * changes. Outputs lie in .build/ beside it, mirroring the sources.
 */
#include "str.h"

struct arena;
struct buf;
struct claims;
struct diag;
struct paths;
struct plan;
struct target;
struct toolkit;
struct wiki;

struct making {
	const struct wiki *wiki;
	struct claims *const *claims;
	const struct plan *plan;
	const struct toolkit *toolkit;
	struct str folder;   /* generated/ or a cache folder */
	unsigned jobs;       /* 0: as many as cores */
	bool quiet;
	bool partly;         /* not all claims of the pages are here: what no
				target has may be of another one, and stays */
	struct str kbc;      /* path of this program */
	struct str launcher; /* that nvcc is started through; empty: none */
	int lock;            /* of the folder: file_lock; 0: nobody else is
				here, as in tests */
	bool alone;          /* no sources share a translation unit */
	struct paths *copied; /* headers that were looked for beside pages are
				added here; NULL: nobody wants to know */
	struct changes *dry; /* NULL: the folder is written to; else nothing
				is, and what would be gathers here */
};

/* Files below a folder that would be written or removed. */
struct changes {
	struct change {
		struct str name; /* from the folder on */
		bool removed;
	} *items;
	size_t n, cap;
	size_t nremoved;
};

/*
 * The text of build.ninja; no absolute path in it. machine: only the edges
 * whose tools are on this machine. Else all, the same text everywhere.
 */
void graph_emit(struct buf *out, const struct making *m, bool machine);

/*
 * Writes sources, INDEX and build.ninja under folder. Files that hold the
 * same text are left alone; sources of no target are removed, those of pages
 * that have no claims here (they were not selected) are not. INDEX and
 * build.ninja are of the whole wiki and only written with all pages
 * selected. False with a fail in d; without a word written when a target's
 * name or architecture is none that is safe in paths and commands. With m->dry
 * nothing is written.
 */
bool graph_write(struct arena *a, const struct making *m, struct diag *d);

/*
 * As graph_write, then runs ninja there; its steps keep the lock with us. False
 * with a fail in d when the toolchain or ninja could not do its work; a source
 * that does not compile is no failure, nor is one whose compiler was killed
 * or timed out: its result says so. Without nvcc nothing is run.
 */
bool graph_run(struct arena *a, const struct making *m, struct diag *d);

/*
 * Adds the files that compilers have read for what is in the folder, as ninja
 * has noted them; some may be of sources that are gone. None where nothing was
 * compiled. False when the notes are in a form that is not known.
 */
bool graph_compiled(struct arena *a, struct paths *out, struct str folder);

/* Where outputs of a target lie: `.build/NAME.ptx` … under the folder. */
struct str graph_output(struct arena *a, const struct target *t,
			const char *suffix);

/* Of each call of the plan whether a claim asks for its least architecture. */
bool *graph_least(struct arena *a, const struct making *m);
