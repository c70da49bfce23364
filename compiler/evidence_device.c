/*
 * A device as kbc-run recorded it -> struct device_record.
 *
 * The idea: what the device said of itself gets the names that documents use,
 * so that an expression reads the same with either; `sm_count` of kbc-run is
 * `device.sm_count`, `clock_khz` is `device.clock_hz`. The slug is the folder
 * that the ledger keeps for it.
 */
#include "evidence.h"

#include "arena.h"
#include "evidence_parts.h"
#include "evidence_reader.h"
#include "quantity.h"
#include "value.h"

#define GPUS_MAX 1024

/* What kbc-run calls it, what documents call it. */
static const struct {
	const char *key, *name;
	double scale;
	struct str unit;
} entries[] = {
	{ "sm_count", "device.sm_count", 1, STR_INIT("") },
	{ "warp_size", "device.warp_size", 1, STR_INIT("") },
	{ "l2_bytes", "device.l2_bytes", 1, STR_INIT("B") },
	{ "clock_khz", "device.clock_hz", 1000, STR_INIT("Hz") },
	{ "memory_clock_khz", "device.memory_clock_hz", 1000, STR_INIT("Hz") },
	{ "memory_bus_bits", "device.memory_bus_bits", 1, STR_INIT("") },
	{ "memory_bytes", "device.memory_bytes", 1, STR_INIT("B") },
	{ "shared_per_sm", "device.shared_per_sm_bytes", 1, STR_INIT("B") },
	{ "shared_per_block_optin", "device.shared_per_block_bytes", 1,
	  STR_INIT("B") },
	{ "registers_per_sm", "device.registers_per_sm", 1, STR_INIT("") },
	{ "max_threads_per_sm", "device.threads_per_sm", 1, STR_INIT("") },
	{ "max_blocks_per_sm", "device.blocks_per_sm", 1, STR_INIT("") },
};

bool
ledger_may_know(struct str name)
{
	static const char *const texts[] = { "device.name", "device.cc",
					     "driver" };

	for (size_t i = 0; i < COUNT_OF(entries); i++)
		if (str_equal(name, str_of(entries[i].name)))
			return true;
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		if (str_equal(name, str_of(texts[i])))
			return true;
	return false;
}

static void
add_entry(struct device_record *v, const char *name, struct value value)
{
	v->entries[v->nentries++] = (struct binding){ str_of(name), value };
}

static bool
read_entries(struct record_reader *r, struct device_record *v, const json_t *o)
{
	v->entries = arena_alloc(r->arena,
				 (COUNT_OF(entries) + 3) * sizeof *v->entries);
	for (size_t i = 0; i < COUNT_OF(entries); i++) {
		const json_t *j = json_object_get(o, entries[i].key);

		if (!j || json_is_null(j))
			continue;
		if (!json_is_number(j) || !(json_number_value(j) > 0))
			return record_refuse_member(
				r, o, entries[i].key,
				"a number above 0, or null");
		add_entry(v, entries[i].name,
			  value_number(json_number_value(j) * entries[i].scale,
				       unit_make(r->arena, entries[i].unit)));
	}
	add_entry(v, "device.name", value_text(v->name));
	add_entry(v, "device.cc", value_text(v->cc));
	return true;
}

void
record_device_driver(struct device_record *v)
{
	if (v->driver.n > 0)
		add_entry(v, "driver", value_text(v->driver));
}

/* `9.0` is `sm_90`. */
static struct str
sm_of(struct arena *a, struct str cc)
{
	size_t dot = str_find_byte(cc, '.');
	struct str out = STR(""), minor = str_skip(cc, dot + 1);
	uint64_t number;

	if (minor.n == 1 && str_unsigned(minor, &number) &&
	    str_unsigned(str_slice(cc, 0, dot), &number))
		out = arena_printf(a, "sm_" STR_FMT STR_FMT, (int)dot, cc.p,
				   STR_ARG(minor));
	return out;
}

/* The folder of a device: `NVIDIA H200` is `h200`; empty if nothing is left. */
static struct str
folder_of(struct arena *a, struct str name)
{
	static const struct str vendor = STR_INIT("NVIDIA ");
	struct str slug;
	char *p;
	size_t n = 0;

	if (str_equal_case(str_slice(name, 0, vendor.n), vendor))
		name = str_skip(name, vendor.n);
	p = arena_alloc(a, name.n + 1);
	for (size_t i = 0; i < name.n; i++) {
		char c = byte_lower(name.p[i]);

		if (byte_is_name(c))
			p[n++] = c;
		else if (n > 0 && p[n - 1] != '-')
			p[n++] = '-';
	}
	slug = (struct str){ p, n };
	return str_ends(slug, STR("-")) ? str_slice(slug, 0, n - 1) : slug;
}

bool
record_device(struct record_reader *r, struct device_record *v, const json_t *o)
{
	if (!json_is_object(o))
		return record_refuse(r, "expected the device as an object");
	if (!record_text(r, &v->name, o, "name") ||
	    !record_text(r, &v->cc, o, "cc"))
		return false;
	if (!record_maybe(r, &v->driver, o, "driver") ||
	    !record_maybe(r, &v->date, o, "date"))
		return false;
	if (!record_flag(r, o, "mig", &v->mig))
		return false;
	v->slug = folder_of(r->arena, v->name);
	v->sm = sm_of(r->arena, v->cc);
	if (v->slug.n == 0)
		return record_refuse_member(r, o, "name", "a device's name");
	if (v->sm.n == 0)
		return record_refuse_member(r, o, "cc", "a compute capability");
	return read_entries(r, v, o);
}

bool
record_gpu(struct record_reader *r, int *out, const json_t *o)
{
	const json_t *j = json_object_get(o, "gpu");

	*out = j ? (int)json_integer_value(j) : -1;
	if (!j || (json_is_integer(j) && json_integer_value(j) >= 0 &&
		   json_integer_value(j) < GPUS_MAX))
		return true;
	return record_refuse_member(r, o, "gpu", "the number of a device");
}
