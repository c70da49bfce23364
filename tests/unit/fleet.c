/*
 * What is wanted, shared out: what claims join stays together, nothing is
 * lost or doubled, parts cost about the same, and are the same each time.
 */
#include "check.h"
#include "arena.h"
#include "fleet.h"
#include "pack.h"
#include "plan.h"

enum { TARGETS = 10 };

/* Claims by the targets they name: a digit each, claims with blanks between. */
static void
make_plan(struct arena *a, struct plan *p, const char *claims)
{
	size_t claim = 0;

	*p = (struct plan){ .ntargets = TARGETS };
	p->targets = arena_alloc(a, TARGETS * sizeof *p->targets);
	for (size_t i = 0; i < TARGETS; i++)
		p->targets[i].npoints = i + 1;
	for (; *claims; claims++) {
		if (*claims == ' ') {
			claim++;
			continue;
		}
		p->uses = arena_grow(a, p->uses, p->nuses, &p->capuses,
				     sizeof *p->uses);
		p->uses[p->nuses++] = (struct use){
			.claim = claim, .target = (size_t)(*claims - '0'),
		};
	}
}

static const struct {
	const char *name, *claims;
	size_t most;
	const char *wanted, *want; /* targets; parts of them */
} rows[] = {
	{ "alone", "0 1 2 3", 2, "0123", "03|12" },
	{ "one part", "0 1 2 3", 1, "0123", "0123" },
	{ "joined", "01 23", 4, "0123", "23|01" },
	{ "through others", "01 12 23 45", 9, "012345", "45|0123" },
	{ "not wanted joins nothing", "01 12", 9, "02", "2|0" },
	{ "order of a claim", "93 30", 9, "0139", "039|1" },
	{ "by cost", "9 0 1 2 3", 2, "01239", "9|0123" },
	{ "fewer than asked", "0", 8, "0", "0" },
	{ "nothing", "0 1", 3, "", "" },
};

/* The parts as rows have them. */
static struct str
tell(struct arena *a, const struct fleet_split *s)
{
	char text[64];
	size_t at = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (i > 0)
			text[at++] = '|';
		for (size_t t = 0; t < TARGETS; t++)
			if (s->part[t] == i)
				text[at++] = (char)('0' + t);
	}
	return arena_copy(a, (struct str){ text, at });
}

static void
try_row(size_t i)
{
	struct arena *a = arena_make();
	size_t replicates[TARGETS] = { 0 };
	struct pack_wants wants = { .replicates = replicates };
	struct fleet_split s;
	struct plan p;

	make_plan(a, &p, rows[i].claims);
	for (const char *c = rows[i].wanted; *c; c++)
		replicates[*c - '0'] = 10;
	fleet_split(a, &s, &p, &wants, rows[i].most);
	CHECK_ROW(rows[i].name);
	CHECK_STR(tell(a, &s), rows[i].want);
	for (size_t k = 0; k < s.n; k++)
		CHECK(s.parts[k].njobs > 0 && s.parts[k].cost > 0 &&
		      s.parts[k].number == k);
	arena_free(a);
}

/* What the profiler alone is asked for, of jobs and of names. */
static void
check_counts(void)
{
	struct arena *a = arena_make();
	size_t replicates[TARGETS] = { 0, 10 };
	bool counts[TARGETS] = { true, false, true };
	struct pack_wants wants = { replicates, counts, true };
	size_t mine[TARGETS];
	bool counted[TARGETS];
	struct fleet_share of = { TARGETS, mine, counted, false };
	struct fleet_split s;
	struct plan p;

	make_plan(a, &p, "0 1 2");
	fleet_split(a, &s, &p, &wants, 3);
	CHECK_NUM(s.n, 3);
	fleet_wants(&of, &s, 0, &wants);
	CHECK(counted[0] && !counted[2] && !of.metrics);
	fleet_wants(&of, &s, 1, &wants);
	CHECK(counted[2] && mine[2] == 0 && mine[1] == 0 && !of.metrics);
	fleet_wants(&of, &s, 2, &wants);
	CHECK(mine[1] == 10 && !counted[0] && of.metrics);
	memset(counts, 0, sizeof counts);
	memset(replicates, 0, sizeof replicates);
	fleet_split(a, &s, &p, &wants, 3);
	CHECK_NUM(s.n, 1);
	CHECK(s.parts[0].metrics && s.parts[0].njobs == 0);
	arena_free(a);
}

int
main(void)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		try_row(i);
	check_counts();
	CHECK_DONE();
}
