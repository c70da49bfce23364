/*
 * The curve of a sweep: the cases of a probe's record to a picture and a table.
 *
 * The idea: one parameter lies along the picture, the one with most values.
 * Each case is a dot over its value, and a line goes through the best of each;
 * where other parameters are swept too, they are what the dots below (or
 * above) it differ in. Values of the parameter stand at equal steps: most are
 * powers of two. What the pilot alone has seen is hollow.
 *
 * The picture has a title and a description, and the table below has all that
 * it shows.
 */
#include "report_html.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "evidence.h"
#include "fact.h"
#include "library.h"
#include "observe.h"
#include "pack.h"
#include "plan.h"
#include "quantity.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

#include "evidence_table.h"
#include "report_html_parts.h"

#include <math.h>

/* Of the picture, in its own units. */
#define WIDTH 560
#define HEIGHT 220
#define LEFT 112
#define RIGHT 16
#define TOP 24
#define BOTTOM 44

/* Digits of values, and values of the parameter that are written out. */
#define DIGITS 4
#define TICKS 12

/* Levels that are so near to each other would write over one another. */
#define CLOSE 1.15

struct curve {
	struct arena *arena;
	const struct evidence *evidence;
	const struct metric *metric;
	struct str title;
	struct str name;           /* of the parameter along it */
	struct case_found *cases;
	size_t *shown;             /* numbers of cases */
	size_t nshown;
	struct step {
		struct str text;   /* the parameter's value */
		double value;      /* NaN: it is a text */
		size_t best;       /* the case */
	} *steps;                  /* in order */
	size_t nsteps;
	double most;               /* at the picture's upper edge */
	double ceiling;            /* 0: none is drawn */
};

static struct str
setting_of(const struct curve *c, size_t i, struct str name)
{
	const struct sample_case *one = &c->evidence->cases[i];
	const struct setting *s = setting_find(one->settings, one->nsettings,
					       name);

	return s ? s->value : STR("");
}

/* Whether the case is one that the fact speaks of, and has a number. */
static bool
is_shown(const struct curve *c, size_t i, const struct fact *f)
{
	for (size_t k = 0; k < f->nsettings; k++)
		if (!str_equal(setting_of(c, i, f->settings[k].name),
			       f->settings[k].value))
			return false;
	return c->cases[i].value.kind == VALUE_NUMBER &&
	       isfinite(c->cases[i].value.number);
}

static size_t
find_step(const struct curve *c, struct str text)
{
	size_t i = 0;

	while (i < c->nsteps && !str_equal(c->steps[i].text, text))
		i++;
	return i;
}

static bool
is_better(const struct curve *c, size_t i, size_t than)
{
	double x = c->cases[i].value.number, y = c->cases[than].value.number;

	return c->metric->best_is_least ? x < y : x > y;
}

/* The steps of a parameter, each with its best case. */
static void
make_steps(struct curve *c, struct str name)
{
	c->name = name;
	c->nsteps = 0;
	for (size_t k = 0; k < c->nshown; k++) {
		size_t i = c->shown[k];
		struct str text = setting_of(c, i, name);
		size_t at = find_step(c, text);

		if (at == c->nsteps)
			c->steps[c->nsteps++] =
				(struct step){ text, (double)NAN, i };
		else if (is_better(c, i, c->steps[at].best))
			c->steps[at].best = i;
		if (!str_number(text, &c->steps[at].value))
			c->steps[at].value = (double)NAN;
	}
}

/* Smaller numbers first; texts stay as the sweep has them. */
static void
sort_steps(struct curve *c)
{
	for (size_t i = 1; i < c->nsteps; i++) {
		struct step one = c->steps[i];
		size_t k = i;

		for (; k > 0 && c->steps[k - 1].value > one.value; k--)
			c->steps[k] = c->steps[k - 1];
		c->steps[k] = one;
	}
}

/* The parameter with most values, the first of several. */
static void
choose_parameter(struct curve *c)
{
	const struct sample_case *one = &c->evidence->cases[0];
	struct str best = STR("");
	size_t most = 1;

	for (size_t i = 0; i < one->nsettings; i++) {
		make_steps(c, one->settings[i].name);
		if (c->nsteps > most) {
			most = c->nsteps;
			best = c->name;
		}
	}
	make_steps(c, best);
	sort_steps(c);
}

