/*
 * The set of distinct things to build and run for a set of claims. Pure: no
 * disk, no clock; the same claims give the same plan in the same order.
 */
#include "str.h"

struct arena;
struct buf;
struct claims;
struct fence;
struct marker;
struct page;
struct probe;
struct setting;
struct wiki;

enum target_kind {
	TARGET_PROBE,     /* a library probe with its fixed parameters */
	TARGET_FENCE,     /* CUDA of a page, as unit or as body */
	TARGET_PTX,       /* a PTX fence */
	TARGET_CALL,      /* one kernel that makes the call of a signature:
			     `atomicAdd(half*, half)` */
	TARGET_RUN,       /* a test or page probe: the kernels it launches */
	TARGET_NAMES      /* existence of names, one line each: CUDA names by
			     using-declarations, or PTX mnemonics */
};

/* One sweep point of a probe. */
struct point {
	struct setting *settings; /* every parameter, in the probe's order */
	size_t nsettings;
	struct str entry;         /* kernel name */
};

struct target {
	enum target_kind kind;
	struct str name;      /* path under generated/, no suffix:
				 `probes/fma_throughput-fp16`, `ilp/sum` */
	struct str sm;        /* canonical architecture */
	bool other_sm;        /* not the page's or wiki's own: the name says
				 which */
	const struct page *page; /* NULL for probes */
	const struct fence *fence;
	const struct fence **before; /* earlier fences whose names it uses */
	size_t nbefore;
	bool body;            /* a fragment: wrapped in a kernel named entry */
	bool check;           /* built with --check */
	bool cubin, sass;     /* what claims ask for beyond the PTX */
	struct str entry;     /* of a body or call */
	struct str call;      /* of CALL: the signature */
	struct str *names;    /* of NAMES */
	size_t nnames;
	bool ptx_names;       /* they are PTX mnemonics */
	const struct marker *run; /* of RUN; its fences are all in before */
	bool *bodies;         /* of RUN: which of them are fragments */
	struct str value;     /* of RUN for `value(EXPR)`: EXPR */
	struct str missing;   /* of RUN: a kernel that no fence has */
	const struct probe *probe;
	const struct setting *fixed; /* by the page; the rest is swept */
	size_t nfixed;
	struct point *points;
	size_t npoints;
	bool *keep;           /* [point]: whatever a sweep chooses, it is
				 wanted; of a probe */
	struct str *counts;   /* metrics of the profiler that are asked of its
				 launches, sorted */
	size_t ncounts;
};

/* Fact f of claim c (of page p) is answered by a target. */
struct use {
	size_t page, claim, fact; /* fact: SIZE_MAX for the claim itself */
	size_t target;
};

struct plan {
	struct target *targets; /* sorted by name */
	size_t ntargets, captargets;
	struct use *uses;
	size_t nuses, capuses;
	struct str *metrics;    /* names and patterns that the profiler is
				   asked about, sorted */
	size_t nmetrics;
};

/*
 * Plans for the claims of the selected pages (claims[i] is page i's, or
 * NULL). Every fact of the families api, listing, resources and measured, and
 * every fence and front-matter api gets its target.
 */
void plan_make(struct arena *a, struct plan *out, const struct wiki *w,
	       struct claims *const *claims);

/* The points of probes that were planned before: a sweep is the same on every
   page. For one thread alone; what is kept lives as long as a. */
struct sweeps;
struct sweeps *sweeps_make(struct arena *a);

/* The same for the claims of one page alone, to judge them where nothing is
   built: whether a fence is a body, and what is before it, is not looked at. */
void plan_make_page(struct arena *a, struct plan *out, size_t page,
		    const struct claims *claims, struct sweeps *known);

/* The folder under generated/ of the page with that name: the name without
   .md, made safe. */
struct str plan_folder(struct arena *a, struct str page);

/* What a fact's subject names: `ptx "mov.b32"` -> mov.b32. */
struct str plan_bare_name(struct str subject);

/* The target of a fact or of the claim itself; NULL if it needs none. */
const struct target *plan_find(const struct plan *p, size_t page, size_t claim,
			       size_t fact);

/* The targets and what uses them as text, for tests. */
void plan_dump(struct buf *out, const struct plan *p);
