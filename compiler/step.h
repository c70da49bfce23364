/*
 * One build step, as ninja starts it: a compiler under limits, its outputs
 * renamed into place, and a result file that says how it went.
 *
 *     kbc step ptx   ARCH IN.cu  OUT.ptx    [--check|--lines]   nvcc
 *     kbc step cubin ARCH IN.ptx OUT.cubin  [--lines]   ptxas, report kept
 *     kbc step sass  ARCH IN.cubin OUT.sass             nvdisasm
 *     kbc step least ARCH IN.ptx OUT.least              ptxas, for one target
 *                    after another: OUT is the least that takes the code,
 *                    `sm_70`, and the log says that it is required
 *     kbc step needs ARCH IN.cu  OUT.needs              nvcc and ptxas, for a
 *                    source with code of names: OUT says since which
 *                    architecture each is there (step_needs.c)
 *
 *     kbc step share ARCH IN.cu  OUT                    nvcc and ptxas, for a
 *                    batch of sources: OUT says of each `good` or `alone`,
 *                    and so does its file of findings (share.h)
 *
 * writes OUT (only when it differs) and OUT.result:
 *
 *     kbc-result 1
 *     status 0            exit status; `signal 9`, `timeout 60` instead
 *     seconds-limit 60
 *     output HASH         of OUT, if it was made: so the result differs when
 *                         OUT does
 *     log                 all that follows: the compiler's own words
 *
 * A source that does not compile is a result (the step exits 0, OUT is not
 * there); a compiler that cannot be started, is killed or times out is not
 * (status 3: ninja stops counting on it and the next run tries again). One
 * that could not be started or do its work has `status 127`; out of memory is
 * `signal 9`. An IN that is not there, since the step before made none, is
 * `status 1`; an IN or a file of the compiler's that somebody took away is as
 * no compiler. A step ends without a result when its run, to which KBC_LINE is
 * the descriptor of a line (proc.h), has ended before it. Names are relative
 * and of plain bytes, all others are refused (status 2). The step to PTX also
 * writes OUT.d for ninja's `deps = gcc`; a line of PTX that a message names is
 * the line of the page where that is known.
 *
 * A module of mnemonic_emit is asked of ptxas instead, for every architecture:
 * there is no OUT, and the log is what mnemonic_read takes.
 *
 * In PTX the names that a module keeps to itself tell no place and no process
 * (step_names.c), so that a cubin is the same in every checkout; nor do names
 * of files (step_places.c), so that the PTX is, too.
 *
 * --lines: -lineinfo, for code that is run where somebody looks at it; its
 * cubin is made without, since page lines move.
 *
 * --check: -rdc=true -lineinfo, use of an unset value an error; for checking
 * only, never evidence.
 */
#include "str.h"

/* Counts up when a step makes something else of what it was given. */
#define STEP_VERSION 3

struct arena;
struct diag;
struct toolkit;

struct result {
	bool there;        /* a result file was read */
	bool ok;           /* status 0 and its output exists */
	int status, signal;
	double timed_out;  /* seconds, 0 if not */
	bool stopped;      /* no end of the compiler's own, or none started */
	bool gone;         /* an output was made and is not there any more */
	struct str log;
};

/* Runs one step; args are those behind `kbc step`. Exit status. */
int step_run(struct arena *a, const struct str *args, size_t nargs,
	     const struct toolkit *t, struct diag *d);

/* Becomes the compiler of a command line, in the sandbox of the step that has
   started a compiler cache (step_launch.c). Returns a status if it cannot. */
int step_box(struct arena *a, char *const *argv);

/* Reads OUT.result. */
void step_result(struct arena *a, struct result *r, struct str out);
