/*
 * Claims that are answered as a whole: does the fence compile, does what the
 * front matter names exist, does the source say it.
 *
 * The idea: each kind of check is one short function that answers yes, no, or
 * why it cannot tell. What only this machine lacks is never a no.
 *
 * Here are the fences and APIs, which building answered, and the choice of
 * the check. What files answer is observe_source.c, what lists of words do
 * observe_words.c, what the page as a whole does observe_rung.c, what is known
 * of architectures observe_arch.c.
 */
#include "arena.h"
#include "built.h"
#include "claim.h"
#include "listing.h"
#include "marker.h"
#include "observe.h"
#include "observe_parts.h"
#include "page.h"
#include "plan.h"
#include "recall.h"
#include "schema.h"
#include "toolkit.h"
#include "value.h"
#include "wiki.h"

struct value
observe_remark(bool truth, struct str remark)
{
	struct value v = value_truth(truth);

	v.reason = remark;
	return v;
}

struct value
observe_answer(bool truth, struct str why_not)
{
	return observe_remark(truth, truth ? STR("") : why_not);
}

struct value
observe_lacks(struct str reason)
{
	return value_lack(LACK_NOT_RUN, reason);
}

struct value
observe_lacks_tool(struct str reason)
{
	return value_lack(LACK_TOOL, reason);
}

struct value
observe_needs_gpu(struct arena *a, struct str name)
{
	return observe_lacks(arena_printf(a, "needs gpu: " STR_FMT,
					  STR_ARG(name)));
}

/* --- fences ----------------------------------------------------------- */

static bool
complains_of(const struct built *b, struct str pattern)
{
	for (size_t i = 0; i < b->ncomplaints; i++)
		if (b->complaints[i].is_error &&
		    str_find(b->complaints[i].text, pattern) <
			    b->complaints[i].text.n)
			return true;
	return false;
}

/* Where it is so, of a fence for several architectures. */
static struct str
on_sm(struct arena *a, const struct claim *c, struct str why)
{
	if (c->fence->words->nsm <= 1)
		return why;
	return arena_printf(a, "on " STR_FMT ": " STR_FMT, STR_ARG(c->sm),
			    STR_ARG(why));
}

/* A fence that says it fails, and how. */
static struct value
answer_fails(struct arena *a, const struct claim *c, const struct built *b)
{
	struct str pattern = c->fence->words->pattern;

	if (b->ok)
		return observe_answer(false, on_sm(a, c, STR("it compiles")));
	if (pattern.n > 0 && !complains_of(b, pattern))
		return observe_answer(false, on_sm(a, c, arena_printf(a,
			"it fails otherwise: " STR_FMT, STR_ARG(b->why))));
	return observe_remark(true, on_sm(a, c, b->why));
}

/* Whether a fence has functions for the device beside what the host does. */
static bool
has_device_code(const struct fence *f)
{
	for (size_t i = 0; i < f->nlines; i++)
		if (str_find(f->lines[i], STR("__global__")) <
			    f->lines[i].n ||
		    str_find(f->lines[i], STR("__device__")) <
			    f->lines[i].n)
			return true;
	return false;
}

/* What does not compile is a fault in a strict wiki, else unchecked; what uses
   a value that nobody sets, though somebody was to give some, is an error. */
static struct value
answer_broken(struct arena *a, const struct world *w, const struct claim *c,
	      const struct built *b)
{
	struct str why = b->why;
	struct value v;

	if (b->host)
		return observe_lacks(b->why.n ? arena_printf(a, "host code: "
			STR_FMT, STR_ARG(b->why)) : STR("host code"));
	if (b->library.n > 0)
		return observe_lacks(arena_printf(a, "needs " STR_FMT,
						  STR_ARG(b->library)));
	if (b->templates && !w->wiki->config.strict)
		return observe_lacks(b->nothing);
	if (b->empty)
		why = b->nothing.n > 0 ? b->nothing :
					 STR("it holds no device code");
	why = on_sm(a, c, why);
	if (b->unset && (w->wiki->config.strict || c->fence->given))
		v = value_lack(LACK_ERROR, why);
	else
		v = w->wiki->config.strict ? observe_answer(false, why) :
			observe_lacks(arena_printf(a, "unchecked: " STR_FMT,
						   STR_ARG(why)));
	v.line = b->line;
	return v;
}

