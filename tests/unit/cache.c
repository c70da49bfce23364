/* A cache comes back as it was; bytes that are none are no cache, whatever is
   wrong with them, and stamps say when they are to be trusted. */
#include "arena.h"
#include "buf.h"
#include "check.h"
#include "diag.h"
#include "file.h"
#include "hash.h"
#include "cache.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint32_t needs[] = { 2, 0 };

static struct cache_item items[] = {
	{ .file = { .path = STR_INIT("w/a.md"), .stamp = { 1, 2, 3, 4, 5, 6 },
		    .digest = { { 7, 8 } } },
	  .name = STR_INIT("a"), .found = true, .result = STR_INIT("good") },
	{ .file = { .path = STR_INIT("w/b.md") }, .name = STR_INIT(""),
	  .needs = needs, .nneeds = 2, .found = true, .result = STR_INIT("") },
	{ .file = { .path = STR_INIT("w/c.md") }, .name = STR_INIT("c") },
};

static struct cache_file common[] = {
	{ .path = STR_INIT("w/kbc.yaml"), .stamp = { .changed = -1 } },
	{ .path = STR_INIT("") },
};

static const struct cache whole = {
	.key = STR_INIT("key\n"), .common = common, .ncommon = 2,
	.items = items, .nitems = 3,
};

static void
check_round(struct arena *a, struct str bytes)
{
	struct buf again = { 0 };
	struct cache c;

	CHECK(cache_parse(a, &c, bytes));
	CHECK_STR(c.key, "key\n");
	CHECK_NUM(c.ncommon, 2);
	CHECK(file_stamp_equal(&c.common[0].stamp, &common[0].stamp));
	CHECK_NUM(c.nitems, 3);
	CHECK_STR(c.items[0].result, "good");
	CHECK_NUM(c.items[0].file.digest.bytes[1], 8);
	CHECK_NUM(c.items[1].nneeds, 2);
	CHECK_NUM(c.items[1].needs[0], 2);
	CHECK(c.items[1].found && !c.items[2].found);
	cache_emit(&again, &c);
	CHECK(str_equal(buf_str(&again), bytes));
	buf_free(&again);
}

static bool
lies_in(struct str part, struct str whole_bytes)
{
	return part.n == 0 || (part.p >= whole_bytes.p &&
			       part.p + part.n <= whole_bytes.p +
						  whole_bytes.n);
}

/* What is taken for a cache keeps within its own bytes. */
static void
check_wrong(struct str bytes)
{
	struct arena *a = arena_make();
	struct cache c;

	if (cache_parse(a, &c, bytes)) {
		CHECK(lies_in(c.key, bytes));
		for (size_t i = 0; i < c.ncommon; i++)
			CHECK(lies_in(c.common[i].path, bytes));
		for (size_t i = 0; i < c.nitems; i++) {
			CHECK(lies_in(c.items[i].file.path, bytes));
			CHECK(lies_in(c.items[i].result, bytes));
			for (size_t k = 0; k < c.items[i].nneeds; k++)
				CHECK(c.items[i].needs[k] < c.nitems);
		}
	}
	arena_free(a);
}

static void
check_damage(struct arena *a, struct str bytes)
{
	char *copy = arena_text(a, bytes);
	struct cache c;

	for (size_t n = 0; n < bytes.n; n++)
		CHECK(!cache_parse(a, &c, str_slice(bytes, 0, n)));
	for (size_t i = 0; i < bytes.n; i++)
		for (int bit = 0; bit < 8; bit++) {
			copy[i] = (char)(bytes.p[i] ^ 1 << bit);
			check_wrong((struct str){ copy, bytes.n });
			copy[i] = bytes.p[i];
		}
}

static void
check_settled(void)
{
	const int64_t s = 1000000000, now = 1000 * s;
	const struct file_stamp fine = { .changed = now - s / 4 + 1 };
	const struct file_stamp just = { .changed = now - s / 20 };
	const struct file_stamp coarse = { .changed = now - s };
	const struct file_stamp old = { .changed = now - 3 * s };
	const struct file_stamp ahead = { .changed = now - 3 * s + 1,
					  .written = now + s };

	CHECK(file_stamp_settled(&fine, now));
	CHECK(!file_stamp_settled(&just, now));
	CHECK(!file_stamp_settled(&coarse, now));
	CHECK(file_stamp_settled(&old, now));
	CHECK(!file_stamp_settled(&ahead, now));
}

