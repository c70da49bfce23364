/* What building said of each target, read from the step results. */
#include "str.h"

struct arena;
struct listing;
struct making;
struct resources;
struct toolkit;

struct built {
	bool tried;          /* there was a toolkit and the edge ran */
	bool ok;             /* PTX (and cubin, if asked for) exist */
	bool stopped;        /* the compiler was killed, timed out or could
				not be started: the source is unknown */
	bool gone;           /* somebody has removed what had been made */
	struct str why;      /* not ok: the text of the first error, or
				`compile timed out after 60 s`, … */
	struct str library;  /* of a fence, not ok: it needs this one */
	struct str unsure;   /* ok, but for an instruction of which the
				assembler could not be asked; or empty */
	uint32_t line;       /* page line of that error; 0 unknown */
	bool shared;         /* ok, found among others: no more is known */
	bool unset;          /* a variable of the page is used before it has
				a value, which is no property of the code */
	bool host;           /* it is host code that fails or emits nothing */
	bool empty;          /* it compiled but emits no device code */
	uint32_t left_out;   /* ok, but of PTX that leaves operands out, only
				the instruction was looked up: the page line of
				the first `...`; 0: there is none */
	struct str nothing;  /* empty: what the fence is instead */
	bool templates;      /* empty: it has some, of which none is made */
	struct complaint *complaints; /* lines are the page's where file is
					 its name as emit_page_name gives it */
	size_t ncomplaints;
	const struct listing *ptx, *sass; /* NULL: not there */
	const struct resources *resources;
	size_t nresources;
	struct str cubin;    /* path, or empty */
	struct str cubin_hash;
	struct str ptx_path; /* likewise */
	struct str ptx_hash; /* of RUN */
	struct str ptx_table; /* of RUN: the PTX text of its table of kernels,
				 or empty */
	/* NAMES: one a name; CALL: one, of the call. NULL: not known */
	struct name_found {
		bool exists;
		bool unsure;       /* ptxas could not be asked well enough;
				      why says it */
		struct str min_sm; /* least architecture, `sm_80`; empty: not
				      asked for, or unknown (why says it);
				      from ptxas' own words */
		struct str why;
		struct str from;   /* in words: `from sm_80, emulated from
				      sm_53`; empty: nothing is known */
	} *names;
	bool no_sass;        /* asked for, but no disassembler here */
};

/* What is said of a fence that leaves code out. */
#define BUILT_SKETCH "sketch: `...` stands for code that is left out (the " \
		     "word `sketch` behind the language says so)"

/* All targets of the plan, in its order. */
struct built *built_read(struct arena *a, const struct making *m);

/* Whether what this toolkit has built is not the cubin that one of `version`
   made, though it should be: the same toolkit makes the same bytes of the same
   source. False where nothing can be compared. */
bool built_differs(const struct built *b, const struct toolkit *t,
		   struct str version, struct str cubin);

/* Whether somebody has removed what had been made of a target. Its result was
   removed then as well, so that ninja makes it again. */
bool built_gone(const struct built *all, size_t n);
