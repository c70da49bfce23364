/*
 * Reports as lines of text, both ways. The supervisor trusts nothing in them:
 * a line that does not parse, or that speaks of a job or case which was not
 * asked for, ends the worker (intake.c).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "conditions.h"
#include "cost.h"
#include "device.h"
#include "fault.h"
#include "file.h"
#include "report.h"

static const char *const words[] = {
	[REPORT_DEVICE] = "device", [REPORT_READY] = "ready",
	[REPORT_BEGIN] = "begin",   [REPORT_CASE] = "case",
	[REPORT_SAMPLE] = "sample", [REPORT_REFUSED] = "refused",
	[REPORT_COUNTED] = "counted",
	[REPORT_CONDITIONS] = "conditions",
	[REPORT_OUTCOME] = "outcome", [REPORT_COST] = "cost",
	[REPORT_FAULT] = "fault",   [REPORT_DONE] = "done",
	[REPORT_BYE] = "bye",
};

enum { NUMBERS = 17 }; /* of struct device_attributes */

/* The numbers of D in a fixed order, as addresses. */
static void
list_numbers(struct device_attributes *d, int64_t *at[NUMBERS])
{
	int64_t *const order[NUMBERS] = {
		&d->cc_major,
		&d->cc_minor,
		&d->sm_count,
		&d->warp_size,
		&d->l2_bytes,
		&d->clock_khz,
		&d->memory_clock_khz,
		&d->memory_bus_bits,
		&d->memory_bytes,
		&d->shared_per_sm,
		&d->shared_per_block_optin,
		&d->registers_per_sm,
		&d->max_threads_per_sm,
		&d->max_blocks_per_sm,
		&d->ecc,
		&d->mig,
		&d->devices,
	};

	memcpy(at, order, sizeof(order));
}

static void
dump_device(const struct device_attributes *device, struct buf *out)
{
	struct device_attributes d = *device;
	int64_t *at[NUMBERS];
	size_t i;

	list_numbers(&d, at);
	for (i = 0; i < NUMBERS; i++)
		buf_addf(out, " %" PRId64, *at[i]);
	buf_addf(out, "\t%s\t%s\t%s", d.name, d.driver, d.bus);
}

/* Text of at most SIZE-1 bytes up to a tab or the end; NULL if longer. */
static const char *
parse_text(const char *at, char *out, size_t size)
{
	size_t len = strcspn(at, "\t");

	if (len >= size)
		return NULL;
	memcpy(out, at, len);
	out[len] = '\0';
	return at[len] ? at + len + 1 : at + len;
}

static bool
parse_device(const char *at, struct device_attributes *d)
{
	int64_t *number[NUMBERS];
	char *end;
	size_t i;

	memset(d, 0, sizeof(*d));
	list_numbers(d, number);
	for (i = 0; i < NUMBERS; i++, at = end) {
		*number[i] = strtoll(at, &end, 10);
		if (end == at)
			return false;
	}
	if (*at++ != '\t')
		return false;
	at = parse_text(at, d->name, sizeof(d->name));
	at = at ? parse_text(at, d->driver, sizeof(d->driver)) : NULL;
	at = at ? parse_text(at, d->bus, sizeof(d->bus)) : NULL;
	return at && !*at;
}

static void
dump_fault(const struct fault *f, struct buf *out)
{
	char text[FAULT_TEXT];
	size_t i;

	snprintf(text, sizeof(text), "%s", f->text);
	for (i = 0; text[i]; i++) {
		if (text[i] == '\n')
			text[i] = ' ';
	}
	buf_addf(out, " %ld %s %d %d %s %s", f->kase, fault_word(f->kind),
		 f->code, f->poisoned, f->name[0] ? f->name : "-", text);
}

/* The word after one space, of at most SIZE-1 bytes; what follows, or NULL. */
static const char *
parse_word(const char *at, char *out, size_t size)
{
	size_t len = *at == ' ' ? strcspn(at + 1, " ") : 0;

	if (len == 0 || len >= size)
		return NULL;
	memcpy(out, at + 1, len);
	out[len] = '\0';
	return at + 1 + len;
}

static bool
parse_fault(const char *at, struct fault *f)
{
	char kind[16], name[FAULT_NAME];
	char *end;

	memset(f, 0, sizeof(*f));
	f->kase = strtol(at, &end, 10);
	at = parse_word(end, kind, sizeof(kind));
	if (!at || !fault_find(kind, &f->kind) || f->kind == FAULT_NONE)
		return false;
	f->code = (int)strtol(at, &end, 10);
	f->poisoned = strtol(end, &end, 10) != 0;
	at = parse_word(end, name, sizeof(name));
	if (!at || *at != ' ')
		return false;
	snprintf(f->name, sizeof(f->name), "%s", strcmp(name, "-") ? name : "");
	snprintf(f->text, sizeof(f->text), "%s", at + 1);
	return true;
}

