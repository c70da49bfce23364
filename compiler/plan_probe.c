/*
 * A library probe -> its target and the points of its sweep.
 *
 * The idea: the target is the probe's name and fixed parameters; all that is
 * swept lies within it, and a page that pins a parameter to a value of the
 * sweep shares the sweep. A value outside the sweep makes a target of its own.
 * Points are counted out with the last parameter fastest and bounded, and each
 * has the kernel name of its compile-time values.
 *
 * Which point counts in the end is for evidence. But what a claim asks for by
 * its parameters, or by a metric that has a best of its own, must be measured
 * even where a large sweep would leave it out.
 */
#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "fact.h"
#include "hash.h"
#include "library.h"
#include "map.h"
#include "plan.h"
#include "plan_parts.h"

/* Sweep points of one probe beyond this are not planned. */
#define POINTS_MAX 512
/* Sweeps that are kept for other pages. */
#define SWEEPS_MAX 256
/* Digits of the hash that stands for a text in a name. */
#define TEXT_HASH 8

static bool
is_swept_value(const struct parameter *p, struct str value)
{
	for (size_t i = 0; i < p->nvalues; i++)
		if (str_equal(p->values[i], value))
			return true;
	return false;
}

/* The settings that name the target: those that must be given, and those that
   lie outside the sweep. */
static size_t
fixed_settings(struct arena *a, const struct fact *f, struct setting **out)
{
	size_t n = 0;

	*out = arena_alloc(a, (f->probe->nparameters + 1) * sizeof **out);
	for (size_t i = 0; i < f->probe->nparameters; i++) {
		const struct parameter *p = &f->probe->parameters[i];
		const struct setting *s = setting_find(f->settings,
						       f->nsettings, p->name);

		if (s && s->value.n > 0 &&
		    (p->fixed || p->text || !is_swept_value(p, s->value)))
			(*out)[n++] = *s;
	}
	return n;
}

static struct str
probe_target_name(struct arena *a, const struct fact *f,
		  const struct setting *fixed, size_t n)
{
	struct buf out = { 0 };
	struct str name;

	buf_add(&out, f->probe->name);
	for (size_t i = 0; i < n; i++) {
		const struct parameter *p = probe_parameter(f->probe,
							    fixed[i].name);

		buf_add_byte(&out, '-');
		if (!p->fixed)
			buf_add(&out, fixed[i].name);
		buf_add(&out, p->text ? str_slice(hash_hex(a, fixed[i].value),
						  0, TEXT_HASH) :
					fixed[i].value);
	}
	name = arena_printf(a, "probes/" STR_FMT,
			    STR_ARG(plan_safe_name(a, buf_str(&out))));
	buf_free(&out);
	return name;
}

/* Kernel name of a point: the probe and its compile-time values; without any
   it would be that of the function which the kernel calls. */
static struct str
point_entry(struct arena *a, const struct probe *probe,
	    const struct point *point)
{
	struct buf out = { 0 };
	bool named = false;
	struct str entry;

	buf_add(&out, probe->name);
	for (size_t i = 0; i < point->nsettings; i++) {
		const struct setting *s = &point->settings[i];
		const struct parameter *p = probe_parameter(probe, s->name);

		if (!p->compile)
			continue;
		named = true;
		buf_add_byte(&out, '_');
		if (!p->fixed)
			buf_add_byte(&out, p->name.p[0]);
		buf_add(&out, s->value);
	}
	if (!named)
		buf_add(&out, STR("_kernel"));
	entry = plan_safe_name(a, buf_str(&out));
	buf_free(&out);
	return entry;
}

static size_t
count_points(const struct target *t)
{
	size_t n = 1;

	for (size_t i = 0; i < t->probe->nparameters; i++) {
		const struct parameter *p = &t->probe->parameters[i];

		if (!setting_find(t->fixed, t->nfixed, p->name) &&
		    !p->text && n <= POINTS_MAX)
			n *= p->nvalues;
	}
	return n < POINTS_MAX ? n : POINTS_MAX;
}

/* A text that the page does not give is no setting of the point. */
static void
drop_absent(struct point *p, size_t n)
{
	p->nsettings = 0;
	for (size_t i = 0; i < n; i++)
		if (p->settings[i].value.n > 0)
			p->settings[p->nsettings++] = p->settings[i];
}

/* The k-th combination; the last parameter runs fastest. */
static void
make_point(struct arena *a, const struct target *t, struct point *out, size_t k)
{
	const struct probe *probe = t->probe;

	out->settings = arena_alloc(a, (probe->nparameters + 1) *
					       sizeof *out->settings);
	for (size_t i = probe->nparameters; i-- > 0;) {
		const struct parameter *p = &probe->parameters[i];
		const struct setting *fixed = setting_find(t->fixed,
							   t->nfixed, p->name);
		bool swept = !fixed && !p->text;

		out->settings[i] = (struct setting){ p->name,
			fixed ? fixed->value :
			swept ? p->values[k % p->nvalues] : STR("") };
		if (swept)
			k /= p->nvalues;
	}
	drop_absent(out, probe->nparameters);
	out->entry = point_entry(a, probe, out);
}

