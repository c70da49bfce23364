/*
 * The words of a code -> the headers that it can need.
 *
 * Pages leave the includes out, as prose does; and an include costs: the two
 * half-precision headers are a third of a small kernel's compile time each.
 * So a light look at the words decides. A word too many costs time, one too
 * few a fence that does not compile: the patterns lean to the former.
 * Comments and texts in quotes are passed over: "half of the threads", and
 * inline assembly, which needs no header.
 */
#include "buf.h"
#include "emit_parts.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "recipe.h"

struct header {
	const char *name;
	const char *globs; /* of words, with blanks between; `!` before one
			      takes it out again */
	const char *with;  /* a word that the code must have, too; or NULL */
};

/* In the order in which they are included. */
static const struct header headers[] = {
	{ "cuda_fp16.h",
	  "*half* __h* h2* hexp* hlog* hsqrt* hrsqrt* hrcp* hsin* hcos* "
	  "htanh* hfloor hceil hrint htrunc __low* __high* __short2h* "
	  "!__host__", NULL },
	{ "cuda_bf16.h", "*bfloat* *bf16*", NULL },
	{ "cuda_fp8.h", "*fp8* *e4m3* *e5m2* *e8m0*", NULL },
	{ "cuda_fp6.h", "*fp6* *e2m3* *e3m2*", NULL },
	{ "cuda_fp4.h", "*fp4* *e2m1*", NULL },
	{ "mma.h", "wmma nvcuda", NULL },
	{ "cooperative_groups.h", "cooperative_groups cg", NULL },
	{ "cooperative_groups/memcpy_async.h", "memcpy_async",
	  "cooperative_groups" },
	{ "cooperative_groups/reduce.h", "reduce", "cooperative_groups" },
	{ "cuda_pipeline.h", "__pipeline_*", NULL },
	{ "cuda_awbarrier.h", "__mbarrier_*", NULL },
	{ "cuda/pipeline", "pipeline pipeline_* make_pipeline", "cuda" },
	{ "cuda/barrier", "barrier memcpy_async", "cuda" },
	{ "cuda/atomic", "atomic atomic_ref atomic_thread_fence", "cuda" },
	{ "cuda.h", "CUtensorMap* cuTensorMap* cuLaunch* cuMem* cuModule* "
	  "cuFunc* cuDevice* cuCtx* cuStream* cuOccupancy* CU_*", NULL },
	{ "cfloat", "FLT_* DBL_*", NULL },
	{ "climits", "*INT_MAX *INT_MIN *LONG_MAX *LONG_MIN CHAR_BIT", NULL },
	{ "cassert", "assert", NULL },
};

/* Where in a text we are. */
struct words {
	struct str rest;
};

/* Passes one thing that is no word; whole comments and quoted texts. */
static void
skip_other(struct words *w)
{
	struct str s = w->rest;
	size_t n = 1;

	if (str_starts(s, STR("//"))) {
		n = str_find_byte(s, '\n');
	} else if (str_starts(s, STR("/*"))) {
		n = 2 + str_find(str_skip(s, 2), STR("*/"));
	} else if (s.p[0] == '"') {
		while (n < s.n && s.p[n] != '"' && s.p[n] != '\n')
			n += s.p[n] == '\\' ? 2 : 1;
		n++;
	}
	w->rest = str_skip(s, n);
}

static bool
next_word(struct words *w, struct str *out)
{
	size_t n = 0;

	while (w->rest.n > 0 && !byte_is_name(w->rest.p[0]))
		skip_other(w);
	while (n < w->rest.n && byte_is_name(w->rest.p[n]))
		n++;
	*out = str_slice(w->rest, 0, n);
	w->rest = str_skip(w->rest, n);
	return n > 0;
}

static bool
matches(const char *globs, struct str word)
{
	struct str rest = str_of(globs), glob;
	bool found = false;

	while (str_split(&glob, &rest, ' ')) {
		if (str_starts(glob, STR("!")))
			found = found && !str_match(str_skip(glob, 1), word);
		else
			found = found || str_match(glob, word);
	}
	return found;
}

static bool
has_word(struct str text, struct str wanted)
{
	struct words w = { text };
	struct str word;

	while (next_word(&w, &word))
		if (str_equal(word, wanted))
			return true;
	return false;
}

/* Whether a text needs a header. */
static bool
needs(struct str text, const struct header *h)
{
	struct words w = { text };
	struct str word;

	if (h->with && !has_word(text, str_of(h->with)))
		return false;
	while (next_word(&w, &word))
		if (matches(h->globs, word))
			return true;
	return false;
}

void
emit_headers_of(struct emitter *e, struct str text)
{
	emit_own(e, "#include <cstdint>");
	for (size_t i = 0; i < COUNT_OF(headers); i++)
		if (needs(text, &headers[i]))
			emit_own(e, "#include <%s>", headers[i].name);
}

static void
add_line(struct buf *out, struct str line)
{
	buf_add(out, line);
	buf_add_byte(out, '\n');
}

static void
add_fence(struct buf *out, const struct fence *f)
{
	for (size_t i = 0; i < f->nlines; i++)
		add_line(out, f->lines[i]);
}

static void
add_given(struct buf *out, const struct marker *given)
{
	for (size_t i = 0; given && i < given->nparameters; i++)
		add_line(out, given->parameters[i]);
	if (given) {
		add_line(out, span_str(given->before));
		add_line(out, span_str(given->after));
	}
}

void
emit_headers(struct emitter *e)
{
	const struct target *t = e->target;
	struct buf all = { 0 };

	for (size_t i = 0; i < t->nbefore; i++) {
		if (t->run)
			add_given(&all, t->before[i]->given);
		add_fence(&all, t->before[i]);
	}
	if (t->run)
		for (const struct variable *v = t->run->variables; v;
		     v = v->next)
			add_line(&all, recipe_type(v->type) ?
				 recipe_type(v->type)->c : v->type);
	add_line(&all, t->value);
	if (t->fence) {
		add_given(&all, t->fence->given);
		add_fence(&all, t->fence);
	}
	emit_headers_of(e, buf_str(&all));
	buf_free(&all);
}
