/*
 * A value with all that hangs on it -> the same on an arena of its own, so that
 * what it was worked out on can go.
 *
 * The idea: a median of a sweep leaves a hundred times its own bytes behind.
 * Who keeps it for the next one who asks keeps a copy.
 *
 * Floors and places in sources stay where they are: they live as long as the
 * ledger and the library.
 */
#include "value.h"

#include "arena.h"
#include "quantity.h"

static struct str
copy_text(struct arena *a, struct str s)
{
	return s.n > 0 ? arena_copy(a, s) : s;
}

static const struct unit *
copy_unit(struct arena *a, const struct unit *u)
{
	struct unit *out = u ? arena_alloc(a, sizeof *out) : NULL;

	if (!out)
		return NULL;
	*out = *u;
	out->text = copy_text(a, u->text);
	return out;
}

static double *
copy_numbers(struct arena *a, const double *v, size_t n)
{
	double *out = arena_alloc(a, (n + 1) * sizeof *out);

	if (n > 0)
		memcpy(out, v, n * sizeof *out);
	return out;
}

static const struct series *
copy_runs(struct arena *a, const struct value *v)
{
	struct series *out = arena_alloc(a, (v->nruns + 1) * sizeof *out);

	for (size_t i = 0; i < v->nruns; i++) {
		const struct series *r = &v->runs[i];

		out[i] = (struct series){ copy_text(a, r->id),
					  copy_numbers(a, r->v, r->n), r->n };
	}
	return out;
}

struct value
value_copy(struct arena *a, const struct value *v)
{
	struct value out = *v;

	out.text = copy_text(a, v->text);
	out.dropped = copy_text(a, v->dropped);
	out.at = copy_text(a, v->at);
	out.lines = copy_text(a, v->lines);
	out.reason = copy_text(a, v->reason);
	out.unit = copy_unit(a, v->unit);
	if (v->runs)
		out.runs = copy_runs(a, v);
	if (v->others)
		out.others = copy_numbers(a, v->others, v->nothers);
	return out;
}
