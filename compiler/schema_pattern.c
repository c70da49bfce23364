/*
 * Regular expressions: text in, a list of steps, then a verdict on any text.
 *
 * The steps are those of a non-deterministic machine: take a character, or go
 * on in one or two places. Targets are relative, so a piece of the list can
 * be moved behind a new first step (`x*`) and copied (`x{3}`) as it is.
 * schema_match runs them.
 *
 * There are no groups to ask for afterwards, no back references, no lazy
 * repeats: a schema only asks whether a text fits.
 */
#include "schema_pattern.h"

#include <string.h>

#include "arena.h"
#include "schema_step.h"

/* Groups within groups. */
#define DEPTH_MAX 20

/* Repeats of `{m,n}`. */
#define REPEAT_MAX 200

struct compiler {
	struct step steps[PATTERN_STEPS_MAX];
	size_t n;
	struct str rest;
	const char *why;
	int depth;
};

static bool parse_alternatives(struct compiler *c);

static bool
complain(struct compiler *c, const char *why)
{
	if (!c->why)
		c->why = why;
	return false;
}

static bool
add_step(struct compiler *c, struct step s)
{
	if (c->n == PATTERN_STEPS_MAX)
		return complain(c, "it is too large");
	c->steps[c->n++] = s;
	return true;
}

/* Puts a step before those from `at` on, whose inner targets stay true. */
static bool
insert_step(struct compiler *c, size_t at, struct step s)
{
	if (!add_step(c, s))
		return false;
	memmove(c->steps + at + 1, c->steps + at,
		(c->n - 1 - at) * sizeof(*c->steps));
	c->steps[at] = s;
	return true;
}

static bool
take(struct str *rest, char c)
{
	if (rest->n == 0 || rest->p[0] != c)
		return false;
	*rest = str_skip(*rest, 1);
	return true;
}

/* ---- sets -------------------------------------------------------------- */

struct range {
	uint32_t low, high;
};

static const struct range digits[] = { { '0', '9' } };
static const struct range words[] = {
	{ '0', '9' }, { 'A', 'Z' }, { '_', '_' }, { 'a', 'z' } };
static const struct range blanks[] = {
	{ '\t', '\r' }, { ' ', ' ' }, { 0xa0, 0xa0 }, { 0x2028, 0x2029 } };

static const struct {
	char letter;
	const struct range *ranges;
	size_t n;
} classes[] = {
	{ 'd', digits, COUNT_OF(digits) },
	{ 'w', words, COUNT_OF(words) },
	{ 's', blanks, COUNT_OF(blanks) },
};

/* Adds the ranges of \d, \w or \s; false if the letter names none. */
static bool
add_class(struct compiler *c, char letter)
{
	for (size_t i = 0; i < COUNT_OF(classes); i++) {
		if (classes[i].letter != letter)
			continue;
		for (size_t j = 0; j < classes[i].n; j++)
			add_step(c, (struct step){
				.low = classes[i].ranges[j].low,
				.high = classes[i].ranges[j].high });
		return true;
	}
	return false;
}

/* What a backslash makes of a character that is no class. */
static bool
escaped(struct compiler *c, uint32_t *point)
{
	static const char letters[] = "nrtfv", meant[] = "\n\r\t\f\v";
	size_t i;

	if (c->rest.n == 0)
		return complain(c, "it ends in a backslash");
	*point = step_character(&c->rest);
	if (*point >= 0x80)
		return true;
	i = str_find_byte(str_of(letters), (char)*point);
	if (i < sizeof(letters) - 1)
		*point = (unsigned char)meant[i];
	else if (byte_is_name((char)*point))
		return complain(c, "no such escape");
	return true;
}

