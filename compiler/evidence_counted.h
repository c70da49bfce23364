/*
 * What the parts of `evidence` share of the profiler's files: a record of
 * counters, or a list of metrics. Nobody else includes this; evidence.h comes
 * before it.
 */
#include "str.h"

struct arena;
struct counter_record;
struct device_record;
struct diag;
struct metric_list;
struct source;

/* One of them, read and checked. */
struct counters_file {
	const struct source *source;
	struct counter_record *record; /* or */
	struct metric_list *list;
};

/* Whether a file is one of them, by its name. */
bool counters_is_record(struct str path);
bool counters_is_list(struct str path);

/* Reads one, by its name; false with a fail or an error at the byte in d. */
bool counters_read(struct arena *a, struct counters_file *out, struct str path,
		   struct diag *d);

/* The same of text that is not a file yet, but is named as one. */
bool counters_parse(struct arena *a, struct counters_file *out,
		    const struct source *s, struct diag *d);

/* The device that it is of. */
const struct device_record *counters_device(const struct counters_file *f);

/*
 * Takes a file into the folder of its device: runs of a record beside those
 * that are there, names of a list in place of the same. *taken counts it if
 * that changed something. False with an error or a fail in d.
 */
bool counters_take(struct arena *a, struct str folder, struct str path,
		   size_t *taken, struct diag *d);
