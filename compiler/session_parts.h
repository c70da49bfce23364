/* What the parts of `session` alone share. */
#include "str.h"
#include <stdatomic.h>

struct session;

/* Work on the selected pages, handed out one by one. */
struct round {
	struct session *s;
	const size_t *pages;     /* the selected ones */
	atomic_size_t next, total;
};

/* Takes the folder of sources for this run, waiting for others. */
bool session_hold(struct session *s);

/* The folder of the user's cache that is this wiki's. */
struct str session_cache(const struct session *s);

/* Removes folders of the cache that nobody has used for long. */
void session_prune(const struct session *s);

/* The numbers of the selected pages, s->nselected of them. */
size_t *session_selected(const struct session *s);
