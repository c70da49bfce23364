/*
 * Any bytes as what the profiler prints: its table of launches, its list of
 * metrics. Promised: as many values a launch as were asked for, each a finite
 * number or none; every name of the list is one of a metric; a unit for each;
 * cells have no line's end; and the same a second time.
 */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "fault.h"
#include "fuzz.h"
#include "ncu.h"
#include "ncu_csv.h"
#include "ncu_parts.h"

static const char *const metrics[] = {
	"smsp__inst_executed.sum", "dram__bytes.sum.per_second", "ID",
};

enum { METRICS = sizeof(metrics) / sizeof(metrics[0]) };

static void
expect_cell(const char *cell)
{
	expect(cell && !strpbrk(cell, "\r\n"));
}

static bool
read_values(struct arena *a, const char *text, struct ncu_values *v)
{
	const struct ncu_job job = { .metrics = metrics,
				     .nmetrics = METRICS };
	size_t i, k;

	if (!ncu_parse_values(a, text, &job, v))
		return false;
	for (i = 0; i < METRICS; i++)
		expect_cell(v->units[i]);
	for (i = 0; i < v->nlaunches; i++) {
		expect_cell(v->launches[i].kernel);
		for (k = 0; k < METRICS; k++)
			expect(isnan(v->launches[i].values[k]) ||
			       isfinite(v->launches[i].values[k]));
	}
	return true;
}

static void
expect_same(const struct ncu_values *x, const struct ncu_values *y)
{
	size_t i;

	expect(x->nlaunches == y->nlaunches);
	for (i = 0; i < x->nlaunches; i++) {
		expect(!strcmp(x->launches[i].kernel, y->launches[i].kernel));
		expect(!memcmp(x->launches[i].values, y->launches[i].values,
			       METRICS * sizeof(double)));
	}
}

static void
try_list(struct arena *a, const char *text)
{
	struct ncu_list l = { 0 };
	size_t i, before;

	ncu_parse_list(a, text, "NVIDIA H200", &l);
	for (i = 0; i < l.n; i++) {
		const char *name = l.items[i].name;

		expect(strstr(name, "__") != NULL);
		expect(ncu_base(name) <= strlen(name));
		expect(ncu_has_suffix(name) == (name[ncu_base(name)] == '.'));
		expect_cell(l.items[i].kind);
		expect_cell(l.items[i].unit);
		expect_cell(l.items[i].text);
	}
	before = l.n;
	ncu_parse_list(a, text, "NVIDIA H200", &l);
	expect(l.n == 2 * before);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena a = { 0 };
	const char *text = arena_copy(&a, (const char *)data, len);
	struct ncu_values one, two;

	if (read_values(&a, text, &one)) {
		expect(read_values(&a, text, &two));
		expect_same(&one, &two);
	}
	try_list(&a, text);
	arena_free(&a);
	return 0;
}
