/*
 * Memory that lives as long as what it belongs to: one arena for a pack and
 * its results, one for a visit of a job.
 */
#include <stddef.h>

struct arena_block;

/* Zero-initialised: an empty arena. */
struct arena {
	struct arena_block *blocks; /* newest first */
};

/* BYTES of zeroed memory, aligned for any type; dies when there is none. */
void *arena_make(struct arena *a, size_t bytes);

/* A NUL-terminated copy of LEN bytes at TEXT. */
char *arena_copy(struct arena *a, const char *text, size_t len);

/*
 * Room for one more item behind the USED items of SIZE bytes at ITEMS: the
 * array itself or a larger copy of it, with the new item zeroed. The array
 * must have been grown by this function from the start (ITEMS NULL, USED 0).
 */
void *arena_grow(struct arena *a, void *items, size_t used, size_t size);

/* Free everything; the arena is empty again. */
void arena_free(struct arena *a);
