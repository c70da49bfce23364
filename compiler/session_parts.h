/* What the parts of `session` alone share. */
#include "str.h"
#include <stdatomic.h>

struct claims;
struct engine;
struct machine;
struct pack_wants;
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

/* Where results of the emulator of this machine lie, a ledger; empty when
   nothing is made in this run. */
struct str session_emulated(const struct session *s);

/* Leaves of a page's claims those that the run is about; how many. And the
   fail that there is none in the wiki. */
size_t session_only(const struct session *s, struct claims *all);
void session_only_none(struct session *s);

/* The numbers of the selected pages, s->nselected of them. */
size_t *session_selected(const struct session *s);

/* Whether the command line asks for devices, by their numbers or all. */
bool session_asks(const struct session *s);

/* Whether it names an engine, and not this machine. */
bool session_away(const struct session *s);

/* What measures: this machine, or those of an engine. */
struct means {
	struct engine *engine;     /* NULL: this machine */
	struct machine *machines;  /* of different kinds */
	size_t n;
};

/* The machines of the engine that the command line names, or this one. False
   with a fail, or where there is none. */
bool session_means(struct session *s, struct means *out);

/* The device of this machine; false without one. */
bool session_device(struct session *s, struct means *out);

/* That engine, its sites looked at and what an earlier run left there taken
   into that ledger; false with a fail. */
bool session_engine(struct session *s, struct engine **out, struct str ledger);

/* Splits what is wanted of such machines among them, as parts to run. */
bool session_share(struct session *s, struct engine *e,
		   const struct machine *m, const struct pack_wants *wants);