/* What is sealed at one place is believed there, with that secret and key. */
static void
check_sealed(struct arena *a, struct str folder)
{
	struct cache_place at = {
		arena_join(a, (const struct str[]){ folder, STR("/s") }, 2),
		arena_join(a, (const struct str[]){ folder, STR("/c/d") }, 2),
	}, other = at;
	struct stat st;
	struct cache c;

	CHECK(!cache_read(a, &c, &at, whole.key));
	cache_write(a, &at, &whole);
	CHECK(cache_read(a, &c, &at, whole.key));
	CHECK_NUM(c.nitems, 3);
	CHECK(!cache_read(a, &c, &at, STR("another key\n")));
	CHECK(stat(at.file.p, &st) == 0 && (st.st_mode & 077) == 0);
	CHECK(stat(at.secret.p, &st) == 0 && (st.st_mode & 0777) == 0600);
	other.secret = arena_join(a, (const struct str[]){ folder,
							   STR("/t") }, 2);
	CHECK(!cache_read(a, &c, &other, whole.key));
	CHECK(cache_read(a, &c, &at, whole.key));
	CHECK(chmod(at.secret.p, 0640) == 0);
	CHECK(!cache_read(a, &c, &at, whole.key));
}

/* Of a place only whether something stands there, and what. */
static void
check_place(struct arena *a, struct str folder, struct str path)
{
	struct str other = arena_join(a, (const struct str[]){ folder,
							STR("/g") }, 2);
	struct cache_file f;

	cache_look_place(&f, path);
	CHECK(cache_same(&f));
	CHECK(file_keep(a, path, STR("one")));
	CHECK(!cache_same(&f));
	cache_look_place(&f, path);
	CHECK(file_keep(a, path, STR("another")));
	CHECK(cache_same(&f));
	CHECK(rename(path.p, other.p) == 0);
	CHECK(symlink(other.p, path.p) == 0);
	CHECK(!cache_same(&f));
	cache_look_place(&f, path);
	CHECK(cache_same(&f));
	CHECK(unlink(path.p) == 0);
	CHECK(!cache_same(&f));
	CHECK(mkdir(path.p, 0700) == 0);
	CHECK(!cache_same(&f));
	CHECK(rmdir(path.p) == 0);
}

static void
check_files(struct arena *a, struct str folder)
{
	struct str path = arena_join(a, (const struct str[]){ folder,
							      STR("/f") }, 2);
	struct file_stamp before;
	struct cache_file f;

	cache_look(&f, path);
	CHECK(cache_same(&f));
	CHECK(file_keep(a, path, STR("one")));
	CHECK(!cache_same(&f));
	cache_look(&f, path);
	before = f.stamp;
	CHECK(cache_same(&f));
	CHECK(file_keep(a, path, STR("one"))); /* another file, same bytes */
	CHECK(cache_same(&f));
	CHECK(!file_stamp_equal(&f.stamp, &before));
	CHECK(file_keep(a, path, STR("two")));
	CHECK(!cache_same(&f));
	CHECK(unlink(path.p) == 0);
	CHECK(!cache_same(&f));
	check_place(a, folder, path);
}

int
main(void)
{
	struct arena *a = arena_make();
	struct diag *d = diag_make(a);
	struct private_folder folder;
	struct buf bytes = { 0 };

	CHECK(file_private(a, &folder, STR("/tmp"), d));
	cache_emit(&bytes, &whole);
	check_round(a, buf_str(&bytes));
	check_damage(a, buf_str(&bytes));
	check_settled();
	check_sealed(a, folder.path);
	check_files(a, folder.path);
	buf_free(&bytes);
	file_private_end(&folder, d);
	arena_free(a);
	CHECK_DONE();
}
