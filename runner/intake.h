/*
 * The reports of one worker, taken into the results. buf.h and fault.h come
 * before it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct fault;
struct orders;
struct replicate;
struct results;

enum stage { STAGE_OPENING, STAGE_BETWEEN, STAGE_VISIT };

struct intake {
	struct arena *arena;
	struct results *results;
	const struct orders *orders;
	bool *visited;	 /* for each job of the pack: its visit ended */
	struct buf line; /* of a report, as far as it has come */
	enum stage stage;
	long job;    /* of the visit in progress or the last; -1: none */
	long kase;   /* in progress, or FAULT_NO_CASE */
	bool bye;    /* the last report has come */
	bool failed; /* a fault ended the worker: it will leave */
	struct replicate *replicate; /* of the visit in progress */
	struct fault *machine;
};

/*
 * Take bytes from the worker's pipe. False if they make no sense, which is
 * then a fault: the worker must be ended.
 */
bool intake_add(struct intake *t, const char *bytes, size_t len);

/*
 * Where a fault of the worker as a whole goes: to the job it visits or
 * visited last, or to the environment if there was none.
 */
struct fault *intake_find_fault(struct intake *t);

/* Set that fault, with the case in progress; nothing if there is one. */
void intake_fail(struct intake *t, enum fault_kind kind, const char *text);
