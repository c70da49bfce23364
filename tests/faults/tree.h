/* A folder with all in it, in memory. */
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct entry {
	char *name;  /* from the folder on */
	mode_t mode; /* of stat: what it is, too */
	char *bytes; /* of a file; of a link, where it leads */
	size_t n;
};

struct tree {
	struct entry *items; /* in the order in which they were found */
	size_t n, cap;
};

/* Adds all files and links below the folder to the tree, but for what is in a
   folder `.build`. */
void tree_read(struct tree *t, const char *folder);

/* Makes the folder hold just that. */
void tree_write(const struct tree *t, const char *folder);

void tree_free(struct tree *t);

/* The entry of that name; NULL if there is none. */
const struct entry *tree_find(const struct tree *t, const char *name);

/* Whether both are of one kind and mode and hold the same. */
bool entry_same(const struct entry *x, const struct entry *y);
