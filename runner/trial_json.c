/*
 * The outcome of a test as JSON, the member `test` of a run (record.h).
 *
 * JSON has no infinity and no NaN: those stand as texts. Hashes are texts of
 * sixteen digits, since not every reader of JSON keeps 64 bits of a number.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "buf.h"
#include "device.h"
#include "formula.h"
#include "number.h"
#include "pack_test.h"
#include "trial_bits.h"
#include "trial_outcome.h"

static void
emit_number(const char *name, double x, struct buf *out)
{
	if (isfinite(x))
		buf_addf(out, "\"%s\":%.17g,", name, x);
	else
		buf_addf(out, "\"%s\":\"%s\",", name,
			 isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
}

/* Whole numbers that a double would not tell apart are told as digits. */
static void
emit_worth(const char *name, struct worth x, struct buf *out)
{
	bool below = x.kind == WORTH_S32 || x.kind == WORTH_S64;

	if (x.kind == WORTH_REAL || fabs(x.value) < 0x1p53)
		emit_number(name, x.value, out);
	else if (below)
		buf_addf(out, "\"%s\":\"%" PRId64 "\",", name, (int64_t)x.bits);
	else
		buf_addf(out, "\"%s\":\"%" PRIu64 "\",", name, x.bits);
}

static void
emit_text(const char *name, const char *text, struct buf *out)
{
	buf_addf(out, "\"%s\":", name);
	buf_add_json(out, text, strlen(text));
	buf_addf(out, ",");
}

/* The values that make a point, by the names of the variables. */
static void
emit_point(const int64_t *point, const struct pack_test *t, struct buf *out)
{
	const char *comma = "";
	size_t i;

	buf_addf(out, "\"point\":{");
	for (i = 0; i < t->nvariables; i++) {
		if (t->variables[i].start != START_RANGE)
			continue;
		buf_addf(out, "%s\"%s\":%" PRId64, comma, t->names[i],
			 *point++);
		comma = ",";
	}
	buf_addf(out, "}");
}

static void
emit_spot(const char *name, const struct spot *s, const struct pack_test *t,
	  struct buf *out)
{
	buf_addf(out, ",\"%s\":{", name);
	emit_point(s->point, t, out);
	buf_addf(out, ",\"index\":%" PRIu64 ",", s->index);
	emit_worth("want", s->want, out);
	emit_worth("got", s->got, out);
	buf_addf(out,
		 "\"bad\":%" PRIu64 ",\"of\":%" PRIu64
		 ",\"untouched\":%s}",
		 s->bad, s->of, s->untouched ? "true" : "false");
}

/* Each side that was leaned to, where any of them changes anything. */
static void
emit_leaned(const struct check_outcome *c, struct buf *out)
{
	const struct leaned nearest = outcome_lean(c), *l = c->leaned;
	bool same = true;
	int i;

	for (i = 0; i < OUTCOME_LEANS; i++)
		same = same && !memcmp(&nearest, &l[i], sizeof(nearest));
	for (i = 0; i < OUTCOME_LEANS && !same; i++) {
		buf_addf(out, i ? ",{" : ",\n\"leaned\":[{");
		emit_number("max_rel", l[i].max_rel, out);
		emit_number("max_abs", l[i].max_abs, out);
		emit_number("max_ulp", l[i].max_ulp, out);
		emit_number("got", l[i].got, out);
		buf_addf(out, "\"bad\":%" PRIu64 "}", l[i].bad);
	}
	buf_addf(out, same ? "" : "]");
}

static void
emit_check(const struct check_outcome *c, const struct pack_test *t, size_t i,
	   struct buf *out)
{
	int array = t->checks[i].array;

	buf_addf(out, "%s\n{", i ? "," : "");
	emit_text("text", t->checks[i].text, out);
	emit_text("array", array < 0 ? "" : t->names[array], out);
	emit_number("max_rel", c->max_rel, out);
	emit_number("max_abs", c->max_abs, out);
	emit_number("max_ulp", c->max_ulp, out);
	buf_addf(out, "\"bad\":%" PRIu64, c->bad);
	if (c->bad)
		emit_spot("first", &c->first, t, out);
	emit_leaned(c, out);
	buf_addf(out, "}");
}

