/*
 * The rule's vectors: each row is a list of runs and the verdict that any
 * implementation must reach. `100x118` is 118 copies; `;` starts a new run.
 */
#include "check.h"
#include "arena.h"
#include "judge.h"
#include "value.h"

#include <math.h>
#include <stdlib.h>

#define A "100 100.1 99.9 100.2 99.8 100 100.1 99.9 100 108"
#define F "105 105.1 104.9 105 105.2 104.8 105 105.1 104.9 105"
#define F2 "105.1 105 104.9 105 105.1 105.2 104.8 105 105 105.1"
#define L "97 97.1 96.9 97 97.2 96.8 97 97.1 96.9 97"
#define E "1.991 1.992 1.990 1.991 1.985 2.000 1.991 1.992 1.991 1.991"

struct row {
	const char *runs;
	double low, high;
	enum judgement want;
	double j_low, j_high; /* 0: not looked at */
	const char *reason;   /* NULL: not looked at */
};

static const struct row rows[] = {
	{ A, 98, 102, JUDGE_CONFIRMED, 99.9, 100.2, "" },
	{ "101.9 102 102.1 102.2 102.1 102 101.9 102 102.1 102",
	  98, 102, JUDGE_CONFIRMED, 0, 0, "" },
	{ "102.3 102.4 102.5 102.6 102.7 102.3 102.4 102.5 102.6 102.4",
	  98, 102, JUDGE_CONFIRMED, 0, 0, "" },
	{ "100 100.1 99.9 100 100 100.1 99.9 100 108 109",
	  98, 102, JUDGE_MORE, 0, 0, NULL },
	{ F, 98, 102, JUDGE_AGAIN, 0, 0, NULL },
	{ F ";" F2, 98, 102, JUDGE_REFUTED, 0, 0, "" },
	{ F "; 100 100.1 99.9 100 100 100.1 99.9 100 100.1 100",
	  98, 102, JUDGE_INCONCLUSIVE, 0, 0, "runs disagree" },
	{ "102.6 102.7 102.5 102.6 102.6 102.7 102.5 102.6x3;"
	  "102.4 102.4 102.5 102.4 102.4 102.5 102.3 102.4x3",
	  98, 102, JUDGE_CONFIRMED, 0, 0, "" },
	{ F ";" F2 "; 102.4x10", 98, 102, JUDGE_REFUTED, 0, 0, "" },
	{ "100x118 113x42", 98, 102, JUDGE_CONFIRMED, 0, 0, "" },
	{ "100x80 113x80", 98, 102, JUDGE_INCONCLUSIVE, 0, 0, "bimodal" },
	{ "100x27 113x13", 98, 102, JUDGE_CONFIRMED, 0, 0, "" },
	{ "100x26 113x14", 98, 102, JUDGE_MORE, 0, 0, NULL },
	{ A ";" A ";" A ";" A ";" A ";" A ";" A ";" A ";" A ";" F,
	  98, 102, JUDGE_CONFIRMED, 0, 0, "" },
	{ A ";" F, 98, 102, JUDGE_INCONCLUSIVE, 0, 0, "runs disagree" },
	{ A "; 102.6 102.7 102.6x3 102.7 102.6x4",
	  98, 102, JUDGE_CONFIRMED, 0, 0, "" },
	{ L ";" L, 98, INFINITY, JUDGE_REFUTED, 0, 0, "" },
	{ L, -INFINITY, 98, JUDGE_CONFIRMED, 0, 0, "" },
	{ "4.28125x10", 4.116, 4.284, JUDGE_CONFIRMED, 0, 0, "" },
	{ "4.28125x10; 4.28125x10", 3.92, 4.08, JUDGE_REFUTED, 0, 0, "" },
	{ E, 1.97 * 0.97, 1.97 * 1.03, JUDGE_CONFIRMED, 0, 0, "" },
	{ E ";" E, 1.84 * 0.97, 1.84 * 1.03, JUDGE_REFUTED, 0, 0, "" },
	{ "", 98, 102, JUDGE_MORE, 0, 0, NULL },
};

