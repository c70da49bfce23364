/*
 * Facts: the leaves of expressions, by family (DESIGN 4.7). Says which family
 * a leaf is of and what it needs; computes those that need nothing.
 */
#include "str.h"

struct arena;
struct buf;
struct devices;
struct diag;
struct expr;
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

/* One row a family for `kbc --help facts` and the man page's test. */
bool fact_row(size_t i, struct str *name, struct str *examples,
	      struct str *needs);

/* Documented devices: compiler/devices/NAME.yaml. */
bool devices_read(struct arena *a, struct devices **out, struct str folder,
		  struct diag *d);

/* The device of that name or alias (`H200`, `NVIDIA H200`, `sm_90a`), case
   ignored; NULL if there is none. */
struct device_file;
const struct device_file *devices_find(const struct devices *all,
				       struct str name);

/* A documented entry, `sm_count`, `per_clock.fp32`, `peak.fp16x2`, `cc`;
   kind NONE with LACK_ERROR when it is not in the file. */
struct value device_entry(struct arena *a, const struct device_file *f,
			  struct str path);

/* format.NAME.ENTRY; LACK_ERROR for unknown names (the nearest is named). */
struct value format_entry(struct arena *a, struct str format,
			  struct str entry);

/*
 * Blocks of a kernel that fit on one SM, by the occupancy calculator's rules
 * for the device: registers given per warp in units, shared memory in units
 * with the driver's share, warps, blocks.
 */
struct occupancy {
	uint32_t blocks, warps;
	double fraction;     /* of the SM's warps */
	struct str limit;    /* registers shared warps blocks: what binds */
};

/* False with a reason in *why for numbers no kernel can have. */
bool occupancy_find(struct occupancy *out, const struct device_file *f,
		    const uint32_t threads_regs_smem[3], struct str *why);