static void
emit_outputs(const struct outcome *o, const struct pack_test *t,
	     struct buf *out)
{
	const struct output_outcome *x = o->outputs;
	const char *comma = "";
	size_t i;

	buf_addf(out, "],\n\"outputs\":[");
	for (i = 0; i < t->nvariables; i++) {
		if (!x[i].unwritten && !x[i].nan)
			continue;
		buf_addf(out, "%s\n{", comma);
		emit_text("name", t->names[i], out);
		buf_addf(out, "\"unwritten\":%" PRIu64 ",\"nan\":%" PRIu64,
			 x[i].unwritten, x[i].nan);
		if (x[i].unwritten)
			emit_spot("first_unwritten", &x[i].first_unwritten, t,
				  out);
		if (x[i].nan)
			emit_spot("first_nan", &x[i].first_nan, t, out);
		buf_addf(out, "}");
		comma = ",";
	}
}

static void
emit_finding(const struct finding_outcome *o, const struct pack_test *t,
	     struct buf *out)
{
	const struct finding *f = &o->finding;

	buf_addf(out, "\n{\"kind\":\"%s\",",
		 outcome_finding_word(f->kind));
	emit_text("kernel", f->kernel, out);
	emit_text("file", f->file, out);
	buf_addf(out, "\"line\":%ld,\"block\":[%u,%u,%u],"
		 "\"thread\":[%u,%u,%u],", f->line, f->block[0], f->block[1],
		 f->block[2], f->thread[0], f->thread[1], f->thread[2]);
	emit_text("text", f->text, out);
	emit_point(o->point, t, out);
	buf_addf(out, ",\"count\":%" PRIu64 "}", f->count);
}

/* Whether all arrays have all their hashes: no point was left out. */
static bool
has_bits(const struct outcome *o, const struct pack_test *t)
{
	return o->hashed == test_points(t);
}

static void
emit_bits(const struct outcome *o, const struct pack_test *t, struct buf *out)
{
	size_t i, k, n = bits_stretches(o->points);
	const char *comma = "";

	buf_addf(out, "],\n\"bits\":[");
	for (i = 0; i < t->nvariables; i++) {
		if (t->variables[i].scalar)
			continue;
		buf_addf(out, "%s\n{", comma);
		emit_text("name", t->names[i], out);
		buf_addf(out, "\"hashes\":[");
		for (k = 0; k < n; k++)
			buf_addf(out, "%s\"%016" PRIx64 "\"", k ? "," : "",
				 o->outputs[i].bits[k]);
		buf_addf(out, "]}");
		comma = ",";
	}
}

static void
emit_reason(const char *name, const char *text, struct buf *out)
{
	if (!*text)
		return;
	buf_addf(out, ",\n\"%s\":", name);
	buf_add_json(out, text, strlen(text));
}

void
outcome_emit(const struct outcome *o, const struct pack_test *t,
	     struct buf *out)
{
	size_t i;

	buf_addf(out, "{\"points\":%" PRIu64 ",\"failed\":%" PRIu64
		 ",\"checks\":[", o->points, o->failed);
	for (i = 0; i < t->nchecks; i++)
		emit_check(&o->checks[i], t, i, out);
	emit_outputs(o, t, out);
	if (has_bits(o, t))
		emit_bits(o, t, out);
	buf_addf(out, "],\n\"findings\":[");
	for (i = 0; i < o->nfindings; i++) {
		buf_addf(out, i ? "," : "");
		emit_finding(&o->findings[i], t, out);
	}
	buf_addf(out, "]");
	emit_reason("promise", o->promise, out);
	emit_reason("unsure", o->unsure, out);
	buf_addf(out, "}");
}
