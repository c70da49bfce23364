/*
 * Claims that are answered as a whole: does the fence compile, does what the
 * front matter names exist, does the source say it.
 *
 * The idea: each kind of check is one short function that answers yes, no, or
 * why it cannot tell. What only this machine lacks is never a no.
 */
#include "arena.h"
#include "built.h"
#include "claim.h"
#include "diag.h"
#include "file.h"
#include "listing.h"
#include "marker.h"
#include "observe.h"
#include "page.h"
#include "path.h"
#include "plan.h"
#include "quantity.h"
#include "recall.h"
#include "source.h"
#include "summary.h"
#include "toolkit.h"
#include "value.h"
#include "wiki.h"
#include "yaml.h"

#include <stdlib.h>

#define STORED_MAX (16u << 20)

static struct value
answer(bool truth, struct str reason)
{
	struct value v = value_truth(truth);

	v.reason = reason;
	return v;
}

static struct value
not_run(struct str reason)
{
	return value_lack(LACK_NOT_RUN, reason);
}

/* --- fences -------------------------------------------------------------- */

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

/* A fence that says it fails, and how. */
static struct value
answer_fails(struct arena *a, const struct built *b, struct str pattern)
{
	if (b->ok)
		return answer(false, STR("it compiles"));
	if (pattern.n > 0 && !complains_of(b, pattern))
		return answer(false, arena_printf(a, "it fails otherwise: "
						  STR_FMT, STR_ARG(b->why)));
	return answer(true, b->why);
}

/* What does not compile is a fault in a strict wiki, else unchecked. */
static struct value
answer_broken(struct arena *a, const struct world *w, const struct built *b)
{
	struct str why = b->why;

	if (b->host)
		return not_run(b->why.n ? arena_printf(a, "host code: "
			STR_FMT, STR_ARG(b->why)) : STR("host code"));
	if (b->empty)
		why = STR("it holds no device code");
	if (b->line > 0)
		why = arena_printf(a, "line %u: " STR_FMT, b->line,
				   STR_ARG(why));
	if (w->wiki->config.strict)
		return answer(false, why);
	return not_run(arena_printf(a, "unchecked: " STR_FMT, STR_ARG(why)));
}

static struct value
answer_fence(struct arena *a, const struct world *w, size_t page,
	     const struct claim *c)
{
	const struct target *t = plan_find(w->plan, page, c->number, SIZE_MAX);
	const struct built *b = t && w->built ?
		&w->built[t - w->plan->targets] : NULL;

	if (!b || !b->tried)
		return not_run(STR("needs nvcc"));
	if (w->toolkit && !toolkit_has_sm(w->toolkit, t->sm) &&
	    t->kind != TARGET_PTX)
		return not_run(arena_printf(a, "needs nvcc for " STR_FMT,
					    STR_ARG(t->sm)));
	if (c->fence->words->fails)
		return answer_fails(a, b, c->fence->words->pattern);
	if (b->ok && !b->empty)
		return answer(true, STR(""));
	return answer_broken(a, w, b);
}

/* --- names --------------------------------------------------------------- */

/* Since which architecture it is there; empty if that is not known. */
static struct str
name_from(struct arena *a, const struct name_found *n)
{
	if (n->from.n > 0 || n->min_sm.n == 0)
		return n->from;
	return arena_printf(a, "from " STR_FMT, STR_ARG(n->min_sm));
}

static struct value
answer_api(struct arena *a, const struct world *w, size_t page,
	   const struct claim *c)
{
	const struct target *t = plan_find(w->plan, page, c->number, SIZE_MAX);
	const struct built *b = t && w->built ?
		&w->built[t - w->plan->targets] : NULL;

	if (!b || !b->tried || !b->names)
		return not_run(STR("needs nvcc"));
	for (size_t i = 0; i < t->nnames; i++) {
		if (!str_equal(t->names[i], c->text))
			continue;
		if (b->names[i].exists)
			return answer(true, name_from(a, &b->names[i]));
		return answer(false, b->names[i].why.n ? b->names[i].why :
			      STR("no API of that name"));
	}
	return not_run(STR("needs nvcc"));
}

static struct value
answer_page(const struct world *w, size_t page, const struct claim *c)
{
	return answer(wiki_find(w->wiki, c->text, page) != SIZE_MAX,
		      STR("no such page"));
}

static struct value
answer_file(struct arena *a, const struct world *w, size_t page,
	    struct str path)
{
	return answer(wiki_file(a, w->wiki, path, page).n > 0,
		      STR("no such file"));
}

/* --- sources ------------------------------------------------------------- */

/* Whether sources.yaml at the wiki's root lists the id. */
static bool
is_listed(struct arena *a, const struct world *w, struct str id)
{
	struct str path = path_join(a, w->wiki->root, STR("sources.yaml"));

	return yaml_find(recall_yaml(w->recall, path), id) != NULL;
}

