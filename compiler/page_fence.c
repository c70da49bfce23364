/*
 * Fences and the markers around them.
 *
 * Blocks and markers in order -> the fences that are compiled, each with its
 * words, what is given to it, and the tests that run it. `given` and `fence`
 * wait for the fence directly below them, `test` and `probe` go to the fence
 * or code marker above them under the same heading. All of a page's tests lie
 * in one array, in order: those of a fence are a part of it.
 *
 * The one idea: nothing is passed over in silence. A marker that finds no
 * fence is an error, and a fence that is not compiled is counted.
 */
#include "arena.h"
#include "diag.h"
#include "marker.h"
#include "page.h"
#include "page_language.h"
#include "page_parts.h"
#include "scan.h"
#include "source.h"

/* More is no page: names are compared each with each. */
#define FENCES_MAX 2000

struct joiner {
	struct page *p;
	size_t cap;                  /* of the page's fences */
	size_t section;              /* of the last of them */
	const struct marker **tests;
	size_t ntests;

	/* Markers that wait for the fence below, and where they end. */
	const struct marker *given, *words;
	uint32_t end;
};

static void
report_orphan(struct joiner *j, const struct marker *m, const char *what)
{
	if (m)
		diag_error(j->p->diag, m->at, "'%s' stands %s",
			   m->kind == MARKER_GIVEN ? "given" : "fence", what);
}

/* Lets the waiting markers go. */
static void
drop_waiting(struct joiner *j, const char *what)
{
	report_orphan(j, j->given, what);
	report_orphan(j, j->words, what);
	j->given = j->words = NULL;
}

/* Whether nothing but blanks stands between the waiting markers and b. */
static bool
is_adjacent(const struct joiner *j, const struct block *b)
{
	struct span between = source_span(j->p->source, j->end,
					  b->at.at - j->end);

	return str_trim(span_str(between)).n == 0;
}

static struct fence *
add_fence(struct joiner *j, const struct block *b, struct span at)
{
	struct page *p = j->p;
	struct fence *f;

	p->fences = arena_grow(p->arena, p->fences, p->nfences, &j->cap,
			       sizeof(*f));
	f = &p->fences[p->nfences++];
	f->at = at;
	f->tests = j->tests + j->ntests;
	f->words = arena_alloc(p->arena, sizeof(*f->words));
	j->section = b->section;
	return f;
}

/* The lines of block b that lie in `code`, each cut to it. */
static void
add_lines(struct page *p, struct fence *f, const struct block *b,
	  struct span code)
{
	uint32_t end = code.at + code.n;

	f->lines = arena_alloc(p->arena, b->nlines * sizeof(*f->lines));
	f->line_numbers = arena_alloc(p->arena, b->nlines *
				      sizeof(*f->line_numbers));
	for (size_t i = 0; i < b->nlines; i++) {
		struct span line = b->lines[i];

		if (line.at < code.at || line.at >= end)
			continue;
		line = span_slice(line, 0, end - line.at);
		f->lines[f->nlines] = span_str(line);
		f->line_numbers[f->nlines++] = span_line(line);
	}
}

static void
check_code(const struct joiner *j, const struct fence *f)
{
	for (size_t i = 0; i < f->nlines; i++) {
		if (str_trim(f->lines[i]).n)
			return;
	}
	diag_error(j->p->diag, span_slice(f->at, 0, 0), "fence on line %u is "
		   "empty", span_line(f->at));
}

static bool
report_twice(struct joiner *j, const struct marker *m, const char *word)
{
	diag_error(j->p->diag, m->words, "'%s' is given by the info string, "
		   "too", word);
	return false;
}

/* Adds the words of a `fence` marker to those of the info string. */
static bool
join_words(struct joiner *j, struct fence_words *w, const struct marker *m)
{
	struct fence_words more;

	if (!fence_words_parse(j->p->arena, &more, m->words, true,
			       j->p->diag))
		return false;
	if (w->id.n && more.id.n)
		return report_twice(j, m, "id");
	if (w->nsm && more.nsm)
		return report_twice(j, m, "sm");
	if ((w->sketch || w->fails) && (more.sketch || more.fails))
		return report_twice(j, m, w->sketch ? "sketch" : "fails");
	if (more.id.n)
		w->id = more.id;
	if (more.nsm) {
		w->sm = more.sm;
		w->nsm = more.nsm;
	}
	w->sketch = w->sketch || more.sketch;
	w->fails = w->fails || more.fails;
	if (more.pattern.n)
		w->pattern = more.pattern;
	return true;
}

/* A fence that is not compiled: in a language of others, or in a form that
   none of them has. */
