/*
 * What is known of an output without reading it.
 *
 * A device that can compare large buffers is asked whether the output repeats
 * a period throughout: the input's, or one that was found right number by
 * number; or whether it lacks the poison. Yes is an answer. No is none: the
 * host then reads the buffer (check.c) and says what is wrong and where.
 */
#include "check.h"
#include "device.h"
#include "fill.h"
#include "number.h"
#include "pack.h"
#include "pattern.h"
#include "probe.h"

#include "check_parts.h"

/* Whether the output, of END bytes, is known to hold a period again and
   again; a period of what it should hold is at WANT. */
static bool
repeats(const struct checking *c, uint64_t end, const unsigned char *want)
{
	struct device *d = c->probe->device;
	const uint64_t at[2] = { c->probe->buffers[c->check->out].address,
				 end };
	bool known = false;

	return d->ops->repeats && want &&
	       !d->ops->repeats(d, at, want, FILL_PERIOD, &known) && known;
}

/* Likewise, that no word of it is the poison. */
static bool
lacks(const struct checking *c, uint64_t end)
{
	struct device *d = c->probe->device;
	const uint64_t at[2] = { c->probe->buffers[c->check->out].address,
				 end };
	bool known = false;

	return d->ops->lacks &&
	       !d->ops->lacks(d, at, c->probe->poison, &known) && known;
}

bool
check_has_numbers(const struct pack_check *check)
{
	return check->kind == CHECK_AFFINE || check->kind == CHECK_LINEAR;
}

bool
check_is_known(const struct checking *c, uint64_t end)
{
	const struct probe *p = c->probe;

	if (end < CHECK_LARGE)
		return false;
	if (c->check->kind == CHECK_WRITTEN)
		return lacks(c, end);
	if (c->check->kind == CHECK_SAME)
		return repeats(c, end, c->pattern);
	return check_has_numbers(c->check) && p->right_bytes == FILL_PERIOD &&
	       repeats(c, end, p->right);
}

static bool
is_same(const struct pack_check *a, const struct pack_check *b)
{
	return a->kind == b->kind && a->out == b->out && a->in == b->in &&
	       a->second == b->second && a->type == b->type &&
	       a->a == b->a && a->b == b->b && a->tolerance == b->tolerance;
}

bool
check_is_known_right(const struct checking *c)
{
	const struct probe *p = c->probe;

	return c->pattern && p->right_by && is_same(p->right_by, c->check) &&
	       p->right_of[0] == c->pattern && p->right_of[1] == c->second &&
	       p->right_dropped == p->patterns->dropped;
}
