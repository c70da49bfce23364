/*
 * Numbers without a check -> markers that would confirm them.
 *
 * The idea: whoever looks for a marker tries what the page speaks of until one
 * fits. So all that can be had without building is asked as open questions of
 * the page, at once, and each number is judged against each answer by the rules
 * of a verdict. What is confirmed is a candidate. Small whole numbers agree
 * with much: a constant is only proposed where the words around the number
 * name what it is of, and something measured only for what has a unit or is a
 * factor.
 *
 * A proposal is no claim: whether it is what the author meant, nobody here
 * knows.
 */
#include "suggest.h"

#include "arena.h"
#include "buf.h"
#include "claim.h"
#include "expr.h"
#include "fact.h"
#include "library.h"
#include "marker.h"
#include "observe.h"
#include "page.h"
#include "quantity.h"
#include "scan.h"
#include "summary.h"
#include "value.h"
#include "verdict.h"
#include "wiki.h"
#include "writeback.h"

/* Quotients are asked of the first probes of a page only. */
#define PROBES_MAX 12

/* --- questions ------------------------------------------------------------ */

static void
ask(struct buf *out, struct str a, const char *between, struct str b)
{
	buf_printf(out, "\n\nx<!-- kbc: open " STR_FMT "%s" STR_FMT " -->",
		   STR_ARG(a), between, STR_ARG(b));
}

static void
ask_values(struct buf *out, const struct page *p)
{
	for (size_t i = 0; i < p->scan->ncomments; i++) {
		const struct marker *m = p->markers[i];

		if (m && m->kind == MARKER_LET)
			ask(out, m->name, "", STR(""));
		else if (m && m->kind == MARKER_EQUALS && m->options.id.n > 0)
			ask(out, m->options.id, "", STR(""));
	}
}

/* The metrics of a probe of the library, which is named directly. */
static void
ask_metrics(struct buf *out, const struct wiki *w, const struct probe_name *n)
{
	const struct probe *p = library_find(w->library, n->target);

	ask(out, n->name, "", STR(""));
	for (size_t i = 1; p && i < p->nmetrics; i++)
		ask(out, n->name, ".", p->metrics[i].name);
	if (p)
		ask(out, n->name, ".", STR("share"));
}

static void
ask_probes(struct buf *out, const struct wiki *w, const struct page *p)
{
	for (size_t i = 0; i < p->nprobes; i++)
		ask_metrics(out, w, &p->probes[i]);
	for (size_t i = 0; i < p->nprobes && i < PROBES_MAX; i++)
		for (size_t k = 0; k < p->nprobes && k < PROBES_MAX; k++)
			if (i != k)
				ask(out, p->probes[i].name, " / ",
				    p->probes[k].name);
}

/* Kernels that the page measures itself. */
static void
ask_page_probes(struct buf *out, const struct page *p)
{
	for (size_t i = 0; i < p->scan->ncomments; i++) {
		const struct marker *m = p->markers[i];

		if (!m || m->kind != MARKER_PROBE)
			continue;
		ask(out, m->name, ".time", STR(""));
		ask(out, m->name, ".rate", STR(""));
		for (size_t k = 0; k < p->scan->ncomments; k++) {
			const struct marker *other = p->markers[k];

			if (k != i && other && other->kind == MARKER_PROBE)
				ask(out, m->name, ".time / ", arena_printf(
				    p->arena, STR_FMT ".time",
				    STR_ARG(other->name)));
		}
	}
}

static void
ask_documents(struct buf *out, const struct wiki *w, const struct page *p)
{
	const struct device_file *f = devices_at(w->devices, 0);
	struct str format, member, *entries;
	size_t n = f ? device_entries(p->arena, &entries, f) : 0;

	for (size_t i = 0; i < n; i++)
		ask(out, STR("device"), ".", entries[i]);
	for (size_t i = 0; format_name(i, &format); i++)
		for (size_t k = 0; format_member(k, &member); k++)
			ask(out, arena_printf(p->arena, "format." STR_FMT,
					      STR_ARG(format)), ".", member);
}

void
suggest_ask(struct buf *out, const struct wiki *w, const struct page *p)
{
	ask_values(out, p);
	ask_probes(out, w, p);
	ask_page_probes(out, p);
	ask_documents(out, w, p);
	buf_add_byte(out, '\n');
}

