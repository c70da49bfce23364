/*
 * Instructions of compiled code: PTX as nvcc writes it, SASS as nvdisasm
 * prints it, resources as ptxas -v reports them.
 */
#include "str.h"

struct arena;

struct instruction {
	struct str mnemonic; /* whole: `fma.rn.relu.f16x2`, `HFMA2.MMA` */
	struct str text;     /* the line, trimmed */
	bool in_loop;        /* of the kernel's hot loop */
};

struct kernel {
	struct str name;     /* as in the listing; mangled if it is */
	struct str parameters; /* of an entry of PTX: a word each, `i` whole
				  number, `f` floating, `b` bytes, with its
				  size: `i8 f4 b2`; p NULL: it is none */
	struct instruction *items;
	size_t n, cap;
	bool has_loop;       /* the hot loop: the innermost backward branch's
				range with the most instructions */
};

struct listing {
	struct kernel *kernels;
	size_t n, cap;
};

/* False when the text is no listing of that kind. */
bool listing_parse_ptx(struct arena *a, struct listing *out, struct str text);
bool listing_parse_sass(struct arena *a, struct listing *out, struct str text);

/* The n-th entry (kernels that can be launched) that is of that name, plain or
   mangled; NULL past the last. */
const struct kernel *listing_entry(const struct listing *l, struct str name,
				   size_t n);

/* The kernel or device function of that name (plain or the mangled form of a
   C++ name); NULL if none. */
const struct kernel *listing_find(const struct listing *l, struct str name);

/*
 * Whether a symbol of compiled code is that of a name as written in C++:
 * `_Z3fooPf` of `foo`, `_ZN2ns3barIiEEvT_` of `ns::bar` and `bar`,
 * `$k$_Z3fooPf` (a function beside its kernel) of `foo`.
 */
bool listing_is_named(struct str symbol, struct str name);

/*
 * Whether an instruction matches: its whole mnemonic unless the glob has `*`;
 * one with blanks (`ld.global.f32 %f1`) matches the text. loop: only one of
 * the hot loop does.
 */
bool listing_matches(const struct instruction *i, struct str glob, bool loop);

/* How many do. Padding (NOP) and directives are no instructions. */
size_t listing_count(const struct kernel *k, struct str glob, bool loop);

struct resources {
	struct str kernel;
	uint32_t registers, stack, spill_stores, spill_loads, shared, constant;
};

/* From ptxas -v's report; the count. */
size_t resources_parse(struct arena *a, struct resources **out,
		       struct str report);

/* One message of nvcc, cudafe++, cicc or ptxas, all formats. */
struct complaint {
	struct str file;  /* as named by #line or the command */
	uint32_t line;    /* 0: none */
	bool is_error;    /* else warning or remark */
	struct str code;  /* `549-D`, `20012`, or empty */
	struct str text;
};

/* The messages of a compiler's output, in order; the count. */
size_t complaints_parse(struct arena *a, struct complaint **out,
			struct str output);

/*
 * The place in the source that a line of PTX was made from: the `.loc` before
 * it, in its function, and the `.file` that it names (an absolute path that
 * ends in what #line said). Only PTX made with -lineinfo has them; false
 * without.
 */
bool ptx_page_line(struct str ptx, uint32_t line, struct str *file,
		   uint32_t *page_line);
