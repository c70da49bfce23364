/*
 * What the parts of `evidence` share: the bytes under JSON that is known to be
 * right, and the reading of one file. Nobody else includes this; evidence.h
 * comes before it.
 */
#include "str.h"

struct arena;
struct diag;
struct evidence;
struct ledger;
struct ledger_known;
struct source;
struct stubs;

/* A larger file is no evidence. */
#define EVIDENCE_MAX ((size_t)1 << 20)

/* One file, read and checked. */
struct record {
	const struct source *source;
	struct evidence evidence;
	struct str *runs;   /* the bytes of each run's object */
};

struct json_pair {
	struct str key, value;
};

/* Goes through the members of an object, from *at = 0 on; false behind the
   last. */
bool json_next(struct str object, size_t *at, struct json_pair *out);

/* The same without blanks between its words. */
struct str json_bare(struct arena *a, struct str text);

/* The bytes of a member's value; those of an element; empty if there is
   none. */
struct str json_member(struct str object, struct str key);
struct str json_element(struct str array, size_t i);

/* text with `with` in place of `at`, a part of it. */
struct str json_splice(struct arena *a, struct str text, struct str at,
		       struct str with);

/* A record's text with a run put among its runs, by the time it started. */
struct str json_insert_run(struct arena *a, struct str text, struct str run);

/*
 * The record of a file: its job must be its name, its name must end in the
 * first digits of its key. False with a fail or an error at the byte in d.
 */
bool record_read(struct arena *a, struct record *out, struct str path,
		 struct diag *d);

/* The same of text that is not a file yet, but is named as one. */
bool record_parse(struct arena *a, struct record *out, const struct source *s,
		  struct diag *d);

/* The text of a file, no longer than evidence may be; NULL with a fail. */
const struct source *record_source(struct arena *a, struct str path,
				   struct diag *d);

/* device.json; likewise. */
bool record_read_device(struct arena *a, struct device_record *out,
			struct str path, struct diag *d);

/* Run i of `from` as it may stand in `into`: with what heads differ in. */
struct str record_adapt_run(struct arena *a, const struct record *into,
			    const struct record *from, size_t i);

/* Whether two files are of one thing but for their runs: the same cases, the
   lengths of launches aside. */
bool record_same_cases(const struct source *x, const struct source *y);

/* For a ledger whose records are read when they are asked for. */
struct stubs *stubs_make(struct arena *a, const struct ledger_known *known);

/* Adds what stands for the record at path. */
void stubs_add(struct arena *a, struct ledger *l, struct str path);

/* The record that an item stands for; NULL when there is none after all, or
   for NULL. */
const struct evidence *record_take(const struct ledger *l,
				   const struct evidence *e);

/* Leaves the runs of the code that the newest run is of. */
void evidence_keep_newest(struct evidence *e);

/* How records are looked up: by their job's name, by that without its hash, by
   that without its architecture, too. */
enum job_by { BY_NAME, BY_STEM, BY_FAMILY, BY_COUNT };

/* Such a name of a job whose code is of sm. */
struct str job_name(struct str job, struct str sm, enum job_by by);

/* Makes the ledger's records to be looked up; again once some have gone. */
void jobs_make(struct arena *a, struct ledger *l);

/* The first record of such a name, and the next one behind e, in the ledger's
   order; NULL without any. */
const struct evidence *jobs_first(const struct ledger *l, struct str name,
				  enum job_by by);
const struct evidence *jobs_next(const struct ledger *l,
				 const struct evidence *e, enum job_by by);
