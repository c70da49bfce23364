/*
 * The code of a page's fences: which is a unit or a fragment, what each
 * defines, what it uses of the others.
 *
 * The idea: a light look at the code's words, no parse. A fence that says
 * `__global__`, `__device__`, `struct`, `template`, `#include` … outside all
 * braces is a translation unit, everything else the body of a kernel. A name
 * in front of a bracket, or behind `struct`, `using` or `#define`, outside all
 * braces is defined there. Each fence is walked twice, for what it defines and
 * then for what it uses, however many fences ask.
 */
#include "arena.h"
#include "claim.h"
#include "map.h"
#include "marker.h"
#include "page.h"
#include "plan_parts.h"

/* A word of code and where it stands. */
struct word {
	struct str text;
	int depth;	   /* braces around it */
	char after;	   /* first byte behind it that is no blank */
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
	char c = s.p[w->at], next = w->at + 1 < s.n ? s.p[w->at + 1] : '\0';

	if (w->comment) {
		size_t end = w->at + str_find(str_skip(s, w->at), STR("*/"));

		w->comment = end == s.n;
		w->at = w->comment ? s.n : end + 2;
	} else if (c == '/' && next == '/') {
		w->at = s.n;
	} else if (c == '/' && next == '*') {
		w->comment = true;
		w->at += 2;
	} else if (c == '"' || c == '\'') {
		w->at = literal_end(s, w->at);
	} else {
		w->depth += (c == '{') - (c == '}');
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

/* Whether the word shows that its fence is a translation unit. */
static bool
shows_unit(const struct word *w)
{
	static const struct str words[] = {
		STR_INIT("__global__"),	  STR_INIT("__device__"),
		STR_INIT("__constant__"), STR_INIT("__host__"),
		STR_INIT("#include"),	  STR_INIT("template"),
		STR_INIT("struct"),	  STR_INIT("class"),
		STR_INIT("namespace"),	  STR_INIT("extern"),
		STR_INIT("union"),	  STR_INIT("main"),
	};

	return w->depth == 0 && is_one_of(w->text, words, COUNT_OF(words));
}

static bool
defines_here(const struct word *w)
{
	static const struct str heads[] = {
		STR_INIT("struct"),  STR_INIT("class"),	    STR_INIT("using"),
		STR_INIT("#define"), STR_INIT("define"),    STR_INIT("union"),
		STR_INIT("enum"),    STR_INIT("namespace"),
	};

	if (w->depth != 0 || byte_is_digit(w->text.p[0]))
		return false;
	if (is_one_of(w->before, heads, COUNT_OF(heads)))
		return true;
	return w->before.n > 0 && (w->after == '(' || w->after == '=' ||
				   w->after == '[' || w->after == ';');
}

/* --- a page's ------------------------------------------------------------ */

/* A name that fences of the page define. */
struct defined {
	uint32_t *by; /* these fences, in order */
	size_t n, cap;
	size_t user;  /* the last fence found to use it, from 1 */
	size_t taken; /* the last round that wanted all of these */
};

/* What a fence uses of others and does not define itself. */
struct uses {
	uint32_t *items; /* numbers of names */
	size_t n, cap;
};

struct code {
	struct arena *arena;
	const struct page *page;
	struct map numbers; /* of the names */
	struct defined *names;
	size_t nnames, names_cap;
	struct uses *uses; /* one a fence */
	bool *units;	   /* one a fence */
	size_t rounds;
};

static void
add_definition(struct code *c, uint32_t fence, struct str name)
{
	size_t at = map_add(&c->numbers, name, c->nnames);
	struct defined *d;

	if (at == c->nnames) {
		c->names = arena_grow(c->arena, c->names, c->nnames,
				      &c->names_cap, sizeof *c->names);
		c->nnames++;
	}
	d = &c->names[at];
	if (d->n > 0 && d->by[d->n - 1] == fence)
		return;
	d->by = arena_grow(c->arena, d->by, d->n, &d->cap, sizeof *d->by);
	d->by[d->n++] = fence;
}

static void
collect_definitions(struct code *c, uint32_t fence)
{
	struct walk w = { .fence = &c->page->fences[fence] };
	struct word word;

	while (next_word(&w, &word)) {
		c->units[fence] = c->units[fence] || shows_unit(&word);
		if (defines_here(&word))
			add_definition(c, fence, word.text);
	}
}

static bool
is_by(const struct defined *d, size_t fence)
{
	size_t low = 0, high = d->n;

	while (low < high) {
		size_t at = low + (high - low) / 2;

		if (d->by[at] < fence)
			low = at + 1;
		else
			high = at;
	}
	return low < d->n && d->by[low] == fence;
}

static void
collect_uses(struct code *c, uint32_t fence)
{
	struct walk w = { .fence = &c->page->fences[fence] };
	struct uses *u = &c->uses[fence];
	struct word word;

	while (next_word(&w, &word)) {
		size_t at = map_find(&c->numbers, word.text);

		if (at == SIZE_MAX || c->names[at].user == fence + 1)
			continue;
		c->names[at].user = fence + 1;
		if (is_by(&c->names[at], fence))
			continue;
		u->items = arena_grow(c->arena, u->items, u->n, &u->cap,
				      sizeof *u->items);
		u->items[u->n++] = (uint32_t)at;
	}
}

struct code *
plan_code(struct planner *p)
{
	const struct page *page = p->claim->page;
	struct code *c = p->code;

	if (c && c->page == page)
		return c;
	c = p->code = arena_alloc(p->arena, sizeof *c);
	*c = (struct code){ .arena = p->arena,
			    .page = page,
			    .numbers = { .arena = p->arena } };
	c->uses = arena_alloc(p->arena, page->nfences * sizeof *c->uses);
	c->units = arena_alloc(p->arena, page->nfences);
	for (uint32_t i = 0; i < page->nfences; i++)
		collect_definitions(c, i);
	for (uint32_t i = 1; i < page->nfences && c->nnames > 0; i++)
		collect_uses(c, i); /* the first has none above it */
	return c;
}

bool
plan_is_unit(const struct code *c, size_t fence)
{
	return c->units[fence];
}

bool
plan_defines(const struct code *c, size_t fence, struct str name)
{
	size_t at = map_find(&c->numbers, name);

	return at != SIZE_MAX && is_by(&c->names[at], fence);
}

/* Whether others may have what the fence defines. */
static bool
lends(const struct code *c, size_t fence)
{
	const struct fence_words *words = c->page->fences[fence].words;

	return c->units[fence] && !words->fails && !words->sketch;
}

/* A name is looked at once: the fences above those that are above the first
   that uses it are among these. */
void
plan_want_before(struct code *c, bool *wanted)
{
	c->rounds++;
	for (size_t at = c->page->nfences; at-- > 0;)
		for (size_t k = 0; wanted[at] && k < c->uses[at].n; k++) {
			struct defined *d = &c->names[c->uses[at].items[k]];

			if (d->taken == c->rounds)
				continue;
			d->taken = c->rounds;
			for (size_t i = 0; i < d->n && d->by[i] < at; i++)
				if (lends(c, d->by[i]))
					wanted[d->by[i]] = true;
		}
}
