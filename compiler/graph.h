/*
 * build.ninja: two edges a source (nvcc to PTX, ptxas to cubin and report),
 * nvdisasm where a claim asks. Commands are `kbc step …`, so a source that
 * does not compile fails alone and is not tried again until it changes.
 * Outputs lie in .build/ beside it, mirroring the sources.
 */
#include "str.h"

struct arena;
struct buf;
struct diag;
struct plan;
struct toolkit;

/* The text of build.ninja; no absolute path in it. */
void graph_emit(struct buf *out, const struct plan *p);

/*
 * Writes sources, INDEX and build.ninja under folder (files that hold the
 * same text are left alone, sources of no target are removed) and runs ninja
 * there, one at a time by a lock. False with a fail in d when the toolchain
 * or ninja could not do its work; a source that does not compile is no
 * failure.
 */
struct claims;
struct wiki;
struct making {
	const struct wiki *wiki;
	struct claims *const *claims;
	const struct plan *plan;
	const struct toolkit *toolkit;
	struct str folder;   /* generated/ or a cache folder */
	unsigned jobs;       /* 0: as many as cores */
	bool quiet;
	struct str kbc;      /* path of this program */
};
bool graph_write(struct arena *a, const struct making *m, struct diag *d);
bool graph_run(struct arena *a, const struct making *m, struct diag *d);

/* Where outputs of a target lie: `.build/NAME.ptx` … under the folder. */
struct str graph_output(struct arena *a, const struct target *t,
			const char *suffix);
