/*
 * The conditions of a replicate -> why it does not count, or nothing.
 *
 * The idea: what a record says of itself, `"valid":true`, is an opinion; the
 * conditions beside it are what was read off the device, and they are judged
 * here anew, by the rule of runner/conditions.c. tests/throttle.h holds the
 * words for both.
 *
 *	"conditions":{"sm_clock_mhz":1980,"throttle":0,"power_cap":false,
 *	"other_processes":0,"mig":false,"mps":false, ...}
 *
 * One thing more is judged here, since a record of one's own making need not
 * have any reason in `throttle`: a clock that no loaded device has. Null and
 * what is not there are not known, and rule out nothing. Samples are never
 * looked at: whoever drops by value chooses the result.
 */
#include "evidence.h"

#include "evidence_reader.h"

/* NVML's clock event reasons that do not slow a loaded device down: it is
   idle, its clocks are set for applications, or for a display. */
#define REASONS_HARMLESS 0x103u

/* Base clocks, to which a device may be held with good reason, are above a
   third of its highest clock; idle ones are below a fifth. */
#define CLOCK_LEAST (1.0 / 3)

static const struct {
	uint64_t reason;
	struct str word;
} reasons[] = {
	{ 0x8, STR_INIT("hw-slowdown") },
	{ 0x40, STR_INIT("hw-thermal") },
	{ 0x80, STR_INIT("hw-power-brake") },
	{ 0x20, STR_INIT("sw-thermal") },
	{ 0x4, STR_INIT("power-cap") },
	{ 0x10, STR_INIT("sync-boost") },
};

static struct str
throttle_word(uint64_t throttle)
{
	for (size_t i = 0; i < COUNT_OF(reasons); i++)
		if (throttle & reasons[i].reason)
			return reasons[i].word;
	return throttle & ~(uint64_t)REASONS_HARMLESS ? STR("throttle") :
							STR("");
}

/* A whole number, -1 when it is not known. */
static bool
read_count(struct record_reader *r, const json_t *o, const char *key,
	   int64_t *out)
{
	const json_t *j = json_object_get(o, key);

	*out = -1;
	if (!j || json_is_null(j))
		return true;
	if (!json_is_integer(j) || json_integer_value(j) < 0)
		return record_refuse_member(r, o, key,
					    "a whole number or null");
	*out = json_integer_value(j);
	return true;
}

static bool
is_slow(const struct record_reader *r, int64_t mhz)
{
	return mhz >= 0 && r->clock_mhz > 0 &&
	       (double)mhz < CLOCK_LEAST * r->clock_mhz;
}

static bool
judge_conditions(struct record_reader *r, struct str *out, const json_t *o)
{
	bool mig, mps, capped;
	int64_t others, throttle, clock;

	if (!record_flag(r, o, "mig", &mig) ||
	    !record_flag(r, o, "mps", &mps) ||
	    !record_flag(r, o, "power_cap", &capped) ||
	    !read_count(r, o, "other_processes", &others) ||
	    !read_count(r, o, "throttle", &throttle) ||
	    !read_count(r, o, "sm_clock_mhz", &clock))
		return false;
	*out = STR("");
	if (mig)
		*out = STR("mig");
	else if (mps)
		*out = STR("mps");
	else if (others > 0)
		*out = STR("other-process");
	else if (throttle > 0)
		*out = throttle_word((uint64_t)throttle);
	if (out->n == 0 && capped)
		*out = STR("power-cap");
	if (out->n == 0 && is_slow(r, clock))
		*out = STR("clock");
	return true;
}

bool
record_conditions(struct record_reader *r, struct str *out,
		  const json_t *replicate)
{
	const json_t *o = json_object_get(replicate, "conditions");
	bool good;

	*out = STR("");
	if (!o || json_is_null(o))
		return true;
	if (!json_is_object(o))
		return record_refuse_member(r, replicate, "conditions",
					    "an object or null");
	record_enter(r, "conditions", 0);
	good = judge_conditions(r, out, o);
	record_leave(r);
	return good;
}