/* PTX of which no more than the instructions were looked up. */
static struct value
answer_left_out(const struct built *b)
{
	struct value v = observe_lacks(STR("unchecked: " BUILT_SKETCH));

	v.line = b->left_out;
	return v;
}

static struct value
answer_fence(struct arena *a, const struct world *w, size_t page,
	     const struct claim *c)
{
	const struct target *t = plan_find(w->plan, page, c->number, SIZE_MAX);
	const struct built *b = observe_built(w, t);

	if (!b || !b->tried)
		return observe_lacks_tool(STR("needs nvcc"));
	if (observe_lacks_sm(w, t))
		return observe_lacks_tool(arena_printf(a, "needs nvcc for "
						       STR_FMT,
						       STR_ARG(t->sm)));
	if (b->stopped) /* of the source it says nothing */
		return value_lack(LACK_INCONCLUSIVE, b->why);
	/* what is wrong with it for the device is not of the page */
	if (b->host && !has_device_code(c->fence))
		return observe_lacks(STR("host code"));
	if (b->ok && b->unsure.n > 0)
		return observe_lacks(arena_printf(a, "ptxas does not tell of "
						  STR_FMT,
						  STR_ARG(b->unsure)));
	if (c->fence->words->fails)
		return answer_fails(a, c, b);
	if (b->ok && b->left_out > 0)
		return answer_left_out(b);
	if (b->ok && !b->empty)
		return observe_answer(true, STR(""));
	return answer_broken(a, w, c, b);
}

/* --- names ------------------------------------------------------------ */

static struct value
answer_api(struct arena *a, const struct world *w, size_t page,
	   const struct claim *c)
{
	const struct target *t = plan_find(w->plan, page, c->number, SIZE_MAX);
	const struct built *b = observe_built(w, t);

	if (!b || !b->tried || !b->names)
		return observe_lacks_tool(STR("needs nvcc"));
	for (size_t i = 0; i < t->nnames; i++)
		if (str_equal(t->names[i], c->text))
			return observe_name(a, t, &b->names[i]);
	return observe_lacks_tool(STR("needs nvcc"));
}

static struct value
answer_page(const struct world *w, size_t page, const struct claim *c)
{
	if (wiki_find(w->wiki, c->text, page) != SIZE_MAX)
		return observe_answer(true, STR(""));
	if (w->wiki->config.lacks_pages)
		return observe_lacks(STR("needs a folder of pages that "
					 "kbc.yaml names"));
	return observe_answer(false, STR("no such page"));
}

/* A file, or a heading of one: `evidence/h200/sum-1a2b3c4d.md#results`. */
static struct value
answer_file(struct arena *a, const struct world *w, size_t page,
	    struct str path)
{
	size_t hash = str_find_byte(path, '#');
	const struct stored *text;
	struct str at;

	if (wiki_file(a, w->wiki, path, page).n > 0)
		return observe_answer(true, STR(""));
	at = wiki_file(a, w->wiki, str_slice(path, 0, hash), page);
	if (at.n == 0 || hash == path.n)
		return observe_answer(false, STR("no such file"));
	text = recall_stored(w->recall, at);
	return observe_answer(text && observe_has_heading(text->source,
						str_skip(path, hash + 1)),
			      STR("the file has no such heading"));
}

/* --- all -------------------------------------------------------------- */

/* What the words of the front matter answer to each other. */
static struct value
answer_words(struct arena *a, const struct world *w, size_t page,
	     const struct claim *c)
{
	if (str_equal(c->check, STR("folder")))
		return observe_folder(a, w, c);
	if (str_equal(c->check, STR("listed")))
		return observe_listed(a, c);
	if (str_equal(c->check, STR("gathers")))
		return observe_gathers(a, w, page, c);
	if (str_equal(c->check, STR("gpu")))
		return observe_gpu(a, w, page, c);
	return observe_rung(a, w, page, c);
}

