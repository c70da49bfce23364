/* Looking a record up finds what going through all of them would, in ledgers
   of any order and after records have left. */
#include "check.h"

#include "arena.h"
#include "evidence.h"
#include "evidence_parts.h"

#define NRECORDS 400

static const char *const jobs[] = {
	"fma-sm_90", "fma-sm_100", "fma", "copy-sm_90", "x", "",
};
static const char *const targets[] = { "sm_90", "sm_100", "" };
static const char *const slugs[] = { "h200", "b200", "a100" };

static size_t
below(uint64_t *state, size_t n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (size_t)(*state >> 33) % n;
}

static struct str
make_name(struct arena *a, uint64_t *state)
{
	return arena_printf(a, "%s-0000000%zu",
			    jobs[below(state, COUNT_OF(jobs))],
			    below(state, 4));
}

static void
fill(struct arena *a, struct ledger *l, uint64_t *state)
{
	l->items = arena_alloc(a, NRECORDS * sizeof *l->items);
	l->n = 0;
	while (l->n < NRECORDS) {
		struct evidence *e = &l->items[l->n++];

		e->name = make_name(a, state);
		e->target = str_of(targets[below(state, 3)]);
		e->device.slug = str_of(slugs[below(state, 3)]);
	}
}

/* --- the same, one by one ------------------------------------------------- */

static const struct evidence *
find(const struct ledger *l, struct str job, struct str device)
{
	const struct evidence *found = NULL;

	for (size_t i = 0; i < l->n; i++) {
		const struct evidence *e = &l->items[i];

		if (str_equal(e->name, job) && device_is(&e->device, device) &&
		    (!found || str_compare(e->device.slug,
					   found->device.slug) < 0))
			found = e;
	}
	return found;
}

static const struct evidence *
find_stale(const struct ledger *l, struct str job, struct str sm,
	   struct str device)
{
	struct str name = job_name(job, sm, BY_STEM);

	for (size_t i = 0; name.n > 0 && i < l->n; i++) {
		const struct evidence *e = &l->items[i];

		if (!str_equal(e->name, job) &&
		    str_equal(job_name(e->name, sm, BY_STEM), name) &&
		    (e->target.n == 0 || str_equal(e->target, sm)) &&
		    device_is(&e->device, device))
			return e;
	}
	return NULL;
}

static const struct evidence *
find_other(const struct ledger *l, struct str job, struct str sm)
{
	struct str name = job_name(job, sm, BY_FAMILY);

	for (size_t i = 0; name.n > 0 && i < l->n; i++) {
		const struct evidence *e = &l->items[i];

		if (e->target.n > 0 && !str_equal(e->target, sm) &&
		    str_equal(job_name(e->name, e->target, BY_FAMILY), name))
			return e;
	}
	return NULL;
}

static void
check_finding(struct arena *a, const struct ledger *l, uint64_t *state)
{
	static const char *const devices[] = { "", "h200", "*00", "none" };
	size_t found = 0;

	for (int i = 0; i < 2000; i++) {
		struct str job = make_name(a, state);
		struct str sm = str_of(targets[below(state, 3)]);
		struct str device = str_of(devices[below(state, 4)]);

		CHECK(ledger_find(l, job, device) == find(l, job, device));
		CHECK(ledger_find_stale(l, job, sm, device) ==
		      find_stale(l, job, sm, device));
		CHECK(ledger_find_other(l, job, sm) == find_other(l, job, sm));
		found += find(l, job, device) && find_stale(l, job, sm, device);
	}
	CHECK(found > 100);
}

static void
check_names(void)
{
	CHECK_STR(job_name(STR("a-sm_90-1a2b3c4d"), STR("sm_90"), BY_NAME),
		  "a-sm_90-1a2b3c4d");
	CHECK_STR(job_name(STR("a-sm_90-1a2b3c4d"), STR("sm_90"), BY_STEM),
		  "a-sm_90");
	CHECK_STR(job_name(STR("a-sm_90-1a2b3c4d"), STR("sm_90"), BY_FAMILY),
		  "a");
	CHECK_STR(job_name(STR("a-sm_90-1a2b3c4d"), STR("sm_9"), BY_FAMILY),
		  "a-sm_90");
	CHECK_STR(job_name(STR("short"), STR("sm_90"), BY_STEM), "");
}

int
main(void)
{
	struct arena *a = arena_make();
	uint64_t state = 7;
	struct ledger l = { 0 };

	check_names();
	CHECK(!ledger_find(&l, STR("fma"), STR("")));
	fill(a, &l, &state);
	jobs_make(a, &l);
	check_finding(a, &l, &state);
	l.n = NRECORDS / 2; /* the others are gone */
	jobs_make(a, &l);
	check_finding(a, &l, &state);
	arena_free(a);
	CHECK_DONE();
}
