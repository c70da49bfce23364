/* What is hidden, and what a word looks like. */
#include "arena.h"
#include "check.h"
#include "glyph.h"

static void
check_decode(void)
{
	static const struct {
		struct str bytes;
		size_t n;
		uint32_t point;
	} rows[] = {
		{ STR_INIT("a"), 1, 'a' },
		{ STR_INIT("\xc3\xa4"), 2, 0xe4 },
		{ STR_INIT("\xe2\x80\x8b!"), 3, 0x200b },
		{ STR_INIT("\xf4\x8f\xbf\xbf"), 4, 0x10ffff },
		{ STR_INIT("\xf4\x90\x80\x80"), 0, 0 }, /* beyond */
		{ STR_INIT("\xc0\xaf"), 0, 0 },         /* overlong */
		{ STR_INIT("\xe0\x80\xaf"), 0, 0 },
		{ STR_INIT("\xed\xa0\x80"), 0, 0 },     /* surrogate */
		{ STR_INIT("\xe2\x80"), 0, 0 },         /* cut */
		{ STR_INIT("\x80"), 0, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		uint32_t point = 0;

		CHECK_NUM(glyph_decode(rows[i].bytes, &point), rows[i].n);
		CHECK_NUM(point, rows[i].point);
	}
}

static void
check_hidden(void)
{
	static const uint32_t needless[] = {
		0xad, 0x61c, 0x200b, 0x200e, 0x202e, 0x2060, 0x2069, 0x3164,
		0xfeff, 0xe0001, 0xe0041,
	};
	static const uint32_t used[] = { 0x200c, 0x200d, 0xfe0f, 0xe0100 };
	static const uint32_t seen[] = { ' ', 'a', 0xa0, 0xe4, 0x301, 0x2009,
					 0x3000, 0x1f600 };

	for (size_t i = 0; i < COUNT_OF(needless); i++)
		CHECK(glyph_is_needless(needless[i]) &&
		      glyph_is_hidden(needless[i]));
	for (size_t i = 0; i < COUNT_OF(used); i++)
		CHECK(!glyph_is_needless(used[i]) && glyph_is_hidden(used[i]));
	for (size_t i = 0; i < COUNT_OF(seen); i++)
		CHECK(!glyph_is_hidden(seen[i]));
	CHECK(glyph_turns(0x202e) && glyph_turns(0x200f));
	CHECK(!glyph_turns(0x200b) && !glyph_turns(0x200d));
}

static void
check_looks(struct arena *a)
{
	static const struct {
		struct str word, looks;
		bool poses;
	} rows[] = {
		{ STR_INIT("status"), STR_INIT("status"), false },
		{ STR_INIT("st\xd0\xb0tus"), STR_INIT("status"), true },
		{ STR_INIT("\xef\xbd\x93tatus"), STR_INIT("status"), true },
		{ STR_INIT("sta\xe2\x80\x8btus"), STR_INIT("status"), true },
		{ STR_INIT("k\xd0\xac\xd0\xa1:"), STR_INIT("kbC:"), true },
		/* a word of another language, and an accent, are themselves */
		{ STR_INIT("\xd0\xb3\xd0\xbe\xd0\xb4"),
		  STR_INIT("\xd0\xb3o\xd0\xb4"), false },
		{ STR_INIT("caf\xc3\xa9"), STR_INIT("caf\xc3\xa9"), false },
		{ STR_INIT("a\xff"), STR_INIT("a\xff"), false },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		CHECK_STR(glyph_skeleton(a, rows[i].word), rows[i].looks);
		CHECK(glyph_poses(a, rows[i].word) == rows[i].poses);
	}
}

int
main(void)
{
	struct arena *a = arena_make();

	check_decode();
	check_hidden();
	check_looks(a);
	arena_free(a);
	CHECK_DONE();
}