/* The upper edge: all values, and a ceiling that is not far above. */
static void
measure_height(struct curve *c)
{
	const struct case_found *first = &c->cases[c->shown[0]];

	for (size_t k = 0; k < c->nshown; k++)
		c->most = fmax(c->most, c->cases[c->shown[k]].value.number);
	if (first->ceiling_metric == c->metric && first->ceiling > 0 &&
	    first->ceiling < 2 * c->most) {
		c->ceiling = first->ceiling;
		c->most = fmax(c->most, c->ceiling);
	}
}

/* Finds the cases; false where there is no sweep to show. */
static bool
curve_make(struct curve *c, const struct asked *q, const struct fact *f)
{
	size_t n;

	c->evidence = q->evidence;
	c->metric = f->metric.n > 0 ? probe_metric(q->probe, f->metric) : NULL;
	if (!c->metric)
		c->metric = &q->probe->metrics[0];
	n = evidence_cases(c->arena, &c->cases, q, c->metric);
	c->shown = arena_alloc(c->arena, (n + 1) * sizeof *c->shown);
	c->steps = arena_alloc(c->arena, (n + 1) * sizeof *c->steps);
	for (size_t i = 0; i < n; i++)
		if (is_shown(c, i, f))
			c->shown[c->nshown++] = i;
	if (c->nshown < 2)
		return false;
	choose_parameter(c);
	measure_height(c);
	return c->nsteps > 1 && c->most > 0;
}

/* --- the picture ---------------------------------------------------------- */

static double
x_of(const struct curve *c, size_t step)
{
	return LEFT + 12 + (WIDTH - LEFT - RIGHT - 24) * (double)step /
				   (double)(c->nsteps - 1);
}

static double
y_of(const struct curve *c, double value)
{
	return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / c->most;
}

static struct str
number_of(const struct curve *c, double value)
{
	const struct value *v = &c->cases[c->shown[0]].value;

	if (!(value > 0))
		return STR("0");
	return html_escape(c->arena,
			   verdict_number(c->arena, v->unit, value, DIGITS));
}

static void
draw_level(struct buf *out, const struct curve *c, double value,
	   const char *class)
{
	double y = y_of(c, value);

	buf_printf(out, "<path class=\"%s\" d=\"M%d %.1fH%d\"/>"
		   "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">" STR_FMT
		   "</text>\n", class, LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4,
		   STR_ARG(number_of(c, value)));
}

static void
draw_frame(struct buf *out, const struct curve *c)
{
	size_t every = (c->nsteps + TICKS - 1) / TICKS;

	draw_level(out, c, 0, "axis");
	if (c->ceiling > 0) {
		draw_level(out, c, c->ceiling, "top");
		buf_printf(out, "<text x=\"%d\" y=\"%.1f\" "
			   "text-anchor=\"end\">ceiling</text>\n",
			   WIDTH - RIGHT, y_of(c, c->ceiling) - 5);
	}
	if (!(c->ceiling > c->most / CLOSE))
		draw_level(out, c, c->most, "grid");
	for (size_t i = 0; i < c->nsteps; i += every)
		buf_printf(out, "<text x=\"%.1f\" y=\"%d\" "
			   "text-anchor=\"middle\">" STR_FMT "</text>\n",
			   x_of(c, i), HEIGHT - BOTTOM + 17,
			   STR_ARG(html_escape(c->arena, c->steps[i].text)));
	buf_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">"
		   STR_FMT "</text>\n", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8,
		   STR_ARG(html_escape(c->arena, c->name)));
}

static void
draw_line(struct buf *out, const struct curve *c)
{
	buf_add(out, STR("<path class=\"curve\" d=\""));
	for (size_t i = 0; i < c->nsteps; i++)
		buf_printf(out, "%c%.1f %.1f", i > 0 ? 'L' : 'M', x_of(c, i),
			   y_of(c, c->cases[c->steps[i].best].value.number));
	buf_add(out, STR("\"/>\n"));
}

/* The best of all that are shown. */
static size_t
find_best(const struct curve *c)
{
	size_t best = c->shown[0];

	for (size_t k = 1; k < c->nshown; k++)
		if (is_better(c, c->shown[k], best))
			best = c->shown[k];
	return best;
}

