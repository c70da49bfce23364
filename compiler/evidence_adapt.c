/*
 * A run of one record -> the text of it that may stand in another.
 *
 * The idea: a head says of all runs of its file what they were made with. A
 * run from elsewhere says for itself what differs, in front of its own bytes,
 * which stay: the lengths of its launches, its driver, toolkit and cubin.
 *
 *	"runs":[{"started":"2026-11-30T03:20:11Z", … ]},
 *	{"n":[2048,1024],"driver":"590.1","started":"2026-12-01T10:00:00Z", …
 *
 * Whether the two are of one thing at all, evidence_collect.c asks.
 */
#include "evidence.h"

#include "arena.h"
#include "buf.h"
#include "evidence_parts.h"
#include "source.h"

static bool
same_lengths(const struct evidence *x, const struct evidence *y)
{
	for (size_t c = 0; c < x->ncases; c++)
		if (x->cases[c].n < y->cases[c].n ||
		    x->cases[c].n > y->cases[c].n)
			return false;
	return true;
}

static void
add_lengths(struct buf *out, const struct evidence *e)
{
	buf_add(out, STR("\"n\":["));
	for (size_t c = 0; c < e->ncases; c++)
		buf_printf(out, "%s%.17g", c > 0 ? "," : "", e->cases[c].n);
	buf_add(out, STR("],"));
}

/* The driver or toolkit of a run, where the heads differ in it: what a run was
   made with goes with the run. */
static void
add_word(struct buf *out, struct str run, struct str key, const struct str *of)
{
	if (json_member(run, key).n == 0 && of[1].n > 0 &&
	    of[1].p[0] == '"' && !str_equal(of[0], of[1]))
		buf_printf(out, "\"" STR_FMT "\":" STR_FMT ",", STR_ARG(key),
			   STR_ARG(of[1]));
}

static struct str
head_word(const struct record *r, struct str key)
{
	struct str head = r->source->text;

	if (str_equal(key, STR("driver")))
		head = json_member(head, STR("device"));
	return json_member(head, key);
}

struct str
record_adapt_run(struct arena *a, const struct record *into,
	  const struct record *from, size_t i)
{
	static const struct str keys[] = { STR_INIT("driver"),
					   STR_INIT("toolkit"),
					   STR_INIT("cubin") };
	struct str run = from->runs[i];
	struct buf out = { 0 };

	buf_add_byte(&out, '{');
	if (json_member(run, STR("n")).n == 0 &&
	    !same_lengths(&into->evidence, &from->evidence))
		add_lengths(&out, &from->evidence);
	for (size_t k = 0; k < COUNT_OF(keys); k++) {
		const struct str both[] = { head_word(into, keys[k]),
					    head_word(from, keys[k]) };

		add_word(&out, run, keys[k], both);
	}
	buf_add(&out, str_skip(run, 1));
	run = arena_copy(a, buf_str(&out));
	buf_free(&out);
	return run;
}
