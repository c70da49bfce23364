/*
 * Outcomes of tests as words, both ways.
 *
 * They go from the worker to its supervisor, which trusts nothing in them:
 * numbers are numbers, texts have %XX for all that could end a word, and there
 * are as many checks and outputs as the test has.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "device.h"
#include "formula.h"
#include "number.h"
#include "pack_test.h"
#include "trial_outcome.h"

static const char *const kinds[] = {
	[FINDING_BOUNDS] = "bounds",   [FINDING_UNWRITTEN] = "unwritten",
	[FINDING_RACE] = "race",       [FINDING_BARRIER] = "barrier",
	[FINDING_ALIGN] = "align",     [FINDING_TRAP] = "trap",
	[FINDING_ASSERT] = "assert",   [FINDING_HANG] = "hang",
	[FINDING_UNSUPPORTED] = "unsupported",
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

const char *
outcome_finding_word(enum finding_kind kind)
{
	return kinds[kind];
}

/* --- there --------------------------------------------------------------- */

static void
dump_worth(struct worth x, struct buf *out)
{
	buf_addf(out, " %d %" PRIu64 " %.17g", (int)x.kind, x.bits, x.value);
}

static void
dump_spot(const struct spot *s, struct buf *out)
{
	int i;

	for (i = 0; i < TEST_RANGES; i++)
		buf_addf(out, " %" PRId64, s->point[i]);
	buf_addf(out, " %" PRIu64, s->index);
	dump_worth(s->want, out);
	dump_worth(s->got, out);
	buf_addf(out, " %" PRIu64 " %" PRIu64 " %d", s->bad, s->of,
		 s->untouched);
}

static void
dump_text(const char *text, struct buf *out)
{
	buf_addf(out, " =");
	for (; *text; text++) {
		if (*text <= ' ' || *text > '~' || *text == '%')
			buf_addf(out, "%%%02X", (unsigned char)*text);
		else
			buf_add(out, text, 1);
	}
}

static void
dump_bits(const struct output_outcome *o, struct buf *out)
{
	int i;

	for (i = 0; i < OUTCOME_STRETCHES; i++)
		buf_addf(out, " %" PRIu64, o->bits[i]);
}

static void
dump_finding(const struct finding_outcome *o, struct buf *out)
{
	const struct finding *f = &o->finding;
	int i;

	buf_addf(out, " %d %ld %" PRIu64, (int)f->kind, f->line, f->count);
	for (i = 0; i < 3; i++)
		buf_addf(out, " %u %u", f->block[i], f->thread[i]);
	for (i = 0; i < TEST_RANGES; i++)
		buf_addf(out, " %" PRId64, o->point[i]);
	dump_text(f->kernel, out);
	dump_text(f->file, out);
	dump_text(f->text, out);
}

static void
dump_check(const struct check_outcome *c, struct buf *out)
{
	int i;

	buf_addf(out, " %" PRIu64 " %.17g %.17g %.17g", c->bad, c->max_rel,
		 c->max_abs, c->max_ulp);
	for (i = 0; i < OUTCOME_LEANS; i++)
		buf_addf(out, " %" PRIu64 " %.17g %.17g %.17g %.17g",
			 c->leaned[i].bad, c->leaned[i].max_rel,
			 c->leaned[i].max_abs, c->leaned[i].max_ulp,
			 c->leaned[i].got);
	dump_spot(&c->first, out);
}

void
outcome_dump(const struct outcome *o, const struct pack_test *t,
	     struct buf *out)
{
	size_t i;

	buf_addf(out, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %zu", o->points,
		 o->failed, o->hashed, o->nfindings);
	for (i = 0; i < t->nchecks; i++)
		dump_check(&o->checks[i], out);
	for (i = 0; i < t->nvariables; i++) {
		buf_addf(out, " %" PRIu64 " %" PRIu64, o->outputs[i].unwritten,
			 o->outputs[i].nan);
		dump_spot(&o->outputs[i].first_unwritten, out);
		dump_spot(&o->outputs[i].first_nan, out);
		dump_bits(&o->outputs[i], out);
	}
	for (i = 0; i < o->nfindings; i++)
		dump_finding(&o->findings[i], out);
	dump_text(o->promise, out);
	dump_text(o->unsure, out);
}

/* --- and back ------------------------------------------------------------ */

/* Text while it is read; at is NULL after a fault. */
struct reader {
	const char *at;
};

static bool
end_word(struct reader *r, const char *end)
{
	if (!r->at || end == r->at || (*end && *end != ' ')) {
		r->at = NULL;
		return false;
	}
	r->at = *end ? end + 1 : end;
	return true;
}

