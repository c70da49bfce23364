/*
 * The cases of a record as a table: a column for each parameter that differs
 * among them, the median of the first metric, the interval that its replicates
 * give, and the share of the ceiling; the best is bold.
 *
 * Parameters that are the same in all cases stand in a line above it.
 */
#include "arena.h"
#include "buf.h"
#include "evidence.h"
#include "expr.h"
#include "judge.h"
#include "library.h"
#include "plan.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"

#include "evidence_table.h"
#include "protocol_parts.h"

#include <math.h>

/* Digits of a median, and of the ends of an interval. */
#define DIGITS 4

static struct str
setting_of(const struct sample_case *c, struct str name)
{
	const struct setting *s = setting_find(c->settings, c->nsettings, name);

	return s ? s->value : STR("");
}

/* Whether the cases differ in a parameter. */
static bool
is_swept(const struct evidence *e, struct str name)
{
	for (size_t i = 1; i < e->ncases; i++)
		if (!str_equal(setting_of(&e->cases[i], name),
			       setting_of(&e->cases[0], name)))
			return true;
	return false;
}

/* The parameters that are the same everywhere. */
static void
add_same(const struct writing *w)
{
	const struct evidence *e = w->asked->evidence;
	const struct sample_case *c = &e->cases[0];
	const char *between = "With ";

	for (size_t i = 0; i < c->nsettings; i++) {
		if (is_swept(e, c->settings[i].name))
			continue;
		buf_printf(w->out, "%s`" STR_FMT " = " STR_FMT "`", between,
			   STR_ARG(c->settings[i].name),
			   STR_ARG(c->settings[i].value));
		between = ", ";
	}
	if (between[0] == ',')
		buf_add(w->out, STR(".\n\n"));
}

static void
add_cell(const struct writing *w, struct str text, bool bold)
{
	const char *mark = bold && text.n > 0 ? "**" : "";

	buf_printf(w->out, " %s" STR_FMT "%s |", mark,
		   STR_ARG(protocol_cell(w->arena, text)), mark);
}

/* The interval of all runs, as a verdict would have it. */
static struct str
interval_text(struct arena *a, const struct value *v)
{
	const struct band all = { -INFINITY, INFINITY, 0 };
	struct judged j;

	if (!v->runs || v->nruns == 0)
		return STR("");
	judge_fold(a, &j, all, v->runs, v->nruns);
	return arena_printf(a, STR_FMT " .. " STR_FMT,
			    STR_ARG(verdict_number(a, v->unit, j.low, DIGITS)),
			    STR_ARG(verdict_number(a, v->unit, j.high,
						   DIGITS)));
}

static void
add_head(const struct writing *w, const struct metric *m, bool shares)
{
	const struct evidence *e = w->asked->evidence;
	const struct sample_case *c = &e->cases[0];
	struct str head = STR("| Grid | Block |");
	size_t n = 5;

	buf_add_byte(w->out, '|');
	for (size_t i = 0; i < c->nsettings; i++)
		if (is_swept(e, c->settings[i].name)) {
			add_cell(w, c->settings[i].name, false);
			n++;
		}
	buf_add(w->out, str_skip(head, 1));
	add_cell(w, m->name, false);
	buf_printf(w->out, " interval |%s\n|", shares ? " share |" : "");
	for (size_t i = shares ? 0 : 1; i < n; i++)
		buf_add(w->out, STR("--:|"));
	buf_add_byte(w->out, '\n');
}

static struct str
number_text(struct arena *a, const struct case_found *f)
{
	return arena_printf(a, STR_FMT "%s", STR_ARG(verdict_number(a,
			f->value.unit, f->value.number, DIGITS)),
			f->pilot ? " (pilot)" : "");
}

static void
add_case(const struct writing *w, size_t i, const struct case_found *f,
	 bool shares)
{
	const struct evidence *e = w->asked->evidence;
	const struct sample_case *c = &e->cases[i];
	const struct case_detail *d = &w->details->cases[i];
	struct arena *a = w->arena;
	bool counts = f->value.kind == VALUE_NUMBER;

	buf_add_byte(w->out, '|');
	for (size_t k = 0; k < c->nsettings; k++)
		if (is_swept(e, c->settings[k].name))
			add_cell(w, c->settings[k].value, f->best);
	add_cell(w, d->grid, false);
	add_cell(w, d->block, false);
	add_cell(w, counts ? number_text(a, f) : value_text_of(a, &f->value),
		 f->best);
	add_cell(w, counts ? interval_text(a, &f->value) : STR(""), false);
	if (shares)
		add_cell(w, f->share.kind != VALUE_NUMBER ? STR("") :
			 arena_printf(a, "%.1f %%", 100 * f->share.number),
			 f->best);
	buf_add_byte(w->out, '\n');
}

static bool
has_shares(const struct case_found *all, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (all[i].share.kind == VALUE_NUMBER)
			return true;
	return false;
}

/* The ceiling of the best case, or that none is known. */
static void
add_ceiling(const struct writing *w, const struct case_found *f)
{
	const struct metric *m = f->ceiling_metric;

	if (!w->target->probe)
		return;
	if (!m || !(f->ceiling > 0)) {
		buf_add(w->out, STR("\nNo ceiling is documented.\n"));
		return;
	}
	buf_printf(w->out, "\nThe ceiling of " STR_FMT " is " STR_FMT ".\n",
		   STR_ARG(m->name), STR_ARG(verdict_number(w->arena,
			unit_make(w->arena, m->unit), f->ceiling, DIGITS)));
}

/* What the other metrics have as their best. */
static void
add_others(const struct writing *w)
{
	const struct probe *p = w->asked->probe;

	for (size_t i = 1; i < p->nmetrics; i++) {
		struct value v = evidence_metric(w->arena, w->asked,
						 &p->metrics[i]);

		if (v.kind != VALUE_NUMBER)
			continue;
		buf_printf(w->out, "%sBest " STR_FMT ": " STR_FMT "%s" STR_FMT
			   ".\n", i == 1 ? "\n" : "",
			   STR_ARG(p->metrics[i].name),
			   STR_ARG(verdict_number(w->arena, v.unit, v.number,
						  DIGITS)),
			   v.at.n > 0 ? " at " : "", STR_ARG(v.at));
	}
}

void
protocol_results(const struct writing *w, size_t *best)
{
	const struct metric *m = &w->asked->probe->metrics[0];
	struct case_found *all;
	size_t n = evidence_cases(w->arena, &all, w->asked, m);
	bool shares = has_shares(all, n);

	*best = 0;
	buf_add(w->out, STR("\n## Results\n\n"));
	if (n == 0)
		return;
	add_same(w);
	add_head(w, m, shares);
	for (size_t i = 0; i < n; i++) {
		add_case(w, i, &all[i], shares);
		if (all[i].best)
			*best = i;
	}
	add_ceiling(w, &all[*best]);
	add_others(w);
}
