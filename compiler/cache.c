/*
 * A cache on disk: read if its seal holds, written sealed; and whether a file
 * is what it was when the cache was made.
 *
 *     seal, 32 bytes     HMAC of the rest, by the user's secret
 *     the rest           cache_bytes.c
 *
 * The idea: the secret lies outside of the folder that caches are in. A cache
 * that was carried here from elsewhere, or put there by somebody who writes
 * caches and no more, has another seal; so a wrong one is not looked for by
 * what it says. Nothing is said either: without a cache all is found anew.
 *
 * It does not know what results mean, nor when to ask.
 */
#include "arena.h"
#include "buf.h"
#include "crew.h"
#include "diag.h"
#include "file.h"
#include "hash.h"
#include "cache.h" /* has their structs */

#include <stdatomic.h>

#define SECRET_BYTES 32
#define CACHE_MAX ((size_t)1 << 30)

/* What the secret seals, behind the seal; false when it does not. */
static bool
open_seal(struct str *text, struct str secret)
{
	struct digest seal;
	struct str sealed = str_skip(*text, sizeof(seal));

	if (text->n < sizeof(seal))
		return false;
	hash_seal(&seal, secret, sealed);
	if (memcmp(&seal, text->p, sizeof(seal)) != 0)
		return false;
	*text = sealed;
	return true;
}

bool
cache_read(struct arena *a, struct cache *out, const struct cache_place *at,
	   struct str key)
{
	struct str secret, text;

	*out = (struct cache){ 0 };
	return file_kind(at->file) == FILE_PLAIN &&
	       file_secret(a, &secret, at->secret, SECRET_BYTES) &&
	       file_read(a, &text, at->file, CACHE_MAX, diag_make(a)) &&
	       open_seal(&text, secret) && cache_parse(a, out, text) &&
	       str_equal(out->key, key);
}

void
cache_write(struct arena *a, const struct cache_place *at,
	    const struct cache *c)
{
	struct digest seal = { { 0 } };
	struct buf out = { 0 };
	struct str secret;

	if (!file_secret(a, &secret, at->secret, SECRET_BYTES))
		return;
	buf_add(&out, (struct str){ (char *)&seal, sizeof(seal) });
	cache_emit(&out, c);
	hash_seal(&seal, secret, str_skip(buf_str(&out), sizeof(seal)));
	memcpy(out.p, &seal, sizeof(seal));
	file_keep(a, at->file, buf_str(&out));
	buf_free(&out);
}

static bool
has_digest(const struct file_stamp *s)
{
	return file_stamp_plain(s) && s->size <= CACHE_DIGEST_MAX;
}

/* False when it cannot be read. */
static bool
read_digest(struct digest *out, struct str path)
{
	struct arena *a = arena_make();
	struct str text;
	bool good = file_read(a, &text, path, CACHE_DIGEST_MAX, diag_make(a));

	if (good)
		hash_bytes(out, text);
	arena_free(a);
	return good;
}

void
cache_look(struct cache_file *out, struct str path)
{
	struct file_stamp now;

	*out = (struct cache_file){ .path = path };
	file_stamp(&out->stamp, path);
	if (has_digest(&out->stamp))
		read_digest(&out->digest, path);
	file_stamp(&now, path);
	if (!file_stamp_equal(&now, &out->stamp)) /* which bytes were read? */
		out->stamp.changed = INT64_MAX;
}

void
cache_look_stamp(struct cache_file *out, struct str path)
{
	*out = (struct cache_file){ .path = path };
	file_stamp(&out->stamp, path);
}

void
cache_look_place(struct cache_file *out, struct str path)
{
	struct arena *a = arena_make();
	struct file_stamp now;

	*out = (struct cache_file){ .path = path, .place = true };
	if (file_stamp(&now, path)) {
		out->stamp = file_stamp_kind(&now);
		hash_bytes(&out->digest, file_real(a, path));
	}
	arena_free(a);
}

static bool
same_place(const struct cache_file *was)
{
	struct cache_file now;

	cache_look_place(&now, was->path);
	return file_stamp_equal(&now.stamp, &was->stamp) &&
	       memcmp(&now.digest, &was->digest, sizeof(now.digest)) == 0;
}

bool
cache_same(struct cache_file *was)
{
	struct digest digest, none = { { 0 } };
	struct file_stamp now;

	if (was->place)
		return same_place(was);
	file_stamp(&now, was->path);
	if (file_stamp_equal(&now, &was->stamp))
		return true;
	if (memcmp(&was->digest, &none, sizeof(none)) == 0 ||
	    !has_digest(&now) || now.size != was->stamp.size ||
	    !read_digest(&digest, was->path) ||
	    memcmp(&digest, &was->digest, sizeof(digest)) != 0)
		return false;
	was->stamp = now;
	return true;
}

/* --- all of them ---------------------------------------------------------- */

struct comparison {
	struct cache *cache;
	size_t nitems;
	atomic_size_t next;    /* file to compare */
	atomic_bool another;   /* one is */
};

static void *
compare_files(void *shared)
{
	struct comparison *x = shared;
	struct cache *c = x->cache;
	size_t n = c->ncommon, i;

	while (!x->another && (i = x->next++) < n + x->nitems) {
		struct cache_file *f = i < n ? &c->common[i] :
					       &c->items[i - n].file;

		if (!cache_same(f))
			x->another = true;
	}
	return NULL;
}

bool
cache_all_same(struct cache *c, size_t nitems, unsigned threads)
{
	struct comparison x = { .cache = c, .nitems = nitems };

	crew_run(threads, compare_files, &x);
	return !x.another;
}