/* --- what fits ------------------------------------------------------------ */

/* What stands around a number: its block; in a table its row and the head. */
static struct str
words_around(struct arena *a, const struct page *p, uint32_t at)
{
	const struct scan *s = p->scan;

	for (size_t i = 0; i < s->nblocks; i++) {
		const struct block *b = &s->blocks[i];

		if (at < b->at.at || at >= b->at.at + b->at.n)
			continue;
		for (size_t r = 1; b->kind == BLOCK_TABLE && r < b->nrows; r++)
			if (at < b->rows[r].at.at + b->rows[r].at.n)
				return arena_printf(a, STR_FMT " " STR_FMT,
					STR_ARG(span_str(b->rows[0].at)),
					STR_ARG(span_str(b->rows[r].at)));
		return span_str(b->at);
	}
	return STR("");
}

/* Whether text has the word, by itself and whatever its case. */
static bool
has_word(struct str text, struct str word)
{
	for (size_t i = 0; i + word.n <= text.n; i++)
		if (str_equal_case(str_slice(text, i, word.n), word) &&
		    (i == 0 || !byte_is_name(text.p[i - 1])) &&
		    (i + word.n == text.n ||
		     !byte_is_name(text.p[i + word.n]) ||
		     text.p[i + word.n] == 's'))
			return true;
	return false;
}

/* Words of expressions that say nothing of one alone. */
static bool
is_common(struct str word)
{
	static const struct str words[] = {
		STR_INIT("device"), STR_INIT("format"), STR_INIT("per"),
		STR_INIT("sm"),
	};

	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_equal(words[i], word))
			return true;
	return false;
}

/* How many words of an expression the text has. */
static size_t
count_words(struct str expression, struct str text)
{
	size_t n = 0, at = 0;

	while (at < expression.n) {
		size_t from = at;
		struct str word;

		while (at < expression.n && byte_is_name(expression.p[at]) &&
		       expression.p[at] != '_')
			at++;
		word = str_slice(expression, from, at - from);
		at += at == from || at < expression.n;
		if (word.n > 1 && !is_common(word))
			n += has_word(text, word);
	}
	return n;
}

/* Whether all of a claim's facts are constants: they fit by chance. */
static bool
is_constant(const struct claim *c)
{
	for (size_t i = 0; i < c->nfacts; i++)
		if (c->facts[i].family != FACT_FORMAT &&
		    c->facts[i].family != FACT_DOCUMENTED)
			return false;
	return true;
}

static bool
is_measured(const struct claim *c)
{
	for (size_t i = 0; i < c->nfacts; i++)
		if (c->facts[i].family == FACT_MEASURED)
			return true;
	return false;
}

/* Whether the number would be confirmed by the question's expression. */
static bool
confirms(struct arena *a, const struct world *w, size_t page,
	 const struct claim *question, const struct quantity *q)
{
	struct claim c = *question;
	struct environment env = {
		.facts = observe_facts(a, w, page, question),
		.nfacts = question->nfacts,
	};
	struct verdict v;

	c.kind = CLAIM_EQUALS;
	c.quantity = q;
	verdict_judge(a, &v, &c, &env, NULL);
	return v.status == STATUS_CONFIRMED;
}

struct fit {
	size_t score;
	struct str text;
};

/* Keeps the best, the first of equals. */
static size_t
keep(struct fit *all, size_t n, struct fit f)
{
	size_t i = n < SUGGEST_MAX ? n++ : n;

	for (; i > 0 && all[i - 1].score < f.score; i--)
		if (i < SUGGEST_MAX)
			all[i] = all[i - 1];
	if (i < SUGGEST_MAX)
		all[i] = f;
	return n;
}

/* Whether text speaks of a documented entry: in a word of its name, or in one
   that people have for it. */
