/*
 * Regular expressions: text in, a list of steps out, or why it is none.
 *
 * The steps are those of a non-deterministic machine: take a character, or go
 * on in one or two places. A function that parses a part of the grammar
 * (schema_pattern.h) adds its steps to the end of the list; schema_step
 * repeats what was added last, schema_match runs all.
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
	struct steps out;
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
	return steps_add(&c->out, s);
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
		return !c->out.full;
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
	size_t at = c->out.n;
	struct step set = { .kind = STEP_SET, .negated = take(&c->rest, '^') };

	if (!add_step(c, set))
		return false;
	while (!take(&c->rest, ']')) {
		if (!parse_member(c))
			return false;
	}
	c->out.items[at].length = c->out.n - at - 1;
	return true;
}

static bool
parse_escape(struct compiler *c)
{
	size_t at = c->out.n;
	char letter = c->rest.n ? c->rest.p[0] : '\0';
	bool negated = byte_is_upper(letter);
	uint32_t point = 0;

	if (!add_step(c, (struct step){ .kind = STEP_SET, .negated = negated }))
		return false;
	if (add_class(c, byte_lower(letter))) {
		c->rest = str_skip(c->rest, 1);
		c->out.items[at].length = c->out.n - at - 1;
		return !c->out.full;
	}
	if (!escaped(c, &point))
		return false;
	c->out.items[at] = (struct step){ .kind = STEP_CHARACTER,
					  .low = point, .high = point };
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
	return open ? steps_repeat_open(&c->out, at, least) :
		      steps_repeat(&c->out, at, least, most);
}

static bool
parse_piece(struct compiler *c)
{
	size_t at = c->out.n;

	if (!parse_atom(c))
		return false;
	if (take(&c->rest, '*'))
		return steps_make_optional(&c->out, at, true);
	if (take(&c->rest, '?'))
		return steps_make_optional(&c->out, at, false);
	if (take(&c->rest, '+'))
		return steps_repeat_open(&c->out, at, 1);
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
	size_t at = c->out.n;

	if (!parse_sequence(c))
		return false;
	while (take(&c->rest, '|')) {
		int first = (int)(c->out.n - at);
		size_t jump;
		struct step split = { .kind = STEP_SPLIT, .a = 1,
				      .b = first + 2 };

		if (!steps_insert(&c->out, at, split))
			return false;
		jump = c->out.n;
		if (!add_step(c, (struct step){ .kind = STEP_JUMP }) ||
		    !parse_sequence(c))
			return false;
		c->out.items[jump].a = (int)(c->out.n - jump);
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
	if (c.out.full)
		complain(&c, "it is too large");
	*why = c.why;
	if (c.why)
		return NULL;
	p->n = c.out.n;
	p->steps = arena_alloc(a, p->n * sizeof(*p->steps));
	memcpy(p->steps, c.out.items, p->n * sizeof(*p->steps));
	return p;
}
