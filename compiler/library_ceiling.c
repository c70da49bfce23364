/*
 * The ceiling of a probe's head: that it says what it is read for.
 *
 *	ceiling: {metric: rate, value: device.peak.$type, reach: 0.85}
 *	ceiling: {metric: cycles, value: none, reason: not documented}
 *
 * A ceiling that is misread is one that nothing is ever held against, so each
 * entry is one that judging knows, the metric is one of the probe's, a value
 * is there, and where that is `none`, for some settings or all, there is a
 * reason.
 *
 * What the value comes to is not known here (evidence_case.c).
 */
#include "diag.h"
#include "library.h"
#include "yaml.h"

#include "library_parts.h"

/* Whether the share that `reach` puts in place of 0.9 is one. */
static bool
is_share(const struct node *n)
{
	double share;

	return n->kind != NODE_SCALAR || !str_number(n->text, &share) ||
	       (share > 0 && share <= 1);
}

/* The node behind n in the tree below top, parents first; NULL at the end. */
static const struct node *
next_below(const struct node *top, const struct node *n)
{
	if (n->child)
		return n->child;
	while (n != top && !n->next)
		n = n->parent;
	return n == top ? NULL : n->next;
}

/* The first value that is `none`; NULL if there is none such. */
static const struct node *
find_none(const struct node *value)
{
	const struct node *n = value;

	while (n && (n->kind != NODE_SCALAR ||
		     !str_equal(n->text, STR("none"))))
		n = next_below(value, n);
	return n;
}

static bool
is_known(struct str key)
{
	static const struct str keys[] = {
		STR_INIT("metric"), STR_INIT("value"), STR_INIT("bound"),
		STR_INIT("reach"), STR_INIT("reason"),
	};

	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if (str_equal(keys[i], key))
			return true;
	return false;
}

static bool
check_keys(const struct node *map, struct diag *d)
{
	for (const struct node *n = map->child; n; n = n->next) {
		if (is_known(n->key))
			continue;
		diag_error(d, n->key_at, "a ceiling has no '" STR_FMT "', only "
			   "metric, value, bound, reach and reason",
			   STR_ARG(n->key));
		if (str_equal(n->key, STR("none")))
			diag_note(d, n->key_at, "where no limit is documented: "
				  "metric, 'value: none' and a reason");
		return false;
	}
	return true;
}

static bool
check_metric(const struct probe *p, const struct node *map, struct diag *d)
{
	const struct node *metric = yaml_find(map, STR("metric"));

	if (!metric) {
		diag_error(d, map->key_at, "the ceiling says of no metric that "
			   "it is its limit");
		return false;
	}
	if (metric->kind != NODE_SCALAR || probe_metric(p, metric->text))
		return true;
	diag_error(d, metric->at, "probe '" STR_FMT "' has no metric '"
		   STR_FMT "'", STR_ARG(p->name), STR_ARG(metric->text));
	return false;
}

static bool
check_value(const struct node *map, struct diag *d)
{
	const struct node *value = yaml_find(map, STR("value"));
	const struct node *none = value ? find_none(value) : NULL;

	if (!value || (value->kind == NODE_SCALAR && value->text.n == 0)) {
		diag_error(d, value ? value->at : map->key_at, "the ceiling "
			   "has no value, nor 'value: none' and a reason");
		return false;
	}
	if (!none || yaml_text(map, STR("reason")).n > 0)
		return true;
	diag_error(d, none->at, "a ceiling that is not known has a 'reason'");
	return false;
}

static bool
check_rest(const struct node *map, struct diag *d)
{
	const struct node *bound = yaml_find(map, STR("bound"));
	const struct node *reach = yaml_find(map, STR("reach"));

	if (bound && bound->kind == NODE_SCALAR &&
	    !str_equal(bound->text, STR("below"))) {
		diag_error(d, bound->at, "expected 'below', found '" STR_FMT
			   "'", STR_ARG(bound->text));
		return false;
	}
	if (!reach || is_share(reach))
		return true;
	diag_error(d, reach->at, "expected a share, above 0 and at most 1, "
		   "found '" STR_FMT "'", STR_ARG(reach->text));
	return false;
}

bool
library_check_ceiling(const struct probe *p, struct diag *d)
{
	const struct node *map = yaml_find(p->head, STR("ceiling"));

	if (!map)
		return true;
	if (map->kind != NODE_MAP) {
		diag_error(d, map->at, "expected a ceiling's metric and value");
		return false;
	}
	return check_keys(map, d) && check_metric(p, map, d) &&
	       check_value(map, d) && check_rest(map, d);
}