static bool
speaks_of(struct str text, struct str entry)
{
	static const struct {
		struct str part, word;
	} others[] = {
		{ STR_INIT("max"), STR_INIT("largest") },
		{ STR_INIT("max"), STR_INIT("maximum") },
		{ STR_INIT("max"), STR_INIT("greatest") },
		{ STR_INIT("min"), STR_INIT("smallest") },
		{ STR_INIT("min"), STR_INIT("minimum") },
		{ STR_INIT("ulp"), STR_INIT("epsilon") },
		{ STR_INIT("ulp"), STR_INIT("spacing") },
		{ STR_INIT("mantissa"), STR_INIT("significand") },
		{ STR_INIT("subnormal"), STR_INIT("denormal") },
		{ STR_INIT("count"), STR_INIT("multiprocessor") },
		{ STR_INIT("clock"), STR_INIT("GHz") },
		{ STR_INIT("clock"), STR_INIT("MHz") },
	};

	if (count_words(entry, text) > 0)
		return true;
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (str_find(entry, others[i].part) < entry.n &&
		    has_word(text, others[i].word))
			return true;
	return false;
}

/* Whether a constant may be what the number counts: `8 elements` are no bits of
   an exponent, and `1` beside `e2m1` is not its smallest number. */
static bool
may_be_constant(struct str expression, struct str text,
		const struct quantity *q)
{
	struct str entry = expression, noun = q->unit.text;

	for (size_t i = 0; i < expression.n; i++)
		if (expression.p[i] == '.')
			entry = str_skip(expression, i + 1);
	if (q->unit.cycle != 0)
		return false; /* none is a time */
	if (noun.n == 0 || q->unit.byte != 0 || q->unit.second != 0 ||
	    q->unit.flop != 0 || q->unit.percent)
		return speaks_of(text, entry);
	if (noun.n > 1 && byte_lower(noun.p[noun.n - 1]) == 's')
		noun.n--;
	for (size_t i = 0; i + noun.n <= entry.n; i++)
		if (str_equal_case(str_slice(entry, i, noun.n), noun))
			return true;
	return false;
}

/* How well a question's answer fits; 0 for not at all. */
static size_t
score(struct arena *a, const struct world *w, const struct page_verdicts *v,
      size_t k, const struct quantity *q)
{
	const struct claim *c = &v->claims->items[k];
	struct str expression, text;
	size_t words;

	if (!v->verdicts[k].answer || c->trouble.n > 0)
		return 0;
	expression = expr_text(a, c->expr);
	text = words_around(a, c->page, q->at.at);
	words = count_words(expression, text);
	if (is_constant(c) &&
	    (words == 0 || !may_be_constant(expression, text, q)))
		return 0;
	if (is_measured(c) && q->unit.text.n == 0 && !q->unit.percent &&
	    !q->factor)
		return 0;
	return confirms(a, w, v->page, c, q) ? words + 1 : 0;
}

/* A number as it stands, with the marker of a question. */
static struct str
proposal(struct arena *a, const struct quantity *q, const struct expr *e)
{
	return arena_printf(a, STR_FMT "<!-- kbc: " STR_FMT " -->",
			    STR_ARG(str_trim(span_str(q->at))),
			    STR_ARG(expr_text(a, e)));
}

/* Whether a claim of the page says the same number. */
static bool
is_repeat(const struct claim *c, const struct quantity *q)
{
	return c->kind == CLAIM_EQUALS && c->quantity &&
	       str_equal(span_str(c->quantity->at), span_str(q->at));
}

size_t
suggest_find(struct arena *a, struct str out[SUGGEST_MAX],
	     const struct world *w, const struct page_verdicts *v,
	     const struct quantity *q, size_t asked)
{
	struct fit all[SUGGEST_MAX];
	size_t n = 0, repeats = 0;

	for (size_t k = 0; k < v->claims->n; k++) {
		const struct claim *c = &v->claims->items[k];
		size_t fits = c->at.source == c->page->source &&
			      c->at.at >= asked ? score(a, w, v, k, q) : 0;

		repeats += c->at.at < asked && is_repeat(c, q);
		if (fits > 0)
			n = keep(all, n, (struct fit){
				fits, proposal(a, q, c->expr) });
	}
	if (repeats == 1)
		n = keep(all, n, (struct fit){ SIZE_MAX, arena_printf(a,
			STR_FMT "<!-- kbc: = -->", STR_ARG(span_str(q->at))) });
	for (size_t i = 0; i < n; i++)
		out[i] = all[i].text;
	return n;
}
