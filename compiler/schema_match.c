/*
 * Runs a compiled pattern over a text: steps and bytes in, yes or no out.
 *
 * All places that the machine may be in advance together through the text,
 * each at most once a character, so that no text makes it slow; a match may
 * start anywhere, so the first step joins them at every character.
 */
#include "schema_pattern.h"

#include <string.h>

#include "schema_step.h"

uint32_t
step_character(struct str *rest)
{
	unsigned char c = (unsigned char)rest->p[0];
	size_t n = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	uint32_t point = n == 1 ? c : c & (0x7fu >> n);

	if (n > rest->n)
		n = 1;
	for (size_t i = 1; i < n; i++)
		point = point << 6 | ((unsigned char)rest->p[i] & 0x3fu);
	*rest = str_skip(*rest, n);
	return point;
}

/* Steps that the machine stands at, each once. */
struct places {
	uint16_t items[PATTERN_STEPS_MAX];
	size_t n;
	bool has[PATTERN_STEPS_MAX];
};

struct position {
	bool begins, ends; /* of the text */
};

/* Adds a step and all that can be reached from it without a character. */
static bool
add_place(const struct pattern *p, struct places *set, size_t first,
	  struct position here)
{
	uint16_t stack[PATTERN_STEPS_MAX + 1];
	size_t depth = 0;

	stack[depth++] = (uint16_t)first;
	while (depth > 0) {
		size_t at = stack[--depth];
		const struct step *s = &p->steps[at];

		if (set->has[at])
			continue;
		set->has[at] = true;
		if (s->kind == STEP_MATCH)
			return true;
		if (s->kind == STEP_CHARACTER || s->kind == STEP_SET)
			set->items[set->n++] = (uint16_t)at;
		else if (s->kind == STEP_SPLIT || s->kind == STEP_JUMP)
			stack[depth++] = (uint16_t)((int)at + s->a);
		else if (s->kind == STEP_BEGIN ? here.begins : here.ends)
			stack[depth++] = (uint16_t)(at + 1);
		if (s->kind == STEP_SPLIT)
			stack[depth++] = (uint16_t)((int)at + s->b);
	}
	return false;
}

static bool
takes_character(const struct step *s, uint32_t point)
{
	bool in = false;

	if (s->kind == STEP_CHARACTER)
		in = point >= s->low && point <= s->high;
	for (size_t i = 1; i <= s->length && !in; i++)
		in = point >= s[i].low && point <= s[i].high;
	return in != s->negated;
}

static void
clear(const struct pattern *p, struct places *set)
{
	set->n = 0;
	memset(set->has, 0, p->n * sizeof(*set->has));
}

/* Moves all places on by a character; true at the end of the pattern. */
static bool
advance(const struct pattern *p, const struct places *from, struct places *to,
	uint32_t point, struct position here)
{
	for (size_t i = 0; i < from->n; i++) {
		const struct step *s = &p->steps[from->items[i]];
		size_t next = from->items[i] + 1 + s->length;

		if (takes_character(s, point) && add_place(p, to, next, here))
			return true;
	}
	return false;
}

bool
pattern_matches(const struct pattern *p, struct str text)
{
	struct places sets[2];
	struct places *from = &sets[0], *to = &sets[1], *other;
	struct position here = { .begins = true, .ends = text.n == 0 };
	bool anchored = p->steps[0].kind == STEP_BEGIN;

	clear(p, from);
	if (add_place(p, from, 0, here))
		return true;
	here.begins = false;
	while (text.n > 0 && (from->n > 0 || !anchored)) {
		uint32_t point = step_character(&text);

		here.ends = text.n == 0;
		clear(p, to);
		if (advance(p, from, to, point, here) ||
		    (!anchored && add_place(p, to, 0, here)))
			return true;
		other = from;
		from = to;
		to = other;
	}
	return false;
}
