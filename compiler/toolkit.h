/*
 * The CUDA compiler pieces of this machine: found once, versions read, each
 * part allowed to be missing.
 */
#include "str.h"

struct arena;
struct diag;

struct tool {
	struct str path;    /* absolute; empty: not there */
	struct str version; /* `13.0.88` */
};

struct toolkit {
	struct tool nvcc, ptxas, nvdisasm, cuobjdump, ninja;
	struct str include;   /* folder of cuda_fp16.h */
	struct str root;      /* folder the compiler may read */
	struct str stamp;     /* all paths and versions, a line each: an input
				 of every build edge */
};

/*
 * Looks in KBC_NVCC, KBC_PTXAS … (what kbcw sets), then CUDA_HOME, PATH,
 * /usr/local/cuda. Two different toolkits named by CUDA_HOME and PATH are a
 * warning. True also when parts are missing; false with a fail when nvcc is
 * there but does not run.
 */
bool toolkit_find(struct arena *a, struct toolkit *out, struct diag *d);

/*
 * Builds a trivial kernel to PTX and cubin in folder. False with a fail that
 * holds the compiler's own words when the toolchain is broken (an nvcc that
 * exits 0 without writing its output counts as broken).
 */
bool toolkit_try(struct arena *a, const struct toolkit *t, struct str folder,
		 struct diag *d);

/* Whether it builds code for the architecture (`sm_90a`). */
bool toolkit_has_sm(const struct toolkit *t, struct str sm);

/* The least architecture that nvcc builds for, `sm_75`. */
struct str toolkit_least_sm(const struct toolkit *t);
