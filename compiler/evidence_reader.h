/*
 * The parts of `evidence` that read a file: one reader that knows where it is
 * in the text. evidence.h comes before it. Nobody else includes this.
 */
#include "str.h"

#include <jansson.h>

struct arena;
struct diag;
struct source;

/* One step of the way to a value: a member, or an element without a key. */
struct record_step {
	const char *key;
	size_t index;
};

#define RECORD_STEPS_MAX 12

struct record_reader {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	struct record_step steps[RECORD_STEPS_MAX];
	size_t nsteps;
	size_t replicates; /* so far */
	struct str driver, toolkit, cubin; /* of the file's head */
	double clock_mhz;  /* the device's highest; 0: not known */
};

/* The JSON of the reader's source; the caller lets it go. NULL with an
   error. */
json_t *record_load(struct record_reader *r);

/* Into a member, or with key NULL an element, of where the reader is; back. */
void record_enter(struct record_reader *r, const char *key, size_t index);
void record_leave(struct record_reader *r);

/* An error at the value where the reader is; always false. */
bool record_refuse(const struct record_reader *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* An error at a member of object, or that it is missing; always false. */
bool record_refuse_member(struct record_reader *r, const json_t *object,
			  const char *key, const char *want);

/* A copy of a JSON text. */
struct str record_copy(struct record_reader *r, const json_t *j);

/* A member that is a text with bytes in it. False with an error. */
bool record_text(struct record_reader *r, struct str *out, const json_t *o,
		 const char *key);

/* Likewise; null and a member that is not there leave *out. */
bool record_maybe(struct record_reader *r, struct str *out, const json_t *o,
		  const char *key);

/* Whether it is an object whose `format` is that one, `kbc-evidence 1`; false
   with an error, which tells apart what a later kbc has written. */
bool record_format(struct record_reader *r, const json_t *o, struct str want);

/* Whether a member is true; null and none are false. False with an error. */
bool record_flag(struct record_reader *r, const json_t *o, const char *key,
		 bool *out);

/* A member that is a list of at most so many; NULL with an error. */
const json_t *record_array(struct record_reader *r, const json_t *o,
			   const char *key, size_t most);

/* A list that is gone through; the reader is at its item. */
struct record_walk {
	const json_t *list, *item;
	size_t n, next;
};

/* Into a member that is a list of at most so many; false with an error. */
bool record_walk(struct record_reader *r, struct record_walk *w,
		 const json_t *o, const char *key, size_t most);

/* To the next item; false behind the last, where the list is left. */
bool record_next(struct record_reader *r, struct record_walk *w);

/* The device where the reader is; the driver's binding is added when its name
   is final. */
bool record_device(struct record_reader *r, struct device_record *v,
		   const json_t *o);
void record_device_driver(struct device_record *v);

/* Which of several devices a replicate or a run of the profiler was on; -1: it
   does not say. False with an error. */
bool record_gpu(struct record_reader *r, int *out, const json_t *o);

/* Why a replicate does not count by its conditions: a word, or nothing. False
   with an error when they are none. */
bool record_conditions(struct record_reader *r, struct str *out,
		       const json_t *replicate);

/* Where the slopes of samples go, one a case. */
struct slopes {
	const struct evidence *of;
	const double *n;   /* lengths of the short launches */
	double *slope;     /* NaN: none */
	bool *left;        /* the case was left out */
};

/* The slopes of the member `key`. False with an error. */
bool record_slopes(struct record_reader *r, const struct slopes *s,
		   const json_t *o, const char *key);

struct run;

/* The cases that the device did not take, of a run whose replicates are read;
   most have none. False with an error. */
bool record_refused(struct record_reader *r, const struct evidence *e,
		    struct run *run, const json_t *o);

/* Whether the file is of a test: its run says what came of it. */
bool record_is_test(const json_t *root);

/* What came of a test; o is the run. False with an error. */
bool record_test(struct record_reader *r, const struct test_result **out,
		 const json_t *o);

/* The parameters of a case, an object of texts; false with an error. */
bool record_settings(struct record_reader *r, struct setting **out, size_t *n,
		     const json_t *o);

/* The cases and runs of a file, in this order. */
bool record_cases(struct record_reader *r, struct evidence *e,
		  const json_t *root);
bool record_runs(struct record_reader *r, struct evidence *e,
		 const json_t *root);
