/*
 * Any bytes as a signature's file, and as a record that is sealed. Promised of
 * a signature that is taken: what it is of lies in the text, and its list,
 * written anew, reads back as itself; against itself nothing is other and
 * nothing is new. Of a refusal: an error is said at a place of the text. The
 * seal of a record, or of counters, covers bytes of it, each part once, is the
 * same a second time, and tells of a run that is put in twice.
 */
#include "arena.h"
#include "diag.h"
#include "evidence.h"
#include "evidence_counted.h"
#include "evidence_parts.h"
#include "evidence_seal.h"
#include "fuzz.h"
#include "source.h"

static void
expect_equal(struct arena *a, const struct seal *s)
{
	expect(seal_compare(a, s, s).text.n == 0);
	expect(seal_added(a, s, s).text.n == 0);
}

static void
expect_written(struct arena *a, const struct seal *s)
{
	struct str list = seal_text(a, s);
	struct str text = arena_printf(a, STR_FMT STR_FMT, STR_ARG(s->block),
				       STR_ARG(list));
	struct seal again = { 0 };

	expect(seal_parse(a, &again, source_make(a, STR("b.json.sig"), text),
			  diag_make(a)).p != NULL);
	expect(str_equal(seal_text(a, &again), list));
}

static void
try_signature(struct arena *a, struct str text)
{
	struct diag *d = diag_make(a);
	struct source *s = source_make(a, STR("a.json.sig"), text);
	struct seal seal = { 0 };
	struct str signed_text = seal_parse(a, &seal, s, d);

	for (size_t i = 0; i < d->n; i++)
		expect((size_t)d->items[i].at.at + d->items[i].at.n <= text.n);
	expect((signed_text.p == NULL) == diag_failed(d));
	if (!signed_text.p)
		return;
	expect(signed_text.p >= text.p &&
	       signed_text.p + signed_text.n <= text.p + text.n);
	expect_equal(a, &seal);
	expect_written(a, &seal);
}

static void
expect_parts(const struct seal *s, struct str text)
{
	for (size_t i = 0; i < s->n; i++) {
		struct str at = s->parts[i].at;

		expect(at.p >= text.p && at.p + at.n <= text.p + text.n);
		for (size_t k = 0; k < i; k++)
			expect(!str_equal(s->parts[i].key, s->parts[k].key));
	}
}

/* What a signature covers is never called new, and what is put behind it is. */
static void
expect_grown(struct arena *a, const struct seal *was, struct str text)
{
	struct str run = json_element(json_member(text, STR("runs")), 0);
	struct str grown;
	struct seal is = { 0 };

	if (run.n == 0)
		return;
	grown = json_splice(a, text, run, arena_printf(a, STR_FMT ",\n" STR_FMT,
						       STR_ARG(run),
						       STR_ARG(run)));
	seal_make(a, &is, source_make(a, STR("made-1a2b3c4d.json"), grown));
	expect(seal_added(a, was, &is).text.n > 0);
}

/* A seal is made of what was read as a record, or as counters. */
static void
try_record(struct arena *a, struct str text)
{
	struct source *s = source_make(a, STR("made-1a2b3c4d.json"), text);
	struct source *t = source_make(a, STR("made-1a2b3c4d.ncu.json"), text);
	struct record r;
	struct counters_file f;
	struct seal one = { 0 }, two = { 0 };

	if (!record_parse(a, &r, s, diag_make(a)) &&
	    !counters_parse(a, &f, t, diag_make(a)))
		return;
	seal_make(a, &one, s);
	seal_make(a, &two, s);
	expect(str_equal(seal_text(a, &one), seal_text(a, &two)));
	expect_equal(a, &one);
	expect_parts(&one, text);
	expect_grown(a, &one, text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_make();
	struct str text = arena_copy(a, (struct str){ (const char *)data,
						      len });

	try_signature(a, text);
	try_record(a, text);
	arena_free(a);
	return 0;
}