static bool
has_source(struct arena *a, const struct world *w, size_t page, struct str id)
{
	size_t i = wiki_find(w->wiki, id, page);

	if (i != SIZE_MAX && str_equal(w->wiki->summaries[i].id, id))
		return true;
	return wiki_file(a, w->wiki, id, page).n > 0 ||
	       is_listed(a, w, id);
}

/* `L10` or `L10-L20`: the first and last line. */
static bool
parse_lines(struct str anchor, uint64_t *first, uint64_t *last)
{
	size_t dash = str_find_byte(anchor, '-');
	struct str from = str_slice(anchor, 0, dash);
	struct str to = dash < anchor.n ? str_skip(anchor, dash + 1) : from;

	return str_starts(from, STR("L")) && str_starts(to, STR("L")) &&
	       str_unsigned(str_skip(from, 1), first) &&
	       str_unsigned(str_skip(to, 1), last) && *first >= 1 &&
	       *first <= *last;
}

/* The lines of a stored file; false when it has not that many. */
static bool
read_lines(struct arena *a, struct str path, struct str anchor,
	   struct str *out)
{
	struct diag *d = diag_make(a);
	uint64_t first, last;
	struct source *s;
	struct span from, to;
	struct str text;

	if (!parse_lines(anchor, &first, &last) ||
	    !file_read(a, &text, path, STORED_MAX, d))
		return false;
	s = source_make(a, path, text);
	if (last > s->nlines)
		return false;
	from = source_line(s, (size_t)first);
	to = source_line(s, (size_t)last);
	*out = str_slice(text, from.at, to.at + to.n - from.at);
	return true;
}

/* Whether stored lines hold the digits or words that the page cites. */
static bool
lines_say(struct str lines, const struct claim *c)
{
	struct str words = str_trim(c->text);

	return str_find(lines, words) < lines.n ||
	       (c->quantity && str_find(lines, span_str(c->quantity->number)) <
			       lines.n);
}

static struct value
answer_cited(struct arena *a, const struct world *w, size_t page,
	     const struct claim *c)
{
	struct str path, lines;

	if (!has_source(a, w, page, c->source))
		return answer(false, arena_printf(a, "no source '" STR_FMT "'",
						  STR_ARG(c->source)));
	path = wiki_file(a, w->wiki, c->source, page);
	if (path.n == 0 || c->anchor.n == 0 ||
	    file_kind(path) != FILE_PLAIN)
		return answer(true, STR(""));
	if (!read_lines(a, path, c->anchor, &lines))
		return answer(false, STR("the source has no such lines"));
	return answer(lines_say(lines, c), STR("the source does not say it"));
}

/* `anchor: L10-L20` beside `path:`: the file has these lines. */
static struct value
answer_lines(struct arena *a, const struct world *w, size_t page,
	     const struct claim *c)
{
	struct str named = yaml_text(c->node->parent, STR("path")), lines;
	struct str path = wiki_file(a, w->wiki, named, page);

	if (path.n == 0) /* the file's own check says so */
		return not_run(STR("needs its file"));
	return answer(read_lines(a, path, c->text, &lines),
		      STR("the file has no such lines"));
}

static struct value
answer_heading(const struct world *w, size_t page, const struct claim *c)
{
	struct str named = yaml_text(c->node->parent, STR("path"));
	size_t i = named.n > 0 ? wiki_find(w->wiki, named, page) : page;

	if (i == SIZE_MAX) /* its own check says so */
		return not_run(STR("needs its page"));
	return answer(wiki_has_anchor(w->wiki, i, c->text),
		      STR("the page has no such heading"));
}

/* --- architectures and features ------------------------------------------ */

static struct str
without_comparison(struct str text)
{
	while (text.n > 0 && str_find_byte(STR(">=+ "), text.p[0]) < 4)
		text = str_skip(text, 1);
	while (text.n > 0 && str_find_byte(STR("+ "), text.p[text.n - 1]) < 2)
		text.n--;
	return text;
}

/* Architectures that were, before all that any toolkit of today builds.
   Source: CUDA Toolkit release notes, removed architectures. */
static bool
is_older(struct str text)
{
	static const struct str names[] = {
		STR_INIT("1.0"), STR_INIT("1.1"), STR_INIT("1.2"),
		STR_INIT("1.3"), STR_INIT("2.0"), STR_INIT("2.1"),
		STR_INIT("3.0"), STR_INIT("3.2"), STR_INIT("3.5"),
		STR_INIT("3.7"), STR_INIT("sm_20"), STR_INIT("sm_30"),
		STR_INIT("sm_35"), STR_INIT("sm_37"),
	};

	text = without_comparison(text);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_equal(names[i], text))
			return true;
	return false;
}

/* `>=7.0`, `sm_90a`, `9.0`. */
static bool
read_arch(struct arena *a, struct str text, struct str *sm)
{
	int number;
	char suffix;

	return arch_parse(a, sm, &number, &suffix,
			  without_comparison(text));
}

