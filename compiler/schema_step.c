/*
 * Repeats and insertions: a piece of a list of steps in, the piece changed.
 *
 * A piece is what stands from a step to the end of the list. Targets are
 * relative, so a piece can be moved behind a new first step (`x*`) and copied
 * (`x{3}`) as it is; a repeat is nothing but copies, some of them optional.
 *
 * What a pattern looks like as text is not known here.
 */
#include "schema_step.h"

#include <string.h>

bool
steps_add(struct steps *p, struct step s)
{
	if (p->n == PATTERN_STEPS_MAX) {
		p->full = true;
		return false;
	}
	p->items[p->n++] = s;
	return true;
}

bool
steps_insert(struct steps *p, size_t at, struct step s)
{
	if (!steps_add(p, s))
		return false;
	memmove(p->items + at + 1, p->items + at,
		(p->n - 1 - at) * sizeof(*p->items));
	p->items[at] = s;
	return true;
}

bool
steps_make_optional(struct steps *p, size_t at, bool again)
{
	int length = (int)(p->n - at);
	struct step split = { .kind = STEP_SPLIT, .a = 1,
			      .b = length + 1 + again };
	struct step back = { .kind = STEP_JUMP, .a = -length - 1 };

	return steps_insert(p, at, split) && (!again || steps_add(p, back));
}

bool
steps_repeat(struct steps *p, size_t at, unsigned least, unsigned most)
{
	size_t length = p->n - at;
	struct step one[PATTERN_STEPS_MAX];

	memcpy(one, p->items + at, length * sizeof(*one));
	p->n = at;
	for (unsigned i = 0; i < most || i < least; i++) {
		size_t start = p->n;

		for (size_t j = 0; j < length; j++) {
			if (!steps_add(p, one[j]))
				return false;
		}
		if (i >= least && !steps_make_optional(p, start, false))
			return false;
	}
	return true;
}

/* `least` copies and one more, made optional. */
bool
steps_repeat_open(struct steps *p, size_t at, unsigned least)
{
	size_t length = p->n - at;

	return steps_repeat(p, at, least + 1, least + 1) &&
		steps_make_optional(p, p->n - length, true);
}