/* What files and rows of data do. */
static struct value
answer_data(struct arena *a, const struct world *w, size_t page,
	    const struct claim *c)
{
	static const struct {
		struct str check;
		struct value (*observe)(struct arena *a, const struct world *w,
					size_t page, const struct claim *c);
	} rows[] = {
		{ STR_INIT("lists"), observe_lists },
		{ STR_INIT("mentions"), observe_mentions },
		{ STR_INIT("placed"), observe_placed },
		{ STR_INIT("row"), observe_row },
		{ STR_INIT("same"), observe_until },
		{ STR_INIT("sha256"), observe_sha256 },
		{ STR_INIT("size"), observe_size },
		{ STR_INIT("there"), observe_there },
		{ STR_INIT("until"), observe_until },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (str_equal(rows[i].check, c->check))
			return rows[i].observe(a, w, page, c);
	if (str_equal(c->check, STR("count")))
		return observe_row_count(a, c);
	if (str_equal(c->check, STR("unique")))
		return observe_unique(a, c);
	return answer_words(a, w, page, c);
}

static struct value
answer_one(struct arena *a, const struct world *w, size_t page,
	     const struct claim *c)
{
	if (str_equal(c->check, STR("api")))
		return answer_api(a, w, page, c);
	if (str_equal(c->check, STR("page")))
		return answer_page(w, page, c);
	if (str_equal(c->check, STR("file")))
		return c->anchor.n > 0 ? observe_under(a, w, page, c) :
					 answer_file(a, w, page, c->text);
	if (str_equal(c->check, STR("source")))
		return observe_source(a, w, page, c->text);
	if (str_equal(c->check, STR("lines")))
		return observe_lines(a, w, page, c);
	if (str_equal(c->check, STR("heading")))
		return observe_heading(w, page, c);
	if (str_equal(c->check, STR("arch")))
		return observe_arch(a, w, c);
	if (str_equal(c->check, STR("feature")))
		return observe_feature(a, c);
	if (str_equal(c->check, STR("vocabulary")))
		return observe_vocabulary(a, w, page, c);
	if (str_equal(c->check, STR("metric")))
		return observe_metric_name(a, w, c);
	return answer_data(a, w, page, c);
}

/* `A or B`: B is asked where the answer to A is no, and its yes is one. */
static struct value
answer_check(struct arena *a, const struct world *w, size_t page,
	     const struct claim *c)
{
	struct value v = answer_one(a, w, page, c);

	for (const struct schema_check *k = c->otherwise;
	     k && v.kind == VALUE_TRUTH && !(v.number > 0); k = k->otherwise) {
		struct claim other = *c;
		struct value then;

		other.check = k->kind;
		other.anchor = k->argument;
		then = answer_one(a, w, page, &other);
		if (then.kind != VALUE_TRUTH)
			continue;
		then.reason = arena_printf(a, STR_FMT ", and " STR_FMT,
					   STR_ARG(v.reason),
					   STR_ARG(then.reason));
		v = then.number > 0 ? observe_answer(true, STR("")) : then;
	}
	return v;
}

const struct value *
observe_claim(struct arena *a, const struct world *w, size_t page,
	      const struct claim *c)
{
	struct value *out = arena_alloc(a, sizeof *out);

	switch ((int)c->kind) {
	case CLAIM_FENCE:
		*out = answer_fence(a, w, page, c);
		return out;
	case CLAIM_CHECK:
		*out = answer_check(a, w, page, c);
		return out;
	case CLAIM_CITED:
		*out = observe_cited(a, w, page, c);
		return out;
	case CLAIM_TEST:
		*out = observe_test(a, w, plan_find(w->plan, page, c->number,
						    SIZE_MAX), c);
		return out;
	default:
		return NULL;
	}
}
