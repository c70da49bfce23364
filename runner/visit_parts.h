/*
 * What the parts of `visit` share. Nobody else includes this; buf.h,
 * conditions.h, cost.h, device.h, number.h, pack.h and probe.h come before it.
 */
#include <stdbool.h>
#include <stddef.h>

struct fault;
struct order;
struct outcome;
struct visit;

struct bench {
	struct arena arena;
	const struct visit *visit;
	const struct pack_job *job;
	const struct order *order;
	struct probe probe;
	struct conditions conditions;
	struct cost cost;
	struct outcome *outcome; /* of a test */
	struct buf image; /* of which the module is */
	void *module;
	bool used; /* launches of a case may have changed its variables */
};

/* Begin a visit. */
void visit_open(struct bench *b, const struct visit *v, const struct order *o);

/* Load the job's image, or find out that a test's cannot be. */
bool visit_load(struct bench *b, struct fault *f);

/* Have the variables of the code hold what they are declared with, for another
   case than the first; false with a fault. */
bool visit_renew(struct bench *b, struct fault *f);

/*
 * Set F for a CODE of the driver from WHAT, which leaves the process usable.
 * Always false.
 */
bool visit_fail_load(struct bench *b, struct fault *f, const char *what,
		     int code);

/* Make a case's buffers and launches; false with a fault. */
bool visit_prepare(struct bench *b, const struct pack_case *c,
		   struct fault *f);

/* Give all back; false if the process is beyond use, with what it holds. */
bool visit_close(struct bench *b, const struct fault *f);
