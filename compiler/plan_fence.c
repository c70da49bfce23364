/*
 * Fences as targets: is it a unit or a fragment, what does it define, which
 * earlier fences of its page does it need.
 *
 * The idea: a light look at the code's words, no parse. A fence that says
 * `__global__`, `__device__`, `struct`, `template`, `#include` … outside all
 * braces is a translation unit, everything else the body of a kernel. A name
 * in front of a bracket, or behind `struct`, `using` or `#define`, outside all
 * braces is defined there; an earlier fence comes along when the later one
 * uses one of its names and does not define it itself.
 */
#include "arena.h"
#include "claim.h"
#include "marker.h"
#include "page.h"
#include "plan.h"
#include "plan_parts.h"

/* A word of code and where it stands. */
struct word {
	struct str text;
	int depth;       /* braces around it */
	char after;      /* first byte behind it that is no blank */
	struct str before; /* the word before it at the same depth */
};

/* A walk over the words of a fence, comments and strings left out. */
struct walk {
	const struct fence *fence;
	size_t line, at;
	int depth;
	bool comment;
	struct str last;
};

static char
next_visible(struct str s, size_t at)
{
	while (at < s.n && byte_is_blank(s.p[at]))
		at++;
	return at < s.n ? s.p[at] : '\n';
}

/* The end of a string or character literal that starts at s.p[at]. */
static size_t
literal_end(struct str s, size_t at)
{
	char quote = s.p[at++];

	while (at < s.n && s.p[at] != quote)
		at += s.p[at] == '\\' ? 2 : 1;
	return at < s.n ? at + 1 : s.n;
}

/* Moves over one byte that is no word; comments and literals whole. */
static void
skip_byte(struct walk *w, struct str s)
{
	struct str rest = str_skip(s, w->at);

	if (w->comment) {
		size_t end = str_find(rest, STR("*/"));

		w->comment = end == rest.n;
		w->at += w->comment ? rest.n : end + 2;
	} else if (str_starts(rest, STR("//"))) {
		w->at = s.n;
	} else if (str_starts(rest, STR("/*"))) {
		w->comment = true;
		w->at += 2;
	} else if (rest.p[0] == '"' || rest.p[0] == '\'') {
		w->at = literal_end(s, w->at);
	} else {
		w->depth += (rest.p[0] == '{') - (rest.p[0] == '}');
		w->at++;
	}
}

static bool
starts_word(struct str s, size_t at)
{
	return byte_is_name(s.p[at]) || s.p[at] == '#';
}

static bool
next_word(struct walk *w, struct word *out)
{
	while (w->line < w->fence->nlines) {
		struct str s = w->fence->lines[w->line];
		size_t start;

		if (w->at >= s.n) {
			w->line++;
			w->at = 0;
			continue;
		}
		if (w->comment || !starts_word(s, w->at)) {
			skip_byte(w, s);
			continue;
		}
		start = w->at++;
		while (w->at < s.n && byte_is_name(s.p[w->at]))
			w->at++;
		*out = (struct word){ str_slice(s, start, w->at - start),
				      w->depth, next_visible(s, w->at),
				      w->last };
		w->last = out->text;
		return true;
	}
	return false;
}

static bool
is_one_of(struct str word, const struct str *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_equal(list[i], word))
			return true;
	return false;
}

bool
plan_is_unit(const struct fence *f)
{
	static const struct str words[] = {
		STR_INIT("__global__"), STR_INIT("__device__"),
		STR_INIT("__constant__"), STR_INIT("__host__"),
		STR_INIT("#include"), STR_INIT("template"),
		STR_INIT("struct"), STR_INIT("class"), STR_INIT("namespace"),
		STR_INIT("extern"), STR_INIT("union"), STR_INIT("main"),
	};
	struct walk w = { .fence = f };
	struct word word;

	while (next_word(&w, &word))
		if (word.depth == 0 &&
		    is_one_of(word.text, words, COUNT_OF(words)))
			return true;
	return false;
}

static bool
defines_here(const struct word *w)
{
	static const struct str heads[] = {
		STR_INIT("struct"), STR_INIT("class"), STR_INIT("using"),
		STR_INIT("#define"), STR_INIT("define"), STR_INIT("union"),
		STR_INIT("enum"), STR_INIT("namespace"),
	};

	if (w->depth != 0 || byte_is_digit(w->text.p[0]))
		return false;
	if (is_one_of(w->before, heads, COUNT_OF(heads)))
		return true;
	return w->before.n > 0 &&
	       (w->after == '(' || w->after == '=' || w->after == '[' ||
		w->after == ';');
}

