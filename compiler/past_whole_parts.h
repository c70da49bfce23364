/* What finding and keeping a whole run share; file.h, hash.h and cache.h come
   before it. */
#include "str.h"

struct arena;

struct past_whole {
	struct arena *arena;
	int64_t began;
	bool usable;           /* there is a place, and all that it takes */
	struct cache_place place;
	struct paths common;   /* what past_files knows, and the tools */
	struct str versions;   /* of tools that are scripts */
	struct str key;
	struct cache was;
};
