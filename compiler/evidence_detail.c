/*
 * What a record says beside its samples, for people: how each case was
 * launched, and what was read off the device in each run.
 *
 * The idea: judging needs none of it, so it is not kept with the ledger but
 * read again from the file when a record is written out. The file was read and
 * checked before; what is missing or of another kind is left empty.
 */
#include "evidence.h"

#include "arena.h"
#include "diag.h"
#include "evidence_parts.h"
#include "evidence_reader.h"
#include "file.h"
#include "source.h"
#include "value.h"

#include "evidence_table.h"

#include <math.h>

static const char *const condition_keys[] = {
	[CONDITION_SM_CLOCK] = "sm_clock_mhz",
	[CONDITION_MEMORY_CLOCK] = "memory_clock_mhz",
	[CONDITION_TEMPERATURE] = "temperature_c",
	[CONDITION_POWER] = "power_mw",
};

static struct str
text_of(struct record_reader *r, const json_t *o, const char *key)
{
	const json_t *j = json_object_get(o, key);

	return json_is_string(j) ? record_copy(r, j) : STR("");
}

/* `[264,1,1]` as `264`, `[8,4,1]` as `8 x 4`. */
static struct str
size_text(struct record_reader *r, const json_t *o, const char *key)
{
	const json_t *list = json_object_get(o, key);
	size_t n = json_array_size(list);
	struct str out = STR("");

	while (n > 1 && json_integer_value(json_array_get(list, n - 1)) == 1)
		n--;
	for (size_t i = 0; i < n; i++)
		out = arena_printf(r->arena, STR_FMT "%s%lld", STR_ARG(out),
				   i > 0 ? " x " : "", (long long)
				   json_integer_value(json_array_get(list, i)));
	return out;
}

static void
read_cases(struct record_reader *r, struct details *out, const json_t *root)
{
	const json_t *list = json_object_get(root, "cases");
	size_t n = json_array_size(list);

	out->cases = arena_alloc(r->arena, (n + 1) * sizeof *out->cases);
	for (size_t i = 0; i < n; i++) {
		const json_t *o = json_array_get(list, i);

		out->cases[i] = (struct case_detail){
			.entry = text_of(r, o, "entry"),
			.grid = size_text(r, o, "grid"),
			.block = size_text(r, o, "block"),
			.measure = text_of(r, o, "measure"),
			.slope = text_of(r, o, "slope"),
		};
	}
	out->ncases = n;
}

static void
widen(struct condition_range *range, const json_t *conditions, const char *key)
{
	const json_t *j = json_object_get(conditions, key);
	double x = json_number_value(j);

	if (!json_is_number(j))
		return;
	if (range->n == 0 || x < range->low)
		range->low = x;
	if (range->n == 0 || x > range->high)
		range->high = x;
	range->n++;
}

static void
read_runs(struct record_reader *r, struct details *out, const json_t *root)
{
	const json_t *list = json_object_get(root, "runs"), *one;
	size_t n = json_array_size(list), i;

	out->runs = arena_alloc(r->arena, (n + 1) * sizeof *out->runs);
	out->nruns = n;
	for (size_t k = 0; k < n; k++) {
		const json_t *replicates = json_object_get(
			json_array_get(list, k), "replicates");

		json_array_foreach(replicates, i, one)
			for (int c = 0; c < CONDITION_COUNT; c++)
				widen(&out->runs[k].ranges[c],
				      json_object_get(one, "conditions"),
				      condition_keys[c]);
	}
}

bool
evidence_details(struct arena *a, struct details *out,
		 const struct evidence *e, struct diag *d)
{
	struct record_reader r = { .arena = a, .diag = d };
	struct str text;
	json_t *root;

	*out = (struct details){ 0 };
	if (!file_read(a, &text, e->path, EVIDENCE_MAX, d))
		return false;
	r.source = source_make(a, e->path, text);
	root = record_load(&r);
	if (!root)
		return false;
	read_cases(&r, out, root);
	read_runs(&r, out, root);
	json_decref(root);
	return out->ncases == e->ncases && out->nruns == e->nruns;
}
