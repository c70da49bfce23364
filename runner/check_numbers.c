/*
 * Numbers of an output against those of inputs, in double.
 *
 * Some are taken at a time, in the format that all of them have, so that none
 * costs a choice of its own. Comparisons are written so that NaN fails them.
 */
#include <inttypes.h>
#include <stdio.h>

#include "check.h"
#include "device.h"
#include "fault.h"
#include "fill.h"
#include "number.h"
#include "pack.h"
#include "probe.h"

#include "check_parts.h"

enum { TAKEN = 256 };

static double
magnitude(double x)
{
	return x < 0 ? -x : x;
}

/* Some numbers of a part: what is there, and the parts of what should be. */
struct numbers {
	double out[TAKEN], product[TAKEN], summand[TAKEN];
};

static void
take_numbers(const struct pack_check *k, const struct part *part, size_t at,
	     size_t n, struct numbers *v)
{
	size_t i;

	number_load_all(k->type, part->out + at, n, v->out);
	number_load_all(k->type, part->in + at, n, v->product);
	if (part->second)
		number_load_all(k->type, part->second + at, n, v->summand);
	for (i = 0; i < n; i++) {
		v->product[i] *= k->a;
		v->summand[i] = part->second ? k->b * v->summand[i] : k->b;
	}
}

/* The first that is off by more than its slack; N: none. */
static size_t
find_wrong(const struct numbers *v, size_t n, double tolerance)
{
	double slack;
	size_t i;

	for (i = 0; i < n; i++) {
		slack = tolerance * (magnitude(v->product[i]) +
				     magnitude(v->summand[i]));
		if (!(magnitude(v->out[i] - (v->product[i] + v->summand[i])) <=
		      slack))
			break;
	}
	return i;
}

bool
check_numbers(const struct pack_check *k, const struct part *part,
	      const char *name, struct fault *f)
{
	size_t size = number_size(k->type), all = part->bytes / size;
	size_t first, n, wrong;
	struct numbers v;

	for (first = 0; first < all; first += n) {
		n = all - first < TAKEN ? all - first : TAKEN;
		take_numbers(k, part, first * size, n, &v);
		wrong = find_wrong(&v, n, k->tolerance);
		if (wrong == n)
			continue;
		fault_set(f, FAULT_CHECK,
			  "%s[%" PRIu64 "] is %.9g, expected "
			  "%.9g",
			  name, part->offset / size + first + wrong,
			  v.out[wrong], v.product[wrong] + v.summand[wrong]);
		return check_fail(f, "wrong");
	}
	return true;
}
