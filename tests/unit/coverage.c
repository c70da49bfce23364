/* The share of checked numbers, and its badge. */
#include "arena.h"
#include "buf.h"
#include "check.h"
#include "coverage.h"

static const struct {
	size_t bound, derived, ignored, unbound;
	int want;
	const char *title, *ground;
} shares[] = {
	{ 0, 0, 0, 0, -1, "checked: none<", "#595959" },
	{ 0, 0, 7, 0, -1, "checked: none<", "#595959" },
	{ 0, 0, 0, 3, 0, "checked: 0%<", "#b42318" },
	{ 1, 0, 0, 0, 100, "checked: 100%<", "#1a7f37" },
	{ 1, 1, 9, 2, 50, "checked: 50%<", "#8a5a00" },
	{ 999, 0, 0, 1, 99, "checked: 99%<", "#1a7f37" },
	{ 0, 89, 0, 11, 89, "checked: 89%<", "#8a5a00" },
	{ 49, 0, 0, 51, 49, "checked: 49%<", "#b42318" },
};

static bool
holds(const struct buf *b, const char *text)
{
	struct str s = buf_str(b);

	return str_find(s, str_of(text)) < s.n;
}

static void
test_shares(void)
{
	for (size_t i = 0; i < COUNT_OF(shares); i++) {
		struct coverage c = { .count = {
			[COVERAGE_BOUND] = shares[i].bound,
			[COVERAGE_DERIVED] = shares[i].derived,
			[COVERAGE_IGNORED] = shares[i].ignored,
			[COVERAGE_UNBOUND] = shares[i].unbound,
		} };
		struct buf b = { 0 };

		CHECK_ROW(shares[i].title);
		CHECK_NUM(coverage_percent(&c), shares[i].want);
		coverage_badge(&b, &c);
		CHECK(holds(&b, shares[i].title));
		CHECK(holds(&b, shares[i].ground));
		buf_free(&b);
	}
	CHECK_ROW("");
}

static void
test_add(void)
{
	struct coverage sum = { .count = { 1, 2, 3, 4, 5 } };
	const struct coverage more = { .count = { 10, 20, 30, 40, 50 } };

	coverage_add(&sum, &more);
	for (int i = 0; i < COVERAGE_KINDS; i++)
		CHECK_NUM(sum.count[i], 11 * (i + 1));
}

int
main(void)
{
	test_shares();
	test_add();
	CHECK_DONE();
}
