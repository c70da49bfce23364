/*
 * Between the parts of step: what is to be made, the command line that makes
 * it, and how that went.
 */
#include "str.h"

struct arena;
struct buf;
struct diag;
struct proc;
struct proc_result;
struct proc_sandbox;
struct toolkit;

enum step_kind { STEP_PTX, STEP_CUBIN, STEP_SASS, STEP_LEAST, STEP_NEEDS,
		 STEP_SHARE };

struct step {
	enum step_kind kind;
	struct str sm;       /* `sm_90a` */
	struct str in, out;  /* plain relative names */
	bool check, lines;
	struct str dir;      /* that names are relative to; empty: ours */
	struct str temp;     /* `OUT.1234.tmp`: all that the compiler may write
				in; the number is ours */
	double seconds;      /* limits; memory in bytes */
	uint64_t memory;
	int line;            /* to the run that we are of; 0: none */
	size_t log_max;      /* kept of what the compiler says; 0: 64 KiB */
};

/* How a step's compiler ended; what of it is in the result file. */
struct outcome {
	bool made;           /* status 0 and a whole output */
	struct str output;   /* its bytes */
	int status, signal;  /* as in struct result */
	double timed_out;
	struct str log;
};

/* A status for a compiler that could not be started or do its work, as
   shells have it. */
#define STATUS_NO_COMPILER 127

/* The largest output, and the most that nvdisasm may print. */
#define STEP_OUTPUT_MAX ((size_t)64 << 20)

/* The limits of the run that we are of, and the line to it, as they stand in
   the environment. False with a fail. */
bool step_read_limits(struct step *s, struct diag *d);

/* A file in the step's temporary folder, by its relative name. */
struct str step_temp(struct arena *a, const struct step *s, const char *name);

/* The sandbox of the step's compiler, whose input is in a folder. */
struct proc_sandbox *step_sandbox(struct arena *a, const struct step *s,
				  const struct toolkit *t, struct str folder);

/* The environment that a compiler gets, with that PATH; none if it is NULL. */
char *const *step_env(struct arena *a, const struct step *s, struct str path);

/* The compiler cache that the step goes through, by its path; or empty. */
struct str step_launcher(const struct step *s);

/* Has the program started as a compiler cache is: its environment, no sandbox,
   and of limits only that of time. False where the cache could not start us
   again. */
bool step_launch(struct arena *a, struct proc *p, const struct step *s,
		 struct str in);

/* Starts the compiler of the step on `in` and waits for its end. */
void step_start(struct arena *a, struct proc_result *r, const struct step *s,
		const struct toolkit *t, struct str in);

/* What its end means; reads the output. */
void step_judge(struct arena *a, struct outcome *o, const struct step *s,
		const struct proc_result *r);

/* Whether the compiler came to an end of its own, good or bad, and a bad one
   was its input's fault. */
bool step_has_ended(struct arena *a, const struct step *s,
		    const struct proc_result *r);

/* Whether the input is a module that asks about mnemonics. */
bool step_is_module(struct arena *a, const struct step *s);

/* Runs ptxas on such a module for every rung; the log holds its answers. */
bool step_ask(struct arena *a, struct outcome *o, const struct step *s,
	      const struct toolkit *t, struct diag *d);

/* The least `.target` that ptxas takes the input with, as the output. */
bool step_find_least(struct arena *a, struct outcome *o, const struct step *s,
		     const struct toolkit *t, struct diag *d);

/* What code of names needs, by architecture, as the output. */
bool step_find_needs(struct arena *a, struct outcome *o, const struct step *s,
		     const struct toolkit *t, struct diag *d);

/* Which of a batch's sources compile, as the output; kept of each (share.h). */
bool step_share(struct arena *a, struct outcome *o, const struct step *s,
		const struct toolkit *t, struct diag *d);

/* text with the word behind a directive, on a line of its own, replaced. */
struct str step_with_word(struct arena *a, struct str text,
			  struct str directive, struct str word);

/*
 * PTX whose names no longer tell where, or by which process, its source was
 * compiled: `_ZN43_INTERNAL_c2b89451_7_fast_cu_3953e769_643094tanhEf` becomes
 * `_ZN10_INTERNAL_4tanhEf`, and so with _GLOBAL__N__.
 */
struct str step_shorten_names(struct arena *a, struct str text);

/*
 * PTX without such names, in which `.file` names what lies below root, an
 * absolute folder, from there, and any other file as an include does:
 * `<cuda_fp16.hpp>`.
 */
struct str step_without_places(struct arena *a, struct str ptx,
			       struct str root);

/*
 * nvcc's depfile as ninja wants it for the step's output: `OUT: IN …`, names
 * kept with their escapes, those of no file left out.
 */
void depfile_emit(struct arena *a, struct buf *b, const struct step *s,
		  struct str depfile);

/* The next input of a depfile that is a file, without its escapes; *list is
   moved behind it. False at the end. */
bool depfile_next(struct arena *a, struct str *name, struct str *list);

/* The folder above a program's, links followed; empty when that is the whole
   disk or somebody's home. */
struct str step_home(struct arena *a, struct str program);

/* Makes the outcome that of a wrong source if it has included what it may
   not; what is kept of the log tells nothing of other files. */
void step_check_reads(struct arena *a, struct outcome *o, const struct step *s,
		      const struct toolkit *t);
