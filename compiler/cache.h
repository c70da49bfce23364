/*
 * What an earlier run found, of items that are files (pages), for a later one
 * to use again.
 *
 * The invariant: a result is used only if this run would find the very same. A
 * result comes from the bytes of its own item, of the items that it needs, of
 * the files common to all, from which items there are and what they are called,
 * and from the key. If one of these is another, it is found anew. So a cache
 * may be deleted at any time, and one that is truncated, of somebody else or
 * made up costs time and no more: it is sealed with a secret of the user, and
 * what the seal does not hold for is as if it were not there.
 *
 * That bytes are as they were is known by the file's stamp, else by its digest.
 * A stamp is taken for bytes only if it was settled before anything was read,
 * so a cache is written only when all stamps were; see file_stamp_settled.
 *
 * file.h and hash.h come before it.
 */
#include "str.h"

#include <stdint.h>

struct arena;
struct buf;

/* A file that was looked at, or a path where none was. */
struct cache_file {
	struct str path;
	struct file_stamp stamp;
	struct digest digest;    /* of its bytes; of a folder, a large file,
				    nothing, or what we can make again all
				    zero: its stamp says it all */
	bool place;              /* its bytes do not matter, but whether a file
				    or folder stands there and where links
				    lead: that is in both of these */
};

struct cache_item {
	struct cache_file file;
	struct str name;         /* what others call it */
	const uint32_t *needs;   /* other items, by their number */
	size_t nneeds;
	bool found;              /* there is a result */
	struct str result;       /* means nothing here */
};

struct cache {
	struct str key;          /* what results come from that is no file */
	struct cache_file *common;
	size_t ncommon;
	struct cache_item *items; /* sorted by path */
	size_t nitems;
};

/* Files beyond this are known by their stamp alone. */
#define CACHE_DIGEST_MAX ((size_t)1 << 20)

/* Adds a cache as bytes; what they say, with texts borrowed from them: false
   when they are none. */
void cache_emit(struct buf *out, const struct cache *c);
bool cache_parse(struct arena *a, struct cache *out, struct str bytes);

/* Where the secret lies, and the cache. */
struct cache_place {
	struct str secret, file;
};

/* The cache at a place; false if there is none of that key to be believed. */
bool cache_read(struct arena *a, struct cache *out,
		const struct cache_place *at, struct str key);

/* Puts a cache there; without a word when it cannot be. */
void cache_write(struct arena *a, const struct cache_place *at,
		 const struct cache *c);

/* The file as it is now, with its digest; never settled if it changes just
   then. */
void cache_look(struct cache_file *out, struct str path);

/* Likewise, but its stamp is all that is known of it. */
void cache_look_stamp(struct cache_file *out, struct str path);

/* Likewise as a place; the file is not opened. */
void cache_look_place(struct cache_file *out, struct str path);

/* Whether a file's bytes are what they were; its stamp is then what it is
   now. */
bool cache_same(struct cache_file *was);

/* Whether all that is common and the files of the first `nitems` items are, as
   so many threads find out. */
bool cache_all_same(struct cache *c, size_t nitems, unsigned threads);
