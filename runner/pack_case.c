/*
 * MANIFEST lines to struct pack_case: launch and measure.
 *
 * A case starts with a copy of its job's buffers, so that names are resolved
 * to indices at once and no later stage looks up a name. Lines of a launch are
 * of the last one that was opened. case_check() is where the parts must fit: a
 * cycles measure has a buffer to read from, a slope over iterations has an
 * argument that carries them.
 */
#include <string.h>

#include "arena.h"
#include "manifest.h"
#include "number.h"
#include "pack.h"
#include "pack_parts.h"

/* What a device takes of a launch it says itself, when the case is visited. */
enum { N_MOST = 1 << 20, BLOCK_MOST = INT32_MAX };

bool
case_parse_buffer(const struct line *l, size_t i, const struct pack_case *c,
		  int *index)
{
	*index = storage_find(c->buffers, c->nbuffers, l->words[i]);
	if (*index == PACK_NONE)
		return line_fail(l, "no buffer '%s'", l->words[i]);
	return true;
}

void
case_open(struct arena *a, const struct pack_job *job, struct pack_case *c)
{
	size_t i;

	for (i = 0; i < job->nbuffers; i++) {
		c->buffers = arena_grow(a, c->buffers, i, sizeof(*c->buffers));
		c->buffers[i] = job->buffers[i];
	}
	c->nbuffers = job->nbuffers;
	c->cycles = PACK_NONE;
	c->launches = arena_make(a, PACK_LAUNCHES * sizeof(*c->launches));
	c->nlaunches = 1;
}

/* Check that a launch is complete, at line L. */
static bool
check_launch(const struct line *l, const struct pack_case *c,
	     const struct case_launch *launch)
{
	const char *lacks = NULL;

	if (!launch->entry)
		lacks = "entry";
	else if (!launch->grid[0].number)
		lacks = "grid";
	else if (!launch->block[0])
		lacks = "block";
	return !lacks || line_fail(l, "the case of line %lu has no '%s'",
				   c->line, lacks);
}

static bool
parse_entry(const struct line *l, struct pack_case *c)
{
	struct case_launch *launch = &c->launches[c->nlaunches - 1];

	if (!line_expect(l, 2, "entry NAME") || !line_name(l, 1))
		return false;
	if (launch->entry) {
		if (!check_launch(l, c, launch))
			return false;
		if (c->nlaunches == PACK_LAUNCHES)
			return line_fail(l, "more than %d launches in one case",
					 PACK_LAUNCHES);
		launch = &c->launches[c->nlaunches++];
	}
	launch->entry = l->words[1];
	return true;
}

static bool
parse_shape(const struct line *l, struct case_launch *c)
{
	const uint64_t range[2] = { 1, BLOCK_MOST };
	uint64_t value;
	size_t i;

	if (!line_expect(l, 4, "grid X Y Z (or block)"))
		return false;
	if (!strcmp(l->words[0], "grid")) {
		if (c->grid[0].number)
			return line_fail(l, "a second 'grid' of one launch");
		return storage_parse_size(l, 1, &c->grid[0]) &&
		       storage_parse_size(l, 2, &c->grid[1]) &&
		       storage_parse_size(l, 3, &c->grid[2]);
	}
	if (c->block[0])
		return line_fail(l, "a second 'block' of one launch");
	for (i = 0; i < 3; i++) {
		if (!line_whole(l, i + 1, range, &value))
			return false;
		c->block[i] = (unsigned)value;
	}
	if (value > BLOCK_MOST / c->block[0] / c->block[1])
		return line_fail(l, "more than %d threads in a block",
				 BLOCK_MOST);
	return true;
}

static bool
parse_shared(const struct line *l, struct case_launch *c)
{
	const uint64_t range[2] = { 0, 1 << 30 };
	uint64_t value;

	if (!line_expect(l, 2, "shared BYTES") ||
	    !line_whole(l, 1, range, &value))
		return false;
	c->shared = (unsigned)value;
	return true;
}

/* The bits of "u32 1", "u64 1", "f32 1" or "f64 1" in words 1 and 2. */
static bool
parse_value(const struct line *l, uint64_t *bits)
{
	const uint64_t any[2] = { 0, UINT64_MAX }, word[2] = { 0, UINT32_MAX };
	const char *type = l->words[1];
	enum number_type number;
	double value;

	if (!strcmp(type, "u64"))
		return line_whole(l, 2, any, bits);
	if (!strcmp(type, "u32"))
		return line_whole(l, 2, word, bits);
	if (strcmp(type, "f32") && strcmp(type, "f64"))
		return line_fail(l,
				 "unknown kind of argument '%s': buffer "
				 "iterations u32 u64 f32 f64",
				 type);
	if (!line_number(l, 2, &value))
		return false;
	number = !strcmp(type, "f32") ? NUMBER_F32 : NUMBER_F64;
	number_store(number, bits, value);
	return true;
}

/* `2.5` or `2.5 f16 2` */
static bool
parse_number(const struct line *l, struct pack_arg *arg)
{
	const uint64_t lanes[2] = { 1, 8 };
	uint64_t value;

	if (!line_number(l, 2, &arg->number))
		return false;
	if (l->nwords == 3)
		return true;
	if (!line_expect(l, 5, "arg number VALUE TYPE LANES") ||
	    !storage_parse_type(l, 3, &arg->type) ||
	    !line_whole(l, 4, lanes, &value))
		return false;
	arg->lanes = (unsigned)value;
	return true;
}