static void
dump_sample(const struct report *r, struct buf *out)
{
	size_t i;

	buf_addf(out, " %zu %" PRIu32, r->kase, r->n);
	for (i = 0; i < REPORT_VALUES; i++)
		buf_addf(out, " %.17g", r->values[i]);
	buf_addf(out, " %.9g %u", r->issue, r->fresh);
}

static bool
parse_case(char *at, struct report *r)
{
	char *end;

	r->kase = strtoul(at, &end, 10);
	return end != at && !*end;
}

/* A number that is not below 0; what follows, or NULL. */
static char *
parse_value(char *at, double *value)
{
	char *end;

	*value = strtod(at, &end);
	return end != at && *value >= 0 && *value < 1e300 ? end : NULL;
}

static bool
parse_counted(char *at, struct report *r)
{
	char *end;

	r->kase = strtoul(at, &end, 10);
	if (end == at)
		return false;
	r->n = (uint32_t)strtoul(end, &at, 10);
	return at != end && !*at;
}

static bool
parse_sample(char *at, struct report *r)
{
	char *end;
	size_t i;

	r->kase = strtoul(at, &end, 10);
	if (end == at)
		return false;
	r->n = (uint32_t)strtoul(end, &at, 10);
	if (at == end)
		return false;
	for (i = 0; i < REPORT_VALUES && at; i++)
		at = parse_value(at, &r->values[i]);
	at = at ? parse_value(at, &r->issue) : NULL;
	if (!at)
		return false;
	r->fresh = (unsigned)strtoul(at, &end, 10);
	return end != at && !*end;
}

void
report_dump(const struct report *r, struct buf *out)
{
	buf_addf(out, "%s", words[r->kind]);
	if (r->kind == REPORT_DEVICE)
		dump_device(&r->device, out);
	else if (r->kind != REPORT_READY && r->kind != REPORT_BYE)
		buf_addf(out, " %zu", r->job);
	if (r->kind == REPORT_CASE)
		buf_addf(out, " %zu", r->kase);
	else if (r->kind == REPORT_SAMPLE)
		dump_sample(r, out);
	else if (r->kind == REPORT_COUNTED)
		buf_addf(out, " %zu %" PRIu32, r->kase, r->n);
	else if (r->kind == REPORT_CONDITIONS)
		conditions_dump(&r->conditions, out);
	else if (r->kind == REPORT_OUTCOME)
		buf_addf(out, " %s", r->text);
	else if (r->kind == REPORT_COST)
		cost_dump(&r->cost, out);
	else if (r->kind == REPORT_FAULT || r->kind == REPORT_REFUSED)
		dump_fault(&r->fault, out);
	buf_addf(out, "\n");
}

void
report_send(const struct report *r, int to)
{
	struct buf line = { 0 };

	report_dump(r, &line);
	if (!file_write(to, line.data, line.len))
		exit(1); /* nobody listens */
	buf_free(&line);
}

static bool
find_kind(const char *line, size_t len, enum report_kind *kind)
{
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strlen(words[i]) == len && !memcmp(words[i], line, len)) {
			*kind = (enum report_kind)i;
			return true;
		}
	}
	return false;
}

bool
report_parse(const char *line, struct report *r)
{
	size_t len = strcspn(line, " ");
	const char *at = line + len;
	char *end;

	if (!find_kind(line, len, &r->kind))
		return false;
	if (r->kind == REPORT_DEVICE)
		return parse_device(at, &r->device);
	if (r->kind == REPORT_READY || r->kind == REPORT_BYE)
		return !*at;
	r->job = strtoul(at, &end, 10);
	if (end == at)
		return false;
	if (r->kind == REPORT_CASE)
		return parse_case(end, r);
	if (r->kind == REPORT_SAMPLE)
		return parse_sample(end, r);
	if (r->kind == REPORT_COUNTED)
		return parse_counted(end, r);
	if (r->kind == REPORT_CONDITIONS)
		return conditions_parse(end, &r->conditions);
	if (r->kind == REPORT_COST)
		return cost_parse(end, &r->cost);
	if (r->kind == REPORT_FAULT || r->kind == REPORT_REFUSED)
		return parse_fault(end, &r->fault);
	if (r->kind == REPORT_OUTCOME) {
		r->text = end + (*end == ' ');
		return *end == ' ';
	}
	return !*end;
}
