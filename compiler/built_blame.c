/*
 * Complaints -> the page's lines, and the one that says why.
 *
 * The front end names lines by #line: those of the page, those of kbc's own
 * source, and those of headers. The assembler names lines of its input: of a
 * PTX fence they are found by emit's map, of compiled code by its `.loc`, which
 * only builds for checking have. What cannot be mapped keeps its text and
 * loses its line, for a wrong line is worse than none.
 */
#include "arena.h"
#include "built.h"
#include "built_parts.h"
#include "listing.h"
#include "plan.h"
#include "step.h"

/* Whether the assembler speaks: it names a line of what it was given. */
static bool
is_of_assembler(const struct reader *r, const struct complaint *c)
{
	return str_ends(c->file, STR(".ptx")) && !str_equal(c->file, r->page);
}

/* The place in the page of a line that the assembler names. */
static void
map_assembled(const struct reader *r, struct complaint *c)
{
	uint32_t line = c->line;
	struct str file;

	c->line = 0;
	c->file = STR("");
	if (r->nlines > 0) {
		if (line > 0 && line <= r->nlines)
			c->line = r->lines[line - 1];
	} else if (r->ptx.n > 0 && r->page.n > 0) {
		uint32_t at;

		if (ptx_page_line(r->ptx, line, &file, &at) &&
		    str_ends(file, r->page))
			c->line = at;
	}
	if (c->line > 0)
		c->file = r->page;
}

void
built_complain(struct reader *r, struct str log)
{
	struct built *b = r->built;
	struct complaint *more, *all;
	size_t n = complaints_parse(r->arena, &more, log);

	all = arena_alloc(r->arena, (b->ncomplaints + n + 1) * sizeof(*all));
	for (size_t i = 0; i < b->ncomplaints; i++)
		all[i] = b->complaints[i];
	for (size_t i = 0; i < n; i++) {
		struct complaint *c = &all[b->ncomplaints + i];

		*c = more[i];
		if (is_of_assembler(r, c))
			map_assembled(r, c);
	}
	b->complaints = all;
	b->ncomplaints += n;
}

static bool
is_of_page(const struct reader *r, const struct complaint *c)
{
	return r->page.n > 0 && c->line > 0 && str_equal(c->file, r->page);
}

/* The first error about the page, else the first of all; NULL if none. */
static const struct complaint *
find_cause(const struct reader *r)
{
	const struct complaint *first = NULL;

	for (size_t i = 0; i < r->built->ncomplaints; i++) {
		const struct complaint *c = &r->built->complaints[i];

		if (!c->is_error)
			continue;
		if (is_of_page(r, c))
			return c;
		if (!first)
			first = c;
	}
	return first;
}

/* Of a log without a message in any known form: its first line. */
static struct str
first_line(struct str log)
{
	struct str line;

	while (str_split(&line, &log, '\n'))
		if (str_trim(line).n > 0)
			return str_trim(line);
	return STR("it failed without a word");
}

/* Of a call there is no page line; its own text is all that is wrong. */
static struct str
call_fault(struct str text)
{
	static const struct str start = STR_INIT("#error \"");

	if (str_starts(text, start) && str_ends(text, STR("\"")))
		return str_slice(text, start.n, text.n - start.n - 1);
	return text;
}

static void
blame_source(struct reader *r, const struct result *result)
{
	const struct complaint *c = find_cause(r);
	struct built *b = r->built;

	if (!c) {
		b->why = first_line(result->log);
	} else if (is_of_page(r, c)) {
		b->unset = built_is_unset(c);
		b->why = b->unset ? built_unset_text(r, c) : c->text;
		b->line = c->line;
	} else if (r->target->kind == TARGET_CALL) {
		b->why = call_fault(c->text);
	} else if (c->line > 0 && str_equal(c->file, r->source)) {
		b->why = arena_printf(r->arena, "in what kbc writes around "
				      "it: " STR_FMT, STR_ARG(c->text));
	} else if (c->line > 0) {
		b->why = arena_printf(r->arena, "in " STR_FMT ": " STR_FMT,
				      STR_ARG(c->file), STR_ARG(c->text));
	} else {
		b->why = c->text;
	}
}

void
built_blame(struct reader *r, const struct result *result)
{
	struct built *b = r->built;

	if (!result->there)
		return;
	/* a compiler that ended well has nothing to say against its source */
	b->stopped = result->stopped || result->status == 0;
	if (!b->stopped)
		blame_source(r, result);
	else if (result->status == 0)
		b->why = STR("what the compiler made cannot be read");
	else if (result->timed_out > 0)
		b->why = arena_printf(r->arena, "compile timed out after "
				      "%g s", result->timed_out);
	else if (result->signal)
		b->why = arena_printf(r->arena, "compiler killed by signal "
				      "%d%s", result->signal,
				      result->signal == 9 ?
				      " (out of memory?)" : "");
	else
		b->why = first_line(result->log);
}
