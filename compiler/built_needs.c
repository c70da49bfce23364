/*
 * Since which architecture CUDA names are there, from the output of `kbc step
 * needs`: answers for the page's architecture, then for older ones.
 *
 * Two ends meet. Where the name is there first: when that is the oldest that
 * the compiler builds for, what the code made for it asks of the assembler is
 * all that is known of still older ones. And what the code made for the page's
 * architecture asks: when that is more, the header has other code below it.
 * Then the least is where its own instruction is, as it is of a signature, and
 * the words say from where the other code stands in.
 */
#include "arena.h"
#include "built.h"
#include "built_parts.h"
#include "plan.h"
#include "quantity.h"
#include "step.h"

/* The first and the last that is known of one name. */
struct ends {
	struct str own;    /* answer for the page's architecture; empty: none */
	struct str first;  /* the first other that has it … */
	struct str answer; /* … and its answer */
	bool oldest;       /* no older one was asked */
};

/* Takes `NUMBER ANSWER`; false for any other line. */
static bool
take_answer(struct str line, size_t n, uint64_t *number, struct str *answer)
{
	size_t blank = str_find_byte(line, ' ');

	*answer = str_skip(line, blank + 1);
	return blank < line.n &&
	       str_unsigned(str_slice(line, 0, blank), number) && *number < n;
}

static void
read_ends(const struct target *t, struct ends *all, struct str text)
{
	struct str line, sm = STR(""), answer;
	size_t sections = 0;
	uint64_t i;

	while (str_split(&line, &text, '\n')) {
		if (str_starts(line, STR("sm_"))) {
			sm = line;
			sections++;
		} else if (!take_answer(line, t->nnames, &i, &answer)) {
			continue;
		} else if (sections == 1) {
			all[i].own = answer;
		} else if (all[i].first.n == 0) {
			all[i].first = sm;
			all[i].answer = answer;
			all[i].oldest = sections == 2;
		}
	}
}

static bool
is_sm(struct str answer)
{
	return str_starts(answer, STR("sm_"));
}

static struct str
later(struct str a, struct str b)
{
	return arch_compare(a, b) >= 0 ? a : b;
}

/* Names without an answer of the assembler: only where they are declared. */
static void
set_declared(struct arena *a, struct name_found *f, const struct ends *e)
{
	if (e->first.n > 0 && e->oldest) {
		f->why = STR("it is there on the oldest architecture that the "
			     "compiler knows");
		f->from = arena_printf(a, "from " STR_FMT " or older",
				       STR_ARG(e->first));
	} else if (e->first.n > 0) {
		f->min_sm = e->first;
	}
}

static void
set_least(struct arena *a, struct name_found *f, const struct ends *e)
{
	/* older than any that the compiler builds for only by ptxas' word */
	struct str below = e->oldest ? e->answer : later(e->first, e->answer);

	f->min_sm = e->first.n == 0 ? e->own :
		    !e->oldest ? later(e->first, e->own) :
				 later(e->own, e->answer);
	if (e->first.n == 0 || arch_compare(e->answer, e->first) > 0)
		return;
	if (arch_compare(e->own, e->first) > 0)
		f->from = arena_printf(a, "from " STR_FMT ", by other "
				       "instructions from " STR_FMT,
				       STR_ARG(f->min_sm), STR_ARG(below));
}

static void
set_needs(struct arena *a, struct name_found *f, const struct ends *e)
{
	if (e->own.n == 0)
		return;
	if (str_equal(e->own, STR("signatures")))
		f->why = STR("it has several signatures: ask of one");
	else if (is_sm(e->own) && (e->first.n == 0 || is_sm(e->answer)))
		set_least(a, f, e);
	else
		set_declared(a, f, e);
	if (f->from.n == 0 && f->min_sm.n > 0)
		f->from = arena_printf(a, "from " STR_FMT,
				       STR_ARG(f->min_sm));
}

void
built_needs(struct reader *r, struct name_found *found)
{
	const struct target *t = r->target;
	struct ends *all;
	struct result result;
	struct str path, text;

	built_result(r, &result, &path, ".needs");
	if (!result.ok || !built_read_text(r, &text, path))
		return;
	all = arena_alloc(r->arena, (t->nnames + 1) * sizeof(*all));
	read_ends(t, all, text);
	for (size_t i = 0; i < t->nnames; i++)
		if (found[i].exists)
			set_needs(r->arena, &found[i], &all[i]);
}
