/*
 * Conditions: gathered by the worker, carried to the supervisor as a line of
 * numbers, judged here, written to the evidence.
 *
 * The judgement looks at conditions only and never at the measured values:
 * a replicate that is dropped for being an outlier would be a lie.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "conditions.h"

/* NVML's clock event reasons that do not slow a loaded device down. */
enum {
	REASON_IDLE = 0x1,
	REASON_APPLICATION_CLOCKS = 0x2,
	REASON_POWER_CAP = 0x4,
	REASON_DISPLAY_CLOCKS = 0x100,
	REASONS_HARMLESS =
		REASON_IDLE | REASON_APPLICATION_CLOCKS | REASON_DISPLAY_CLOCKS,
};

static const struct {
	int64_t reason;
	const char *word;
} reasons[] = {
	{ 0x8, "hw-slowdown" },
	{ 0x40, "hw-thermal" },
	{ 0x80, "hw-power-brake" },
	{ 0x20, "sw-thermal" },
	{ REASON_POWER_CAP, "power-cap" },
	{ 0x10, "sync-boost" },
};

struct conditions
conditions_make(void)
{
	struct conditions c;

	memset(&c, 0xff, sizeof(c));
	return c;
}

static void
keep_least(int64_t *kept, int64_t seen)
{
	if (seen >= 0 && (*kept < 0 || seen < *kept))
		*kept = seen;
}

static void
keep_most(int64_t *kept, int64_t seen)
{
	if (seen > *kept)
		*kept = seen;
}

void
conditions_add(struct conditions *c, const struct conditions *sample)
{
	keep_least(&c->sm_clock_mhz, sample->sm_clock_mhz);
	keep_least(&c->memory_clock_mhz, sample->memory_clock_mhz);
	keep_most(&c->temperature_c, sample->temperature_c);
	keep_most(&c->power_mw, sample->power_mw);
	if (sample->throttle >= 0)
		c->throttle =
			sample->throttle | (c->throttle < 0 ? 0 : c->throttle);
	keep_most(&c->other_processes, sample->other_processes);
	keep_most(&c->mig, sample->mig);
	keep_most(&c->ecc, sample->ecc);
	keep_most(&c->mps, sample->mps);
}

const char *
conditions_dropped(const struct conditions *c)
{
	size_t i;

	if (c->mig == 1)
		return "mig";
	if (c->mps == 1)
		return "mps";
	if (c->other_processes > 0)
		return "other-process";
	if (c->throttle < 0)
		return NULL;
	for (i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (c->throttle & reasons[i].reason)
			return reasons[i].word;
	}
	return c->throttle & ~(int64_t)REASONS_HARMLESS ? "throttle" : NULL;
}

void
conditions_emit(const struct conditions *c, struct buf *out)
{
	buf_addf(out, "{");
	buf_add_number(out, "sm_clock_mhz", c->sm_clock_mhz);
	buf_add_number(out, "memory_clock_mhz", c->memory_clock_mhz);
	buf_add_number(out, "temperature_c", c->temperature_c);
	buf_add_number(out, "power_mw", c->power_mw);
	buf_add_number(out, "throttle", c->throttle);
	buf_add_flag(out, "power_cap",
		  c->throttle < 0 ? -1 : (c->throttle & REASON_POWER_CAP) != 0);
	buf_add_number(out, "other_processes", c->other_processes);
	buf_add_flag(out, "mig", c->mig);
	buf_add_flag(out, "ecc", c->ecc);
	buf_add_flag(out, "mps", c->mps);
	out->data[out->len - 1] = '}'; /* in place of the last comma */
}

void
conditions_dump(const struct conditions *c, struct buf *out)
{
	int64_t fields[CONDITIONS_FIELDS];
	size_t i;

	memcpy(fields, c, sizeof(fields));
	for (i = 0; i < CONDITIONS_FIELDS; i++)
		buf_addf(out, " %" PRId64, fields[i]);
}

bool
conditions_parse(const char *text, struct conditions *c)
{
	int64_t fields[CONDITIONS_FIELDS];
	char *end;
	size_t i;

	for (i = 0; i < CONDITIONS_FIELDS; i++, text = end) {
		fields[i] = strtoll(text, &end, 10);
		if (end == text)
			return false;
	}
	memcpy(c, fields, sizeof(*c));
	return *text == '\0';
}
