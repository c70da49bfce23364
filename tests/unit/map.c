/* A map keeps the first value of a key, however many others there are. */
#include "arena.h"
#include "check.h"
#include "map.h"

static void
check_few(struct arena *a)
{
	struct map m = { .arena = a };

	CHECK(map_find(&m, STR("a")) == SIZE_MAX);
	CHECK(map_add(&m, STR("a"), 3) == 3);
	CHECK(map_add(&m, STR("a"), 4) == 3);
	CHECK(map_add(&m, STR(""), 7) == 7);
	CHECK(map_find(&m, STR("a")) == 3);
	CHECK(map_find(&m, STR("")) == 7);
	CHECK(map_find(&m, STR("ab")) == SIZE_MAX);
	CHECK(m.n == 2);
}

static void
check_many(struct arena *a)
{
	struct map m = { .arena = a };
	size_t wrong = 0;

	for (size_t i = 0; i < 20000; i++)
		map_add(&m, arena_printf(a, "key-%zu", i * 7), i);
	for (size_t i = 0; i < 20000 * 7; i++) {
		size_t found = map_find(&m, arena_printf(a, "key-%zu", i));

		wrong += found != (i % 7 ? SIZE_MAX : i / 7);
	}
	CHECK_NUM(wrong, 0);
	CHECK_NUM(m.n, 20000);
	CHECK(m.n * 2 <= m.room);
}

int
main(void)
{
	struct arena *a = arena_make();

	check_few(a);
	check_many(a);
	arena_free(a);
	CHECK_DONE();
}
