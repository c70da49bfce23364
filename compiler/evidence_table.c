/*
 * All cases of a probe's evidence with what each was worth: the curve of a
 * sweep, for people.
 *
 * The idea: the same questions as of the best case, evidence_metric.c, asked
 * of every one; nothing is chosen here but which one that is.
 */
#include "evidence.h"

#include "arena.h"
#include "library.h"
#include "pack_head.h"
#include "quantity.h"
#include "value.h"

#include "evidence_sweep.h"
#include "evidence_table.h"

static struct value
case_value(const struct sweep *s, size_t c, const struct metric *m,
	   bool *pilot)
{
	struct value v;

	*pilot = sweep_slopes(s, c).nruns == 0;
	if (*pilot)
		return sweep_pilot(s, c, m);
	v = sweep_value(s, c, m->value);
	if (v.runs)
		v = sweep_valid(s->arena, v);
	v.unit = unit_make(s->arena, m->unit);
	return v;
}

size_t
evidence_cases(struct arena *a, struct case_found **out, const struct asked *q,
	       const struct metric *m)
{
	struct sweep s = sweep_make(a, q);
	size_t n = q->evidence->ncases, best = n;

	*out = arena_alloc(a, (n + 1) * sizeof **out);
	for (size_t c = 0; c < n; c++) {
		struct case_found *f = &(*out)[c];
		struct ceiling limit = sweep_ceiling(&s, c);

		f->value = case_value(&s, c, m, &f->pilot);
		f->share = sweep_share(&s, c, &limit);
		f->ceiling = limit.value;
		f->ceiling_metric = limit.metric;
		if (f->value.kind == VALUE_NUMBER && !f->pilot &&
		    (best == n || sweep_is_better(m, f->value.number,
						  (*out)[best].value.number)))
			best = c;
	}
	if (best < n)
		(*out)[best].best = true;
	return n;
}
