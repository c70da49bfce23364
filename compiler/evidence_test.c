/*
 * What came of a test: the member `test` of a run -> struct test_result.
 *
 * It is the program's own account of what it saw, with numbers in place of
 * judgements: whether a test that was to fail has failed as it says is not
 * known here. JSON has no infinity: numbers may be the texts "nan", "inf" and
 * "-inf".
 */
#include "evidence.h"

#include "arena.h"
#include "evidence_parts.h"
#include "evidence_reader.h"

#include <math.h>

#define ITEMS_MAX 64

bool
record_is_test(const json_t *root)
{
	const json_t *error = json_object_get(root, "error");

	return (error && !json_is_null(error)) ||
	       json_object_get(json_array_get(json_object_get(root, "runs"),
					      0), "test");
}

/* --- members ------------------------------------------------------------- */

static bool
read_number(struct record_reader *r, double *out, const json_t *o,
	    const char *key)
{
	static const struct {
		struct str word;
		double value;
	} words[] = {
		{ STR_INIT("nan"), NAN },
		{ STR_INIT("inf"), INFINITY },
		{ STR_INIT("-inf"), -INFINITY },
	};
	const json_t *j = json_object_get(o, key);

	if (json_is_number(j)) {
		*out = json_number_value(j);
		return true;
	}
	for (size_t i = 0; json_is_string(j) && i < COUNT_OF(words); i++) {
		if (!str_equal(str_of(json_string_value(j)), words[i].word))
			continue;
		*out = words[i].value;
		return true;
	}
	return record_refuse_member(r, o, key, "a number");
}

static bool
read_count(struct record_reader *r, double *out, const json_t *o,
	   const char *key)
{
	return read_number(r, out, o, key) &&
	       ((*out >= 0 && isfinite(*out)) ||
		record_refuse_member(r, o, key, "a count"));
}

/* A number of a check, or the digits of a large one. */
static bool
read_worth(struct record_reader *r, struct test_number *out, const json_t *o,
	   const char *key)
{
	const json_t *j = json_object_get(o, key);
	struct str s = json_is_string(j) ? str_of(json_string_value(j)) :
					   STR("");
	struct str digits = str_skip(s, str_starts(s, STR("-")));

	*out = (struct test_number){ 0, STR("") };
	if (!str_is_digits(digits) || digits.n > 20)
		return read_number(r, &out->value, o, key);
	out->digits = arena_copy(r->arena, s);
	return str_number(s, &out->value);
}

static bool
read_axes(struct record_reader *r, double out[3], const json_t *o,
	  const char *key)
{
	const json_t *list = record_array(r, o, key, 3);

	for (size_t i = 0; list && i < 3; i++) {
		const json_t *j = json_array_get(list, i);

		if (!json_is_number(j))
			return record_refuse_member(r, o, key,
						    "three numbers");
		out[i] = json_number_value(j);
	}
	return list != NULL;
}

/* `{"n":2}` as `n = 2`. */
static bool
read_point(struct record_reader *r, struct str *out, const json_t *o)
{
	json_t *point = json_object_get(o, "point"), *value;
	const char *name;

	*out = STR("");
	if (!json_is_object(point))
		return record_refuse_member(r, o, "point", "an object");
	json_object_foreach(point, name, value) {
		if (!json_is_number(value))
			return record_refuse_member(r, o, "point",
						    "numbers by names");
		*out = arena_printf(r->arena, STR_FMT "%s%s = %.17g",
				    STR_ARG(*out), out->n > 0 ? ", " : "",
				    name, json_number_value(value));
	}
	return true;
}

static bool
read_spot(struct record_reader *r, struct test_spot *s, const json_t *o,
	  const char *key)
{
	const json_t *j = json_object_get(o, key);
	bool good;

	if (!json_is_object(j))
		return record_refuse_member(r, o, key, "an object");
	record_enter(r, key, 0);
	good = read_point(r, &s->point, j) &&
	       read_count(r, &s->index, j, "index") &&
	       read_worth(r, &s->want, j, "want") &&
	       read_worth(r, &s->got, j, "got") &&
	       read_count(r, &s->bad, j, "bad") &&
	       read_count(r, &s->of, j, "of");
	s->untouched = json_is_true(json_object_get(j, "untouched"));
	record_leave(r);
	return good;
}

/* --- items --------------------------------------------------------------- */

static bool
read_lean(struct record_reader *r, struct test_lean *l, const json_t *o)
{
	return read_number(r, &l->max_rel, o, "max_rel") &&
	       read_number(r, &l->max_abs, o, "max_abs") &&
	       read_number(r, &l->max_ulp, o, "max_ulp") &&
	       read_number(r, &l->got, o, "got") &&
	       read_count(r, &l->bad, o, "bad");
}