static void
skip_fence(struct joiner *j, const struct block *b)
{
	struct fence_words words;

	j->p->nskipped++;
	/* What kbc would compile if its code were CUDA has words that are
	   nobody's business while it is not. */
	if (b->info.n && !language_compiled(b, true).n)
		fence_words_parse(j->p->arena, &words, b->info, false,
				  j->p->diag);
	drop_waiting(j, "before a fence that kbc does not compile");
}

static void
take_fence(struct joiner *j, const struct block *b)
{
	struct span word = language_word(b);
	struct str language;
	struct fence *f;
	bool good;

	if ((j->given || j->words) && !is_adjacent(j, b))
		drop_waiting(j, "before no fence");
	language = language_compiled(b, j->given || j->words);
	if (!language.n) {
		skip_fence(j, b);
		return;
	}
	f = add_fence(j, b, b->at);
	f->block = b;
	f->given = j->given;
	good = fence_words_parse(j->p->arena, f->words,
				 span_slice(b->info, word.n, b->info.n), true,
				 j->p->diag);
	f->words->language = language;
	if (good && j->words)
		join_words(j, f->words, j->words);
	j->given = j->words = NULL;
	f->broken = b->broken;
	if (f->broken)
		return;
	add_lines(j->p, f, b, b->at);
	if (!f->words->sketch)
		check_code(j, f);
}

static void
take_code(struct joiner *j, const struct block *b, const struct marker *m)
{
	struct fence *f = add_fence(j, b, m->at);

	f->code = m;
	if (m->words.n)
		fence_words_parse(j->p->arena, f->words, m->words, true,
				  j->p->diag);
	f->words->language = STR("cuda");
	add_lines(j->p, f, b, m->code);
}

static void
take_test(struct joiner *j, const struct block *b, const struct marker *m)
{
	struct page *p = j->p;

	if (p->nfences == 0 || j->section != b->section) {
		diag_error(p->diag, m->at, "'%s' stands behind no fence under "
			   "its heading", m->kind == MARKER_TEST ?
			   "test" : "probe");
		return;
	}
	j->tests[j->ntests++] = m;
	p->fences[p->nfences - 1].ntests++;
}

static void
wait_for_fence(struct joiner *j, const struct block *b, const struct marker *m)
{
	const struct marker **place = m->kind == MARKER_GIVEN ? &j->given :
								&j->words;

	if (*place || ((j->given || j->words) && !is_adjacent(j, b)))
		drop_waiting(j, "before no fence");
	*place = m;
	j->end = b->at.at + b->at.n;
}

static void
take_marker(struct joiner *j, const struct block *b, const struct marker *m)
{
	if (m->kind == MARKER_GIVEN || m->kind == MARKER_FENCE) {
		wait_for_fence(j, b, m);
		return;
	}
	drop_waiting(j, "before no fence");
	if (m->kind == MARKER_CODE)
		take_code(j, b, m);
	else if (m->kind == MARKER_TEST || m->kind == MARKER_PROBE)
		take_test(j, b, m);
}

/* The block with its markers, of which the first may be number *next. */
static void
take_block(struct joiner *j, size_t block, size_t *next)
{
	const struct scan *s = j->p->scan;
	const struct block *b = &s->blocks[block];

	if (b->kind == BLOCK_FENCE)
		take_fence(j, b);
	else if (b->kind != BLOCK_COMMENT)
		drop_waiting(j, "before no fence");
	for (; *next < s->ncomments && s->comments[*next].block == block;
	     ++*next) {
		const struct marker *m = j->p->markers[*next];

		if (m && s->comments[*next].alone)
			take_marker(j, b, m);
	}
}

/* Two fences of one name. */
static void
check_ids(const struct page *p)
{
	for (size_t i = 1; i < p->nfences; i++) {
		struct str id = p->fences[i].words->id;

		for (size_t n = 0; id.n && n < i; n++) {
			if (!str_equal(p->fences[n].words->id, id))
				continue;
			diag_error(p->diag, p->fences[i].at, "fence '" STR_FMT
				   "' is also on line %u", STR_ARG(id),
				   span_line(p->fences[n].at));
			break;
		}
	}
}

void
page_collect_fences(struct page *p)
{
	struct joiner j = { .p = p };
	size_t next = 0;

	j.tests = arena_alloc(p->arena, p->scan->ncomments *
			      sizeof(*j.tests));
	for (size_t i = 0; i < p->scan->nblocks; i++) {
		if (p->nfences == FENCES_MAX) {
			diag_error(p->diag, p->scan->blocks[i].at,
				   "page has more than %d fences", FENCES_MAX);
			break;
		}
		take_block(&j, i, &next);
	}
	drop_waiting(&j, "before no fence");
	check_ids(p);
}
