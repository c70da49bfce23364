/*
 * What the parts of `pack` share: the lines of a case, buffers and sizes (the
 * format is in pack.h). Nobody else includes this; number.h comes before it.
 */
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct line;
struct pack_buffer;
struct pack_case;
struct pack_job;
struct pack_size;

/* Start a case of the job: it has the job's buffers, and defaults. */
void case_open(struct arena *a, const struct pack_job *job,
	       struct pack_case *c);

/* Parse a line within a case; false after an error message. */
bool case_parse_line(struct arena *a, const struct line *l,
		     struct pack_case *c);

/* Check that the case is complete, at line L; false after an error. */
bool case_check(const struct line *l, const struct pack_case *c);

/* Word I of the line as a buffer of the case; else an error. */
bool case_parse_buffer(const struct line *l, size_t i,
		       const struct pack_case *c, int *index);

/* Parse a line "check ..." of the case; false after an error message. */
bool check_parse(struct arena *a, const struct line *l, struct pack_case *c);

/* Check that the buffers of the checks can be checked so; likewise. */
bool check_fits(const struct line *l, const struct pack_case *c);

/* Index of the buffer of this name among N; PACK_NONE if there is none. */
int storage_find(const struct pack_buffer *b, size_t n, const char *name);

/*
 * Parse "buffer NAME BYTES FILL" into the array: a new buffer, or in place of
 * the one of this name that a case took over from its job. False on error.
 */
bool storage_parse(struct arena *a, const struct line *l,
		   struct pack_buffer **buffers, size_t *n);

/* Word I as a product of numbers, 'sm' and 'l2'; else an error. */
bool storage_parse_size(const struct line *l, size_t i, struct pack_size *s);

/* Word I as the name of a number format; else an error. */
bool storage_parse_type(const struct line *l, size_t i, enum number_type *type);

/* "point WEIGHT [coarse] [keep]" of a job. */
bool point_parse(struct arena *a, const struct line *l, struct pack_job *job);

/* Whether the points of a job are as many as its cases; else an error. */
bool point_check(const struct line *l, const struct pack_job *job);

/* Parse "metric NAME" or "count NAME", one more name; false on error. */
bool count_parse_name(struct arena *a, const struct line *l,
		      const char ***names, size_t *n);

/* Parse "counts only"; likewise. */
bool count_parse_only(const struct line *l, struct pack_job *job);