static struct value
answer_arch(struct arena *a, const struct world *w, const struct claim *c)
{
	struct str sm;

	if (is_older(c->text))
		return not_run(STR("needs a toolkit that builds so old an "
				   "architecture"));
	if (!read_arch(a, c->text, &sm))
		return answer(false, STR("no such architecture"));
	if (!w->toolkit || w->toolkit->nvcc.path.n == 0)
		return not_run(STR("needs nvcc"));
	if (!toolkit_has_sm(w->toolkit, sm))
		return not_run(arena_printf(a, "needs a toolkit that builds "
			STR_FMT "; this one starts at " STR_FMT, STR_ARG(sm),
			STR_ARG(toolkit_least_sm(w->toolkit))));
	return answer(true, STR(""));
}

/* Features that pages ask for, and the first architecture that has them.
   Source: CUDA C++ Programming Guide, feature support by compute capability;
   PTX ISA, target notes of the instructions. */
static const struct {
	struct str name, sm;
} features[] = {
	{ STR_INIT("bf16-simd"), STR_INIT("sm_80") },
	{ STR_INIT("clusters"), STR_INIT("sm_90") },
	{ STR_INIT("cp-async"), STR_INIT("sm_80") },
	{ STR_INIT("fp16-simd"), STR_INIT("sm_53") },
	{ STR_INIT("fp8"), STR_INIT("sm_89") },
	{ STR_INIT("mbarrier"), STR_INIT("sm_80") },
	{ STR_INIT("tcgen05"), STR_INIT("sm_100a") },
	{ STR_INIT("tensor-cores"), STR_INIT("sm_70") },
	{ STR_INIT("tma"), STR_INIT("sm_90") },
	{ STR_INIT("warp-reduce"), STR_INIT("sm_80") },
	{ STR_INIT("wgmma"), STR_INIT("sm_90a") },
};

static struct value
answer_feature(struct arena *a, const struct claim *c)
{
	for (size_t i = 0; i < COUNT_OF(features); i++)
		if (str_equal_case(features[i].name, c->text))
			return answer(arch_compare(c->sm, features[i].sm) >= 0,
				arena_printf(a, "from " STR_FMT,
					     STR_ARG(features[i].sm)));
	return answer(false, STR("no feature of that name is known"));
}

/* --- vocabularies -------------------------------------------------------- */

static bool
holds_word(const struct node *n, struct str word, int depth)
{
	if (!n || depth > 8)
		return false;
	if (n->kind == NODE_SCALAR)
		return str_equal(n->text, word);
	for (const struct node *k = n->child; k; k = k->next)
		if ((n->kind == NODE_MAP && str_equal(k->key, word)) ||
		    holds_word(k, word, depth + 1))
			return true;
	return false;
}

/* `vocabulary FILE#key`: the word is in the file, below the key. */
static struct value
answer_vocabulary(struct arena *a, const struct world *w, size_t page,
		  const struct claim *c)
{
	size_t hash = str_find_byte(c->anchor, '#');
	struct str named = str_slice(c->anchor, 0, hash);
	struct str path = wiki_file(a, w->wiki, named, page);
	const struct node *all;

	if (path.n == 0)
		return not_run(arena_printf(a, "needs the vocabulary "
					    STR_FMT, STR_ARG(named)));
	all = recall_yaml(w->recall, path);
	if (!all)
		return value_lack(LACK_ERROR, STR("unreadable vocabulary"));
	if (hash < c->anchor.n)
		all = yaml_find(all, str_skip(c->anchor, hash + 1));
	return answer(holds_word(all, c->text, 0),
		      arena_printf(a, "not in the vocabulary " STR_FMT,
				   STR_ARG(c->anchor)));
}

/* --- all ----------------------------------------------------------------- */

static struct value
answer_check(struct arena *a, const struct world *w, size_t page,
	     const struct claim *c)
{
	if (str_equal(c->check, STR("api")))
		return answer_api(a, w, page, c);
	if (str_equal(c->check, STR("page")))
		return answer_page(w, page, c);
	if (str_equal(c->check, STR("file")))
		return answer_file(a, w, page, c->text);
	if (str_equal(c->check, STR("source")))
		return answer(has_source(a, w, page, c->text),
			      STR("no such source"));
	if (str_equal(c->check, STR("lines")))
		return answer_lines(a, w, page, c);
	if (str_equal(c->check, STR("heading")))
		return answer_heading(w, page, c);
	if (str_equal(c->check, STR("arch")))
		return answer_arch(a, w, c);
	if (str_equal(c->check, STR("feature")))
		return answer_feature(a, c);
	if (str_equal(c->check, STR("vocabulary")))
		return answer_vocabulary(a, w, page, c);
	return not_run(arena_printf(a, "needs ncu: " STR_FMT,
				    STR_ARG(c->check)));
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
		*out = answer_cited(a, w, page, c);
		return out;
	case CLAIM_TEST:
		*out = not_run(STR("needs emu or gpu"));
		return out;
	default:
		return NULL;
	}
}
