/*
 * One line of a MANIFEST, cut into words, and the error that it may be: for
 * pack.c (the pack and its jobs), pack_case.c (one case) and pack_storage.c
 * (buffers and sizes).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINE_WORDS = 32 };

struct arena;

struct line {
	unsigned long number; /* from 1 */
	const char *text;     /* the whole line */
	char *words[LINE_WORDS];
	size_t nwords;
};

/*
 * Cut the line of LEN bytes at TEXT; words and text are copied to the arena.
 * False, after an error message, if it is malformed. A comment has no words.
 */
bool line_parse(struct arena *a, const char *text, size_t len, struct line *l);

/* Print "MANIFEST:LINE: error: MESSAGE"; always false. */
bool line_fail(const struct line *l, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* True if the line has exactly N words; else an error that shows FORM. */
bool line_expect(const struct line *l, size_t n, const char *form);

/* Word I as a whole number in [least, most]; else an error. */
bool line_whole(const struct line *l, size_t i, const uint64_t range[2],
		uint64_t *value);

/* Word I as a finite decimal number; else an error. */
bool line_number(const struct line *l, size_t i, double *value);

/* True if word I is lower- or upper-case hexadecimal; else an error. */
bool line_hex(const struct line *l, size_t i);

/* True if word I is [A-Za-z0-9_]+ and no digit first; else an error. */
bool line_name(const struct line *l, size_t i);

/* The rest of the line from word I on, as it was written. */
const char *line_rest(const struct line *l, size_t i);
