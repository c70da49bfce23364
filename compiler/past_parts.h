/* What the parts of `past` alone share; file.h, hash.h, cache.h come before
   it. */
#include "str.h"

struct arena;
struct cache_place;
struct paths;
struct session;

/* The files that all results come from: kbc and what it is linked to,
   its data, the wiki's configuration, schemas and ledger. False when they are
   not all to be known. */
bool past_files(struct arena *a, struct paths *out, const struct session *s);

/* Of these the program, with what is mapped into it, and its probes. */
bool past_program(struct arena *a, struct paths *out,
		  const struct session *s);

/* All that results come from and that is in no file. */
struct str past_run(struct arena *a, const struct session *s);

/* That with the names of the files that they come from. */
struct str past_key(struct arena *a, struct str run,
		    const struct paths *files);

/* Where in a folder the cache of runs like this one lies, which `run` tells
   from others; false when there is no place for it. */
bool past_place(struct arena *a, struct cache_place *out, struct str folder,
		struct str run);

/* Removes all caches beside this one but the youngest. */
void past_prune(const struct cache_place *at);
