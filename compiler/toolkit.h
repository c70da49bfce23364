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
	struct str architectures; /* that nvcc lists: ` 75 80 90 `, a blank
				     around each; empty: it does not say */
};

/*
 * Looks in KBC_NVCC, KBC_PTXAS … (what kbcw sets), then CUDA_HOME, PATH,
 * /usr/local/cuda, then in what kbcw has fetched from PyPI, if that folder is
 * not empty; ptxas and the disassemblers stand beside nvcc first. A variable
 * that is set but empty, or KBC_TOOLKIT=none, says that there is none;
 * KBC_TOOLKIT is auto, system (none that was fetched) or wheels (those alone),
 * and any other word is a fail. Two different toolkits named by CUDA_HOME and
 * PATH are a warning. True also when parts are missing; false with a fail when
 * one is there but does not run.
 */
bool toolkit_find(struct arena *a, struct toolkit *out, struct str fetched,
		  struct diag *d);

/*
 * As toolkit_find, but starts nothing: paths alone, no versions, stamp or
 * list. Enough for a build step, which knows of no folder of fetched ones.
 */
void toolkit_locate(struct arena *a, struct toolkit *out, struct str fetched);

/* All that a program answers to --version; empty if it does not run well. */
struct str toolkit_says(struct arena *a, struct str path);

/*
 * Whether it builds code for the architecture (`sm_90a`). Lists of nvcc hold
 * plain ones: from 90 on there is an `a` to each, from 100 on an `f`. True
 * when nvcc has no list: it will speak for itself.
 */
bool toolkit_has_sm(const struct toolkit *t, struct str sm);

/* The least architecture that nvcc builds for, `sm_75`. */
struct str toolkit_least_sm(const struct toolkit *t);
