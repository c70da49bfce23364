/*
 * A cache <-> bytes: numbers of eight bytes in the machine's own order, texts
 * behind their length, lists behind their count.
 *
 *     "kbc cache 1\n"  key
 *     files            path stamp digest place
 *     items            path stamp digest place, name, needs, found, result
 *
 * The idea: whoever reads has written it, on this machine, and the seal says
 * so. All the same nothing here trusts a count or a length: a read beyond the
 * end spoils the rest, and what is spoiled is no cache.
 *
 * Another layout is another first line.
 */
#include "arena.h"
#include "buf.h"
#include "file.h"
#include "hash.h"
#include "cache.h" /* has their structs */

#define MAGIC "kbc cache 1\n"

/* --- out ----------------------------------------------------------------- */

static void
add_raw(struct buf *out, const void *p, size_t n)
{
	buf_add(out, (struct str){ p, n });
}

static void
add_number(struct buf *out, uint64_t n)
{
	add_raw(out, &n, sizeof(n));
}

static void
add_text(struct buf *out, struct str s)
{
	add_number(out, s.n);
	buf_add(out, s);
}

static void
add_file(struct buf *out, const struct cache_file *f)
{
	add_text(out, f->path);
	add_raw(out, &f->stamp, sizeof(f->stamp));
	add_raw(out, &f->digest, sizeof(f->digest));
	add_number(out, f->place);
}

static void
add_item(struct buf *out, const struct cache_item *item)
{
	add_file(out, &item->file);
	add_text(out, item->name);
	add_text(out, (struct str){ (const char *)item->needs,
				    item->nneeds * sizeof(*item->needs) });
	add_number(out, item->found);
	add_text(out, item->result);
}

void
cache_emit(struct buf *out, const struct cache *c)
{
	buf_add(out, STR(MAGIC));
	add_text(out, c->key);
	add_number(out, c->ncommon);
	for (size_t i = 0; i < c->ncommon; i++)
		add_file(out, &c->common[i]);
	add_number(out, c->nitems);
	for (size_t i = 0; i < c->nitems; i++)
		add_item(out, &c->items[i]);
}

/* --- in ------------------------------------------------------------------ */

struct input {
	struct arena *arena;
	struct str rest;
	bool spoiled;
};

static struct str
take(struct input *in, uint64_t n)
{
	struct str out;

	if (n > in->rest.n) {
		in->spoiled = true;
		n = 0;
	}
	out = str_slice(in->rest, 0, n);
	in->rest = str_skip(in->rest, n);
	return out;
}

static void
take_raw(struct input *in, void *to, size_t n)
{
	struct str s = take(in, n);

	memset(to, 0, n);
	if (s.n > 0)
		memcpy(to, s.p, s.n);
}

static uint64_t
take_number(struct input *in)
{
	uint64_t n;

	take_raw(in, &n, sizeof(n));
	return n;
}

static struct str
take_text(struct input *in)
{
	return take(in, take_number(in));
}

/* How many there are of what takes at least so many bytes each. */
static size_t
take_count(struct input *in, size_t least)
{
	uint64_t n = take_number(in);

	if (n > in->rest.n / least) {
		in->spoiled = true;
		n = 0;
	}
	return n;
}

static void
take_file(struct input *in, struct cache_file *f)
{
	f->path = take_text(in);
	take_raw(in, &f->stamp, sizeof(f->stamp));
	take_raw(in, &f->digest, sizeof(f->digest));
	f->place = take_number(in) != 0;
}

static void
take_needs(struct input *in, struct cache_item *item, size_t nitems)
{
	struct str raw = take_text(in);
	uint32_t *needs = arena_alloc(in->arena, raw.n);

	if (raw.n > 0)
		memcpy(needs, raw.p, raw.n);
	item->needs = needs;
	item->nneeds = raw.n / sizeof(*needs);
	for (size_t i = 0; i < item->nneeds; i++)
		if (needs[i] >= nitems)
			in->spoiled = true;
}

static void
take_item(struct input *in, struct cache_item *item, size_t nitems)
{
	take_file(in, &item->file);
	item->name = take_text(in);
	take_needs(in, item, nitems);
	item->found = take_number(in) != 0;
	item->result = take_text(in);
}

bool
cache_parse(struct arena *a, struct cache *out, struct str bytes)
{
	struct input in = { a, bytes, false };

	*out = (struct cache){ 0 };
	if (!str_equal(take(&in, sizeof(MAGIC) - 1), STR(MAGIC)))
		return false;
	out->key = take_text(&in);
	out->ncommon = take_count(&in, sizeof(struct file_stamp));
	out->common = arena_alloc(a, (out->ncommon + 1) *
					     sizeof(*out->common));
	for (size_t i = 0; i < out->ncommon; i++)
		take_file(&in, &out->common[i]);
	out->nitems = take_count(&in, sizeof(struct file_stamp));
	out->items = arena_alloc(a, (out->nitems + 1) * sizeof(*out->items));
	for (size_t i = 0; i < out->nitems; i++)
		take_item(&in, &out->items[i], out->nitems);
	return !in.spoiled && in.rest.n == 0;
}
