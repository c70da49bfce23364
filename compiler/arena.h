/*
 * Memory of one unit of work (a page, a run), freed in one call. Out of
 * memory ends the program; no allocation here can fail otherwise.
 */
#include "str.h"
#include <stdarg.h>

struct arena;

/* An arena with nothing in it. */
struct arena *arena_make(void);

/* Frees the arena and all that it gave out; NULL is allowed. */
void arena_free(struct arena *a);

/* Forgets all that was given out and keeps some of the memory for more. */
void arena_clear(struct arena *a);

/* `size` zeroed bytes, aligned for any type. */
void *arena_alloc(struct arena *a, size_t size);

/* A copy of s followed by a NUL that its length does not count. */
struct str arena_copy(struct arena *a, struct str s);

/* As arena_copy, for interfaces that want C's own texts (argv). */
char *arena_text(struct arena *a, struct str s);

/* The parts one behind the other as one text, as arena_copy. */
struct str arena_join(struct arena *a, const struct str *parts, size_t count);

/* The formatted text, as arena_copy. */
struct str arena_printf(struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* As arena_printf, of arguments that a caller was given. */
struct str arena_vprintf(struct arena *a, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

/*
 * Room for one more item: the array `old` of n items of `size` bytes, moved
 * to a larger place when n has reached *cap. The new item is zeroed.
 */
void *arena_grow(struct arena *a, void *old, size_t n, size_t *cap,
		 size_t size);

/* Bytes asked for so far; arena_clear sets it to 0. */
size_t arena_size(const struct arena *a);

/* realloc that ends the program where it would fail, and free; for buf.c, and
   for libraries. */
void *memory_resize(void *old, size_t size);
void memory_free(void *p);
