/*
 * What a worker tells the supervisor: one line a report, on a pipe of its own
 * that no kernel and no library knows of. conditions.h, cost.h, device.h and
 * fault.h come before it. In order:
 *
 *   device 9 0 132 ...     what runs (device.h)
 *   ready                  there is a context
 *   begin JOB              a visit starts
 *   case JOB CASE          of the visit, starts
 *   sample JOB CASE N V*10 ISSUE FRESH  five values at N, then five at 4N
 *                          (measure.h, fresh.h)
 *   refused JOB CASE KIND CODE POISONED NAME TEXT  in place of a sample, when
 *                          the device does not take the case's launches
 *   counted JOB CASE N     in place of a sample, when launches were made for a
 *                          profiler (visit_count.c); of a test 0 0
 *   conditions JOB C*9     during the visit
 *   outcome JOB ...        of a test, as outcome.h writes it
 *   cost JOB N*6           where the time of the visit went (cost.h)
 *   fault JOB CASE KIND CODE POISONED NAME TEXT
 *   done JOB               the visit has ended; no fault, unless reported
 *   bye                    the last one; without it the worker has failed
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

enum { REPORT_VALUES = 10 }; /* five at N, five at 4N */

enum report_kind {
	REPORT_DEVICE,
	REPORT_READY,
	REPORT_BEGIN,
	REPORT_CASE,
	REPORT_SAMPLE,
	REPORT_REFUSED,
	REPORT_COUNTED,
	REPORT_CONDITIONS,
	REPORT_OUTCOME,
	REPORT_COST,
	REPORT_FAULT,
	REPORT_DONE,
	REPORT_BYE,
};

struct report {
	enum report_kind kind;
	size_t job;
	size_t kase;			 /* REPORT_CASE, _SAMPLE, _COUNTED */
	uint32_t n;			 /* REPORT_SAMPLE, REPORT_COUNTED */
	double values[REPORT_VALUES];	 /* REPORT_SAMPLE */
	double issue;			 /* likewise: measure_issue */
	unsigned fresh;			 /* likewise: fresh_mask */
	struct conditions conditions;	 /* REPORT_CONDITIONS */
	struct cost cost;		 /* REPORT_COST */
	struct fault fault;		 /* REPORT_FAULT, REPORT_REFUSED */
	struct device_attributes device; /* REPORT_DEVICE */
	const char *text;		 /* REPORT_OUTCOME: of the line */
};

/* Append the report as a line. */
void report_dump(const struct report *r, struct buf *out);

/* Write it as a line to a descriptor; without a reader the program ends. */
void report_send(const struct report *r, int to);

/* Read a line without its newline; false if it is malformed. */
bool report_parse(const char *line, struct report *r);