bool
plan_defines(const struct fence *f, struct str name)
{
	struct walk w = { .fence = f };
	struct word word;

	while (next_word(&w, &word))
		if (str_equal(word.text, name) && defines_here(&word))
			return true;
	return false;
}

/* Whether `later` uses a name that `earlier` defines and itself does not. */
static bool
needs(const struct fence *later, const struct fence *earlier)
{
	struct walk w = { .fence = later };
	struct word word;

	while (next_word(&w, &word))
		if (!byte_is_digit(word.text.p[0]) &&
		    plan_defines(earlier, word.text) &&
		    !plan_defines(later, word.text))
			return true;
	return false;
}

/* --- names --------------------------------------------------------------- */

struct str
plan_folder(struct arena *a, struct str page)
{
	if (str_ends(page, STR(".md")))
		page.n -= 3;
	return plan_safe_name(a, page);
}

static size_t
fence_index(const struct page *p, const struct fence *f)
{
	return (size_t)(f - p->fences);
}

static struct str
fence_name(struct arena *a, const struct page *p, const struct fence *f)
{
	struct str page = plan_folder(a, p->name);

	if (f->words->id.n > 0)
		return arena_printf(a, STR_FMT "/" STR_FMT, STR_ARG(page),
				    STR_ARG(plan_safe_name(a, f->words->id)));
	return arena_printf(a, STR_FMT "/fence%zu", STR_ARG(page),
			    fence_index(p, f) + 1);
}

/* --- targets ------------------------------------------------------------- */

void
plan_want_before(const struct page *page, bool *wanted)
{
	for (size_t at = page->nfences; at-- > 0;) {
		const struct fence *user = &page->fences[at];

		for (size_t i = 0; wanted[at] && i < at; i++)
			if (!wanted[i] && plan_is_unit(&page->fences[i]) &&
			    !page->fences[i].words->fails &&
			    !page->fences[i].words->sketch &&
			    needs(user, &page->fences[i]))
				wanted[i] = true;
	}
}

/* All earlier fences that f needs, those of its needs included, in order. */
static void
find_before(struct planner *p, struct target *t, const struct page *page,
	    const struct fence *f)
{
	size_t n = fence_index(page, f);
	bool *wanted = arena_alloc(p->arena, page->nfences + 1);

	wanted[n] = true;
	plan_want_before(page, wanted);
	t->before = arena_alloc(p->arena, (n + 1) * sizeof *t->before);
	for (size_t i = 0; i < n; i++)
		if (wanted[i])
			t->before[t->nbefore++] = &page->fences[i];
}

static bool
is_ptx(const struct fence *f)
{
	return str_equal(f->words->language, STR("ptx")) ||
	       str_equal(f->words->language, STR("asm"));
}

struct target *
plan_fence(struct planner *p, const struct fence *f, bool check)
{
	const struct page *page = p->claim->page;
	struct str name = fence_name(p->arena, page, f);
	struct str own = f->words->nsm > 0 && f->words->sm[0].n > 0 ?
		f->words->sm[0] : p->claims->sm;
	struct str sm = check ? p->claim->sm : plan_sm(p, own);
	bool fresh;
	struct target *t;

	if (sm.n == 0) /* an unknown one, of which the page has an error */
		return NULL;
	if (check)
		name = arena_printf(p->arena, STR_FMT "-check",
				    STR_ARG(name));
	if (check && f->words->nsm > 1) /* each is named, the first too */
		own = STR("");
	t = plan_target_for(p, name, (const struct str[]){ sm, own }, &fresh);
	if (!fresh)
		return t;
	t->kind = is_ptx(f) ? TARGET_PTX : TARGET_FENCE;
	t->page = page;
	t->fence = f;
	t->check = check;
	t->cubin = check; /* ptxas must have seen it */
	t->body = f->given || !plan_is_unit(f);
	t->entry = f->words->id.n > 0 ? f->words->id : STR("fragment");
	if (t->kind == TARGET_FENCE)
		find_before(p, t, page, f);
	return t;
}

struct target *
plan_fence_of(struct planner *p, struct str name)
{
	const struct page *page = p->claim->page;

	for (size_t i = 0; i < page->nfences; i++)
		if (str_equal(page->fences[i].words->id, name) &&
		    !page->fences[i].broken)
			return plan_fence(p, &page->fences[i], false);
	for (size_t i = 0; i < page->nfences; i++)
		if (!page->fences[i].words->sketch &&
		    plan_defines(&page->fences[i], name))
			return plan_fence(p, &page->fences[i], false);
	return NULL;
}
