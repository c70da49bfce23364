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
tell(struct arena *a, const struct fleet_part *parts, size_t n)
{
	char text[64];
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			text[at++] = '|';
		for (size_t t = 0; t < TARGETS; t++)
			if (parts[i].replicates[t] > 0)
				text[at++] = (char)('0' + t);
	}
	return arena_copy(a, (struct str){ text, at });
}

static void
try_row(size_t i)
{
	struct arena *a = arena_make();
	size_t replicates[TARGETS] = { 0 }, n;
	struct pack_wants wants = { .replicates = replicates };
	struct fleet_part *parts;
	struct plan p;

	make_plan(a, &p, rows[i].claims);
	for (const char *c = rows[i].wanted; *c; c++)
		replicates[*c - '0'] = 10;
	n = fleet_split(a, &parts, &p, &wants, rows[i].most);
	CHECK_ROW(rows[i].name);
	CHECK_STR(tell(a, parts, n), rows[i].want);
	for (size_t k = 0; k < n; k++)
		CHECK(parts[k].njobs > 0 && parts[k].cost > 0);
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
	struct fleet_part *parts;
	struct plan p;

	make_plan(a, &p, "0 1 2");
	CHECK_NUM(fleet_split(a, &parts, &p, &wants, 3), 3);
	CHECK(parts[0].counts[0] && !parts[0].counts[2]);
	CHECK(parts[1].counts[2] && parts[1].replicates[2] == 0);
	CHECK(parts[2].replicates[1] == 10 && parts[2].metrics);
	CHECK(!parts[0].metrics && !parts[1].metrics);
	memset(counts, 0, sizeof counts);
	memset(replicates, 0, sizeof replicates);
	CHECK_NUM(fleet_split(a, &parts, &p, &wants, 3), 1);
	CHECK(parts[0].metrics && parts[0].njobs == 0);
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