static void
fill_points(struct arena *a, struct target *t)
{
	t->npoints = count_points(t);
	t->points = arena_alloc(a, (t->npoints + 1) * sizeof *t->points);
	for (size_t k = 0; k < t->npoints; k++)
		make_point(a, t, &t->points[k], k);
}

/* --- sweeps that are known ---------------------------------------------- */

struct sweeps {
	struct map names;   /* of targets, to the items */
	struct target *items; /* what fill_probe() sets */
	size_t cap;
};

struct sweeps *
sweeps_make(struct arena *a)
{
	struct sweeps *s = arena_alloc(a, sizeof *s);

	s->names.arena = a;
	return s;
}

/* Settings that outlive their page. */
static const struct setting *
copy_settings(struct arena *a, const struct setting *from, size_t n)
{
	struct setting *out = arena_alloc(a, (n + 1) * sizeof *out);

	for (size_t i = 0; i < n; i++)
		out[i] = (struct setting){ arena_copy(a, from[i].name),
					   arena_copy(a, from[i].value) };
	return out;
}

/* The item of t, which is made if it is not there and not too many are. */
static const struct target *
find_sweep(struct sweeps *s, struct str name, const struct target *t)
{
	struct arena *a = s->names.arena;
	size_t at = map_find(&s->names, name), n = s->names.n;

	if (at != SIZE_MAX)
		return &s->items[at];
	if (n >= SWEEPS_MAX)
		return NULL;
	s->items = arena_grow(a, s->items, n, &s->cap, sizeof *s->items);
	s->items[n] = (struct target){ .probe = t->probe,
		.fixed = copy_settings(a, t->fixed, t->nfixed),
		.nfixed = t->nfixed };
	fill_points(a, &s->items[n]);
	map_add(&s->names, arena_copy(a, name), n);
	return &s->items[n];
}

/* --- the target ----------------------------------------------------------- */

/* t is new; name is its name without an architecture. */
static void
fill_probe(struct planner *p, struct target *t, struct str name)
{
	const struct target *known =
		p->sweeps ? find_sweep(p->sweeps, name, t) : NULL;

	t->kind = TARGET_PROBE;
	t->cubin = true;
	t->sass = true; /* the hot loop is checked before a number counts */
	if (!known) {
		fill_points(p->arena, t);
		return;
	}
	t->fixed = known->fixed;
	t->points = known->points;
	t->npoints = known->npoints;
}

/* --- what is asked for ---------------------------------------------------- */

/* The settings by which points of the target are told apart for the fact;
   their number. */
static size_t
telling_settings(struct arena *a, const struct setting ***out,
		 const struct fact *f, const struct target *t)
{
	size_t n = 0;

	*out = arena_alloc(a, f->nsettings * sizeof **out);
	for (size_t i = 0; i < f->nsettings; i++) {
		const struct setting *s = &f->settings[i];

		if (s->value.n > 0 &&
		    !setting_find(t->fixed, t->nfixed, s->name))
			(*out)[n++] = s;
	}
	return n;
}

/* Whether a point has all these settings. */
static bool
has_settings(const struct point *p, const struct setting *const *all, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct setting *has = setting_find(p->settings,
							 p->nsettings,
							 all[i]->name);

		if (!has || !str_equal(has->value, all[i]->value))
			return false;
	}
	return true;
}

/* Whether the best point is by the first metric, which a sweep goes by. */
static bool
goes_by_first(const struct fact *f)
{
	return f->metric.n == 0 ||
	       str_equal(f->metric, f->probe->metrics[0].name) ||
	       str_equal(f->metric, STR("share"));
}

/* Keeps the points that the fact is about, unless it is about the best of
   all. */
static void
keep_points(struct arena *a, struct target *t, const struct fact *f)
{
	const struct setting **told;
	size_t n, k = 0;

	if (f->family != FACT_MEASURED)
		return;
	n = telling_settings(a, &told, f, t);
	while (goes_by_first(f) && k < t->npoints &&
	       has_settings(&t->points[k], told, n))
		k++;
	if (k == t->npoints)
		return;
	for (k = 0; k < t->npoints; k++)
		t->keep[k] = t->keep[k] || has_settings(&t->points[k], told, n);
}

struct target *
plan_probe(struct planner *p, const struct fact *f)
{
	struct setting *fixed;
	size_t n = fixed_settings(p->arena, f, &fixed);
	struct str name = probe_target_name(p->arena, f, fixed, n);
	bool fresh;
	struct target *t = plan_target_for(p, name, (const struct str[]){
		p->claim->sm, p->claims->wiki_sm }, &fresh);

	if (fresh) {
		t->probe = f->probe;
		t->fixed = fixed;
		t->nfixed = n;
		fill_probe(p, t, name);
		t->keep = arena_alloc(p->arena, t->npoints + 1);
	}
	keep_points(p->arena, t, f);
	return t;
}