static uint64_t
take_count(struct reader *r)
{
	char *end = NULL;
	uint64_t n = r->at ? strtoull(r->at, &end, 10) : 0;

	return end && end_word(r, end) ? n : 0;
}

static int64_t
take_whole(struct reader *r)
{
	char *end = NULL;
	int64_t n = r->at ? strtoll(r->at, &end, 10) : 0;

	return end && end_word(r, end) ? n : 0;
}

static double
take_double(struct reader *r)
{
	char *end = NULL;
	double x = r->at ? strtod(r->at, &end) : 0;

	return end && end_word(r, end) ? x : 0;
}

static int
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void
take_text(struct reader *r, char *out, size_t cap)
{
	const char *at = r->at;
	size_t n = 0;

	if (!at || *at != '=') {
		r->at = NULL;
		return;
	}
	for (at++; *at && *at != ' ' && n + 1 < cap; at++) {
		char c = *at;

		if (c == '%' && hex_value(at[1]) >= 0 &&
		    hex_value(at[2]) >= 0) {
			c = (char)(16 * hex_value(at[1]) + hex_value(at[2]));
			at += 2;
		}
		out[n++] = c;
	}
	out[n] = '\0';
	end_word(r, at);
}

static struct worth
take_worth(struct reader *r)
{
	struct worth x = { 0 };
	uint64_t kind = take_count(r);

	x.kind = kind < WORTH_REAL ? (enum worth_kind)kind : WORTH_REAL;
	x.bits = take_count(r);
	x.value = take_double(r);
	return x;
}

static void
take_spot(struct reader *r, struct spot *s)
{
	int i;

	for (i = 0; i < TEST_RANGES; i++)
		s->point[i] = take_whole(r);
	s->index = take_count(r);
	s->want = take_worth(r);
	s->got = take_worth(r);
	s->bad = take_count(r);
	s->of = take_count(r);
	s->untouched = take_count(r) != 0;
}

static void
take_check(struct reader *r, struct check_outcome *c)
{
	int i;

	c->bad = take_count(r);
	c->max_rel = take_double(r);
	c->max_abs = take_double(r);
	c->max_ulp = take_double(r);
	for (i = 0; i < OUTCOME_LEANS; i++) {
		c->leaned[i].bad = take_count(r);
		c->leaned[i].max_rel = take_double(r);
		c->leaned[i].max_abs = take_double(r);
		c->leaned[i].max_ulp = take_double(r);
		c->leaned[i].got = take_double(r);
	}
	take_spot(r, &c->first);
}

static void
take_bits(struct reader *r, struct output_outcome *o)
{
	int i;

	for (i = 0; i < OUTCOME_STRETCHES; i++)
		o->bits[i] = take_count(r);
}

static void
take_finding(struct reader *r, struct finding_outcome *o)
{
	struct finding *f = &o->finding;
	uint64_t kind = take_count(r);
	int i;

	if (kind >= KINDS)
		r->at = NULL;
	f->kind = kind < KINDS ? (enum finding_kind)kind : FINDING_BOUNDS;
	f->line = take_whole(r);
	f->count = take_count(r);
	for (i = 0; i < 3; i++) {
		f->block[i] = (unsigned)take_count(r);
		f->thread[i] = (unsigned)take_count(r);
	}
	for (i = 0; i < TEST_RANGES; i++)
		o->point[i] = take_whole(r);
	take_text(r, f->kernel, sizeof(f->kernel));
	take_text(r, f->file, sizeof(f->file));
	take_text(r, f->text, sizeof(f->text));
}

bool
outcome_parse(const char *text, const struct pack_test *t, struct outcome *o)
{
	struct reader r = { text };
	size_t i;

	memset(o, 0, sizeof(*o));
	o->points = take_count(&r);
	o->failed = take_count(&r);
	o->hashed = take_count(&r);
	o->nfindings = (size_t)take_count(&r);
	if (o->nfindings > OUTCOME_FINDINGS)
		return false;
	for (i = 0; i < t->nchecks; i++)
		take_check(&r, &o->checks[i]);
	for (i = 0; i < t->nvariables; i++) {
		o->outputs[i].unwritten = take_count(&r);
		o->outputs[i].nan = take_count(&r);
		take_spot(&r, &o->outputs[i].first_unwritten);
		take_spot(&r, &o->outputs[i].first_nan);
		take_bits(&r, &o->outputs[i]);
	}
	for (i = 0; i < o->nfindings; i++)
		take_finding(&r, &o->findings[i]);
	take_text(&r, o->promise, sizeof(o->promise));
	take_text(&r, o->unsure, sizeof(o->unsure));
	return r.at && !*r.at;
}
