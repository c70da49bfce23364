/*
 * The lines of one case in a MANIFEST (the format is in pack.h).
 */
#include <stdbool.h>

struct arena;
struct line;
struct pack_case;
struct pack_job;

/* Start a case of the job: it has the job's buffers, and defaults. */
void case_open(struct arena *a, const struct pack_job *job,
	       struct pack_case *c);

/* Parse a line within a case; false after an error message. */
bool case_parse_line(struct arena *a, const struct line *l,
		     struct pack_case *c);

/* Check that the case is complete, at line L; false after an error. */
bool case_check(const struct line *l, const struct pack_case *c);
