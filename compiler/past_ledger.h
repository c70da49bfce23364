/*
 * What an earlier run has seen of the wiki's ledger, in the user's cache
 * (cache.h): what records are looked up by, and the floors of devices, which
 * come from all of them. With that a run reads no more than the records that
 * its claims ask for.
 */
#include "str.h"

struct arena;
struct past_ledger;
struct session;

/* Before anything is read. */
struct past_ledger *past_ledger_make(struct arena *a);

/* Where the ledger is as it was, says so to the session, before
   session_ledger. */
void past_ledger_find(struct past_ledger *p, struct session *s);

/* Keeps what this run has read of it, if that was all. */
void past_ledger_keep(struct past_ledger *p, const struct session *s);
