/*
 * Sources: places in them, lines, spans. A line feed at the very end opens no
 * further line. The struct is in str.h, since every span leads to one.
 */
#include "str.h"

struct arena;

/* Bytes of a page beyond this are refused: md4c counts in 32 bits. */
#define SOURCE_MAX (4u << 20)

/* A source over text, which must outlive it and end in a guard NUL. */
struct source *source_make(struct arena *a, struct str name, struct str text);

/* Line and column of an offset, both from 1; columns count bytes. */
void source_place(const struct source *s, size_t at, uint32_t *line,
		  uint32_t *column);

/* Line of a span's first byte, from 1; 0 without a source. */
uint32_t span_line(struct span at);

/* Notes that the file was written, and what stands from offset `at` on is now
   so many lines further down. */
void source_move(struct arena *a, const struct source *s, size_t at,
		 long lines);

/* As source_place, but in the file as it was written: for people, who open
   that one. */
void source_place_now(const struct source *s, size_t at, uint32_t *line,
		      uint32_t *column);

/* The number that line n has there. */
uint32_t source_line_now(const struct source *s, uint32_t n);

/* Line number n (from 1) without its ending; empty at the end if none. */
struct span source_line(const struct source *s, size_t n);

/* A span of s, clipped to it. */
struct span source_span(const struct source *s, size_t at, size_t n);

/* The span of a str that lies inside the text of s (checked: bug if not). */
struct span source_span_of(const struct source *s, struct str part);