static bool
parse_arg(struct arena *a, const struct line *l, struct pack_case *c)
{
	struct case_launch *launch = &c->launches[c->nlaunches - 1];
	struct pack_arg arg = { .kind = ARG_VALUE };

	if (launch->nargs == PACK_ARGS)
		return line_fail(l, "more than %d arguments", PACK_ARGS);
	if (l->nwords == 2 && !strcmp(l->words[1], "iterations"))
		arg.kind = ARG_ITERATIONS;
	else if (l->nwords > 2 && !strcmp(l->words[1], "number"))
		arg.kind = ARG_NUMBER;
	else if (!line_expect(l, 3, "arg KIND VALUE"))
		return false;
	else if (!strcmp(l->words[1], "buffer"))
		arg.kind = ARG_BUFFER;
	if (arg.kind == ARG_NUMBER && !parse_number(l, &arg))
		return false;
	if (arg.kind == ARG_BUFFER && !case_parse_buffer(l, 2, c, &arg.buffer))
		return false;
	if (arg.kind == ARG_VALUE && !parse_value(l, &arg.bits))
		return false;
	launch->args = arena_grow(a, launch->args, launch->nargs, sizeof(arg));
	launch->args[launch->nargs++] = arg;
	return true;
}

static bool
parse_measure(const struct line *l, struct pack_case *c)
{
	const uint64_t range[2] = { 2, N_MOST };
	const char *what, *slope;
	uint64_t value;

	if (c->measure != MEASURE_NONE)
		return line_fail(l, "a second 'measure' in one case");
	if (!line_expect(l, 4, "measure WHAT SLOPE N") ||
	    !line_whole(l, 3, range, &value))
		return false;
	if (value & (value - 1))
		return line_fail(l, "'%s' is no power of two", l->words[3]);
	c->n = (uint32_t)value;
	what = l->words[1];
	slope = l->words[2];
	if (!strcmp(what, "events") && !strcmp(slope, "iterations"))
		c->measure = MEASURE_EVENTS;
	else if (!strcmp(what, "events") && !strcmp(slope, "launches"))
		c->measure = MEASURE_LAUNCHES;
	else if (!strcmp(what, "cycles") && !strcmp(slope, "iterations"))
		c->measure = MEASURE_CYCLES;
	else
		return line_fail(
			l,
			"unknown measure '%s %s': events "
			"iterations, events launches, cycles iterations",
			what, slope);
	return true;
}

static bool
parse_param(struct arena *a, const struct line *l, struct pack_case *c)
{
	size_t i;

	if (l->nwords < 3)
		return line_expect(l, 3, "param NAME VALUE");
	for (i = 0; i < c->nparams; i++) {
		if (!strcmp(c->params[i].name, l->words[1]))
			return line_fail(l, "a second 'param %s' in one case",
					 l->words[1]);
	}
	c->params = arena_grow(a, c->params, i, sizeof(*c->params));
	c->params[i].name = l->words[1];
	c->params[i].value = line_rest(l, 2);
	c->nparams++;
	return true;
}

bool
case_parse_line(struct arena *a, const struct line *l, struct pack_case *c)
{
	struct case_launch *launch = &c->launches[c->nlaunches - 1];
	const char *word = l->words[0];

	if (!strcmp(word, "param"))
		return parse_param(a, l, c);
	if (!strcmp(word, "buffer"))
		return storage_parse(a, l, &c->buffers, &c->nbuffers);
	if (!strcmp(word, "entry"))
		return parse_entry(l, c);
	if (!strcmp(word, "grid") || !strcmp(word, "block"))
		return parse_shape(l, launch);
	if (!strcmp(word, "shared"))
		return parse_shared(l, launch);
	if (!strcmp(word, "arg"))
		return parse_arg(a, l, c);
	if (!strcmp(word, "cycles"))
		return line_expect(l, 2, "cycles BUFFER") &&
		       case_parse_buffer(l, 1, c, &c->cycles);
	if (!strcmp(word, "measure"))
		return parse_measure(l, c);
	if (!strcmp(word, "fresh"))
		return c->fresh = line_expect(l, 1, "fresh");
	if (!strcmp(word, "check"))
		return check_parse(a, l, c);
	return line_fail(l, "unknown word '%s' in a case", word);
}

/* Where the launches are told how many iterations to make. */
static size_t
count_iterations(const struct pack_case *c)
{
	size_t n = 0, i, k;

	for (i = 0; i < c->nlaunches; i++) {
		for (k = 0; k < c->launches[i].nargs; k++)
			n += c->launches[i].args[k].kind == ARG_ITERATIONS;
	}
	return n;
}

static bool
has_cycle(const struct pack_case *c)
{
	size_t i;

	for (i = 0; i < c->nbuffers; i++) {
		if (c->buffers[i].fill.kind == FILL_CYCLE)
			return true;
	}
	return false;
}

bool
case_check(const struct line *l, const struct pack_case *c)
{
	bool launches = c->measure == MEASURE_LAUNCHES;
	size_t iterations = count_iterations(c);
	const char *lacks = NULL, *wrong = NULL;

	if (!check_launch(l, c, &c->launches[c->nlaunches - 1]))
		return false;
	if (c->measure == MEASURE_NONE)
		lacks = "measure";
	else if (c->measure == MEASURE_CYCLES && c->cycles == PACK_NONE)
		lacks = "cycles";
	else if (!launches && !iterations)
		lacks = "arg iterations";
	else if (launches && iterations)
		wrong = "'arg iterations' but a slope over launches";
	else if (!launches && c->nlaunches > 1)
		wrong = "several launches but a slope over iterations";
	else if (c->fresh && has_cycle(c))
		wrong = "'fresh' but a cycle, which is not written anew";
	else if (!launches && c->fresh)
		wrong = "'fresh' but a slope over iterations";
	if (lacks)
		return line_fail(l, "the case of line %lu has no '%s'", c->line,
				 lacks);
	if (wrong)
		return line_fail(l, "the case of line %lu has %s", c->line,
				 wrong);
	return check_fits(l, c);
}
