/*
 * What the files that bind the leaves of an expression share. Nobody else
 * includes this.
 */
#include "str.h"

struct claim;
struct expr;
struct fact;
struct gather;
struct marker;
struct probe_name;
struct value;

/* A new fact of the claim, which e now stands for. */
struct fact *gather_fact(struct gather *g, struct claim *c, struct expr *e,
			 int family);

/* A fact that is known now; a lack is an error at the leaf. */
bool gather_known(struct gather *g, struct claim *c, struct expr *e,
		  int family, struct value v);

/* `format.NAME.ENTRY`; head: the name that the path e starts with. */
bool gather_format(struct gather *g, struct claim *c, struct expr *e,
		   struct expr *head);

/* `device.ENTRY`, `device("NAME").ENTRY`. */
bool gather_device(struct gather *g, struct claim *c, struct expr *e,
		   struct expr *head);

/* `occupancy(threads=…).blocks`. */
bool gather_occupancy(struct gather *g, struct claim *c, struct expr *e,
		      struct expr *head);

/* `col("HEAD")`. */
bool gather_col(struct gather *g, struct claim *c, struct expr *e);

/* `cell("row", "head")`. */
bool gather_cell_named(struct gather *g, struct claim *c, struct expr *e);

/* The text in quotes that a page gives to a probe. */
bool gather_text(struct gather *g, struct claim *c, const struct expr *arg,
		 struct str *out);

/* Whether no text of the call is one that the values of f say themselves. */
bool gather_check_texts(struct gather *g, struct claim *c,
			const struct fact *f, const struct expr *call);

/* What a probe's name measures, and its metric. */
bool gather_probe_fact(struct gather *g, struct claim *c, struct expr *e,
		       const struct probe_name *name);

/* The probe of a fact and the settings that a chain of names fixes. */
bool gather_settings(struct gather *g, struct claim *c, struct fact *f,
		     const struct probe_name *name);

/* The test or page probe (a kind of marker) of the page that has this name;
   NULL if none. */
const struct marker *gather_test(const struct gather *g, struct str name,
				 int kind);

/* What the profiler says: `metric(k, "NAME")`, `metric_exists("NAME")`,
   `metric_text("NAME") has "…"`; raw: the call or the bare name in e. */
bool gather_counter(struct gather *g, struct claim *c, struct expr *e,
		    const struct expr *raw);
