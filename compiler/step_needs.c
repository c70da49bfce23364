/*
 * Since which architecture CUDA names are there: a source with code of each
 * name, compiled for the oldest architecture and for the step's own, and what
 * ptxas asks for each name's code. Two questions meet: where a header declares
 * the name, and what its code needs; a body may be another one below some
 * architecture, so both ends are looked at.
 *
 *     sm_90a           the code that is made for sm_90a …
 *     0 sm_53          … assembles from sm_53 on
 *     2 signatures     there is more than one function of this name
 *     3 there          it is no function, or its code does not say
 *     sm_75
 *     0 sm_53 …
 *
 * is the output; a name that is not there has no line. Behind the step's own
 * architecture stand the others in rising order: from the oldest up to where
 * all names are.
 *
 * A name's line that does not compile is left out and the rest tried again.
 */
#include "step_parts.h"

#include "arena.h"
#include "buf.h"
#include "file.h"
#include "listing.h"
#include "mnemonic.h"
#include "proc.h"
#include "quantity.h"
#include "step_bodies.h"

/* Times that lines are left out: the front end stops at a hundred errors. */
#define TRIES_MAX 32

#define NAMES_MAX 4096

static const struct str names_file = STR_INIT("names");

/* The architectures to try before the step's own. */
static const struct str rungs[] = {
	STR_INIT("sm_75"), STR_INIT("sm_80"), STR_INIT("sm_86"),
	STR_INIT("sm_89"), STR_INIT("sm_90"), STR_INIT("sm_100"),
	STR_INIT("sm_120"),
};

struct asked {
	struct arena *a;
	struct step step;
	const struct toolkit *t;
	struct diag *d;
	struct str text;      /* the source */
	bool *out;            /* by line of `names`: it does not compile */
	bool *there;          /* it is there although it has no code */
	struct proc_result r; /* of the last compiler */
	struct buf answers;
};

/* Whether a line says `#line N "names"`. */
static bool
is_name_line(struct str line, uint64_t *number)
{
	static const struct str start = STR_INIT("#line ");
	static const struct str end = STR_INIT(" \"names\"");

	return str_starts(line, start) && str_ends(line, end) &&
	       line.n > start.n + end.n &&
	       str_unsigned(str_slice(line, start.n,
				      line.n - start.n - end.n), number) &&
	       *number < NAMES_MAX;
}

/* The source without the lines of names that are out. */
static struct str
without_names(struct asked *q)
{
	struct str rest = q->text, line, copy;
	struct buf b = { 0 };
	uint64_t number = 0;

	while (str_split(&line, &rest, '\n')) {
		if (!number || !q->out[number])
			buf_add(&b, line);
		buf_add_byte(&b, '\n');
		if (!is_name_line(line, &number))
			number = 0;
	}
	copy = arena_copy(q->a, buf_str(&b));
	buf_free(&b);
	return copy;
}

/* What is said of a name that is not there at all. */
static bool
is_missing(struct str text)
{
	return str_find(text, STR("is undefined")) < text.n ||
	       str_find(text, STR("has no member")) < text.n ||
	       str_find(text, STR("must be a class or namespace")) < text.n;
}

/* Takes the lines out that have errors; false if none is new. */
static bool
take_errors(struct asked *q)
{
	struct complaint *items;
	size_t n = complaints_parse(q->a, &items, q->r.err);
	bool fresh = false;

	for (size_t i = 0; i < n; i++) {
		uint32_t line = items[i].line;

		if (!items[i].is_error || line >= NAMES_MAX ||
		    !str_equal(items[i].file, names_file) || q->out[line])
			continue;
		q->out[line] = true;
		q->there[line] = !is_missing(items[i].text);
		fresh = true;
	}
	return fresh;
}

/*
 * Compiles for one architecture: the PTX, empty if the whole does not
 * compile. False when the compiler did not get to an end.
 */
static bool
compile(struct asked *q, struct str sm, struct str *ptx)
{
	struct str in = step_temp(q->a, &q->step, "bodies.cu");
	struct str made = step_temp(q->a, &q->step, "out");
	bool again = true;

	*ptx = STR("");
	q->step.kind = STEP_PTX;
	q->step.sm = sm;
	q->out = arena_alloc(q->a, NAMES_MAX * sizeof(*q->out));
	q->there = arena_alloc(q->a, NAMES_MAX * sizeof(*q->there));
	for (int i = 0; again && i < TRIES_MAX; i++) {
		if (!file_update(in, without_names(q), q->d))
			return false;
		step_start(q->a, &q->r, &q->step, q->t, in);
		if (!step_has_ended(q->a, &q->step, &q->r))
			return false;
		if (q->r.status == 0)
			return file_read(q->a, ptx, made, STEP_OUTPUT_MAX,
					 q->d);
		again = take_errors(q);
	}
	return true;
}

