/*
 * Arena, buffer and digest: the bytes given out are zeroed, aligned, disjoint
 * and stay where they are.
 */
#include <stdalign.h>

#include "arena.h"
#include "buf.h"
#include "check.h"
#include "hash.h"

static bool
is_zero(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (p[i] != 0)
			return false;
	}
	return true;
}

static void
test_alloc(void)
{
	static const size_t sizes[] = {
		0, 1, 2, 7, 8, 15, 16, 17, 100, 4096, 65535, 65536, 65537,
		1 << 20, (1 << 20) + 1, 3 << 20, 1, 0,
	};
	struct arena *a = arena_make();
	char *places[COUNT_OF(sizes)];
	size_t total = 0;

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		places[i] = arena_alloc(a, sizes[i]);
		total += sizes[i];
		CHECK_NUM((uintptr_t)places[i] % alignof(max_align_t), 0);
		CHECK(is_zero(places[i], sizes[i]));
		memset(places[i], (int)i + 1, sizes[i]);
	}
	CHECK_NUM(arena_size(a), total);
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		for (size_t at = 0; at < sizes[i]; at += sizes[i] / 3 + 1)
			CHECK_NUM(places[i][at], i + 1);
	}
	arena_free(a);
	arena_free(NULL);
}

static void
test_many(void)
{
	struct arena *a = arena_make();
	int *last = NULL;

	for (int i = 0; i < 100000; i++) {
		int *p = arena_alloc(a, sizeof(*p));

		if (*p != 0 || p == last)
			CHECK(!"a place that is not new");
		*p = i;
		last = p;
	}
	CHECK_NUM(arena_size(a), 100000 * sizeof(int));
	arena_free(a);
}

static void
test_text(void)
{
	struct arena *a = arena_make();
	struct str s = arena_copy(a, STR("a\0b"));

	CHECK_STR(s, STR("a\0b"));
	CHECK_NUM(s.p[s.n], 0);
	s = arena_copy(a, (struct str){ NULL, 0 });
	CHECK(s.p && s.n == 0 && s.p[0] == 0);
	s = arena_printf(a, "%s-%d", "x", 12);
	CHECK_STR(s, "x-12");
	CHECK_NUM(s.p[s.n], 0);
	CHECK_STR(arena_printf(a, "%s", ""), "");
	CHECK_NUM(arena_printf(a, "%*s", 200000, "").n, 200000);
	arena_free(a);
}

static void
test_grow(void)
{
	struct arena *a = arena_make();
	uint32_t *items = NULL;
	size_t cap = 0;

	for (size_t n = 0; n < 1000; n++) {
		items = arena_grow(a, items, n, &cap, sizeof(*items));
		CHECK_NUM(items[n], 0);
		CHECK(cap > n);
		items[n] = (uint32_t)n;
	}
	for (size_t n = 0; n < 1000; n += 37)
		CHECK_NUM(items[n], n);
	arena_free(a);
}

static void
test_buf(void)
{
	struct buf b = { 0 };

	CHECK_STR(buf_str(&b), "");
	buf_add(&b, (struct str){ NULL, 0 });
	buf_add(&b, STR("a\0b"));
	buf_add_byte(&b, 'c');
	buf_printf(&b, "%d%s", 7, "");
	CHECK_STR(buf_str(&b), STR("a\0bc7"));
	buf_clear(&b);
	CHECK_NUM(b.n, 0);
	for (int i = 0; i < 1000; i++)
		buf_printf(&b, "%03d", i);
	CHECK_NUM(b.n, 3000);
	CHECK_STR(str_slice(buf_str(&b), 2997, 3), "999");
	buf_free(&b);
	CHECK(!b.p && !b.n && !b.cap);
	buf_free(&b);
}

static void
test_hash(void)
{
	/* FIPS 180-4, examples. */
	static const struct pair {
		const char *s, *want;
	} rows[] = {
		{ "", "e3b0c44298fc1c149afbf4c8996fb924"
		      "27ae41e4649b934ca495991b7852b855" },
		{ "abc", "ba7816bf8f01cfea414140de5dae2223"
			 "b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		  "248d6a61d20638b8e5c026930c3e6039"
		  "a33ce45964ff2167f6ecedd419db06c1" },
	};
	struct arena *a = arena_make();

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		CHECK_STR(hash_hex(a, str_of(rows[i].s)), rows[i].want);
	CHECK_STR(hash_hex(a, (struct str){ NULL, 0 }), rows[0].want);
	arena_free(a);
}

/* RFC 4231, cases 1, 2 and 6: keys below and above the length of a block. */
static void
test_seal(void)
{
	static const struct {
		const char *secret, *s, *want;
		size_t times; /* the secret is that often its first byte */
	} rows[] = {
		{ "\x0b", "Hi There", "b0344c61d8db38535ca8afceaf0bf12b"
		  "881dc200c9833da726e9376c2e32cff7", 20 },
		{ "Jefe", "what do ya want for nothing?",
		  "5bdcc146bf60754e6a042426089575c7"
		  "5a003f089d2739839dec58b964ec3843", 0 },
		{ "\xaa", "Test Using Larger Than Block-Size Key - Hash Key "
		  "First", "60e431591ee0b67f0d8a26aacbf5b77f"
		  "8e0bc6213728c5140546040f0ee37f54", 131 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str secret = str_of(rows[i].secret);
		struct buf key = { 0 }, hex = { 0 };
		struct digest d;

		for (size_t k = 0; k < rows[i].times; k++)
			buf_add_byte(&key, secret.p[0]);
		hash_seal(&d, key.n > 0 ? buf_str(&key) : secret,
			  str_of(rows[i].s));
		for (size_t k = 0; k < sizeof(d.bytes); k++)
			buf_printf(&hex, "%02x", d.bytes[k]);
		CHECK_STR(buf_str(&hex), rows[i].want);
		buf_free(&key);
		buf_free(&hex);
	}
}

int
main(void)
{
	test_alloc();
	test_many();
	test_text();
	test_grow();
	test_buf();
	test_hash();
	test_seal();
	CHECK_DONE();
}
