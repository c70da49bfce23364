/*
 * The profiler's files of the ledger: looked up by job, by name and device,
 * and taken in beside what is there.
 *
 * The idea: the last word counts. A run that counts again stands behind the
 * earlier ones and is asked first; a name that was asked again takes the place
 * of what was listed before. Code of another key or cubin takes the place of
 * the whole file: what was counted of other code says nothing.
 */
#include "evidence.h"

#include "arena.h"
#include "buf.h"
#include "diag.h"
#include "evidence_counted.h"
#include "evidence_counters.h"
#include "evidence_parts.h"
#include "file.h"
#include "library.h"
#include "path.h"
#include "source.h"

/* --- looking up ---------------------------------------------------------- */

const struct counter_record *
ledger_counters(const struct ledger *l, struct str job, struct str device)
{
	const struct counter_record *found = NULL;

	for (size_t i = 0; i < l->ncounters; i++) {
		const struct counter_record *c = &l->counters[i];

		if (str_equal(c->name, job) && device_is(&c->device, device) &&
		    (!found || str_compare(c->device.slug,
					   found->device.slug) < 0))
			found = c;
	}
	return found;
}

static const struct listed_name *
find_name(const struct metric_list *l, struct str name)
{
	for (size_t i = 0; i < l->nnames; i++)
		if (str_equal(l->names[i].name, name))
			return &l->names[i];
	return NULL;
}

const struct listed_name *
ledger_metric(const struct ledger *l, struct str name, struct str device,
	      const struct metric_list **list)
{
	const struct metric_list *from = NULL;
	const struct listed_name *found = NULL;

	for (size_t i = 0; i < l->nmetrics; i++) {
		const struct metric_list *m = &l->metrics[i];
		const struct listed_name *n = find_name(m, name);

		if (!n || !device_is(&m->device, device) ||
		    (from && str_compare(m->device.slug,
					 from->device.slug) >= 0))
			continue;
		from = m;
		found = n;
	}
	if (list)
		*list = from;
	return found;
}

const struct count_value *
count_find(const struct count_launch *l, struct str metric)
{
	for (size_t i = 0; i < l->nvalues; i++)
		if (str_equal(l->values[i].metric, metric))
			return &l->values[i];
	return NULL;
}

bool
count_case_has(const struct count_case *c, const struct setting *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct setting *has = setting_find(c->settings,
							 c->nsettings,
							 s[i].name);

		if (!has || !str_equal(has->value, s[i].value))
			return false;
	}
	return true;
}

bool
counter_has(const struct count_run *run, struct str metric)
{
	for (size_t i = 0; i < run->ncases; i++)
		for (size_t k = 0; k < run->cases[i].nlaunches; k++)
			if (count_find(&run->cases[i].launches[k], metric))
				return true;
	return false;
}

const struct count_run *
counter_run(const struct counter_record *r, struct str metric)
{
	for (size_t i = r->nruns; i-- > 0;)
		if (counter_has(&r->runs[i], metric))
			return &r->runs[i];
	return NULL;
}

/* --- taking in ------------------------------------------------------------ */

static bool
has_run(const struct counter_record *old, struct str started)
{
	for (size_t i = 0; i < old->nruns; i++)
		if (str_equal(old->runs[i].started, started))
			return true;
	return false;
}

static struct str
merge_record(struct arena *a, const struct counters_file *old,
	     const struct counters_file *new)
{
	struct str text = old->source->text;
	struct str runs = json_member(new->source->text, STR("runs"));

	if (!str_equal(old->record->key, new->record->key) ||
	    !str_equal(old->record->cubin, new->record->cubin) ||
	    !str_equal(old->record->harness, new->record->harness))
		return new->source->text;
	for (size_t i = 0; i < new->record->nruns; i++)
		if (!has_run(old->record, new->record->runs[i].started))
			text = json_insert_run(a, text, json_element(runs, i));
	return text;
}

/* The names of a file as they are written, in the order of struct
   metric_list. */
static void
add_name(struct buf *out, const struct counters_file *f, size_t i)
{
	struct str all = json_member(f->source->text, STR("metrics"));

	buf_add(out, out->n > 0 ? STR(",\n") : STR("["));
	buf_add(out, json_element(all, i));
}

/* Both lists are sorted by name; of a name that both have the new one is
   taken. */
static struct str
merge_list(struct arena *a, const struct counters_file *old,
	   const struct counters_file *new)
{
	const struct metric_list *x = old->list, *y = new->list;
	struct str text = new->source->text;
	struct buf out = { 0 };
	size_t i = 0, k = 0;

	while (i < x->nnames || k < y->nnames) {
		int order = i == x->nnames ? 1 : k == y->nnames ? -1 :
			    str_compare(x->names[i].name, y->names[k].name);

		if (order < 0)
			add_name(&out, old, i);
		else
			add_name(&out, new, k);
		i += order <= 0;
		k += order >= 0;
	}
	buf_add(&out, out.n > 0 ? STR("]") : STR("[]"));
	text = json_splice(a, text, json_member(text, STR("metrics")),
			   arena_copy(a, buf_str(&out)));
	buf_free(&out);
	return text;
}

static struct str
merge(struct arena *a, const struct counters_file *old,
      const struct counters_file *new)
{
	if (!old)
		return new->source->text;
	if (new->list)
		return merge_list(a, old, new);
	return merge_record(a, old, new);
}

static bool
is_of_device(const struct counters_file *f, struct str folder, struct diag *d)
{
	const struct device_record *v = counters_device(f);

	if (str_equal(v->slug, path_base(folder)))
		return true;
	diag_fail(d, "'" STR_FMT "' is of another device than device.json, "
		  STR_FMT, STR_ARG(f->source->name), STR_ARG(v->name));
	return false;
}

bool
counters_take(struct arena *a, struct str folder, struct str path,
	      size_t *taken, struct diag *d)
{
	struct str to = path_join(a, folder, path_base(path)), text;
	struct str none = { NULL, 0 };
	struct counters_file new, old;
	bool there = file_kind(to) != FILE_NONE;

	if (!counters_read(a, &new, path, d) ||
	    !is_of_device(&new, folder, d) ||
	    (there && !counters_read(a, &old, to, d)))
		return false;
	text = merge(a, there ? &old : NULL, &new);
	if (there && str_equal(text, old.source->text))
		return true;
	++*taken;
	return file_replace(to, text, there ? old.source->text : none, d);
}