/* One member of a set: a character, a range, a class. */
static bool
parse_member(struct compiler *c)
{
	uint32_t low, high;
	struct str ahead;

	if (c->rest.n == 0)
		return complain(c, "a '[' is never closed");
	if (c->rest.n > 1 && c->rest.p[0] == '\\' &&
	    add_class(c, c->rest.p[1])) {
		c->rest = str_skip(c->rest, 2);
		return !c->why;
	}
	low = step_character(&c->rest);
	if (low == '\\' && !escaped(c, &low))
		return false;
	high = low;
	ahead = c->rest;
	if (take(&ahead, '-') && ahead.n > 0 && ahead.p[0] != ']') {
		c->rest = ahead;
		high = step_character(&c->rest);
		if (high == '\\' && !escaped(c, &high))
			return false;
	}
	if (high < low)
		return complain(c, "a range goes backwards");
	return add_step(c, (struct step){ .low = low, .high = high });
}

/* A set behind its `[`. */
static bool
parse_set(struct compiler *c)
{
	size_t at = c->n;
	struct step set = { .kind = STEP_SET, .negated = take(&c->rest, '^') };

	if (!add_step(c, set))
		return false;
	while (!take(&c->rest, ']')) {
		if (!parse_member(c))
			return false;
	}
	c->steps[at].length = c->n - at - 1;
	return true;
}

static bool
parse_escape(struct compiler *c)
{
	size_t at = c->n;
	char letter = c->rest.n ? c->rest.p[0] : '\0';
	bool negated = letter >= 'A' && letter <= 'Z';
	uint32_t point = 0;

	if (!add_step(c, (struct step){ .kind = STEP_SET, .negated = negated }))
		return false;
	if (negated)
		letter = (char)(letter - 'A' + 'a');
	if (add_class(c, letter)) {
		c->rest = str_skip(c->rest, 1);
		c->steps[at].length = c->n - at - 1;
		return !c->why;
	}
	if (!escaped(c, &point))
		return false;
	c->steps[at] = (struct step){ .kind = STEP_CHARACTER, .low = point,
				      .high = point };
	return true;
}

/* ---- structure --------------------------------------------------------- */

/* A group behind its `(`. */
static bool
parse_group(struct compiler *c)
{
	bool good;

	if (c->rest.n > 1 && c->rest.p[0] == '?' && c->rest.p[1] == ':')
		c->rest = str_skip(c->rest, 2);
	if (++c->depth > DEPTH_MAX)
		return complain(c, "groups are nested too deeply");
	good = parse_alternatives(c);
	c->depth--;
	if (good && !take(&c->rest, ')'))
		return complain(c, "a '(' is never closed");
	return good;
}

static bool
parse_atom(struct compiler *c)
{
	uint32_t point = step_character(&c->rest);

	switch (point) {
	case '^':
		return add_step(c, (struct step){ .kind = STEP_BEGIN });
	case '$':
		return add_step(c, (struct step){ .kind = STEP_END });
	case '.':
		return add_step(c, (struct step){ .kind = STEP_CHARACTER,
			.negated = true, .low = '\n', .high = '\n' });
	case '[':
		return parse_set(c);
	case '(':
		return parse_group(c);
	case '\\':
		return parse_escape(c);
	case '*':
	case '+':
	case '?':
	case '{':
		return complain(c, "a repeat has nothing to repeat");
	default:
		return add_step(c, (struct step){ .kind = STEP_CHARACTER,
			.low = point, .high = point });
	}
}

/* The steps from `at` on: any number of times, or at most once. */
static bool
make_optional(struct compiler *c, size_t at, bool again)
{
	int length = (int)(c->n - at);
	struct step split = { .kind = STEP_SPLIT, .a = 1,
			      .b = length + 1 + again };

	return insert_step(c, at, split) &&
		(!again || add_step(c, (struct step){ .kind = STEP_JUMP,
						      .a = -length - 1 }));
}

static bool
copy_steps(struct compiler *c, size_t from, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (!add_step(c, c->steps[from + i]))
			return false;
	}
	return true;
}