static bool
read_leaned(struct record_reader *r, struct test_check *c, const json_t *o)
{
	const json_t *list;
	bool good;

	if (!json_object_get(o, "leaned"))
		return true;
	list = record_array(r, o, "leaned", ITEMS_MAX);
	good = list != NULL;
	c->nleaned = list ? json_array_size(list) : 0;
	c->leaned = arena_alloc(r->arena, (c->nleaned + 1) *
						  sizeof *c->leaned);
	record_enter(r, "leaned", 0);
	for (size_t i = 0; good && i < c->nleaned; i++) {
		record_enter(r, NULL, i);
		good = read_lean(r, &c->leaned[i], json_array_get(list, i));
		record_leave(r);
	}
	record_leave(r);
	return good;
}

static bool
read_check(struct record_reader *r, struct test_check *c, const json_t *o)
{
	return record_maybe(r, &c->text, o, "text") &&
	       record_maybe(r, &c->array, o, "array") &&
	       read_number(r, &c->max_rel, o, "max_rel") &&
	       read_number(r, &c->max_abs, o, "max_abs") &&
	       read_number(r, &c->max_ulp, o, "max_ulp") &&
	       read_count(r, &c->bad, o, "bad") && read_leaned(r, c, o) &&
	       (!(c->bad > 0) || read_spot(r, &c->first, o, "first"));
}

static bool
read_output(struct record_reader *r, struct test_output *x, const json_t *o)
{
	return record_text(r, &x->name, o, "name") &&
	       read_count(r, &x->unwritten, o, "unwritten") &&
	       read_count(r, &x->nan, o, "nan") &&
	       (!(x->unwritten > 0) ||
		read_spot(r, &x->first_unwritten, o, "first_unwritten")) &&
	       (!(x->nan > 0) || read_spot(r, &x->first_nan, o, "first_nan"));
}

static bool
read_finding(struct record_reader *r, struct test_finding *f, const json_t *o)
{
	return record_text(r, &f->kind, o, "kind") &&
	       record_maybe(r, &f->kernel, o, "kernel") &&
	       record_maybe(r, &f->file, o, "file") &&
	       record_maybe(r, &f->text, o, "text") &&
	       read_number(r, &f->line, o, "line") &&
	       read_count(r, &f->count, o, "count") &&
	       read_axes(r, f->block, o, "block") &&
	       read_axes(r, f->thread, o, "thread") &&
	       read_point(r, &f->point, o);
}

static bool
read_checks(struct record_reader *r, struct test_result *t, const json_t *o)
{
	const json_t *list = record_array(r, o, "checks", ITEMS_MAX);
	bool good = list != NULL;

	t->nchecks = list ? json_array_size(list) : 0;
	t->checks = arena_alloc(r->arena, (t->nchecks + 1) *
						  sizeof *t->checks);
	record_enter(r, "checks", 0);
	for (size_t i = 0; good && i < t->nchecks; i++) {
		record_enter(r, NULL, i);
		good = read_check(r, &t->checks[i], json_array_get(list, i));
		record_leave(r);
	}
	record_leave(r);
	return good;
}

static bool
read_outputs(struct record_reader *r, struct test_result *t, const json_t *o)
{
	const json_t *list = record_array(r, o, "outputs", ITEMS_MAX);
	bool good = list != NULL;

	t->noutputs = list ? json_array_size(list) : 0;
	t->outputs = arena_alloc(r->arena, (t->noutputs + 1) *
						   sizeof *t->outputs);
	record_enter(r, "outputs", 0);
	for (size_t i = 0; good && i < t->noutputs; i++) {
		record_enter(r, NULL, i);
		good = read_output(r, &t->outputs[i], json_array_get(list, i));
		record_leave(r);
	}
	record_leave(r);
	return good;
}

static bool
read_findings(struct record_reader *r, struct test_result *t, const json_t *o)
{
	const json_t *list = record_array(r, o, "findings", ITEMS_MAX);
	bool good = list != NULL;

	t->nfindings = list ? json_array_size(list) : 0;
	t->findings = arena_alloc(r->arena, (t->nfindings + 1) *
						    sizeof *t->findings);
	record_enter(r, "findings", 0);
	for (size_t i = 0; good && i < t->nfindings; i++) {
		record_enter(r, NULL, i);
		good = read_finding(r, &t->findings[i],
				    json_array_get(list, i));
		record_leave(r);
	}
	record_leave(r);
	return good;
}

bool
record_test(struct record_reader *r, const struct test_result **out,
	    const json_t *o)
{
	const json_t *j = json_object_get(o, "test");
	struct test_result *t;
	bool good;

	*out = NULL;
	if (!j)
		return true;
	if (!json_is_object(j))
		return record_refuse_member(r, o, "test", "an object");
	t = arena_alloc(r->arena, sizeof *t);
	record_enter(r, "test", 0);
	good = read_count(r, &t->points, j, "points") &&
	       read_count(r, &t->failed, j, "failed") &&
	       read_checks(r, t, j) && read_outputs(r, t, j) &&
	       read_findings(r, t, j) &&
	       record_maybe(r, &t->promise, j, "promise") &&
	       record_maybe(r, &t->unsure, j, "unsure");
	record_leave(r);
	*out = t;
	return good;
}
