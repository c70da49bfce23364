/*
 * How far a page stands on its own code: does any of it compile, did any of it
 * run, is there evidence of a number.
 *
 * The idea: a rung is borne out by other claims of the page, each answered as
 * it is for itself. One that holds will do; that none does is a no only when
 * all could be told. Each rung stands on those below it.
 *
 * What this machine lacks, or kbc does not compile, is never a no. That a
 * number has no evidence is one: the rung says that there is some.
 */
#include "arena.h"
#include "claim.h"
#include "expr.h"
#include "fact.h"
#include "marker.h"
#include "observe.h"
#include "observe_parts.h"
#include "page.h"
#include "page_language.h"
#include "scan.h"
#include "value.h"

/* The answers of claims of one kind. */
struct count {
	size_t yes, no, open;
	struct value lack; /* of the first open one */
};

struct asked {
	struct arena *arena;
	const struct world *world;
	size_t page;
	const struct claims *claims;
};

static void
count_answer(struct count *n, const struct value *v)
{
	if (v->kind == VALUE_TRUTH && v->number > 0)
		n->yes++;
	else if (v->kind == VALUE_TRUTH)
		n->no++;
	else if (n->open++ == 0)
		n->lack = *v;
}

/* --- compiles ------------------------------------------------------------- */

/* Code that may well be what the page means, and that kbc does not compile. */
static bool
is_other_code(const struct block *b)
{
	static const struct str words[] = {
		STR_INIT("c"), STR_INIT("c++"), STR_INIT("cpp"),
		STR_INIT("cute-dsl"), STR_INIT("cutile"),
		STR_INIT("jax-pallas"), STR_INIT("mojo"), STR_INIT("py"),
		STR_INIT("python"), STR_INIT("rust"), STR_INIT("tilelang"),
		STR_INIT("triton"),
	};
	struct str word;

	if (b->kind != BLOCK_FENCE || language_compiled(b, false).n > 0)
		return false;
	word = span_str(language_word(b));
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_equal_case(words[i], word))
			return true;
	return false;
}

static bool
has_other_code(const struct page *p)
{
	for (size_t i = 0; i < p->scan->nblocks; i++)
		if (is_other_code(&p->scan->blocks[i]))
			return true;
	return false;
}

/* Of a wiki that is not strict, a fence that does not compile is unchecked;
   the rung says that one does. */
static void
count_fence(struct count *n, const struct asked *q, const struct claim *c)
{
	const struct value *v = observe_claim(q->arena, q->world, q->page, c);
	struct value no = observe_answer(false, STR(""));

	if (v->kind == VALUE_NONE && v->lack == LACK_NOT_RUN &&
	    str_starts(v->reason, STR("unchecked: ")))
		v = &no;
	count_answer(n, v);
}

static struct value
answer_compiles(const struct asked *q, const struct page *p)
{
	struct count n = { 0 };

	for (size_t i = 0; i < q->claims->n; i++) {
		const struct claim *c = &q->claims->items[i];

		if (c->kind == CLAIM_FENCE && !c->fence->words->fails)
			count_fence(&n, q, c);
	}
	if (n.yes > 0)
		return observe_answer(true, STR(""));
	if (n.open > 0)
		return n.lack;
	if (has_other_code(p))
		return observe_lacks(STR("of its code there is some in "
					 "languages that are not compiled "
					 "here, and none else compiles"));
	return observe_answer(false, n.no == 0 ?
		STR("the page has no code to compile") :
		n.no == 1 ? STR("its only fence does not compile") :
		arena_printf(q->arena, "none of its %zu fences compiles",
			     n.no));
}

/* --- runs, measured ------------------------------------------------------- */

/* Whether a fact is a number that a device gave, of a probe or a counter. */
static bool
is_measured(const struct fact *f)
{
	return f->family == FACT_MEASURED || f->family == FACT_COUNTER;
}

/* No evidence is a no; evidence of another toolkit or scope, or of which too
   little counts, is left open. */
static void
count_number(struct count *n, const struct value *v)
{
	struct value has = observe_answer(v->kind == VALUE_NUMBER, STR(""));

	if (v->kind == VALUE_NONE && v->lack != LACK_NOT_RUN &&
	    v->lack != LACK_UNMEASURED && v->lack != LACK_ERROR)
		count_answer(n, v);
	else
		count_answer(n, &has);
}

static void
count_numbers(struct count *n, const struct asked *q)
{
	for (size_t i = 0; i < q->claims->n && n->yes == 0; i++) {
		const struct claim *c = &q->claims->items[i];
		const struct value *values = NULL;

		for (size_t k = 0; k < c->nfacts; k++) {
			if (!is_measured(&c->facts[k]))
				continue;
			if (!values)
				values = observe_facts(q->arena, q->world,
						       q->page, c);
			count_number(n, &values[k]);
		}
	}
}

static void
count_tests(struct count *n, const struct asked *q)
{
	for (size_t i = 0; i < q->claims->n; i++) {
		const struct claim *c = &q->claims->items[i];

		if (c->kind == CLAIM_TEST)
			count_answer(n, observe_claim(q->arena, q->world,
						      q->page, c));
	}
}

static struct value
answer_count(const struct count *n, struct str none, struct str no)
{
	if (n->yes > 0)
		return observe_answer(true, STR(""));
	if (n->open > 0)
		return n->lack;
	return observe_answer(false, n->no > 0 ? no : none);
}

static struct value
answer_runs(const struct asked *q)
{
	struct count n = { 0 };

	count_tests(&n, q);
	if (n.yes == 0)
		count_numbers(&n, q);
	return answer_count(&n, STR("nothing on the page is run: it has no "
				    "test (`kbc: test`) and no number that is "
				    "measured"),
			    STR("no test of the page holds, and of no number "
				"there is evidence"));
}

static struct value
answer_measured(const struct asked *q)
{
	struct count n = { 0 };

	count_numbers(&n, q);
	return answer_count(&n, STR("no number on the page is measured"),
			    STR("there is no evidence of any number that is "
				"to be measured"));
}

struct value
observe_rung(struct arena *a, const struct world *w, size_t page,
	     const struct claim *c)
{
	const struct asked q = { a, w, page, c->all };
	struct value v = answer_compiles(&q, c->page);
	bool more = v.kind == VALUE_TRUTH && v.number > 0;

	if (!more || str_equal(c->anchor, STR("compiles")))
		return v;
	v = answer_runs(&q);
	more = v.kind == VALUE_TRUTH && v.number > 0;
	if (!more || str_equal(c->anchor, STR("runs")))
		return v;
	return answer_measured(&q);
}
