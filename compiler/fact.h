/*
 * Facts: the leaves of expressions, by family, as kbc-page(5) lists them. Says
 * which family a leaf is of and what it needs; computes those that need
 * nothing.
 */
#include "str.h"

struct arena;
struct device_file;
struct devices;
struct diag;
struct value;

enum fact_family {
	FACT_NONE,        /* no leaf that is known */
	FACT_FORMAT,      /* format.fp16.max */
	FACT_OCCUPANCY,   /* occupancy(threads=…).blocks */
	FACT_DOCUMENTED,  /* device.per_clock.fp32, device(B200).sm_count */
	FACT_CLAIM,       /* NAME or PAGE#NAME: the value written there */
	FACT_TABLE,       /* cell("row", "col"), col("Columns") */
	FACT_API,         /* exists min_sm */
	FACT_LISTING,     /* ptx sass */
	FACT_RESOURCES,   /* regs spills shared stack */
	FACT_RUN,         /* test, value(…) */
	FACT_DEVICE,      /* device.l2_bytes, toolkit, driver */
	FACT_MEASURED,    /* NAME, NAME.rate, NAME.enough(chains) */
	FACT_COUNTER      /* metric metric_exists metric_text */
};

/* What each family needs, in the words of `not run (needs …)`. */
struct str fact_need(enum fact_family family);

/* The i-th row of `kbc --help facts`, one a family, also for the man page's
   test; false past the last. */
bool fact_row(size_t i, struct str *name, struct str *examples,
	      struct str *needs);

/* Whether it can be the name of one of the profiler's metrics, or a pattern of
   some: letters, digits, `_`, `.`, `*`. */
bool fact_is_metric(struct str s);

/* A stall reason by the short name that the profiler's tables have
   (`stall_imc`, `stall_long_sb`). */
bool fact_is_stall(struct str s);

/* What the profiler is asked about for a name: itself; for a stall reason the
   metrics that count it, `*issue_stalled_imc*`. */
struct str fact_metric(struct arena *a, struct str s);

/* Reads every *.yaml of folder, a documented device each (as in
   compiler/devices). False with errors in d for one that is none. */
bool devices_read(struct arena *a, struct devices **out, struct str folder,
		  struct diag *d);

/* The device of that name or alias (`H200`, `NVIDIA H200`, `sm_90a`), case
   ignored; NULL if there is none. */
const struct device_file *devices_find(const struct devices *all,
				       struct str name);

/* The i-th device; NULL past the last. */
const struct device_file *devices_at(const struct devices *all, size_t i);

/* Whether a pattern (`H200*`) is of its name or of an alias, case ignored. */
bool device_matches(const struct device_file *f, struct str pattern);

/* The names of its entries that are numbers, as `device.NAME` has them; their
   count. */
size_t device_entries(struct arena *a, struct str **out,
		      const struct device_file *f);

/* Its name, and the architecture of what it runs, `sm_90`. */
struct str device_name(const struct device_file *f);
struct str device_sm(const struct device_file *f);

/* The i-th of the other names that it goes by (`NVIDIA A100-SXM4-40GB`); empty
   past the last. */
struct str device_alias(const struct device_file *f, size_t i);

/* What to say of `device.ENTRY` that nobody knows, with what is near. */
struct str devices_no_entry(struct arena *a, const struct devices *all,
			    struct str key);

/* Whether one of them has the entry. */
bool devices_know(const struct devices *all, struct str entry);

/* A documented entry, `sm_count`, `per_clock.fp32`, `peak.fp16x2`, `cc`;
   kind NONE with LACK_ERROR when it is not in the file. */
struct value device_entry(struct arena *a, const struct device_file *f,
			  struct str path);

/* format.NAME.ENTRY; LACK_ERROR for unknown names (the nearest is named). */
struct value format_entry(struct arena *a, struct str format,
			  struct str entry);

/* The i-th format, and what a format has; false past the last. */
bool format_name(size_t i, struct str *out);
bool format_member(size_t i, struct str *out);

/*
 * Blocks of a kernel that fit on one SM, by the rules of the toolkit's
 * cuda_occupancy.h: registers are given to a warp in units, shared memory to a
 * block in units and with the driver's share, and an SM holds so many warps and
 * blocks. The numbers are those of the device's file (`occupancy:`).
 */
struct occupancy {
	uint32_t blocks, warps; /* on one SM at a time */
	double fraction;        /* of the warps that the SM can hold */
	struct str limit;       /* registers shared warps blocks: what binds */
};

/*
 * For a kernel with these threads a block, registers a thread and bytes of
 * shared memory a block, in this order. False with a reason in *why for
 * numbers that no kernel can have, or a device without rules.
 */
bool occupancy_find(struct occupancy *out, const struct device_file *f,
		    const uint32_t threads_regs_smem[3], struct str *why);