static void
draw_dots(struct buf *out, const struct curve *c)
{
	size_t best = find_best(c);

	for (size_t k = 0; k < c->nshown; k++) {
		size_t i = c->shown[k];
		size_t step = find_step(c, setting_of(c, i, c->name));
		const char *class = i == best ? "best" :
				    c->cases[i].pilot ? "pilot" : "dot";

		buf_printf(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" "
			   "r=\"%s\"/>", class, x_of(c, step),
			   y_of(c, c->cases[i].value.number),
			   i == best ? "4.5" : "3");
	}
	buf_add_byte(out, '\n');
}

static void
draw(struct html *h, const struct curve *c)
{
	struct buf *out = h->out;
	struct str title = html_escape(c->arena, c->title);
	size_t best = find_best(c);

	buf_printf(out, "<figure>\n<figcaption>" STR_FMT "</figcaption>\n"
		   "<div class=\"scroll\"><svg viewBox=\"0 0 %d %d\" "
		   "width=\"%d\" height=\"%d\" role=\"img\">\n<title>"
		   STR_FMT "</title>\n", STR_ARG(title), WIDTH, HEIGHT, WIDTH,
		   HEIGHT, STR_ARG(title));
	buf_printf(out, "<desc>%zu cases; the best is " STR_FMT " at " STR_FMT
		   " = " STR_FMT ". The table below has the best at each "
		   "value.</desc>\n", c->nshown,
		   STR_ARG(number_of(c, c->cases[best].value.number)),
		   STR_ARG(html_escape(c->arena, c->name)),
		   STR_ARG(html_escape(c->arena,
				       setting_of(c, best, c->name))));
	draw_frame(out, c);
	draw_line(out, c);
	draw_dots(out, c);
	buf_add(out, STR("</svg></div>\n</figure>\n"));
}

/* --- the table ------------------------------------------------------------ */

static void
add_row(struct buf *out, const struct curve *c, const struct step *s)
{
	const struct case_found *f = &c->cases[s->best];

	buf_printf(out, "<tr><th scope=\"row\" class=\"n\">" STR_FMT
		   "</th><td class=\"n\">" STR_FMT "%s</td><td class=\"n\">",
		   STR_ARG(html_escape(c->arena, s->text)),
		   STR_ARG(number_of(c, f->value.number)),
		   f->pilot ? " (pilot)" : "");
	if (f->share.kind == VALUE_NUMBER)
		buf_printf(out, "%.1f %%", 100 * f->share.number);
	buf_add(out, STR("</td></tr>\n"));
}

static void
add_table(struct html *h, const struct curve *c)
{
	buf_printf(h->out, "<details><summary>Numbers of the curve</summary>"
		   "<div class=\"scroll\"><table>\n<thead><tr>"
		   "<th scope=\"col\">" STR_FMT "</th>"
		   "<th scope=\"col\">best " STR_FMT "</th>"
		   "<th scope=\"col\">of the ceiling</th></tr></thead>\n"
		   "<tbody>\n",
		   STR_ARG(html_escape(c->arena, c->name)),
		   STR_ARG(html_escape(c->arena, c->metric->name)));
	for (size_t i = 0; i < c->nsteps; i++)
		add_row(h->out, c, &c->steps[i]);
	buf_add(h->out, STR("</tbody></table></div></details>\n"));
}

void
html_curve(struct html *h, const struct claim *c, size_t fact)
{
	const struct world *w = h->report->world;
	const struct fact *f = &c->facts[fact];
	const struct target *t = plan_find(w->plan,
		h->report->pages[h->page].page, c->number, fact);
	struct curve curve = { .arena = h->arena };
	struct asked q = { .probe = f->probe, .devices = w->wiki->devices };

	if (f->family != FACT_MEASURED || !t || t->kind != TARGET_PROBE ||
	    !f->probe)
		return;
	q.evidence = ledger_find(w->ledger, pack_name(h->arena, t), c->device);
	if (!q.evidence || q.evidence->ncases < 2 || !curve_make(&curve, &q, f))
		return;
	curve.title = arena_printf(h->arena, STR_FMT " of " STR_FMT
				   ": " STR_FMT " over " STR_FMT,
				   STR_ARG(curve.metric->name),
				   STR_ARG(claim_fact(h->arena, f)),
				   STR_ARG(f->probe->name),
				   STR_ARG(curve.name));
	draw(h, &curve);
	add_table(h, &curve);
}