/* Appends `100` or `100x3` to the run. */
static void
add_values(struct series *run, const char *word)
{
	char *end;
	double v = strtod(word, &end);
	long copies = *end == 'x' ? strtol(end + 1, NULL, 10) : 1;

	while (copies-- > 0)
		run->v[run->n++] = v;
}

static size_t
parse_runs(struct arena *a, struct series *runs, const char *text)
{
	struct str rest = str_of(text), run, word;
	size_t n = 0;

	while (str_split(&run, &rest, ';')) {
		runs[n] = (struct series){ STR("run"),
			arena_alloc(a, 400 * sizeof(double)), 0 };
		run = str_trim(run);
		while (str_split(&word, &run, ' '))
			if (word.n > 0)
				add_values(&runs[n],
					   arena_copy(a, word).p);
		n++;
	}
	return n;
}

static void
check_vector(const struct row *r)
{
	struct arena *a = arena_make();
	struct series runs[16];
	struct judged out;
	size_t n = parse_runs(a, runs, r->runs);

	CHECK_ROW(r->runs);
	judge_fold(a, &out, (struct band){ r->low, r->high, 0.005 }, runs, n);
	CHECK_NUM(out.verdict, r->want);
	if (r->j_low > 0) {
		CHECK_NUM(out.low, r->j_low);
		CHECK_NUM(out.high, r->j_high);
	}
	if (r->reason)
		CHECK_STR(out.reason, r->reason);
	arena_free(a);
}

static void
check_ranks(void)
{
	static const size_t n[] = { 10, 20, 40, 80, 160, 1, 2, 3 };
	static const size_t k[] = { 2, 5, 14, 31, 68, 1, 1, 1 };

	CHECK_ROW("ranks");
	for (size_t i = 0; i < COUNT_OF(n); i++)
		CHECK_NUM(judge_rank(n[i]), k[i]);
}

/* Dropped replicates are left out; a run of nothing else changes nothing. */
static void
check_dropped(void)
{
	struct arena *a = arena_make();
	double good[] = { 100, NAN, 100.1, 99.9, NAN, 100, 100, 100, 100, 100 };
	double none[] = { NAN, NAN };
	struct series runs[] = {
		{ STR("1"), none, 2 }, { STR("2"), good, 10 },
	};
	struct judged out;

	CHECK_ROW("dropped");
	judge_fold(a, &out, (struct band){ 98, 102, 0.005 }, runs, 2);
	CHECK_NUM(out.verdict, JUDGE_CONFIRMED);
	CHECK(out.firm);
	judge_fold(a, &out, (struct band){ 98, 102, 0.005 }, runs, 1);
	CHECK_NUM(out.verdict, JUDGE_MORE);
	CHECK(isnan(out.middle));
	arena_free(a);
}

/* Where the rule may decide either way: behind an edge, two floors wide. */
static void
check_between(void)
{
	static const struct {
		const char *runs;
		double low, high;
		bool between;
	} at[] = {
		{ A, 98, 102, false },	{ "102x10", 98, 102, false },
		{ "102.1x10", 98, 102, true }, { "103x10", 98, 102, true },
		{ "103.1x10", 98, 102, false }, { "98x10", 98, 102, false },
		{ "97.9x10", 98, 102, true }, { "97x10", 98, 102, true },
		{ "96.9x10", 98, 102, false },
		{ "97.5x10", 98, INFINITY, true },
		{ "999x10", 98, INFINITY, false },
		{ "102.5x10; 104x10", 98, 102, false },
		{ "101x10; 104x10", 98, 102, false },
		{ "101.5x10; 102.9x10", 98, 102, true },
		{ "", 98, 102, false },
	};

	for (size_t i = 0; i < COUNT_OF(at); i++) {
		struct arena *a = arena_make();
		struct series runs[4];
		struct judged out;
		size_t n = parse_runs(a, runs, at[i].runs);

		CHECK_ROW(at[i].runs);
		judge_fold(a, &out,
			   (struct band){ at[i].low, at[i].high, 0.005 },
			   runs, n);
		CHECK(out.between == at[i].between);
		arena_free(a);
	}
}

int
main(void)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_vector(&rows[i]);
	check_between();
	check_ranks();
	check_dropped();
	CHECK_DONE();
}
