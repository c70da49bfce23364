/*
 * The assert macros of the unit tests. A check that fails prints where it
 * stands, what it got and what it wanted, and the test goes on; CHECK_DONE
 * at the end of main prints the tally and returns the exit status.
 *
 *	int main(void)
 *	{
 *		CHECK(str_equal(a, b));
 *		CHECK_STR(str_trim(STR(" x ")), "x");
 *		CHECK_NUM(page->nclaims, 3);
 *		CHECK_DONE();
 *	}
 *
 * In a table, CHECK_ROW(name) before the checks of a row names the row in
 * what they print. The texts are a struct str or a C string each.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "str.h"

struct check_state {
	int passed, failed;
	char row[120];
};

static struct check_state check_tally;

static inline bool check_note(bool good, const char *file, int line)
{
	if (good) {
		check_tally.passed++;
		return true;
	}
	check_tally.failed++;
	fprintf(stderr, "%s:%d: ", file, line);
	if (check_tally.row[0])
		fprintf(stderr, "row '%s': ", check_tally.row);
	return false;
}

static inline void check_true(bool good, const char *what, const char *file,
			      int line)
{
	if (!check_note(good, file, line))
		fprintf(stderr, "failed: %s\n", what);
}

static inline struct str check_same(struct str s)
{
	return s;
}

static inline void check_str(struct str got, struct str want, const char *file,
			     int line)
{
	if (!check_note(str_equal(got, want), file, line))
		fprintf(stderr, "got\n\t'" STR_FMT "'\nwanted\n\t'" STR_FMT
			"'\n", STR_ARG(got), STR_ARG(want));
}

static inline void check_num(double got, double want, const char *file,
			     int line)
{
	bool good = !(got < want) && !(got > want) && isnan(got) == isnan(want);

	if (!check_note(good, file, line))
		fprintf(stderr, "got %.17g, wanted %.17g\n", got, want);
}

static inline void check_row(struct str name)
{
	snprintf(check_tally.row, sizeof(check_tally.row), STR_FMT,
		 STR_ARG(name));
}

static inline int check_done(void)
{
	printf("%d passed, %d failed\n", check_tally.passed,
	       check_tally.failed);
	return check_tally.failed != 0;
}

#define CHECK_TEXT(x)                                                         \
	_Generic((x), struct str: check_same, char *: str_of,                 \
		 const char *: str_of)(x)

#define CHECK(expr) check_true((expr), #expr, __FILE__, __LINE__)
#define CHECK_STR(got, want)                                                  \
	check_str(CHECK_TEXT(got), CHECK_TEXT(want), __FILE__, __LINE__)
#define CHECK_NUM(got, want)                                                  \
	check_num((double)(got), (double)(want), __FILE__, __LINE__)
#define CHECK_ROW(name) check_row(CHECK_TEXT(name))
#define CHECK_DONE() return check_done()
