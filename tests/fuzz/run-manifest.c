/*
 * Any bytes as the MANIFEST of a pack. Promised of one that is taken: jobs have
 * names of their own, by which they are found, and a cubin; a case has a
 * launch, and its launches, checks and ticks speak of buffers that it has; a
 * test has points, and its formulas are worth the same twice, or nothing; and
 * the whole reads the same a second time.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "device.h"
#include "formula.h"
#include "fuzz.h"
#include "number.h"
#include "pack.h"
#include "pack_test.h"

enum {
	BYTES = 1024, /* of a variable's numbers */
	TIMES = 4,    /* numbers of a reference */
};

static void
write_manifest(const char *folder, const uint8_t *data, size_t len)
{
	char path[80];
	FILE *f;

	snprintf(path, sizeof(path), "%s/MANIFEST", folder);
	f = fopen(path, "wb");
	expect(f && fwrite(data, 1, len, f) == len);
	expect(fclose(f) == 0);
}

static bool
is_buffer(const struct pack_case *c, int i)
{
	return i >= 0 && (size_t)i < c->nbuffers;
}

static void
expect_launch(const struct pack_case *c, const struct case_launch *l)
{
	size_t i;

	expect(l->entry && l->nargs <= PACK_ARGS);
	for (i = 0; i < l->nargs; i++)
		expect(l->args[i].kind != ARG_BUFFER ||
		       is_buffer(c, l->args[i].buffer));
}

static void
expect_case(const struct pack_case *c)
{
	size_t i;

	expect(c->nlaunches > 0 && c->nlaunches <= PACK_LAUNCHES);
	expect(c->nbuffers <= PACK_BUFFERS && c->nchecks <= PACK_CHECKS);
	expect(c->measure != MEASURE_NONE && c->n >= 2 && !(c->n & (c->n - 1)));
	expect(c->cycles == PACK_NONE || is_buffer(c, c->cycles));
	for (i = 0; i < c->nlaunches; i++)
		expect_launch(c, &c->launches[i]);
	for (i = 0; i < c->nchecks; i++)
		expect(is_buffer(c, c->checks[i].out));
}

/* What the formulas of a test may speak of. */
struct world {
	struct formula_variable variables[TEST_VARIABLES];
	struct formula_reference references[TEST_REFERENCES];
	struct worth worths[TIMES];
	unsigned char bytes[BYTES];
};

static void
make_world(struct world *w, const struct pack_test *t)
{
	size_t i;

	memset(w, 0, sizeof(*w));
	for (i = 0; i < sizeof(w->bytes); i++)
		w->bytes[i] = (unsigned char)(i * 37);
	for (i = 0; i < TIMES; i++)
		w->worths[i] = worth_real((double)i - 1.5);
	for (i = 0; i < t->nvariables; i++)
		w->variables[i] = (struct formula_variable){
			.before = w->bytes, .after = w->bytes,
			.type = t->variables[i].type, .lanes = 1,
			.count = BYTES / 8,
		};
	for (i = 0; i < TEST_REFERENCES; i++)
		w->references[i] = (struct formula_reference){ w->worths,
							       TIMES };
}

static void
try_formula(const struct world *w, const struct formula *f)
{
	struct formula_world world = { w->variables, w->references, 0 };
	struct worth one, two;
	bool good;

	for (world.i = 0; f->n && world.i < 3; world.i++) {
		memset(&one, 0, sizeof(one));
		memset(&two, 0, sizeof(two));
		good = formula_eval(f, &world, &one);
		expect(good == formula_eval(f, &world, &two));
		expect(!good || !memcmp(&one.value, &two.value,
					sizeof(one.value)));
		expect(!good || one.bits == two.bits);
	}
}

static void
expect_test(const struct pack_test *t)
{
	int64_t values[TEST_RANGES];
	size_t points = test_points(t), i;
	struct world w;

	expect(points <= TEST_POINTS);
	if (points)
		expect(test_point(t, points - 1, values) <= TEST_RANGES);
	make_world(&w, t);
	for (i = 0; i < t->nvariables; i++) {
		try_formula(&w, &t->variables[i].size);
		try_formula(&w, &t->variables[i].args[0]);
		try_formula(&w, &t->variables[i].args[1]);
	}
	for (i = 0; i < t->nlaunches; i++)
		expect(t->launches[i].symbol < t->nsymbols);
	for (i = 0; i < t->nchecks; i++) {
		try_formula(&w, &t->checks[i].count);
		try_formula(&w, &t->checks[i].left);
		try_formula(&w, &t->checks[i].right);
		try_formula(&w, &t->checks[i].rel);
	}
}

static void
expect_pack(const struct pack *p)
{
	size_t i, k;

	for (i = 0; i < p->njobs; i++) {
		const struct pack_job *job = &p->jobs[i];

		expect(pack_find(p, job->name) == i);
		expect(job->key && job->cubin && job->target && job->limit);
		expect(job->test || job->ncases);
		expect(!job->npoints || job->npoints == job->ncases);
		for (k = 0; k < job->ncases; k++)
			expect_case(&job->cases[k]);
		if (job->test)
			expect_test(job->test);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static char folder[] = "/tmp/kbc-fuzz-XXXXXX";
	struct arena a = { 0 };
	struct pack p, again;

	if (folder[sizeof(folder) - 2] == 'X')
		expect(mkdtemp(folder) != NULL);
	write_manifest(folder, data, len);
	if (pack_read(&a, folder, &p)) {
		expect_pack(&p);
		expect(pack_read(&a, folder, &again));
		expect(again.njobs == p.njobs &&
		       !strcmp(again.sha256, p.sha256));
	}
	arena_free(&a);
	return 0;
}