/* What ptxas says with one target, of all lines; false as compile. */
static bool
assemble(struct asked *q, struct str ptx, struct str target, struct str arch)
{
	struct str in = step_temp(q->a, &q->step, "bodies.ptx");
	struct str text = step_with_word(q->a, ptx, STR("\n.target "), target);

	text = arena_printf(q->a, STR_FMT NEEDS_END, STR_ARG(text));
	if (!file_update(in, text, q->d))
		return false;
	q->step.kind = STEP_CUBIN;
	q->step.sm = arch;
	step_start(q->a, &q->r, &q->step, q->t, in);
	return step_has_ended(q->a, &q->step, &q->r);
}

/* Raises the target until no code asks for a higher one. */
static bool
find_plain(struct asked *q, struct bodies *b, struct str ptx)
{
	struct str arch = STR("compute_90"), target;
	uint32_t at = NEEDS_FIRST;

	while (at > 0) {
		target = arena_printf(q->a, "sm_%u", at);
		if (!assemble(q, ptx, target, arch))
			return false;
		at = bodies_take(b, at, q->r.err);
	}
	return true;
}

/* Of code for some architectures only: the first that takes it. */
static bool
find_specific(struct asked *q, struct bodies *b, struct str ptx)
{
	struct str target, arch;

	for (size_t i = 1; bodies_open(b) && mnemonic_rung(i, &target, &arch);
	     i++) {
		if (!assemble(q, ptx, target, arch))
			return false;
		bodies_try(b, target, q->r.err);
	}
	return true;
}

/* Whether the last architecture that was asked has no such name. */
static bool
is_missing_now(const struct asked *q, size_t at)
{
	return q->out[at] && !q->there[at];
}

/* Adds an answer for each name that is there. */
static void
add_answers(struct asked *q, struct bodies *b)
{
	struct str rest = q->text, line;
	uint64_t at;

	while (str_split(&line, &rest, '\n')) {
		struct str answer = STR("there");

		if (!is_name_line(line, &at) || at < NEEDS_LINE ||
		    is_missing_now(q, at))
			continue;
		if (!q->out[at])
			answer = bodies_answer(b, at - NEEDS_LINE);
		buf_printf(&q->answers, "%zu " STR_FMT "\n",
			   (size_t)at - NEEDS_LINE, STR_ARG(answer));
	}
}

/* Asks for one architecture; false as compile. */
static bool
ask(struct asked *q, struct str sm)
{
	struct bodies *b = bodies_make(q->a);
	struct str ptx;

	if (!compile(q, sm, &ptx))
		return false;
	if (ptx.n == 0)
		return true;
	bodies_parse(b, ptx);
	if (!find_plain(q, b, ptx) || !find_specific(q, b, ptx))
		return false;
	buf_printf(&q->answers, STR_FMT "\n", STR_ARG(sm));
	add_answers(q, b);
	return true;
}

/* Whether a name is missing that the step's own architecture has. */
static bool
any_missing(const struct asked *q, const bool *absent)
{
	for (size_t i = NEEDS_LINE; i < NAMES_MAX; i++)
		if (!absent[i] && is_missing_now(q, i))
			return true;
	return false;
}

static bool
ask_all(struct asked *q, struct str own)
{
	bool *absent = arena_alloc(q->a, NAMES_MAX * sizeof(*absent));
	bool missing = true;

	if (!ask(q, own))
		return false;
	for (size_t i = NEEDS_LINE; i < NAMES_MAX; i++)
		absent[i] = is_missing_now(q, i);
	for (size_t i = 0; missing && i < COUNT_OF(rungs); i++) {
		if (arch_compare(rungs[i], own) >= 0)
			break;
		if (!ask(q, rungs[i]))
			return false;
		missing = any_missing(q, absent);
	}
	return true;
}

bool
step_find_needs(struct arena *a, struct outcome *o, const struct step *s,
		const struct toolkit *t, struct diag *d)
{
	struct asked q = { .a = a, .step = *s, .t = t, .d = d };
	bool good;

	q.step.log_max = NEEDS_LOG_MAX;
	if (!file_read(a, &q.text, s->in, STEP_OUTPUT_MAX, d))
		return false;
	good = ask_all(&q, s->sm);
	*o = (struct outcome){ .made = good && q.answers.n > 0 };
	o->output = arena_copy(a, buf_str(&q.answers));
	buf_free(&q.answers);
	/* none compiled: the last compiler says why */
	if (!o->made)
		step_judge(a, o, &q.step, &q.r);
	return true;
}
