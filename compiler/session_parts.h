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

/* Sees that what was built in the folder of sources, whose lock we hold, is
   ours: what is not goes. */
bool session_own(struct session *s);

/* kbc-run beside this program, or as the environment says. */
struct str session_runner(const struct session *s);

/* Where results of the emulator of this machine lie, a ledger; empty when
   nothing is made in this run. */
struct str session_emulated(const struct session *s);

/* The numbers of the selected pages, s->nselected of them. */
size_t *session_selected(const struct session *s);