/* The steps from `at` on, at least `least` times and at most `most`. */
static bool
repeat_steps(struct compiler *c, size_t at, unsigned least, unsigned most)
{
	size_t length = c->n - at;
	struct step one[PATTERN_STEPS_MAX];

	memcpy(one, c->steps + at, length * sizeof(*one));
	c->n = at;
	for (unsigned i = 0; i < most || i < least; i++) {
		size_t start = c->n;

		for (size_t j = 0; j < length; j++) {
			if (!add_step(c, one[j]))
				return false;
		}
		if (i >= least && !make_optional(c, start, false))
			return false;
	}
	return true;
}

/* A decimal number of a `{m,n}`. */
static bool
take_count(struct compiler *c, unsigned *out)
{
	unsigned value = 0;
	size_t n = 0;

	while (n < c->rest.n && byte_is_digit(c->rest.p[n]) && n < 4)
		value = value * 10 + (unsigned)(c->rest.p[n++] - '0');
	c->rest = str_skip(c->rest, n);
	*out = value;
	if (n == 0)
		return complain(c, "expected a number behind '{'");
	return value <= REPEAT_MAX || complain(c, "a repeat is too large");
}

/* `{m}`, `{m,}`, `{m,n}` behind the brace, of the steps from `at` on. */
static bool
parse_counts(struct compiler *c, size_t at)
{
	size_t length = c->n - at;
	unsigned least, most;
	bool open = false;

	if (!take_count(c, &least))
		return false;
	most = least;
	if (take(&c->rest, ',')) {
		open = c->rest.n > 0 && c->rest.p[0] == '}';
		if (!open && !take_count(c, &most))
			return false;
	}
	if (!take(&c->rest, '}'))
		return complain(c, "a '{' is never closed");
	if (most < least)
		return complain(c, "a repeat goes backwards");
	if (!open)
		return repeat_steps(c, at, least, most);
	/* x{m,} is x{m} and then x* : one copy more, made optional */
	if (!repeat_steps(c, at, least + 1, least + 1))
		return false;
	return make_optional(c, c->n - length, true);
}

static bool
parse_piece(struct compiler *c)
{
	size_t at = c->n, length;

	if (!parse_atom(c))
		return false;
	length = c->n - at;
	if (take(&c->rest, '*'))
		return make_optional(c, at, true);
	if (take(&c->rest, '?'))
		return make_optional(c, at, false);
	if (take(&c->rest, '+'))
		return copy_steps(c, at, length) &&
			make_optional(c, at + length, true);
	return !take(&c->rest, '{') || parse_counts(c, at);
}

static bool
parse_sequence(struct compiler *c)
{
	while (c->rest.n > 0 && c->rest.p[0] != '|' && c->rest.p[0] != ')') {
		if (!parse_piece(c))
			return false;
	}
	return true;
}

static bool
parse_alternatives(struct compiler *c)
{
	size_t at = c->n;

	if (!parse_sequence(c))
		return false;
	while (take(&c->rest, '|')) {
		int first = (int)(c->n - at);
		size_t jump;

		if (!insert_step(c, at, (struct step){ .kind = STEP_SPLIT,
				 .a = 1, .b = first + 2 }))
			return false;
		jump = c->n;
		if (!add_step(c, (struct step){ .kind = STEP_JUMP }) ||
		    !parse_sequence(c))
			return false;
		c->steps[jump].a = (int)(c->n - jump);
	}
	return true;
}

struct pattern *
pattern_parse(struct arena *a, struct str text, const char **why)
{
	struct compiler c = { .rest = text };
	struct pattern *p = arena_alloc(a, sizeof(*p));

	if (parse_alternatives(&c) && c.rest.n > 0)
		complain(&c, "a ')' closes nothing");
	add_step(&c, (struct step){ .kind = STEP_MATCH });
	*why = c.why;
	if (c.why)
		return NULL;
	p->n = c.n;
	p->steps = arena_alloc(a, c.n * sizeof(*p->steps));
	memcpy(p->steps, c.steps, c.n * sizeof(*p->steps));
	return p;
}
